"""Binomial tails at any success probability, and beta distribution functions at half-integers, as brackets.

P(X >= k), X ~ Bin(n, theta), is the distribution function at theta of Beta(k, n-k+1); the Jeffreys posterior of k
passes in n items is Beta(k + 1/2, n-k + 1/2). Both are a closed-form term times a series of positive terms
[AbramowitzStegun1964, 26.5.4]:

    P(X >= k) = P(X = k) sum over j of prod (n-k-i) / (k+1+i) (theta / (1-theta))^j,  i < j,      a finite sum;
    I_x(a, b) = x^a (1-x)^b / (a B(a, b)) sum over j of prod (a+b+i) / (a+1+i) x^j,   i < j,      an infinite one.

The finite sum is taken where its terms fall from the start (k above the mean) and through the complement elsewhere;
of the infinite one and its complement, the one that needs fewer terms. Complements cancel at most the bits by which
the answer is small, which shows in the width of the bracket.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from discordant.enclosed.binomial import amplification, coefficient, power
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import pi

_GUARD: Final = 56
"""Extra bits of the fixed-point sums: 2 log2 of the number of terms, and a slow geometric rest."""

_SMALL: Final = 1 << 16
"""Summing stops when a term is below this many units and the ratios stay below 1."""


def series(top: int, top_step: int, bottom: int, bottom_step: int, bits: int) -> Bracket:
    """Return 1 + r_0 + r_0 r_1 + ..., r_i = (top + i top_step) / (bottom + i bottom_step), to about `bits` bits.

    The ratios must fall, or rise toward a limit below 1; `top_step` < 0 ends the sum where the numerator reaches 0.

    Fixed point in units of 2^-w, one floor for each term. A floor at term i lowers term j by at most t_j / t_i units.
    Terms rise at most once and then fall, from t_0 = 1: for i on the rise t_i >= 1, so the sum loses at most S units by
    it (S the sum's value); for i on the fall every t_j / t_i <= 1, so it loses at most J (the number of terms). All J
    floors lose at most J (J + S) units, and S <= 2 (computed + 1) as soon as J <= 2^(w/2 - 1). The last term, on the
    fall, is short by at most J units, and what follows it is at most r / (1 - r) times it, with r the larger of its
    ratio and the limit of the ratios.
    """
    w = bits + _GUARD
    term = total = 1 << w
    terms = 1
    while top > 0:
        if term < _SMALL and top < bottom:
            num, den = top, bottom
            if top_step > 0 and top_step * bottom > top * bottom_step:
                num, den = top_step, bottom_step
            rest = -(-(term + terms) * num // (den - num))
            break
        term = term * top // bottom
        total += term
        terms += 1
        top += top_step
        bottom += bottom_step
    else:
        rest = 0
    lost = terms * (terms + 2 * (total >> w) + 4)
    return Bracket(total, total + lost + rest, -w, bits)


def mass(n: int, k: int, theta: Fraction, bits: int) -> Bracket:
    """Return P(X = k), X ~ Bin(n, theta), 0 < theta < 1, with a relative width of about 2^-bits."""
    w = bits + 8 + amplification(n)
    passes = power(Bracket.of(theta, w), k, bits + 8)
    failures = power(Bracket.of(1 - theta, w), n - k, bits + 8)
    return (coefficient(n, k, bits + 8) * passes * failures).at(bits)


def binomial_tail(n: int, k: int, theta: Fraction, weight: Fraction, bits: int) -> tuple[Bracket, Bracket]:
    """Return P(X > k) + weight P(X = k), X ~ Bin(n, theta), and P(X = k); 0 <= k <= n, 0 < theta < 1.

    Weight 1 is the upper tail P(X >= k), weight 1/2 its mid-p form; both rise from 0 to 1 with theta where k > 0.
    """
    at_k = mass(n, k, theta, bits)
    odds, against = theta.numerator, theta.denominator - theta.numerator
    if k > n * theta:
        above = series((n - k) * odds, -odds, (k + 1) * against, against, bits)
        return at_k * (above - (1 - weight)), at_k
    below = series(k * against, -against, (n - k + 1) * odds, odds, bits)
    return 1 - at_k * (below - weight), at_k


def _half_beta_series(n: int, k: int, x: Fraction, prefactor: Bracket, bits: int) -> Bracket:
    # ratio (a+b+i) x / (a+1+i) with a + b = n + 1 and a = k + 1/2
    num, den = x.numerator, x.denominator
    return prefactor * series(2 * (n + 1) * num, 2 * num, (2 * k + 3) * den, 2 * den, bits)


def _half_beta_prefactor(n: int, k: int, x: Fraction, bits: int) -> Bracket:
    """Return x^a (1-x)^b / (a B(a, b)), a = k + 1/2, b = n-k + 1/2.

    With Gamma(m + 1/2) = (2m)! sqrt(pi) / (4^m m!) and m = n-k,
    1 / (a B(a, b)) = 4^(n+1) C(n+1, m) / ((n+1) pi C(2k+2, k+1) C(2m, m)).
    """
    w = bits + 16
    m = n - k
    guard = w + amplification(n)
    powers = power(Bracket.of(x, guard), k, w) * power(Bracket.of(1 - x, guard), m, w)
    root = Bracket.of(x * (1 - x), w).sqrt()
    scale = coefficient(n + 1, m, w) / (pi(w) * coefficient(2 * k + 2, k + 1, w) * coefficient(2 * m, m, w))
    return (powers * root * scale / (n + 1)).times_power_of_two(2 * n + 2).at(bits)


def _terms(a: float, distance: float, fall: float, bits: int) -> float:
    """Return about how many terms the series of I_x(a, b) needs: a choice of the cheaper way, no part of a bound.

    Up to j about a, log t_j is near -(distance j + fall j^2 / 2) / a, distance = a - (a+b) x, fall = 1 - x; beyond, the
    terms fall like x^j.
    """
    wanted = 0.7 * (bits + _GUARD)
    root = math.sqrt(distance * distance + 2 * a * fall * wanted)
    fall = max(fall, 1e-300)
    quadratic = (root - distance) / fall
    return quadratic if quadratic < a else (wanted + a + max(0.0, -distance)) / fall


def half_beta(n: int, k: int, x: Fraction, bits: int) -> tuple[Bracket, Bracket]:
    """Return I_x(k + 1/2, n-k + 1/2) and its derivative in x; 0 <= k <= n, 0 < x < 1."""
    a, b = k + 0.5, n - k + 0.5
    near, far = float(x), float(1 - x)
    distance = float(k + Fraction(1, 2) - (n + 1) * x)
    prefactor = _half_beta_prefactor(n, k, x, bits)
    density = prefactor * Fraction(2 * k + 1, 2) / (x * (1 - x))
    if _terms(a, distance, far, bits) <= _terms(b, -distance, near, bits):
        return _half_beta_series(n, k, x, prefactor, bits), density
    mirrored = prefactor * Fraction(2 * k + 1, 2 * (n - k) + 1)  # the same product with a and b exchanged
    return 1 - _half_beta_series(n, n - k, 1 - x, mirrored, bits), density
