"""Write docs/intervals.md from the registries: `python docs/tools/intervals.py`.

The page says of each interval what its registry entry says, and shows its limits on three tables. A test compares
the committed page with what this script prints, so that it cannot fall behind.
"""

from __future__ import annotations

import sys
from pathlib import Path

from discordant import Table, interval, odds_ratio_interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.enclosed.interval import Interval
from discordant.enclosed.registry import Method, Registry
from discordant.errors import TooLarge

PAGE = Path(__file__).resolve().parent.parent / "intervals.md"

HEAD = """\
# Intervals

<!-- Written by docs/tools/intervals.py from the registries; do not edit by hand. -->

Every interval has one id, and no two formulas share a name. Limits are certified: each digit printed is proved, at any
number of digits: integer arithmetic proposes an end (closed forms, Newton steps) and certifies it, by outward rounding
or by the sign of the defining equation at two rationals. mpmath takes no part; it is loaded only to hand a limit
over (`.mpf(dps)`). `interval(table, id)` gives those for delta, `risk_ratio_interval`, `odds_ratio_interval` and
`pass_rate_interval` the others; `level="0.99"` or an exact `z="1.96"` choose the quantile. On the command line,
`discordant test A B C D --intervals all` prints them.

Source keys stand in [references.bib](references.bib). "Dual of" names the test that rejects at alpha = 1 - level
exactly where the interval excludes the null value (0 for delta, 1 for a ratio); an interval without one may contradict
every test, and `coherence(table)` says where it does. The sample limits are at 95 %.

How they are certified: the normal quantile is a bracket from interval Newton steps on erfc, whose series carry proved
remainders; closed forms are evaluated in dyadic interval arithmetic rounded outward; limits that are roots are enclosed
by the sign of their equation at two rationals, or by interval Newton steps from there. Binary64 only proposes where to
look. A question (a digit, a sign, a comparison) is asked at doubling precision until the bracket answers it; with a
rational z ties are found exactly, with a level a tie that brackets cannot settle raises `Undecided`.
`discordant.enclosed.certificate` writes the bracket of a limit with all that a reader needs to check it, and
`discordant.enclosed.certificate_check` does so in plain fractions, sharing no code with the rest.
"""

SAMPLES = (
    ("157, 17, 3, 23", Table(157, 17, 3, 23)),
    ("1, 1, 7, 12", Table(1, 1, 7, 12)),
    ("5, 0, 0, 5", Table(5, 0, 0, 5)),
)
RATES = ((174, 200), (3, 10), (0, 20))

INTRODUCTIONS = {
    "delta": "## delta: the pass-rate difference (b-c)/N\n\nProportions, not points. Sample tables are a, b, c, d.\n",
    "risk-ratio": "## The ratio of pass rates (a+b)/(a+c)\n\nWhere neither run passed anything: [0, inf].\n",
    "odds-ratio": "## The conditional odds ratio b/c\n\nOnly b and c count. b = c = 0 gives [0, inf].\n",
    "pass-rate": "## One run's pass rate k/N\n",
}


def limits(found: Interval) -> str:
    """Return both limits to five decimals."""
    lower, upper = found.decimal(5)
    return f"[{lower}, {upper}]"


def samples(method: Method) -> list[tuple[str, str]]:
    """Return sample inputs and the limits on them."""
    if method.estimand == "pass-rate":
        return [(f"{k} of {N}", limits(pass_rate_interval(k, N, method.id))) for k, N in RATES]
    compute = {"delta": interval, "risk-ratio": risk_ratio_interval, "odds-ratio": odds_ratio_interval}[method.estimand]
    found = []
    for name, table in SAMPLES:
        try:
            found.append((name, limits(compute(table, method.id))))
        except TooLarge as refusal:
            found.append((name, f"refused, {refusal.predicted} {refusal.unit} where {refusal.limit} is the budget"))
    return found


def entry(method: Method) -> str:
    """Return the section of one method."""
    facts = [
        ("source", method.source),
        ("dual of", method.dual_of or "no test"),
        ("range", method.parameter_range),
        ("known weaknesses", method.weaknesses),
        ("at b = c = 0", method.at_no_discordance),
        ("at empty margins", method.at_empty_margin),
    ]
    if method.estimand == "pass-rate":
        facts = [fact for fact in facts if fact[0] != "at b = c = 0"]
    facts += [(f"on {name}", found) for name, found in samples(method)]
    lines = "\n".join(f"- {name}: {text}" for name, text in facts)
    return f"### `{method.id}`\n\n{method.label}.\n\n{lines}\n"


def section(registry: Registry) -> str:
    """Return the part of the page about one estimand."""
    return "\n".join([INTRODUCTIONS[registry.estimand], *(entry(method) for method in registry.values())])


def page() -> str:
    """Return the whole page."""
    registries = (delta.REGISTRY, risk_ratio.REGISTRY, odds_ratio.REGISTRY, single.REGISTRY)
    return "\n".join([HEAD, *(section(registry) for registry in registries)])


def main() -> int:
    """Write the page, or with --check compare it with the committed one."""
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text(encoding="utf-8") == text:
            return 0
        print("docs/intervals.md is not what docs/tools/intervals.py writes; run it", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
