"""The law of a product of two independent order-statistic variables, exactly: what the melded interval inverts.

Let B ~ Beta(p, n+1-p), 1 <= p <= n+1, and T the j-th smallest of N uniforms, T ~ Beta(j, N-j+1), independent, and
V = 2B - 1. For 0 < s < 1,

    P(T V > s) = E[P(B > (1 + s/T) / 2); T > s],   P(B > x) = P(Bin(n, x) < p).

With j = n+1 the substitution T = s + (1-s) v turns this into a sum of positive terms (each of N items falls below s,
or by a fair coin on one of two sides):

    P(T V > s) = sum over l < p of C(N, l) s^l (1-s)^(N-l) P(Bin(n-l, 1/2) <= p-1-l).

With j = n a factor 1/T stays. Integrating it times (1-T)^M P(T, s) over T from s to 1, where M = N - n and
P(T, s) = sum over i < p of C(n, i) (T+s)^i (T-s)^(n-i) = sum over m of e_m T^m s^(n-m), gives with K = n C(N, n)

    2^n P(T V > s) / K = sum over m >= 1 of e_m s^(n-m) / (m C(m+M, m)) - e_0 (H_M + log s) s^n
                         - sum over j of (-1)^j C(M, j) g_j s^(n+j),   g_j = sum over m, m+j > 0, of e_m / (m+j).

Since dP/ds telescopes to -n C(n-1, p-1) (T+s)^(p-1) (T-s)^(n-p), e_m = -n/(n-m) C(n-1, p-1) k_m for m < n, with k_m the
coefficients of (x+1)^(p-1) (x-1)^(n-p), and e_n = C(n, 0) + ... + C(n, p-1). All coefficients are integers over
lcm(1, ..., N), since m C(m+M, m) divides it.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm

from discordant.enclosed.binomial import amplification, power
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import log
from discordant.exact.tails import tail_sum


def _slope_bits(bits: int) -> int:
    """Return the precision of derivatives: Newton's steps double the digits with half of them in the slope."""
    return bits // 2 + 48


def _horner(coefficients: list[int], x: Bracket) -> Bracket:
    """Return the polynomial with these integer coefficients (of 1, x, x^2, ...) at x."""
    total = Bracket.of(0, x.bits)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _derivative(coefficients: list[int]) -> list[int]:
    return [k * coefficient for k, coefficient in enumerate(coefficients)][1:]


class NextOrderLaw:
    """s -> P(T V > s) for T the (n+1)-th smallest of N uniforms (the constant 1 where n = N): a positive sum."""

    def __init__(self, N: int, n: int, p: int) -> None:
        self.N, self.n = N, n
        self._coefficients = [comb(N, i) * tail_sum(n - i, p - 1 - i) << i for i in range(p)]

    def exactly(self, s: Fraction) -> Fraction:
        """Return P(T V > s) as a Fraction."""
        near, far, N = s.numerator, s.denominator - s.numerator, self.N
        total = sum(value * near**i * far ** (N - i) for i, value in enumerate(self._coefficients))
        return Fraction(total, s.denominator**N << self.n)

    def survival(self, s: Fraction, bits: int) -> tuple[Bracket, Bracket]:
        """Return P(T V > s) to about `bits` bits and its derivative in s, roughly."""
        w = bits + 2 * amplification(self.N) + 8
        far = Bracket.of(1 - s, w)
        value = self._scaled(_horner(self._coefficients, Bracket.of(s / (1 - s), w)), far, self.N)
        half = _slope_bits(bits)
        short = Bracket.of(1 - s, half)
        rise = self._scaled(
            _horner(_derivative(self._coefficients), Bracket.of(s / (1 - s), half)), short, max(self.N - 2, 0)
        )
        # (1-s)^N f(s / (1-s)) has the derivative (1-s)^(N-2) f' - N / (1-s) times itself
        if self.N < 2:
            rise = rise / short
        return value.at(bits), rise - value.at(half) / short * self.N

    def _scaled(self, sum_of_terms: Bracket, far: Bracket, exponent: int) -> Bracket:
        return (sum_of_terms * power(far, exponent, far.bits)).times_power_of_two(-self.n)


class SameOrderLaw:
    """s -> P(T V > s) for T the n-th smallest of N uniforms, 1 <= p <= n: a polynomial plus a logarithmic term."""

    def __init__(self, N: int, n: int, p: int) -> None:
        self.n = n
        rest = N - n
        shared = lcm(*range(1, N + 1))
        scale = n * comb(N, n)
        over = [0] + [shared // k for k in range(1, N + 1)]
        e = _homogeneous(n, p)
        polynomial = [0] * (N + 1)
        for m in range(1, n + 1):
            polynomial[n - m] += scale * e[m] * (shared // (m * comb(m + rest, m)))
        polynomial[n] -= scale * e[0] * sum(over[1 : rest + 1])
        for j in range(rest + 1):
            g = sum(e[m] * over[m + j] for m in range(n + 1) if m + j)
            polynomial[n + j] -= (-1) ** j * comb(rest, j) * scale * g
        self._polynomial = polynomial
        self._slope = _derivative(polynomial)
        self._logarithmic = -scale * e[0] * shared
        self._denominator = shared << n
        self._cancelling = (sum(abs(value) for value in polynomial) // self._denominator).bit_length()

    def survival(self, s: Fraction, bits: int) -> tuple[Bracket, Bracket]:
        """Return P(T V > s) to an absolute error of about 2^-bits and its derivative in s, roughly."""
        w = bits + self._cancelling + 16
        x = Bracket.of(s, w)
        logarithm, last = log(x), power(x, self.n - 1, w)
        value = _horner(self._polynomial, x) + last * x * logarithm * self._logarithmic
        short = x.at(self._cancelling + _slope_bits(bits))
        slope = _horner(self._slope, short) + last * (logarithm * self.n + 1) * self._logarithmic
        return (value / Fraction(self._denominator)).at(bits), (slope / Fraction(self._denominator)).at(
            _slope_bits(bits)
        )


def _homogeneous(n: int, p: int) -> list[int]:
    """Return the e_m of this module's head, 0 <= m <= n."""
    k = [comb(p - 1, i) for i in range(p)]
    for _ in range(n - p):
        k = [left - right for left, right in zip([0, *k], [*k, 0], strict=True)]
    head = n * comb(n - 1, p - 1)
    return [-head * k[m] // (n - m) for m in range(n)] + [tail_sum(n, p - 1)]
