"""The options of Symbol Chain: starting squares, and tiles from a file."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tesserae
from tesserae import record
from tesserae.games import game
from tesserae.games.options import Option
from tesserae.games.symbol_chain import tiles
from tests.games.symbol_chain.helpers import play

GAME = game("symbol_chain")
FILE = (files("tesserae.games.symbol_chain") / "data" / "tiles.csv").read_text("utf-8")
LINES = FILE.splitlines()
NINE = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2", "b2"]


def option(name: str) -> Option:
    return next(option for option in GAME.options if option.name == name)


def changed(line: int, old: str, new: str) -> str:
    """The file with one line changed, counted from 1."""
    lines = LINES.copy()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


def refusal(**options: Any) -> str:
    with pytest.raises(tesserae.BadOption) as caught:
        tesserae.start("symbol_chain", **options)
    return str(caught.value)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    assert "2, 3, 4 players" in refusal(seats=seats)


@pytest.mark.parametrize(
    "value", [NINE, tuple(NINE), " ".join(NINE), ",".join(NINE), "A1, B1, c1 d1  e1 f1 g1 a2 b2"], ids=repr
)
def test_starting_squares_can_be_given_in_several_ways(value: Any) -> None:
    state = tesserae.start("symbol_chain", start=value)
    assert list(state.export()["board"]) == NINE
    assert state.options["start"] == NINE
    assert state.export()["options"] == {"start": NINE}


@pytest.mark.parametrize("value", [NINE[:8], [*NINE, "c2"], [*NINE[:8], "a1"], [*NINE[:8], "h1"], "a1 b1", 9, [1] * 9])
def test_bad_starting_squares_are_refused(value: Any) -> None:
    assert "option start" in refusal(start=value)
    assert "nine different squares" in refusal(start=value)


def test_starting_squares_as_text() -> None:
    start = option("start")
    for value in (None, NINE):
        assert start.read(start.write(value)) == value
    assert start.check(None) is None
    assert start.encode(None) == [-1] * 9
    assert start.encode(NINE) == list(range(9))


def test_the_standard_tiles_under_any_name() -> None:
    shuffled = "\n".join([LINES[0], *reversed(LINES[1:])])
    for value in ("standard", FILE, shuffled, FILE.replace("\n", ";"), FILE.replace("\n", "\r\n")):
        state = tesserae.start("symbol_chain", seats=4, seed=3, tiles=value)
        assert state.options["tiles"] == "standard"
        assert state.tobytes() == tesserae.start("symbol_chain", seats=4, seed=3).tobytes()


def test_other_tiles_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("\ufeff" + changed(2, "bC wT", "gX bT"), "utf-8")
    state = tesserae.start("symbol_chain", seed=3, tiles=path)
    stack = state.export()["stacks"][0]["2"]
    assert ["gX", "gX bT"] in stack
    assert ["gX", "bC wT"] not in stack
    from_command_line = option("tiles").typed(str(path))
    assert from_command_line == state.options["tiles"]


def test_a_record_cannot_make_anybody_read_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(changed(2, "bC wT", "gX bT"), "utf-8")
    with pytest.raises(tesserae.BadRecord, match="line 3: option tiles: line 1: a tile is written"):
        record.read(f"tesserae: 1\ngame: symbol_chain\noption.tiles: {path}\n")


def test_GE_1_a_game_with_other_tiles_stands_on_its_own(tmp_path: Path) -> None:
    """What is kept are the tiles, not the name of a file: records and positions work anywhere."""
    path = tmp_path / "mine.csv"
    path.write_text(changed(2, "bC wT", "gX bT"), "utf-8")
    state = tesserae.start("symbol_chain", seed=3, tiles=path)
    path.unlink()
    play(state, "ready", "ready", "take 2", "flip " + next(iter(state.export()["board"])))
    tiles_option = option("tiles")
    text = tiles_option.write(state.options["tiles"])
    assert "\n" not in text
    assert tiles_option.read(text) == state.options["tiles"]
    again = tesserae.start("symbol_chain", seed=3, tiles=tiles_option.read(text))
    play(again, *[action for _, action in state.history])
    assert again.tobytes() == state.tobytes()
    position = json.loads(json.dumps(play(tesserae.start("symbol_chain", seed=3, tiles=text)).export()))
    assert tesserae.load(position).export() == position


def test_tiles_for_two_do_not_do_for_three() -> None:
    for_two = "\n".join(LINES[:73])
    assert tesserae.start("symbol_chain", 2, tiles=for_two).seats == 2
    assert "2 sets, too few for 3" in refusal(seats=3, tiles=for_two)


def test_stacks_of_any_height() -> None:
    """36 tiles a player, but not necessarily 10, 10, 6, 5 and 5."""
    lines = [
        line.replace("6", "2", 1).replace(line.split(",")[3], " ".join(line.split(",")[3].split()[:2]))
        if line.split(",")[1] == "6"
        else line
        for line in LINES
    ]
    state = tesserae.start("symbol_chain", seed=1, tiles="\n".join(lines))
    assert [len(stack) for stack in state.export()["stacks"][0].values()] == [15, 10, 6, 5, 0]
    assert tesserae.load(state.export()).export() == state.export()
    assert play(state, "ready", "ready").legal(0) == ["take 2", "take 3", "take 4", "take 5"]


@pytest.mark.parametrize(
    ("line", "old", "new", "message"),
    [
        (5, "1,2,", "7,2,", "'7' is not a set"),
        (5, "1,2,", "0,2,", "'0' is not a set"),
        (5, "1,2,", "1,1,", "'1' is not a length"),
        (5, "1,2,", "1,7,", "'7' is not a length"),
        (5, "1,2,", "1,x,", "'x' is not a length"),
        (5, "1,2,", "1,3,", "the sequence has 2 faces, not 3"),
        (5, "wT,", "wQ,", "'wQ' is not a face"),
        (5, "wX wC", "wX rC", "'rC' is not a face"),
        (5, "wX wC", "wX wX", "a face occurs twice"),
        (5, "1,2,wT,wX wC,scan", "1,2,wT", "a tile is written"),
        (5, "scan", "scan,more", "a tile is written"),
        (5, "1,2,", "2,2,", ""),  # set 2 gets a tile too many: said at its last line
        (1, "set", "sets", "'sets' is not a set"),
    ],
)
def test_a_bad_tile_is_refused_with_its_line(line: int, old: str, new: str, message: str) -> None:
    text = refusal(tiles=changed(line, old, new))
    assert message in text
    assert f"option tiles: line {line if message else 73}:" in text


def test_too_few_and_too_many_tiles() -> None:
    assert "line 72: set 2 has 35 tiles, not 36" in refusal(tiles="\n".join(LINES[:72]))
    assert "line 146: set 4 has more than 36 tiles" in refusal(tiles="\n".join([*LINES, "4,2,wT,bC gT"]))
    assert "line 37: there must be at least two sets" in refusal(tiles="\n".join(LINES[:37]))
    assert "line 109: set 2 has 0 tiles, not 36" in refusal(tiles="\n".join([*LINES[:37], *[""] * 36, *LINES[73:109]]))


def test_every_set_needs_what_ends_the_game() -> None:
    text = "\n".join(line.replace("1,2,", "1,3,").replace(",scan", "").replace(",made", "") for line in LINES)
    rows = [row.split(",") for row in text.split("\n")]
    spare = ["bT", "bC", "bX"]
    for row in rows[1:11]:
        row[3] += " " + next(face for face in spare if face not in row[3])
    assert "line 37: set 1 has no tile of length 2" in refusal(tiles="\n".join(",".join(row) for row in rows))


def test_what_is_no_tile_file(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tiles=tmp_path / "nowhere.csv")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in refusal(tiles=tmp_path / "binary")
    assert "option tiles" in refusal(tiles=7)
    assert "line 1: there must be at least two sets" in refusal(tiles="")
    (tmp_path / "good.csv").write_text(FILE, "utf-8")
    assert "line 1: a tile is written" in refusal(tiles=str(tmp_path / "good.csv"))  # a text is never a file's name
    assert option("tiles").typed(str(tmp_path / "good.csv")) == "standard"
    assert option("tiles").typed("standard") == "standard"


def test_tiles_survive_packing() -> None:
    for owned in tiles.standard():
        for tile in owned:
            assert 0 <= tiles.pack(tile) < 1 << 31
            assert tiles.unpack(tiles.pack(tile)) == tile
    assert tiles.parse(tiles.write(tiles.standard())) == tiles.standard()


def test_every_option_says_what_it_takes() -> None:
    for declared in GAME.options:
        assert declared.help
        assert declared.allowed
        assert declared.check(declared.default) == declared.default
