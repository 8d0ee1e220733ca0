"""From result files to a table: readers, runs and pairing.

    run = read_run(path, format=None, *, select=None, id=None, pass_=None, threshold=None, repeats="refuse", ...)
    pairing = pair(baseline, candidate, *, on_missing="refuse", on_error="refuse")   # pairing.table is the Table
    inspection = inspect_file(path, format=None, ...)       # what a file holds, without choosing from it
    list_formats()                                          # every reader's name, recognition rule, fields and traps

A file becomes rows in `readers/<format>.py`; `collect` turns rows into one run or refuses; `pairing` joins two runs.
"""

from discordant.runs.format_list import FormatInfo, list_formats
from discordant.runs.inspecting import inspect_file
from discordant.runs.inspection import Inspection
from discordant.runs.pairing import Pairing, pair
from discordant.runs.run import Provenance, Run, read_run

__all__ = [
    "FormatInfo",
    "Inspection",
    "Pairing",
    "Provenance",
    "Run",
    "inspect_file",
    "list_formats",
    "pair",
    "read_run",
]
