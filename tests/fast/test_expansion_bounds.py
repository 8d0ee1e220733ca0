"""The proved remainder of the uniform expansion: the bounds are re-derived coarsely here, in full by the slow test.

Two witnesses for every ingredient: the terms f_k as series and in closed form, the f_k(0) as values and as the
coefficients of 1/g, the c_k from the h_k and from the generator's closed form, and the constants against remainders
enclosed point by point from the incomplete beta function.
"""

from __future__ import annotations

import pytest
from flint import arb, arb_poly, arb_series, fmpq, fmpz_poly

from benchmarks.fast_bounds import MARKS, tables
from benchmarks.fast_remainder import correction_terms, mass_terms, scaled_remainder
from discordant.fast import uniform_pieces
from discordant.fast.batch import expansion_kernel
from discordant.fast.erfcx_table import table
from discordant.fast.normal import far_series
from fast.bounds import corrections, erfcx_pieces, fixed_point, recombination, supremum, terms, uniform_rows
from fast.bounds.supremum import LENGTH, N_MIN, ORDERS, working

POINTS = (("0.01", "0.05"), ("0.2", "0.25"), ("0.3", "0.5"), ("0.4254", "0.4254"))
"""s and T."""
COARSE = (100, 44)
"""Boxes in s and in T; the full run has 400 by 55."""
ODD = supremum.odd_factorials(8)
ODD_9 = supremum.odd_factorials(9)[9]


def edge():
    """The largest s."""
    return arb(supremum.Y_MAX).sqrt()


def numbers(function):
    """The floats that stand in a function."""
    return [value for value in function.__code__.co_consts if isinstance(value, float)]


def by_series(order, s, T):
    value = arb_poly([arb_poly(part)(s) for part in terms.term_series(ORDERS, LENGTH)[order]])(T)
    scale = (1 - s * s) ** -order
    return value * scale + arb(0, 1) * supremum.tail(order, T)


def in_closed_form(order, s, T):
    square = (-((1 - T * T).log()) + 2 * (1 - s * T).log() + s * ((1 + T) / (1 - T)).log()) / (1 - s * s)
    powers = terms.power_polynomials(ORDERS)[order]
    total = square.sqrt() * sum((arb_poly(part)(s) / T**power for power, part in powers.items()), arb(0))
    odd = supremum.odd_factorials(order)
    for j in range(1, order + 1):
        total -= arb_poly(terms.heads(ORDERS)[order - j])(s) * (-1) ** j * odd[j] / square**j
    return total * (1 - s * s) ** -order


@pytest.mark.parametrize(("s", "T"), POINTS)
@pytest.mark.parametrize("order", [0, 1, 2, 6, 10])
def test_a_term_as_a_series_is_the_term_in_closed_form(order, s, T):
    with working(400):
        series, closed = by_series(order, arb(s), arb(T)), in_closed_form(order, arb(s), arb(T))
        assert series.overlaps(closed)
        assert series.rad() < 1e-3


@pytest.mark.parametrize(("s", "T"), [(s, T) for s, T in POINTS if s <= T])
def test_no_term_exceeds_its_proved_bound(s, T):
    with working():
        for order in (1, 6, 10):
            limit = supremum.supremum(order, *COARSE)
            assert abs(in_closed_form(order, arb(s), arb(T))) <= limit


def test_the_bound_of_a_term_is_within_a_third_of_a_value_it_takes():
    with working():
        for order, T in ((6, "0.43"), (10, "0.4254")):
            value = abs(in_closed_form(order, arb("0.4254"), arb(T)))
            assert supremum.supremum(order, *COARSE) < value * 4 / 3


@pytest.mark.parametrize("s", ["0.1", "0.4254"])
def test_the_values_at_the_saddle_are_the_coefficients_of_one_over_the_mass(s):
    with working(300):
        y = arb(s) ** 2
        mass = arb_series(mass_terms(ORDERS + 1, y), ORDERS + 1)
        values = [arb_poly(part)(arb(s)) for part in terms.heads(ORDERS)]
        heads = arb_series([(1 - y).sqrt() * value / (1 - y) ** k for k, value in enumerate(values)], ORDERS + 1)
        product = (mass * heads).coeffs()
        assert product[0].overlaps(arb(1))
        assert all(value.overlaps(arb(0)) and value.rad() < 1e-60 for value in product[1:])


@pytest.mark.parametrize("s", ["0.05", "0.4254"])
def test_the_corrections_are_what_the_integrated_terms_recombine_to(s):
    with working(400):
        deviation, y = arb(s), arb(s) ** 2
        series = terms.term_series(ORDERS, LENGTH)
        root = (recombination.twice_entropy(deviation) / (1 - y)).sqrt()  # zeta_0 / sqrt(1-s^2)
        ends = []
        for k in range(ORDERS):
            values = [arb_poly(part)(deviation) for part in series[k]]
            rest = arb_poly([arb(0), *values[1:]])(deviation)
            error = arb(0, 1) * supremum.tail(k, deviation)
            ends.append((rest / (1 - y) ** k + error) / root)
        mass = mass_terms(ORDERS, y)
        closed = correction_terms(ORDERS, y)
        for k in range(ORDERS):
            recombined = sum((mass[j] * ends[k - j] for j in range(k + 1)), arb(0))
            assert recombined.overlaps(closed[k])
            assert recombined.rad() < 1e-5


@pytest.mark.parametrize("order", [6, 10])
def test_the_constant_holds_where_the_remainder_is_enclosed_and_is_not_far_from_it(order):
    with working():
        limit = recombination.remainder(order, *COARSE).total
    with working(420):
        seen = [scaled_remainder(n, m, order) for n, m in ((1024, 295), (1024, 500), (4096, 1179), (65536, 32000))]
    assert all(value <= limit for value in seen)
    assert limit < 3 * max(value.lower() for value in seen)


def test_the_page_states_the_largest_remainders_that_were_enclosed(root):
    page = " ".join((root / "docs" / "fast-bounds.md").read_text(encoding="utf-8").split())
    assert "the largest being 0.297 n^-6 and 79.2 n^-10 of mid-p near y = 0.18" in page
    with working(420):
        assert abs(scaled_remainder(1024, 295, 6) - arb("0.297")) < 0.0005
        assert abs(scaled_remainder(1024, 295, 10) - arb("79.2")) < 0.05


def test_the_remainder_is_small_enough_for_the_kernels_and_for_the_fixed_point_stage():
    with working():
        assert recombination.remainder(6, *COARSE).total / arb(N_MIN) ** 6 < arb(2) ** -60
        assert recombination.remainder(10, *COARSE).total / arb(N_MIN) ** 10 < arb(2) ** -92


def test_every_class_of_polynomials_truncates_less_than_an_eighth_of_an_ulp():
    for row in corrections.float_classes():
        assert row.fitted + row.dropped < arb(2) ** -56, row.name


def test_the_fixed_point_polynomials_are_within_their_bound():
    row = corrections.fixed_point()
    assert row.fitted < arb(2) ** -93
    assert row.dropped == 0


def test_a_wrong_coefficient_exceeds_the_bound():
    n_min, y_max, polynomials = corrections.CORRECTIONS["near_small"]
    changed = [[arb(value) for value in polynomial] for polynomial in polynomials]
    changed[1][0] += arb(2) ** -36
    assert corrections.kept("near_small", n_min, repr(y_max), changed).fitted > arb(2) ** -56


def test_a_missing_polynomial_exceeds_the_bound():
    n_min, y_max, polynomials = corrections.CORRECTIONS["far"]
    fewer = [[arb(value) for value in polynomial] for polynomial in polynomials[:5]]
    assert corrections.kept("far", n_min, repr(y_max), fewer).dropped > arb(2) ** -54


def test_a_sum_of_chebyshev_coefficients_bounds_a_polynomial():
    # 8x^2 - 8x + 1 is T_2(2x-1), whose maximum on [0, 1] is 1
    assert corrections.chebyshev_sum([arb(1), arb(-8), arb(8)], arb(0), arb(1)).overlaps(arb(1))
    assert corrections.chebyshev_sum([arb(0), arb(0), arb(0), arb(1)], arb(0), arb(2)).overlaps(arb(8))


def test_the_pieces_of_erfcx_are_within_a_thirtieth_of_an_ulp():
    assert erfcx_pieces.largest_error(8) < arb(2) ** -58


def test_a_piece_of_erfcx_off_by_a_sixteenth_of_an_ulp_exceeds_the_bound():
    row = list(table()[100])
    row[1] += row[0] * 2.0**-56
    assert erfcx_pieces.piece_error(100, tuple(row)) > arb(2) ** -57


def test_the_short_pieces_are_within_an_ulp_of_p_in_all():
    found = uniform_rows.largest_errors(40)
    assert found.depth < arb(2) ** -54
    assert found.with_mass < arb(2) ** -54
    assert found.without_mass < arb(2) ** -55


def test_a_short_piece_with_a_wrong_coefficient_exceeds_the_bound():
    rows = {mass: list(uniform_pieces._load(mass)[100]) for mass in (True, False)}
    rows[True][9] += 2.0**-50
    with working(uniform_rows.PRECISION, uniform_rows.ORDER + 1):
        changed = uniform_rows.row_error(100 + uniform_pieces.FIRST, rows)
    assert changed.with_mass > arb(2) ** -53
    assert changed.without_mass < arb(2) ** -55


def test_division_by_the_root_at_one_leaves_no_rest():
    quotient = terms.without_root_at_one(terms.power_polynomials(ORDERS)[1])  # -(C-s)(C^2-1)
    assert quotient == {2: fmpz_poly([-1]), 1: fmpz_poly([-1, 1]), 0: fmpz_poly([0, 1])}
    with pytest.raises(ArithmeticError, match="does not vanish at C = 1"):
        terms.without_root_at_one(terms.power_polynomials(ORDERS)[0])


def test_the_series_of_erfcx_is_within_its_bound_and_needs_it():
    with working(400):
        for D in (300, 301, 500, 745):
            v = fmpq(1, 2 * D)
            series = sum((fmpq((-1) ** k * odd) * v**k for k, odd in enumerate(ODD)), fmpq(0))
            true = (arb.pi() * D).sqrt() * arb(D).exp() * arb(D).sqrt().erfc()
            error = abs(arb(series) / true - 1)
            assert error < erfcx_pieces.series_remainder(D)
            assert error > erfcx_pieces.series_remainder(D) * 0.9
            assert abs(true - (1 - far_series(0.5 / D) * 0.5 / D)) < 3e-16


def test_the_series_of_erfcx_has_the_eight_terms_that_are_bounded():
    assert len(ODD) == erfcx_pieces.SERIES_TERMS + 1
    assert set(map(float, ODD)) == set(numbers(far_series))
    quotients = tuple(float(ODD[k] // ODD[k - 1]) for k in range(8, 0, -1))
    assert quotients in expansion_kernel.erfcx_far.__code__.co_consts


def test_the_truncation_of_the_arrays_is_less_than_a_seventh_of_an_ulp():
    with working():
        of_erfcx = erfcx_pieces.largest_error(8).max(erfcx_pieces.series_remainder())
        of_erfcx = of_erfcx / recombination.least_mass(arb(supremum.Y_MAX).sqrt())
        for row in corrections.float_classes():
            assert row.fitted + row.dropped + of_erfcx + arb(2) ** -92 < arb(2) ** -53 / 7, row.name


def gap_power():
    return (-N_MIN * supremum.gap()).exp()


def split_tail(order):
    return supremum.tail(order, arb(supremum.SPLIT))


QUOTED = [
    # what the page says, what it is about, and the number there: an upper bound, with "above" a lower one
    ("g sqrt(1-y) >= exp(-1/(12m) - 1/(12(n-m))) >= 0.9996", lambda: recombination.least_mass(edge()), "above 0.9996"),
    ("below 2.8e-4 for K = 10", lambda: split_tail(10), "2.8e-4"),
    ("1.4e-10 for K = 6", lambda: split_tail(6), "1.4e-10"),
    ("up to 2.1e16 for K = 10", lambda: supremum.far(10), "2.1e16"),
    ("(zeta_1^2 - zeta_0^2)/2 >= 0.082", supremum.gap, "above 0.082"),
    ("e^(-0.082 n) <= 2^-121 of the Gaussian tail", lambda: gap_power() * arb(2) ** 121, "1"),
    ("W = s sqrt(2H + 2/n) <= 0.185", lambda: recombination.weight(edge()), "0.185"),
    ("which is 3.42e-18 at D = 300", lambda: ODD_9 / arb(600) ** 9, "3.42e-18"),
    ("less than 76 u + 0.098 n y u", lambda: fixed_point.depth(arb(0)), "76"),
    ("less than 76 u + 0.098 n y u", lambda: fixed_point.depth(arb(1)) - fixed_point.depth(arb(0)), "0.098"),
    ("eight squarings: less than 2.2 u", lambda: fixed_point.exp_fixed(arb(0)), "2.2"),
    ("The result is floored: 1.001 u", fixed_point.erfcx_near, "1.001"),
    ("relative to the integral at most 2^-90.5", lambda: fixed_point.fraction() * arb(2) ** arb("90.5"), "1"),
    ("by Horner's scheme: less than 3.3 u", lambda: fixed_point.correction()[1], "3.3"),
    ("less than 10.1 u for m >= 294.7", fixed_point.log_mass, "10.1"),
    ("y <= 0.1801 and d >= 2", lambda: N_MIN * (1 - arb("0.1801").sqrt()) / 2, "above 294.7"),
]


@pytest.mark.parametrize(("words", "found", "stated"), QUOTED, ids=[f"{row[0]}: {row[2]}" for row in QUOTED])
def test_a_number_that_the_page_quotes_is_a_bound(words, found, stated, root):
    assert words in " ".join((root / "docs" / "fast-bounds.md").read_text(encoding="utf-8").split())
    with working():
        value, limit = found(), arb(stated.removeprefix("above "))
        assert value >= limit if stated.startswith("above") else value <= limit
        assert abs(value / limit - 1) < 0.3  # nor is it far from it


@pytest.mark.slow
def test_the_page_has_the_constants_that_the_script_proves(root):
    page = (root / "docs" / "fast-bounds.md").read_text(encoding="utf-8")
    assert page.split(MARKS[0])[1].split(MARKS[1])[0].strip() == tables().strip()
