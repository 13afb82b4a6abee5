"""What every game must do, whatever its rules are: checks for the authors of games, run by `tesserae check GAME`.

Each check takes a game, a number of seats and a random number generator, and plays some random games. It raises Broken
with a sentence if the game breaks a rule that docs/guides/add-a-game.md explains.
"""

import json
import math
import random
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import ROOM, playouts
from tesserae.engine.rng import SEEDS, seed_rng
from tesserae.errors import BadOption, BadPosition, Refused
from tesserae.games.effects import Ended, Kind, plain
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number, Option
from tesserae.games.words import say
from tesserae.state import ALL, State, effects_between, load, start

LONGEST = 20_000  # actions; no game may last longer
MOMENTS = 20  # moments of games that each check looks at
NONSENSE = ("", "?", "xyzzy", "a1", "@", "take", "{}")

Check = Callable[[Game, int, random.Random], None]


class Broken(AssertionError):
    """A game violates one of the checks."""


def promise(kept: object, sentence: str) -> None:
    if not kept:
        raise Broken(sentence)


# --- Random games ----------------------------------------------------------------------------------------------------


def value(option: Option, chance: random.Random) -> Any:
    """A random value of an option; for a game's own kind of option only the default."""
    if isinstance(option, Flag):
        return chance.random() < 0.5
    if isinstance(option, Number):
        return chance.randint(option.low, option.high)
    if isinstance(option, Choice):
        return chance.choice(option.values)
    return option.default


def begin(game: Game, seats: int, chance: random.Random) -> State:
    """A new game with random options that can be combined."""
    for _ in range(1000):
        given = {option.name: value(option, chance) for option in game.options}
        try:
            game.resolve(given, seats)
        except BadOption:
            continue
        return start(game.name, seats, chance.randrange(SEEDS), **given)
    raise Broken(f"hardly any options of {game.title} go together at {seats} seats")


def walk(state: State, chance: random.Random, often: float = 1.0) -> Iterator[State]:
    """Play a random game to its end. Yields the same object at the start, at some moments (a share `often`) and at the
    end. Sometimes the referee acts, if the game has one."""
    yield state
    for _ in range(LONGEST):
        if not state.actors:
            break
        seat: int | None = chance.choice(state.actors)
        if chance.random() < 0.02 and state.legal(None):
            seat = None
        state.act(seat, chance.choice(state.legal(seat)))
        if state.actors and chance.random() < often:
            yield state
    else:
        raise Broken(f"there was no end after {LONGEST} actions")
    yield state


def moments(game: Game, seats: int, chance: random.Random, about: int) -> Iterator[State]:
    """About that many moments of games: some of a long game, or all of several short ones. The start and the end of
    each game are included."""
    length = sum(1 for _ in walk(begin(game, seats, chance), chance))
    seen = 0
    while seen < about:
        for state in walk(begin(game, seats, chance), chance, often=min(1.0, about / length)):
            seen += 1
            yield state


def wrap(like: State, array: States) -> State:
    """A game with a raw state."""
    return State(like.game, like.seats, like.options, like.seed, array, like.origin)


def generator(seed: int) -> Ints:
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, 0)
    return rng


def codes(state: State, seat: int) -> list[int]:
    """The legal actions of a seat as compiled code lists them."""
    out = np.empty(1 << 16, np.int64)
    return [int(code) for code in out[: contract.legal(state.raw(), seat, out)]]


def everybody(state: State) -> list[int | None]:
    return [*range(state.seats), None]


# --- The checks ------------------------------------------------------------------------------------------------------


def the_record_is_sound(game: Game, seats: int, chance: random.Random) -> None:
    """No padding, which NumPy would not copy; no field hidden by a method of np.record; a generator and a turn."""
    dtype = game.rules.STATE
    promise(dtype.type is np.record and dtype.fields, "STATE is not an np.dtype((np.record, …))")
    fields: Any = dtype.fields or {}
    names = dtype.names or ()
    whole = sum(fields[name][0].itemsize for name in names)
    promise(whole == dtype.itemsize, f"the fields of STATE have {whole} bytes, the record {dtype.itemsize}: padding")
    hidden = [name for name in names if hasattr(np.record, name)]
    promise(not hidden, f"fields of STATE are called like methods of np.record: {', '.join(hidden)}")
    promise("rng" in names and fields["rng"][0] == np.dtype((np.int64, 4)), "STATE has no field rng of 4 int64")
    promise("turn" in names, "STATE has no field turn")
    state = begin(game, seats, chance)
    sides = contract.sides(state.raw(), seats)
    promise(sides == state.teams, f"by the field `teams` of STATE there are {sides} sides, by Game.teams {state.teams}")


def random_play_comes_to_an_end(game: Game, seats: int, chance: random.Random) -> None:
    """At every moment each actor has actions and nobody else has; at the end there is an outcome."""
    for state in moments(game, seats, chance, MOMENTS):
        promise((state.actors == ()) == (state.outcome is not None), "actors are none, but the game is not over")
        for seat in range(seats):
            actions, numbers = state.legal(seat), codes(state, seat)
            promise(bool(actions) == (seat in state.actors), f"seat {seat} is an actor without actions, or none with")
            promise(len(set(actions)) == len(actions), "two legal actions have one text")
            promise(numbers == sorted(set(numbers)), "legal does not write its codes in ascending order, each once")
    outcome = state.outcome
    if outcome is None:
        raise Broken("the game is over without an outcome")
    winners = set(outcome.winners)
    promise(winners <= set(range(seats)) and list(outcome.winners) == sorted(winners), "the winners are no seats")
    promise(outcome.scores is None or len(outcome.scores) == seats, "scores are not one a seat")
    results = np.full(seats, np.nan)
    contract.returns(state.raw(), results)
    promise((abs(results) <= 1).all(), f"returns gives {results}, not numbers from -1 to 1 for all seats")
    lost = [seat for seat in range(seats) if seat not in winners]
    if not winners:
        promise((results == 0).all(), f"nobody won, but returns gives {results}")
    elif lost:
        promise((results[lost] == -1).all(), f"{lost} lost, but returns gives {results}")
        promise(min(results[list(winners)]) > -1, f"{winners} won, but returns gives {results}")
    promise(refusal(state, 0, state.history[0][1]).rule == "GE-7", "an action after the end is not refused by GE-7")


def refusal(state: State, seat: int | None, action: str) -> Refused:
    """Check how an action is refused: nothing changes, `why` agrees, and a rule is named (GE-5)."""
    before, told = state.tobytes(), len(state.history)
    try:
        state.act(seat, action)
    except Refused as refused:
        refusal = refused
    else:
        raise Broken(f"{action!r} is not in the legal list of seat {seat}, but was accepted")
    promise((state.tobytes(), len(state.history)) == (before, told), f"{action!r} was refused, but changed something")
    why = state.why(seat, action)
    promise(why and (why.rule, str(why)) == (refusal.rule, str(refusal)), f"why says something else of {action!r}")
    promise(re.fullmatch(rf"(GE|{state.game.prefix})-\d+", refusal.rule), f"{action!r} is refused by {refusal.rule}")
    promise(str(refusal).endswith("."), f"the refusal of {action!r} is not a sentence: {refusal}")
    return refusal


def the_legal_list_is_exactly_what_act_accepts(game: Game, seats: int, chance: random.Random) -> None:
    written: set[str] = set()
    for state in moments(game, seats, chance, MOMENTS):
        lists = {seat: state.legal(seat) for seat in everybody(state)}
        written.update(*lists.values())
        everything = sorted(written)
        for seat, actions in lists.items():
            for action in chance.sample(actions, min(4, len(actions))):
                promise(state.why(seat, action) is None, f"{action!r} is legal, but why has something against it")
                twin = state.copy()
                twin.act(seat, action)
                promise(twin.history[-1] == (seat, action), f"{action!r} is written otherwise afterwards")
            for action in chance.sample(everything, min(12, len(everything))):
                if action not in actions:
                    refusal(state, seat, action)
        for nonsense in NONSENSE:
            refusal(state, 0, nonsense)


def any_code_is_listed_or_not_accepted(game: Game, seats: int, chance: random.Random) -> None:
    """A sample of all numbers up to the largest that was ever legal."""
    largest = 0
    for state in moments(game, seats, chance, MOMENTS):
        for seat in state.actors:
            listed = set(codes(state, seat))
            largest = max(largest, *listed)
            promise(largest < game.rules.ACTIONS, f"the code {largest} is legal, but ACTIONS is {game.rules.ACTIONS}")
            for code in [chance.randrange(largest + 1) for _ in range(30)] + [-1, largest + 1, 1 << 40]:
                array = state.raw()
                accepted = contract.act(array, seat, code, np.empty(ROOM, np.int64))
                promise(accepted == (code in listed), f"the code {code} is accepted, but not listed, or listed and not")
                promise(accepted or array.tobytes() == state.tobytes(), f"the code {code} changed something")


def actions_of_a_square_are_legal(game: Game, seats: int, chance: random.Random) -> None:
    names = game.notation.NAMES
    for number, name in enumerate(names):
        squares = {game.notation.square(text) for text in (name, f" {name.upper()} ")}
        promise(squares == {number}, f"square({name!r}) is {squares}, not {number}")
    seen = 0
    for state in moments(game, seats, chance, MOMENTS):
        for seat in everybody(state):
            actions = set(state.legal(seat))
            for name in names:
                there = state.legal(seat, at=name)
                promise(set(there) <= actions, f"legal_at {name} has what is not legal")
                promise(len(set(there)) == len(there), f"legal_at {name} has something twice")
                seen += len(there)
    promise(seen or not names, "legal_at never has anything")


def notation_round_trips_and_is_lenient(game: Game, seats: int, chance: random.Random) -> None:
    """GE-4."""
    for state in moments(game, seats, chance, MOMENTS):
        for seat in state.actors:
            numbers = codes(state, seat)
            for code in chance.sample(numbers, min(20, len(numbers))):
                text = game.notation.write(code)
                of = [form.verb for form in game.forms if form.pattern.fullmatch(text)]
                promise(len(of) == 1, f"{text!r} is of the forms {of or 'none'}, not of one")
                again = str(game.forms.read(text))
                promise(again == text, f"{text!r} is written as {again!r} after it was read")
                spaced = "  ".join(text)
                for variant in (text, text.upper(), text.lower(), text.swapcase(), f" {text}\n", spaced):
                    read = game.notation.parse(variant)
                    promise(read == code, f"{variant!r} is read as the code {read}, not {code}")


def positions_round_trip(game: Game, seats: int, chance: random.Random) -> None:
    loaded = 0
    for state in moments(game, seats, chance, MOMENTS):
        position = state.export()
        text = json.dumps(position)
        promise(json.loads(text) == position, f"the position is not plain JSON: {position}")
        if position["outcome"] is None and "step" not in position:
            again = load(text, seed=1)
            promise(again.export() == position, f"loading the position {text} gives a different one: {again.export()}")
            promise(again.actors == state.actors, f"in the position {text} others are to act when it is loaded")
            for seat in everybody(state):
                promise(again.legal(seat) == state.legal(seat), f"in the position {text} other actions are legal")
            loaded += 1
        else:
            try:
                load(text)
            except BadPosition:
                continue
            raise Broken(f"a finished game, or one in the middle of a turn, was loaded: {text}")
    promise(loaded, "no position could be loaded")
    try:
        load({**start(game.name, seats, 0).export(), "nonsense": 1})
    except BadPosition as bad:
        promise("nonsense" in str(bad), f"an unknown field of a position is not named: {bad}")
    else:
        raise Broken("an unknown field of a position is accepted")


def the_history_makes_the_same_game_again(game: Game, seats: int, chance: random.Random) -> None:
    """GE-1, to the byte."""
    state = begin(game, seats, chance)
    seen = {len(one.history): one.tobytes() for one in walk(state, chance, often=0.3)}
    again = start(game.name, seats, state.seed, **state.options)
    for seat, action in state.history:
        again.act(seat, action)
        promise(
            seen.get(len(again.history)) in (None, again.tobytes()),
            f"after {len(again.history)} actions a replay gives different bytes; all chance must come from rng",
        )


def what_a_seat_is_sent_follows_from_what_it_knows(game: Game, seats: int, chance: random.Random) -> None:
    """GE-3: hiding twice is hiding once; an imagined world looks the same to its seat, in everything."""
    rng = generator(chance.randrange(SEEDS))
    for state in moments(game, seats, chance, MOMENTS):
        before = state.tobytes()
        for seat in everybody(state):
            hidden = state.hidden(seat)
            again = hidden.copy()
            contract.hide(again, -1 if seat is None else seat)
            promise(again.tobytes() == hidden.tobytes(), "hiding twice is not hiding once")
            promise(not hidden["rng"].any(), "hide does not blank the generator")
            view = json.dumps(state.view(seat))
            promise(state.view(seat) == json.loads(view), "the view is not plain JSON")
            if seat is None:
                continue
            contract.imagine(hidden, seat, rng)
            other = wrap(state, hidden)
            promise(
                other.hidden(seat).tobytes() == again.tobytes(),
                "hiding an imagined world does not give back the hidden state",
            )
            promise(json.dumps(other.view(seat)) == view, "an imagined world has another view")
            promise(other.legal(seat) == state.legal(seat), "an imagined world has other legal actions")
            promise(other.actors == state.actors, "in an imagined world others are to act")
            own = [action for actor, action in state.history if actor == seat]
            for action in chance.sample(own, min(4, len(own))):
                answers = {str(one.why(seat, action)) for one in (state, other)}
                promise(len(answers) == 1, f"why tells imagined worlds apart: {answers}")
        promise(state.tobytes() == before, "looking changed the game")


def secrets_are_as_declared(game: Game, seats: int, chance: random.Random) -> None:
    """Without secrets all seats always know the same; with them, in some moment of some game they do not."""
    differ = False
    for _ in range(5):
        for state in walk(begin(game, seats, chance), chance):
            known = {state.hidden(seat).tobytes() for seat in range(seats)}
            promise(game.secrets or len(known) == 1, "seats know different things, but the game declares no secrets")
            differ = differ or len(known) > 1
    promise(differ or not game.secrets, "the game declares secrets, but all seats always know the same")


def imagined_worlds_can_be_played_to_the_end(game: Game, seats: int, chance: random.Random) -> None:
    rng = generator(chance.randrange(SEEDS))
    for state in moments(game, seats, chance, MOMENTS):
        for seat in range(seats):
            world = state.hidden(seat)
            contract.imagine(world, seat, rng)
            position = wrap(state, world).export()
            if position["outcome"] is None and "step" not in position:
                try:
                    load(position)
                except BadPosition as bad:
                    raise Broken(f"the position of an imagined world cannot be loaded: {bad}") from None
            playouts(world, seats, seed=state.seed)
            promise(contract.over(world), "an imagined world has no end")


def effects_pass_the_gate(game: Game, seats: int, chance: random.Random) -> None:
    """Two worlds that a viewer cannot tell apart, before and after an action, give the same effects."""
    languages = [path.name[:-5] for path in _catalogues(game)]
    for state in moments(game, seats, chance, MOMENTS):
        if not state.actors:
            continue
        seat = chance.choice(state.actors)
        action = chance.choice(state.legal(seat))
        after = state.copy()
        after.act(seat, action)
        for viewer in (*everybody(state), ALL):
            told = effects_between(state, after, seat, action, viewer)
            promise(msgspec.convert(plain(told), list[Kind]) == told, "effects cannot be read back from JSON")
            ends = [effect for effect in told if isinstance(effect, Ended)]
            promise(ends == (told[-1:] if after.outcome else []), "the end of the game is not its last effect")
            for language in languages:
                sentences = [say(game, effect, language) for effect in told]
                promise(all(sentences), "an effect has an empty sentence")
                promise("{" not in "".join(sentences), f"a sentence of an effect has a gap: {sentences}")
            if viewer is None or viewer == ALL:
                continue
            world = state.imagined(viewer, chance.randrange(SEEDS))
            later = world.copy()
            if world.why(seat, action) is None:
                later.act(seat, action)
                if later.hidden(viewer).tobytes() == after.hidden(viewer).tobytes():
                    other = effects_between(world, later, seat, action, viewer)
                    promise(other == told, f"seat {viewer} could tell from effects what is hidden: {told} or {other}")


def others_are_told_no_more_than_they_see(game: Game, seats: int, chance: random.Random) -> None:
    """Where two actions lead to states that a seat cannot tell apart, `public` must not tell them apart either."""
    if not game.secrets:
        return
    for state in moments(game, seats, chance, MOMENTS):
        if not state.actors:
            continue
        seat = chance.choice(state.actors)
        actions = state.legal(seat)
        known: dict[tuple[int | None, bytes], tuple[bytes, str]] = {}
        for action in chance.sample(actions, min(8, len(actions))):
            after = state.copy()
            after.act(seat, action)
            for viewer in everybody(state):
                if viewer == seat:
                    continue
                told = game.forms.public(action)
                real, other = known.setdefault((viewer, after.hidden(viewer).tobytes()), (after.tobytes(), told))
                promise(
                    other == told or real == after.tobytes(),
                    f"a form tells seat {viewer} what hide keeps from it: {told!r} is not {other!r}",
                )


def texts_are_there_in_every_language(game: Game, seats: int, chance: random.Random) -> None:
    """What the game declares, and the reasons for which it ends; effects have a check of their own."""
    wanted = {"title", "about", *(f"side.{seat}" for seat in range(len(game.sides)))}
    for option in game.options:
        values = (*(option.values if isinstance(option, Choice) else ()), *option.suggested)
        wanted |= {f"option.{option.name}{rest}" for rest in ("", ".help", *(f".{value}" for value in values))}
    wanted |= {f"preset.{preset.name}{rest}" for preset in game.presets for rest in ("", ".about")}
    for _ in range(3):
        *_, state = walk(begin(game, seats, chance), chance, often=0)
        wanted |= {f"reason.{state.outcome.reason}"} if state.outcome else set()
    for path in _catalogues(game):
        missing = sorted(wanted - json.loads(path.read_text("utf-8")).keys())
        promise(not missing, f"{path.name} has no text for {', '.join(missing)}")


def _catalogues(game: Game) -> list[Any]:
    folder = files(game.package) / "web" / "lang"
    return [path for path in folder.iterdir() if path.name.endswith(".json")] if folder.is_dir() else []


def opinions_and_observations_are_sane(game: Game, seats: int, chance: random.Random) -> None:
    size = math.prod(game.rules.OBSERVATION)
    for state in moments(game, seats, chance, MOMENTS):
        opinion = np.full(seats, np.nan)
        array = state.raw()
        contract.evaluate(array, opinion)
        promise((abs(opinion) <= 1).all(), f"evaluate gives {opinion}, not numbers from -1 to 1 for all seats")
        promise(array.tobytes() == state.tobytes(), "evaluate changes the state")
        for seat in range(seats):
            seen = []
            for filler in (np.nan, 7.0):
                out = np.full(size, filler)
                contract.observe(state.hidden(seat), seat, out)
                seen.append(out)
            promise(np.isfinite(seen[0]).all() and (seen[0] == seen[1]).all(), "observe does not fill all of its array")


def pick_takes_each_action_equally_often(game: Game, seats: int, chance: random.Random) -> None:
    state = start(game.name, seats, 3)
    rng, out = generator(3), np.empty(ROOM, np.int64)
    tested = 0
    for _ in walk(state, chance, often=0.3):
        for seat in state.actors:
            listed = codes(state, seat)
            s = state.raw()[0]
            action, n = contract.pick(s, seat, rng, out)
            promise(n == len(listed) and action in listed, "pick does not take from the legal list")
            if tested < 3 and 1 < n < 60:
                tested += 1
                counts = dict.fromkeys(listed, 0)
                for _ in range(80 * n):
                    counts[contract.pick(s, seat, rng, out)[0]] += 1
                statistic = sum((count - 80) ** 2 / 80 for count in counts.values())
                promise(statistic < (n - 1) + 5 * (2 * (n - 1)) ** 0.5, f"pick prefers some actions: {counts}")


CHECKS: tuple[Check, ...] = (
    the_record_is_sound,
    random_play_comes_to_an_end,
    the_legal_list_is_exactly_what_act_accepts,
    any_code_is_listed_or_not_accepted,
    actions_of_a_square_are_legal,
    notation_round_trips_and_is_lenient,
    positions_round_trip,
    the_history_makes_the_same_game_again,
    what_a_seat_is_sent_follows_from_what_it_knows,
    secrets_are_as_declared,
    imagined_worlds_can_be_played_to_the_end,
    effects_pass_the_gate,
    others_are_told_no_more_than_they_see,
    texts_are_there_in_every_language,
    opinions_and_observations_are_sane,
    pick_takes_each_action_equally_often,
)
