"""The melded interval: its product laws against quadrature, its duality with the exact test, its degenerate tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, exact_p, interval
from discordant.enclosed.delta import melded
from discordant.enclosed.delta.product_law import NextOrderLaw, SameOrderLaw
from discordant.enclosed.interval import Quantile
from discordant.errors import TooLarge, Undecided

CONTEXT = mpmath.MPContext()
CONTEXT.dps = 40


def survival(N: int, n: int, p: int, s: Fraction, order: int) -> Any:
    """P(T (2B - 1) > s) by numeric integration over T, the order-th smallest of N uniforms; B ~ Beta(p, n+1-p)."""
    m = CONTEXT
    x = m.mpf(s.numerator) / s.denominator

    def density(t: Any) -> Any:
        return t ** (order - 1) * (1 - t) ** (N - order) / m.beta(order, N - order + 1)

    def above(t: Any) -> Any:
        return 0 if p > n else m.betainc(p, n + 1 - p, (1 + x / t) / 2, 1, regularized=True)

    return m.quad(lambda t: density(t) * above(t), m.linspace(x, 1, 5))


@pytest.mark.parametrize(("N", "n", "p"), [(10, 4, 3), (12, 12, 5), (20, 13, 11), (5, 1, 1)])
@pytest.mark.parametrize("s", [Fraction(1, 50), Fraction(1, 3)])
def test_the_closed_forms_are_the_integrals(N: int, n: int, p: int, s: Fraction) -> None:
    m = CONTEXT
    for order, law in ((n, SameOrderLaw(N, n, p)), (n + 1, NextOrderLaw(N, n, p))):
        if order > N:
            continue
        (lo, hi), slope = (bracket.bounds() for bracket in law.survival(s, 150))
        witness = survival(N, n, p, s, order)
        assert abs(m.mpf(lo.numerator) / lo.denominator - witness) < m.mpf(10) ** -25
        assert hi - lo < Fraction(1, 1 << 140)
        step = Fraction(1, 1 << 30)
        ahead = law.survival(s + step, 150)[0].bounds()[0]
        assert float(slope[0]) == pytest.approx(float((ahead - lo) / step), rel=1e-5, abs=1e-7)


@pytest.mark.parametrize(("N", "n", "p"), [(10, 4, 3), (12, 12, 5), (1, 0, 1), (1, 1, 2), (7, 3, 4)])
def test_the_positive_law_holds_its_exact_value(N: int, n: int, p: int) -> None:
    law = NextOrderLaw(N, n, p)
    for s in (Fraction(1, 7), Fraction(3, 4)):
        lo, hi = law.survival(s, 90)[0].bounds()
        assert lo <= law.exactly(s) <= hi


def test_without_discordance_the_limits_are_one_minus_a_root() -> None:
    for N in (1, 2, 7, 200):
        found = interval(Table(N, 0, 0, 0), "exact-melded")
        lo, hi = found.upper.enclose(40)
        assert (1 - hi) ** N <= Fraction(1, 40) <= (1 - lo) ** N
        assert found.lower.decimal(40) == "-" + found.upper.decimal(40)
    assert interval(Table(1, 0, 0, 0), "exact-melded").upper.compare(Fraction(39, 40)) == 0


def test_only_one_kind_of_item() -> None:
    assert interval(Table(0, 9, 0, 0), "exact-melded").upper.exact_value == 1
    assert interval(Table(0, 0, 9, 0), "exact-melded").lower.exact_value == -1
    assert interval(Table(0, 1, 0, 0), "exact-melded").lower.compare(Fraction(-19, 20)) == 0


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.sampled_from(("0.95", "0.8", "31/32")))
@settings(max_examples=30)
def test_it_excludes_zero_exactly_where_the_exact_test_rejects(b: int, c: int, d: int, level: str) -> None:
    table = Table(0, b, c, d + 1)
    found = interval(table, "exact-melded", level=level)
    alpha = 1 - Fraction(level)
    p = exact_p(b, c)
    assert (found.lower.sign() > 0 or found.upper.sign() < 0) == (p < alpha)
    if p == alpha and b != c:  # 1/32 at (6, 0): the limit is 0 itself
        assert 0 in (found.lower.exact_value, found.upper.exact_value)
    assert found.lower.compare(Fraction(b - c, table.N)) <= 0 <= found.upper.compare(Fraction(b - c, table.N))


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
@settings(max_examples=30)
def test_it_is_antisymmetric_monotone_in_the_level_and_within_range(b: int, c: int, d: int) -> None:
    table = Table(1, b, c, d)
    found, wider = interval(table, "exact-melded"), interval(table, "exact-melded", level="0.99")
    mirrored = interval(table.swapped(), "exact-melded")
    assert found.lower.decimal(20) == (-mirrored.upper).decimal(20)
    assert wider.lower.decimal(20) == found.lower.decimal(20) or wider.lower.compare(found.lower) < 0
    assert wider.upper.decimal(20) == found.upper.decimal(20) or wider.upper.compare(found.upper) > 0
    assert found.lower.compare(-1) >= 0 >= found.upper.compare(1)


def test_a_p_of_exactly_alpha_gives_a_limit_of_exactly_zero() -> None:
    assert interval(Table(3, 6, 0, 1), "exact-melded", level="31/32").lower.exact_value == 0
    assert interval(Table(3, 0, 6, 1), "exact-melded", level="31/32").upper.exact_value == 0


def test_a_given_z_replaces_the_level() -> None:
    table = Table(157, 17, 3, 23)
    by_z, by_level = interval(table, "exact-melded", z="1.96"), interval(table, "exact-melded")
    assert by_z.decimal(5) == by_level.decimal(5)
    assert by_z.lower.compare(by_level.lower) == -1
    assert interval(Table(5, 1, 1, 5), "exact-melded", z="0.1").lower.sign() == -1
    assert interval(Table(1, 0, 0, 0), "exact-melded", z="2").upper.compare(Fraction(39, 40)) == 1


def test_a_side_that_no_precision_settles_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    q = Quantile.of(z="1.96")
    lo, hi = q.alpha_bracket(20_000)
    with pytest.raises(Undecided, match="the sign of the limit"):
        melded._side((lo + hi) / 4, q, "the limit")


def test_more_than_five_hundred_items_are_refused_with_the_cost() -> None:
    with pytest.raises(TooLarge, match=r"exact-melded needs 501 items, the budget is 500; its exact polynomials grow"):
        interval(Table(500, 1, 0, 0), "exact-melded")
    assert interval(Table(480, 14, 6, 0), "exact-melded").lower.sign() < 0


@pytest.mark.slow
def test_every_limit_of_at_most_twelve_items_has_fifty_digits() -> None:
    for N in range(1, 13):
        for b in range(N + 1):
            for c in range(N + 1 - b):
                found = interval(Table(N - b - c, b, c, 0), "exact-melded")
                for limit in (found.lower, found.upper):
                    lo, hi = limit.enclose(50)
                    assert (hi - lo) * 10**50 <= min(abs(lo), abs(hi))
