"""The documentation becomes a site without a warning: every link between its pages leads somewhere."""

import subprocess
import sys
from pathlib import Path

from tests.server.processes import ROOT


def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(tmp_path / "trees"), "-b", "html"]
    done = subprocess.run([*command, str(ROOT / "docs"), str(site)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert pages <= {page.stem for page in site.glob("*.html")}
    assert 'id="get-api-games"' in (site / "http.html").read_text("utf-8")
    assert 'id="tesserae.start"' in (site / "api.html").read_text("utf-8")
