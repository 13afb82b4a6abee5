"""The positions, what each of them claims, and how the claim is proved.

A line of positions.jsonl is one of them:

- `id`; `sort`, the game and the table, as in make.py; `game`; `position`, for `tesserae.load`; `lead`, actions of the
  seat that come first, where the question is in the middle of a turn; `seat`, who is to find the answer;
- `kind` and `depth`, the claim:
  - `win`: these actions, and no others, make it sure that the seat (its team) has won, alone, before its side's turn
    comes for the `depth`-th time after this one. Less time would not do, nor would one more turn make another action
    do (in Consequence not proved for wins in two: it takes too long);
  - `claim`: the same, where the choice is between lines of Sequence to claim;
  - `defence`: these actions, and no others, make it sure that the seat has not lost by then; in less time more would
    do; and no action wins as fast;
  - `point`: these flips of Symbol Chain, and no others, score for certain; `depth` is 1;
- `answers`: those actions. There is one, or they are steps of one turn that do the same in any order.

"Sure" means: in every world that the seat cannot rule out, whatever the others do and whatever chance brings, for a
seat that goes by what it knows. Where nothing is hidden, as in Symbol, a defence is thus the only action that does not
lose by force; where something is, every other action loses if the others have the cards for it.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import tesserae
from tesserae import State
from tesserae.engine import door
from tesserae.engine.jit import Ints, States
from tests.tactics import proof, worlds

FILE = Path(__file__).resolve().parent / "positions.jsonl"
KINDS = ("win 1", "win 2", "win 3", "defence", "claim", "point")
LIMIT = 20_000_000  # actions tried for the proof of one action


class Undecided(Exception):
    """A proof that takes more than it may."""


@dataclass(frozen=True)
class Tactic:
    id: str
    sort: str
    game: str
    kind: str
    depth: int
    seat: int
    position: dict[str, Any]
    lead: tuple[str, ...]
    answers: tuple[str, ...]

    @property
    def label(self) -> str:
        """The kind, and for a win how many turns it takes."""
        return f"win {self.depth}" if self.kind == "win" else self.kind

    def state(self) -> State:
        """The game at the moment of the question."""
        state = tesserae.load(self.position)
        for action in self.lead:
            state.act(self.seat, action)
        return state


def load() -> list[Tactic]:
    found = []
    for line in FILE.read_text("utf-8").splitlines() if FILE.exists() else ():
        fields = json.loads(line)
        found.append(Tactic(**{**fields, "lead": tuple(fields["lead"]), "answers": tuple(fields["answers"])}))
    return found


def save(tactics: Sequence[Tactic]) -> None:
    FILE.write_text("".join(json.dumps(asdict(tactic)) + "\n" for tactic in tactics), "utf-8")


def sure(state: State, seat: int, win: bool, turns: int, limit: int = LIMIT) -> list[str]:
    """The actions with which the seat is sure to have won (or not to have lost) when so many turns are over."""
    hidden = state.hidden(seat)
    proves = _in_worlds if state.game.name == "consequence" else _by_search
    proved = proves(state, hidden, seat, win, turns, limit)
    return sorted(state.game.notation.write(action) for action in legal(hidden, seat) if proved(action))


def legal(hidden: States, seat: int) -> list[int]:
    out: Ints = np.empty(1 << 16, np.int64)
    n = door.legal(hidden, seat, out)
    if n > len(out):
        raise Undecided
    return out[:n].tolist()


def _in_worlds(state: State, hidden: States, seat: int, win: bool, turns: int, limit: int) -> Callable[[int], bool]:
    possible = worlds.worlds(hidden, seat)

    def proved(action: int) -> bool:
        try:
            return worlds.Proof(seat, win, limit).sure(possible, action, turns)
        except worlds.TooLong:
            raise Undecided from None

    return proved


def _by_search(state: State, hidden: States, seat: int, win: bool, turns: int, limit: int) -> Callable[[int], bool]:
    if state.game.name == "sequence" and int(hidden[0].deck_size) <= state.seats * (turns + 1):
        raise Undecided
    goal = proof.WIN if win else proof.SURVIVE

    def proved(action: int) -> bool:
        value, _ = proof.prove(hidden, seat, side(state, seat), action, goal, turns, limit)
        if value == proof.TOO_LONG:
            raise Undecided
        return value == proof.PROVED

    return proved


def side(state: State, seat: int) -> int:
    """The seats that win together with this one, as bits."""
    teams = int(state.raw()[0].teams) if state.game.name == "sequence" else state.seats
    return sum(1 << other for other in range(seat % teams, state.seats, teams))


def points(state: State, seat: int) -> list[str]:
    """The actions that score for certain, there and then."""
    hidden = state.hidden(seat)
    found = []
    for action in legal(hidden, seat):
        after = hidden.copy()
        door.act(after, seat, action, np.empty(1 << 12, np.int64))
        if after[0].scores[seat] > hidden[0].scores[seat]:
            found.append(state.game.notation.write(action))
    return sorted(found)


def answers(state: State, seat: int, kind: str, depth: int, limit: int = LIMIT) -> list[str]:
    """What the answers must be for the claim of this kind and depth to hold; none if no answers could make it hold."""
    if kind == "point":
        return points(state, seat)
    if kind == "defence":
        safe = sure(state, seat, False, depth, limit)
        soon = safe if depth == 1 else sure(state, seat, False, depth - 1, limit)
        easy = depth > 1 and len(soon) == len(safe)
        return [] if easy or sure(state, seat, True, depth, limit) else safe
    wins = sure(state, seat, True, depth, limit)
    late = state.game.name == "consequence" and depth > 1
    if not wins or (depth > 1 and sure(state, seat, True, depth - 1, limit)):
        return []
    return wins if late or sure(state, seat, True, depth + 1, limit) == wins else []
