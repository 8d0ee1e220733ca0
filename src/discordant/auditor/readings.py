"""The ways in which a printed figure can be read, each with its price: what has to be assumed for it to be right.

Price 0 is the figure as it should be: the named method, or a sound one where none is named, rounded to nearest. Every
other assumption has a name and a price, and the auditor reports the cheapest set of assumptions under which a claim
can be true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.auditor.claim import Claim, Figure
from discordant.auditor.intervals import SLOW, TRIED, IntervalTarget, Rule, delta_rules, odds_ratio_rules
from discordant.auditor.laws import LAWS, ZERO, ChiLaw, Law
from discordant.auditor.names import BOOTSTRAP
from discordant.auditor.point import Point
from discordant.auditor.printed import CONVENTIONS, Printed, Span
from discordant.auditor.solve import Target, first
from discordant.enclosed.interval import Quantile

ROUNDING: Final = {"nearest": 0, "truncated": 10, "double-rounded": 11, "rounded-up": 12, "within-one-unit": 20}
OTHER_Z: Final = 13
POINTS: Final = 15
ROUNDED_INGREDIENTS: Final = 18
EXCHANGED: Final = 25
OTHER_METHOD: Final = 30
ONE_SIDED: Final = 40
UNPAIRED: Final = 42
DEFECT: Final = 50
LEAST_PRICE: Final = 10
"""Anything cheaper is no assumption worth a verdict."""

_FAMILY: Final = {
    "mid-p": ("mid-p", "mid-p-folded"),
    "half-correction": ("half-correction", "half-correction-unclamped"),
}
_SMALLER_COUNT: Final = LAWS["exact"]


@dataclass(frozen=True, slots=True)
class OddsTarget:
    """A printed odds ratio read as b/c, as c/b, or as that of the unpaired table."""

    span: Span
    form: str

    def holds(self, at: Point) -> bool:
        """Tell whether the ratio at a table lies in the set; an infinite or undefined one does not."""
        b, c = (at.n + at.net) // 2, (at.n - at.net) // 2
        if self.form.startswith("unpaired"):
            if at.items is None or at.candidate is None or at.baseline is None:
                return False
            b, c = at.candidate * (at.items - at.baseline), at.baseline * (at.items - at.candidate)
        if self.form.endswith("inverse"):
            b, c = c, b
        return c > 0 and self.span.holds(Fraction(b, c))

    def run(self, at: Point, high: int) -> tuple[int, int] | None:
        """Return the first and the last n = at.n, at.n + 2, ..., high that hold; b / c moves one way as n grows."""
        if self.form.startswith("unpaired") or at.net == 0:
            low = at.n if self.form.startswith("unpaired") else max(at.n, 2)  # 0 / 0 holds nothing
            return (low, high) if low <= high and self.holds(at._replace(n=low)) else None
        falls = (at.net > 0) != self.form.endswith("inverse")

        def side(n: int) -> int:
            larger, smaller = n + at.d, n - at.d
            if falls and not smaller:
                return 1  # infinite
            ratio = Fraction(larger, smaller) if falls else Fraction(smaller, larger)
            if self.span.holds(ratio):
                return 0
            return 1 if self.span.high is not None and ratio >= self.span.high else -1

        toward = -1 if falls else 1
        start = first(at.n, high, lambda n: side(n) * toward >= 0)
        stop = first(start, high, lambda n: side(n) * toward > 0) if start <= high else start
        return (start, stop - 2) if start < stop else None


@dataclass(frozen=True, slots=True)
class Fit:
    """One reading of one figure: the method, the rounding convention, what else is assumed, and the price of it all."""

    figure: Figure
    method: str
    kind: str
    convention: str
    price: int
    target: Target | IntervalTarget | OddsTarget
    assumed: tuple[str, ...] = ()

    @property
    def base(self) -> int:
        """The price without that of the rounding convention."""
        return self.price - ROUNDING[self.convention]

    @property
    def words(self) -> str:
        """The reading in words, such as `edwards, truncated`."""
        parts = [self.method] if self.method else []
        if self.convention != "nearest":
            parts.append(CONVENTIONS[self.convention])
        return ", ".join([*parts, *self.assumed])


@dataclass(frozen=True, slots=True)
class RatesLaw(ChiLaw):
    """The pooled z computed from the printed (rounded) rates instead of the counts."""

    candidate_rate: Fraction = ZERO
    baseline_rate: Fraction = ZERO

    def statistic(self, at: Point) -> Fraction | None:
        """Return the statistic at the printed rates."""
        first, second, items = self.candidate_rate, self.baseline_rate, at.items or 0
        below = (first + second) * (2 - first - second)
        return None if below == 0 else (first - second) ** 2 * 2 * items / below


def _law_price(law: Law, stated: str | None, claim: Claim) -> int:
    """Return the price of reading a figure by `law` when `stated` is the method named for it."""
    if stated in (None, "mcnemar"):
        if law.kind == "one-sided" and claim.alternative in ("candidate", "baseline"):
            return 0
        plain = {"sound": 0, "one-sided": ONE_SIDED, "unpaired": UNPAIRED, "defect": DEFECT}[law.kind]
        return 1 if law.id in ("wald-z", "mid-p-folded") else plain
    if law.id in _FAMILY.get(str(stated), (stated,)) or (stated == "unpaired" and law.kind == "unpaired"):
        return 0
    if claim.alternative in ("candidate", "baseline") and law.id.startswith(f"{stated}-") and law.kind == "one-sided":
        return 0
    return {"sound": OTHER_METHOD, "one-sided": ONE_SIDED + 3, "unpaired": UNPAIRED + 3, "defect": DEFECT}[law.kind]


def _conventions(printed: tuple[Printed, ...]) -> Iterator[tuple[str, int]]:
    for name, price in ROUNDING.items():
        if name == "nearest" or any(number.relation == "=" for number in printed):
            yield name, price


def _laws(claim: Claim) -> tuple[Law, ...]:
    laws = tuple(LAWS.values())
    if claim.design == "independent":
        return tuple(law for law in laws if law.kind == "unpaired")
    scalars = claim.scalars
    if "candidate_rate" in scalars and "baseline_rate" in scalars:
        rates = [as_rate(scalars[key]).value for key in ("candidate_rate", "baseline_rate")]
        if all(0 <= rate <= 1 for rate in rates):
            label = "pooled z for two independent samples, computed from the rounded rates"
            rounded = RatesLaw(
                "unpaired-z-from-rates", label, "unpaired", "margins", "Yates1934",
                candidate_rate=rates[0], baseline_rate=rates[1],
            )  # fmt: skip
            laws = (*laws, rounded)
    return laws


def as_rate(printed: Printed) -> Printed:
    """Return a printed rate as a proportion: a number above 1 without a unit is a percentage."""
    return printed.as_percent() if abs(printed.value) > 1 else printed


def test_fits(figure: Figure, claim: Claim) -> list[Fit]:
    """Return the readings of a p, a statistic or a z, cheapest first."""
    alpha = claim.alpha_value
    fits = []
    for convention, rounding in _conventions(figure.printed):
        span = figure.printed[0].span(convention, alpha=alpha)
        if figure.key == "p" and convention != "nearest" and span.holds_every_p:
            continue  # "p = 1" rounded up to a whole number would fit every table
        for law in _laws(claim):
            price = rounding + _law_price(law, figure.method, claim)
            if figure.key == "p":
                fits.append(Fit(figure, law.id, law.kind, convention, price, Target(law, "p", span)))
            elif isinstance(law, ChiLaw) and law.factor == 1:
                square = figure.key == "z"
                target = Target(law, "statistic", span.squared() if square else span)
                fits.append(Fit(figure, law.id, law.kind, convention, price, target))
                if square:  # a chi-square statistic printed under the name of z
                    swapped = Fit(
                        figure, law.id, law.kind, convention, price + OTHER_METHOD, Target(law, "statistic", span),
                        ("the chi-square statistic printed as z",),
                    )  # fmt: skip
                    fits.append(swapped)
        if figure.key == "statistic":
            price = rounding + (0 if figure.method == "exact" else DEFECT)
            target = Target(_SMALLER_COUNT, "smaller-count", span)
            assumed = ("the smaller count printed as the statistic",)
            fits.append(
                Fit(figure, "exact", "sound" if price == rounding else "defect", convention, price, target, assumed)
            )
    return sorted(fits, key=lambda fit: fit.price)


def odds_fits(figure: Figure, claim: Claim) -> list[Fit]:
    """Return the readings of a printed odds ratio, cheapest first."""
    fits = []
    forms = {
        "b/c": ("sound", 0, ()),
        "inverse": ("sound", EXCHANGED, ("b and c exchanged",)),
        "unpaired": ("unpaired", 0 if figure.method == "unpaired" else UNPAIRED, ("of the unpaired table",)),
        "unpaired-inverse": (
            "unpaired", 1 if figure.method == "unpaired" else UNPAIRED + 1, ("of the unpaired table, baseline first",)
        ),
    }  # fmt: skip
    for convention, rounding in _conventions(figure.printed):
        span = figure.printed[0].span(convention)
        for form, (kind, price, assumed) in forms.items():
            fits.append(Fit(figure, "odds ratio", kind, convention, rounding + price, OddsTarget(span, form), assumed))
    return sorted(fits, key=lambda fit: fit.price)


def interval_fits(figure: Figure, claim: Claim, items: int | None) -> list[Fit]:
    """Return the readings of a printed interval, cheapest first; none for a bootstrap interval."""
    if figure.method == BOOTSTRAP:
        return []
    of_odds = figure.key == "odds_ratio_interval"
    rules = odds_ratio_rules() if of_odds else delta_rules()
    level = Quantile.of(claim.level_value)
    quantiles: list[tuple[Quantile, int, tuple[str, ...]]] = [(level, 0, ())]
    if level.level == Fraction(19, 20):
        quantiles.append((Quantile.of(z="1.96"), OTHER_Z, ("z = 1.96 exactly",)))
    units: list[tuple[tuple[Printed, ...], int, tuple[str, ...]]] = [(figure.printed, 0, ())]
    if not of_odds and not any(number.percent for number in figure.printed):
        points = tuple(number.as_percent() for number in figure.printed)
        beyond = any(abs(number.value) > 1 for number in figure.printed)
        # Wald limits and their like may lie beyond 1, so such numbers are read both ways
        units = [(points, 0, ()), *units] if beyond else [*units, (points, POINTS, ("in points",))]
    fits = []
    for rule in rules.values():
        if rule.id in SLOW and figure.method != rule.id and (items is None or items > SLOW[rule.id]):
            continue
        if claim.design == "independent" and rule.kind != "unpaired":
            continue
        method = _interval_price(rule, figure.method)
        tries = TRIED * (10 if figure.method == rule.id else 1)
        for numbers, unit_price, unit_words in units:
            for convention, rounding in _conventions(figure.printed):
                spans = [number.span(convention) for number in numbers]
                for quantile, z_price, z_words in quantiles:
                    for exchanged in (False, True):
                        target = IntervalTarget(rule, spans[0], spans[1], quantile, exchanged, tries)
                        price = method + unit_price + rounding + z_price + (EXCHANGED if exchanged else 0)
                        words = unit_words + z_words + (("b and c exchanged",) if exchanged else ())
                        fits.append(Fit(figure, rule.id, rule.kind, convention, price, target, words))
    return sorted(fits, key=lambda fit: fit.price)


def _interval_price(rule: Rule, stated: str | None) -> int:
    if stated is None:
        return UNPAIRED if rule.kind == "unpaired" else 0
    return 0 if rule.id == stated else OTHER_METHOD if rule.kind == "sound" else UNPAIRED + 3


@dataclass(frozen=True, slots=True)
class LinearFit:
    """One reading of the printed rates and the printed difference: the sets they stand for, and the price."""

    spans: Mapping[str, Span]
    price: int
    assumed: tuple[str, ...] = ()


def linear_fits(claim: Claim) -> list[LinearFit]:
    """Return the readings of rates and difference, cheapest first: each assumption for one of them, or for all."""
    scalars = {
        key: as_rate(number) if key != "delta" or abs(number.value) > 1 else number
        for key, number in claim.scalars.items()
    }
    plain = {key: number.span() for key, number in scalars.items()}
    fits = [LinearFit(plain, 0)]
    for key, number in scalars.items():
        name = key.replace("_", " ")
        for convention, price in ROUNDING.items():
            if price and number.relation == "=":
                words = (f"{name} {number.text.strip()} {CONVENTIONS[convention]}",)
                fits.append(LinearFit({**plain, key: number.span(convention)}, price, words))
    if len(scalars) > 1:
        for convention, price in ROUNDING.items():
            if price:
                spans = {key: number.span(convention) for key, number in scalars.items()}
                fits.append(LinearFit(spans, price + 5, (f"every rate {CONVENTIONS[convention]}",)))
    if "delta" in scalars:
        number = scalars["delta"]
        text = number.text.strip()
        if "candidate_rate" in scalars and "baseline_rate" in scalars:
            difference = scalars["candidate_rate"].value - scalars["baseline_rate"].value
            if number.span().holds(difference):
                rest = {key: span for key, span in plain.items() if key != "delta"}
                fits.append(LinearFit(rest, ROUNDED_INGREDIENTS, (f"delta {text} computed from the rounded rates",)))
        if not number.percent and abs(number.value) <= 1:
            as_points = number.as_percent().span()
            fits.append(LinearFit({**plain, "delta": as_points}, POINTS, (f"delta {text} in points",)))
        if number.value:
            turned = number.span().scaled(Fraction(-1))
            fits.append(
                LinearFit({**plain, "delta": turned}, EXCHANGED, (f"delta {text} as baseline minus candidate",))
            )
    return sorted(fits, key=lambda fit: fit.price)
