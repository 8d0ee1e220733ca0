"""Which inputs the vectors hold, with the flags that say why: the authored part. Expected values are computed.

Inputs are text, as in the vectors. A case is identified by its function and inputs; ids are kept by `generate.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Literal

Require = Literal["must", "should", "convention"]


@dataclass(frozen=True, slots=True)
class Case:
    """One input of one function, before its expected value is computed."""

    function: str
    inputs: dict[str, str]
    flags: tuple[str, ...]
    require: Require = "must"
    comment: str = ""
    source: str = ""
    reject: str = ""

    @property
    def key(self) -> str:
        """What identifies the case: function and inputs in their order."""
        return self.function + "?" + "&".join(f"{name}={value}" for name, value in self.inputs.items())


SPLITS: Final[tuple[tuple[int, int, tuple[str, ...], str], ...]] = (
    (17, 3, ("WorkedExample",), "p = 1351/524288; chi-square 9.80, Edwards 8.45"),
    (3, 17, ("OrderSwap",), ""),
    (0, 0, ("ZeroDiscordant", "Tie"), ""),
    (1, 0, ("OneSided", "Tie", "SingleItem"), ""),
    (0, 1, ("OneSided", "Tie", "SingleItem", "OrderSwap"), ""),
    (1, 1, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), ""),
    (2, 2, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), "canlab/CanlabCore 9 gives 1.375 for 2 of 4"),
    (3, 3, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), "contingencytables prints mid-p 0.84375"),
    (5, 5, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), "unclamped Edwards gives 0.7518296340458492"),
    (13, 13, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie", "EdwardsVsExactSwitch"), "unclamped: 0.8445192675"),
    (18, 18, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), "SWE-bench/SWE-bench 621: 0.867632334778"),
    (250, 250, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie"), "unclamped: 0.9643"),
    (512, 512, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie", "FloatPow1024"), ""),
    (700, 700, ("Tie", "CapAtOne", "ClampEdwards", "MidPTie", "FloatPow1024", "HalfPowUnderflow1075"), ""),
    (4, 3, ("Tie",), ""),
    (3, 4, ("Tie", "OrderSwap"), "82 items, 74 against 73 passed: p = 1"),
    (29, 28, ("Tie",), ""),
    (513, 512, ("Tie", "FloatPow1024"), ""),
    (2, 1, ("Tie",), ""),
    (2, 0, ("OneSided",), ""),
    (3, 0, ("OneSided", "SixMinimum"), ""),
    (4, 0, ("OneSided", "SixMinimum", "RoundingTie"), "exact p = 0.125; the chi-square prints 0.0455"),
    (5, 0, ("OneSided", "SixMinimum", "RoundingTie"), "exact p = 0.0625, mid-p 0.03125"),
    (6, 0, ("OneSided", "SixMinimum", "RoundingTie", "AlphaBoundary"), "p = 1/32 prints 0.0312 or 0.0313"),
    (0, 6, ("OneSided", "SixMinimum", "OrderSwap"), ""),
    (7, 0, ("OneSided", "RoundingTie"), ""),
    (3, 1, ("RoundingTie", "SixMinimum"), ""),
    (4, 1, ("RoundingTie", "SixMinimum"), "82 items, 77 against 74 passed: p = 0.375"),
    (5, 1, ("RoundingTie", "SixMinimum"), ""),
    (4, 2, ("RoundingTie", "SixMinimum"), ""),
    (6, 1, ("RoundingTie",), ""),
    (5, 2, ("RoundingTie",), ""),
    (7, 3, ("RoundingTie",), ""),
    (8, 2, ("RoundingTie",), ""),
    (11, 1, ("MissingTailTerm",), "mlxtend user guide, example 3 prints 24/4096; 26/4096 is right"),
    (19, 1, ("MissingTailTerm",), "hail-is/hail 8419: P(X >= 19) = 21/2^20, not 0.99998"),
    (17, 7, ("EdwardsVsExactSwitch",), ""),
    (17, 8, ("EdwardsVsExactSwitch",), "exact 0.1077521, Edwards 0.1095986"),
    (18, 8, ("EdwardsVsExactSwitch",), ""),
    (18, 9, ("WorkedExample",), "apache/maka pull request 1916: exact 0.1220781"),
    (40, 8, ("WorkedExample",), "raphaelvallat/pingouin 41: mid-p 1.96465377655386e-6"),
    (42, 23, ("WorkedExample",), "exact .02481, chi-square .02557 (formats survey of n > 25 switches)"),
    (54, 28, ("WorkedExample",), "SWE-bench Verified, gpt-5 against gpt-5-mini: .00543592"),
    (62, 42, ("WorkedExample",), "SWE-bench bash-only board: exact .061926, mid-p .050442, chi-square .049860"),
    (229, 188, ("AlphaBoundary",), "the exact p closest to 1/20 for n <= 1500: 0.0500049"),
    (789, 689, ("AlphaBoundary", "FloatPow1024", "HalfPowUnderflow1075"), "closest to 1/100: 0.0099967"),
    (673, 438, ("FloatPow1024", "HalfPowUnderflow1075"), "gchrupala/morfette 12 returns 1.0 for P(X >= 673)"),
    (600, 423, ("FloatPow1024",), "n = 1023, the last row of binary64 powers"),
    (600, 424, ("FloatPow1024",), ""),
    (600, 425, ("FloatPow1024",), ""),
    (600, 426, ("FloatPow1024",), ""),
    (600, 430, ("FloatPow1024",), ""),
    (574, 500, ("FloatPow1024", "HalfPowUnderflow1075"), "n = 1074"),
    (575, 500, ("FloatPow1024", "HalfPowUnderflow1075"), "n = 1075"),
    (576, 500, ("FloatPow1024", "HalfPowUnderflow1075"), "n = 1076"),
    (600, 500, ("FloatPow1024", "HalfPowUnderflow1075"), "abeval, holdout-evals: OverflowError"),
    (1100, 900, ("FloatPow1024", "HalfPowUnderflow1075"), ""),
    (330, 3, ("WorkedExample",), "deltagate's default gives 2.2e-71 for 7.0e-94"),
    (1192, 37, ("PrematureUnderflow1229", "HalfPowUnderflow1075"), "scipy binom.cdf returns 0"),
    (37, 1192, ("PrematureUnderflow1229", "HalfPowUnderflow1075", "OrderSwap"), ""),
    (1037, 38, ("PrematureUnderflow1229", "HalfPowUnderflow1075"), "p = 7.8994433849591186e-254"),
    (1074, 19, ("PrematureUnderflow1229", "HalfPowUnderflow1075"), "p = 7.3002574522592819e-289"),
    (1070, 0, ("OneSided", "SubnormalP"), ""),
    (1075, 0, ("OneSided", "SubnormalP", "HalfPowUnderflow1075"), "p = 2^-1074, the least positive binary64"),
    (1076, 0, ("OneSided", "SubnormalP", "HalfPowUnderflow1075"), "p = 2^-1075, half of the least positive binary64"),
    (1077, 0, ("OneSided", "ZeroP", "HalfPowUnderflow1075"), "p = 2^-1076 rounds to 0"),
    (1066, 3, ("SubnormalP",), ""),
    (1515, 38, ("ZeroP", "HalfPowUnderflow1075"), "R 4.2.2 pbinom(38, 1553, .5, log = TRUE) is off by 2.6"),
    (2000, 0, ("OneSided", "ZeroP"), "1.74196196324e-602"),
    (2358, 421, ("ZeroP",), "scipy binom.logcdf is -inf; log cdf = -748.03497282634"),
    (14286, 0, ("OneSided", "ZeroP", "StringDigits4300"), "NVIDIA/SkillEvaluator 63"),
    (50000, 49000, ("HugeN",), ""),
    (501000, 499000, ("HugeN",), ""),
    (8316492, 8316490, ("HugeN",), "scipy special.bdtr gives 0.9873 near here"),
    (
        10_000_000,
        10_000_000,
        ("Tie", "CapAtOne", "ClampEdwards", "MidPTie", "HugeN"),
        "scipy/scipy 13079 gives 0.5094 for one tail",
    ),
    (
        100_000_000,
        100_000_000,
        ("Tie", "CapAtOne", "ClampEdwards", "MidPTie", "HugeN"),
        "scipy/scipy 13079 gives 0.6861 for one tail",
    ),
    (500030000, 499970000, ("HugeN",), "n = 10^9"),
)
"""Discordant counts (b, c), their flags, and what is known of them."""

NARROW: Final[tuple[tuple[str, int, int, str], ...]] = (
    ("int8", 100, 60, "mlxtend 0.25.0 returns NaN"),
    ("uint8", 200, 100, "mlxtend 0.25.0 returns p = 1; true 8.0148752165389e-9"),
    ("int16", 30000, 9000, "mlxtend 0.25.0 returns NaN"),
    ("uint16", 60000, 59000, "mlxtend 0.25.0 returns p = 1; true 0.0037798696347769"),
    ("uint64", 3, 5, "b - c wraps around in unsigned arithmetic"),
    ("int32", 60000, 5, "the square of b - c does not fit"),
)
"""Counts held in a narrow integer type: (type, b, c, what is known)."""

BAD_COUNTS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("-3", "5", "Negative", "b is negative"),
    ("5", "-3", "Negative", "c is negative"),
    ("-2", "8", "Negative", "statsmodels and mlxtend return p = 0"),
    ("3.5", "5", "NonInteger", "b is not a whole number"),
    ("5", "nan", "NonInteger", "c is not a number"),
    ("5", "inf", "NonInteger", "c is not finite"),
    ("five", "5", "NonInteger", "b is not a number"),
    ("true", "5", "BoolAsInt", "b is a boolean"),
)
"""Counts to be refused: (b, c, flag, reason)."""

TABLES: Final[tuple[tuple[int, int, int, int, tuple[str, ...], str], ...]] = (
    (
        157,
        17,
        3,
        23,
        ("WorkedExample", "NewcombeVariant"),
        "newcombe-plain +2.7..+11.6, newcombe-corrected +2.6..+11.7",
    ),
    (157, 3, 17, 23, ("OrderSwap", "NewcombeVariant"), ""),
    (
        1,
        1,
        7,
        12,
        ("WorkedExample", "NewcombeVariant"),
        "Bentur: newcombe-corrected -0.507..-0.026, tango -0.517..-0.026",
    ),
    (
        20,
        15,
        6,
        5,
        ("WorkedExample", "NewcombeVariant"),
        "tango 0.000419..0.377185, newcombe-corrected 0.002602..0.369943",
    ),
    (53, 16, 8, 9, ("WorkedExample",), "Agresti and Min 2005"),
    (73, 4, 1, 4, ("WorkedExample", "SixMinimum"), "82 items, 77 against 74 passed"),
    (70, 3, 4, 5, ("WorkedExample", "Tie"), "82 items, 73 against 74 passed"),
    (50, 18, 8, 24, ("AlphaBoundary",), "tango excludes 0, newcombe-corrected and the exact test do not"),
    (100, 0, 0, 100, ("ZeroDiscordant", "NewcombeZeroWidth"), ""),
    (50, 0, 0, 50, ("ZeroDiscordant", "NewcombeZeroWidth"), ""),
    (5, 0, 0, 5, ("ZeroDiscordant", "NewcombeZeroWidth"), ""),
    (180, 0, 0, 20, ("ZeroDiscordant",), "newcombe-plain +-1.51 points, tango +-1.8845"),
    (200, 0, 0, 0, ("ZeroDiscordant", "EmptyMargin"), ""),
    (0, 0, 0, 200, ("ZeroDiscordant", "EmptyMargin"), ""),
    (0, 5, 5, 0, ("Tie",), "all square-and-add and score intervals: +-0.526813819"),
    (5, 3, 3, 5, ("Tie", "ClampEdwards"), ""),
    (3, 3, 3, 1, ("Tie",), ""),
    (0, 7, 0, 0, ("OneSided", "EmptyMargin", "WaldOutside"), ""),
    (0, 0, 7, 0, ("OneSided", "EmptyMargin", "WaldOutside", "OrderSwap"), ""),
    (0, 0, 17, 3, ("OneSided", "EmptyMargin", "WaldOutside"), "Wald leaves [-1, 1]"),
    (3, 6, 0, 0, ("OneSided", "EmptyMargin"), ""),
    (0, 1, 0, 0, ("SingleItem", "OneSided", "EmptyMargin"), ""),
    (1, 0, 0, 0, ("SingleItem", "ZeroDiscordant", "EmptyMargin"), ""),
    (271, 54, 28, 147, ("WorkedExample",), "SWE-bench Verified, gpt-5 against gpt-5-mini"),
    (700000, 1200, 1000, 297800, ("HugeN",), "N = 10^6"),
    (8000000, 3001000, 2999000, 6000000, ("HugeN",), "the product of the margins is above 2^63"),
)
"""Whole tables (a, b, c, d), their flags, and what is known of them."""


def duty(flag: str) -> Require:
    """A boolean is a whole number in some languages: refusing it is advice, refusing what is no count a duty."""
    return "should" if flag == "BoolAsInt" else "must"


def _splits(function: str, fixed: dict[str, str], flags: frozenset[str]) -> Iterator[Case]:
    for b, c, marks, note in SPLITS:
        kept = tuple(flag for flag in marks if flag in flags)
        yield Case(function, {"b": str(b), "c": str(c), **fixed}, kept, comment=note)
    for kind, b, c, note in NARROW:
        inputs = {"b": str(b), "c": str(c), **fixed, "integer_type": kind}
        yield Case(function, inputs, ("NarrowInteger",), comment=note)
    for bad_b, bad_c, flag, reason in BAD_COUNTS:
        yield Case(function, {"b": bad_b, "c": bad_c, **fixed}, (flag,), duty(flag), reject=reason)


_ALL_SPLIT_FLAGS: Final = frozenset(flag for row in SPLITS for flag in row[2])
_STATISTIC_FLAGS: Final = _ALL_SPLIT_FLAGS - {"MidPTie", "CapAtOne", "StringDigits4300"}


def split_cases() -> Iterator[Case]:
    """Cases of the functions of b and c."""
    yield from _splits("exact_p", {}, _ALL_SPLIT_FLAGS - {"ClampEdwards", "MidPTie"})
    for alternative in ("candidate", "baseline"):
        yield from _splits(
            "exact_p_one_sided",
            {"alternative": alternative},
            _ALL_SPLIT_FLAGS - {"ClampEdwards", "MidPTie", "CapAtOne"},
        )
    for case in _splits("mid_p", {}, _ALL_SPLIT_FLAGS - {"ClampEdwards"}):
        tie = not case.reject and case.inputs["b"] == case.inputs["c"]
        yield Case(case.function, case.inputs, case.flags, "convention", case.comment) if tie else case
    for function in ("chi_square", "edwards"):
        for output in ("statistic", "p"):
            for case in _splits(
                function, {"output": output}, _STATISTIC_FLAGS - (set() if function == "edwards" else {"ClampEdwards"})
            ):
                zero = not case.reject and case.inputs["b"] == case.inputs["c"] == "0"
                yield Case(
                    case.function,
                    case.inputs,
                    case.flags,
                    "convention" if zero else case.require,
                    case.comment,
                    reject=case.reject,
                )
    yield from _splits(
        "odds_ratio",
        {},
        _ALL_SPLIT_FLAGS & {"WorkedExample", "OrderSwap", "ZeroDiscordant", "Tie", "OneSided", "SingleItem", "HugeN"},
    )


def proved_cases() -> Iterator[Case]:
    """Cases of exact_p and mid_p for every certified row that is not among the splits above."""
    text = (files("discordant.conformance") / "certified.json").read_text(encoding="utf-8")
    known = {(b, c) for b, c, *_ in SPLITS}
    for row in json.loads(text)["rows"]:
        b, c = row["b"], row["c"]
        if (b, c) not in known:
            inputs = {"b": str(b), "c": str(c)}
            yield Case("exact_p", inputs, ("Proved",), comment=row["why"])
            yield Case("mid_p", inputs, ("Proved",), "convention" if b == c else "must", row["why"])


def delta_cases() -> Iterator[Case]:
    """Cases of the pass-rate difference."""
    for a, b, c, d, flags, note in TABLES:
        inputs = dict(zip("abcd", map(str, (a, b, c, d)), strict=True))
        yield Case("delta", inputs, flags, comment=note)
    narrow = {"a": "10", "b": "3", "c": "5", "d": "10", "integer_type": "uint8"}
    yield Case("delta", narrow, ("NarrowInteger",), comment="b - c wraps around in unsigned arithmetic")
    for bad_b, bad_c, flag, reason in BAD_COUNTS:
        yield Case("delta", {"a": "10", "b": bad_b, "c": bad_c, "d": "10"}, (flag,), duty(flag), reject=reason)
    yield Case("delta", {"a": "0", "b": "0", "c": "0", "d": "0"}, ("ZeroDiscordant", "EmptyMargin"), reject="no items")


def threshold_cases() -> Iterator[Case]:
    """Cases of the least number of discordant items and of the critical count."""
    methods = ("exact", "mid-p", "chi-square", "edwards")
    for alpha in ("0.1", "0.05", "0.025", "0.01", "0.005", "0.001", "0.0001", "1/32", "1/16", "0.5"):
        boundary = ("AlphaBoundary",) if "/" in alpha else ()
        for method in methods:
            flags = (*boundary, *(("SixMinimum",) if alpha == "0.05" else ()))
            yield Case("least_discordant", {"alpha": alpha, "method": method}, flags)
            for n in (0, 1, 4, 5, 6, 7, 20, 24, 25, 26, 100, 1023, 1024, 1075):
                marks = [*boundary] if n in (5, 6) else []
                marks += ["SixMinimum"] if alpha == "0.05" and 4 <= n <= 6 else []
                marks += ["ZeroDiscordant"] if n == 0 else []
                marks += ["EdwardsVsExactSwitch"] if 24 <= n <= 26 else []
                marks += ["FloatPow1024"] if n >= 1024 else []
                marks += ["HalfPowUnderflow1075"] if n >= 1075 else []
                yield Case("critical_count", {"n": str(n), "alpha": alpha, "method": method}, tuple(marks))
    for many, served in (("1000000", methods), ("1000000000", ("chi-square", "edwards"))):
        for method in served:
            yield Case("critical_count", {"n": many, "alpha": "0.05", "method": method}, ("HugeN",))
    for alpha, reason in (
        ("0", "alpha is not positive"),
        ("1", "alpha is not below 1"),
        ("5", "alpha is not below 1"),
        ("nan", "not a number"),
    ):
        yield Case(
            "least_discordant",
            {"alpha": alpha, "method": "exact"},
            ("NonInteger",) if alpha == "nan" else ("AlphaBoundary",),
            reject=reason,
        )
    for count, flag, reason in (
        ("-1", "Negative", "n is negative"),
        ("2.5", "NonInteger", "n is not whole"),
        ("true", "BoolAsInt", "n is a boolean"),
    ):
        yield Case(
            "critical_count", {"n": count, "alpha": "0.05", "method": "exact"}, (flag,), duty(flag), reject=reason
        )


def outcome_cases() -> Iterator[Case]:
    """Cases of tables built from outcomes and from cross-tabulations."""
    for baseline, candidate, flags, reason in (
        ("1 0 1 0", "1 1 0 0", (), ""),
        ("1 1 0 0", "1 0 1 0", ("OrderSwap",), ""),
        ("1", "0", ("SingleItem", "OneSided"), ""),
        ("", "", ("ZeroDiscordant",), ""),
        ("1 1 1", "1 1 1", ("ZeroDiscordant", "EmptyMargin"), ""),
        ("1 0", "1", ("NonInteger",), "unequal lengths"),
        ("1 2", "1 0", ("NonInteger",), "2 is not an outcome"),
        ("1 nan", "1 0", ("NonInteger",), "nan is not an outcome"),
        ("1 0.5", "1 0", ("NonInteger",), "0.5 is not an outcome"),
        ("1 -1", "1 0", ("Negative",), "-1 is not an outcome"),
    ):
        yield Case("table_from_outcomes", {"baseline": baseline, "candidate": candidate}, flags, reject=reason)
    for cells, axis, first, flags, reason in (
        ("157 17; 3 23", "rows", "pass", ("WorkedExample",), ""),
        ("157 3; 17 23", "columns", "pass", ("OrderSwap",), ""),
        ("23 3; 17 157", "rows", "fail", ("OrderSwap",), ""),
        ("23 17; 3 157", "columns", "fail", ("OrderSwap",), ""),
        ("10 5 1; 3 12 2; 4 6 20", "rows", "pass", ("LargerTable",), "3 x 3"),
        ("10 5 1; 3 12 2", "rows", "pass", ("LargerTable",), "2 x 3"),
        ("10 5; -3 12", "rows", "pass", ("Negative",), "negative count"),
        ("10 5; 3.5 12", "rows", "pass", ("NonInteger",), "not a whole number"),
        ("9007199254740993 17; 3 9007199254740995", "rows", "pass", ("HugeN",), ""),
    ):
        inputs = {"crosstab": cells, "candidate": axis, "first": first}
        yield Case("table_from_crosstab", inputs, flags, reject=reason)
