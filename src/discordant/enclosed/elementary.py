"""pi, ln 2, exp, log and erfc(sqrt q) as brackets: integer series, each with its remainder bounded beside it.

Fixed point: an integer t stands for t / 2^w, a unit is 2^-w. Floors make every partial sum too small, never too
large; the comment above each loop bounds by how many units.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from discordant.enclosed.bracket import Bracket, ZeroInsideError, shift_down, shift_up


def _inverse_series(m: int, w: int, alternating: bool) -> tuple[int, int]:
    """Return bounds in units of 2^-w on sum s^k / ((2k+1) m^(2k+1)): atan(1/m) for s = -1, atanh(1/m) for s = 1.

    With t_k = floor(t_(k-1) / m^2), t_0 = floor(2^w / m), the error of t_k is below 1 + 1/m^2 + ... < 2 units, and
    dividing by 2k+1 with a floor loses less than 1 more: each of the n terms is short by less than 3. The rest,
    after the first t_n = 0 (its true value below 2), is below 2 (1 + 1/m^2 + ...) < 3. So the sum is off by less
    than 3n + 3 units, in one direction for s = 1 and in either for s = -1.
    """
    power, square = (1 << w) // m, m * m
    total, k, sign = 0, 0, 1
    while power:
        total += sign * (power // (2 * k + 1))
        power //= square
        k += 1
        sign = -sign if alternating else 1
    slack = 3 * k + 3
    return (total - slack if alternating else total), total + slack


@lru_cache(maxsize=32)
def _pi(bits: int) -> Bracket:
    w = bits + 20
    lo5, hi5 = _inverse_series(5, w, alternating=True)
    lo239, hi239 = _inverse_series(239, w, alternating=True)
    return Bracket(16 * lo5 - 4 * hi239, 16 * hi5 - 4 * lo239, -w, bits)


@lru_cache(maxsize=32)
def _ln2(bits: int) -> Bracket:
    w = bits + 20
    lo26, hi26 = _inverse_series(26, w, alternating=False)
    lo4801, hi4801 = _inverse_series(4801, w, alternating=False)
    lo8749, hi8749 = _inverse_series(8749, w, alternating=False)
    return Bracket(18 * lo26 - 2 * hi4801 + 8 * lo8749, 18 * hi26 - 2 * lo4801 + 8 * hi8749, -w, bits)


def _rung(bits: int) -> int:
    """Round a precision up to a multiple of 128, so that nearby requests share a cached constant."""
    return -(-bits // 128) * 128


def pi(bits: int) -> Bracket:
    """Return pi = 16 atan(1/5) - 4 atan(1/239) (Machin)."""
    return _pi(_rung(bits)).at(bits)


def ln2(bits: int) -> Bracket:
    """Return ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)."""
    return _ln2(_rung(bits)).at(bits)


def _exp_point(m: int, w: int) -> tuple[int, int]:
    """Return bounds in units of 2^-w on exp(x), x = m / 2^w in [0, 1/2].

    Terms t_k = floor(t_(k-1) x / k): the error e_k <= e_(k-1) x / k + 1 < 2 units. Summing stops at the first
    t_n = 0, whose true value is then below 2, and the rest from there on is below 2 (1 + 1/2 + 1/4 + ...) = 4. The
    n - 1 summed terms are short by less than 2 each, so the sum is short by less than 2n + 2 units.
    """
    term = total = 1 << w
    k = 0
    while term:
        k += 1
        term = (term * m >> w) // k
        total += term
    return total, total + 2 * k + 2


def exp(x: Bracket) -> Bracket:
    """Return e^x.

    With lo the lower end, lo = k ln 2 + r and r / 2^h in [0, 1/2], the Taylor sum at r / 2^h is squared h times and
    shifted by k. The upper end follows by e^hi = e^lo e^t, t = hi - lo, with e^t <= 1 + 2t for 0 <= t <= 1 (convexity:
    e < 3); a wider bracket gets both ends by series.
    """
    if x.lo == x.hi == 0:
        return Bracket(1, 1, 0, x.bits)
    low = _exp_at(x.lo, x.exp, x.bits)
    if x.is_point:
        return low
    width = Bracket(x.hi - x.lo, x.hi - x.lo, x.exp, x.bits)
    if shift_up(width.hi, -width.exp) <= 1:
        return low.hull(low * (width * 2 + 1))
    return low.hull(_exp_at(x.hi, x.exp, x.bits))


def _exp_at(m: int, exp2: int, bits: int) -> Bracket:
    size = max(0, m.bit_length() + exp2)  # |x| < 2^size
    halvings = isqrt(bits) // 2 + 2
    w = bits + 2 * halvings + 16
    # k = floor(x / ln 2) up to one off, lowered until the whole bracket of the remainder r lies in [0, 2)
    rough = ln2(64 + size)
    k = shift_down(m, rough.exp - exp2) // rough.lo
    r = Bracket(m, m, exp2, w + size) - ln2(w + size) * k
    while r.lo < 0:
        k -= 1
        r = Bracket(m, m, exp2, w + size) - ln2(w + size) * k
    s = -w - r.exp + halvings
    lo, hi = shift_down(r.lo, s), shift_up(r.hi, s)
    y = Bracket(_exp_point(lo, w)[0], _exp_point(hi, w)[1], -w, w)
    for _ in range(halvings):
        y = y.square()
    return y.times_power_of_two(k).at(bits)


def log(x: Bracket) -> Bracket:
    """Return the natural logarithm; raises `ZeroInsideError` unless x > 0.

    Any y gives log v = y + log(1 + u), 1 + u = v e^-y, and u - u^2 <= log(1 + u) <= u for u >= -1/2 (the series'
    first terms; at u = -1/2, -3/4 < -ln 2). Newton's steps y + u, at doubling precision, make u as small as wanted,
    so a single rigorous `exp` at the end encloses the value whatever the steps did.
    """
    if x.lo <= 0:
        raise ZeroInsideError("the logarithm's argument is not known to be above 0")
    if x.lo == x.hi and x.lo == 1 << (x.lo.bit_length() - 1):
        return (
            (ln2(x.bits) * (x.lo.bit_length() - 1 + x.exp)) if x.lo.bit_length() - 1 + x.exp else Bracket.of(0, x.bits)
        )
    low = _log_at(x.lo, x.exp, x.bits)
    return low if x.is_point else low.hull(_log_at(x.hi, x.exp, x.bits))


def _log_at(m: int, exp2: int, bits: int) -> Bracket:
    # m 2^exp2 = v 2^k with v in [3/4, 3/2): near 1 the logarithm is small, so its relative precision needs more bits
    length = m.bit_length()
    k = length + exp2 - (0 if 4 * m >= 3 << length else 1)
    shift = k - exp2
    w = bits + 16 + shift - abs(m - (1 << shift)).bit_length()
    v = Bracket(m, m, -shift, w)
    # start at 2 (v - 1) / (v + 1), the first term of 2 atanh: good to 5 bits on [3/4, 3/2], so u stays far above -1/2
    y = ((v - 1) * 2 / (v + 1)).at(8)
    good = 5
    while True:
        good = min(2 * good, w)
        steps = good + 8
        mid = Bracket(y.lo + y.hi, y.lo + y.hi, y.exp - 1, steps)
        mid = Bracket(mid.lo, mid.lo, mid.exp, steps)
        u = v.at(steps) * exp(-mid) - 1
        if good == w:
            break
        y = mid + u
    y = mid + (u - u.square()).hull(u)
    return (y + ln2(w + max(0, k.bit_length())) * k).at(bits) if k else y.at(bits)


def erfc_sqrt(q: Bracket | Fraction | int, bits: int) -> Bracket:
    """Return erfc(sqrt q) for q >= 0: the chi-square tail with one degree of freedom at 2q, the normal's at sqrt(2q).

    [AbramowitzStegun1964, 7.1.6 and 7.1.23]: a positive series below q = 0.7 bits + 16, the alternating asymptotic
    one above, where its smallest term (about e^-q) is below the precision.
    """
    if isinstance(q, Bracket):
        # decreasing in q: each end on its own, since the series would take the ends' distance for error and amplify it
        lo, hi = q.nonnegative().bounds()
        upper = erfc_sqrt(lo, bits)
        return upper if q.is_point else upper.hull(erfc_sqrt(hi, bits))
    if q == 0:
        return Bracket.of(1, bits)
    ceiling = -(-q.numerator // q.denominator)
    return (_erfc_asymptotic if ceiling * 10 > 7 * bits + 160 else _erfc_series)(Fraction(q), bits, ceiling)


def _erfc_series(rational: Fraction, bits: int, ceiling: int) -> Bracket:
    """1 - 2 sqrt(q / pi) e^-q S, S = sum (2q)^k / (1 3 5 ... (2k+1)).

    Lower and upper sums run side by side, floors on one and ceilings on the other. Beyond the first k with
    2q / (2k+3) <= 1/2 each term is at most half the one before, so the rest is at most the last upper term.
    The difference loses about q / ln 2 + log2(q) bits, which w adds.
    """
    w = bits + 24 + ceiling * 3 // 2 + ceiling.bit_length()
    q = Bracket.of(rational, w)
    twice_lo, twice_hi = shift_down(q.lo, -w - q.exp - 1), shift_up(q.hi, -w - q.exp - 1)
    t_lo = t_hi = lo = hi = 1 << w
    k = 0
    while True:
        k += 1
        t_lo = (t_lo * twice_lo >> w) // (2 * k + 1)
        t_hi = -(-(t_hi * twice_hi) // ((2 * k + 1) << w))
        lo += t_lo
        hi += t_hi
        if t_hi <= 1 and twice_hi << 1 <= (2 * k + 3) << w:
            break
    total = Bracket(lo, hi + t_hi, -w, w)
    return (1 - (q * 4 / pi(w)).sqrt() * exp(-q) * total).at(bits)


def _erfc_asymptotic(rational: Fraction, bits: int, ceiling: int) -> Bracket:
    """e^-q / sqrt(pi q) R, R = integral of e^-t (1 + t/q)^(-1/2) over t > 0 = sum (-1)^k 1 3 ... (2k-1) / (2q)^k.

    Every Taylor polynomial of (1 + u)^(-1/2) at u >= 0 is above it where it ends on an even power and below where on
    an odd one (its derivatives alternate in sign), so consecutive partial sums enclose R.
    """
    w = bits + 16
    x = Bracket.of(rational, w + ceiling.bit_length())  # e^-q needs q to an absolute 2^-w
    half_inverse = (x * 2).inverse().at(w)
    term = total = Bracket.of(1, w)
    k = 0
    while True:
        k += 1
        term = term * half_inverse * (1 - 2 * k)
        following = total + term
        if term.exp + max(term.lo.bit_length(), term.hi.bit_length()) < -bits - 4:
            break
        total = following
    enclosed = total.hull(following)
    return (exp(-x).at(w) * enclosed / (pi(w) * x.at(w)).sqrt()).at(bits)
