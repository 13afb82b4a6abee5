"""Turns of phrase that make English read like a translation are nowhere in the pages, the source or the texts."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ACTS = "acts|closes|digs|moves|hides|alone|asks|takes|owns|loses"

# What to look for, and what to write instead.
PATTERNS = {
    "the side to move": rf"\b(?:for|by|of|to|from|as if) who (?:{ACTS})\b",
    "the player who": rf"(?:^|[.:|\"*] ?)Who (?:{ACTS}) [^?\n]*\.",
    "apart from, besides": r"\b(?:nothing|has|say|needs) beside\b(?! the board)",
    "compared with": r"\bbeside (?:what|OpenSpiel|boardgame|an even|their peers)\b",
    "its own, one's own": r"\bthe own\b",
    "different": r"\b(?:is|are|was|were) another when\b|\b(?:has|have) other (?:bytes|numbers|values)\b",
    "that many, n": r"\bso many\b",
    "is not a": r"(?<!\b[Tt]here )\bis no (?!longer\b|more\b|less\b|such\b|better\b|mistake\b|worse\b)(?=\w|\{)",
    "must be": r"\bis not possible; it takes\b|\bnot possible; (?:the|its)\b",
    "continue": r"\b(?:go|goes|going|went) on\b(?! the (?:board|cards?)| one of)",
    "while, until": r"\bas long as\b",
    "except": r"\bbut for\b",
    "default": r"\busually\b (?:`|\d|on\b|off\b|two\b|the standard)|[(;] ?usually\b",
    "name the thing": r"\bwhat there is\b|\ball (?:that )?there is\b|\bwhat is (?:told|shown)\b",
}
FILES = [
    path
    for folder in ("docs", "src")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".md", ".py", ".js", ".ts", ".css", ".json") and "compiled" not in path.parts
    if "de" not in path.parts and path.stem != "de"
] + sorted(ROOT.glob("*.md"))

# Folders in which the patterns have still to be worked off.
LEFT = ("src/tesserae/engine", "src/tesserae/games/symbol", "src/tesserae/server")

# What is meant as it stands, and why.
MEANT = {"The game goes on like this until": "the English idiom"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("instead", PATTERNS)
def test_it_is_said_in_plain_english(instead: str) -> None:
    pattern = re.compile(PATTERNS[instead], re.MULTILINE)
    found = []
    for path in FILES:
        if name(path).startswith(LEFT):
            continue
        text = path.read_text("utf-8")
        for match in pattern.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 :].partition("\n")[0]
            if not any(words in line for words in MEANT):
                found.append(f"{name(path)}: {line.strip()[:160]}")
    assert found == [], f"write: {instead}"
