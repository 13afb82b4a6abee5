"""A browser to test with: Debian's chromium or any Chrome; Playwright's own is not needed."""

import os
import shutil

from tests.installing import install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)
MISSING = """\
The tests of the browser client need Chromium or Chrome, and none was found. Install one, for example
    apt-get install chromium        (Debian, Ubuntu)
    dnf install chromium            (Fedora)
    brew install --cask google-chrome
or set TESSERAE_CHROMIUM to the path of one."""


def find() -> str | None:
    """The path of a browser, if there is one."""
    given = os.environ.get("TESSERAE_CHROMIUM")
    if given:
        return given
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((path for path in PLACES if os.path.exists(path)), None)


def find_or_install() -> str:
    """The path of a browser; where we may, Debian's is installed for it. Otherwise says what to install."""
    install(lambda: find() is None, "chromium")
    path = find()
    if path is None:
        raise RuntimeError(MISSING)
    return path
