"""Property tests for other implementations: Hypothesis strategies, and one assertion against the oracle.

    from discordant.testing import assert_matches_oracle

    def test_my_mcnemar():
        assert_matches_oracle(my_exact_p, "exact_p")

Needs Hypothesis (extra `testing`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from discordant.conformance import vectors_file
from discordant.conformance.expected import of_fraction, of_real
from discordant.conformance.grade import GRADES, Outcome, judge
from discordant.conformance.in_process import reply_to
from discordant.enclosed.chi_square import chi_square, edwards
from discordant.enclosed.tails import p_real
from discordant.errors import ArgumentError, MissingExtra
from discordant.exact.pvalues import exact_p, mid_p
from discordant.table import Table

try:
    from hypothesis import find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample
except ImportError:
    raise MissingExtra("discordant.testing", package="hypothesis", extra="testing") from None

EDGES: Final = (0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 1023, 1024, 1025, 1026, 1074, 1075, 1076)
"""Row lengths n = b + c at which some implementation changes its method, overflows or underflows."""

_EXACT_UP_TO: Final = 5000


def counts(limit: int = 3000) -> st.SearchStrategy[int]:
    """Return a strategy of single counts up to `limit`, edges first."""
    return st.one_of(st.sampled_from([edge for edge in EDGES if edge <= limit] or [0]), st.integers(0, limit))


@st.composite
def splits(draw: st.DrawFn, limit: int = 3000) -> tuple[int, int]:
    """Draw discordant counts (b, c) with b + c <= limit: edges of n, ties, near-ties and one-sided splits."""
    n = draw(counts(limit))
    kind = draw(st.sampled_from(("any", "tie", "near-tie", "one-sided")))
    if kind == "tie":
        b = n // 2
    elif kind == "near-tie":
        b = min(n, n // 2 + draw(st.integers(0, 3)))
    elif kind == "one-sided":
        b = draw(st.sampled_from((0, n)))
    else:
        b = draw(st.integers(0, n))
    return b, n - b


@st.composite
def tables(draw: st.DrawFn, limit: int = 300, minimum: int = 1) -> Table:
    """Draw tables of at least `minimum` items: empty margins, ties, no discordance, very unequal cells."""
    kind = draw(st.sampled_from(("any", "split", "no-discordance", "no-concordance", "huge")))
    if kind == "split":
        b, c = draw(splits(limit))
        a, d = draw(counts(limit)), draw(counts(limit))
    elif kind == "no-discordance":
        a, b, c, d = draw(counts(limit)), 0, 0, draw(counts(limit))
    elif kind == "no-concordance":
        (b, c), a, d = draw(splits(limit)), 0, 0
    elif kind == "huge":
        a, d = draw(st.integers(0, 10**9)), draw(st.integers(0, 10**9))
        b, c = draw(splits(limit))
    else:
        a, b, c, d = (draw(st.integers(0, limit)) for _ in range(4))
    if a + b + c + d < minimum:
        a += minimum
    return Table(a, b, c, d)


def _p(kind: str, exact: Callable[..., Any], b: int, c: int) -> dict[str, Any]:
    if b + c <= _EXACT_UP_TO:
        return of_fraction(exact(b, c))
    return of_real(p_real(b, c, kind="exact" if kind == "exact" else "mid-p"))


_ORACLE: Final[dict[str, Callable[[int, int], dict[str, Any]]]] = {
    "exact_p": lambda b, c: _p("exact", exact_p, b, c),
    "mid_p": lambda b, c: _p("mid-p", mid_p, b, c),
    "chi_square": lambda b, c: of_real(chi_square(b, c).p),
    "edwards": lambda b, c: of_real(edwards(b, c).p),
}


def _outcome(function: Callable[[int, int], Any], quantity: str, b: int, c: int) -> Outcome:
    case: dict[str, Any] = {
        "id": f"{quantity}({b}, {c})",
        "function": quantity,
        "inputs": {"b": str(b), "c": str(c)},
        "flags": [],
        "expect": _ORACLE[quantity](b, c),
    }
    if quantity == "mid_p" and b == c:
        folded = of_fraction(mid_p(b, c, tie="folded"))
        case["alternatives"] = [{"convention": "folded", "expect": folded}]
    return judge(case, reply_to(function, b, c))


def assert_matches_oracle(
    function: Callable[[int, int], Any],
    quantity: str = "exact_p",
    *,
    grade: str = "1e-9",
    limit: int = 3000,
    examples: int = 300,
) -> None:
    """Assert that `function(b, c)` returns the two-sided p-value `quantity` at least as accurately as `grade`.

    `quantity` is "exact_p", "mid_p" (either convention at b = c), "chi_square" or "edwards" (their p-values). `grade`
    is "exact", "correctly rounded", "<= 4 ulp" or "1e-9" (relative). The shipped vectors of the function with
    b + c <= limit are tried first, refusals of bad counts included; then Hypothesis searches `examples` splits for
    a failure and shrinks it to the smallest. Raises AssertionError naming input, value and expectation;
    `ArgumentError` for an unknown quantity or grade.

    >>> from discordant import exact_p
    >>> assert_matches_oracle(exact_p, "exact_p", grade="exact", examples=20)
    """
    if quantity not in _ORACLE:
        raise ArgumentError(f"quantity={quantity!r} is not one of {', '.join(_ORACLE)}")
    if grade not in GRADES[:-1]:
        raise ArgumentError(f"grade={grade!r} is not one of {', '.join(GRADES[:-1])}")

    def good(outcome: Outcome) -> bool:
        return outcome.status == "passed" and (
            outcome.grade is None or GRADES.index(outcome.grade) <= GRADES.index(grade)
        )

    for case in vectors_file.cases((quantity,)):
        inputs = case["inputs"]
        if "integer_type" in inputs or inputs.get("output", "p") != "p":
            continue
        arguments = [_number(inputs["b"]), _number(inputs["c"])]
        if all(type(x) is int for x in arguments) and sum(arguments) > limit:
            continue
        outcome = judge(case, reply_to(function, *arguments))
        if not good(outcome):
            raise AssertionError(_message(outcome, grade, arguments))

    def fails(split: tuple[int, int]) -> bool:
        return not good(_outcome(function, quantity, *split))

    try:
        b, c = find(splits(limit), fails, settings=settings(max_examples=examples, deadline=None, database=None))
    except NoSuchExample:
        return
    raise AssertionError(_message(_outcome(function, quantity, b, c), grade, [b, c]))


def _number(text: str) -> Any:
    from discordant.conformance.serve import number

    return number(text)


def _message(outcome: Outcome, grade: str, arguments: list[Any]) -> str:
    measured = f" ({outcome.grade}, {float(outcome.ulp):.3g} ulp)" if outcome.ulp is not None else ""
    why = "".join(f"; {flag}: {vectors_file.flags()[flag]['effect']}" for flag in outcome.case["flags"])
    given = ", ".join(repr(argument) for argument in arguments)
    return (
        f"{outcome.case['function']}({given}) gave {(outcome.got or outcome.status)[:80]}{measured}, "
        f"expected {outcome.want} with grade {grade!r} or better{why}"
    )
