"""What must hold for the effects of every game with hidden things, and how to try it."""

import random
from collections.abc import Callable, Iterator

import msgspec

from tesserae.games.effects import Effect, Ended, Foreseen, before_the_end, plain
from tesserae.record import Step, step
from tesserae.state import ALL, State

Choose = Callable[[State, int, random.Random], str]


def encoded(effects: list[Effect]) -> bytes:
    return msgspec.json.encode(plain(effects))


def viewers(state: State) -> list[int | None]:
    return [*range(state.seats), None]


def anything(state: State, seat: int, chance: random.Random) -> str:
    return chance.choice(state.legal(seat))


def game(state: State, chance: random.Random, choose: Choose = anything) -> Iterator[Step]:
    """Play on to the end."""
    while state.actors:
        seat = chance.choice(state.actors)
        done = step(state, seat, choose(state, seat, chance))
        yield done
        state = done.after


def check_foreseeable(state: State, seat: int) -> int:
    """What can be tried out beforehand is the same in every world that the seat holds possible, the real one included,
    and so is what a hint foresees of any action. How many actions could be tried out."""
    found = 0
    for action in state.legal(seat):
        worlds = [state, *(state.imagined(seat, seed) for seed in range(3))]
        told = [world.foretell(seat, action, None, foreseen=True) for world in worlds]
        ahead = {encoded([effect for effect in effects if isinstance(effect, Foreseen)]) for effects in told}
        assert len(ahead) == 1, action
        if state.game.forms.read(action).form.foreseeable:
            found += 1
            done = ([effect for effect in effects if not isinstance(effect, Foreseen)] for effects in told)
            assert len({encoded(before_the_end(effects)) for effects in done}) == 1, action
    return found


def check_end(done: Step) -> None:
    """The end is told last, and only then."""
    for viewer in (*viewers(done.before), ALL):
        ends = [isinstance(effect, Ended) for effect in done.effects(viewer)]
        assert not any(ends[:-1])
        assert ends[-1] == (done.after.outcome is not None)
