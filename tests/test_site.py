"""The documentation becomes a site without a warning: every link between its pages leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

from tesserae import rulebook
from tests.server.processes import ROOT


def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(tmp_path / "trees"), "-b", "html"]
    done = subprocess.run([*command, str(ROOT / "docs"), str(site)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    assert pages <= {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    assert 'id="get-api-games"' in (site / "reference" / "http.html").read_text("utf-8")
    assert 'id="tesserae.start"' in (site / "reference" / "api.html").read_text("utf-8")
    assert 'id="serve"' in (site / "reference" / "commands.html").read_text("utf-8")
    listed = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text("utf-8"))
    assert {f"{page}.html" for page in pages if page.parent != Path()} <= set(listed)
    assert [file for file in listed if not (site / file).is_file()] == []
    for name in rulebook.pages():
        check_rules(site / "rules", name)
        assert set(rulebook.page("en", name).rules) <= set(re.findall(r"[A-Z]{2}-\d+", text_of(site, name)))


def text_of(site: Path, name: str) -> str:
    return (site / "rules" / f"{name}.txt").read_text("utf-8")


def check_rules(folder: Path, name: str) -> None:
    """A page of the rulebook has every rule, its links lead to rules, and its pictures are there."""
    html = (folder / f"{name}.html").read_text("utf-8")
    page = rulebook.page("en", name)
    assert set(page.rules) <= set(re.findall(r'<span id="([A-Z]{2}-\d+)">', html))
    linked = re.findall(r'href="(\w+\.html)#([A-Z]{2}-\d+)"', html)
    assert {id for _, id in linked} == {id for id in page.references if rulebook.page_of(id)}
    assert [id for file, id in linked if f'<span id="{id}">' not in (folder / file).read_text("utf-8")] == []
    pictures = re.findall(r'<img src="(\.\./_images/rules/[^"]+)"', html)
    assert len(pictures) == len(page.diagrams) + len(page.tries)
    assert [picture for picture in pictures if "<svg" not in (folder / picture).read_text("utf-8")] == []
