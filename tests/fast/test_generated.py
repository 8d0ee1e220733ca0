"""The committed constants are what their scripts write: regenerated in part here, in whole by the slow tests."""

from __future__ import annotations

import pytest

from discordant.fast.generate import constants, critical_counts, pieces


def test_constants_agree_with_their_script(capsys: pytest.CaptureFixture[str]):
    assert constants.main(["--check", "--quick"]) == 0
    printed = capsys.readouterr().out
    assert "erfcx: 13 pieces of degree 9, residual 2^-66" in printed
    assert "all constants agree with the committed files" in printed


def test_critical_counts_agree_with_the_recurrence_for_small_n(capsys: pytest.CaptureFixture[str], monkeypatch):
    monkeypatch.setattr(critical_counts, "QUICK", 3000)
    assert critical_counts.main(["--check", "--quick"]) == 0
    assert capsys.readouterr().out == "n <= 3000: 0 of 33000 critical counts differ\n"


def test_pieces_agree_with_their_script(capsys: pytest.CaptureFixture[str]):
    assert pieces.main(["--check", "--quick"]) == 0
    uniform, ratio, verdict = capsys.readouterr().out.splitlines()
    assert uniform == "uniform: 7 pieces, depth to 2^-61.7, corrections to 2^-57.5"
    assert ratio == "ratio: 8 pieces, to 2^-56.0 of the sum"
    assert verdict == "all pieces agree with the committed files"


def test_a_changed_number_among_the_pieces_is_noticed(tmp_path, monkeypatch, capsys: pytest.CaptureFixture[str]):
    for name in ("uniform_pieces.bin", "ratio_pieces.bin"):
        content = bytearray((pieces.FOLDER / name).read_bytes())
        content[800] ^= name.startswith("ratio")
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(pieces, "FOLDER", tmp_path)
    monkeypatch.setattr(pieces, "QUICK", 100)
    assert pieces.main(["--check", "--quick"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "differs: ratio_pieces.bin"


@pytest.mark.slow
def test_every_piece_agrees_with_its_script():
    assert pieces.main(["--check"]) == 0


@pytest.mark.slow
def test_every_constant_agrees_with_its_script():
    assert constants.main(["--check"]) == 0


@pytest.mark.slow
def test_every_critical_count_agrees_with_the_recurrence():
    assert critical_counts.main(["--check"]) == 0


def test_the_first_coefficients_are_the_known_rationals():
    from discordant.fast import expansion_tables

    c = [polynomial[0] for polynomial in expansion_tables.CORRECTIONS["near_small"][2]]
    assert c[0] == pytest.approx(7 / 12, rel=1e-15)
    assert c[1] == pytest.approx(-61 / 160, rel=1e-13)
    assert expansion_tables.CORRECTIONS["centre_small"][2][0][1] == pytest.approx(191 / 480, rel=1e-9)
