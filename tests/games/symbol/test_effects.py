"""What an action of Symbol did: effects in order, complete enough to replay a game from them, and in words."""

import random
from collections import Counter
from typing import Any

import pytest

import tesserae
from tesserae.games import game as find
from tesserae.games.effects import (
    Claimed,
    Effect,
    Ended,
    Exploded,
    Foreseen,
    Moved,
    Placed,
    Removed,
    Said,
    plain,
)
from tesserae.games.symbol.effects import CAUSES
from tesserae.games.words import catalogue, say
from tesserae.state import ALL
from tests.games.symbol.helpers import game, play, random_action, simple
from tests.games.symbol.wild import wild_position

BOTH = pytest.mark.parametrize("edition", ["simple", "full"])


def told(state: tesserae.State, action: str) -> list[Effect]:
    """What an action did, regions aside."""
    effects = state.foretell(state.actors[0], action, None)
    return [effect for effect in effects if not isinstance(effect, Claimed)]


# --- Effects explain everything ------------------------------------------------------------------------------------


class Model:
    """A board and two reserves of which nothing is known but what effects tell."""

    def __init__(self, state: tesserae.State) -> None:
        position = state.export()
        self.board = {square: (seat, Counter(text)) for square, (seat, text) in position["board"].items()}
        self.reserve = [Counter(text) for text in position["reserve"]]
        self.regions = dict(state.view(None)["regions"])

    def put(self, square: str, owner: int | None, pieces: str) -> None:
        assert owner is not None
        there = self.board.get(square, (owner, Counter()))
        assert there[0] == owner
        self.board[square] = (owner, there[1] + Counter(pieces))

    def take(self, square: str, owner: int | None, pieces: str) -> None:
        there = self.board[square]
        assert there[0] == owner
        assert not Counter(pieces) - there[1]
        left = there[1] - Counter(pieces)
        self.board[square] = (there[0], left)
        if not left:
            del self.board[square]

    def follow(self, effect: Effect) -> None:
        match effect:
            case Placed("king", square, pieces, owner):
                assert pieces == "K"
                self.put(square, owner, pieces)
            case Placed("reinforce", square, pieces, owner):
                assert owner is not None
                assert not Counter(pieces) - self.reserve[owner]
                self.reserve[owner] -= Counter(pieces)
                self.put(square, owner, pieces)
            case Moved(_, origin, to, pieces, owner):
                self.take(origin, owner, pieces)
                self.put(to, owner, pieces)
            case Removed(_, square, pieces, owner, to, toward):
                self.take(square, owner, pieces)
                if to is not None:
                    self.reserve[to] += Counter(pieces)
                assert toward is None or effect.cause == "push"
            case Claimed(cause, squares, owner):
                self.regions[
                    f"{''.join(sorted({s[0] for s in squares}))}{''.join(sorted({s[1] for s in squares}))}"
                ] = owner
                holders = {self.board[square][0] for square in squares if square in self.board}
                assert holders == {"region": {owner}, "contested": {0, 1}, "deserted": set()}[cause]
            case Exploded(_, square, area):
                assert set(area) - {square}

    def check(self, state: tesserae.State) -> None:
        position = state.export()
        board = {square: (seat, Counter(text)) for square, (seat, text) in position["board"].items()}
        assert self.board == board
        assert self.reserve == [Counter(text) for text in position["reserve"]]
        assert self.regions == state.view(None)["regions"]


def follow(state: tesserae.State, rng: random.Random, steps: int, seen: set[tuple[str, str]]) -> None:
    """Play at random, and follow the game in a model that hears of nothing but effects."""
    model = Model(state)
    for _ in range(steps):
        if state.outcome is not None:
            return
        (seat,) = state.actors
        action = random_action(state, rng, explosions=0.3)  # else they would be rare among so many movements
        effects = state.foretell(seat, action, ALL)
        assert effects == state.foretell(seat, action, 1 - seat) == state.foretell(seat, action, None)
        state.act(seat, action)
        for effect in effects:
            model.follow(effect)
            seen.add((type(effect).__name__, effect.cause))
        model.check(state)
        assert any(isinstance(effect, Said) for effect in effects) == (action in ("end", "pass"))
        assert isinstance(effects[-1], Ended) == (state.outcome is not None)


@pytest.mark.slow
def test_effects_explain_everything_from_wild_positions() -> None:
    rng = random.Random(13)
    seen: set[tuple[str, str]] = set()
    for _ in range(250):
        follow(tesserae.load(wild_position(rng)), rng, 5, seen)
    assert {("Removed", cause) for cause in CAUSES.values()} <= seen
    assert {("Exploded", "choice"), ("Exploded", "loss"), ("Moved", "move"), ("Moved", "push")} <= seen
    assert {("Claimed", cause) for cause in ("region", "contested", "deserted")} <= seen


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"edition": "simple"},
        {"unlimited": True, "immobile": "pushed"},
        {"edition": "simple", "unlimited": True, "blast_center": False},
        {"enlist": True, "region_tiebreak": True},
        {"edition": "simple", "enlist": True},
    ],
    ids=str,
)
def test_effects_explain_whole_games(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(6):
        follow(tesserae.start("symbol", seed=seed, **options), rng, 10_000, set())


# --- Each kind -----------------------------------------------------------------------------------------------------


def test_moves_captures_and_pushes_in_their_order() -> None:
    state = game({"d3": "WR", "d4": "gw", "e5": "w", "c4": "b"})
    assert told(state, "d3[WR]-d4") == [
        Removed("capture", "d4", "GW", 1),
        Moved("move", "d3", "d4", "WR", 0),
        Moved("push", "e5", "f6", "W", 1),
        Moved("push", "c4", "b4", "B", 1),
    ]


@BOTH
def test_SY_21_pushed_off_the_board_or_onto_what_gives_no_room(edition: str) -> None:
    state = game({"b2": "R", "a4": "w", "c4": "b", "d5": "W"}, edition=edition)
    assert told(state, "b2[R]-b3") == [
        Moved("move", "b2", "b3", "R", 0),
        Removed("push", "c4", "B", 1, toward="d5"),
        Removed("push", "a4", "W", 1),
    ]


@BOTH
def test_SY_22_what_cannot_move_is_removed_not_pushed(edition: str) -> None:
    state = game({"d3": "R", "d5": "k", "f7": "w"}, edition=edition)
    assert told(state, "d3[R]-d4") == [
        Moved("move", "d3", "d4", "R", 0),
        Removed("immobile", "d5", "K", 1),
        Ended("king", [0]),
    ]


@BOTH
def test_SY_17_a_strike(edition: str) -> None:
    state = game({"c1": "G", "d3": "w", "f7": "w"}, edition=edition)
    assert told(state, "c1[G]-c2*d3") == [Moved("move", "c1", "c2", "G", 0), Removed("strike", "d3", "W", 1)]
    state = game({"c2": "G", "d3": "w", "f7": "w"}, edition=edition)
    assert told(state, "c2*d3") == [Removed("strike", "d3", "W", 1)]


@BOTH
def test_SY_25_explosions_in_the_order_of_the_chain(edition: str) -> None:
    own = "GW" if edition == "full" else "W"
    state = game({"a3": "D", "b4": "d", "c5": own, "c4": "b", "f7": "w"}, edition=edition)
    assert told(state, "a3!") == [
        Removed("explode", "a3", "D", 0),
        Exploded("choice", "a3", ["a2", "b2", "a3", "b3", "a4", "b4"]),
        Removed("blast", "b4", "D", 1),
        Exploded("loss", "b4", ["a3", "b3", "c3", "a4", "b4", "c4", "a5", "b5", "c5"]),
        Removed("blast", "c5", own, 0),
        Removed("blast", "c4", "B", 1),
    ]


def test_SY_25_what_is_stranded_without_the_blast_in_the_centre() -> None:
    state = game({"c4": "GD", "f7": "w"}, blast_center=False)
    assert told(state, "c4!") == [
        Removed("explode", "c4", "D", 0),
        Exploded("choice", "c4", ["b3", "c3", "d3", "b4", "d4", "b5", "c5", "d5"]),
        Removed("stranded", "c4", "G", 0),
    ]


def test_SY_50_51_pieces_that_go_to_a_reserve_but_never_the_king() -> None:
    state = game({"d1": "W", "d2": "g", "e7": "w"}, enlist=True)
    assert told(state, "d1[W]-d2")[0] == Removed("capture", "d2", "G", 1, 0)
    state = game({"d1": "W", "d2": "g", "e7": "w"}, unlimited=True)
    assert told(state, "d1[W]-d2")[0] == Removed("capture", "d2", "G", 1, 1)
    state = game({"d1": "W", "d2": "kg", "e7": "w"}, enlist=True)
    assert told(state, "d1[W]-d2")[:2] == [Removed("capture", "d2", "K", 1), Removed("capture", "d2", "G", 1, 0)]


def test_placing_adding_and_saying() -> None:
    state = tesserae.start("symbol", seed=1)
    assert state.foretell(0, "+K@d1", None) == [
        Placed("king", "d1", "K", 0),
        Claimed("region", ["c1", "d1", "e1", "c2", "d2", "e2"], 0),
    ]
    play(state, "+K@d1", "+K@d7")
    assert told(state, "+G@d2") == [Placed("reinforce", "d2", "G", 0)]
    play(state, "+G@d2")
    assert state.actors == (1,)
    state = game({"d1": "KW"}, reserve=("GG", ""))
    play(state, "+G@d2")
    assert state.foretell(0, "end", None) == [Said("end", 0)]
    assert plain(simple({"d4": "w"}).foretell(0, "pass", 1)) == [{"kind": "said", "cause": "pass", "seat": 0}]


def test_SY_43_regions_change_hands() -> None:
    state = game({"b3": "W", "c4": "b", "e7": "k"})
    assert [effect for effect in state.foretell(0, "b3[W]-c4", None) if isinstance(effect, Claimed)] == [
        Claimed("deserted", ["a3", "b3", "a4", "b4", "a5", "b5"], None),
        Claimed("region", ["c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5", "e5"], 0),
    ]


# --- Hints and the lens --------------------------------------------------------------------------------------------


def hints(state: tesserae.State, action: str) -> list[Effect]:
    effects = state.foretell(state.actors[0], action, None, foreseen=True)
    return [effect for effect in effects if isinstance(effect, Foreseen)]


def test_hints_name_new_threats_the_kings_first() -> None:
    state = game({"d3": "W", "d6": "k", "f4": "bb", "f7": "w"})
    assert hints(state, "d3[W]-d4") == [
        Foreseen("king", ["d6"], "K", 1),
        Foreseen("pieces", ["f4"], "BB", 2),
    ]
    assert hints(state, "d3[W]-c3") == []


def test_hints_see_an_escape_and_more_reinforcements() -> None:
    state = game({"d1": "KW", "d3": "w", "f7": "w"})
    assert Foreseen("escape", ["c1"], "K", 1) in hints(state, "d1[KW]-c1")
    state = game({"c2": "KW", "a1": "W", "f7": "w"})
    assert hints(state, "c2[W]-c3")[-1] == Foreseen("allowance", n=2)
    assert hints(game({"d4": "W", "d5": "k"}), "d4[W]-d5") == []


@pytest.mark.parametrize("seed", range(3))
def test_the_lens_agrees_with_the_legal_list(seed: int) -> None:
    """For the side to move it says what is legal; for the other side what is legal after a pass of the first."""
    rng = random.Random(seed)
    for _ in range(25):
        position = wild_position(rng)
        for turn in (0, 1):
            try:
                state = tesserae.load({**position, "turn": turn})
            except tesserae.BadPosition:  # a king that is to be placed
                continue
            other = tesserae.load({**position, "turn": 1 - turn}) if len(position["board"]) > 1 else state
            for square, (seat, pieces) in position["board"].items():
                if seat != turn:
                    continue
                legal = [text for text in state.legal(turn, square) if text[0] != "+" and text[-1] != "!"]
                aims = state.inspect(None, square)
                assert aims == other.inspect(None, square)
                moves = {text.split("-")[1] for text in legal if "*" not in text}
                assert set(aims.get("moves", ())) == moves
                assert set(aims.get("takes", ())) == {
                    to for to in moves if position["board"].get(to, [turn])[0] != turn
                }
                assert set(aims.get("strikes", ())) == {text.split("*")[1] for text in legal if "*" in text}
                added = {text for text in state.legal(turn) if text[0] == "+"} if "K" in pieces else set()
                assert {f"+{piece}@{to}" for piece, squares in aims.get("room", {}).items() for to in squares} == added


def test_the_lens_in_the_middle_of_a_turn_and_on_an_empty_square() -> None:
    state = game({"d1": "KW", "d4": "w"}, reserve=("GG", ""))
    before = state.inspect(0, "d1")
    assert before["moves"]
    play(state, "+G@d2")
    assert state.inspect(0, "d1")["moves"] == before["moves"]
    assert state.inspect(0, "e5").keys() == {"text"}
    won = game({"d4": "W", "d5": "k"})
    play(won, "d4[W]-d5")
    assert won.inspect(None, "d5").keys() == {"text"}


# --- In words ------------------------------------------------------------------------------------------------------

SYMBOL = find("symbol")


def test_both_languages_have_the_same_effects() -> None:
    english, german = (
        {key for key in catalogue("tesserae.games.symbol", lang) if key.startswith(("effect.", "pieces."))}
        for lang in ("en", "de")
    )
    assert english == german


def test_sentences() -> None:
    state = game({"d3": "KWWR", "d4": "gd", "f7": "w"}, enlist=True, blast_center=False)
    english = [say(SYMBOL, effect) for effect in told(state, "d3[KWWR]-d4")]
    assert english == [
        "Captured on d4: a green piece and a black piece; now in reserve (player 1).",
        "From d3 to d4: the king, 2 white pieces and a red piece.",
        "Black explodes on d4.",
    ]
    german = [say(SYMBOL, effect, "de", lambda seat: ("Ada", "Bo")[seat]) for effect in told(state, "d3[KWWR]-d4")]
    assert german == [
        "Geschlagen auf d4: ein grüner Stein und ein Äther; jetzt in der Reserve (Ada).",
        "Von d3 nach d4: der König, 2 weiße Steine und ein roter Stein.",
        "Auf d4 explodiert ein Äther.",
    ]
    region = Claimed("region", ["a1", "b1", "a2", "b2"], 1)
    assert say(SYMBOL, region) == "Control of region a1–b2 goes to: player 2."
    assert say(SYMBOL, Ended("king", [0]), "de", str) == "Der König ist gefallen. Sieg: 0."
    with pytest.raises(KeyError, match=r"no text for effect\.said\.nonsense"):
        say(SYMBOL, Said("nonsense", 0))
