"""Blaker's interval for theta = P(an item is b, given that it is discordant), mapped to the odds [Blaker2000].

The acceptability of theta for k of n is P(g(X) <= g(k)), g(x) = min(P(X >= x), P(X <= x)); the interval is the hull of
{theta: acceptability > alpha}. Below k/n it is f_j(theta) = P(X >= k) + P(X <= j), with j the largest count whose lower
tail is at most P(X >= k); it jumps up at each theta_j where P(X <= j) = P(X >= k), and need not be monotone between.

Where is its lower end? Let L be Clopper and Pearson's lower limit, P(X >= k) = alpha/2, and j the count above at L.
 1. Below L both tails are below alpha/2: acceptability < alpha.
 2. At any jump theta_i > L the acceptability is 2 P(X >= k) > alpha. So the end is at most theta_(j+1).
 3. On [L, theta_(j+1)) the acceptability is f_j = 1 - P(j < X < k), and f_j(L) <= alpha. The probability of a block of
    counts rises and then falls with theta, so {f_j <= alpha} is an interval: f_j exceeds alpha from one crossing on, or
    nowhere before the jump.
Hence the end is the crossing f_j = alpha if f_j > alpha just below theta_(j+1), and the jump theta_(j+1) itself
otherwise: in both cases the crossing of two monotone curves, an algebraic number certified by two signs.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from discordant.enclosed.beta_tails import binomial_tail
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.crossing import Crossing, Sides, simplest_between
from discordant.enclosed.interval import Quantile
from discordant.enclosed.odds_ratio.registry import REGISTRY, odds
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.tails import HALF, certified_bits, check_reach
from discordant.enclosed.theta import Limit, alpha_half, binomial_curves, exact_tail, is_small
from discordant.errors import Undecided

_ONE = Fraction(1)


def _upper(n: int, k: int, x: Fraction, bits: int) -> tuple[Bracket, Bracket]:
    """Return P(X >= k) and its derivative in theta, k > 0."""
    tail, at_k = binomial_tail(n, k, x, _ONE, bits)
    return tail, at_k * (k / x)


def _lower(n: int, j: int, x: Fraction, bits: int) -> tuple[Bracket, Bracket]:
    """Return P(X <= j) and its derivative in theta, j < n; 0 for j < 0."""
    if j < 0:
        return Bracket.of(0, bits), Bracket.of(0, bits)
    tail, at_j = binomial_tail(n, n - j, 1 - x, _ONE, bits)
    return tail, -(at_j * ((n - j) / (1 - x)))


class _LowerEnd:
    """The lower end for k > 0 of n, located when first asked for."""

    def __init__(self, k: int, n: int, q: Quantile, what: str) -> None:
        self.k, self.n, self.q, self.what = k, n, q, what
        self._found: tuple[Crossing, int, bool] | None = None

    def refine(self, bits: int) -> tuple[Fraction, Fraction]:
        return self.found()[0].refine(bits)

    def rational(self) -> Fraction | None:
        """Return the end where it is rational with a short denominator: both curves are then compared exactly."""
        crossing, j, is_jump = self.found()
        alpha, candidate = self.q.alpha, simplest_between(*crossing.refine(160))
        if alpha is None or not is_small(self.n, candidate):
            return None
        above = exact_tail(self.n, self.k, candidate, _ONE)
        below = 1 - exact_tail(self.n, j + 1, candidate, _ONE)
        return candidate if (above == below if is_jump else above + below == alpha) else None

    def found(self) -> tuple[Crossing, int, bool]:
        """Return the crossing, the count of its lower tail, and whether it is a jump."""
        if self._found is None:
            self._found = self._locate()
        return self._found

    def _locate(self) -> tuple[Crossing, int, bool]:
        k, n = self.k, self.n
        limit = Crossing(binomial_curves(k, n, _ONE, self.q), Fraction(2 * k + 1, 2 * n + 2), self.what)
        lowest, highest = -1, k - 2  # f_(k-1) = 1 > alpha, so j is at most k - 2
        while lowest < highest:
            middle = (lowest + highest + 1) // 2
            if self._in_reach(limit, middle):
                lowest = middle
            else:
                highest = middle - 1
        j = lowest
        jump = Crossing(self._jump_curves(j + 1), limit.hi, self.what)
        for bits in self._precisions():
            start, stop = limit.refine(bits)[0], jump.refine(bits)[0]
            if self._crossing_curves(j)(stop, bits).order > 0 and limit.hi < stop:
                middle_point = (start + stop) / 2
                return Crossing(self._crossing_curves(j), middle_point, self.what, start, stop), j, False
            if self._crossing_curves(j)(jump.hi, bits).order < 0:
                return jump, j + 1, True
            if self._coincide(jump, j):
                return jump, j + 1, True
        raise Undecided(f"whether {self.what} is a jump", bits=bits)

    def _coincide(self, jump: Crossing, j: int) -> bool:
        """Whether f_j = alpha exactly at the jump, so that jump and crossing are one point.

        For k = 1 both tails of the jump at theta_0 add up to 1, so that f = 1/2 there; else only a rational jump is
        looked into.
        """
        if self.k == 1 and self.q.alpha == HALF:
            return True
        theta = simplest_between(*jump.refine(64))
        if self.q.alpha is None or not is_small(self.n, theta):
            return False
        above, below = exact_tail(self.n, self.k, theta, _ONE), 1 - exact_tail(self.n, j + 2, theta, _ONE)
        before = 1 - exact_tail(self.n, j + 1, theta, _ONE)
        return above == below and above + before == self.q.alpha

    def _precisions(self) -> tuple[int, ...]:
        return tuple(bits for bits in (64, 128, 256, 512, 1024) if bits <= certified_bits(self.n))

    def _in_reach(self, limit: Crossing, j: int) -> bool:
        """Whether P(X <= j) <= alpha/2 at Clopper and Pearson's limit: it falls with theta, so ends decide."""
        for bits in self._precisions():
            lo, hi = limit.refine(bits)
            half = alpha_half(self.q, bits)
            if (_lower(self.n, j, lo, bits)[0] - half).sign == -1:
                return True
            if (_lower(self.n, j, hi, bits)[0] - half).sign == 1:
                return False
        raise Undecided(f"P(X <= {j}) = alpha/2 at the Clopper-Pearson limit of {self.what}", bits=bits)

    def _jump_curves(self, j: int) -> Callable[[Fraction, int], Sides]:
        def curves(x: Fraction, bits: int) -> Sides:
            rising, rising_slope = _upper(self.n, self.k, x, bits)
            falling, falling_slope = _lower(self.n, j, x, bits)
            return Sides(rising, falling, rising_slope, falling_slope)

        return curves

    def _crossing_curves(self, j: int) -> Callable[[Fraction, int], Sides]:
        def curves(x: Fraction, bits: int) -> Sides:
            rising, rising_slope = _upper(self.n, self.k, x, bits)
            below, below_slope = _lower(self.n, j, x, bits)
            alpha = alpha_half(self.q, bits).times_power_of_two(1)
            # an alpha of 10^-300 keeps its digits only where nothing is subtracted from it
            return Sides(rising, alpha if j < 0 else alpha - below, rising_slope, -below_slope)

        return curves


def blaker_lower(k: int, n: int, q: Quantile, what: str) -> Limit:
    """Return Blaker's lower limit for theta from k of n; 0 at k = 0.

    At theta = 1/2 with P(X >= k) = alpha/2 exactly, both tails tie and theta = 1/2 is the minimum of f_j: it is the
    end itself, and is recognised beforehand (alpha/2 is then a dyadic rational).
    """
    check_reach(n, what)
    if not k:
        return Limit(what, Fraction(0))
    half = None if q.alpha is None else q.alpha / 2
    dyadic = (
        half is not None and half.denominator & (half.denominator - 1) == 0 and half.denominator.bit_length() <= n + 1
    )
    if dyadic and is_small(n, HALF) and exact_tail(n, k, HALF, _ONE) == half:
        return Limit(what, HALF)
    end = _LowerEnd(k, n, q, what)
    return Limit(what, None, end.refine, end.rational, certified_bits(n))


def blaker_theta(k: int, n: int, q: Quantile) -> tuple[Limit, Limit]:
    """Return Blaker's limits for theta from k of n."""
    return (
        blaker_lower(k, n, q, "the lower blaker limit"),
        blaker_lower(n - k, n, q, "the upper blaker limit").mirrored(),
    )


def blaker(b: int, c: int, q: Quantile) -> tuple[Real, Real]:
    """Return Blaker's limits for the odds ratio [Blaker2000; Fagerland2014]."""
    return odds(blaker_theta(b, b + c, q), "blaker")


REGISTRY.register(
    Method(
        id="blaker",
        label="Blaker (exact, acceptability)",
        estimand="odds-ratio",
        source="Blaker2000; Fagerland2014",
        dual_of=None,
        parameter_range="within [0, inf]",
        weaknesses=(
            "the hull of a set that may have holes; an end may be a jump of the acceptability, so it does not move"
            " continuously with the level; an end on an exact tie of a tail with alpha/2 other than at theta = 1/2 is"
            " refused as undecided"
        ),
        at_no_discordance="[0, inf]",
        at_empty_margin="c = 0 gives an infinite upper limit, b = 0 a lower limit of 0",
        compute=blaker,
    )
)
