"""Write every numeric constant of the fast path and print the residual of each fit.

    python -m discordant.fast.generate.constants            write the four files
    python -m discordant.fast.generate.constants --check    compare with the committed files, exit 1 where they differ
    python -m discordant.fast.generate.constants --check --quick    the same on a sample of the erfcx pieces

Files: `expansion.py` and `expansion_tables.py` (correction polynomials in binary64, as code and as tuples),
`wide_series.py` (the same functions in 128-bit fixed point) and `erfcx.bin` (erfcx by pieces, little-endian
binary64). The same inputs give the same bytes: mpmath in a private context, no clock, no randomness.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from pathlib import Path
from typing import Any, Final

import mpmath

from discordant.fast.generate.chebyshev import evaluate, interpolate, residual
from discordant.fast.generate.expansion_series import correction_series

FOLDER: Final = Path(__file__).resolve().parent.parent
CLASSES: Final = (
    ("far", 1024, "0.181"),
    ("middle_small", 1024, "0.0625"),
    ("near_small", 1024, "0.012"),
    ("centre_small", 1024, "0.004"),
    ("inner_small", 1024, "0.0014"),
    ("far_some", 4096, "0.181"),
    ("near_some", 4096, "0.012"),
    ("far_medium", 8192, "0.181"),
    ("near_medium", 8192, "0.008"),
    ("centre_medium", 8192, "0.0016"),
    ("near_large", 65536, "0.001"),
    ("far_huge", 1 << 20, "0.0014"),
    ("near_huge", 1 << 20, "0.00006"),
    ("vast", 1 << 34, "0.0000001"),
)
"""Name, least n and largest y of each class; its polynomials err by less than 2^-58.5 of p there."""
TOLERANCE_BITS: Final = 58.5
WIDE_BITS: Final = 128
WIDE_TERMS: Final = 10
CONSTANT_BITS: Final = 320
WIDE_TOLERANCE_BITS: Final = 95
PER_UNIT: Final = 16
ERFCX_LIMIT: Final = 28
ERFCX_DEGREE: Final = 9


def _context(bits: int) -> Any:
    ctx = mpmath.MPContext()
    ctx.prec = bits
    return ctx


def fit_class(
    ctx: Any, series: list[list[Any]], n_min: int, y_max: Any, bits: float
) -> tuple[list[list[Any]], list[str]]:
    """Return the economised c_k for one class, each of the lowest degree within 2^-bits of p, and their residuals.

    An error e of C is an error of about y e, relative to p (for |z| > 1; less nearer the centre).
    """
    fits, notes = [], []
    for k, taylor in enumerate(series):

        def value(y: Any, taylor: list[Any] = taylor) -> Any:
            return evaluate(taylor, y)

        tolerance = ctx.mpf(2) ** -bits * ctx.mpf(n_min) ** k / y_max
        if max(abs(value(ctx.mpf(0))), abs(value(y_max))) < tolerance:
            break
        for degree in range(40):
            polynomial = interpolate(ctx, value, ctx.mpf(0), y_max, degree)
            error = residual(ctx, value, polynomial, ctx.mpf(0), y_max)
            if error < tolerance:
                break
        else:
            raise ArithmeticError(f"c_{k} for y <= {y_max} needs a degree above 39")
        relative = error * y_max / ctx.mpf(n_min) ** k
        fits.append(polynomial)
        notes.append(f"c{k}: degree {degree}, 2^{float(ctx.log(relative, 2)) if relative else -999:.1f} of p")
    return fits, notes


def _horner(coefficients: list[float], margin: str) -> list[str]:
    """Return Horner's scheme in y as source lines of at most 120 characters."""
    text = "(" * (len(coefficients) - 2) + repr(coefficients[-1])
    for position, value in enumerate(coefficients[-2::-1]):
        text += f" * y {'-' if value < 0 else '+'} {abs(value)!r}"
        if position < len(coefficients) - 2:
            text += ")"
    return _wrapped(text.split(" "), margin)


def _wrapped(items: list[str], margin: str) -> list[str]:
    lines, line = [], margin
    for item in items:
        if len(line) + len(item) > 116:
            lines.append(line.rstrip())
            line = margin
        line += item + " "
    return [*lines, line.rstrip()]


Fits = list[tuple[str, int, str, list[list[float]]]]


def expansion_fits(ctx: Any, series: list[list[Any]], log: list[str]) -> Fits:
    """Return name, least n, largest y and the rounded coefficients of each class."""
    out = []
    for name, n_min, text in CLASSES:
        fits, notes = fit_class(ctx, series, n_min, ctx.mpf(text), TOLERANCE_BITS)
        log.append(f"{name}: n >= {n_min}, y <= {text}: " + "; ".join(notes))
        out.append((name, n_min, text, [[float(value) for value in fit] for fit in fits]))
    return out


def expansion_code(fits: Fits) -> str:
    """Return the text of `expansion.py`."""
    out = [
        '"""C(1/n, y), the correction of the uniform expansion, class by class. Written by generate/constants.py."""',
        "",
        "# fmt: off",
        "",
        "from __future__ import annotations",
        "",
    ]
    for name, n_min, text, rounded in fits:
        out += ["", f"def {name}(y: float, i: float) -> float:", f'    """C for n >= {n_min} and y <= {text}."""']
        last = len(rounded) - 1
        for position, coefficients in enumerate(reversed(rounded)):
            target = "term =" if position else "total =" if last else "return"
            lines = _horner(coefficients, "        ") if len(coefficients) > 1 else [repr(coefficients[0])]
            if len(lines) == 1:
                out.append(f"    {target} {lines[0].strip()}")
            else:
                out += [f"    {target} (", *lines, "    )"]
            if position:
                out.append(f"    {'total =' if position < last else 'return'} total * i + term")
        out.append("")
    return "\n".join(out)


def expansion_tables(fits: Fits) -> str:
    """Return the text of `expansion_tables.py`."""
    out = [
        '"""The coefficients of `expansion.py` as tuples. Written by generate/constants.py.',
        "",
        "CORRECTIONS: least n, largest y, and the ascending coefficients in y of c_0, c_1, ... for each class.",
        '"""',
        "",
        "# fmt: off",
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "CORRECTIONS: Final[dict[str, tuple[int, float, tuple[tuple[float, ...], ...]]]] = {",
    ]
    for name, n_min, text, rounded in fits:
        out.append(f'    "{name}": ({n_min}, {float(text)!r}, (')
        for coefficients in rounded:
            out += ["        (", *_wrapped([f"{value!r}," for value in coefficients], "            "), "        ),"]
        out.append("    )),")
    out.append("}")
    return "\n".join(out) + "\n"


def wide_module(ctx: Any, series: list[list[Any]], log: list[str]) -> str:
    """Return the text of `wide_series.py`."""
    fits, notes = fit_class(ctx, series, 1024, ctx.mpf("0.181"), WIDE_TOLERANCE_BITS)
    log.append(f"wide: n >= 1024, y <= 0.181: {'; '.join(notes)}")
    out = [
        '"""Correction polynomials in 128-bit fixed point. Written by generate/constants.py."""',
        "",
        "# fmt: off",
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        f"BITS: Final = {WIDE_BITS}",
        f"CONSTANT_BITS: Final = {CONSTANT_BITS}",
        f"LN2: Final = {int(ctx.floor(ctx.ln2 * ctx.mpf(2) ** CONSTANT_BITS)):#x}",
        f"TWO_OVER_PI: Final = {int(ctx.floor(2 / ctx.pi * ctx.mpf(2) ** CONSTANT_BITS)):#x}",
        "WIDE_CORRECTIONS: Final = (",
    ]
    for fit in fits:
        out.append("    (")
        out += [f"        {int(ctx.nint(value * ctx.mpf(2) ** WIDE_BITS)):#x}," for value in fit]
        out.append("    ),")
    out.append(")")
    return "\n".join(out) + "\n"


def erfcx_piece(ctx: Any, piece: int) -> tuple[list[float], float]:
    """Return one row of erfcx.bin and the relative residual of its polynomial.

    The row: e0 and its rounding error, the coefficients 1..9 in u = 16 x - (piece + 1/2), ln e0 in two parts. The
    Taylor series at the piece's middle follows from f' = 2 x f - 2/sqrt(pi), and is economised to degree 9.
    """
    middle = (piece + ctx.mpf(1) / 2) / PER_UNIT
    first = ctx.erfc(middle) * ctx.exp(middle * middle)
    taylor = [first, 2 * middle * first - 2 / ctx.sqrt(ctx.pi)]
    for j in range(1, 26):
        taylor.append((2 * middle * taylor[j] + 2 * taylor[j - 1]) / (j + 1))
    taylor = [value / ctx.mpf(PER_UNIT) ** j for j, value in enumerate(taylor)]

    def value(u: Any) -> Any:
        return evaluate(taylor, u)

    half = ctx.mpf(1) / 2
    polynomial = interpolate(ctx, value, -half, half, ERFCX_DEGREE)
    error = residual(ctx, value, polynomial, -half, half) / first
    head = float(polynomial[0])
    logarithm = ctx.log(ctx.mpf(head))
    row = [head, float(polynomial[0] - head), *(float(v) for v in polynomial[1:])]
    return [*row, float(logarithm), float(logarithm - float(logarithm))], float(error)


def erfcx_rows(pieces: range, log: list[str]) -> dict[int, list[float]]:
    """Return the rows of erfcx.bin for the asked pieces."""
    ctx = _context(700)
    rows, worst = {}, 0.0
    for piece in pieces:
        rows[piece], error = erfcx_piece(ctx, piece)
        worst = max(worst, error)
    log.append(f"erfcx: {len(rows)} pieces of degree {ERFCX_DEGREE}, residual 2^{float(ctx.log(worst, 2)):.1f}")
    return rows


def _pack(rows: dict[int, list[float]]) -> bytes:
    """Column after column, little-endian."""
    values = array("d", [value for column in zip(*rows.values(), strict=True) for value in column])
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _same_sample(rows: dict[int, list[float]], committed: bytes) -> bool:
    values = array("d")
    values.frombytes(committed)
    if sys.byteorder == "big":
        values.byteswap()
    count = PER_UNIT * ERFCX_LIMIT
    return all(list(values[piece::count]) == row for piece, row in rows.items())


def main(arguments: list[str] | None = None) -> int:
    """Write or check the files; return the exit code."""
    parser = argparse.ArgumentParser(prog="constants", description=__doc__, add_help=True)
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    parser.add_argument("--quick", action="store_true", help="with --check: every 37th erfcx piece only")
    options = parser.parse_args(arguments)
    log: list[str] = []
    ctx = _context(500)
    series = correction_series(ctx, WIDE_TERMS + 1, 100)
    fits = expansion_fits(ctx, series[:7], log)
    texts = {
        "expansion.py": expansion_code(fits),
        "expansion_tables.py": expansion_tables(fits),
        "wide_series.py": wide_module(ctx, series[:WIDE_TERMS], log),
    }
    step = 37 if options.check and options.quick else 1
    rows = erfcx_rows(range(0, PER_UNIT * ERFCX_LIMIT, step), log)
    print("\n".join(log))
    table = FOLDER / "erfcx.bin"
    if not options.check:
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        table.write_bytes(_pack(rows))
        return 0
    stale = [name for name, text in texts.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    if not (_same_sample(rows, table.read_bytes()) if step > 1 else table.read_bytes() == _pack(rows)):
        stale.append(table.name)
    print("differs: " + ", ".join(stale) if stale else "all constants agree with the committed files")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
