"""Planning: how many items, what power, and how far a verdict is from its opposite. Exact, without simulation."""

from discordant.planning.effect import Effect
from discordant.planning.flips import FlipDistance, flip_distance
from discordant.planning.outlook import Outlook, outlook
from discordant.planning.pilot import PilotPlan, plan_from_pilot
from discordant.planning.power import conditional_power, power, power_real, size
from discordant.planning.region import critical_counts
from discordant.planning.sample_size import SampleSize, least_delta, least_items
from discordant.planning.strata import power_of_strata

__all__ = [
    "Effect",
    "FlipDistance",
    "Outlook",
    "PilotPlan",
    "SampleSize",
    "conditional_power",
    "critical_counts",
    "flip_distance",
    "least_delta",
    "least_items",
    "outlook",
    "plan_from_pilot",
    "power",
    "power_of_strata",
    "power_real",
    "size",
]
