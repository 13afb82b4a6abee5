"""What is shown to whom (GE-3, and "Who knows what" under Consequence)."""

from typing import Any

import pytest

import tesserae
from tests.games.consequence.helpers import moments, play, table


def faces(view: dict[str, Any]) -> list[str]:
    """Every face that a view shows, hands aside."""
    tiles = [*view["board"].values(), view["last"]["pushed"] or "b?"]
    return [tile for tile in tiles if tile[1] != "?"]


def test_GE_3_own_hand_in_full_the_other_by_colour() -> None:
    state = table({"a1": "ro"}, hands=[["bM", "rM"], ["bS", "rS", "ro"]])
    assert state.view(0)["hands"] == [["bM", "rM"], ["b?", "r?", "r?"]]
    assert state.view(1)["hands"] == [["b?", "r?"], ["bS", "rS", "ro"]]
    assert state.view(None)["hands"] == [["b?", "r?"], ["b?", "r?", "r?"]]


@pytest.mark.parametrize("memory_aid", [False, True])
@pytest.mark.parametrize("reveal", ["receiver", "both"])
def test_GE_3_spectators_see_no_face_until_the_end(memory_aid: bool, reveal: str) -> None:
    pushed = 0
    for seed in range(8):
        for state in moments(seed, memory_aid=memory_aid, reveal_pushed=reveal):
            view = state.view(None)
            if state.outcome:
                assert view["board"] == state.export()["board"]
            else:
                assert faces(view) == []
                assert all(tile[1] == "?" for hand in view["hands"] for tile in hand)
                pushed += view["last"]["pushed"] is not None
    assert pushed


@pytest.mark.parametrize("reveal", ["receiver", "both"])
def test_GE_3_spectators_of_a_loaded_position_see_no_face(reveal: str) -> None:
    """Also of tiles that no player is said to have placed."""
    options = {"memory_aid": True, "reveal_pushed": reveal}
    state = table({"a1": "ro", "b2": "bM", "c4": "bo"}, known=[["b2"], []], options=options)
    assert faces(state.view(None)) == []
    assert state.view(0)["board"] == {"a1": "r?", "b2": "bM", "c4": "b?"}
    assert faces(state.view(1)) == []


def test_the_table_shows_no_face_without_the_memory_aid() -> None:
    for seed in range(4):
        for state in moments(seed):
            if state.outcome is None:
                for seat in range(2):
                    assert set(state.view(seat)["board"].values()) <= {"b?", "r?"}


def test_memory_aid_shows_what_the_player_placed_wherever_it_went() -> None:
    state = tesserae.start("consequence", seed=1, memory_aid=True)
    play(state, "bM@b1", "rS@d4", "bo@a1>E")  # bM is pushed to c1, bo rests on b1
    assert state.view(0)["board"] == {"b1": "bo", "c1": "bM", "d4": "r?"}
    assert state.view(1)["board"] == {"b1": "b?", "c1": "b?", "d4": "rS"}
    play(state, "c1-d2")
    assert state.view(0)["board"] == {"b1": "bo", "d2": "bM", "d4": "r?"}


def test_memory_aid_forgets_what_went_through_the_other_hand() -> None:
    state = table(
        {"d4": "bM"},
        hands=[["bo", "ro"], ["bS", "rS"]],
        known=[["d4"], []],
        options={"memory_aid": True},
    )
    play(state, "bo@c4>E", "bM@a1")
    assert state.view(0)["board"] == {"a1": "b?", "d4": "bo"}
    assert state.view(1)["board"] == {"a1": "bM", "d4": "b?"}


@pytest.mark.parametrize(("reveal", "pusher"), [("receiver", "b?"), ("both", "bM")])
def test_reveal_pushed(reveal: str, pusher: str) -> None:
    state = play(table({"d4": "bM"}, known=[[], ["d4"]], options={"reveal_pushed": reveal}), "bo@c4>E")
    assert state.view(1)["last"]["pushed"] == "bM"
    assert "bM" in state.view(1)["hands"][1]
    assert state.view(0)["last"]["pushed"] == pusher
    assert state.view(None)["last"]["pushed"] == "b?"
    assert state.view(0)["hands"][1] == ["b?", "b?", "r?"]
    play(state, "rS@a1")
    for seat in (0, 1, None):
        assert state.view(seat)["last"]["pushed"] is None  # it was the turn before


def test_a_pushed_tile_is_shown_to_its_receiver_when_that_ends_the_play() -> None:
    state = play(table({"d4": "bM"}, hands=[["bo"], ["rS"]], known=[[], ["d4"]]), "bo@c4>E")
    assert state.view(1)["closing"]
    assert [state.view(seat)["last"]["pushed"] for seat in (0, 1, None)] == ["b?", "bM", "b?"]
    play(state, "rS@a1")
    assert [state.view(seat)["last"]["pushed"] for seat in (0, 1, None)] == [None] * 3


def test_a_view_has_all_the_public_facts() -> None:
    state = play(table({"a1": "ro", "d4": "bo"}, turns=7, moves_in_row=2, options={"row_min": 2}), "a1-a2")
    assert state.view(None) == {
        "game": "consequence",
        "options": {"row_min": 2},
        "seats": 2,
        "seat": None,
        "actors": [1],
        "turn": 1,
        "closing": False,
        "hands": [["b?", "b?", "r?"], ["b?", "r?"]],
        "board": {"a2": "r?", "d4": "b?"},
        "last": {"moved": "a2", "added": None, "pushed": None},
        "moves_in_row": 3,
        "turns": 8,
        "pairs": [],
        "outcome": None,
    }
