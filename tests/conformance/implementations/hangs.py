"""An implementation that answers until it meets a tie, and then never again."""

import json
import sys
import time
from fractions import Fraction
from math import comb

for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "start":
        print(json.dumps({"implementation": {"name": "hangs"}, "features": ["exact_p"]}), flush=True)
        continue
    if message["cmd"] == "stop":
        break
    written = message["inputs"]["b"], message["inputs"]["c"]
    if not all(count.isdigit() for count in written):
        print(json.dumps({"seq": message["seq"], "rejected": "not a count"}), flush=True)
        continue
    b, c = map(int, written)
    if b == c:
        time.sleep(3600)
    if b + c > 3000:
        print(json.dumps({"seq": message["seq"], "skipped": "too large"}), flush=True)
        continue
    p = min(Fraction(1), Fraction(2 * sum(comb(b + c, k) for k in range(min(b, c) + 1)), 2 ** (b + c)))
    print(json.dumps({"seq": message["seq"], "value": f"{p.numerator}/{p.denominator}"}), flush=True)
