"""`discordant plan`: how many items a comparison needs, or what a number of items can show."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from discordant.cli import exits, options, output

if TYPE_CHECKING:
    from discordant.table import Table


@click.command(
    epilog=exits.epilog(
        "discordant plan --delta 0.05 --discordance 0.2 --power 0.8",
        "discordant plan --p-b 0.2 --p-c 0.1 --method mid-p --svg power.svg",
        "discordant plan --items 82 --discordance 10%",
        "discordant plan --pilot 70,6,2,4 --items 200",
    )
)
@click.option("--delta", metavar="D", help="Assumed pass-rate difference, a proportion: 0.05 or 5%.")
@click.option("--discordance", metavar="R", help="Assumed share of discordant items.")
@click.option("--p-b", "p_b", metavar="P", help="Instead: probability that only the candidate passes an item.")
@click.option("--p-c", "p_c", metavar="P", help="Probability that only the baseline passes an item.")
@click.option("--power", "target", default="0.8", show_default=True, help="Power to reach.")
@click.option("--items", type=click.IntRange(min=1), metavar="N", help="The number of items there is.")
@click.option("--pilot", metavar="A,B,C,D", help="Plan --items from the counts of a pilot, its uncertainty included.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(["exact", "mid-p", "chi-square", "edwards"]),
    help="Test to plan for; repeatable.  [exact and mid-p]",
)
@click.option("--horizon", type=click.IntRange(min=1), help="Items up to which power is followed.  [4 x the first N]")
@options.levels
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the power curve as a picture.")
@options.output("text", "json", "markdown", "html")
def plan(
    delta: str | None,
    discordance: str | None,
    p_b: str | None,
    p_c: str | None,
    target: str,
    items: int | None,
    pilot: str | None,
    methods: tuple[str, ...],
    horizon: int | None,
    level: str | None,
    alpha: str | None,
    svg: Path | None,
    **form: Any,
) -> None:
    """How many items a comparison needs.

    With --items and --discordance alone: what that many items can show. All powers are exact sums, not simulations.
    """
    from discordant.level import read_level_and_alpha
    from discordant.planning import Effect, outlook, plan_from_pilot

    chosen = methods or ("exact", "mid-p")
    _, significance = read_level_and_alpha(level, alpha)
    if pilot is not None:
        if items is None or any(word is not None for word in (delta, discordance, p_b, p_c)):
            raise click.UsageError("--pilot goes with --items, and without an assumed effect.")
        found: Any = [plan_from_pilot(_pilot(pilot), items, alpha=significance.value, method=m) for m in chosen]
    elif items is not None and delta is None and p_b is None:
        if discordance is None:
            raise click.UsageError("--items needs --discordance (what can be shown), an effect, or --pilot.")
        given: dict[str, Any] = {"discordance": discordance, "target": target, "alpha": significance.value}
        found = [outlook(items, method=m, **given) for m in chosen]
    else:
        effect = Effect.read(p_b=p_b, p_c=p_c, delta=delta, discordance=discordance)
        _curve(effect, target, significance.value, chosen, items, horizon, svg, form["output"])
        return
    if svg is not None or form["output"] in ("markdown", "html"):
        raise click.UsageError("--svg and --output markdown or html draw a power curve, which needs an assumed effect.")
    _print_list(found, form["output"])


def _pilot(text: str) -> Table:
    from discordant.table import Table

    if not re.fullmatch(r"[0-9]{1,9}(?:,[0-9]{1,9}){3}", text, re.ASCII):
        raise click.BadParameter(f"{text!r} is not four counts A,B,C,D.", param_hint="--pilot")
    return Table(*(int(part) for part in text.split(",")))


def _unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def _print_list(found: list[Any], form: str) -> None:
    if form == "json":
        from discordant.report.json_document import dumps
        from discordant.report.plan import list_document

        output.write(dumps(list_document(found)))
    else:
        from discordant.report.grid import folded

        output.write("\n\n".join(folded(str(one).splitlines()) for one in found))


def _curve(
    effect: Any,
    target: str,
    alpha: Any,
    methods: tuple[str, ...],
    items: int | None,
    horizon: int | None,
    svg: Path | None,
    form: str,
) -> None:
    from discordant.report import plan as report
    from discordant.report.json_document import dumps

    made = report.make_plan(effect, target=target, alpha=alpha, methods=methods, items=items, horizon=horizon)
    if svg is not None:
        from discordant.report.pages import power_svg

        output.save(svg, power_svg(made))
    if form == "html":
        from discordant.report.pages import plan_page

        output.write(plan_page(made))
    elif form == "json":
        output.write(dumps(report.plan_document(made)))
    elif form == "markdown":
        output.write(report.plan_markdown(made))
    else:
        output.write(report.plan_text(made, ascii_only=not _unicode()))
