"""The rulebook is complete in both languages, and everything that leads into it arrives."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tesserae
from tesserae import rulebook
from tesserae.bots import LEVEL_NAMES
from tesserae.errors import BadOption
from tesserae.games import NAMES, games
from tesserae.games.game import Game
from tesserae.play.refusals import SENTENCES
from tesserae.server.pages import written
from tesserae.state import State, load

ROOT = Path(__file__).parents[2] / "src" / "tesserae"
BOTH = rulebook.LANGUAGES


def ids(prefix: str, *numbers: int | range) -> list[str]:
    flat = [n for part in numbers for n in ([part] if isinstance(part, int) else part)]
    return [f"{prefix}-{n}" for n in flat]


# All rules, and those of a match and of the server (docs/reference/refusals.md, docs/reference/protocol.md).
ALL = {
    "symbol": ids(
        "SY", range(1, 7), range(10, 19), range(20, 24), range(25, 30), range(30, 32), range(32, 45), range(50, 53)
    ),
    "symbol_chain": ids("SC", range(1, 13)),
    "sequence": ids("SQ", range(1, 16)),
    "consequence": ids("CQ", range(1, 12)),
    "common": ids("GE", range(1, 8)),
    "table": [*(id for id in SENTENCES if id.startswith("MA-")), *ids("SV", 1, 2, 4, 5)],
    "sources": [],
}
LAW = {page: ids for page, ids in ALL.items() if page in rulebook.pages()}  # a game may have been deleted
RULES = {id for page in LAW.values() for id in page}


def figures(name: str) -> list[str]:
    page = rulebook.page("en", name)
    return [*page.diagrams, *page.tries]


BOARDS = [(name, key) for name in rulebook.pages() for key in rulebook.boards(name)]


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", rulebook.pages())
def test_every_rule_is_there_once(language: str, name: str) -> None:
    written = rulebook.page(language, name).rules
    assert sorted(set(written)) == sorted(LAW[name])
    assert sorted(written) == sorted(set(written)), "a rule stands there twice"


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", rulebook.pages())
def test_every_reference_has_a_target(language: str, name: str) -> None:
    page = rulebook.page(language, name)
    assert sorted(set(page.references) - {id for page in ALL.values() for id in page}) == []
    # An id in the text that is neither a rule nor a reference leads nowhere.
    left = re.sub(r"<a [^>]*>.*?</a>|<code>.*?</code>|<[^>]*>", "", page.html)
    prefixes = "|".join({id[:2] for id in RULES})
    assert sorted(set(re.findall(rf"\b(?:{prefixes})-\d+", left))) == []


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", rulebook.pages())
def test_links_lead_to_pages_that_there_are(language: str, name: str) -> None:
    for href in re.findall(r'href="([^"]*)"', rulebook.page(language, name).html):
        found = re.fullmatch(r"(?:/rules/(\w+))?(?:#((?:ruling-)?[A-Z]{2}-\d+|section-\d+))?", href)
        assert found is not None, href
        target = found[1] or name
        assert target in rulebook.pages()
        if anchor := found[2]:
            assert f'id="{anchor}"' in rulebook.page(language, target).html, href


@pytest.mark.parametrize("name", rulebook.pages())
def test_both_languages_say_the_same_in_the_same_places(name: str) -> None:
    english, german = (rulebook.page(language, name) for language in BOTH)
    assert english.rules == german.rules
    assert len(english.sections) == len(german.sections)
    assert (english.diagrams, english.tries) == (german.diagrams, german.tries)
    shapes = [re.findall(r'<h2|<figure[^>]*>|id="[A-Z]{2}-\d+"|class="ruling"', p.html) for p in (english, german)]
    assert shapes[0] == shapes[1]
    assert english.html.count("<tr>") == german.html.count("<tr>")


# The rules that are rulings of ours, wholly or in part; smaller ones, of the engine and the app, come on top.
OURS = {
    "symbol": ids("SY", 2, 10, 17, 22, 23, 25, 26, 28, 29, 33, 35, 40, 41, 44, 50, 51),
    "symbol_chain": ids("SC", 2, 4, 9, 10, 11, 12),
    "sequence": ids("SQ", 2, 10, 12, 13),
    "consequence": ids("CQ", 5, 11),
}
LABELS = {"en": ("Printed", "Ours", "Why", "Option"), "de": ("Gedruckt", "Bei uns", "Warum", "Option")}


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", OURS)
def test_what_is_ours_is_said_beside_the_rule(language: str, name: str) -> None:
    assert set(OURS[name]) <= set(rulebook.page(language, name).rulings)


@pytest.mark.parametrize("language", BOTH)
def test_every_ruling_is_accounted_for(language: str) -> None:
    """What is printed, what is ours, why, and the option that changes it."""
    told = rulebook.page(language, "sources").accounts
    assert sorted(told) == sorted(id for name in rulebook.pages() for id in rulebook.page(language, name).rulings)
    for id in told:
        account = re.search(rf"(?m)^\[{id}\] .*$", rulebook.source(language, "sources"))
        assert account is not None
        assert tuple(re.findall(r"\*([A-ZÄÖÜ][\w ]*):\*", account[0])) == LABELS[language], id


@pytest.mark.parametrize("language", BOTH)
def test_all_tiles_of_symbol_chain_are_listed(language: str) -> None:
    path = ROOT / "games" / "symbol_chain" / "data" / "tiles.csv"
    tiles = [line.split(",") for line in path.read_text("utf-8").splitlines()[1:]]
    words = {"scan": "scan", "example": "example", "made": "ours"}
    if language == "de":
        words = {"scan": "Scan", "example": "Beispiel", "made": "von uns"}
    tables = re.findall(r"(?ms)^### \w+ (\d)\n(.*?)(?=^#|\Z)", rulebook.source(language, "symbol_chain"))
    listed = [
        [number, *row]
        for number, table in tables
        for row in re.findall(r"\| (\d) \| `(\w\w)` \| `([\w ]+)` \| ([\w ]+) \|", table)
    ]
    assert listed == [[*tile[:4], words[tile[4]]] for tile in tiles]


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_option_is_named(language: str, game: Game) -> None:
    html = rulebook.page(language, game.name).html
    assert [option.name for option in game.options if f"<code>{option.name}" not in html] == []


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", NAMES)
def test_every_section_with_rules_of_play_has_a_board(language: str, name: str) -> None:
    parts = re.split(r"(?m)^## ", rulebook.source(language, name))[1:]
    bare = [part for part in parts if "](board:" not in part and "](try:" not in part]
    assert [part.split("\n")[0] for part in bare if re.search(r"(?m)^(?:[-*] )?\*\*[A-Z]{2}-", part)] == []


@pytest.mark.parametrize("name", rulebook.pages())
def test_boards_are_those_that_the_text_shows(name: str) -> None:
    assert sorted(set(figures(name))) == sorted(rulebook.boards(name))


def position(name: str, key: str) -> tuple[dict[str, Any], State]:
    board = rulebook.boards(name)[key]
    state = load(board["position"])
    for seat, action in board.get("actions", ()):
        state.act(seat, action)
    return board, state


@pytest.mark.parametrize(("name", "key"), BOARDS)
def test_boards_can_be_set_up(name: str, key: str) -> None:
    board, state = position(name, key)
    assert board.keys() <= {"position", "seat", "actions", "arrows", "marks", "only"}
    seat = board["seat"]
    assert seat == "all" or seat is None or seat in range(state.seats)
    assert board.get("marks", {}).keys() <= {"target", "take", "forbidden", "hint", "last", "picked", "shield"}
    squares = [*(s for marked in board.get("marks", {}).values() for s in marked)]
    for square in squares:
        state.game.notation.square(square)
    for arrow in board.get("arrows", ()):
        assert len(arrow) == 2
        state.game.notation.square(arrow[0])


@pytest.mark.parametrize(("name", "key"), BOARDS)
def test_boards_to_try_offer_something(name: str, key: str) -> None:
    board, state = position(name, key)
    if key not in rulebook.page("en", name).tries:
        assert "only" not in board
        return
    seat = board["seat"] if isinstance(board["seat"], int) else state.actors[0]
    assert seat in state.actors
    legal = state.legal(seat)
    # Others of `only` may be refused, to see why, or come later in the turn.
    assert any(action.startswith(tuple(board.get("only", ("",)))) for action in legal)


def refused() -> Iterator[tuple[str, str]]:
    """Every rule that a refusal in the source names, with where."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and rulebook.RULE.fullmatch(node.value):
                yield node.value, f"{path.relative_to(ROOT)}:{node.lineno}"
    for path in sorted((ROOT / "web" / "js").rglob("*.js")):
        for id in re.findall(r'"([A-Z]{2}-\d+)"', path.read_text("utf-8")):
            yield id, path.name


def test_every_refusal_leads_to_a_rule() -> None:
    named = list(refused())
    assert len({id for id, _ in named}) > 60
    assert [(id, where) for id, where in named if id not in RULES] == []


def test_the_browser_knows_on_which_page_a_rule_is() -> None:
    given = json.loads(re.findall(r'id="given">(.*?)</script>', written().plain.decode())[0])
    assert [given["books"][id[:2]] for id in sorted(RULES)] == [rulebook.page_of(id) for id in sorted(RULES)]


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("id", sorted(RULES))
def test_each_rule_can_be_read_alone(language: str, id: str) -> None:
    text = rulebook.rule(language, id)
    assert re.match(rf"(?:[-*] )?\*\*{id}\*\* \S", text)
    assert len(re.findall(r"(?m)^(?:[-*] )?\*\*[A-Z]{2}-\d+\*\*", text)) == 1
    assert "](board:" not in text
    assert "](try:" not in text


@pytest.mark.parametrize("wrong", ["SY-7", "XX-1", "sy-1", "SY-1 ", "", "SY"])
def test_what_is_no_rule_is_refused(wrong: str) -> None:
    with pytest.raises(BadOption, match="no rule"):
        rulebook.rule("en", wrong)


def test_markup_in_the_text_is_only_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "source", lambda language, name: "# A\n\n<script>x</script> [b](javascript:c)")
    html = rulebook.page.__wrapped__("en", "common").html
    assert "<script" not in html
    assert "href" not in html


@pytest.mark.parametrize("language", BOTH)
def test_all_levels_of_bots_are_named_from_weakest_to_strongest(language: str) -> None:
    web = Path(tesserae.__file__).parent / "web" / "lang" / language / "shell.json"
    words = json.loads(web.read_text("utf-8"))
    text = rulebook.rule(language, "MA-11").replace("\n", " ")
    named = [re.search(rf"\b{words[f'level.{level}']}\b".replace("\N{SOFT HYPHEN}", ""), text) for level in LEVEL_NAMES]
    places = [name.start() if name else -1 for name in named]
    assert -1 not in places
    assert places == sorted(places)
