"""Symbol Chain once more, slowly, straight from the rules and on the JSON of a position: to compare with."""

import copy
from typing import Any


class Naive:
    def __init__(self, position: dict[str, Any]) -> None:
        self.now = copy.deepcopy(position)
        self.options = {"match": "exact", "end_stacks": "same", **position["options"]}
        self.seats = len(position["stacks"])
        self.first_scores = list(position["scores"])
        self.lifted: list[Any] | None = None
        self.turns: list[dict[str, Any]] = []  # everything that happened, for the recount of the points

    def actors(self) -> list[int]:
        if self.now["outcome"]:
            return []
        if not self.now["begun"]:
            return [seat for seat in range(self.seats) if seat not in self.now["ready"]]
        return [self.now["turn"]]

    def legal(self) -> list[str]:
        """What each of the actors may do."""
        now = self.now
        if not now["begun"]:
            return ["ready"]
        if self.lifted:
            empty = [file + rank for file in "abcdefg" for rank in "1234567" if file + rank not in now["board"]]
            return sorted(f"lay {square}" for square in empty)
        if now["taken"] is None:
            stacks = now["stacks"][now["turn"]]
            return sorted(f"take {name}" for name in stacks if stacks[name]) or ["pass"]
        down = [square for square in now["board"] if square not in now["flipped"]]
        if len(now["flipped"]) < len(now["taken"][1].split()):
            return sorted(f"flip {square}" for square in down)
        return sorted(f"place {square}" for square in down)

    def act(self, seat: int, action: str) -> None:
        now = self.now
        word, _, rest = action.partition(" ")
        if word == "ready":
            now["ready"] = sorted([*now["ready"], seat])
            if len(now["ready"]) == self.seats:
                now["begun"], now["ready"] = True, []
        elif word == "pass":
            now["turn"] = (now["turn"] + 1) % self.seats
        elif word == "take":
            now["taken"] = now["stacks"][now["turn"]][rest].pop()
            self.turns.append({"seat": now["turn"], "sequence": now["taken"][1].split(), "flips": []})
        elif word == "flip":
            now["flipped"].append(rest)
            self.turns[-1]["flips"].append(list(now["board"][rest]))
            if self.right(self.turns[-1]) < len(now["flipped"]):
                now["discards"][now["turn"]].append(now["taken"])
                self.end_turn()
        elif word == "place":
            self.lifted = now["board"][rest]
            now["board"][rest] = [now["taken"][0], now["turn"]]
            now["taken"] = None
        else:
            now["board"][rest] = self.lifted
            self.lifted = None
            self.end_turn()
        now["scores"] = self.points()

    def agree(self, face: str, wanted: str) -> bool:
        return face[1] == wanted[1] if self.options["match"] == "shape" else face == wanted

    def right(self, turn: dict[str, Any]) -> int:
        """How many flips of a turn are right."""
        n = 0
        for (face, _), wanted in zip(turn["flips"], turn["sequence"], strict=False):
            if not self.agree(face, wanted):
                break
            n += 1
        return n

    def points(self) -> list[int]:
        """All points from the first turn on."""
        scores = list(self.first_scores)
        for turn in self.turns:
            owners = [owner for _, owner in turn["flips"][: self.right(turn)]]
            scores[turn["seat"]] += sum(owner != turn["seat"] for owner in owners)
        if self.now["outcome"]:
            for seat in range(self.seats):
                scores[seat] += 2 * sum(owner == seat for _, owner in self.now["board"].values())
        return scores

    def end_turn(self) -> None:
        now = self.now
        now["taken"], now["flipped"] = None, []
        emptied = [{name for name in "23" if not stacks[name]} for stacks in now["stacks"]]
        by_stack = [sum(name in names for names in emptied) for name in "23"]
        players = sum(bool(names) for names in emptied)
        stacks = players >= 2 if self.options["end_stacks"] == "any" else max(by_stack) >= 2
        reason = "board_full" if len(now["board"]) == 49 else "stacks" if stacks else None
        if reason is None:
            now["turn"] = (now["turn"] + 1) % self.seats
            return
        now["outcome"] = {"reason": reason}
        scores = self.points()
        winners = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        now["outcome"] = {"winners": winners, "reason": reason, "scores": scores}

    def export(self) -> dict[str, Any]:
        """What the engine exports."""
        now = {**self.now, "board": dict(sorted(self.now["board"].items(), key=lambda item: item[0][::-1]))}
        if self.lifted:
            return {**now, "step": {"next": "lay", "lifted": self.lifted}}
        return {**now, "step": {"next": self.legal()[0].split()[0]}} if now["taken"] else now
