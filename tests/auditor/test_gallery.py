"""The gallery is what its script writes, and says nothing without a source."""

from __future__ import annotations

import runpy

from discordant.auditor.claim_file import read_claims


def test_the_page_is_what_the_script_writes(root):
    script = runpy.run_path(str(root / "docs" / "tools" / "gallery.py"))

    assert script["page"]() == (root / "docs" / "gallery.md").read_text(encoding="utf-8")


def test_every_entry_names_a_public_source(root):
    for claim in read_claims(root / "docs" / "gallery.toml"):
        assert claim.id
        assert "; https://" in (claim.source or "")
