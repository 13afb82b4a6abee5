"""The positions, and what each of them claims; claims.py proves it.

A line of positions.jsonl is one of them:

- `id`; `sort`, the game and the table; `game`; `position`, for `tesserae.load`; `lead`, actions of the
  seat that come first, where the question is in the middle of a turn; `seat`, who is to find the answer;
- `kind` and `depth`, the claim:
  - `win`: these actions, and no others, make it sure that the seat (its team) has won, alone, before its side's turn
    comes for the `depth`-th time after this one. Less time would not do. In Symbol, up to depth 2, and
    in Sequence at depth 1 no other action would do with one more turn either (elsewhere the proof takes too long);
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesserae
from tesserae import State

FILE = Path(__file__).resolve().parent / "positions.jsonl"
KINDS = ("win 1", "win 2", "win 3", "defence", "claim", "point")


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
