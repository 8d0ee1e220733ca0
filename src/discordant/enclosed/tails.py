"""Binomial tails at 1/2 and McNemar's p-values as Reals: exact inside the exact budget, certified far beyond it.

Outside the budget P(X >= k), X ~ Bin(n, 1/2), is the term C(n, k) / 2^n (Stirling's series with its remainder, see
`discordant.enclosed.binomial`) times 1 + r_0 + r_0 r_1 + ..., r_i = (n-k-i) / (k+1+i), summed in fixed point with a
bound on every floor and on the geometric rest (`discordant.enclosed.beta_tails.series`). About sqrt(n bits) terms
count, so n = 10^9 takes a few hundredths of a second at the usual precision; larger n is refused.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from discordant.enclosed.beta_tails import binomial_tail, mass
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.real import MAX_BITS, Real
from discordant.errors import ArgumentError, TooLarge
from discordant.exact.dyadic import dyadic
from discordant.exact.pvalues import Alternative, Tie, exact_p, mid_p, read_alternative, read_tie
from discordant.exact.tails import tail_sum
from discordant.table import read_count

Kind = Literal["exact", "mid-p"]
KINDS: Final[tuple[str, ...]] = ("exact", "mid-p")

REACH: Final = 10**9
"""Largest n whose tails are enclosed."""

HALF: Final = Fraction(1, 2)


def certified_bits(n: int) -> int:
    """Return the most bits to which tails in a row of length n are certified: all of them for n to 20 000.

    Beyond, 4096 bits (1200 digits) for n to 10^6 and 1024 bits (300 digits) for n to 10^9, each within seconds.
    """
    if n <= 20_000:
        return MAX_BITS
    return 4096 if n <= 10**6 else 1024


def check_reach(n: int, quantity: str) -> None:
    """Raise `TooLarge` where n is beyond the reach of the certified enclosures; called before anything is computed."""
    if n > REACH:
        raise TooLarge(
            quantity,
            predicted=n,
            limit=REACH,
            unit="items",
            alternative="chi_square(b, c) and the closed-form intervals serve every size",
            option="p-values of more discordant items are not computed",
        )


def tail_real(n: int, m: int) -> Real:
    """Return P(X <= m), X ~ Bin(n, 1/2), as a Real: exact inside the budget of `exact_p`, else certified.

    0 where m < 0 and 1 where m >= n. Raises `TooLarge` for n > 10^9.

    >>> tail_real(10**9, 499_950_000).scientific(12)
    '7.82786130542e-4'
    """
    what = f"P(X <= {m}), X ~ Bin({n}, 1/2)"
    try:
        return Real.exact(dyadic(tail_sum(n, m), n) if 0 <= m < n else Fraction(int(m >= n)), what=what)
    except TooLarge:
        return _enclosed_tail(n, n - m, Fraction(1), 0, what)


def _enclosed_tail(n: int, k: int, weight: Fraction, doublings: int, what: str) -> Real:
    """Return 2^doublings (P(X > k) + weight P(X = k)) by brackets, exactly where symmetry makes the sum 1/2."""
    check_reach(n, what)
    if 2 * (k - weight) + 1 == n:  # weight 1: n = 2k - 1; weight 1/2: n = 2k
        return Real.exact(Fraction(1 << doublings, 2), what=what)

    def refine(bits: int) -> Bracket:
        return binomial_tail(n, k, HALF, weight, bits + 8)[0].times_power_of_two(doublings).at(bits)

    return Real.refined(refine, what=what, max_bits=certified_bits(n))


def p_real(
    b: int,
    c: int,
    *,
    kind: Kind = "exact",
    alternative: Alternative = "two-sided",
    tie: Tie = "doubled",
) -> Real:
    """Return the exact or mid-p value of McNemar's test, a probability, as a Real, for every b + c to 10^9.

    The same quantities as `exact_p` and `mid_p` [McNemar1947; Lancaster1961], with their conventions at b = c and at
    b = c = 0. Exact where those functions answer (`exact_value` is then their Fraction); beyond, a certified
    enclosure to 1024 bits at least, and `Undecided` where a question asks for more. Raises `TooLarge` for
    b + c > 10^9, `TableError` for counts that are none, `ArgumentError` for an unknown option.

    >>> p_real(17, 3).exact_value
    Fraction(1351, 524288)
    >>> p_real(500_100_000, 499_900_000).scientific(12)
    '2.54014835975e-10'
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    if kind not in KINDS:
        raise ArgumentError(f"kind={kind!r} is not one of {', '.join(KINDS)}")
    one_sided = read_alternative(alternative) != "two-sided"
    read_tie(tie)
    what = f"the {kind} p-value of b={b}, c={c}"
    try:
        exactly = (
            exact_p(b, c, alternative=alternative) if kind == "exact" else mid_p(b, c, alternative=alternative, tie=tie)
        )
        return Real.exact(exactly, what=what)
    except TooLarge:
        weight = Fraction(1) if kind == "exact" else HALF
    if one_sided:
        return _enclosed_tail(b + c, b if alternative == "candidate" else c, weight, 0, what)
    if b == c:  # the exact p is 1 there and never comes so far; the mid-p only in its folded form
        check_reach(b + c, what)
        return Real.refined(
            lambda bits: 1 - mass(b + c, b, HALF, bits + 8).times_power_of_two(-1),
            what=what,
            max_bits=certified_bits(b + c),
        )
    return _enclosed_tail(b + c, max(b, c), weight, 1, what)
