"""The Bayesian reading of the discordant split: how probable it is that the candidate is the better one.

With theta the chance that a discordant item is the candidate's and a Beta(first, second) prior of whole numbers, the
posterior is Beta(first + b, second + c), whose mass above 1/2 is a fair-coin tail:

    P(theta > 1/2) = P(Bin(A + B - 1, 1/2) <= A - 1),     A = first + b, B = second + c.

Under the uniform prior this is 1 - mid_p(b, c, alternative="candidate"): the one-sided mid-p is a posterior.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.errors import ArgumentError
from discordant.exact.dyadic import dyadic
from discordant.exact.tails import tail_sum
from discordant.table import read_count

Prior = tuple[int, int]

UNIFORM: Prior = (1, 1)
"""The prior under which every theta is as likely as any other."""


def read_prior(prior: Prior) -> Prior:
    """Return a Beta prior of two whole numbers, 1 or more; raise `ArgumentError` otherwise.

    Half-integers (Jeffreys' prior) would make the posterior irrational, and are refused.
    """
    try:
        first, second = prior
        whole = all(isinstance(x, int) and not isinstance(x, bool) and x >= 1 for x in (first, second))
    except (TypeError, ValueError):
        whole = False
    if not whole:
        raise ArgumentError(f"prior={prior!r} is not a pair of whole numbers, 1 or more; (1, 1) is the uniform prior")
    return first, second


def posterior(b: int, c: int, *, prior: Prior = UNIFORM) -> Fraction:
    """Return the posterior probability that the candidate is better (theta > 1/2), exactly.

    Not a p-value: it answers "how probable is a better candidate, given a prior", and needs no alpha. 1/2 at
    b = c = 0 under a symmetric prior. Raises `TableError`, `ArgumentError` for the prior, `TooLarge`.

    >>> posterior(17, 3)
    Fraction(1047795, 1048576)
    """
    first, second = read_prior(prior)
    A, B = first + read_count(b, "b"), second + read_count(c, "c")
    return dyadic(tail_sum(A + B - 1, A - 1), A + B - 1)
