"""Options: declared once, checked everywhere."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tesserae.games
from tesserae import BadOption
from tesserae.games import NAMES, game, games
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number, Option, places, resolve

FLAG = Flag("aid", False, "help")
NUMBER = Number("size", 2, "help", low=1, high=3)
CHOICE = Choice("edition", "full", "help", values=("simple", "full"))
OPTIONS: tuple[Option, ...] = (FLAG, NUMBER, CHOICE)


@pytest.mark.parametrize(
    ("option", "value"),
    [(FLAG, True), (FLAG, False), (NUMBER, 1), (NUMBER, 3), (CHOICE, "simple"), (CHOICE, "full")],
)
def test_good_values(option: Option, value: Any) -> None:
    assert option.check(value) == value
    assert option.read(option.write(value)) == value
    assert all(isinstance(number, int) for number in option.encode(value))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((FLAG, value) for value in (1, 0, "true", None, "")),
        *((NUMBER, value) for value in (0, 4, 2.0, True, "2", None)),
        *((CHOICE, value) for value in ("", "medium", None, 1, True)),
    ],
)
def test_bad_values_are_refused_with_what_is_possible(option: Option, value: object) -> None:
    with pytest.raises(BadOption) as caught:
        option.check(value)
    assert caught.value.option == option.name
    assert option.name in str(caught.value)
    assert option.allowed in str(caught.value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (FLAG, "true", True),
        (FLAG, "YES", True),
        (FLAG, "on", True),
        (FLAG, "false", False),
        (FLAG, "No", False),
        (FLAG, "off", False),
        (NUMBER, "3", 3),
        (NUMBER, " 2 ", 2),
        (CHOICE, "Simple", "simple"),
    ],
)
def test_values_from_text(option: Option, text: str, value: Any) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(
    ("option", "text"), [(FLAG, "maybe"), (FLAG, ""), (NUMBER, "four"), (NUMBER, "9"), (NUMBER, ""), (CHOICE, "x")]
)
def test_bad_text_is_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOption) as caught:
        option.read(text)
    assert option.allowed in str(caught.value)


def test_allowed_in_words() -> None:
    assert FLAG.allowed == "true or false"
    assert NUMBER.allowed == "a whole number from 1 to 3"
    assert CHOICE.allowed == "simple or full"
    assert Choice("x", "a", "", values=("a", "b", "c")).allowed == "a, b or c"


def test_encoding() -> None:
    assert [option.encode(value) for option, value in ((FLAG, True), (NUMBER, 3), (CHOICE, "full"))] == [[1], [3], [1]]


def test_resolve_fills_in_defaults() -> None:
    assert resolve(OPTIONS, {}) == {"aid": False, "size": 2, "edition": "full"}
    assert resolve(OPTIONS, {"size": 3, "edition": "SIMPLE"}) == {"aid": False, "size": 3, "edition": "simple"}


def test_resolve_lists_the_options_there_are() -> None:
    with pytest.raises(BadOption, match="aid, size, edition"):
        resolve(OPTIONS, {"colour": "red"})
    with pytest.raises(BadOption, match="none"):
        resolve((), {"colour": "red"})


def test_games_say_which_option_cannot_be() -> None:
    """As data, because pages show the message beside that option, with the name that it has there."""
    raised = [
        (path.parent.name, ast.unparse(call), [keyword.arg for keyword in call.keywords])
        for path in sorted(Path(tesserae.games.__file__).parent.glob("*/*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "BadOption"
    ]
    assert len(raised) > 5
    assert [call for _, call, words in raised if "option" not in words] == []


def test_there_is_no_such_game() -> None:
    for name in ("chess", "", "Consequence", "options"):
        with pytest.raises(BadOption, match="consequence"):
            game(name)


def test_games_are_declared_under_their_names() -> None:
    assert [one.name for one in games()] == list(NAMES)
    assert len({one.title for one in games()}) == len(NAMES)


@pytest.mark.parametrize("one", games(), ids=lambda one: one.name)
def test_each_games_declaration(one: Any) -> None:
    assert one.title
    assert one.about.endswith(".")
    assert list(one.seats) == sorted(set(one.seats))
    assert min(one.seats) >= 2
    names = [option.name for option in one.options]
    assert len(set(names)) == len(names)
    for option in one.options:
        assert option.help
        assert option.allowed
        assert option.check(option.default) == option.default
        assert option.read(option.write(option.default)) == option.default
    lengths = {len(one.encode(one.resolve({}, seats))) for seats in one.seats}
    assert len(lengths) == 1
    assert one.changed(one.resolve({}, one.seats[0])) == {}


@pytest.mark.parametrize("seats", [0, 1, 13, -2, 2.0, "2", True, None])
def test_bad_numbers_of_seats(seats: Any) -> None:
    with pytest.raises(BadOption, match="2"):
        game("consequence").resolve({}, seats)


@pytest.mark.parametrize("declared", games(), ids=lambda game: game.name)
def test_presets_are_good_options(declared: Game) -> None:
    assert len({preset.name for preset in declared.presets}) == len(declared.presets) > 0
    assert declared.presets[0].options == {}  # what one plays without choosing
    for preset in declared.presets:
        assert declared.preset(preset.name) is preset
        assert preset.title
        assert preset.about.endswith(".")
        assert declared.referee or not preset.referee
        for seats in (preset.seats,) if preset.seats else declared.seats:
            values = declared.resolve(preset.options, seats)
            assert {name: values[name] for name in preset.options} == dict(preset.options)


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match=r"there is no preset 'nonsense'; the presets are: full, simple"):
        game("symbol").preset("nonsense")


@pytest.mark.parametrize("declared", games(), ids=lambda game: game.name)
def test_what_a_declaration_names_is_there(declared: Game) -> None:
    options = {option.name for option in declared.options}
    assert declared.aid is None or declared.aid in options
    assert declared.per_seat is None or declared.per_seat.option in options
    assert (declared.silence is None) == (declared.silence_text == "")
    assert declared.silence is None or declared.silence.startswith(declared.prefix + "-")
    assert import_module(declared.package).GAME is declared


def test_prefixes_differ() -> None:
    assert len({declared.prefix for declared in games()}) == len(games())


@pytest.mark.parametrize("declared", games(), ids=lambda game: game.name)
def test_compiled_rules_find_each_option_by_its_name(declared: Game) -> None:
    values = declared.resolve({}, declared.seats[0])
    numbers, found = declared.encode(values).tolist(), places(declared.options)
    for option in declared.options:
        expected = option.encode(values[option.name])
        first = getattr(found, option.name)
        assert numbers[first : first + len(expected)] == expected
    assert found == tuple(sorted(found))
