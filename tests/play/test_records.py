"""Records of matches: how they ended is told, all of it can be checked, and nothing can be altered."""

import hashlib
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tesserae import record
from tesserae.cli import main
from tesserae.errors import BadRecord, Refused
from tesserae.games import NAMES
from tesserae.play import Match, chance
from tesserae.play.commands import Accept, Offer, Rename, Resign, SetWord, Sit, Start, Undo
from tesserae.play.events import Created
from tests.play.tables import ANN, BOB, SECRET, Table, stored

TIMED = {"kind": "game", "seconds": 10, "first": 0}


def play(table: Table, moves: int, seed: int = 1) -> Table:
    """So many random moves."""
    chances = random.Random(seed)
    for _ in range(moves):
        if table.status == "playing":
            seat, actions = table.legal()
            table.act(seat, chances.choice(actions))
    return table


def begun(game: str, **settings: Any) -> Table:
    table = Table(game, **settings)
    table.do(Sit(word="café, noir"), ANN)
    table.do(SetWord("tea [\u2603]"), ANN)
    table.do(Sit(word=""), BOB)
    return table


def whole(game: str) -> Table:
    return play(begun(game), 5_000)


def resigned(game: str) -> Table:
    table = play(begun(game), 7)
    table.do(Resign(), BOB)
    return table


def agreed(game: str) -> Table:
    table = play(begun(game), 7)
    table.do(Offer("draw"), BOB)
    table.do(Accept("draw"), ANN)
    return table


def flagged(game: str) -> Table:
    table = play(begun(game, clock=TIMED), 4)
    table.happen(table.match.tick(100_000))
    return table


def taken_back(game: str) -> Table:
    table = play(begun(game), 6)
    for person, other in ((ANN, BOB), (BOB, ANN), (ANN, BOB)):
        table.do(Offer("takeback"), person)
        table.do(Accept("takeback"), other)
        play(table, 3, seed=5)
    return play(table, 5_000)


ENDINGS = {ending.__name__: ending for ending in (whole, resigned, agreed, flagged, taken_back)}


def verify(path: Path, text: str) -> int:
    path.write_text(text, "utf-8")
    return main(["verify", str(path)])


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("game", NAMES)
def test_every_game_and_every_ending_verifies(
    game: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ENDINGS[ending](game)
    assert table.status == "over"
    table.check()
    text = table.match.record()
    assert verify(tmp_path / "match.txt", text) == 0, capsys.readouterr().err
    loaded = record.read(text)
    final = loaded.final()
    assert table.match.state is not None
    assert table.match.outcome is not None
    assert final.tobytes() == table.match.state.tobytes()
    assert loaded.result(final) == table.match.outcome
    assert loaded.chance is not None
    assert loaded.chance.words == ["tea [\u2603]", ""]
    assert record.render(loaded) == text
    assert main(["replay", "--check", str(tmp_path / "match.txt")]) == 0
    assert main(["replay", str(tmp_path / "match.txt")]) == 0


@pytest.mark.parametrize("game", NAMES)
def test_what_was_altered_is_refused(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    text = taken_back(game).match.record()
    assert verify(path, text) == 0
    lines = text.splitlines()
    body = lines.index("") + 1

    def without(number: int) -> str:
        return "\n".join(lines[:number] + lines[number + 1 :]) + "\n"

    def altered(pattern: str, by: str) -> str:
        changed = re.sub(pattern, by, text, count=1, flags=re.MULTILINE)
        assert changed != text
        return changed

    seed = int(re.findall("^seed: (.*)", text, re.MULTILINE)[0])
    tampered = {
        "another seed": altered("^seed: .*", f"seed: {seed ^ 1}"),
        "another secret": altered("^secret: ..", "secret: ff"),
        "a short secret": altered("^secret: ..", "secret: "),
        "no hexadecimal digits": altered("^secret: ..", "secret: xy"),
        "another commitment": altered("^commitment: .", "commitment: -"),
        "a word more": altered(r"^words: \[", 'words: ["", '),
        "another word": altered(r"^words: \[.tea", 'words: ["Tea'),
        "words swapped": altered(r"^words: .*", 'words: ["", "tea [\u2603]"]'),
        "words that are none": altered(r"^words: .*", "words: [1, 2]"),
        "no word": altered("^words: .*\n", ""),
        "no chance": altered("^commitment: .*\nsecret: .*\nwords: .*\n", ""),
        "another outcome": altered('"reason": "[a-z_]*"', '"reason": "resigned"'),
        "no outcome": altered("^outcome: .*\n", ""),
        "the first action left out": without(body),
        "the last action left out": without(len(lines) - 1),
        "more taken back": altered(r"takeback \d+", "takeback 99999"),
        "an end in the middle": "\n".join([*lines[:-2], "* 0 resigned", *lines[-2:]]) + "\n",
        "another end": text + "* 0 resigned\n",
        "an agreement after the end": text + "* - agreed\n",
    }
    accepted = [name for name, changed in tampered.items() if verify(path, changed) == 0]
    assert accepted == []
    assert "Traceback" not in capsys.readouterr().err


def test_the_chance_is_what_the_documentation_says() -> None:
    """docs/background/matches.md, worked out by hand."""
    table = begun("sequence")
    word = "tea [\u2603]".encode()
    digest = hashlib.sha256(SECRET + len(word).to_bytes(4, "big") + word + bytes(4)).digest()
    assert table.match.state is not None
    assert table.match.state.seed == int.from_bytes(digest, "big") >> 193
    assert table.table(0)["commitment"] == hashlib.sha256(SECRET).hexdigest()
    assert table.table(0)["secret"] is None
    table.do(Resign(), ANN)
    assert table.table(0)["secret"] == SECRET.hex()
    assert table.table(0)["seed"] == str(table.match.state.seed)


def test_words_cannot_be_moved_from_seat_to_seat() -> None:
    seeds = [chance.seed(SECRET, words) for words in (["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"], ["abc"])]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_no_record_before_the_end() -> None:
    table = begun("consequence")
    with pytest.raises(Refused) as caught:
        table.match.record()
    assert caught.value.rule == "MA-27"


def test_steps_undone_within_a_turn_are_left_out() -> None:
    table = begun("symbol")
    for seat, move in ((0, "+K@d1"), (1, "+K@d7"), (0, "+W@d1"), (1, "+W@d7"), (0, "+G@d2")):
        table.act(seat, move)
    table.do(Undo(0), ANN)
    table.act(0, "+R@d2")
    table.do(Resign(), BOB)
    assert table.match.record().endswith("\n1 +W@d7\n0 +R@d2\n* 1 resigned\n")


def test_names_with_commas_and_bots() -> None:
    table = Table("symbol")
    table.happen(table.match.decide(Sit(), ANN, 0, "Ann, Countess"))
    table.do(Start(level="novice"), ANN)
    table.do(Resign(), ANN)
    assert record.read(table.match.record()).players == ["Ann, Countess", "bot:novice"]
    table.do(Rename("Ada"), ANN)
    assert record.read(table.match.record()).players == ["Ada", "bot:novice"]


def test_a_match_that_was_given_up_cannot_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(resigned("consequence").match.record(), "utf-8")
    assert main(["play", "--resume", str(path)]) == 2
    assert "cannot be continued" in capsys.readouterr().err


HEADER = "tesserae: 1\ngame: consequence\nseed: 1\n"


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "\n* 0 danced\n",
        HEADER + "\n* 0 takeback\n",
        HEADER + "\n* 0 takeback 1\n",
        HEADER + "\n* 0 takeback -1\n",
        HEADER + "\n0 bM@b2\n* 0 takeback 0\n",
        HEADER + "\n* - resigned\n",
        HEADER + "\n* 0 agreed\n",
        HEADER + "\n* 9 resigned\n",
        HEADER + "\n* 0 bot\n",
        HEADER + "\n* 0 resigned\n0 bM@b2\n",
        HEADER + 'outcome: {"winners": [0], "reason": "resigned", "scores": null}\n\n* 0 resigned\n',
        HEADER + "secret: 00\n\n",
        HEADER + "commitment: 00\n\n",
        HEADER + "players: [1]\n\n",
        "tesserae: 1\ngame: symbol_chain\nseats: 3\n\n* - agreed\n",
        "tesserae: 2\ngame: consequence\nseed: 1\n\n",
    ],
)
def test_events_that_cannot_be(text: str) -> None:
    with pytest.raises(BadRecord):
        record.read(text).final()


def test_a_game_by_other_rules_is_refused() -> None:
    table = whole("consequence")
    text = table.match.record()
    with pytest.raises(BadRecord, match="rules of Consequence that have changed since"):
        record.read(text.replace("game: consequence\n", "game: consequence\nrules: 2\n"))
    assert record.read(text.replace("game: consequence\n", "game: consequence\nrules: 1\n")).final().outcome
    created, *rest = table.match.events
    assert isinstance(created, Created)
    with pytest.raises(Refused) as caught:
        Match.replay(stored([replace(created, rules_version=2), *rest]))
    assert caught.value.rule == "MA-37"
    assert "rules of Consequence that have changed since" in str(caught.value)
