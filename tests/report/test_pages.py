"""HTML pages: self-contained, escaped, and looked at in a browser where there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from discordant.errors import MissingExtra
from discordant.leaderboard import compare_all
from discordant.planning import Effect
from discordant.report import figures, pages
from discordant.report.aligned import align
from discordant.report.analysis import analyze
from discordant.report.clustered import analyze_clusters
from discordant.report.matrix import Matrix
from discordant.report.plan import make_plan
from discordant.runs import Provenance, Run
from discordant.table import Discordant, Table

pytest.importorskip("jinja2")

EVIL = "<script>alert(1)</script>\"'&\x1b[31m"


def board() -> Matrix:
    runs = {
        EVIL: {i: i < 30 for i in range(60)},
        "large": {i: i < 45 for i in range(60)},
        "tuned": {i: i < 47 or i == 59 for i in range(60)},
    }
    read = align([Run(label, outcomes, {}, Provenance(label, label, "csv")) for label, outcomes in runs.items()])
    return Matrix(compare_all(read.outcomes), read, Fraction(19, 20), "newcombe-plain")


def every_page() -> dict[str, str]:
    table = Table(157, 17, 3, 23)
    clusters = {0: Table(0, 3, 0, 0), 1: Table(1, 1, 1, 0), 2: Table(0, 0, 2, 1)}
    return {
        "table": pages.analysis_page(analyze(table, candidate=EVIL)),
        "discordant": pages.analysis_page(analyze(Discordant(0, 0))),
        "clusters": pages.analysis_page(analyze_clusters(clusters, baseline=EVIL)),
        "plan": pages.plan_page(make_plan(Effect.read(p_b="0.4", p_c="0.1"))),
        "matrix": pages.matrix_page(board()),
    }


def test_a_page_of_uncertified_p_values_says_so(monkeypatch):
    exact = "Every number is exact or certified; pictures are drawn to a tenth of a unit."
    assert all(exact in page for page in every_page().values())
    monkeypatch.setattr("discordant.leaderboard.board.EXACT_PAIRS", 0)
    page = pages.matrix_page(board())
    assert "Every number is exact or certified, but p-values far from alpha: within 4 ulp; pictures" in page


class Structure(HTMLParser):
    """Collects tags and checks that they nest."""

    VOID = ("meta", "br", "rect", "line", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        assert all(name not in ("src", "href") for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_pages_need_no_network_and_no_script_and_escape_what_files_say():
    for name, page in every_page().items():
        structure = Structure()
        structure.feed(page)
        assert structure.open == [], name
        assert not {"script", "link", "img", "iframe"} & structure.seen
        assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")  # the name of SVG, not an address
        assert "https:" not in page
        assert "\x1b" not in page
        assert "prefers-color-scheme: dark" in page
        assert "@media print" in page


def test_labels_are_shown_as_they_are_written():
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;\\x1b[31m" in every_page()["table"]


def test_every_picture_is_well_formed_and_described():
    pictures = [svg for page in every_page().values() for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]
    assert len(pictures) >= 5
    for svg in pictures:
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert root.get("aria-label")


def test_the_power_curve_alone_is_an_svg_file():
    svg = pages.power_svg(make_plan(Effect.read(p_b="0.4", p_c="0.1")))
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}polyline") is not None


def test_areas_are_proportional_to_the_counts():
    table = Table(157, 17, 3, 23)
    boxes = figures.areas(table)
    assert [box.text for box in boxes] == ["157", "3", "17", "23"]
    for box in boxes:
        assert abs(box.width * box.height / 240**2 - int(box.text) / 200) < 1e-9
    assert figures.areas(Table(0, 0, 0, 0)) == []


def test_the_shaded_bars_are_the_p_value():
    bars = figures.null_bars(17, 3)
    total = sum(bar.height for bar in bars)
    shaded = sum(bar.height for bar in bars if bar.kind != "middle")
    assert abs(shaded / total - 0.00257682800293) < 0.01
    assert [bar.text for bar in bars if bar.kind == "observed"] == ["17"]
    assert figures.null_bars(0, 0) == []
    assert len(figures.null_bars(500_300, 499_700)) <= 81


def test_a_missing_jinja2_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(MissingExtra, match=r"--output html needs jinja2; install it with: pip install 'discordant"):
        pages.render("page.html.j2", {})


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
@pytest.mark.parametrize("name", ["table", "discordant", "clusters", "plan", "matrix"])
def test_a_browser_lays_the_page_out(name, tmp_path):
    look(every_page()[name], tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
def test_a_browser_lays_the_page_of_an_audit_out(discordant, tmp_path):
    claim = tmp_path / "claim.csv"
    claim.write_text("id,candidate,baseline,p\n<b>x</b>,174/200,160/200,0.0026\n", encoding="utf-8")
    look(discordant("audit", claim, "--output", "html").out, tmp_path)


def look(text, tmp_path):
    """Chromium reads the page, keeps every picture, and draws something that is not blank."""
    page = tmp_path / "page.html"
    page.write_text(text, encoding="utf-8")
    common = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    dumped = subprocess.run(
        [*common, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120, check=True
    ).stdout
    assert dumped.count("<svg") == page.read_text(encoding="utf-8").count("<svg")
    assert "<main>" in dumped
    shot = tmp_path / "page.png"
    subprocess.run(
        [*common, "--window-size=900,900", f"--screenshot={shot}", page.as_uri()],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert shot.stat().st_size > 15_000
