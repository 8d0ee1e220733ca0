"""Several models on the same items: all pairs, corrections, Cochran's Q, and who is tied with the leader."""

from discordant.leaderboard.board import Leaderboard, Pair, compare_all
from discordant.leaderboard.cochran import CochranQ, chi_square_tail, cochran_q
from discordant.leaderboard.corrections import CORRECTIONS, DISCRETE, adjust, adjust_discrete, attainable
from discordant.leaderboard.max_t import MaxT, max_t
from discordant.leaderboard.outcomes import Outcomes

__all__ = [
    "CORRECTIONS",
    "DISCRETE",
    "CochranQ",
    "Leaderboard",
    "MaxT",
    "Outcomes",
    "Pair",
    "adjust",
    "adjust_discrete",
    "attainable",
    "chi_square_tail",
    "cochran_q",
    "compare_all",
    "max_t",
]
