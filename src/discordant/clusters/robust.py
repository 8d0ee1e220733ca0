"""Delta with an interval that allows for clusters, and how much the clusters cost.

With D_k = b_k - c_k the net of cluster k and n_k its pairs, delta = sum D / N is a ratio of two cluster totals, whose
variance is estimated without any assumption about the inside of a cluster [Obuchowski1998]:

    V = K/(K-1) sum (D_k - n_k delta)^2 / N^2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.clusters.sign_flip import read_clusters
from discordant.enclosed.closed_form import centre_and_radius
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.real import Real
from discordant.errors import UndefinedError
from discordant.level import Exactly
from discordant.table import Table


def _variance(tables: list[Table]) -> tuple[Fraction, Fraction]:
    """Return delta and its cluster-robust variance."""
    K, N = len(tables), sum(t.N for t in tables)
    if K < 2:
        raise UndefinedError("one cluster shows no variation between clusters; two at least are needed")
    delta = Fraction(sum(t.b - t.c for t in tables), N)
    spread = sum((t.b - t.c - t.N * delta) ** 2 for t in tables)
    return delta, Fraction(K, K - 1) * spread / N**2


def cluster_interval(clusters: Iterable[Table], *, level: Exactly = "0.95", z: Exactly | None = None) -> Interval:
    """Return the cluster-robust interval for delta, a proportion: delta -+ z sqrt(V) [Obuchowski1998].

    Certified limits; not clipped to [-1, 1]. Zero width where every cluster has the same rate. It leans on the normal
    distribution and on the number of clusters being large (say 30). Raises `UndefinedError` for one cluster,
    `TableError`, `LevelError`.

    >>> cluster_interval([Table(0, 3, 0, 0), Table(1, 1, 1, 0), Table(0, 2, 0, 1), Table(3, 0, 0, 0)]).decimal(3)
    ('-0.073', '0.907')
    """
    q = Quantile.of(level=level, z=z)
    delta, variance = _variance(read_clusters(clusters))
    limits = centre_and_radius(delta, variance, q, "cluster-robust limit for delta")
    return Interval.build(limits, "cluster-robust", "delta", q)


@dataclass(frozen=True, slots=True)
class ClusterEffect:
    """What clustering does to delta.

    `icc` is the intra-cluster correlation of the per-pair nets (+1, -1 or 0), by analysis of variance, `design_effect`
    the cluster-robust variance of delta over the one that takes the pairs for independent, and `effective_pairs` the
    number of independent pairs that would be as informative, N / design effect. None where the data leave a quantity
    undefined (no variation at all; for the icc also clusters of one pair).
    """

    clusters: int
    pairs: int
    icc: Fraction | None
    design_effect: Fraction | None
    effective_pairs: Fraction | None

    def __str__(self) -> str:
        """Return the three figures in one line."""
        if self.design_effect is None:
            return f"{self.pairs} pairs in {self.clusters} clusters: no variation to estimate a design effect from"
        text = f"{self.pairs} pairs in {self.clusters} clusters: design effect {float(self.design_effect):.3f}"
        if self.effective_pairs is not None:
            text += f", as informative as {float(self.effective_pairs):.1f} independent pairs"
        return text if self.icc is None else f"{text}, intra-cluster correlation {float(self.icc):.3f}"

    def to_dict(self) -> dict[str, Any]:
        """Return the figures JSON-ready and exactly."""
        return {
            "clusters": self.clusters,
            "pairs": self.pairs,
            "icc": None if self.icc is None else Real.exact(self.icc).to_dict(),
            "design_effect": None if self.design_effect is None else Real.exact(self.design_effect).to_dict(),
            "effective_pairs": None if self.effective_pairs is None else Real.exact(self.effective_pairs).to_dict(),
        }


def cluster_effect(clusters: Iterable[Table]) -> ClusterEffect:
    """Return intra-cluster correlation, design effect and effective number of pairs, exactly.

    The correlation is the analysis-of-variance estimator (MSB - MSW) / (MSB + (n_0 - 1) MSW) with n_0 the mean size
    less its variance over the total [Donner1986]; it can be negative. The design effect compares V with
    N/(N-1) (n - (b-c)^2/N) / N^2. Errors as for `cluster_interval`.

    >>> cluster_effect([Table(0, 2, 0, 0), Table(0, 0, 2, 0)]).icc
    Fraction(1, 1)
    """
    tables = read_clusters(clusters)
    delta, variance = _variance(tables)
    K, N, n = len(tables), sum(t.N for t in tables), sum(t.n for t in tables)
    total = n - N * delta**2  # sum of squares of the per-pair nets around delta
    design = variance / (Fraction(N, N - 1) * total / N**2) if total else None
    icc = None
    if N > K and total:
        inside = n - sum((Fraction((t.b - t.c) ** 2, t.N) for t in tables), Fraction(0))
        between, within = (total - inside) / (K - 1), inside / (N - K)
        n_0 = (N - Fraction(sum(t.N**2 for t in tables), N)) / (K - 1)
        denominator = between + (n_0 - 1) * within
        icc = (between - within) / denominator if denominator else None
    return ClusterEffect(K, N, icc, design, N / design if design else None)
