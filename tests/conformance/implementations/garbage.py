"""An implementation that declares exact_p and then prints anything but an answer, for ever."""

import json
import sys

print("Loading shared libraries ... \x1b[31mdone\x1b[0m")
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "start":
        print(json.dumps({"implementation": {"name": "garbage"}, "features": ["exact_p"]}), flush=True)
    elif message["cmd"] == "run":
        for noise in ("", "nonsense", "[1, 2", '{"seq": -1, "value": 1}', "\x00\xff", "{" * 2000, "9" * 100000):
            print(noise, flush=True)
        print(json.dumps({"seq": message["seq"], "value": "one half"}), flush=True)
    else:
        break
