"""SY-4, SY-50, SY-51 and the options: forces, unlimited, enlist."""

from typing import Any

import pytest

import tesserae
from tesserae.games import game as find
from tesserae.play.settings import Settings
from tests.games.symbol.helpers import ended, game, pieces, play

EDITIONS = pytest.mark.parametrize("edition", ["simple", "full"])


def reserves(state: tesserae.State) -> list[str]:
    found: list[str] = state.export()["reserve"]
    return found


@EDITIONS
def test_SY_50_unlimited_has_eight_pieces(edition: str) -> None:
    state = tesserae.start("symbol", seed=0, edition=edition, unlimited=True)
    assert reserves(state) == ["GGBBWWRD"] * 2
    state = tesserae.start("symbol", seed=0, edition=edition, unlimited=True, forces=["W" * 8, "GBWRDDDD"])
    assert reserves(state) == ["W" * 8, "GBWRDDDD"]


@EDITIONS
def test_SY_50_a_removed_piece_goes_back_to_its_owner(edition: str) -> None:
    state = game({"d1": "W", "d2": "g", "e7": "w"}, edition=edition, unlimited=True)
    play(state, "d1[W]-d2")
    assert reserves(state) == ["", "G"]


@EDITIONS
def test_SY_50_an_exploded_D_goes_back_too_with_all_it_removed(edition: str) -> None:
    state = game({"d4": "D", "d5": "W", "c4": "w", "e7": "w"}, edition=edition, unlimited=True)
    play(state, "d4!")
    assert reserves(state) == ["WD", "W"]


def test_SY_50_a_returned_piece_can_be_added_in_the_same_turn() -> None:
    state = game({"d1": "KWD"}, unlimited=True, blast_center=False, reserve=("", "W"))
    play(state, "d1!", "+D@d2")
    assert pieces(state) == {"d1": "KW", "d2": "D"}


@EDITIONS
def test_SY_51_what_is_removed_in_the_opponents_turn_joins_the_opponent(edition: str) -> None:
    state = game({"d1": "W", "d2": "g", "e7": "w"}, edition=edition, enlist=True)
    play(state, "d1[W]-d2")
    assert reserves(state) == ["G", ""]


@EDITIONS
def test_SY_51_what_is_removed_in_the_owners_turn_leaves_the_game(edition: str) -> None:
    state = game({"d4": "D", "d5": "W", "c4": "w", "e7": "w"}, edition=edition, enlist=True)
    play(state, "d4!")
    assert reserves(state) == ["W", ""]
    assert state.raw()["seen"][0] == 1  # for good: earlier positions cannot come back


@EDITIONS
def test_SY_51_a_captured_black_joins_the_capturer_who_dies_by_it(edition: str) -> None:
    state = game({"d1": "W", "d3": "d", "f1": "W", "e7": "w"}, edition=edition, enlist=True)
    play(state, "d1[W]-d3")
    assert reserves(state) == ["D", ""]


def test_SY_51_an_enlisted_piece_serves_and_can_be_lost_again() -> None:
    state = game({"a1": "K", "b1": "W", "b2": "g", "e7": "w", "a5": "w"}, enlist=True)
    play(state, "b1[W]-b2", "e7[W]-e6", "+G@a2", "a5[W]-a3", "b2[W]-c3", "a3[W]-a2")
    assert reserves(state) == ["", "G"]


def test_SY_51_enlist_allows_more_of_a_colour_than_a_side_began_with() -> None:
    state = game({"d4": "W" * 30}, enlist=True, forces=["W" * 15, "W" * 15])
    assert len(state.legal(0, at="d4")) == 16 * 30
    assert play(state, f"d4[{'W' * 29}]-d6") == {"d4": "W", "d6": "W" * 29}


@pytest.mark.slow
def test_SY_51_sixteen_more_pieces_on_one_square() -> None:
    """The longest list there can be: every piece of the game on one square."""
    state = game({"d4": "KGGGGGGBBBBBBWWWWWWRRRRRRDDDDDD"}, enlist=True)
    found = state.legal(0)
    assert len(found) == len(set(found)) > 400_000
    assert state.why(0, found[-1]) is None


def test_SY_51_not_together_with_unlimited() -> None:
    with pytest.raises(tesserae.BadOption, match="SY-51"):
        tesserae.start("symbol", unlimited=True, enlist=True)


@EDITIONS
@pytest.mark.parametrize("variant", ["unlimited", "enlist"])
def test_SY_50_51_a_king_never_goes_to_a_reserve(edition: str, variant: str) -> None:
    options: dict[str, Any] = {"edition": edition, variant: True}
    state = game({"d4": "W", "d5": "k", "e7": "w"}, **options)
    play(state, "d4[W]-d5")
    assert ended(state) == ((0,), "king")
    assert reserves(state) == ["", ""]


# --- The option `forces` -------------------------------------------------------------------------------------------


def test_SY_4_forces_on_the_command_line() -> None:
    option = next(option for option in find("symbol").options if option.name == "forces")
    value = option.read("gggggbbbbbwwwww, ddddddddddddddd")
    assert value == ["GGGGGBBBBBWWWWW", "D" * 15]
    assert option.read(option.write(value)) == value
    assert option.read("standard") is None
    assert option.read(option.write(None)) is None
    assert reserves(tesserae.start("symbol", seed=0, forces=None)) == ["GGGBBBWWWRRRDDD"] * 2
    named = tesserae.start("symbol", seed=0, forces=["DDDRRRWWWBBBGGG", "GGGBBBWWWRRRDDD"])
    assert named.export()["options"] == {}


@pytest.mark.parametrize(("unlimited", "pieces"), [(False, "DDDRRRWWWBBBGGG"), (True, "DRWWBBGG")])
def test_SY_4_naming_the_standard_forces_is_naming_none(unlimited: bool, pieces: str) -> None:
    named = tesserae.start("symbol", seed=0, unlimited=unlimited, forces=[pieces, pieces])
    usual = tesserae.start("symbol", seed=0, unlimited=unlimited)
    assert named.export() == usual.export()
    other = tesserae.start("symbol", seed=0, unlimited=unlimited, forces=[pieces, "G" * len(pieces)])
    assert "forces" in other.export()["options"]


@pytest.mark.parametrize("bad", ["GGG", ["G" * 15], ["G" * 15, "K" * 15], ["G" * 15, 3], ["G" * 14, "G" * 15], 7])
def test_SY_4_forces_are_two_texts_of_fifteen_pieces(bad: object) -> None:
    with pytest.raises(tesserae.BadOption, match="forces"):
        tesserae.start("symbol", forces=bad)


def test_SY_4_the_number_depends_on_unlimited() -> None:
    with pytest.raises(tesserae.BadOption, match="has 8 pieces; a side has 15"):
        tesserae.start("symbol", forces=["W" * 8, "W" * 8])
    with pytest.raises(tesserae.BadOption, match="has 15 pieces; a side has 8"):
        tesserae.start("symbol", forces=["W" * 15, "W" * 15], unlimited=True)


def test_SY_4_one_set_has_six_of_each_colour_for_both() -> None:
    forces = ["GGGGBBBBBWWRRRD", "GGBWWWWRRRDDDDD"]
    state = tesserae.start("symbol", seed=0, supply="one_set", forces=forces)
    assert reserves(state) == forces
    assert tesserae.start("symbol", seed=0, supply="one_set").export()["options"] == {"supply": "one_set"}
    with pytest.raises(tesserae.BadOption, match=r"7 G; one set of the game has 6 \(SY-4\)"):
        tesserae.start("symbol", supply="one_set", forces=["GGGGBBBBBWWRRRD", "GGGWWWWRRRDDDDD"])
    tesserae.start("symbol", forces=["GGGGBBBBBWWRRRD", "GGGWWWWRRRDDDDD"])


def test_SY_4_one_set_with_unlimited() -> None:
    tesserae.start("symbol", supply="one_set", unlimited=True, forces=["GGGGGGBB", "BBBBWRDD"])
    with pytest.raises(tesserae.BadOption, match="SY-4"):
        tesserae.start("symbol", supply="one_set", unlimited=True, forces=["GGGGGGBB", "GBBBWRDD"])


def test_SY_4_forces_of_one_set_are_not_chosen_in_secret() -> None:
    Settings("symbol", choose_forces=True).check()
    with pytest.raises(tesserae.BadOption, match="SY-4"):
        Settings("symbol", {"supply": "one_set"}, choose_forces=True).check()
