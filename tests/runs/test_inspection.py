"""The command that inspection suggests, word by word."""

from discordant.runs import inspection


def test_a_lone_surrogate_in_a_label_is_written_in_bytes():
    """JSON may hold one, which no encoding of a terminal does."""
    assert inspection._word("run=\ud800") == r"$'run=\355\240\200'"
    assert inspection._word("run=\udcff") == r"$'run=\377'"
