"""Published adjustments of McNemar's chi-square for clusters of pairs: exact statistics, certified p-values.

Notation: K clusters, cluster k with n_k pairs, b_k and c_k of them discordant, D_k = b_k - c_k, S_k = b_k + c_k.

    obuchowski   (K-1)/K (sum D)^2 / sum D^2                                              [Obuchowski1998]
    durkalski    (sum D/n)^2 / sum (D/n)^2                                                [Durkalski2003]
    yang         (K-1)/K (sum D)^2 / (1/2 sum [(D - n delta)^2 + D^2]), delta = sum D/N   [Yang2010]
    eliasziw     McNemar's chi-square / (1 + (n_c - 1) rho)                               [EliasziwDonner1991]

All have one degree of freedom and rest on many clusters; `sign_flip` does not. Obuchowski's form is the one to which
[Yang2010] reduced it. With one pair in each cluster durkalski is McNemar's chi-square, obuchowski (N-1)/N of it, and
eliasziw, which estimates rho from pairs that share a cluster, is undefined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.clusters.sign_flip import read_clusters
from discordant.enclosed.chi_square import chi_square_p
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, UndefinedError
from discordant.exact.pvalues import chi_square_statistic
from discordant.table import Table

METHODS: Final = ("obuchowski", "durkalski", "yang", "eliasziw")


@dataclass(frozen=True, slots=True)
class ClusterTest:
    """A cluster-adjusted chi-square: the statistic exactly, its p (one degree of freedom) certified."""

    method: str
    statistic: Fraction
    p: Real

    def __str__(self) -> str:
        """Return the statistic and p."""
        p = f"{float(self.p):.6g}" if float(self.p) else self.p.scientific(2)  # beyond binary64
        return f"{self.method}: chi-square {float(self.statistic):.4f}, p = {p}"

    def to_dict(self) -> dict[str, Any]:
        """Return the test JSON-ready, the statistic exactly and p certified."""
        return {"method": self.method, "statistic": Real.exact(self.statistic).to_dict(), "p": self.p.to_dict()}


def _ratio(numerator: Fraction | int, denominator: Fraction | int) -> Fraction:
    """Return the quotient, 0 where both vanish: no net in any cluster is no evidence of a difference."""
    return Fraction(numerator) / denominator if denominator else Fraction(0)


def _obuchowski(tables: list[Table]) -> Fraction:
    nets = [t.b - t.c for t in tables]
    K = len(tables)
    return Fraction(K - 1, K) * _ratio(sum(nets) ** 2, sum(d * d for d in nets))


def _durkalski(tables: list[Table]) -> Fraction:
    rates = [Fraction(t.b - t.c, t.N) for t in tables]
    return _ratio(sum(rates) ** 2, sum(r * r for r in rates))


def _yang(tables: list[Table]) -> Fraction:
    nets = [t.b - t.c for t in tables]
    K, delta = len(tables), Fraction(sum(nets), sum(t.N for t in tables))
    twice = sum((d - t.N * delta) ** 2 + d * d for d, t in zip(nets, tables, strict=True))
    return Fraction(K - 1, K) * _ratio(2 * sum(nets) ** 2, twice)


def _eliasziw(tables: list[Table]) -> Fraction:
    K, N = len(tables), sum(t.N for t in tables)
    mean = Fraction(N, K)
    if K < 2 or mean == 1:
        raise UndefinedError(
            "eliasziw estimates the correlation of pairs that share a cluster, and there are none;"
            " use sign_flip, which needs no estimate"
        )
    discordant = [t.n for t in tables if t.n]
    K_d = len(discordant)
    chi_square = chi_square_statistic(sum(t.b for t in tables), sum(t.c for t in tables))
    if chi_square == 0:
        return Fraction(0)
    if K_d < 2:
        raise UndefinedError("eliasziw needs discordant pairs in two clusters at least; use sign_flip")
    # rho over the four outcomes, by mean squares between and within clusters
    n_0 = mean - sum((t.N - mean) ** 2 for t in tables) / (K * (K - 1) * mean)
    rates = [Fraction(sum(cell), N) for cell in zip(*((t.a, t.b, t.c, t.d) for t in tables), strict=True)]
    between, within = Fraction(0), Fraction(0)
    for t in tables:
        for count, rate in zip((t.a, t.b, t.c, t.d), rates, strict=True):
            between += (count - t.N * rate) ** 2 / t.N
            within += Fraction(count * (t.N - count), t.N)
    between, within = between / K, within / (K * (mean - 1))
    shared = _ratio(between - within, between + (n_0 - 1) * within)
    # rho of the discordant pairs alone: 1 / (1 + (p_b + p_c) (1 - shared) / shared), written without dividing by 0
    rho = _ratio(shared, shared + (rates[1] + rates[2]) * (1 - shared))
    S = Fraction(sum(discordant), K_d)
    S_0 = S - sum((s - S) ** 2 for s in discordant) / (K_d * (K_d - 1) * S)
    n_c = S_0 + K_d * (S - S_0)
    inflation = 1 + (n_c - 1) * rho
    if inflation <= 0:
        raise UndefinedError(f"eliasziw's variance factor is {float(inflation):.3g}, not positive; use sign_flip")
    return chi_square / inflation


_STATISTICS = {"obuchowski": _obuchowski, "durkalski": _durkalski, "yang": _yang, "eliasziw": _eliasziw}


def cluster_test(clusters: Iterable[Table], method: str) -> ClusterTest:
    """Return a cluster-adjusted chi-square test of delta = 0: "obuchowski", "durkalski", "yang" or "eliasziw".

    The statistic is an exact Fraction, 0 where every cluster's net is 0; p is certified. Raises `ArgumentError` for an
    unknown method, `UndefinedError` where the clusters do not define the statistic, `TableError` for clusters that
    are none.

    >>> cluster_test([Table(1, 1, 0, 0)] * 17 + [Table(1, 0, 1, 0)] * 3, "durkalski").statistic
    Fraction(49, 5)
    """
    if method not in METHODS:
        raise ArgumentError(f"method={method!r} is not one of {', '.join(METHODS)}")
    statistic = _STATISTICS[method](read_clusters(clusters))
    return ClusterTest(method, statistic, chi_square_p(statistic))
