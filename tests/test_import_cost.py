"""`import discordant` costs little: it loads nothing of the package but itself, and no other package."""

import ast
import subprocess
import sys

import pytest

LOADED = "import sys; {code}; print(sorted(m for m in sys.modules if '.' not in m or m.startswith('discordant')))"

# each takes as long to load as all of the fast path, or longer: tests/benchmarks/import_cost.py prints the figures
HEAVY = {"contextlib", "dataclasses", "decimal", "enum", "fractions", "inspect", "json", "pathlib", "re", "typing"}


def loaded(code):
    done = subprocess.run([sys.executable, "-c", LOADED.format(code=code)], capture_output=True, text=True, check=True)
    return set(ast.literal_eval(done.stdout.splitlines()[-1]))


def test_the_package_alone_is_loaded():
    extra = loaded("import discordant") - loaded("pass")
    assert {name for name in extra if name.startswith("discordant")} == {"discordant"}
    assert not {name for name in extra if name not in sys.stdlib_module_names and not name.startswith("discordant")}
    assert not extra & {"fractions", "decimal", "json", "typing_extensions", "dataclasses", "inspect"}


def test_the_fast_path_loads_its_scalar_half_and_a_few_light_modules():
    extra = loaded("import discordant.fast") - loaded("pass")
    assert not {name for name in extra if name not in sys.stdlib_module_names and not name.startswith("discordant")}
    assert not extra & HEAVY
    ours = {name.removeprefix("discordant.") for name in extra if name.startswith("discordant.")}
    assert not {name for name in ours if not name.startswith("fast")} - {"errors"}
    assert not ours & {"fast.batch", "fast.decision", "fast.critical_counts", "fast.wide", "fast.generate"}


@pytest.mark.parametrize("name", ["Table", "exact_p", "chi_square", "interval", "analyze", "compare"])
def test_the_library_never_loads_the_command_line_or_numpy(name):
    assert not loaded(f"from discordant import {name}") & {"click", "rich", "numpy", "hypothesis", "jinja2", "duckdb"}


def test_exact_numbers_need_no_mpmath():
    assert "mpmath" not in loaded("from discordant import exact_p, mid_p, Table; exact_p(17, 3); mid_p(17, 3)")
