"""Evidence that may be looked at after every item: the e-value of the discordant stream.

Bet on the discordant items with a mixture of all biases theta instead of one: the likelihood ratio of the mixture
against the fair coin,

    e = 2^n B(first + b, second + c) / B(first, second),      uniform prior: 2^n / ((n + 1) C(n, b)),

is a martingale of mean 1 under no difference [Robbins1970], so the chance that it ever reaches 1/alpha is at most alpha
[Ville1939], however often and whenever it is looked at. It is a different question from the fixed-n p-value: p < alpha
at a moment chosen by looking does not bound errors, e >= 1/alpha does.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.real import Real
from discordant.errors import TooLarge
from discordant.exact.pvalues import Alternative, read_alternative
from discordant.level import Exactly, read_level
from discordant.sequential.posterior import UNIFORM, Prior, posterior, read_prior
from discordant.table import read_count

MAX_ITEMS: Final = 200_000
"""Most discordant items of an exact e-value."""


def e_value(b: int, c: int, *, alternative: Alternative = "two-sided", prior: Prior = UNIFORM) -> Fraction:
    """Return the e-value against "no difference" at b and c, exactly: large is evidence of one.

    Two-sided bets on either direction; "candidate" bets on theta > 1/2 alone and is then valid against every
    theta <= 1/2. The expectation under no difference is 1 at every n; 1 at b = c = 0. Raises `TableError`,
    `ArgumentError`, `TooLarge` above 200,000 discordant items.

    >>> e_value(17, 3)
    Fraction(262144, 5985)
    """
    first, second = read_prior(prior)
    b, c = read_count(b, "b"), read_count(c, "c")
    n = b + c
    if n > MAX_ITEMS:
        raise TooLarge(
            "the e-value", predicted=n, limit=MAX_ITEMS, unit="discordant items", alternative="look at fewer items"
        )
    # B(first + b, second + c) / B(first, second), each 1 / ((x + y - 1) C(x + y - 2, x - 1)) at whole numbers
    before = (first + second - 1) * math.comb(first + second - 2, first - 1)
    after = (first + second + n - 1) * math.comb(first + second + n - 2, first + b - 1)
    both = Fraction(before << n, after)
    if read_alternative(alternative) == "two-sided":
        return both
    # the half of the prior above 1/2, renormalised: posterior over prior mass there
    now, then = posterior(b, c, prior=prior), posterior(0, 0, prior=prior)
    return both * (now / then if alternative == "candidate" else (1 - now) / (1 - then))


def confidence_sequence(b: int, c: int, *, level: Exactly = "0.95", prior: Prior = UNIFORM) -> Interval:
    """Return the confidence sequence's interval for theta, the candidate's share of discordant items, at this moment.

    It holds every theta whose e-value, the mixture's likelihood over theta's, is below 1/(1 - level); all these
    intervals together, from the first item on, hold the true theta with probability at least `level`, so it may be read
    after every item [Robbins1970]. Certified limits; wider than a fixed-n interval, [0, 1] at n = 0.

    >>> confidence_sequence(17, 3).decimal(3)
    ('0.529', '0.986')
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    alpha = 1 - read_level(level, "level").value
    # theta stays while theta^b (1-theta)^c > alpha B(first+b, second+c) / B(first, second)
    bound = alpha * e_value(b, c, prior=prior) / 2 ** (b + c)
    quantile = Quantile.of(level=level)
    limits = _limit(b, c, bound, upper=False), _limit(b, c, bound, upper=True)
    return Interval.build(limits, "confidence-sequence", "candidate share", quantile)


def _power(base: Bracket, exponent: int) -> Bracket:
    result = Bracket.of(1, base.bits)
    while exponent:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        if exponent:
            base = base.square()
    return result


def _limit(b: int, c: int, bound: Fraction, *, upper: bool) -> Real:
    """Return the limit: the root of theta^b (1-theta)^c = bound on one side of b/n, where the left side is monotone."""
    name = f"the {'upper' if upper else 'lower'} limit of the confidence sequence"
    if (c if upper else b) == 0:  # the likelihood does not fall on this side
        return Real.exact(1 if upper else 0, what=name)
    size = (b + c).bit_length()

    def inside(theta: Fraction, bits: int) -> bool | None:
        likelihood = _power(Bracket.of(theta, bits), b) * _power(Bracket.of(1 - theta, bits), c)
        return None if (sign := (likelihood - bound).sign) is None else sign > 0

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        out, within = (Fraction(1), Fraction(b, b + c)) if upper else (Fraction(0), Fraction(b, b + c))
        for _ in range(bits):
            middle = (out + within) / 2
            middle = Fraction(int(middle * (1 << bits + 8)), 1 << bits + 8)  # keeps the fractions short
            here = inside(middle, 2 * bits + 2 * size + 32)
            if here is None or middle in (out, within):
                break
            out, within = (out, middle) if here else (middle, within)
        return min(out, within), max(out, within)

    return Real.refined(refine, what=name)
