"""Every text of the browser client, of the shell and of each game, exists in all languages, and none is left over."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tesserae.bots import LEVEL_NAMES
from tesserae.games import NAMES, games
from tesserae.games.game import Game

ROOT = Path(__file__).parents[2] / "src" / "tesserae"
WEB = ROOT / "web"
LANGUAGES = sorted(folder.name for folder in (WEB / "lang").iterdir())
REASONS = {
    "symbol": {"king", "both_kings", "repetition", "dead_position", "quiet", "regions"},
    "symbol_chain": {"board_full", "stacks", "points", "tie"},
    "sequence": {"sequences", "stuck", "quiet"},
    "consequence": {"points", "four_in_row", "tie"},
}
OF_ANY_MATCH = {"resigned", "agreed", "time"}
SHELL = ""  # in place of the name of a game
OWNERS = (SHELL, *NAMES)
# What the shell asks of a game's catalogue: checked against what the game declares, not against its sources.
ASKED = (
    "title",
    "about",
    "side.",
    "option.",
    "reason.",
    "learn.",
    "forces.",
    "referee.",
    "preset.",
    "effect.",
    "kind.",
    "piece.",
    "pieces.",
    "notation.",
    "keys.",
)


def folder(owner: str) -> Path:
    return ROOT / "games" / owner / "web" if owner else WEB / "js"


def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """An object of a catalogue; of a key that stands there twice the browser would show one text, at random to us."""
    assert len(dict(pairs)) == len(pairs), sorted({key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1})
    return dict(pairs)


@cache
def catalogue(language: str, owner: str) -> dict[str, str]:
    """The texts of a game, or of the shell."""
    if owner:
        path = folder(owner) / "lang" / f"{language}.json"
        texts: dict[str, str] = json.loads(path.read_text("utf-8"), object_pairs_hook=once)
        return texts
    texts = {}
    for path in sorted((WEB / "lang" / language).glob("*.json")):
        part = json.loads(path.read_text("utf-8"), object_pairs_hook=once)
        assert not texts.keys() & part.keys(), f"{path.name} repeats keys of another file"
        texts |= part
    return texts


def own(language: str, owner: str) -> dict[str, str]:
    """Without what translates the server's sentences, which has no English."""
    texts = catalogue(language, owner)
    return {key: text for key, text in texts.items() if not key.startswith(("refusal:", "word:"))}


def sources(owner: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder(owner).rglob("*.js")):
        yield path.name, path.read_text("utf-8")


def bare(key: str) -> str:
    """A key without its plural form."""
    return re.sub(r"\.(one|other)$", "", key)


def literals(owner: str) -> set[str]:
    """All strings in the sources."""
    return {text for _, source in sources(owner) for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source)}


def patterns(owner: str) -> list[re.Pattern[str]]:
    """All templates in the sources, as patterns: a gap stands for one part of a key, or for a whole key's beginning."""
    found = {text for _, source in sources(owner) for text in re.findall(r"(?=`([^`\n]*)`)", source)}
    gaps = (re.sub(r"\\\$\\\{.*?\\\}", "[^.]+", re.escape(text)) for text in found if re.search(r"[a-z]\.?\$\{", text))
    return [re.compile(gap) for gap in gaps]


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_keys_and_gaps(owner: str, language: str) -> None:
    english, other = own("en", owner), own(language, owner)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", other[key])), key


# What German players stumbled over: what was meant is "vom Brett kommt", "außer dem König", "Du setzt", "Best of 3",
# "vom Brett geschoben", "oder 6", "von Stapel 2", "schieben", "wie ein Neuling"; and a strike is no
# capture ("schlagen").
STUMBLED = re.compile(
    r"wenn er geht|neben dem König\b|\bDu: |kommt nichts voran|nach Mehrheit|deine Seite"
    r"|darf nicht vom Brett(?! geschoben)|5 und 6\?|vom Stapel \{|[Ss]t[oö]ß|spielt wie: "
)


@pytest.mark.parametrize("owner", OWNERS)
def test_german_players_do_not_stumble(owner: str) -> None:
    texts = own("de", owner)
    assert {key: text for key, text in texts.items() if STUMBLED.search(text)} == {}
    strikes = {key: text for key, text in texts.items() if "strike" in key}
    assert not any(re.search("[Ss]chlag|[Ss]chläg", text) for text in strikes.values())


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(owner: str, language: str) -> None:
    texts = catalogue(language, owner)
    assert [key for key, text in texts.items() if not text.strip() and not key.startswith("word:")] == []


@pytest.mark.parametrize("owner", OWNERS)
def test_every_key_that_is_asked_for_exists(owner: str) -> None:
    texts = own("en", SHELL) | own("en", owner)
    known = {bare(key) for key in texts} | texts.keys()
    asked = {(name, key) for name, source in sources(owner) for key in re.findall(r'\bt\(\s*"([^"]+)"', source)}
    assert sorted((name, key) for name, key in asked if key not in known) == []


@pytest.mark.parametrize("owner", OWNERS)
def test_no_key_is_left_over(owner: str) -> None:
    used, shapes = literals(owner), patterns(owner)
    left = [
        key
        for key in own("en", owner)
        if key not in used
        and bare(key) not in used
        and not any(shape.fullmatch(key) or shape.fullmatch(bare(key)) for shape in shapes)
        and not (owner and key.startswith(ASKED))  # checked below
        and key not in ("language", "option.not")
    ]
    assert left == []


def test_levels_and_ends_of_any_match_have_a_text() -> None:
    expected = {f"level.{level}" for level in LEVEL_NAMES} | {f"reason.{reason}" for reason in OF_ANY_MATCH}
    assert sorted(expected - own("en", SHELL).keys()) == []


@pytest.mark.parametrize("declared", games(), ids=lambda game: game.name)
def test_everything_that_a_game_declares_has_a_text(declared: Game) -> None:
    english = own("en", declared.name)
    expected = {"title", "about"} | {f"side.{seat}" for seat in range(len(declared.sides))}
    expected |= {f"reason.{reason}" for reason in REASONS[declared.name]}
    for option in declared.options:
        key = f"option.{option.name}"
        values = (*getattr(option, "values", ()), *option.suggested)
        expected |= {key, f"{key}.help"} | {f"{key}.{value}" for value in values}
    guide = json.loads((folder(declared.name) / "guide.json").read_text("utf-8"))
    expected |= {f"learn.{step['id']}.{part}" for step in guide["steps"] for part in ("see", "try", "why")}
    expected |= {"learn.end"}
    if declared.per_seat:
        expected |= {"forces.choose"}
    if declared.referee:
        expected |= {"referee.about"}
    assert sorted(expected - english.keys()) == []
    kinds = ("side.", "option.", "reason.", "learn.", "forces.")
    assert sorted({key for key in english if key.startswith(kinds)} - expected) == []


WIRE = {"end": 1, "error": 1, "Unwelcome": 1}  # in the server, also for what was refused elsewhere
PLACES = {"Refused": 1, "Busy": 1, "Problem": 2, "_plain": 2, "BadOption": 0, "BadTiles": 1, **WIRE}
BEFORE = {"BadTiles": "option {option}: line {line}: "}  # what the class puts before its sentences
OPTION = ("option {option} must be ", ", not {value}")
TOLD = ("games", "play", "server", "state.py")  # whose bad options a browser can be told
PUT_TOGETHER = {
    "SENTENCES[rule]",
    "AWAY",
    "NOTHING",
    "match.game.silence_text",
    "'option {option}: line {line}: ' + sentence",
}  # of what is found otherwise
PASSED_ON = {"games/options.py", "server/problems.py"}  # where sentences arrive as arguments


def told(path: Path) -> bool:
    place = path.relative_to(ROOT)
    if place.as_posix() == "bots/levels.py":
        return True
    return place.parts[0] in TOLD and place.name not in ("store.py", "database.py")


def refusals(folder: Path) -> set[str]:
    """The sentence templates of everything that is refused there, from the Python source."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        constants = [
            (node.lineno, target.id, node.value.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        ]
        found |= {text.join(OPTION) for _, name, text in constants if name == "takes" and told(path)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SENTENCES":
                assert isinstance(node.value, ast.Dict)
                found |= {str(value.value) for value in node.value.values if isinstance(value, ast.Constant)}
            if isinstance(node, ast.keyword) and node.arg == "silence_text" and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = PLACES.get(name)
            if place is None or len(node.args) <= place or (name in WIRE and path.parent.name != "server"):
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
                assert known or name in WIRE, f"{path}:{node.lineno}"
    return found


OTHERS = [language for language in LANGUAGES if language != "en"]


SAID = {name: refusals(ROOT / "games" / name) for name in NAMES}


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_has_a_sentence_with_the_same_gaps_where_it_is_said(language: str) -> None:
    of_games = set().union(*SAID.values())
    expected = {**SAID, SHELL: refusals(ROOT) - of_games}
    for owner, said in expected.items():
        prefix = "refusal:"
        texts = {k.removeprefix(prefix): text for k, text in catalogue(language, owner).items() if k.startswith(prefix)}
        assert sorted(said - texts.keys()) == [], owner
        assert sorted(texts.keys() - said) == [], owner
        for sentence, text in texts.items():
            assert set(re.findall(r"\{\w+\}", text)) <= set(re.findall(r"\{\w+\}", sentence)), sentence
