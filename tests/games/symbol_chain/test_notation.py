"""The text of actions (GE-4) and of the board."""

import pytest

import tesserae
from tesserae.games import game
from tesserae.games.symbol_chain import rules
from tests.games.symbol_chain.helpers import SQUARES, play, setup, stock, without

GAME = game("symbol_chain")


def test_GE_4_every_action_round_trips() -> None:
    texts = [GAME.notation.write(code) for code in range(rules.ACTIONS)]
    assert len(set(texts)) == len(texts) == 5 + 49 + 49 * 49 + 1
    assert [GAME.notation.parse(text) for text in texts] == list(range(len(texts)))
    assert texts[0] == "take 2"
    assert texts[4] == "take 6"
    assert texts[5] == "flip a1"
    assert texts[54 + 3 * 49 + 48] == "place d1>g7"
    assert texts[-1] == "pass"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("TAKE 2", "take 2"),
        ("take6", "take 6"),
        (" Flip  C4 ", "flip c4"),
        ("place c4 > E5", "place c4>e5"),
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
        ("place a1>a8", "a8 is not a square"),
        ("place a1", "cannot be read"),
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
    state = play(setup(stacks=[stock(0, "wT:bC gT"), stock(1)]), "take 2")
    assert state.legal(0, at="b1") == ["flip b1"]
    assert state.legal(0, at="g7") == []
    play(state, "flip b1", "flip g1")
    assert state.legal(0, at="b1") == []
    assert len(state.legal(0, at="a1")) == 40
    assert len(state.legal(0, at="g7")) == 7
    assert setup().legal(0, at="a1") == []


def test_headings() -> None:
    heading = GAME.text.heading
    assert heading("take 4") == "take"
    assert heading("flip c4") == "flip"
    assert heading("place c4>e5") == "place c4"
    assert heading("pass") == "pass"


def test_the_board_on_a_terminal() -> None:
    stacks = [without(stock(0, "wT:bC gT", "gC:gT wT bC gX", s6=0), "gX"), stock(1)]
    state = setup("a1=bT b1=bC c1=bX d1=wT e1=wC f1=wX g1=gT a2=gC b2=gX0", stacks, begun=False, scores=[12, 3])

    def drawn() -> str:
        text: str = GAME.text.draw(state.view(1), False)
        coloured: str = GAME.text.draw(state.view(1), True)
        assert "\033[" in coloured
        assert "\033[" not in text
        return text

    assert "  2  gC   gX1   ." in drawn()
    assert "remember the board" in drawn()
    assert "► player 1   12 points  stacks 2:10 3:9 4:6 5:5 6:0" in drawn()
    assert "4: gC (gT wT bC gX)" in drawn()
    assert "player 1: take a tile" in drawn()
    play(state, "take 2")
    assert "  1  ??   ??   ??   ??   ??   ??   ??  1" in drawn()
    assert "??1" in drawn()
    assert "taken: wT (bC gT)   turned up: -   to come: bC gT" in drawn()
    play(state, "flip b1")
    assert "[bC ]" in drawn()
    assert "turned up: bC   to come: gT" in drawn()
    play(state, "flip g1")
    assert "turned up: bC gT   to come: -" in drawn()
    play(state, "place b2>g7")
    assert "flipped b1 bC, g1 gT" in drawn()
    assert "complete: placed on b2, the gX there is now on g7" in drawn()
    assert "[??1]" in drawn()
    play(state, "take 2", "flip b1")
    assert "player 2 took" in drawn()
    assert "wrong: the tile is discarded" in drawn()


def test_the_terminal_says_when_a_player_passes() -> None:
    text = GAME.text.draw(setup(stacks=[{}, stock(1)]).view(0), False)
    assert "no tile left: pass" in text
    assert "no open tile" in text


def test_the_terminal_at_the_end() -> None:
    state = play(setup(stacks=[stock(0, "wT:bC gT", s2=1), stock(1, s2=0)]), "take 2", "flip f1")
    text = GAME.text.draw(state.view(0), False)
    assert "wrong: the tile is discarded" in text
    assert "►" not in text
    assert not text.splitlines()[-1].startswith("  player")
