"""Clopper-Pearson, mid-p and Jeffreys limits: of one pass rate, as odds, and rescaled to delta."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Discordant, Table, exact_p, interval, mid_p, odds_ratio_interval, pass_rate_interval
from discordant.enclosed import theta
from discordant.enclosed.delta.unconditional import unconditional_p
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.odds_ratio import REGISTRY
from discordant.errors import ArgumentError, LevelError, TableError, TooLarge
from enclosed.witness import ball, z_of
from strategies import splits

DATA = json.loads((Path(__file__).parent.parent / "data" / "quantile_limits.json").read_text(encoding="utf-8"))
FIVE_PERCENT = Fraction(1, 20)
QUANTILES = ("clopper-pearson", "mid-p", "jeffreys")


def tail(k: int, n: int, x: Fraction, method: str) -> Any:
    """P(X >= k), its mid-p form, or the Jeffreys distribution function at x, as a ball: arb's incomplete beta."""
    flint.ctx.prec = 500
    at = ball(x)
    if method == "jeffreys":
        return at.beta_lower(ball(Fraction(2 * k + 1, 2)), ball(Fraction(2 * (n - k) + 1, 2)), regularized=True)
    upper = at.beta_lower(flint.arb(k), flint.arb(n - k + 1), regularized=True)
    if method == "clopper-pearson":
        return upper
    return upper - ball(comb(n, k) * x**k * (1 - x) ** (n - k)) / 2


def printed(row: dict[str, Any]) -> Interval:
    if row["estimand"] == "odds-ratio":
        return odds_ratio_interval(Discordant(*row["counts"]), row["method"])
    if row["estimand"] == "pass-rate":
        return pass_rate_interval(*row["counts"], row["method"])
    return interval(Table(*row["table"]), row["method"])


@pytest.mark.parametrize("row", DATA["rows"], ids=lambda row: f"{row['estimand']}-{row['method']}")
def test_limits_agree_with_the_printed_digits(row: dict[str, Any]) -> None:
    limits = printed(row)
    for side in ("lower", "upper"):
        assert getattr(limits, side).decimal(len(row[side].split(".")[1])) == row[side]


@pytest.mark.parametrize("row", DATA["unconditional_p"], ids=lambda row: str(row["table"]))
def test_unconditional_p_agrees_with_the_printed_digits(row: dict[str, Any]) -> None:
    assert unconditional_p(Table(*row["table"])).decimal(len(row["p"].split(".")[1])) == row["p"]


@pytest.mark.parametrize("method", QUANTILES)
@given(n=st.integers(1, 100), data=st.data())
@settings(max_examples=20)
def test_fifty_digit_brackets_hold_the_quantile_by_arbs_incomplete_beta(
    method: str, n: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, n))
    level = data.draw(st.sampled_from((Fraction(19, 20), Fraction(99, 100), Fraction(1, 2), 1 - Fraction(1, 10**30))))
    found = pass_rate_interval(k, n, method, level=level)
    for count, limit in ((k, found.lower), (n - k, None)):
        lo, hi = limit.enclose(50) if limit is not None else found.upper.enclose(50)
        if limit is None:
            lo, hi = 1 - hi, 1 - lo
        if not count:
            assert lo == hi == 0
        elif lo != hi:
            assert tail(count, n, lo, method) < ball((1 - level) / 2) < tail(count, n, hi, method)


@pytest.mark.parametrize("method", [*QUANTILES, "wilson"])
def test_every_limit_of_at_most_twelve_items_has_fifty_digits(method: str) -> None:
    for n in range(1, 13):
        for k in range(n + 1):
            rate, ratio = pass_rate_interval(k, n, method), odds_ratio_interval(Discordant(k, n - k), method)
            for limit in (rate.lower, rate.upper, ratio.lower, ratio.upper):
                if not limit.is_infinite:
                    lo, hi = limit.enclose(50)
                    assert (hi - lo) * 10**50 <= lo


def test_every_rescaled_and_every_blaker_limit_of_at_most_twelve_items_has_fifty_digits() -> None:
    for n in range(13):
        for b in range(n + 1):
            found = [odds_ratio_interval(Discordant(b, n - b), "blaker")]
            found += [
                interval(Table(12 - n, b, n - b, 0), f"conditional-{method}")
                for method in ("clopper-pearson", "mid-p", "wilson")
            ]
            for limit in (end for limits in found for end in (limits.lower, limits.upper)):
                if not limit.is_infinite:
                    lo, hi = limit.enclose(50)
                    assert (hi - lo) * 10**50 <= min(abs(lo), abs(hi))


def test_an_exact_limit_is_recognised() -> None:
    limits = pass_rate_interval(1, 1, "clopper-pearson")
    assert limits.lower.decimal(2) == "0.02"  # exactly 0.025: a tie, rounded half-even
    assert limits.lower.exact_value == Fraction(1, 40)
    assert pass_rate_interval(0, 1, "clopper-pearson").upper.decimal(2) == "0.98"
    assert pass_rate_interval(1, 1, "mid-p").lower.compare(Fraction(1, 20)) == 0
    assert odds_ratio_interval(Discordant(1, 0), "clopper-pearson").lower.compare(Fraction(1, 39)) == 0
    # alpha = 1/32: the exact p of (6, 0) is alpha, and the limit 1/2 or an odds ratio of 1
    assert odds_ratio_interval(Discordant(6, 0), "clopper-pearson", level="31/32").lower.compare(1) == 0
    assert interval(Table(1, 6, 0, 1), "conditional-clopper-pearson", level="31/32").lower.sign() == 0
    assert interval(Table(1, 0, 6, 1), "conditional-clopper-pearson", level="31/32").upper.sign() == 0


def test_a_given_z_stands_for_its_tail() -> None:
    flint.ctx.prec = 300
    z = z_of(Fraction(19, 20))
    close = Fraction(int((z * 10**40).floor().unique_fmpz()), 10**40)
    for method in QUANTILES:
        by_z, by_level = pass_rate_interval(17, 20, method, z=close), pass_rate_interval(17, 20, method)
        assert by_z.decimal(30) == by_level.decimal(30)
        assert by_z.lower.compare(by_level.lower) == 1  # z is cut: the interval is a little shorter
    assert pass_rate_interval(1, 1, "clopper-pearson", z="1.96").lower.decimal(6) == "0.024998"


@given(splits(60))
@settings(max_examples=30)
def test_exchanging_the_runs_inverts_the_odds_ratio(split: tuple[int, int]) -> None:
    b, c = split
    for method in REGISTRY:
        there = odds_ratio_interval(Discordant(b, c), method)
        back = odds_ratio_interval(Discordant(c, b), method)
        if there.lower.compare(0) == 0:
            assert back.upper.is_infinite
        else:
            lo, hi = there.lower.bracket(120)
            assert back.upper.compare(1 / hi) >= 0 >= back.upper.compare(1 / lo)


@given(splits(60), st.integers(0, 50))
@settings(max_examples=30)
def test_intervals_exclude_no_difference_exactly_where_their_tests_reject(split: tuple[int, int], d: int) -> None:
    b, c = split
    rejected = {
        "clopper-pearson": exact_p(b, c) < FIVE_PERCENT,
        "mid-p": mid_p(b, c) < FIVE_PERCENT,
    }
    for method, rejects in rejected.items():
        ratio = odds_ratio_interval(Discordant(b, c), method)
        assert (ratio.lower.compare(1) > 0 or ratio.upper.compare(1) < 0) == rejects
        if b + c + d:
            scaled = interval(Table(0, b, c, d), f"conditional-{method}")
            assert (scaled.lower.sign() > 0 or scaled.upper.sign() < 0) == rejects


@pytest.mark.parametrize("method", list(REGISTRY))
def test_degenerate_odds_ratios(method: str) -> None:
    for z in (None, "1.96"):
        nothing = odds_ratio_interval(Discordant(0, 0), method, z=z)
        assert nothing.lower.exact_value == 0
        assert nothing.upper.is_infinite
        only_b = odds_ratio_interval(Table(5, 7, 0, 1), method, z=z)
        assert only_b.lower.sign() > 0
        assert float(only_b.upper) == float("inf")
        assert odds_ratio_interval(Table(5, 0, 7, 1), method, z=z).lower.exact_value == 0


@pytest.mark.parametrize("method", ["conditional-clopper-pearson", "conditional-mid-p", "conditional-wilson"])
def test_degenerate_conditional_intervals(method: str) -> None:
    nothing = interval(Table(5, 0, 0, 5), method)
    assert (nothing.lower.exact_value, nothing.upper.exact_value) == (0, 0)
    assert interval(Table(5, 4, 0, 1), method).upper.exact_value == Fraction(4, 10)
    assert interval(Table(5, 0, 4, 1), method).lower.exact_value == Fraction(-4, 10)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.sampled_from(("19/20", None)))
@settings(max_examples=30)
def test_conditional_limits_are_rescaled_rate_limits(b: int, c: int, d: int, level: str | None) -> None:
    if not b + c:
        return
    given_z = {"z": "2"} if level is None else {"level": level}
    share = Fraction(b + c, b + c + d)
    for rate, scaled in (
        ("clopper-pearson", "conditional-clopper-pearson"),
        ("mid-p", "conditional-mid-p"),
        ("wilson", "conditional-wilson"),
    ):
        of_rate = pass_rate_interval(b, b + c, rate, **given_z)  # type: ignore[arg-type] # one keyword of two
        of_delta = interval(Table(0, b, c, d), scaled, **given_z)  # type: ignore[arg-type] # one keyword of two
        for here, there in ((of_rate.lower, of_delta.lower), (of_rate.upper, of_delta.upper)):
            lo, hi = here.bracket(150)
            low, high = there.bracket(150)
            assert low <= (2 * hi - 1) * share
            assert (2 * lo - 1) * share <= high
            assert high - low < Fraction(1, 1 << 120)


@given(st.integers(0, 40), st.integers(0, 40), st.sampled_from((None, "1.96", "1", "3/7")))
@settings(max_examples=30)
def test_wilson_odds_are_the_odds_of_wilsons_rate_limits(b: int, c: int, z: str | None) -> None:
    if not b + c:
        return
    rate, ratio = pass_rate_interval(b, b + c, "wilson", z=z), odds_ratio_interval(Discordant(b, c), "wilson", z=z)
    for here, there in ((rate.lower, ratio.lower), (rate.upper, ratio.upper)):
        lo, hi = here.bracket(200)
        if hi == 1:
            assert there.is_infinite or there.compare(10**6) > 0
            continue
        low, high = there.bracket(200)
        assert low <= hi / (1 - hi)
        assert lo / (1 - lo) <= high
        assert (high - low) * (1 << 120) <= high


def test_a_rational_wilson_limit_is_exact() -> None:
    # b = 3, c = 1, z = 1: z^2 + 4 b c / n = 4 is a square
    limits = odds_ratio_interval(Discordant(3, 1), "wilson", z="1")
    assert (limits.lower.exact_value, limits.upper.exact_value) == (1, 9)
    scaled = interval(Table(0, 3, 1, 4), "conditional-wilson", z="1")
    assert (scaled.lower.exact_value, scaled.upper.exact_value) == (0, Fraction(2, 5))


def test_limits_of_a_thousand_million_items() -> None:
    k, n = 499_999_000, 10**9
    found = pass_rate_interval(k, n, "clopper-pearson")
    # by the normal approximation; the limits differ from it by less than 1 / n
    assert float(found.lower) == pytest.approx(k / n - 1.959964 * (0.25 / n) ** 0.5, abs=2e-9)
    assert float(pass_rate_interval(1, n, "clopper-pearson").lower) == pytest.approx(2.5317808e-11, rel=1e-7)
    assert float(pass_rate_interval(1, n, "jeffreys").upper) == pytest.approx(4.6742e-9, rel=1e-4)  # chi^2_3 / 2n
    extreme = pass_rate_interval(1, 10**8, "mid-p", level=1 - Fraction(1, 10**30))  # tails of 2^-(10^8) on the way
    assert float(extreme.lower) == pytest.approx(1e-38, rel=1e-6)
    with pytest.raises(TooLarge, match="the lower clopper-pearson limit needs 1000000001 items"):
        pass_rate_interval(5, n + 1, "clopper-pearson")
    with pytest.raises(TooLarge, match="the lower jeffreys limit"):
        pass_rate_interval(5, n + 1, "jeffreys")


@pytest.mark.parametrize("nines", [4, 12, 60])
@pytest.mark.parametrize(("n", "failures"), [(200, 0), (10**6, 5), (10**9, 0), (10**9, 3)])
def test_jeffreys_limits_with_few_failures_are_found_in_a_few_steps(
    n: int, failures: int, nines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Fraction] = []
    inner = theta.half_beta

    def counted(n: int, k: int, x: Fraction, bits: int) -> Any:
        asked.append(x)
        return inner(n, k, x, bits)

    monkeypatch.setattr(theta, "half_beta", counted)
    lower = pass_rate_interval(n - failures, n, "jeffreys", level=1 - Fraction(1, 10**nines)).lower
    lo, hi = lower.enclose(20)
    assert len(asked) <= 60
    assert lo < hi < 1 - Fraction(failures, n)
    if n == 10**9 and not failures:  # 2n (1 - theta) is nearly chi-square of 1 degree of freedom
        assert math.erfc(math.sqrt(n * (1 - hi))) == pytest.approx(10.0**-nines / 2, rel=1e-5)


def test_arguments_are_checked() -> None:
    with pytest.raises(ArgumentError, match="method='newcombe' is not an interval for the odds ratio b/c; choose"):
        odds_ratio_interval(Discordant(3, 4), "newcombe")
    with pytest.raises(TableError, match=r"the odds ratio needs b and c; give a Discordant\(b, c\) .* not tuple"):
        odds_ratio_interval((3, 4), "mid-p")  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(LevelError):
        odds_ratio_interval(Discordant(3, 4), "mid-p", level="95")


def test_a_limit_without_rational_candidates_says_so() -> None:
    q = Quantile.of("0.95")
    lower, upper = theta.jeffreys(3, 7, q, "limit")
    assert lower.rational is not None
    assert lower.rational() is None
    assert upper.rational is not None
    assert upper.rational() is None
    assert theta.Limit("x", refine=lambda bits: (Fraction(0), Fraction(1))).mirrored().rational is not None
    assert theta.Limit("x", refine=lambda bits: (Fraction(0), Fraction(1))).mirrored().rational() is None  # type: ignore[misc] # not None by the line above


@pytest.mark.peers
def test_limits_agree_with_scipys_beta_quantiles() -> None:
    stats = pytest.importorskip("scipy.stats", reason="compares with scipy")
    for k, n in ((17, 20), (1, 9), (60, 100), (5300, 10_000)):
        exact = pass_rate_interval(k, n, "clopper-pearson")
        assert float(exact.lower) == pytest.approx(stats.beta.ppf(0.025, k, n - k + 1), rel=1e-12)
        assert float(exact.upper) == pytest.approx(stats.beta.ppf(0.975, k + 1, n - k), rel=1e-12)
        jeffreys = pass_rate_interval(k, n, "jeffreys")
        assert float(jeffreys.lower) == pytest.approx(stats.beta.ppf(0.025, k + 0.5, n - k + 0.5), rel=1e-12)
        assert float(jeffreys.upper) == pytest.approx(stats.beta.ppf(0.975, k + 0.5, n - k + 0.5), rel=1e-12)
