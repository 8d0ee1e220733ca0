"""Every error of the package survives a pool of processes: it is pickled there and raised again here."""

import pickle

import pytest

from discordant import errors
from discordant.fast import exact_p

RAISED = {
    errors.TooLarge: errors.TooLarge("a sum", predicted=2**80, limit=9, unit="terms", alternative="p_real(b, c)"),
    errors.Undecided: errors.Undecided("the sign", bits=4096),
    errors.FormatError: errors.FormatError("is no number", path="a.csv", line=3, item="x"),
    errors.PairingError: errors.PairingError("1 item is missing", items=("x",)),
    errors.ClaimError: errors.ClaimError("is no count", path="c.toml", line=2, key="b"),
    errors.MissingExtra: errors.MissingExtra("arrays", package="numpy", extra="fast"),
}


def kinds(root=errors.DiscordantError):
    for kind in root.__subclasses__():
        if kind.__module__ == "discordant.errors":
            yield kind
            yield from kinds(kind)


@pytest.mark.parametrize("kind", sorted(kinds(), key=lambda kind: kind.__name__))
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_is_the_same_after_a_pickle(kind, protocol):
    error = RAISED.get(kind) or kind("b=-1 is negative")
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is kind
    assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_one_that_was_raised_is_so_too():
    with pytest.raises(errors.TooLarge) as caught:
        exact_p(2**54, 0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.alternative) == (str(caught.value), caught.value.alternative)
