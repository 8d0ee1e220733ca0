"""Other readings of the same counts: the posterior, the e-value, its confidence sequence, and a monitor."""

from discordant.sequential.e_value import confidence_sequence, e_value
from discordant.sequential.monitor import Monitor, Rule
from discordant.sequential.posterior import posterior

__all__ = ["Monitor", "Rule", "confidence_sequence", "e_value", "posterior"]
