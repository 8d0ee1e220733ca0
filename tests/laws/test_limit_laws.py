"""Laws of the Wald, Wilson, Newcombe and Tango limits that `proofs/` proves for all tables."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, chi_square, interval, pass_rate_interval
from discordant.enclosed.delta.square_and_add import phi_parts
from discordant.enclosed.score_test import p_value
from strategies import tables

FEW = settings(max_examples=40)
PLAIN, CORRECTED = "newcombe-plain", "newcombe-corrected"


def _between(x, lo, hi) -> bool:
    low, high = x.bracket(120)
    return Fraction(lo) <= high and low <= Fraction(hi)


@given(tables())
def test_the_wald_variance_is_never_negative_and_zero_where_claimed(table):
    """Law: (b + c)/N - (b - c)^2/N^2 = 0 exactly when bc = 0 and n is 0 or N; then the interval is a point."""
    variance = Fraction(table.n, table.N) - Fraction(table.b - table.c, table.N) ** 2
    assert variance >= 0
    assert (variance == 0) == (table.b * table.c == 0 and table.n in (0, table.N))
    found = interval(table, "wald")
    assert found.lower.compare(found.upper) == 0 if variance == 0 else found.lower.compare(found.upper) < 0


@given(st.integers(1, 400).flatmap(lambda N: st.tuples(st.integers(0, N), st.just(N))))
def test_wilson_limits_are_in_order_and_inside_the_unit_interval(passes):
    k, N = passes
    found = pass_rate_interval(k, N)
    rate = Fraction(k, N)
    assert _between(found.lower, 0, rate)
    assert _between(found.upper, rate, 1)


@FEW
@given(tables())
def test_newcombe_limits_are_in_order_and_inside_minus_one_to_one(table):
    delta = Fraction(table.b - table.c, table.N)
    for method in (PLAIN, CORRECTED):
        found = interval(table, method)
        assert _between(found.lower, -1, delta)
        assert _between(found.upper, delta, 1)


@given(tables())
def test_phi_is_a_correlation(table):
    """Law: phi^2 <= 1 for the plain and for the corrected numerator."""
    numerator, product = phi_parts(table)
    assert numerator**2 <= product or product == 0
    corrected = max(numerator - Fraction(table.N, 2), 0) if numerator > 0 else numerator
    assert corrected**2 <= max(product, numerator**2)


@FEW
@given(tables())
def test_exchanging_the_runs_negates_the_newcombe_interval(table):
    for method in (PLAIN, CORRECTED):
        here, there = interval(table, method), interval(table.swapped(), method)
        for one, other in ((here.lower, there.upper), (here.upper, there.lower)):
            low, high = other.bracket(120)
            assert _between(one, -high, -low)


@FEW
@given(st.one_of(tables(), st.integers(1, 300).map(lambda k: Table(k, 0, 0, k))))
def test_the_plain_newcombe_interval_is_a_point_exactly_where_claimed(table):
    """Law: zero width exactly when b = c = 0 and a = d."""
    found = interval(table, PLAIN)
    assert (found.lower.compare(found.upper) == 0) == (table.n == 0 and table.a == table.d)


@FEW
@given(tables(limit=200))
def test_tangos_score_at_zero_is_mcnemars(table):
    """Law: the score p-value of delta = 0 is the chi-square p."""
    expected = chi_square(table.b, table.c).p
    low, high = expected.bracket(120)
    assert _between(p_value(table, null_delta="0"), low, high)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), st.fractions(Fraction(1, 100), Fraction(1, 4)),
       st.fractions(Fraction(-1, 200), Fraction(1, 4)))  # fmt: skip
def test_tangos_quadratic_is_the_derivative_of_the_likelihood(b, c, rest, q, delta):
    """Law: 2N q^2 + B q + C equals minus the score equation times its denominators."""
    N = b + c + rest
    quadratic = 2 * N * q**2 + (-b - c + (2 * N - b + c) * delta) * q - c * delta * (1 - delta)
    denominators = q * (q + delta) * (1 - 2 * q - delta)
    if denominators:
        score = b / (q + delta) + c / q - 2 * rest / (1 - 2 * q - delta)
        assert score * denominators == -quadratic
