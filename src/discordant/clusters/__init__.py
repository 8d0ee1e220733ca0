"""When items are not independent: repeats of one item, related items, and suites. One `Table` for each cluster."""

from discordant.clusters.adjusted import ClusterTest, cluster_test
from discordant.clusters.robust import ClusterEffect, cluster_effect, cluster_interval
from discordant.clusters.sign_flip import SignFlip, sign_flip, sign_flip_nets, smallest_sign_flip_p
from discordant.clusters.strata import Stratified, heterogeneity_p, stratified

__all__ = [
    "ClusterEffect",
    "ClusterTest",
    "SignFlip",
    "Stratified",
    "cluster_effect",
    "cluster_interval",
    "cluster_test",
    "heterogeneity_p",
    "sign_flip",
    "sign_flip_nets",
    "smallest_sign_flip_p",
    "stratified",
]
