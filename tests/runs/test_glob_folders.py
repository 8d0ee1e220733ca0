"""A glob pattern names all its files or is refused: no folder is passed over in silence."""

from __future__ import annotations

import os

import pytest

from discordant.errors import FormatError
from discordant.runs.engine import pair_files
from discordant.runs.glob_folders import check_folders

pytest.importorskip("duckdb")


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Stand in a directory of three folders, as a user who is not root."""
    for number, name in enumerate(("a", "b", ".h")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.csv").write_text(f"id,passed\n{number},1\n")
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    user = os.geteuid()
    if not user:
        os.chown(tmp_path / "b", 65534, -1)
        os.seteuid(65534)
    yield tmp_path
    os.chmod("b", 0o755)
    os.seteuid(user)


PATTERNS = ["*/x.csv", "*/*.csv", "**/*.csv", "?/x*.csv", "[b]/x.csv", "./*/x.csv"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX permissions")
@pytest.mark.parametrize("mode", [0o000, 0o444])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_folder_that_may_not_be_listed_is_refused(folders, pattern, mode):
    check_folders(pattern)
    os.chmod("b", mode)
    with pytest.raises(FormatError, match=r"b.*: cannot be listed: permission denied"):
        pair_files(pattern, pattern)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX permissions")
def test_a_folder_beside_the_pattern_is_no_matter(folders):
    os.chmod("b", 0)
    assert pair_files("a*/x.csv", "[a]/*.csv").table.N == 1
    os.chmod("b", 0o755)
    assert pair_files("*/x.csv", "**/*.csv").table.N == 3
