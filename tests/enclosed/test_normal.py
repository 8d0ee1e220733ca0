"""The normal quantile against python-flint's erfinv, and by its own defining equation."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.enclosed.interval import Quantile
from discordant.enclosed.normal import two_sided_tail, z_bracket
from enclosed.witness import agrees, z_of

LEVELS = [
    *(Fraction(text) for text in ("0.5", "0.8", "0.9", "0.95", "0.99", "0.999", "1/3", "0.001")),
    1 - Fraction(1, 10**40),
    Fraction(1, 10**12),
]


@pytest.mark.parametrize("level", LEVELS, ids=str)
@pytest.mark.parametrize("bits", [10, 64, 300, 1000])
def test_z_agrees_with_arb_and_is_as_sharp_as_asked(level, bits):
    before = flint.ctx.prec
    flint.ctx.prec = 2000
    try:
        lo, hi = z_bracket(level, bits)
        assert agrees((lo, hi), z_of(level))
        assert (hi - lo) * 2 ** (bits - 2) <= lo
    finally:
        flint.ctx.prec = before


@settings(max_examples=40)
@given(st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=10**6))
def test_z_is_where_the_tail_equals_alpha(level):
    lo, hi = z_bracket(level, 80)
    # the tail falls with z: at the ends it brackets alpha
    assert two_sided_tail(lo, 120).bounds()[1] >= 1 - level >= two_sided_tail(hi, 120).bounds()[0]


@pytest.mark.parametrize("level", [1 - Fraction(1, 10**400), Fraction(1, 10**300)], ids=["1-1e-400", "1e-300"])
def test_z_at_extreme_levels(level):
    lo, hi = z_bracket(level, 64)
    assert 0 < lo < hi
    assert (hi - lo) * 2**60 < lo
    assert two_sided_tail(lo, 2000).bounds()[1] >= 1 - level >= two_sided_tail(hi, 2000).bounds()[0]


def test_brackets_of_z_nest_as_bits_grow():
    previous = z_bracket(Fraction(19, 20), 16)
    for bits in (32, 64, 128, 256, 512, 1024, 4096):
        lo, hi = z_bracket(Fraction(19, 20), bits)
        assert previous[0] <= lo < hi <= previous[1]
        previous = lo, hi


def test_a_quantile_knows_its_level_or_its_z():
    level, z = Quantile.of("95%"), Quantile.of(z="1.96")
    assert (level.alpha, level.exact, level.level) == (Fraction(1, 20), None, Fraction(19, 20))
    assert (z.alpha, z.exact, z.level) == (None, Fraction(49, 25), None)
    assert level.alpha_bracket(64) == (Fraction(1, 20), Fraction(1, 20))
    lo, hi = z.alpha_bracket(64)
    assert Fraction("0.0499957902964") < lo < hi < Fraction("0.0499957902965")
    assert hi - lo < Fraction(1, 2**60)
    assert z.bracket(10) == (Fraction(49, 25), Fraction(49, 25))
    assert level.bracket(64)[0] < level.bracket(64)[1]
    assert (str(level), str(z), str(Quantile.of("1/3"))) == ("95 %", "z = 1.96", "100/3 %")


def test_a_level_whose_z_is_almost_1_needs_more_bits_for_a_side():
    almost = two_sided_tail(Fraction(1), 300).bounds()[0]
    lo, hi = z_bracket(1 - almost, 200)
    assert lo <= 1 <= hi + Fraction(1, 2**190)
    assert abs(hi - 1) < Fraction(1, 2**190)
