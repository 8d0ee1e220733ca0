"""When p < alpha for n <= N_MAX, as a rule with exceptions. Written by generate/critical_counts.py.

p(n, m) < alpha where d = n - 2m satisfies 2^SCALE_BITS (d-1)^2 > slope n - offset, except at the listed n:
the least such d is given there (n + 2: no m is significant). Every n was checked against the recurrence.
"""

# fmt: off

from __future__ import annotations

from typing import Final

N_MAX: Final = 1000000
SCALE_BITS: Final = 40
RULES: Final[dict[str, tuple[int, int, dict[int, int]]]] = {
    "0.1": (2974776487231, 846620770381, {
    }),
    "0.05": (4223728640976, 1995848484137, {
    }),
    "0.025": (5523821279576, 3702057236001, {
    }),
    "0.02": (5950440855240, 4372495589717, {
    }),
    "0.01": (7295145961914, 6851079974333, {
    }),
    "0.005": (8663534335343, 9931366912248, {
    }),
    "0.002": (10499825548701, 14962634758952, {
        10: 10,
    }),
    "0.001": (11905034905158, 19499002614314, {
        4: 6, 5: 7, 11: 11, 15: 13,
    }),
    "0.0005": (13321314706704, 24678347067569, {
        4: 6, 5: 7, 6: 8, 12: 12, 23: 17,
    }),
    "0.0001": (16642983402890, 39221856365230, {
        2: 4, 5: 7, 6: 8, 7: 9, 8: 10, 9: 11, 181: 53,
    }),
    "0.00001": (21453034225073, 66189088240526, {
        2: 4, 3: 5, 5: 7, 6: 8, 7: 9, 8: 10, 9: 11, 10: 12, 11: 13, 12: 14, 18: 18,
    }),
}
