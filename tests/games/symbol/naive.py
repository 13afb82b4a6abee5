"""A naive second implementation of Symbol, written straight from the rule text and used only in tests.

Slow on purpose: every question is answered from scratch by looping over squares and pieces. Squares are texts such as
"d4", a group of pieces is a text sorted in the order K G B W R D, a seat is 0 or 1. Rule ids (SY-..) name the source.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.symbol.naive_board import (
    DIRECTIONS,
    MOVERS,
    QUIET_LIMIT,
    SQUARES,
    STANDARD_FORCE,
    UNLIMITED_FORCE,
    home,
    in_order,
    is_water,
    may_stand,
    native,
    parts,
    region,
    step,
    touching,
    without,
)

Outcome = dict[str, Any]


class Naive:
    """One game of Symbol, at any moment."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = dict(options)
        self.full = bool(options.get("edition", "full") == "full")
        self.unlimited = bool(options.get("unlimited", False))
        self.enlist = bool(options.get("enlist", False))
        self.region_tiebreak = bool(options.get("region_tiebreak", False))
        self.blast_center = bool(options.get("blast_center", True))
        self.immobile_pushed = bool(options.get("immobile", "removed") == "pushed")
        self.board: dict[str, tuple[int, str]] = {}
        self.reserve = ["", ""]
        self.turn = 0
        self.quiet = 0
        self.outcome: Outcome | None = None
        self.seen: Counter[object] = Counter()  # SY-27: how often each start-of-turn position has occurred
        self._begin_turn()

    @classmethod
    def start(cls, options: dict[str, Any]) -> Naive:
        """A new game."""
        game = cls(options)
        standard = UNLIMITED_FORCE if game.unlimited else STANDARD_FORCE
        forces = options.get("forces") or [standard, standard]  # SY-3, SY-4, SY-50
        game.reserve = [in_order(force) for force in forces]
        game._begin_turn()
        game.seen[game.key()] += 1
        return game

    @classmethod
    def load(cls, position: dict[str, Any]) -> Naive:
        """A game from a start-of-turn position."""
        game = cls(position.get("options", {}))
        game.board = {square: (owner, in_order(pieces)) for square, (owner, pieces) in position["board"].items()}
        game.reserve = [in_order(pieces) for pieces in position["reserve"]]
        game.turn = position["turn"]
        game.quiet = position.get("quiet", 0)
        game._begin_turn()
        game.seen[game.key()] += 1  # SY-27: counted from the loaded position on
        return game

    def copy(self) -> Naive:
        """An independent copy."""
        twin = Naive(self.options)
        twin.__dict__.update(self.__dict__)
        twin.board = dict(self.board)
        twin.reserve = list(self.reserve)
        twin.seen = Counter(self.seen)
        twin.added = list(self.added)
        twin.kings_lost = set(self.kings_lost)
        twin.outcome = None if self.outcome is None else {**self.outcome, "winners": list(self.outcome["winners"])}
        return twin

    def key(self) -> tuple[object, ...]:
        """SY-27: all squares, both reserves, player to move."""
        return (tuple(sorted(self.board.items())), tuple(self.reserve), self.turn)

    def snapshot(self) -> dict[str, Any]:
        """Board, reserve, turn, quiet and outcome in the JSON form of a position."""
        return {
            "board": {square: [owner, pieces] for square, (owner, pieces) in sorted(self.board.items())},
            "reserve": list(self.reserve),
            "turn": self.turn,
            "quiet": self.quiet,
            "outcome": None if self.outcome is None else {**self.outcome, "winners": list(self.outcome["winners"])},
        }

    # ---- looking at the board --------------------------------------------------------------------------------

    def own(self, square: str) -> bool:
        return square in self.board and self.board[square][0] == self.turn

    def enemy(self, square: str) -> bool:
        return square in self.board and self.board[square][0] != self.turn

    def pieces(self, square: str) -> str:
        return self.board[square][1] if square in self.board else ""

    def king_square(self, seat: int) -> str | None:
        for square, (owner, pieces) in self.board.items():
            if owner == seat and "K" in pieces:
                return square
        return None

    def regions_controlled(self, seat: int) -> int:
        """SY-43: regions where the player has a piece while the opponent has none."""
        held: list[set[str]] = [set(), set()]
        for square, (owner, _) in self.board.items():
            held[owner].add(region(square))
        return len(held[seat] - held[1 - seat])

    # ---- a turn ----------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        """SY-34: remember how everything stood when the turn began."""
        self.stood = {square: pieces for square, (owner, pieces) in self.board.items() if owner == self.turn}
        self.king_began = self.king_square(self.turn)
        self.allowance = 1 + self.regions_controlled(self.turn) // 3  # SY-42
        self.source: str | None = None  # L, once a step has fixed it
        self.moved = False  # the turn's one movement is used
        self.exploded = False  # the turn's one explosion is used
        self.rest: str | None = None  # where S rests after the movement
        self.part = ""  # S, as long as it is on the board
        self.added: list[tuple[str, str]] = []  # (piece, square) reinforced this turn
        self.event = False  # SY-28: a removal, a reinforcement or a placed king in this turn
        self.kings_lost: set[int] = set()

    def legal(self) -> set[str]:
        """All legal actions of the player to move."""
        if self.outcome is not None:
            return set()
        steps = self._steps()
        if self.source is not None:
            return steps | {"end"}  # SY-34: at least one step has been taken
        return steps or {"pass"}  # SY-29

    def _steps(self) -> set[str]:
        if self.king_square(self.turn) is None:  # SY-5
            return {f"+K@{square}" for square in home(self.turn) if square not in self.board}
        if self.full:
            return self._full_movements() | self._full_explosions() | self._full_reinforcements()
        return self._simple_movements() | self._simple_explosions() | self._simple_reinforcements()

    def act(self, text: str) -> None:
        """Carry out one action given in canonical notation."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text}")
        if text in ("end", "pass"):
            self._close_turn()
            return
        if text.startswith("+"):
            self._reinforce(text[1], text[3:])
        elif text.endswith("!"):
            self._explode_own(text[:-1])
        else:
            self._movement(text)
        if self._judge_kings():
            return
        # SY-30: a simple turn is one action. SY-5, SY-34, SY-42: nothing stood on any own square when a turn that
        # places the king began, so nothing can follow. Otherwise a turn closes when only `end` is left.
        if not self.full or text.startswith("+K") or not self._steps():
            self._close_turn()

    def _close_turn(self) -> None:
        self.quiet = 0 if self.event else self.quiet + 1
        self.turn = 1 - self.turn
        self._begin_turn()
        self.seen[self.key()] += 1
        if self.seen[self.key()] >= 3:  # SY-27
            self._draw("repetition")
        elif self._dead():
            self._draw("dead_position")
        elif self.quiet >= QUIET_LIMIT:
            self._draw("quiet")

    def _dead(self) -> bool:
        """SY-28: neither side has anything but its king on board and in reserve."""
        return all(pieces == "K" for _, pieces in self.board.values()) and self.reserve == ["", ""]

    def _draw(self, reason: str) -> None:
        """SY-27, SY-28, and SY-52 for the tie-break."""
        self.outcome = {"winners": [], "reason": reason, "scores": None}
        if self.region_tiebreak:
            first, second = self.regions_controlled(0), self.regions_controlled(1)
            if first != second:
                self.outcome = {"winners": [0 if first > second else 1], "reason": "regions", "scores": None}

    def _judge_kings(self) -> bool:
        """SY-26: judged when a stage with all its explosions is done; no push follows a stage in which a king fell."""
        if len(self.kings_lost) == 2:
            self.outcome = {"winners": [], "reason": "both_kings", "scores": None}
        elif self.kings_lost:
            self.outcome = {"winners": [1 - min(self.kings_lost)], "reason": "king", "scores": None}
        return self.outcome is not None

    # ---- where a transport can go ----------------------------------------------------------------------------

    def _can_end(self, transport: str, square: str) -> bool:
        """May a move end here? On own pieces: never in the simple edition (SY-30), always in the full (SY-36).
        Elsewhere (empty, or an enemy that is taken, SY-16) only on the transport's own terrain."""
        if self.own(square):
            return self.full
        return native(transport, square)

    def _can_pass(self, transport: str, square: str) -> bool:
        """SY-10, SY-36: through own terrain only, over own pieces but not over enemies."""
        return native(transport, square) and not self.enemy(square)

    def reach(self, start: str, transport: str) -> set[str]:
        """SY-11 to SY-15: the squares where a move with this transport may end."""
        found: set[str] = set()
        if transport == "G":  # one or two steps, it may turn
            for first in touching(start):
                if self._can_end("G", first):
                    found.add(first)
                if self._can_pass("G", first):
                    found |= {second for second in touching(first) if self._can_end("G", second)}
        else:
            for direction in DIRECTIONS:
                square: str | None = start
                for _ in range({"B": 3, "W": 2, "R": 1}[transport]):
                    assert square is not None
                    square = step(square, direction)
                    if square is None:
                        break
                    if self._can_end(transport, square):
                        found.add(square)
                    if not self._can_pass(transport, square):
                        break
        found.discard(start)  # SY-15
        return found

    def strikes(self, start: str, transport: str) -> set[tuple[str, str]]:
        """SY-17, SY-38: (resting square, struck square) for a transport G or B; resting on `start` is 0 steps."""
        found: set[tuple[str, str]] = set()
        if transport == "G":
            for rest in [start, *touching(start)]:
                if self._can_strike_from("G", start, rest):
                    found |= {(rest, hit) for hit in touching(rest) if is_water(hit) and self.enemy(hit)}
        if transport == "B":
            for direction in DIRECTIONS:
                rest = start
                for _ in range(3):
                    ahead = step(rest, direction)
                    if ahead is None:
                        break
                    if not is_water(ahead):  # the first land square its line meets
                        if self.enemy(ahead) and self._can_strike_from("B", start, rest):
                            found.add((rest, ahead))
                        break
                    if self.enemy(ahead):  # SY-10
                        break
                    rest = ahead
        return found

    def _can_strike_from(self, transport: str, start: str, rest: str) -> bool:
        """SY-17: own terrain, free of enemies, and in the simple edition free of own pieces (but for itself)."""
        if not native(transport, rest) or self.enemy(rest):
            return False
        return rest == start or self.full or rest not in self.board

    # ---- simple edition: what may be done --------------------------------------------------------------------

    def _simple_movements(self) -> set[str]:
        found: set[str] = set()
        for start, piece in self.stood.items():
            if piece not in MOVERS:
                continue
            found |= {f"{start}[{piece}]-{end}" for end in self.reach(start, piece)}
            for rest, hit in self.strikes(start, piece):
                found.add(f"{start}*{hit}" if rest == start else f"{start}[{piece}]-{rest}*{hit}")
        return found

    def _simple_explosions(self) -> set[str]:
        return {f"{square}!" for square, piece in self.stood.items() if piece == "D"}

    def _simple_reinforcements(self) -> set[str]:
        """SY-31: on an empty square touching any own K, G, B, W or R."""
        found: set[str] = set()
        for square, piece in self.stood.items():
            if piece != "D":
                for target in touching(square):
                    if target not in self.board:
                        found |= {f"+{new}@{target}" for new in self.reserve[self.turn] if native(new, target)}
        return found

    # ---- full edition: what may be done ----------------------------------------------------------------------

    def _full_movements(self) -> set[str]:
        """SY-35 to SY-38."""
        if self.moved or self.exploded:  # SY-34 one movement; SY-41 nothing moves after an explosion
            return set()
        found: set[str] = set()
        for start, group in self.stood.items():
            if self.source in (None, start):
                found |= self._full_movements_from(start, group)
        return found

    def _full_movements_from(self, start: str, group: str) -> set[str]:
        found: set[str] = set()
        endings: dict[str, set[str]] = {}  # for each transport, what may follow "L[S]-"
        for transport in MOVERS:
            endings[transport] = self.reach(start, transport)
            for rest, hit in self.strikes(start, transport):
                if rest != start:
                    endings[transport].add(f"{rest}*{hit}")
                elif transport in group:
                    found.add(f"{start}*{hit}")
        for part in parts(group):
            stays = without(self.pieces(start), part)  # pieces added this turn included
            if stays and not may_stand(stays, start):  # SY-37
                continue
            for transport in MOVERS:
                if transport in part:
                    found |= {f"{start}[{part}]-{ending}" for ending in endings[transport]}
        return found

    def _full_explosions(self) -> set[str]:
        """SY-41."""
        if self.exploded:
            return set()
        if self.moved:
            return {f"{self.rest}!"} if "D" in self.part else set()
        return {f"{square}!" for square, group in self.stood.items() if self.source in (None, square) and "D" in group}

    def _full_reinforcements(self) -> set[str]:
        """SY-42, SY-44."""
        king = self.king_square(self.turn)
        if king is None or self.allowance == 0 or self.source not in (None, self.king_began):
            return set()
        found: set[str] = set()
        for new in set(self.reserve[self.turn]):
            around = [king]
            if new == "D":
                around = [s for s in SQUARES if self.own(s) and any(piece != "D" for piece in self.pieces(s))]
            for center in around:
                for target in [center, *touching(center)]:
                    if not self.enemy(target) and may_stand(self.pieces(target) + new, target):
                        found.add(f"+{new}@{target}")
        return found

    # ---- carrying out ----------------------------------------------------------------------------------------

    def _put(self, seat: int, pieces: str, square: str) -> None:
        self.board[square] = (seat, in_order(self.pieces(square) + pieces))

    def _reinforce(self, piece: str, square: str) -> None:
        self._put(self.turn, piece, square)
        self.event = True
        if piece != "K":
            self.reserve[self.turn] = without(self.reserve[self.turn], piece)
            self.source = self.king_began  # only a turn whose L held the king may reinforce
            self.allowance -= 1
            self.added.append((piece, square))

    def _explode_own(self, square: str) -> None:
        """SY-41: one D of the own group leaves the board and explodes."""
        if not self.moved:
            self.source = square
        self.exploded = True
        left = without(self.pieces(square), "D")
        del self.board[square]
        if left:
            self._put(self.turn, left, square)
        self._leave_game(self.turn, "D")
        self._explode([square])

    def _movement(self, text: str) -> None:
        """SY-16 to SY-20, SY-35 to SY-39: take, explode, then push."""
        path, _, hit = text.partition("*")
        self.source = path[:2]
        self.moved = True
        if "-" in path:
            before, _, self.rest = path.partition("-")
            self.part = before[3:-1]
        else:  # a strike with 0 steps uses all of L (SY-38)
            self.rest = self.source
            self.part = self.stood[self.source]
        rest = self.rest
        centers: list[str] = []
        if hit:
            centers += self._remove(hit)
        elif self.enemy(rest):
            centers += self._remove(rest)
        if rest != self.source:
            stays = without(self.pieces(self.source), self.part)
            del self.board[self.source]
            if stays:
                self._put(self.turn, stays, self.source)
            self._put(self.turn, self.part, rest)
        self._explode(centers)
        if rest in self.board and rest != self.source and "R" in self.part and not self.kings_lost:  # SY-26
            self._push_from(rest)
        if rest not in self.board:
            self.part = ""  # S was destroyed

    def _push_from(self, center: str) -> None:
        """SY-20 to SY-23, SY-40."""
        removed: list[str] = []
        pushed: list[tuple[str, str]] = []
        for direction in DIRECTIONS:
            square = step(center, direction)
            if square is None or not self.enemy(square):
                continue
            group = self.pieces(square)
            target = step(square, direction)
            if (
                (all(piece in "KD" for piece in group) and not self.immobile_pushed)  # SY-22
                or target is None  # SY-21
                or self.own(target)
                or (not self.full and target in self.board)
                or not may_stand(group + self.pieces(target), target)
            ):
                removed.append(square)
            else:
                pushed.append((square, target))
        centers: list[str] = []
        for square in removed:
            centers += self._remove(square)
        lifted = [(self.board.pop(square), target) for square, target in pushed]
        for (owner, group), target in lifted:
            self._put(owner, group, target)
        self._explode(centers)

    def _remove(self, square: str) -> list[str]:
        """Everything on a square leaves the board. The answer names the square once for every D that was on it."""
        owner, pieces = self.board.pop(square)
        for piece in pieces:
            self._leave_game(owner, piece)
        return [square] * pieces.count("D")

    def _leave_game(self, owner: int, piece: str) -> None:
        """Where a removed piece goes: SY-26 for a king, SY-50, SY-51, or out of the game."""
        self.event = True
        if piece == "K":
            self.kings_lost.add(owner)
        elif self.unlimited:
            self.reserve[owner] = in_order(self.reserve[owner] + piece)
        elif self.enlist and owner != self.turn:
            self.reserve[self.turn] = in_order(self.reserve[self.turn] + piece)

    def _explode(self, centers: list[str]) -> None:
        """SY-25: every D that left the board from one of these squares explodes, and every D it reaches in turn."""
        waiting = list(centers)
        while waiting:
            center = waiting.pop(0)
            for square in (*touching(center), center) if self.blast_center else touching(center):
                if square in self.board:
                    waiting += self._remove(square)
            if center in self.board and not may_stand(self.pieces(center), center):
                self._remove(center)  # blast_center=false: it cannot stand there without the D
