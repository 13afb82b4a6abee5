"""The text of actions (GE-4) and of the board."""

import pytest

import tesserae
from tesserae.games import game
from tesserae.games.symbol_chain import rules
from tests.games.symbol_chain.helpers import SQUARES, play, setup, stock, without

GAME = game("symbol_chain")


def test_GE_4_every_action_round_trips() -> None:
    texts = [GAME.notation.write(code) for code in range(rules.ACTIONS)]
    assert len(set(texts)) == len(texts) == 5 + 3 * 49 + 2
    assert [GAME.notation.parse(text) for text in texts] == list(range(len(texts)))
    assert texts[0] == "take 2"
    assert texts[4] == "take 6"
    assert texts[5] == "flip a1"
    assert texts[54 + 3] == "place d1"
    assert texts[-3:] == ["lay g7", "pass", "ready"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("TAKE 2", "take 2"),
        ("take6", "take 6"),
        (" Flip  C4 ", "flip c4"),
        ("place  C4", "place c4"),
        ("LayE5", "lay e5"),
        ("READY", "ready"),
        ("Pass", "pass"),
    ],
)
def test_GE_4_case_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    assert GAME.notation.write(GAME.notation.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("take 7", "There is no stack 7"),
        ("take", "cannot be read"),
        ("flip h1", "h1 is not a square"),
        ("flip a0", "a0 is not a square"),
        ("place a8", "a8 is not a square"),
        ("lay h1", "h1 is not a square"),
        ("place a1>a2", "cannot be read"),
        ("", "cannot be read"),
        ("c4", "cannot be read"),
    ],
)
def test_GE_4_what_cannot_be_read(text: str, message: str) -> None:
    why = setup().why(0, text)
    assert why is not None
    assert why.rule == "GE-4"
    assert message in str(why)


def test_squares() -> None:
    assert [GAME.notation.square(f" {name.upper()}") for name in SQUARES] == list(range(49))
    with pytest.raises(tesserae.Refused, match="a1 to g7"):
        GAME.notation.square("h8")


def test_legal_at_a_square() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2")
    assert state.legal(0, at="b1") == ["flip b1"]
    assert state.legal(0, at="g7") == []
    play(state, "flip b1", "flip d1")
    assert state.legal(0, at="b1") == []
    assert state.legal(0, at="a1") == ["place a1"]
    assert state.legal(0, at="g7") == []
    play(state, "place a1")
    assert state.legal(0, at="a1") == []
    assert state.legal(0, at="g7") == ["lay g7"]
    assert setup().legal(0, at="a1") == []
    assert tesserae.start("symbol_chain", start="a1 b1 c1 d1 e1 f1 g1 a2 b2").legal(0, at="a1") == []


def test_headings() -> None:
    def heading(text: str) -> str:
        return GAME.text.heading(GAME.forms.read(text))

    assert heading("take 4") == "take"
    assert heading("flip c4") == "flip"
    assert heading("place c4") == "place"
    assert heading("lay e5") == "lay"
    assert heading("ready") == "ready"
    assert heading("pass") == "pass"


@pytest.mark.parametrize("backs", ["plain", "owner"])
def test_the_board_on_a_terminal(backs: str) -> None:
    stacks = [without(stock(0, "gX:bC wT", "gC:gT wT bC gX", s6=0), "gT"), stock(1)]
    squares = "a1=bT b1=bC c1=bX d1=wT e1=wC f1=wX g1=gX a2=gC b2=gT0"
    state = setup(squares, stacks, begun=False, scores=[12, 3], options={"backs": backs})

    def drawn() -> str:
        text: str = GAME.text.draw(state.view(1), False)
        coloured: str = GAME.text.draw(state.view(1), True)
        assert "\033[" in coloured
        assert "\033[" not in text
        return text

    owner = "1" if backs == "owner" else " "  # on the back of a tile of player 1
    assert "  2  gC   gT1   ." in drawn()
    assert "remember the board" in drawn()
    assert "► player 1   12 points  stacks 2:9 3:10 4:6 5:5 6:0" in drawn()
    assert "► player 2" in drawn()
    assert "4: gC (gT wT bC gX)" in drawn()
    assert "take a tile" not in drawn()
    play(state, "ready", "ready")
    assert "remember the board" not in drawn()
    assert "player 1: take a tile" in drawn()
    play(state, "take 2")
    assert "  1  ??   ??   ??   ??   ??   ??   ??  1" in drawn()
    assert ("??1" in drawn()) == (backs == "owner")
    assert "taken: gX (bC wT)   turned up: -   to come: bC wT" in drawn()
    play(state, "flip b1")
    assert "[bC ]" in drawn()
    assert "turned up: bC   to come: wT" in drawn()
    play(state, "flip d1")
    assert "turned up: bC wT   to come: -" in drawn()
    assert "player 1: place the tile" in drawn()
    again = play(state.copy(), "place a1")
    assert "lifted: bT, a starting tile" in GAME.text.draw(again.view(1), False)
    play(state, "place b2")
    assert "lifted: gT, player 1's" in drawn()
    assert "player 1: lay the lifted tile" in drawn()
    play(state, "lay g7")
    assert "flipped b1 bC, d1 wT" in drawn()
    assert "complete: placed on b2, the gT there is now on g7" in drawn()
    assert f"[??{owner}]" in drawn()
    play(state, "take 2", "flip b1")
    assert "player 2 took" in drawn()
    assert "wrong: the tile is discarded" in drawn()


def test_the_terminal_says_when_a_player_passes() -> None:
    text = GAME.text.draw(setup(stacks=[{}, stock(1)]).view(0), False)
    assert "no tile left: pass" in text
    assert "no open tile" in text


def test_the_terminal_at_the_end() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT", s2=1), stock(1, s2=0)]), "take 2", "flip f1")
    text = GAME.text.draw(state.view(0), False)
    assert "wrong: the tile is discarded" in text
    assert "►" not in text
    assert not text.splitlines()[-1].startswith("  player")
    assert "??" not in text  # SC-12
