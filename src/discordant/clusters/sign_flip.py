"""The exact test for items that are not independent: flip the sign of whole clusters.

A cluster (the repeats of one item, the questions on one document) contributes its net b - c. Without a difference
between the runs, exchanging their labels inside a cluster is as likely as not, so each net D keeps its size and takes
either sign with probability 1/2, whatever goes on inside the cluster. The sum S of the signed nets then has

    P(S = total - 2 j) = [x^j] product over clusters of (1 + x^|D|) / 2^m,

m being the clusters with D != 0. The product is one multiplication of packed integers per distinct |D|. With clusters
of one item this is McNemar's exact test. [Fisher1935] is the idea; clusters whose net is 0 carry no information.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import TableError, TooLarge
from discordant.exact.dyadic import dyadic
from discordant.exact.pvalues import Alternative, read_alternative
from discordant.table import Table

MAX_BITS: Final = 100_000_000
"""Largest packed product, about clusters x total net: some ten seconds of pure Python, a second with gmpy2."""


def _shown(p: Fraction) -> str:
    """Return p in six digits, and as a power of two where it is below every binary64."""
    return f"{float(p):.6g}" if float(p) else f"about 2^-{p.denominator.bit_length() - p.numerator.bit_length()}"


@dataclass(frozen=True, slots=True)
class SignFlip:
    """The sign-flip test of clusters: `p` and `mid_p` exactly, and what they rest on.

    `net` is the observed sum of b - c over all clusters, `informative` the clusters with a net other than 0,
    `zero_nets` those whose candidate and baseline wins cancel, and `silent` those without a discordant item; neither of
    the last two changes p.
    """

    p: Fraction
    mid_p: Fraction
    alternative: str
    net: int
    clusters: int
    informative: int
    zero_nets: int
    silent: int

    def __str__(self) -> str:
        """Return p and the number of clusters behind it."""
        return (
            f"sign-flip p = {_shown(self.p)} ({self.alternative}), mid-p {_shown(self.mid_p)}: net {self.net:+d}"
            f" over {self.clusters} clusters, {self.informative} of them informative, {self.zero_nets} with wins that"
            f" cancel, {self.silent} without a discordant item"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the test JSON-ready, both p exactly."""
        return {
            "p": Real.exact(self.p).to_dict(),
            "mid_p": Real.exact(self.mid_p).to_dict(),
            "alternative": self.alternative,
            "net": self.net,
            "clusters": self.clusters,
            "informative": self.informative,
            "zero_nets": self.zero_nets,
            "silent": self.silent,
        }


def _packed_binomials(copies: int, size: int, width: int) -> int:
    """Return (1 + x^size)^copies with x = 2^(8 width): fields of `width` bytes, C(copies, i) in field i size."""
    stride = width * size
    term = 1
    fields = []
    for i in range(copies + 1):
        fields.append(term.to_bytes(stride, "little"))
        term = term * (copies - i) // (i + 1)
    return int.from_bytes(b"".join(fields), "little")


def _product(factors: list[int]) -> int:
    """Return the product of packed integers, with gmpy2 where it is installed."""
    try:
        from gmpy2 import mpz
    except ImportError:
        return reduce(lambda x, y: x * y, factors, 1)
    return int(reduce(lambda x, y: x * y, map(mpz, factors), mpz(1)))


def flip_counts(nets: Iterable[int], upto: int | None = None) -> list[int]:
    """Return in how many of the 2^m sign patterns the flipped sizes add up to j, for j = 0, 1, ... (to `upto`).

    `nets` without zeros. Raises `TooLarge` before computing where the packed product would exceed 10^8 bits.
    """
    sizes = Counter(abs(net) for net in nets)
    m, total = sum(sizes.values()), sum(size * copies for size, copies in sizes.items())
    width = m // 8 + 1  # every coefficient is at most 2^m
    if 8 * width * total > MAX_BITS:
        raise TooLarge(
            "the sign-flip distribution",
            predicted=8 * width * total,
            limit=MAX_BITS,
            unit="bits",
            alternative="use durkalski or obuchowski, or merge clusters",
        )
    ordered = sorted(sizes.items(), key=lambda item: item[0] * item[1])
    packed = _product([_packed_binomials(copies, size, width) for size, copies in ordered])
    last = total if upto is None else min(upto, total)
    data = packed.to_bytes(width * (total + 1), "little")
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, width * (last + 1), width)]


def sign_flip_nets(nets: Iterable[int], *, alternative: Alternative = "two-sided") -> tuple[Fraction, Fraction]:
    """Return (p, mid-p) of the sign-flip test of these cluster nets b - c, exactly.

    Two-sided p is P(|S| >= |net|), mid-p P(|S| > |net|) + P(|S| = |net|)/2, which is 1 at net 0 (the convention
    "doubled"); one-sided P(S >= net) for the candidate. No informative cluster gives p = 1, mid-p 1 or 1/2.

    >>> sign_flip_nets([1] * 17 + [-1] * 3)
    (Fraction(1351, 524288), Fraction(781, 524288))
    """
    informative = [net for net in nets if net]
    m, net = len(informative), sum(informative)
    two_sided = read_alternative(alternative) == "two-sided"
    toward = abs(net) if two_sided else -net if alternative == "baseline" else net
    # S >= toward where at most (total - toward) / 2 of the sizes are flipped
    last = (sum(map(abs, informative)) - toward) // 2
    counts = flip_counts(informative, last)
    tail, tie = sum(counts[: last + 1]), counts[last]
    if not two_sided:
        return dyadic(tail, m), dyadic(2 * tail - tie, m + 1)
    if net == 0:
        return Fraction(1), Fraction(1)
    return dyadic(2 * tail, m), dyadic(2 * tail - tie, m)


def read_clusters(clusters: Iterable[Table]) -> list[Table]:
    """Return the clusters as a list, refusing anything that is no `Table` and clusters without items."""
    tables = list(clusters)
    for i, table in enumerate(tables):
        if not isinstance(table, Table):
            raise TableError(f"clusters[{i}] is a {type(table).__name__}; give one Table for each cluster")
        if table.N == 0:
            raise TableError(f"clusters[{i}] has no items; leave it out")
    if not tables:
        raise TableError("there are no clusters; give one Table for each")
    return tables


def sign_flip(clusters: Iterable[Table], *, alternative: Alternative = "two-sided") -> SignFlip:
    """Return the exact sign-flip test of clusters, one `Table` for each, with the mid-p beside it.

    Exact. Valid for any dependence within clusters as long as the clusters are independent of each other. Raises
    `TableError` for clusters that are none, `ArgumentError` for the alternative, `TooLarge` beyond the budget.

    >>> sign_flip([Table(0, 3, 0, 0), Table(1, 1, 1, 0), Table(0, 2, 0, 1), Table(3, 0, 0, 0)]).p
    Fraction(1, 2)
    """
    tables = read_clusters(clusters)
    nets = [table.b - table.c for table in tables]
    p, mid = sign_flip_nets(nets, alternative=alternative)
    silent = sum(table.n == 0 for table in tables)
    informative = sum(net != 0 for net in nets)
    return SignFlip(
        p=p,
        mid_p=mid,
        alternative=alternative,
        net=sum(nets),
        clusters=len(tables),
        informative=informative,
        zero_nets=len(tables) - informative - silent,
        silent=silent,
    )


def smallest_sign_flip_p(nets: Iterable[int]) -> Fraction:
    """Return the smallest two-sided p that these sizes could give, all signs agreeing: 2/2^m, at most 1.

    >>> smallest_sign_flip_p([3, -1, 2, 0])
    Fraction(1, 4)
    """
    m = sum(net != 0 for net in nets)
    return dyadic(1, max(0, m - 1))
