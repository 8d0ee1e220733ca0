"""Writing files: whole or not at all, through links, never over a device."""

import os

import pytest

from discordant.cli import output
from discordant.errors import ArgumentError


def test_a_file_is_written_through_a_link_and_nothing_is_left_beside_it(tmp_path):
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    output.save(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert {path.name for path in tmp_path.iterdir()} == {"target.svg", "link.svg"}


def test_a_pipe_or_a_folder_is_refused_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(ArgumentError, match="is not a regular file; name a file to write"):
            output.save(place, "new")
    assert pipe.is_fifo()


def test_a_failed_write_leaves_no_file(tmp_path):
    with pytest.raises(UnicodeEncodeError):
        output.save(tmp_path / "picture.svg", "\ud800")
    assert list(tmp_path.iterdir()) == []
