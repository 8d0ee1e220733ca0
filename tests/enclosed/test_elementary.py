"""pi, ln 2, exp, log and erfc(sqrt q) against python-flint's balls and mpmath, and as sharp as asked."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from discordant.enclosed.bracket import Bracket, ZeroInsideError
from discordant.enclosed.elementary import erfc_sqrt, exp, ln2, log, pi
from enclosed.witness import agrees, ball

BITS = st.sampled_from((8, 53, 64, 113, 300, 700))


@pytest.fixture(autouse=True)
def precision(request):
    before = flint.ctx.prec
    flint.ctx.prec = 6000 if "constants" in request.node.name else 2000
    yield
    flint.ctx.prec = before


def assert_encloses(bracket: Bracket, witness, bits: int, lost: int = 3) -> None:
    lo, hi = bracket.bounds()
    assert agrees((lo, hi), witness)
    assert (hi - lo) * 2 ** (bits - lost) <= abs(lo), (lo, hi)


@pytest.mark.parametrize("bits", [1, 53, 64, 128, 129, 1000, 5000])
def test_constants(bits):
    assert_encloses(pi(bits), flint.arb.pi(), bits)
    assert_encloses(ln2(bits), flint.arb.const_log2(), bits)


@settings(max_examples=60)
@given(st.fractions(-(10**5), 10**5, max_denominator=10**6), BITS)
@example(Fraction(0), 64)
@example(Fraction(1, 10**30), 64)
@example(Fraction(-1, 10**30), 64)
@example(Fraction(-(10**6)), 64)
@example(Fraction(10**7 + 1, 3), 53)
def test_exp(q, bits):
    # the argument is held to enough bits that its own width does not show
    size = max(0, q.numerator.bit_length() - q.denominator.bit_length() + 1)
    x = Bracket.of(q, bits + size + 8)
    assert_encloses(exp(x).at(bits), ball(q).exp(), bits)


def test_exp_of_a_wide_bracket_holds_both_ends():
    lo, hi = exp(Bracket.between(-3, 50, 64)).bounds()
    assert lo < Fraction(1, 20)
    assert hi > 5 * 10**21
    assert hi < 6 * 10**21


@settings(max_examples=60)
@given(st.fractions(Fraction(1, 10**9), 10**9), BITS)
@example(Fraction(1), 64)
@example(Fraction(1024), 64)
@example(1 + Fraction(1, 10**40), 64)
@example(1 - Fraction(1, 10**40), 64)
@example(Fraction(3, 4), 64)
@example(Fraction(3, 2), 64)
def test_log(q, bits):
    point = Bracket.of(q, bits + 300)
    value = Fraction(point.lo) * Fraction(2) ** point.exp
    assert_encloses(log(Bracket(point.lo, point.lo, point.exp, bits + 300)).at(bits), ball(value).log(), bits)
    assert agrees(log(Bracket.of(q, bits)).bounds(), ball(q).log())


def test_log_of_1_is_0_exactly_and_of_a_number_not_above_0_is_refused():
    assert log(Bracket.of(1, 64)).bounds() == (0, 0)
    assert log(Bracket.of(Fraction(1, 8), 64)).bounds()[1] < -2
    with pytest.raises(ZeroInsideError, match="the logarithm's argument is not known to be above 0"):
        log(Bracket(0, 1, 0, 64))


@settings(max_examples=60)
@given(st.fractions(0, 3000, max_denominator=10**6), st.sampled_from((8, 53, 64, 200, 700)))
@example(Fraction(0), 64)
@example(Fraction(1, 10**60), 64)
@example(Fraction(10**6), 64)
def test_erfc_sqrt(q, bits):
    assert_encloses(erfc_sqrt(q, bits), ball(q).sqrt().erfc(), bits, lost=4)


@pytest.mark.parametrize("q", [2, 60, 61, 62, 63, 300, 301])
def test_erfc_sqrt_on_both_sides_of_the_change_of_series(q):
    for bits in (60, 64, 66, 404):
        assert_encloses(erfc_sqrt(Fraction(q), bits), ball(q).sqrt().erfc(), bits, lost=4)


def test_erfc_sqrt_of_a_bracket_holds_the_values_at_both_ends():
    wide = erfc_sqrt(Bracket.between(2, 3, 64), 64)
    assert agrees(wide.bounds(), ball(2).sqrt().erfc())
    assert agrees(wide.bounds(), ball(3).sqrt().erfc())
    assert erfc_sqrt(Bracket(-1, 0, -80, 64), 64).bounds() == (1, 1)
    assert erfc_sqrt(Bracket.of(2, 64), 64).bounds() == erfc_sqrt(2, 64).bounds()


def test_erfc_sqrt_agrees_with_mpmath_far_out():
    context = mpmath.MPContext()
    context.prec = 400
    for q in (Fraction(7, 2), Fraction(5000, 3), Fraction(10**6)):
        value = context.erfc(context.sqrt(context.mpf(q.numerator) / q.denominator))
        man, power = value.man_exp
        lo, hi = erfc_sqrt(q, 200).bounds()
        middle = Fraction(int(man)) * Fraction(2) ** power
        assert abs((lo + hi) / 2 / middle - 1) < Fraction(1, 2**195)


def test_exp_just_below_a_multiple_of_ln_2():
    """The multiple of ln 2 is chosen by a shorter bracket than the remainder is computed with."""
    rough, fine = ln2(65), ln2(400)
    between = (rough.bounds()[0] + fine.bounds()[0]) / 2
    for value in (between, fine.bounds()[0], fine.bounds()[1]):
        point = Bracket.of(value, 500)
        assert agrees(exp(point).bounds(), ball(value).exp())
