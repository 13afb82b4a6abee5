"""Every text of the browser client exists in both languages, and none is left over."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tesserae.bots import LEVELS
from tesserae.games import games

ROOT = Path(__file__).parents[2] / "src" / "tesserae"
WEB = ROOT / "web"
LANGUAGES = ("en", "de")
REASONS = {"king", "both_kings", "repetition", "dead_position", "quiet", "regions"}  # Symbol
REASONS |= {"board_full", "stacks", "sequences", "stuck", "points", "four_in_row", "tie"}  # the others
REASONS |= {"resigned", "agreed", "time"}  # any match


def catalogue(language: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in sorted((WEB / "lang").glob(f"*{language}.json")):
        part = json.loads(path.read_text("utf-8"))
        assert not texts.keys() & part.keys(), f"{path.name} repeats keys of another file"
        texts |= part
    return texts


def own(language: str) -> dict[str, str]:
    """Without what translates the server's sentences, which has no English."""
    return {key: text for key, text in catalogue(language).items() if not key.startswith(("refusal:", "word:"))}


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted((WEB / "js").rglob("*.js")):
        yield path.name, path.read_text("utf-8")


def bare(key: str) -> str:
    """A key without its plural form."""
    return re.sub(r"\.(one|other)$", "", key)


def literals() -> set[str]:
    """All strings in the sources."""
    return {text for _, source in sources() for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source)}


def patterns() -> list[re.Pattern[str]]:
    """All templates in the sources, as patterns: a gap stands for one part of a key, or for a whole key's beginning."""
    found = {text for _, source in sources() for text in re.findall(r"(?=`([^`\n]*)`)", source)}
    gaps = (re.sub(r"\\\$\\\{.*?\\\}", "[^.]+", re.escape(text)) for text in found if re.search(r"[a-z]\.?\$\{", text))
    return [re.compile(gap) for gap in gaps]


def test_both_languages_have_the_same_keys_and_gaps() -> None:
    english, german = own("en"), own("de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", german[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, text in catalogue(language).items() if not text.strip() and not key.startswith("word:")] == []


def test_every_key_that_is_asked_for_exists() -> None:
    known = {bare(key) for key in own("en")} | own("en").keys()
    asked = {(name, key) for name, source in sources() for key in re.findall(r'\bt\(\s*"([^"]+)"', source)}
    assert sorted((name, key) for name, key in asked if key not in known) == []


def test_no_key_is_left_over() -> None:
    used, shapes = literals(), patterns()
    left = [
        key
        for key in own("en")
        if key not in used
        and bare(key) not in used
        and not any(shape.fullmatch(key) or shape.fullmatch(bare(key)) for shape in shapes)
        and not key.startswith("option.")  # checked below, against what the games declare
    ]
    assert left == []


def test_everything_that_the_games_declare_has_a_text() -> None:
    expected = {f"level.{level}" for level in LEVELS} | {f"reason.{reason}" for reason in REASONS}
    options = {"option.not"}
    for game in games():
        expected |= {f"game.{game.name}.title", f"game.{game.name}.about"}
        expected |= {f"side.{game.name}.{seat}" for seat in range(len(game.sides))}
        for option in game.options:
            key = f"option.{game.name}.{option.name}"
            options |= {key, f"{key}.help"}
            options |= {f"{key}.{value}" for value in getattr(option, "values", ())}
            if option.name == "teams":
                options |= {f"{key}.{value}" for value in ("usual", "2", "3")}
    english = own("en")
    assert sorted((expected | options) - english.keys()) == []
    assert sorted({key for key in english if key.startswith("option.")} - options) == []


PLACES = {"Refused": 1, "Problem": 2, "_plain": 2, "BadOption": 0, "BadTiles": 1, "end": 1, "error": 1}
BEFORE = {"BadTiles": "option tiles: line {line}: "}  # what the class puts before its sentences
OPTION = "option {option}: {value} is not possible; it takes "
TOLD = ("games", "play", "server", "state.py")  # whose bad options a browser can be told
PUT_TOGETHER = {
    "SENTENCES[rule]",
    "match.game.silence_text",
    "'option tiles: line {line}: ' + sentence",
}  # of what is found otherwise
PASSED_ON = {"games/options.py", "server/problems.py"}  # where sentences arrive as arguments


def told(path: Path) -> bool:
    place = path.relative_to(ROOT)
    return place.parts[0] in TOLD and place.name != "store.py"


def refusals() -> set[str]:
    """The sentence templates of everything that is refused, from the Python source."""
    found = {game.silence_text for game in games() if game.silence is not None}
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        constants = [
            (node.lineno, target.id, node.value.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        ]
        found |= {OPTION + text for _, name, text in constants if name == "takes" and told(path)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SENTENCES":
                assert isinstance(node.value, ast.Dict)
                found |= {str(value.value) for value in node.value.values if isinstance(value, ast.Constant)}
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = PLACES.get(name)
            if place is None or len(node.args) <= place or (name in ("end", "error") and path.parent.name != "server"):
                continue
            if name == "BadOption" and not told(path):
                continue
            sentence = node.args[place]
            if isinstance(sentence, ast.Constant) and isinstance(sentence.value, str):
                found.add(BEFORE.get(name, "") + sentence.value)
                continue
            here = [(line, text) for line, named, text in constants if named == getattr(sentence, "id", "")]
            nearest = max((one for one in here if one[0] <= node.lineno), default=None)
            if nearest:
                found.add(BEFORE.get(name, "") + nearest[1])
            else:  # what is put together elsewhere; say where, so that nothing slips through
                known = ast.unparse(sentence) in PUT_TOGETHER or str(path.relative_to(ROOT)) in PASSED_ON
                assert known or name in ("end", "error"), f"{path}:{node.lineno}"
    return found


def test_every_refusal_has_a_german_sentence_with_the_same_gaps() -> None:
    german = {key.removeprefix("refusal:"): text for key, text in catalogue("de").items() if key.startswith("refusal:")}
    said = refusals()
    assert sorted(said - german.keys()) == []
    assert sorted(german.keys() - said) == []
    for sentence, text in german.items():
        assert set(re.findall(r"\{\w+\}", text)) <= set(re.findall(r"\{\w+\}", sentence)), sentence
