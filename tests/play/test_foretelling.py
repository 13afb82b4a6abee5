"""What steps would do is told before they are made, and nothing else is."""

import random

import pytest

import tesserae
from tesserae.games.effects import Effect, Foreseen, before_the_end, plain
from tesserae.play.foretelling import LONG, promise, stage
from tesserae.play.queries import legal
from tesserae.state import State
from tests.play.tables import ANN, BOB, Table
from tests.server.test_study import STACK

GAMES = [("consequence", 2), ("sequence", 2), ("sequence", 4), ("symbol_chain", 2), ("symbol_chain", 3)]


def foreseeable(state: State, action: str) -> bool:
    return state.game.forms.read(action).form.foreseeable


def walk(game: str, seats: int, seed: int, moves: int) -> State:
    """A game by chance in which turns go on where they can; after some moves it stops where anything is foreseeable."""
    chance = random.Random(seed)
    state = tesserae.start(game, seats, seed)
    for number in range(3 * moves):
        if not state.actors:
            break
        seat = chance.choice(state.actors)
        actions = state.legal(seat)
        if number >= moves and any(foreseeable(state, action) for action in actions):
            break
        tries = [state.copy() for _ in range(min(12, len(actions)))]
        for one, action in zip(tries, chance.sample(actions, len(tries)), strict=True):
            one.act(seat, action)
        state = next((one for one in tries if seat in one.actors), tries[0])
    return state


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_is_foretold_is_the_same_in_every_world_and_then_comes_true(game: str, seats: int) -> None:
    """Worlds that are equal for the actor foretell the same; and a spectator is told just that when it is done."""
    told = 0
    for seed in range(30):
        state = walk(game, seats, seed, 2 * seed)
        if not state.actors:
            continue
        seat = state.actors[0]
        actions = sorted(state.legal(seat), key=lambda action: not foreseeable(state, action))
        for action in {actions[0], actions[len(actions) // 2], actions[-1]}:
            worlds = [state, *(state.imagined(seat, world) for world in (7, 8, 9))]
            ahead = foreseen(promise(state, False, seat, action))
            for world in worlds:
                assert plain(foreseen(world.foretell(seat, action, None, foreseen=True))) == plain(ahead)
            if not foreseeable(state, action):
                with pytest.raises(tesserae.Refused, match="appears only once it is made"):
                    stage(state, False, seat, [action])
                assert promise(state, False, seat, action) == ahead
                continue
            staged = stage(state, False, seat, [action])
            assert staged.views == []
            for world in worlds:
                assert plain(before_the_end(world.foretell(seat, action, None))) == plain(staged.effects[0])
            assert plain(promise(state, False, seat, action)) == plain([*staged.effects[0], *ahead])
            told += bool(staged.effects[0])
            after = state.copy()
            after.act(seat, action)
            if not foreseen_draw(action):
                assert set(staged.legal or ()) == set(after.legal(seat))
    assert told > 10


def foreseen(effects: list[Effect]) -> list[Effect]:
    return [effect for effect in effects if isinstance(effect, Foreseen)]


def foreseen_draw(action: str) -> bool:
    """Whether the action gives the actor a card that nobody knows beforehand."""
    return "@" in action or action.startswith("dead")


def test_steps_are_foretold_one_after_the_other() -> None:
    table = Table("consequence").seat(ANN, BOB)
    staged = stage(table.match.playing(), False, 0, [" BM @ b2 "])
    assert plain(staged.effects[0]) == plain(table.match.playing().foretell(0, "bM@b2", None))
    assert staged.legal == []
    for action, rule in (("b", "GE-4"), ("rM@b2", "CQ-3")):
        with pytest.raises(tesserae.Refused) as caught:
            stage(table.match.playing(), False, 0, [action])
        assert caught.value.rule == rule


def test_a_long_list_is_told_as_squares() -> None:
    state = tesserae.load(STACK)
    found = legal(state, 0)
    assert found["count"] == state.count(0) > LONG
    assert found["actions"] is None
    assert found["squares"] == [name for name in state.game.notation.NAMES if state.legal(0, at=name)]
    assert "d4" in found["squares"]
