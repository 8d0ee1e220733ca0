"""The integer functions that `proofs/` translates and proves: plain ints, loops, no library calls.

Each is the definition written as a loop; `proofs/` shows that it computes the mathematical quantity for all natural
arguments. The faster algorithms of `tails.py` are held to these by tests. Arguments are natural numbers (m <= n,
k <= n, bits >= 0) and are not checked here: `discordant.table` and the callers have done so.

T(n, m) is the tail sum C(n, 0) + ... + C(n, m).
"""


def tail_sum(n: int, m: int) -> int:
    """Return T(n, m), the sum of C(n, k) for 0 <= k <= m.

    C(n, k+1) = C(n, k) (n-k) / (k+1), and the division is exact.
    """
    term = 1
    total = 1
    for k in range(m):
        term = term * (n - k) // (k + 1)
        total = total + term
    return total


def exact_p(b: int, c: int) -> tuple[int, int]:
    """Return numerator and denominator of min(1, 2 P(X <= m)), X ~ Bin(n, 1/2)."""
    den = 2 ** (b + c)
    num = 2 * tail_sum(b + c, min(b, c))
    return min(num, den), den


def mid_p(b: int, c: int) -> tuple[int, int]:
    """Return numerator and denominator of 2 P(X < m) + P(X = m), X ~ Bin(n, 1/2)."""
    n = b + c
    m = min(b, c)
    term = 1
    total = 1
    for k in range(m):
        term = term * (n - k) // (k + 1)
        total = total + term
    return 2 * total - term, 2**n


def edwards(b: int, c: int) -> tuple[int, int]:
    """Return numerator and denominator of max(0, |b-c| - 1)^2 / (b+c), and 0/1 where b+c = 0."""
    if b + c == 0:
        return 0, 1
    d = max(0, abs(b - c) - 1)
    return d**2, b + c


def tail_ratio(n: int, m: int, bits: int) -> tuple[int, int]:
    """Return (lo, hi) with lo <= 2^bits T(n, m) / C(n, m) <= hi: a fixed-point enclosure of tail over last term.

    From the term at m downwards, C(n, k-1) = C(n, k) k / (n-k+1); lo rounds each division down, hi up.
    """
    tlo = 2**bits
    thi = 2**bits
    lo = 2**bits
    hi = 2**bits
    for i in range(m):
        k = m - i
        tlo = tlo * k // (n - k + 1)
        thi = -(-(thi * k) // (n - k + 1))
        lo = lo + tlo
        hi = hi + thi
    return lo, hi


def next_count(n: int, k: int, mlo: int, mhi: int, tlo: int, thi: int) -> tuple[int, int, int, int]:
    """Return the enclosures at (n, k+1) from those at (n, k), k < n: one step of the critical-count recurrence.

    mlo <= 2^bits C(n, k) / 2^n <= mhi encloses the mass, tlo <= 2^bits T(n, k) / 2^n <= thi the tail:
    mass(n, k+1) = mass(n, k) (n-k) / (k+1), tail(n, k+1) = tail(n, k) + mass(n, k+1), each rounded outward.
    """
    mlo = mlo * (n - k) // (k + 1)
    mhi = -(-(mhi * (n - k)) // (k + 1))
    return mlo, mhi, tlo + mlo, thi + mhi


def next_row(n: int, k: int, mlo: int, mhi: int, tlo: int, thi: int) -> tuple[int, int, int, int]:
    """Return the enclosures at (n+1, k) from those at (n, k), k <= n: the other step of the recurrence.

    tail(n+1, k) = tail(n, k) - mass(n, k) / 2 (Pascal), mass(n+1, k) = mass(n, k) (n+1) / (2 (n+1-k)), each rounded
    outward.
    """
    tlo = tlo + -mhi // 2
    thi = thi - mlo // 2
    mlo = mlo * (n + 1) // (2 * (n + 1 - k))
    mhi = -(-(mhi * (n + 1)) // (2 * (n + 1 - k)))
    return mlo, mhi, tlo, thi
