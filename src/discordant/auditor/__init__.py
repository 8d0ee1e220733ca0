"""The auditor: what could be true, given what was printed about two runs on the same items."""

from discordant.auditor.claim import Claim
from discordant.auditor.finding import Finding
from discordant.auditor.judge import audit, possible_tables
from discordant.auditor.printed import Printed

__all__ = ["Claim", "Finding", "Printed", "audit", "possible_tables"]
