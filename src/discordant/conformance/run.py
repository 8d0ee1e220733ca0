"""Run the vectors against an implementation: a command, or one of the ready adapters."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from discordant.conformance import vectors_file
from discordant.conformance.grade import judge
from discordant.conformance.process import Implementation, answers, table_mode
from discordant.conformance.report import Report, build
from discordant.errors import ArgumentError

Progress = Callable[[int, int], None]

ADAPTERS: Final[dict[str, str]] = {
    "discordant-fast": "discordant_fast.py",
    "evaluate-formula": "evaluate_formula.py",
    "jstat": "jstat.js",
    "mlxtend": "mlxtend.py",
    "pingouin": "pingouin.py",
    "r": "r_base.R",
    "scipy": "scipy.py",
    "statsmodels": "statsmodels.py",
    "stdlib": "stdlib.js",
}
"""The ready adapters and the file of each."""

_INSTALL: Final = {
    "evaluate-formula": "pip install scipy",
    "jstat": "npm install jstat",
    "mlxtend": "pip install mlxtend",
    "pingouin": "pip install pingouin",
    "scipy": "pip install scipy",
    "statsmodels": "pip install statsmodels",
    "stdlib": "npm install @stdlib/stats-base-dists-binomial-cdf",
}
"""How to get what an adapter needs, where one command does it."""

_INTERPRETERS: Final = {".R": "Rscript", ".js": "node"}


def adapter_command(name: str) -> list[str] | str:
    """Return the command that runs a ready adapter, or the reason why it cannot run here.

    Raises `ArgumentError` naming the adapters for an unknown name.
    """
    if name not in ADAPTERS:
        raise ArgumentError(f"adapter {name!r} is not one of {', '.join(ADAPTERS)}")
    file = ADAPTERS[name]
    suffix = Path(file).suffix
    if suffix == ".py":
        return [sys.executable, "-m", f"discordant.conformance.adapters.{Path(file).stem}"]
    interpreter = shutil.which(_INTERPRETERS[suffix])
    if interpreter is None:
        return f"{_INTERPRETERS[suffix]} is not installed"
    return [interpreter, str(files("discordant.conformance") / "adapters" / file)]


def read_expected_failures(path: str) -> frozenset[str]:
    """Return the ids in a file of expected failures: one a line, `#` starts a comment."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"cannot read the expected failures {path!r}: {error}") from None
    return frozenset(filter(None, (line.partition("#")[0].strip() for line in lines)))


def _select(functions: Sequence[str], flag: str | None) -> list[dict[str, Any]]:
    if flag is not None and flag not in vectors_file.flags():
        raise ArgumentError(f"flag {flag!r} is not one of {', '.join(vectors_file.flags())}")
    return [case for case in vectors_file.cases(tuple(functions)) if flag is None or flag in case["flags"]]


def run_command(
    command: Sequence[str],
    *,
    functions: Sequence[str] = (),
    flag: str | None = None,
    timeout: float | None = None,
    table: bool = False,
    expected_failures: frozenset[str] | None = None,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Return the report of an implementation that runs as `command`.

    `timeout` is in seconds, per case (10 by default; with `table=True` from line to line, 600 by default). Raises
    `ArgumentError` where the command cannot be started or a name is unknown; whatever the process does afterwards is in
    the report.
    """
    selected = _select(functions, flag)
    timeout = timeout or (600.0 if table else 10.0)
    if table:
        if not functions:
            raise ArgumentError("table mode cannot ask what is implemented; name the functions with --function")
        about: dict[str, str] = {"name": " ".join(command)}
        replies = table_mode(command, selected, timeout=timeout)
    else:
        implementation = Implementation(command, timeout=timeout)
        try:
            failed = implementation.start()
        except KeyboardInterrupt:
            implementation.stop()
            raise
        if failed is not None:
            outcomes = [judge(case, failed) for case in selected]
            return build({"name": " ".join(command)}, outcomes, expected_failures)
        about = implementation.about
        if implementation.unavailable is not None:
            return Report({"name": " ".join(command)}, (), (), implementation.unavailable)
        replies = answers(implementation, iter(selected))
    outcomes = []
    with contextlib.closing(replies):
        for case, reply in replies:
            outcomes.append(judge(case, reply))
            progress(len(outcomes), len(selected))
    return build(about, outcomes, expected_failures)


def run_adapter(name: str, **options: Any) -> Report:
    """Return the report of a ready adapter; options as for `run_command`."""
    command = adapter_command(name)
    if isinstance(command, str):
        return Report({"name": name}, (), (), command)
    report = run_command(command, **options)
    if report.unavailable is not None:
        remedy = f"; install it with: {_INSTALL[name]}" if name in _INSTALL else ""
        return replace(report, implementation={"name": name}, unavailable=f"{report.unavailable}{remedy}")
    return report if "name" in report.implementation else replace(report, implementation={"name": name})
