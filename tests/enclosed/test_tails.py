"""Tails at 1/2 and p-values as Reals, inside the exact budget and beyond it."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant import exact_p, mid_p, p_real
from discordant.enclosed import binomial, tails
from discordant.enclosed.beta_tails import binomial_tail, mass, series
from discordant.enclosed.binomial import coefficient, power
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.tails import HALF, certified_bits, tail_real
from discordant.errors import ArgumentError, TableError, TooLarge, Undecided
from discordant.exact.tails import tail_sum
from strategies import splits


def holds(bracket: Bracket, value: Fraction | int) -> bool:
    lo, hi = bracket.bounds()
    return lo <= value <= hi


def relative_width(bracket: Bracket) -> Fraction:
    lo, hi = bracket.bounds()
    return (hi - lo) / lo


def log_tail(n: int, m: int) -> Any:
    """The logarithm of P(X <= m), m < n/2, as a ball: the incomplete beta integral by arb's rigorous quadrature.

    P(X <= m) = n! / ((n-m-1)! m! 2^n) integral over (0, 1) of (1-s)^(n-m-1) (1+s)^m; the range is cut where the
    falling integrand is below e^-200, and the rest is enclosed.
    """
    flint.ctx.prec = 400
    above, below = n - m - 1, m
    scale = flint.arb(min(1 / math.sqrt(n), 1 / (n - 2 * m)))
    end = 60.0 if scale * 60 < 1 else float(0.999 / scale)

    def integrand(v: Any, analytic: bool) -> Any:
        s = flint.acb(scale) * v
        plain = (1 - s).log(analytic=analytic)
        return (below * (1 - s * s).log(analytic=analytic) + (above - below) * plain).exp()

    integral = flint.acb.integral(integrand, 0, flint.acb(end), rel_tol=flint.arb(2) ** -180).real
    rest = integrand(flint.acb(end), False).real / scale
    integral = integral + rest / 2 + flint.arb(0, 1) * (rest / 2)
    front = flint.arb(n + 1).lgamma() - flint.arb(n - m).lgamma() - flint.arb(m + 1).lgamma() - n * flint.arb(2).log()
    return front + (integral * scale).log()


@pytest.mark.parametrize(("n", "k"), [(3000, 1500), (5000, 1400), (20_000, 9000), (2000, 3), (40_000, 39_100)])
@pytest.mark.parametrize("bits", [64, 300])
def test_binomial_coefficients_hold_the_exact_value(n: int, k: int, bits: int) -> None:
    found = coefficient(n, k, bits)
    assert holds(found, math.comb(n, k))
    assert relative_width(found) < Fraction(1, 1 << (bits - 2))


def test_integer_powers_hold_the_exact_value() -> None:
    base = Fraction(2, 3)
    for k in (0, 1, 2, 7, 1000):
        assert holds(power(Bracket.of(base, 100), k, 60), base**k)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 40))
def test_a_terminating_series_holds_its_sum(top: int, bottom: int, step: int) -> None:
    total, term, numerator, denominator = Fraction(1), Fraction(1), top, bottom + top
    while numerator > 0:
        term *= Fraction(numerator, denominator)
        total += term
        numerator, denominator = numerator - step, denominator + 1
    assert holds(series(top, -step, bottom + top, 1, 80), total)


def test_a_geometric_series_holds_its_limit() -> None:
    # ratios (1 + i) / (4 + 3i) rise toward 1/3: the rest is bounded with the limit, not with the ratio reached
    total = sum((math.prod(Fraction(1 + i, 4 + 3 * i) for i in range(j)) for j in range(200)), Fraction(0))
    found = series(1, 1, 4, 3, 100)
    assert found.bounds()[0] <= total <= found.bounds()[1]
    assert relative_width(found) < Fraction(1, 1 << 95)


@given(st.integers(1, 60), st.data())
def test_tails_at_any_theta_hold_the_definition(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    theta = Fraction(data.draw(st.integers(1, 63)), 64)
    weight = data.draw(st.sampled_from((Fraction(1), HALF)))
    terms = [math.comb(n, i) * theta**i * (1 - theta) ** (n - i) for i in range(n + 1)]
    tail, at_k = binomial_tail(n, k, theta, weight, 96)
    assert holds(tail, sum(terms[k + 1 :]) + weight * terms[k])
    assert holds(at_k, terms[k])
    assert holds(mass(n, k, theta, 96), terms[k])


@pytest.mark.parametrize(("n", "m"), [(2000, 950), (10_000, 4800), (30_001, 15_000), (30_000, 29_000)])
def test_the_enclosure_holds_the_exact_tail(n: int, m: int) -> None:
    found = binomial_tail(n, n - m, HALF, Fraction(1), 128)[0]
    assert holds(found, Fraction(tail_sum(n, m), 1 << n))
    assert relative_width(found) < Fraction(1, 1 << 120)


@pytest.mark.parametrize(("n", "gap"), [(10**6 + 1, 3001), (10**9, 60_000), (10**9, 10**6)])
def test_tails_beyond_the_budget_agree_with_an_integral(n: int, gap: int) -> None:
    m = (n - gap) // 2
    lo, hi = binomial_tail(n, n - m, HALF, Fraction(1), 128)[0].bounds()
    witness = log_tail(n, m)
    low = flint.arb(flint.fmpz(lo.numerator)).log() - flint.arb(flint.fmpz(lo.denominator)).log()
    high = flint.arb(flint.fmpz(hi.numerator)).log() - flint.arb(flint.fmpz(hi.denominator)).log()
    assert not low > witness
    assert not high < witness
    assert high - low < flint.arb("1e-30")


@given(splits(), st.sampled_from(("two-sided", "candidate", "baseline")))
def test_inside_the_budget_p_real_is_the_exact_fraction(split: tuple[int, int], alternative: Any) -> None:
    b, c = split
    assert p_real(b, c, alternative=alternative).exact_value == exact_p(b, c, alternative=alternative)
    assert p_real(b, c, kind="mid-p", alternative=alternative).exact_value == mid_p(b, c, alternative=alternative)


def test_inside_the_budget_tail_real_is_exact() -> None:
    assert tail_real(20, 3).exact_value == Fraction(1351, 1 << 20)
    assert tail_real(20, -1).exact_value == 0
    assert tail_real(20, 20).exact_value == 1


def test_beyond_the_budget_the_conventions_hold() -> None:
    big = 5 * 10**8
    assert p_real(big, big).exact_value == 1
    assert p_real(big, big, kind="mid-p").exact_value == 1
    assert p_real(big, big, kind="mid-p", alternative="candidate").exact_value == HALF
    assert p_real(big, big - 1, alternative="candidate").exact_value == HALF
    folded = p_real(big, big, kind="mid-p", tie="folded")
    # 1 - P(X = m)/2 with P(X = m) near 1 / sqrt(pi n / 2)
    assert abs(1 - float(folded) - 0.5 / math.sqrt(math.pi * big)) < 1e-12
    assert p_real(big, big, kind="mid-p", tie="folded").compare(1) < 0
    assert p_real(10**9, 0).log10().decimal(3) == "-301029995.363"  # log10 of 2 / 2^(10^9)


def test_beyond_the_budget_one_and_two_sided_forms_agree() -> None:
    b, c = 1_501_000, 1_499_000
    two, one, other = p_real(b, c), p_real(b, c, alternative="candidate"), p_real(b, c, alternative="baseline")
    assert two.decimal(20) == one.scaled(2).decimal(20)
    assert one.compare(HALF) < 0 < other.compare(HALF)
    middle = p_real(b, c, kind="mid-p")
    assert middle.compare(two) < 0
    assert middle.decimal(20) == p_real(b, c, kind="mid-p", alternative="candidate").scaled(2).decimal(20)
    # P(X >= b) + P(X >= c) = 1 + P(X in the block between), and mid-p forms add up to 1
    complement = p_real(b, c, kind="mid-p", alternative="baseline")
    assert (1 - float(complement)) == pytest.approx(float(middle) / 2, rel=1e-9)


def test_more_digits_than_are_certified_are_undecided() -> None:
    assert certified_bits(1000) > certified_bits(10**6) > certified_bits(10**9)
    with pytest.raises(Undecided, match="1024 bits"):
        p_real(500_010_000, 499_990_000).bracket(2000)


def test_more_than_ten_to_the_ninth_items_are_refused() -> None:
    with pytest.raises(
        TooLarge, match=r"p-value of b=1000000000, c=3 needs 1000000003 items, the budget is 1000000000"
    ):
        p_real(10**9, 3)
    with pytest.raises(TooLarge, match="closed-form intervals serve every size"):
        p_real(10**12, 10**12, kind="mid-p", tie="folded")
    with pytest.raises(TooLarge):
        tails.tail_real(10**10, 10**9)


def test_options_of_p_real_are_checked() -> None:
    with pytest.raises(ArgumentError, match="kind='midp' is not one of exact, mid-p"):
        p_real(3, 4, kind="midp")  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(ArgumentError, match="alternative='greater'"):
        p_real(3, 4, alternative="greater")  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(ArgumentError, match="tie='half'"):
        p_real(3, 4, tie="half")  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(TableError, match="b=-1 is negative"):
        p_real(-1, 4)


def test_stirling_coefficients_are_flints_whatever_the_order_of_the_calls():
    """Witness: FLINT's Bernoulli numbers; the cache is filled from the far end first, and by several threads."""
    binomial._bernoulli.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        found = dict(zip(range(60, 0, -1), pool.map(binomial._stirling_coefficient, range(60, 0, -1)), strict=True))
    for j, value in found.items():
        reference = flint.fmpq.bernoulli(2 * j) / (2 * j * (2 * j - 1))
        assert value == Fraction(int(reference.p), int(reference.q))
