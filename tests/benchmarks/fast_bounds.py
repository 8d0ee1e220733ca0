"""Prove the remainder of the uniform expansion and print its constants, as Markdown.

    PYTHONPATH=tests python tests/benchmarks/fast_bounds.py                          half a minute
    PYTHONPATH=tests python tests/benchmarks/fast_bounds.py --write docs/fast-bounds.md

Six tables: M_K and Lambda_K for K = 1 ... 10 terms; the relative remainder they imply for n from 1024 on; for each
class of the float kernels and for the fixed-point stage, what the fits and the missing terms add; the rounding of the
fixed-point stage, part by part; what the tables of short polynomials and the series of E add; and the numbers that the
argument quotes. The argument is in docs/fast-bounds.md, the arithmetic in tests/fast/bounds; every number printed is an
upper end of a ball, rounded up, or where it says "at least" a lower end, rounded down.
`--write` puts the tables between the two marks of a document.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from flint import arb

from fast.bounds import fixed_point as stage
from fast.bounds import supremum
from fast.bounds.corrections import Kept, fixed_point, float_classes
from fast.bounds.erfcx_pieces import largest_error, series_remainder, truncation
from fast.bounds.fixed_point import N_MAX, Y_MAX, Budget, budget
from fast.bounds.recombination import Remainder, least_mass, remainder, weight
from fast.bounds.supremum import N_MIN, ORDERS, SPLIT, working
from fast.bounds.uniform_rows import largest_errors

COLUMNS, ROWS = 400, 55
SIZES = (1024, 1500, 2048, 4096, 8192, 65536, 2**20, 2**34)
PARTS = {
    "truncation": "fits and remainder",
    "depth": "D in e^-D",
    "erfcx_of_depth": "D in E",
    "erfcx": "E from D",
    "rest": "C, g and the sum",
    "exponential": "e^-D from D",
    "total": "in all",
}
MARKS = ("<!-- proved constants -->\n", "<!-- end of proved constants -->\n")


def raised(value: arb, digits: int) -> str:
    """Return an upper bound of the value with so many significant digits."""
    number = math.nextafter(float(value.upper()), math.inf)
    if number == 0:
        return "0"
    places = digits - 1 - math.floor(math.log10(number))
    scale = 10.0**places
    value = math.ceil(number * scale) / scale
    return f"{value:.{max(places, 0)}f}" if 1e-3 <= value < 1e6 else f"{value:.{digits - 1}e}"


def lowered(value: arb, places: int) -> str:
    """Return a lower bound of the value with so many decimals."""
    number = math.nextafter(float(value.lower()), -math.inf)
    return f"{math.floor(number * 10.0**places) / 10.0**places:.{places}f}"


def exponent(value: arb) -> str:
    """Return x rounded up to a tenth, where the value is at most 2^x."""
    if not value.upper() > 0:
        return "-"
    bits = float((value.log() / arb(2).log()).upper())
    return f"{math.ceil(bits * 10 + 1e-9) / 10:.1f}"


def constants(found: dict[int, Remainder]) -> list[str]:
    """Return the table of M_K and Lambda_K."""
    lines = ["| K | M_K | head | mixed | Lambda_K |", "|---|---|---|---|---|"]
    for order, part in found.items():
        values = (part.integral, part.head, part.mixed, part.total)
        lines.append(f"| {order} | " + " | ".join(raised(value, 3) for value in values) + " |")
    return lines


def by_size(found: dict[int, Remainder]) -> list[str]:
    """Return the table of log2 of n^-K Lambda_K."""
    lines = ["| n from | " + " | ".join(f"K = {order}" for order in found) + " |", "|---" * (len(found) + 1) + "|"]
    for n in SIZES:
        cells = [exponent(part.total / arb(n) ** order) for order, part in found.items()]
        lines.append(f"| {n} | " + " | ".join(cells) + " |")
    return lines


def by_class(classes: list[Kept], last: Remainder) -> list[str]:
    """Return the table of what each set of polynomials truncates."""
    lines = [
        "| polynomials | n from | y to | terms | fits, 2^ | missing terms, 2^ | remainder, 2^ | in all, 2^ "
        "| and E, 2^ |",
        "|---" * 9 + "|",
    ]
    of_erfcx = truncation()
    for row in classes:
        rest = last.total / arb(row.n_min) ** ORDERS
        in_all = row.fitted + row.dropped + rest
        # E is at most mid-p e^D / least_mass; the fixed-point stage has its own E, in the next table
        with_erfcx = arb(0) if row.name == "wide" else in_all + of_erfcx / least_mass(arb(row.y_max).sqrt())
        cells = (row.fitted, row.dropped, rest, in_all, with_erfcx)
        lines.append(
            f"| `{row.name}` | {row.n_min} | {row.y_max} | {row.kept} | " + " | ".join(map(exponent, cells)) + " |"
        )
    return lines


def by_part(last: Remainder) -> list[str]:
    """Return the table of the fixed-point stage's errors."""
    lines = ["| error of p, 2^ | n y <= 2^11 | n y <= 2^21 | every n <= 2^53 |", "|---|---|---|---|"]
    with working():
        reaches = (arb(2) ** 11, arb(2) ** 21, N_MAX * arb(Y_MAX))
    found: list[Budget] = [budget(most, last) for most in reaches]
    for name, words in PARTS.items():
        lines.append(f"| {words} | " + " | ".join(exponent(getattr(row, name)) for row in found) + " |")
    return lines


def pieces(last: Remainder) -> list[str]:
    """Return the table of the tables in binary64, the rounding of their coefficients included, and of E's series."""
    rows = largest_errors()
    series = series_remainder() / least_mass(arb(supremum.Y_MAX).sqrt())
    rest = last.total / arb(N_MIN) ** ORDERS + series
    found = {
        "`erfcx.bin`: E": largest_error(),
        "eight terms: E, D >= 300": series,
        "`uniform_pieces.bin`: D in e^-D": rows.depth,
        "`uniform_pieces.bin`: s C + g": rows.with_mass,
        "`uniform_pieces.bin`: s C, of mid-p": rows.without_mass,
        "`uniform_pieces.bin`, remainder and eight terms: p in all": rows.depth + rows.with_mass + rest,
        "`uniform_pieces.bin`, remainder and eight terms: mid-p in all": rows.depth + rows.without_mass + rest,
    }
    return ["| table and part | error of p, 2^ |", "|---|---|", *(f"| {k} | {exponent(v)} |" for k, v in found.items())]


def quoted() -> list[str]:
    """Return the table of the numbers that the argument quotes."""
    root = arb(supremum.Y_MAX).sqrt()
    split, gap = arb(SPLIT), supremum.gap()
    found = {
        "part 1: g sqrt(1-y), at least": lowered(least_mass(root), 4),
        "part 3: rest of the series of F_6": raised(supremum.tail(6, split), 2),
        "part 3: rest of the series of F_10": raised(supremum.tail(10, split), 2),
        "part 3: f_6 / f_0(0) for T >= 0.55": raised(supremum.far(6), 2),
        "part 3: f_10 / f_0(0) for T >= 0.55": raised(supremum.far(10), 2),
        "part 3: (zeta_1^2 - zeta_0^2) / 2, at least": lowered(gap, 3),
        "part 3: e^(-n (zeta_1^2 - zeta_0^2) / 2), 2^": exponent((-N_MIN * gap).exp()),
        "part 4: W": raised(weight(root), 3),
        "part 6: D, units": raised(stage.depth(arb(0)), 2),
        "part 6: D, units for each n y": raised(stage.depth(arb(1)) - stage.depth(arb(0)), 2),
        "part 6: e^x, units": raised(stage.exp_fixed(arb(0)), 2),
        "part 6: E for D < 16, units": raised(stage.erfcx_near(), 4),
        "part 6: quadrature for D >= 16, 2^": exponent(stage.fraction()),
        "part 6: C, units": raised(stage.correction()[1], 2),
        "part 6: m, at least": lowered(arb(N_MIN) * (1 - arb(Y_MAX).sqrt()) / 2, 1),
        "part 6: ln g, units": raised(stage.log_mass(), 3),
    }
    return ["| number | bound |", "|---|---|", *(f"| {name} | {value} |" for name, value in found.items())]


def tables(orders: tuple[int, ...] = tuple(range(1, ORDERS + 1)), columns: int = COLUMNS, rows: int = ROWS) -> str:
    """Return all tables; ORDERS must be among the orders."""
    with working():
        found = {order: remainder(order, columns, rows) for order in orders}
        classes = by_class([*float_classes(), fixed_point()], found[ORDERS])
        last = found[ORDERS]
        parts = (constants(found), by_size(found), classes, by_part(last), pieces(last), quoted())
        return "\n".join("\n".join(lines) + "\n" for lines in parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, help="put the tables between the marks of this document")
    options = parser.parse_args()
    text = tables()
    print(text)
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        before, rest = page.split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        options.write.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
