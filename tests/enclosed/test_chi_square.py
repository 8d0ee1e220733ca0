"""Chi-square and Edwards: exact statistics, certified p-values however small, and thresholds by brute force."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings

from discordant import Discordant, chi_square, critical_count, edwards, least_discordant, smallest_p
from discordant.enclosed.chi_square import chi_square_p, critical_statistic
from discordant.errors import ArgumentError, LevelError, TableError
from enclosed.witness import agrees, ball
from strategies import splits

METHODS = ("exact", "mid-p", "chi-square", "edwards")


@settings(max_examples=60)
@given(splits(10**4))
def test_p_agrees_with_the_complementary_error_function_in_balls(split):
    b, c = split
    before = flint.ctx.prec
    flint.ctx.prec = 300
    try:
        for test in (chi_square(b, c), edwards(b, c)):
            assert agrees(test.p.bracket(100), (ball(test.statistic) / 2).sqrt().erfc())
    finally:
        flint.ctx.prec = before


@given(splits())
def test_p_falls_with_the_statistic_and_edwards_never_exceeds_chi_square(split):
    b, c = split
    plain, corrected = chi_square(b, c), edwards(b, c)
    assert 0 <= corrected.statistic <= plain.statistic <= b + c
    assert corrected.p.compare(plain.p) >= 0 if plain.statistic != corrected.statistic else True
    assert chi_square(c, b).statistic == plain.statistic
    assert edwards(c, b).statistic == corrected.statistic


@pytest.mark.parametrize(("b", "c"), [(0, 0), (5, 5), (10**9, 10**9)])
def test_a_tie_gives_statistic_0_and_p_1_exactly(b, c):
    for test in (chi_square(b, c), edwards(b, c)):
        assert test.statistic == 0
        assert test.p.exact_value == 1


def test_a_difference_of_one_gives_edwards_p_1_exactly():
    assert edwards(6, 5).p.exact_value == 1
    assert chi_square(6, 5).p.exact_value is None


def test_p_far_below_binary64_is_a_bracket_and_a_logarithm():
    p = chi_square(10**6, 0).p
    assert float(p) == 0.0
    assert p.scientific(10) == "4.581292293e-217151"
    assert p.log10().decimal(6) == "-217150.339012"
    huge = chi_square(10**9, 0).p
    assert huge.log10().decimal(4) == "-217147245.5497"
    assert huge.compare(Fraction(1, 20)) == -1
    assert huge.scientific(3) == "2.82e-217147246"


def test_records_show_their_numbers():
    test = chi_square(17, 3)
    assert str(test) == "chi-square: statistic 9.80000000000000, p 0.00174511869952890"
    assert test._repr_html_() == (
        "<table><tr><th>test</th><th>statistic</th><th>p</th></tr>"
        "<tr><td>chi-square</td><td>9.80000000000000</td><td>0.00174511869952890</td></tr></table>"
    )
    assert edwards(17, 3).to_dict()["p"] == {"decimal": "3.6504344044418760e-3", "float": float(edwards(17, 3).p)}
    with pytest.raises(TableError, match="b=-1 is negative"):
        chi_square(-1, 3)


def test_the_critical_value_has_tail_alpha():
    for alpha in ("0.05", "0.01", "1/3"):
        lo, hi = critical_statistic(alpha).bracket(80)
        target = Fraction(alpha)
        assert chi_square_p(lo).compare(target) > 0 > chi_square_p(hi).compare(target)


def significant(method: str, b: int, c: int, alpha: Fraction) -> bool:
    from discordant import exact_p, mid_p

    if method == "exact":
        return exact_p(b, c) < alpha
    if method == "mid-p":
        return mid_p(b, c) < alpha
    test = (chi_square if method == "chi-square" else edwards)(b, c)
    return test.p.compare(alpha) < 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("alpha", ["0.05", "0.01", "0.5", "0.9", "1/1000"])
def test_thresholds_agree_with_trying_every_split(method, alpha):
    level = Fraction(alpha)
    least = None
    for n in range(1, 31):
        passing = [m for m in range(n // 2 + 1) if significant(method, n - m, m, level)]
        if passing and least is None:
            least = n
        assert critical_count(n, alpha, method=method) == (max(passing) if passing else None)
    assert least is None or least_discordant(alpha, method=method) == least
    assert critical_count(0, alpha, method=method) is None


@pytest.mark.parametrize("method", ["chi-square", "edwards"])
@pytest.mark.parametrize("n", [10**6, 10**9 + 1, 10**30])
def test_critical_counts_of_huge_n_sit_on_the_threshold(method, n):
    m = critical_count(n, "0.05", method=method)
    assert m is not None
    assert significant(method, n - m, m, Fraction(1, 20))
    assert not significant(method, n - m - 1, m + 1, Fraction(1, 20))


@pytest.mark.parametrize("alpha", ["1/1000000000000", "0.000000000000000000000000000001"])
@pytest.mark.parametrize("method", METHODS)
def test_least_discordant_at_tiny_alpha_sits_on_the_threshold(method, alpha):
    n = least_discordant(alpha, method=method)
    assert critical_count(n, alpha, method=method) == 0
    assert critical_count(n - 1, alpha, method=method) is None


def test_the_smallest_p_is_that_of_the_one_sided_split():
    assert smallest_p(6) == Fraction(1, 32)
    assert smallest_p(6, method="mid-p") == Fraction(1, 64)
    assert smallest_p(6, method="chi-square").decimal(6) == "0.014306"
    assert smallest_p(6, method="edwards").decimal(6) == "0.041227"
    assert smallest_p(0, method="chi-square").exact_value == 1
    assert Discordant(6, 0).m == 0


def test_errors_name_the_method_and_the_alpha():
    with pytest.raises(ArgumentError, match="method='wald' is not one of exact, mid-p, chi-square, edwards"):
        smallest_p(6, method="wald")
    with pytest.raises(ArgumentError, match="method='wald'"):
        least_discordant("0.05", method="wald")
    with pytest.raises(ArgumentError, match="method='wald'"):
        critical_count(6, "0.05", method="wald")
    with pytest.raises(LevelError, match="alpha='5' is not between 0 and 1"):
        least_discordant("5", method="chi-square")
