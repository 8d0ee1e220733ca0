"""`Real`: every answer is proved, ties included; where nothing can be proved it says so."""

from __future__ import annotations

import decimal
import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.enclosed.bracket import Bracket, ZeroInsideError
from discordant.enclosed.real import Real
from discordant.enclosed.rounding import ROUNDINGS
from discordant.errors import ArgumentError, Undecided, UndefinedError

DECIMAL_MODES = {
    "half-even": decimal.ROUND_HALF_EVEN,
    "half-up": decimal.ROUND_HALF_UP,
    "floor": decimal.ROUND_FLOOR,
    "ceiling": decimal.ROUND_CEILING,
    "down": decimal.ROUND_DOWN,
    "up": decimal.ROUND_UP,
}
RATIONALS = st.builds(
    lambda n, d: Fraction(n, d), st.integers(-(10**12), 10**12), st.sampled_from((1, 2, 3, 8, 10, 1000, 2**40, 7**9))
)


def hidden(q: Fraction, *, known: bool = True) -> Real:
    """A rational known only by brackets that never collapse, with or without the way to find it out."""

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        return q - Fraction(1, 2**bits), q + Fraction(1, 3 * 2**bits)

    return Real.refined(refine, what="a hidden rational", rational=(lambda: q) if known else None)


def root_of(n: int) -> Real:
    return Real.refined(lambda bits: Bracket.of(n, bits + 8).sqrt(), what=f"the root of {n}")


@given(RATIONALS, st.integers(0, 12), st.sampled_from(ROUNDINGS))
def test_decimal_rounds_like_the_decimal_module_in_all_six_modes(q, places, mode):
    with decimal.localcontext() as context:
        context.prec = 60
        context.rounding = decimal.ROUND_FLOOR if q >= 0 else decimal.ROUND_CEILING
        scaled = decimal.Decimal((q * 10 ** (places + 20)).__trunc__()) / decimal.Decimal(10) ** (places + 20)
        if Fraction(scaled) != q:  # a sticky digit keeps the direction of what was cut off
            scaled += decimal.Decimal(1 if q > 0 else -1).scaleb(-(places + 21))
        expected = scaled.quantize(decimal.Decimal(1).scaleb(-places), rounding=DECIMAL_MODES[mode])
    text = f"{expected if expected else abs(expected):f}"
    assert Real.exact(q).decimal(places, mode) == text
    assert hidden(q).decimal(places, mode) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_float_returns_each_binary64_from_its_exact_value(x):
    assert float(Real.exact(Fraction(x))) == x


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        (Fraction(1, 2**1074), 5e-324),
        (Fraction(3, 2**1076), 5e-324),
        (Fraction(1, 2**1075), 0.0),  # half of the least subnormal, a tie to even
        (Fraction(1, 2**1075) + Fraction(1, 2**1200), 5e-324),
        (Fraction(1, 2**5000), 0.0),
        (-Fraction(1, 2**1074), -5e-324),
        (Fraction(2**1024), math.inf),
        (-Fraction(2**1024), -math.inf),
        (Fraction(2**1200), math.inf),
        (-Fraction(2**1200), -math.inf),
        (Fraction(2**1024 - 2**970 - 1), 1.7976931348623157e308),
        (1 + Fraction(1, 2**53), 1.0),
        (1 + Fraction(3, 2**53), 1 + 2**-51),
        (Fraction(1, 3), 1 / 3),
        (Fraction(2**100 + 1), 2.0**100),
    ],
)
def test_float_is_correctly_rounded_at_the_edges_of_binary64(q, expected):
    assert float(Real.exact(q)) == expected
    narrow = Real.refined(lambda bits: (q * (1 - Fraction(1, 2**bits)), q), what="q", rational=lambda: q)
    assert float(narrow) == expected
    assert float(hidden(q)) == expected


def test_sign_and_comparison_of_irrationals_need_no_tie():
    root = root_of(2)
    assert root.sign() == 1
    assert (-root).sign() == -1
    assert root.compare(Fraction(141421356, 10**8)) == 1
    assert root.compare(Fraction(141421357, 10**8)) == -1
    assert root.compare(root_of(3)) == -1
    assert root.compare(Real.exact(1)) == 1
    assert root.compare(Real.infinite(1)) == -1
    assert root.compare(Real.infinite(-1)) == 1
    assert root.exact_value is None


@given(RATIONALS, RATIONALS)
def test_comparison_of_rationals_is_that_of_fractions(p, q):
    expected = (p > q) - (p < q)
    assert Real.exact(p).compare(q) == expected
    assert hidden(p).compare(q) == expected
    assert hidden(p).sign() == (p > 0) - (p < 0)


def test_two_numbers_that_turn_out_to_be_the_same_rational_are_equal():
    assert hidden(Fraction(1, 3)).compare(hidden(Fraction(1, 3))) == 0
    assert hidden(Fraction(1, 3)).compare(hidden(Fraction(1, 3) + Fraction(1, 10**60))) == -1
    with pytest.raises(Undecided):
        hidden(Fraction(1, 3)).compare(hidden(Fraction(1, 3), known=False))


def test_comparison_with_a_rational_too_long_to_print_works():
    p = Fraction(1, 2**20000)
    assert root_of(2).compare(p) == 1
    with pytest.raises(Undecided, match="the comparison with a ratio of 20001 bits of a hidden rational is too close"):
        hidden(p, known=False).compare(p)


def test_a_hidden_rational_is_found_once_a_question_stays_open():
    asked = []
    q = Fraction(1, 3)

    def rational() -> Fraction:
        asked.append(1)
        return q

    x = Real.refined(lambda b: (q - Fraction(1, 2**b), q + Fraction(1, 2**b)), what="x", rational=rational)
    assert x.compare(Fraction(1, 2)) == -1
    assert asked == []
    assert x.compare(q) == 0
    assert x.sign() == 1
    assert asked == [1]
    assert x.exact_value == q


def test_a_tie_that_cannot_be_settled_is_undecided_and_says_what_and_where():
    x = hidden(Fraction(1, 2), known=False)
    assert x.compare(Fraction(1, 3)) == 1
    with pytest.raises(Undecided, match=r"the comparison with 1/2 of a hidden rational is too close to call") as error:
        x.compare(Fraction(1, 2))
    assert error.value.bits >= 4096
    with pytest.raises(Undecided, match="the rounding to 0 decimals of a hidden rational is too close to call"):
        x.decimal(0)
    with pytest.raises(Undecided, match="the sign"):
        hidden(Fraction(0), known=False).sign()
    assert x.decimal(0, "floor") == "0"


def test_a_cap_on_the_bits_is_kept():
    used = []

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        used.append(bits)
        return Fraction(1) - Fraction(1, 2**bits), Fraction(1) + Fraction(1, 2**bits)

    x = Real.refined(refine, what="x", max_bits=96)
    with pytest.raises(Undecided):
        x.compare(1)
    assert max(used) == 96
    with pytest.raises(Undecided, match="x is certified to 96 bits only"):
        x.bracket(97)


def test_a_bracket_that_collapses_makes_the_number_exact():
    point = Real.refined(lambda bits: Bracket.of(9, bits).sqrt(), what="a root")
    assert point.compare(3) == 0
    assert point.exact_value == 3
    pair = Real.refined(lambda bits: (Fraction(1, 3), Fraction(1, 3)), what="a third")
    assert pair.decimal(4) == "0.3333"
    assert pair.exact_value == Fraction(1, 3)


def test_a_precision_without_a_bracket_is_passed_over():
    def refine(bits: int) -> Bracket:
        if bits < 200:
            raise ZeroInsideError("the divisor's bracket contains 0")
        return Bracket.of(2, bits).sqrt()

    x = Real.refined(refine, what="x")
    assert x.decimal(3) == "1.414"
    with pytest.raises(Undecided, match="x has no bracket: the divisor's bracket contains 0"):
        x.bracket(64)


@pytest.mark.parametrize("digits", [1, 5, 50, 1000])
def test_enclose_gives_the_asked_significant_digits(digits):
    for x in (root_of(2), root_of(2).scaled(Fraction(1, 10**80)), -root_of(5)):
        lo, hi = x.enclose(digits)
        assert (hi - lo) * 10**digits < min(abs(lo), abs(hi))
        assert x.compare(lo) >= 0 >= x.compare(hi)
    assert Real.exact(0).enclose(digits) == (0, 0)


def test_a_thousand_digits_agree_with_isqrt():
    assert root_of(2).decimal(1000, "floor").replace(".", "") == str(math.isqrt(2 * 10**2000))


def test_five_thousand_digits_print_although_int_would_refuse():
    shown = root_of(2).decimal(5000, "floor")
    assert len(shown) == 5002
    assert shown[-4:] == f"{math.isqrt(2 * 10**10000) % 10**4:04d}"


def test_brackets_nest_under_refinement():
    for x in (root_of(2), root_of(7).log10(), -root_of(11)):
        previous = x.bracket(32)
        for bits in (64, 128, 256, 512, 1024):
            lo, hi = x.bracket(bits)
            assert previous[0] <= lo <= hi <= previous[1]
            previous = lo, hi


def test_infinities_answer_what_they_can():
    high, low = Real.infinite(1, what="the upper limit"), Real.infinite(-1)
    assert (float(high), float(low)) == (math.inf, -math.inf)
    assert (high.decimal(3), low.decimal(3)) == ("inf", "-inf")
    assert (high.sign(), low.sign()) == (1, -1)
    assert (high.compare(10**100), low.compare(-(10**100)), high.compare(low), high.compare(high)) == (1, -1, 1, 0)
    assert (str(high), repr(low)) == ("inf", "Real(-inf)")
    assert (-high).decimal(0) == "-inf"
    assert high.scaled(-2).sign() == -1
    assert high.log10().is_infinite
    assert mpmath.isinf(high.mpf(15))
    assert low.mpf(15) < 0
    assert high.to_dict() == {"decimal": "inf", "float": "inf"}
    assert high.scientific(3) == "inf"
    with pytest.raises(UndefinedError, match="the upper limit is infinite and has no bracket; ask is_infinite first"):
        high.bracket(64)


def test_scaling_by_a_rational_is_exact():
    assert Real.exact(Fraction(7, 100)).scaled(100).exact_value == 7
    assert root_of(2).scaled(Fraction(100)).decimal(2) == "141.42"
    assert hidden(Fraction(1, 4)).scaled(2).compare(Fraction(1, 2)) == 0
    assert hidden(Fraction(1, 4), known=False).scaled(2).rational_value() is None
    with pytest.raises(ArgumentError, match=r"scaled\(0\) would lose the number; the factor must not be 0"):
        root_of(2).scaled(0)


def test_log10_is_exact_for_powers_of_ten_only():
    assert Real.exact(1000).log10().compare(3) == 0
    assert Real.exact(Fraction(1, 10**50)).log10().decimal(3) == "-50.000"
    assert hidden(Fraction(1, 100)).log10().compare(-2) == 0
    assert Real.exact(2).log10().decimal(10) == "0.3010299957"
    assert Real.exact(2).log10().rational_value() is None
    assert root_of(2).log10().rational_value() is None
    for q in (Fraction(0), Fraction(-1)):
        with pytest.raises(UndefinedError, match="log10 of the value is undefined: it is not above 0"):
            Real.exact(q).log10()


@pytest.mark.parametrize("dps", [1, 15, 50, 1000])
def test_mpf_is_the_nearest_number_of_that_precision_and_leaves_mpmath_alone(dps):
    before = mpmath.mp.dps
    context = mpmath.MPContext()
    context.dps = dps
    expected = context.sqrt(2)
    found = root_of(2).mpf(dps)
    assert isinstance(found, mpmath.mpf)
    assert found.man_exp == expected.man_exp
    third = Real.exact(Fraction(-1, 3)).mpf(dps)
    assert third.man_exp == (context.mpf(-1) / 3).man_exp
    assert Real.exact(0).mpf(dps) == 0
    assert hidden(Fraction(0), known=True).mpf(dps) == 0
    assert mpmath.mp.dps == before


def test_mpf_rounds_up_into_the_next_power_of_two():
    almost = Fraction(1) - Fraction(1, 2**400)
    assert Real.exact(almost).mpf(15) == 1
    assert Real.refined(lambda b: (almost - Fraction(1, 2 ** (b + 400)), almost), what="x").mpf(15) == 1
    assert Real.refined(lambda b: Bracket.between(almost, 1, b + 500), what="x", max_bits=600).mpf(15) == 1


@pytest.mark.parametrize(
    ("q", "digits", "expected"),
    [
        (Fraction(1351, 524288), 3, "2.58e-3"),
        (Fraction(999999), 3, "1.00e6"),
        (Fraction(999999), 1, "1e6"),
        (Fraction(-12345), 2, "-1.2e4"),
        (Fraction(1), 1, "1e0"),
        (Fraction(10) ** 300000, 4, "1.000e300000"),
        (1 / Fraction(10) ** 300000, 2, "1.0e-300000"),
        (Fraction(0), 5, "0"),
    ],
)
def test_scientific_notation_at_any_exponent(q, digits, expected):
    assert Real.exact(q).scientific(digits) == expected


def test_scientific_rounds_in_the_direction_of_the_value_not_of_its_size():
    x = Real.exact(Fraction(-12345))
    assert (x.scientific(3, "floor"), x.scientific(3, "ceiling")) == ("-1.24e4", "-1.23e4")
    assert (x.scientific(3, "down"), x.scientific(3, "up")) == ("-1.23e4", "-1.24e4")


def test_text_forms_show_15_significant_digits_or_why_not():
    assert str(root_of(2)) == "1.41421356237310"
    assert repr(Real.exact(Fraction(1, 10**20))) == "Real(1.00000000000000e-20)"
    assert str(Real.exact(0)) == "0"
    assert str(-root_of(2)) == "-1.41421356237310"
    assert str(hidden(Fraction(0), known=False)).startswith("undecided at ")


def test_to_dict_is_json_ready():
    assert Real.exact(Fraction(49, 5)).to_dict() == {
        "numerator": "49",
        "denominator": "5",
        "decimal": "9.8000000000000000e0",
        "float": 9.8,
    }
    assert root_of(2).to_dict() == {"decimal": "1.4142135623730950e0", "float": math.sqrt(2)}


@pytest.mark.parametrize("bad", [-1, True, 1.5, "3", None])
def test_digits_that_are_no_count_are_refused(bad):
    for ask in (Real.exact(1).decimal, Real.exact(1).enclose, Real.exact(1).mpf, Real.exact(1).scientific):
        with pytest.raises(ArgumentError, match=r"digits asked for; give an int of [01] or more"):
            ask(bad)


def test_an_unknown_rounding_is_refused_by_name():
    with pytest.raises(ArgumentError, match="rounding='nearest' is not one of half-even, half-up, floor, ceiling"):
        Real.exact(1).decimal(2, "nearest")


def test_far_numbers_cost_no_memory():
    far = Real.refined(lambda bits: Bracket(1 << 70, (1 << 70) + 1, -(10**12), 128), what="a far number")
    assert far.compare(Fraction(1, 10**9)) == -1
    assert far.compare(Fraction(-1)) == 1
    assert far.compare(0) == 1
    assert far.decimal(40) == "0." + "0" * 40
    assert far.decimal(3, "up") == "0.001"
    assert (-far).decimal(3) == "0.000"
    assert (-far).decimal(3, "floor") == "-0.001"
    assert float(far) == 0.0
    huge = Real.refined(lambda bits: Bracket(1 << 70, (1 << 70) + 1, 10**12, 128), what="a huge number")
    assert huge.compare(10**9) == 1
    assert float(huge) == math.inf
