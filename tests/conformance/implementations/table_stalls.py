"""A program of the table mode that answers row by row, until it meets 18-18."""

import sys
import time
from math import comb

columns = sys.stdin.readline().rstrip("\n").split("\t")
for line in sys.stdin.read().splitlines():
    row = dict(zip(columns, line.split("\t"), strict=True))
    if not (row["b"].isdigit() and row["c"].isdigit()):
        print("reject: not a count", flush=True)
        continue
    b, c = int(row["b"]), int(row["c"])
    if b == c == 18:
        time.sleep(3600)
    tail = sum(comb(b + c, k) for k in range(min(b, c) + 1)) if b + c < 1000 else None
    print("skip: too large" if tail is None else min(1.0, 2 * tail / 2 ** (b + c)), flush=True)
