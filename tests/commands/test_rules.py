"""`tesserae rules`, run as its users run it."""

import os
import pty
import re
import subprocess
import sys

import pytest

from tesserae import rulebook
from tesserae.cli import main
from tests.server.processes import PATIENT


def test_the_pages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--lang", "de"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(rulebook.pages())
    assert lines[-1].endswith(rulebook.page("de", "sources").title)


@pytest.mark.parametrize("name", rulebook.pages())
@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_a_page_for_other_programs_is_plain(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"# {rulebook.page(language, name).title}\n")
    assert all(f"**{id}**" in out for id in rulebook.page(language, name).rules)
    assert not re.search(r"\((board|try):|\x1b", out)


def test_one_rule_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert main(["rules", "--rule", "sy-20"]) == 0
    assert capsys.readouterr().out.startswith("**SY-20** Hat Rot")
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["rules", "--rule", "SY-20"]) == 0
    assert capsys.readouterr().out.startswith("**SY-20** When red")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "there is no page chess in the rulebook; there is symbol, symbol_chain,"),
        (["symbol", "--lang", "fr"], "there is no language fr in the rulebook; there is en, de"),
        (["--rule", "SY-99"], "there is no rule SY-99"),
        (["--rule", "SY-1", "--lang", "fr"], "there is no language fr"),
    ],
)
def test_what_there_is_not_is_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_in_a_terminal_it_is_set_and_fits() -> None:
    main_end, end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "70", "LC_ALL": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "tesserae.cli", "rules", "--rule", "SY-17"]
    process = subprocess.Popen(command, stdout=end, env=environment)
    os.close(end)
    out = b""
    try:
        while part := os.read(main_end, 4096):
            out += part
    except OSError:  # the other end is closed
        pass
    assert process.wait(PATIENT) == 0
    os.close(main_end)
    text = out.decode()
    assert "\x1b[1mSY-17\x1b[0m" in text
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert max(map(len, plain.splitlines())) <= 70
    assert "**" not in plain
