"""An implementation that ends with exit code 9 after its third answer, every time it is started."""

import json
import os
import sys

answered = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "start":
        print(json.dumps({"implementation": {"name": "dies"}, "features": ["exact_p"]}), flush=True)
    elif answered == 3:
        os._exit(9)
    else:
        answered += 1
        print(json.dumps({"seq": message["seq"], "value": 1.0}), flush=True)
