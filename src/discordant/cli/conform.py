"""`discordant conform -- COMMAND`: run the vectors against another implementation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from discordant.cli import exits, options, output
from discordant.errors import ArgumentError

FINDINGS = ("nonconformant",)


@click.command(
    epilog=exits.epilog(
        "discordant conform --adapter statsmodels",
        "discordant conform -- Rscript my_mcnemar.R",
        "discordant conform --table --function exact_p -- ./my_program",
        "discordant conform --explain ZeroDiscordant",
    )
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND ...]")
@click.option("--adapter", metavar="NAME", help="A ready adapter: statsmodels, scipy, mlxtend, pingouin, r, ...")
@click.option("--function", "functions", multiple=True, metavar="NAME", help="Only this function; repeatable.")
@click.option("--flag", metavar="FLAG", help="Only cases with this flag.")
@click.option("--explain", metavar="FLAG", help="Explain a flag and stop.")
@click.option("--table", is_flag=True, help="COMMAND reads one TSV on stdin and prints one value a line.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.01),
    metavar="SECONDS",
    help="Longest wait for one case [10], or with --table for one line [600].",
)
@click.option(
    "--expected-failures",
    metavar="FILE",
    help="Ids of cases known to fail, one a line; one that passes, or is not run, is a finding too.",
)
@click.option("--badge", type=click.Path(), metavar="FILE", help="Write a small SVG with the share of passed cases.")
@options.output("text", "json", "markdown")
@options.fail_on(FINDINGS)
@options.progress
@options.quiet
def conform(
    command: tuple[str, ...],
    adapter: str | None,
    explain: str | None,
    badge: str | None,
    fail_on: tuple[str, ...],
    progress: str,
    quiet: bool,
    **given: Any,
) -> int:
    """Run the conformance vectors against an implementation.

    COMMAND speaks JSON lines on stdin and stdout (docs/conformance.md has a template of ten lines), or with --table
    reads a TSV. The exit code is 1 only where --fail-on nonconformant is given and a case did not pass.
    """
    from discordant.conformance import report as reports
    from discordant.conformance import run

    if explain is not None:
        output.write(_explanation(explain))
        return exits.DONE
    if (adapter is None) == (not command):
        raise ArgumentError("give either a command after -- or --adapter NAME")
    expected = given["expected_failures"]
    asked: dict[str, Any] = {
        "functions": given["functions"],
        "flag": given["flag"],
        "timeout": given["timeout"],
        "table": given["table"],
        "expected_failures": None if expected is None else run.read_expected_failures(expected),
        "progress": _progress(progress, quiet),
    }
    found = run.run_command(command, **asked) if adapter is None else run.run_adapter(adapter, **asked)
    form = {"text": reports.text, "json": reports.json_text, "markdown": reports.markdown}[given["output"]]
    whole = form(found).rstrip("\n")
    output.write("\n".join(whole.splitlines()[-2:]) if quiet and given["output"] == "text" else whole)
    if badge is not None:
        output.save(Path(badge), reports.badge(found))
    if found.unavailable is not None:
        return exits.REFUSED if fail_on else exits.DONE  # what did not run has not passed
    if not found.conformant and "nonconformant" in fail_on:
        output.notice("failing on: nonconformant", quiet=quiet)
        return exits.FINDING
    return exits.DONE


def _explanation(flag: str) -> str:
    from discordant.conformance import vectors_file

    flags = vectors_file.flags()
    if flag not in flags:
        raise ArgumentError(f"flag {flag!r} is not one of {', '.join(flags)}")
    entry = flags[flag]
    lines = [f"{flag} ({entry['bug_type']})", f"  {entry['description']}", f"  Effect: {entry['effect']}"]
    lines += [f"  Seen in: {seen}" for seen in entry["seen_in"]]
    lines += [f"  See: {reference}" for reference in entry["references"]]
    met = sorted({case["function"] for case in vectors_file.cases() if flag in case["flags"]})
    lines.append(f"  Cases: {len([c for c in vectors_file.cases() if flag in c['flags']])} in {len(met)} functions")
    lines += [f"  Not met by {name}: {why}." for name, why in vectors_file.exceptions().get(flag, {}).items()]
    return "\n".join(click.wrap_text(line, 80, line[: len(line) - len(line.lstrip())], "    ") for line in lines)


def _progress(mode: str, quiet: bool) -> Any:
    plain = mode == "plain" or (mode == "auto" and sys.stderr.isatty())
    told = -1

    def show(done: int, total: int) -> None:
        nonlocal told
        percent = 100 * done // max(1, total)
        if plain and not quiet and percent // 10 > told:
            told = percent // 10
            output.notice(f"{done} of {total} cases")

    return show
