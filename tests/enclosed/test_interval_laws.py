"""Laws that intervals keep: exchange of the runs, nesting in the level, the parameter's range, duality with tests."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, chi_square, edwards, interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed import delta, risk_ratio, single
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, LevelError, TableError, UndefinedError
from strategies import tables

CLOSED = (
    "wald",
    "wald-fleiss",
    "wald-cc-variance",
    "agresti-min",
    "bonett-price",
    "newcombe-plain",
    "newcombe-corrected",
    "newcombe-cc",
    "tango",
    "tango-cc",
)
WITHIN = ("newcombe-plain", "newcombe-corrected", "newcombe-cc", "tango", "tango-cc")
RATIO = ("wald-log", "tang-score", "mover-wilson", "bonett-price-hybrid")
RATES = ("wilson", "wilson-cc", "agresti-coull", "wald")
FEW = settings(max_examples=25)


def meets(x: Real, y: Real, negated: bool) -> bool:
    """Whether x = y (or x = -y) as far as 40 digits tell."""
    if x.is_infinite or y.is_infinite:
        return x.is_infinite and y.is_infinite
    lo, hi = x.bracket(160)
    low, high = y.bracket(160)
    if negated:
        low, high = -high, -low
    return max(lo, low) <= min(hi, high)


@pytest.mark.parametrize("method", CLOSED)
@FEW
@given(table=tables())
def test_exchanging_the_runs_mirrors_the_interval_for_delta(method, table):
    one, other = interval(table, method), interval(table.swapped(), method)
    assert meets(one.lower, other.upper, negated=True)
    assert meets(one.upper, other.lower, negated=True)


@pytest.mark.parametrize("method", RATIO)
@FEW
@given(table=tables())
def test_exchanging_the_runs_inverts_the_interval_for_the_ratio(method, table):
    one, other = risk_ratio_interval(table, method), risk_ratio_interval(table.swapped(), method)
    if one.upper.is_infinite:
        assert other.lower.exact_value == 0
        return
    lo, hi = one.upper.bracket(160)
    low, high = other.lower.bracket(160)
    assert lo * low <= 1 <= hi * high


@pytest.mark.parametrize("method", CLOSED)
@FEW
@given(table=tables(), pair=st.sampled_from((("0.5", "0.9"), ("0.9", "0.95"), ("0.95", "0.999999"))))
def test_a_higher_level_gives_an_interval_around_the_lower_one(method, table, pair):
    narrow, wide = (interval(table, method, level=level) for level in pair)
    assert wide.lower.bracket(100)[0] <= narrow.lower.bracket(100)[1]
    assert narrow.upper.bracket(100)[0] <= wide.upper.bracket(100)[1]
    if method not in ("agresti-min", "bonett-price"):  # their centres are not the estimate
        estimate = Fraction(table.b - table.c, table.N)
        assert narrow.lower.compare(estimate) <= 0 <= narrow.upper.compare(estimate)


@pytest.mark.parametrize("method", WITHIN)
@FEW
@given(table=tables(limit=200))
def test_limits_stay_within_the_range_of_delta(method, table):
    found = interval(table, method)
    assert found.lower.compare(-1) >= 0
    assert found.upper.compare(1) <= 0
    assert delta.REGISTRY[method].parameter_range == "within [-1, 1]"


@settings(max_examples=15)
@given(table=tables(limit=30))
def test_square_and_add_on_jeffreys_limits_stays_within_the_range_and_mirrors(table):
    one, other = interval(table, "mover-jeffreys"), interval(table.swapped(), "mover-jeffreys")
    assert one.lower.compare(-1) >= 0
    assert one.upper.compare(1) <= 0
    assert meets(one.lower, other.upper, negated=True)


@pytest.mark.parametrize("method", ["wald", "wald-fleiss", "wald-cc-variance", "agresti-min", "bonett-price"])
def test_the_registry_says_which_intervals_may_leave_the_range(method):
    assert delta.REGISTRY[method].parameter_range == "may leave [-1, 1]"
    table = Table(0, 0, 1, 0) if method == "wald-fleiss" else Table(0, 1, 7, 0)
    found = interval(table, method, level="0.999")
    assert found.lower.compare(-1) < 0


@settings(max_examples=60)
@given(table=tables(), level=st.sampled_from(("0.9", "0.95", "0.99")))
def test_score_intervals_exclude_no_difference_exactly_where_the_dual_test_rejects(table, level):
    alpha = 1 - Fraction(level)
    rejects = chi_square(table.b, table.c).p.compare(alpha) < 0
    corrected = edwards(table.b, table.c).p.compare(alpha) < 0
    assert interval(table, "tango", level=level).contains(0) is not rejects
    assert interval(table, "tango-cc", level=level).contains(0) is not corrected
    if table.candidate_passes or table.baseline_passes:
        assert risk_ratio_interval(table, "tang-score", level=level).contains(1) is not rejects


@pytest.mark.slow
def test_the_dual_pairs_agree_on_every_table_of_up_to_sixteen_items():
    for N in range(1, 17):
        for b in range(N + 1):
            for c in range(N + 1 - b):
                table = Table(0, b, c, N - b - c)
                for method, test in (("tango", chi_square), ("tango-cc", edwards)):
                    assert interval(table, method).contains(0) is not (test(b, c).p.compare(Fraction(1, 20)) < 0)


@pytest.mark.parametrize("method", CLOSED)
@FEW
@given(table=tables())
def test_brackets_of_limits_nest_as_bits_grow(method, table):
    lower = interval(table, method).lower
    previous = lower.bracket(40)
    for bits in (80, 160, 320):
        lo, hi = lower.bracket(bits)
        assert lo <= previous[1]
        assert previous[0] <= hi
        assert hi - lo <= previous[1] - previous[0]
        previous = lo, hi


@pytest.mark.parametrize("method", RATES)
@FEW
@given(N=st.integers(1, 10**6), share=st.fractions(0, 1))
def test_exchanging_passes_and_failures_mirrors_the_interval_for_a_rate(method, N, share):
    k = int(share * N)
    one, other = pass_rate_interval(k, N, method), pass_rate_interval(N - k, N, method)
    lo, hi = one.lower.bracket(160)
    low, high = other.upper.bracket(160)
    assert lo + low <= 1 <= hi + high
    if method.startswith("wilson"):
        assert one.lower.compare(0) >= 0
        assert one.upper.compare(1) <= 0
        assert (one.lower.exact_value == 0) is (k == 0)
        assert (one.upper.exact_value == 1) is (k == N)
    assert one.lower.compare(Fraction(k, N)) <= 0 <= one.upper.compare(Fraction(k, N)) or method == "agresti-coull"


@FEW
@given(N=st.integers(1, 10**4), share=st.fractions(0, 1))
def test_agresti_coull_contains_wilson_and_so_does_the_corrected_wilson(N, share):
    k = int(share * N)
    wilson = pass_rate_interval(k, N)
    for method in ("agresti-coull", "wilson-cc"):
        around = pass_rate_interval(k, N, method)
        assert around.lower.bracket(100)[0] <= wilson.lower.bracket(100)[1]
        assert wilson.upper.bracket(100)[0] <= around.upper.bracket(100)[1]


@FEW
@given(table=tables())
def test_newcombe_on_corrected_limits_is_the_wider_one_without_correlation(table):
    # phi enters both alike, so the comparison holds where phi is 0: an empty margin
    if table.candidate_passes * (table.c + table.d) * table.baseline_passes * (table.b + table.d):
        return
    plain, corrected = interval(table, "newcombe-plain"), interval(table, "newcombe-cc")
    assert corrected.lower.bracket(100)[0] <= plain.lower.bracket(100)[1]


@pytest.mark.parametrize("z", ["0.001", "1", "1.96", "3", "40"])
@pytest.mark.parametrize("k", [1, 5, 6, 9])
def test_a_rational_z_and_its_level_give_the_same_kind_of_limit(z, k):
    for method in RATES:
        found = pass_rate_interval(k, 10, method, z=z)
        assert found.level is None
        assert found.z == Fraction(z)
        assert found.lower.compare(found.upper) == -1


def test_errors_of_the_dispatchers_name_what_is_wrong():
    with pytest.raises(ArgumentError, match="method='newcombe' is not an interval for delta; choose one of agr"):
        interval(Table(1, 1, 1, 1), "newcombe")
    with pytest.raises(ArgumentError, match="method='x' is not an interval for the ratio of pass rates; choose one of"):
        risk_ratio_interval(Table(1, 1, 1, 1), "x")
    with pytest.raises(ArgumentError, match="method='x' is not an interval for one pass rate; choose one of"):
        pass_rate_interval(1, 2, "x")
    with pytest.raises(UndefinedError, match="delta of a table without items is undefined; N is 0"):
        interval(Table(0, 0, 0, 0), "wald")
    with pytest.raises(UndefinedError, match="the pass rate of no items is undefined; N is 0"):
        pass_rate_interval(0, 0)
    with pytest.raises(TableError, match="k=3 passes of N=2 items; k is at most N"):
        pass_rate_interval(3, 2)
    with pytest.raises(TableError, match=r"delta needs all four cells; give a Table\(a, b, c, d\), not Discordant"):
        interval(Table(1, 1, 1, 1).discordant, "wald")
    with pytest.raises(LevelError, match="level='95' is not between 0 and 1"):
        interval(Table(1, 1, 1, 1), "wald", level="95")
    with pytest.raises(LevelError, match="z='0' is not positive"):
        interval(Table(1, 1, 1, 1), "wald", z="0")


def test_an_interval_shows_itself():
    found = interval(Table(157, 17, 3, 23), "tango")
    assert str(found) == "delta tango, 95 %: [0.029219, 0.119163]"
    assert str(interval(Table(157, 17, 3, 23), "wald", z="1.96")) == "delta wald, z = 1.96: [0.027260, 0.112740]"
    assert found._repr_html_() == (
        "<table><tr><th>estimand</th><th>method</th><th>level</th><th>lower</th><th>upper</th></tr>"
        "<tr><td>delta</td><td>tango</td><td>95 %</td><td>0.029219</td><td>0.119163</td></tr></table>"
    )
    document = found.to_dict()
    assert document["level"] == {
        "numerator": "19",
        "denominator": "20",
        "decimal": "9.5000000000000000e-1",
        "float": 0.95,
    }
    assert document["z"] is None
    assert document["lower"]["float"] == float(found.lower)
    assert found.contains(Fraction(1, 10))
    assert not found.contains(0)
    assert interval(Table(1, 1, 1, 1), "wald", z="2").to_dict()["level"] is None


def test_registries_refuse_a_second_method_of_the_same_id():
    wilson = single.REGISTRY["wilson"]
    for registry in (single.REGISTRY, risk_ratio.REGISTRY):
        with pytest.raises(ValueError, match="'wilson' is registered already, or is not for"):
            registry.register(wilson)
