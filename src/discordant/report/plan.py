"""The report of a plan: how many items, a table of powers, and the power curve as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import ArgumentError
from discordant.level import Exactly, read_level
from discordant.planning import Effect, Outlook, PilotPlan, SampleSize, least_items
from discordant.planning.curve import PowerCurve
from discordant.planning.design import METHODS, Design
from discordant.planning.power import certified_power
from discordant.planning.region import region
from discordant.report.grid import Rows, folded, markdown_grid, text_grid
from discordant.report.json_document import header, number
from discordant.report.numerals import ratio
from discordant.table import read_count

_BARS: Final = "▁▂▃▄▅▆▇█"
_ASCII_BARS: Final = "_.-=+*%#"

_CURVE_POINTS: Final = 60
"""Points of the power curve; a terminal line of 60 signs."""

_EXACT_POINTS: Final = 256
"""Items up to which a point of the curve is an exact sum."""


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """A plan: the assumed effect, the sample size of each method, powers over N, and the curve of the first method.

    `rows` holds (N, powers in the order of `methods`, wrong): the power in either direction of each method, and the
    first method's probability of a significant result in the wrong direction. Powers are exact where the sum is short,
    certified beyond.
    """

    effect: Effect
    alpha: Fraction
    target: Fraction
    methods: tuple[str, ...]
    sizes: tuple[SampleSize, ...]
    rows: tuple[tuple[int, tuple[Real, ...], Real], ...]
    curve: tuple[tuple[int, Real], ...]

    def __str__(self) -> str:
        return plan_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as JSON-ready data, the document of `--output json`."""
        return plan_document(self)


def _steps(first: int) -> list[int]:
    """Return round numbers of items around `first`, and `first` itself."""
    unit = 10 ** max(0, len(str(first)) - 2)
    quarters = {max(unit, round(first * share / 4 / unit) * unit) for share in (1, 2, 3, 5, 6, 8, 12, 16)}
    return sorted({*quarters, first})


def make_plan(
    effect: Effect,
    *,
    target: Exactly = "0.8",
    alpha: Exactly = "0.05",
    methods: tuple[str, ...] = ("exact", "mid-p"),
    items: int | None = None,
    horizon: int | None = None,
) -> PowerPlan:
    """Return the plan for an assumed effect: least N of each method, and powers over a range of N.

    `items` adds a row for that many. Raises what `least_items` raises, `ArgumentError` for no methods.

    >>> [size.first for size in make_plan(Effect.read(delta="0.1", discordance="0.3")).sizes]
    [249, 230]
    """
    if not methods:
        raise ArgumentError(f"no methods to plan for; choose of {', '.join(METHODS)}")
    designs = [Design.read(alpha, method=method) for method in methods]
    cells: dict[str, Any] = {"p_b": effect.p_b, "p_c": effect.p_c, "alpha": alpha}
    sizes = tuple(least_items(target, method=method, horizon=horizon, **cells) for method in methods)
    wanted = _steps(sizes[0].first)
    if items is not None:
        wanted = sorted({*wanted, read_count(items, "items")})
    right = Design.read(alpha, method=methods[0], counting="right")
    rows = []
    for N in wanted:
        powers = tuple(certified_power(N, effect, design) for design in designs)
        rows.append((N, powers, _difference(powers[0], certified_power(N, effect, right))))
    last = max(wanted[-1], 2 * sizes[0].first)
    points = sorted({round(i * last / _CURVE_POINTS) for i in range(1, _CURVE_POINTS + 1)})
    return PowerPlan(
        effect=effect,
        alpha=designs[0].alpha,
        target=read_level(target, "power").value,
        methods=methods,
        sizes=sizes,
        rows=tuple(rows),
        curve=_curve(points, effect, designs[0]),
    )


def _curve(points: Sequence[int], effect: Effect, design: Design) -> tuple[tuple[int, Real], ...]:
    """Return the power at each N: exact up to `_EXACT_POINTS` items, beyond from bounds that all points share."""
    counts = region(points[-1], design)

    @cache
    def bounds(bits: int) -> PowerCurve:
        return PowerCurve(counts, effect, design, bits=bits)

    def at(N: int) -> Real:
        if N <= _EXACT_POINTS:
            return certified_power(N, effect, design)
        return Real.refined(lambda bits: bounds(bits + 32).enclose(N), what=f"the power at N={N}")

    return tuple((N, at(N)) for N in points)


def _difference(x: Real, y: Real) -> Real:
    if x.exact_value is not None and y.exact_value is not None:
        return Real.exact(x.exact_value - y.exact_value)

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        (low, high), (less, more) = x.bracket(bits), y.bracket(bits)
        return low - more, high - less

    return Real.refined(refine, what="the chance of significance in the wrong direction")


def sparkline(curve: Sequence[tuple[int, Real | float]], *, ascii_only: bool = False) -> str:
    """Return a curve of values in [0, 1] as one line of bars.

    >>> sparkline(((1, 0.0), (2, 0.5), (3, 1.0)), ascii_only=True)
    '_+#'
    """
    bars = _ASCII_BARS if ascii_only else _BARS
    return "".join(bars[min(len(bars) - 1, int(float(value) * len(bars)))] for _, value in curve)


def plan_rows(plan: PowerPlan) -> Rows:
    """Return the table of powers, its head first."""
    head = ["items", *(f"power, {method}" for method in plan.methods), "wrong direction"]
    body = []
    for N, powers, wrong in plan.rows:
        tiny = wrong.compare(Fraction(1, 10**6)) < 0
        body.append([str(N), *(p.decimal(7) for p in powers), "< 1e-6" if tiny else wrong.decimal(7)])
    return [head, *body]


def assumed(plan: PowerPlan) -> str:
    """Return what the plan takes for granted, as one line."""
    effect = plan.effect
    return (
        f"assumed: delta {ratio(effect.delta)} at a discordance of {ratio(effect.discordance)}"
        f" (p_b {ratio(effect.p_b)}, p_c {ratio(effect.p_c)}), alpha {ratio(plan.alpha)}"
    )


def plan_text(plan: PowerPlan, *, ascii_only: bool = False) -> str:
    """Return the plan as text: sizes, a table, and the curve."""
    last = plan.curve[-1][0]
    return "\n".join(
        [
            folded([assumed(plan), *(str(size) for size in plan.sizes)]),
            "",
            text_grid(plan_rows(plan)),
            "",
            f"power of the {plan.methods[0]} test up to {last} items, from 0 to 1:",
            sparkline(plan.curve, ascii_only=ascii_only),
        ]
    )


def plan_markdown(plan: PowerPlan) -> str:
    """Return the plan as Markdown."""
    sizes = "\n".join(f"- {size}" for size in plan.sizes)
    return f"{assumed(plan)}\n\n{sizes}\n\n{markdown_grid(plan_rows(plan))}"


def list_document(found: Sequence[Outlook | PilotPlan]) -> dict[str, Any]:
    """Return outlooks or pilot plans as a JSON-ready document."""
    return {**header("plan"), "plans": [_members(one) for one in found]}


def _members(record: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(record, field.name)) for field in fields(record)}


def _plain(value: Any) -> Any:
    if isinstance(value, (Fraction, Real)):
        return number(value)
    if isinstance(value, tuple):
        return list(value)
    return _members(value) if is_dataclass(value) else value


def plan_document(plan: PowerPlan) -> dict[str, Any]:
    """Return the plan as a JSON-ready document."""
    return {
        **header("plan"),
        "assumed": {
            "p_b": number(plan.effect.p_b),
            "p_c": number(plan.effect.p_c),
            "delta": number(plan.effect.delta),
            "discordance": number(plan.effect.discordance),
        },
        "alpha": number(plan.alpha),
        "target": number(plan.target),
        "sizes": [size.to_dict() for size in plan.sizes],
        "rows": [
            {
                "N": N,
                "power": {method: number(p) for method, p in zip(plan.methods, powers, strict=True)},
                "wrong_direction": number(wrong),
            }
            for N, powers, wrong in plan.rows
        ],
        "curve": [{"N": N, "power": number(value)} for N, value in plan.curve],
    }
