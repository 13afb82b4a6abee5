"""Why an action of Symbol is not legal, from the state as the seat itself may know it."""

from typing import Any

from tesserae.engine.bits import lowest
from tesserae.engine.jit import States
from tesserae.errors import Refused
from tesserae.games.lexicon import listed
from tesserae.games.symbol.board import (
    ANY_B,
    ANY_G,
    ANY_K,
    DISTANCE,
    FIELD,
    LAND,
    LANDING,
    LETTERS,
    MOBILE,
    NAMES,
    NEAR,
    SIZE,
    SQUARES,
    WATER,
    B,
    D,
    G,
    K,
    R,
    W,
)
from tesserae.games.symbol.choices import alive, start_on, stood_on
from tesserae.games.symbol.moves import everywhere, includes, reach, spread, struck_from, with_part
from tesserae.games.symbol.notation import letters
from tesserae.games.symbol.record import (
    END,
    EXPLODE,
    MOVE,
    PASS,
    PLACE,
    exploded,
    has_king,
    moved,
    placed,
)

STEPS = {G: 2, B: 3, W: 2, R: 1}
RULE = {G: "SY-11", B: "SY-12", W: "SY-13", R: "SY-14"}


def why(states: States, seat: int, action: int) -> Refused:
    """The rule that forbids an illegal action to the seat whose turn it is (-1: the referee)."""
    s = states[0]
    if seat < 0:
        return Refused("GE-7", "Symbol has no referee; only the players act.")
    if action == PASS:
        return Refused("SY-29", "Passing is allowed only when there is nothing else to do.")
    if PLACE <= action < EXPLODE and placed(action)[0] == K:
        return _crowning(s, seat, placed(action)[1])
    if not has_king(s, seat):
        return Refused(
            "SY-5", "Your first turn must place the king on your own land, as +K@{square}.", square=("d1", "d7")[seat]
        )
    if action == END:
        if s.simple:
            return Refused("SY-30", "A turn is one action and ends by itself.")
        return Refused("SY-34", "At least one step must be taken before the turn ends.")
    if action < EXPLODE:
        return _reinforcing(s, seat, *placed(action))
    if action < MOVE:
        return _exploding(s, seat, exploded(action))
    return _moving(s, seat, action)


def _crowning(s: Any, seat: int, square: int) -> Refused:
    if has_king(s, seat):
        king = NAMES[lowest(int(s.having[seat, K]))]
        return Refused("SY-5", "Your king is on the board already, on {king}.", king=king)
    return Refused("SY-5", "The king is placed on your own land; {square} is not.", square=NAMES[square])


def _held(s: Any, seat: int, square: int) -> bool:
    return bool(int(s.held[seat]) >> square & 1)


# --- Reinforcements --------------------------------------------------------------------------------------------------


def _reinforcing(s: Any, seat: int, colour: int, square: int) -> Refused:
    words = {"piece": LETTERS[colour], "square": NAMES[square]}
    if s.origin >= 0:
        if not int(s.stood) & ANY_K:
            words["origin"] = NAMES[s.origin]
            return Refused(
                "SY-42", "This turn uses {origin}, not where the king is, so nothing can be added in it.", **words
            )
        if not s.allowance:
            return Refused(
                "SY-42", "The reinforcements of this turn are used up; they grow with the regions you control."
            )
    rule = "SY-31" if s.simple else "SY-44"
    reserve = int(s.reserve[seat])
    if not reserve & int(FIELD[colour]):
        if not reserve:
            return Refused(rule, "Your reserve is empty.")
        words["reserve"] = letters(reserve)
        return Refused(rule, "You have no {piece} in reserve; there are {reserve}.", **words)
    if _held(s, 1 - seat, square):
        return Refused(rule, "{square} is held by the enemy.", **words)
    if s.simple and _held(s, seat, square):
        return Refused(rule, "{square} is not empty; in the simple edition a square holds one piece.", **words)
    if s.simple or colour == D:
        if not spread(alive(s, seat)) >> square & 1:
            return Refused(rule, "{square} does not touch any K, G, B, W or R of yours.", **words)
    elif not spread(int(s.having[seat, K])) >> square & 1:
        words["king"] = NAMES[lowest(int(s.having[seat, K]))]
        return Refused(
            rule, "{square} does not touch the king; {piece} is added on {king}, where it is, or beside it.", **words
        )
    words["terrain"] = _terrain(square)
    return Refused(
        "SY-6" if s.simple else "SY-33", "{piece} alone may not stand on {square}, which is {terrain}.", **words
    )


def _terrain(square: int) -> str:
    return "land" if LAND >> square & 1 else "water"


# --- Explosions ------------------------------------------------------------------------------------------------------


def _exploding(s: Any, seat: int, square: int) -> Refused:
    words = {"square": NAMES[square]}
    if s.simple or not int(s.having[seat, D]) >> square & 1:
        return Refused("SY-30" if s.simple else "SY-41", "You have no D on {square} to explode.", **words)
    if s.exploded:
        return Refused("SY-41", "There was an explosion in this turn already; one is all.")
    if s.moved:
        if not s.part:
            return Refused("SY-41", "Nothing of what moved is left, so nothing of it can explode.")
        words["rest"] = NAMES[s.rest]
        if square != s.rest:
            return Refused("SY-41", "After the movement only a D of what moved may explode, on {rest}.", **words)
        return Refused("SY-41", "That D was not part of what moved.", **words)
    if square != s.origin:
        words["origin"] = NAMES[s.origin]
        return Refused("SY-34", "This turn uses the pieces of {origin}, not those of {square}.", **words)
    return Refused("SY-41", "The D on {square} was added this turn; it cannot explode yet.", **words)


# --- Movements -------------------------------------------------------------------------------------------------------


def _moving(s: Any, seat: int, action: int) -> Refused:
    square, rest, strike, part = moved(action)
    words = {"square": NAMES[square], "rest": NAMES[rest], "part": letters(part)}
    if not _held(s, seat, square) and square != s.origin:
        return Refused("SY-30" if s.simple else "SY-34", "You have nothing on {square}.", **words)
    if s.origin >= 0:
        words["origin"] = NAMES[s.origin]
        if square != s.origin:
            return Refused("SY-34", "This turn uses the pieces of {origin}, not those of {square}.", **words)
        if s.exploded:
            return Refused("SY-41", "After the explosion nothing may move in this turn.")
        if s.moved:
            return Refused("SY-34", "There was a movement in this turn already; one is all.")
    stood = stood_on(s, square)
    if not part:
        return _striking_on_the_spot(s, seat, square, strike, stood)
    if rest == square:
        return Refused("SY-15", "No move ends on the square it began on.")
    if not includes(stood, part):
        if includes(int(s.pile[square]), part):
            return Refused("SY-35", "Pieces added this turn stay put; {part} did not stand there before.", **words)
        return Refused("SY-30" if s.simple else "SY-35", "You have no {part} on {square}.", **words)
    if not part & MOBILE:
        return Refused("SY-15", "K and D do not move by themselves; a G, B, W or R must carry them.")
    refused = _striking(s, seat, square, rest, strike, part) if strike >= 0 else _going(s, seat, square, rest, part)
    if refused is not None:
        return refused
    left = letters(int(s.pile[square]) - part)
    words |= {"left": left, "terrain": _terrain(square)}
    return Refused(
        "SY-37",
        "{left} would be stranded on {square}, which is {terrain}: take it along, or leave a piece that may stand"
        " there.",
        **words,
    )


def _going(s: Any, seat: int, square: int, rest: int, part: int) -> Refused | None:
    """Why no transport of the part gets there; None if one does."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    if s.simple and _held(s, seat, rest):
        return Refused("SY-30", "{rest} holds a piece of yours; a square holds one piece.", rest=NAMES[rest])
    if everywhere(reach(with_part(start_on(s, seat, square), part))) >> rest & 1:
        return None
    refusals = [
        _not_carried(s, colour, square, rest, own, enemy) for colour in (G, B, W, R) if part & int(FIELD[colour])
    ]
    # Of several transports, explain the one that comes nearest: an enemy in its way says more than a distance.
    return min(refusals, key=lambda refused: (refused.rule != "SY-10", refused.rule != "SY-36"))


def _not_carried(s: Any, colour: int, square: int, rest: int, own: int, enemy: int) -> Refused:
    """Why a transport of the colour does not get from one square to the other."""
    words: dict[str, object] = {"piece": LETTERS[colour], "square": NAMES[square], "rest": NAMES[rest]}
    if colour == R:
        return Refused("SY-14", "R goes one step; {rest} does not touch {square}.", **words)
    words["steps"] = STEPS[colour]
    if DISTANCE[square, rest] > STEPS[colour]:
        return Refused(RULE[colour], "{rest} is too far from {square}: {piece} goes {steps} steps at most.", **words)
    way = _bends(square, rest) if colour == G else _line(square, rest)
    if way is None:
        return Refused(RULE[colour], "{piece} goes in a straight line; {square} to {rest} is none.", **words)
    blocked = "The enemy on {enemy} is in the way of {piece} from {square} to {rest}."
    if colour == W:
        return Refused("SY-10", blocked, enemy=NAMES[way[0]], **words)
    native, words["terrain"] = (LAND, "land") if colour == G else (WATER, "water")
    rule = RULE[colour] if s.simple else "SY-36"
    if not native >> rest & 1 and not own >> rest & 1:
        if s.simple:
            return Refused(rule, "{rest} is not {terrain}; {piece} goes over {terrain} only.", **words)
        return Refused(rule, "{rest} is not {terrain}, and no pieces of yours are there for {piece} to join.", **words)
    passable = [there for there in way if native >> there & 1]
    if passable if colour == G else len(passable) == len(way):
        barred = [NAMES[there] for there in passable if enemy >> there & 1]
        return Refused("SY-10", blocked, enemy=listed(barred), **words)
    words["wrong"] = listed(NAMES[there] for there in way if there not in passable)
    return Refused(rule, "{piece} cannot pass {wrong} from {square} to {rest}: that is not {terrain}.", **words)


def _bends(square: int, rest: int) -> list[int]:
    """The squares over which two steps lead from one to the other."""
    return [there for there in range(SQUARES) if (NEAR[square] & NEAR[rest]) >> there & 1]


def _line(square: int, rest: int) -> list[int] | None:
    """The squares between two in a straight line; None if there is no such line."""
    files, ranks = rest % SIZE - square % SIZE, rest // SIZE - square // SIZE
    if files and ranks and abs(files) != abs(ranks):
        return None
    steps = int(DISTANCE[square, rest])
    return [square + (ranks * SIZE + files) // steps * step for step in range(1, steps)]


def _striking(s: Any, seat: int, square: int, rest: int, strike: int, part: int) -> Refused | None:
    """What is wrong with a move and strike; None if the only problem is what stays behind."""
    enemy = int(s.held[1 - seat])
    refused = _not_struck(s, seat, rest, strike, part)
    if refused is not None:
        return refused
    words = {"square": NAMES[square], "rest": NAMES[rest], "strike": NAMES[strike]}
    if enemy >> rest & 1:
        return Refused("SY-17", "{rest} is held by the enemy; a strike is made from a square free of them.", **words)
    if s.simple and _held(s, seat, rest):
        return Refused("SY-17", "{rest} holds a piece of yours; a strike is made from an empty square.", **words)
    if LAND >> rest & 1:
        if not NEAR[square] >> rest & 1:
            return Refused("SY-17", "G strikes after one step at most; {rest} does not touch {square}.", **words)
        if not NEAR[rest] >> strike & 1:
            return Refused("SY-17", "{strike} does not touch {rest}, from where G would strike.", **words)
        return None
    if LANDING[square, strike] != rest:
        return Refused(
            "SY-17",
            "B strikes the first land square of its line within three steps, from the last water square before it;"
            " {square}, {rest}, {strike} is no such line.",
            **words,
        )
    start = with_part(start_on(s, seat, square), part)
    if not struck_from(start, reach(start), rest) >> strike & 1:
        way = _line(square, strike) or []
        words["enemy"] = listed(NAMES[there] for there in way if enemy >> there & 1)
        return Refused("SY-10", "The enemy on {enemy} is in the way of B from {square} to {strike}.", **words)
    return None


def _not_struck(s: Any, seat: int, rest: int, strike: int, part: int) -> Refused | None:
    """What is wrong with a strike of these pieces from the square where they rest, whatever the distance."""
    words = {"rest": NAMES[rest], "terrain": _terrain(rest), "strike": NAMES[strike]}
    if not _held(s, 1 - seat, strike):
        return Refused("SY-17", "There is no enemy on {strike} to strike.", **words)
    if not part & (ANY_G | ANY_B):
        return Refused("SY-17", "Only G and B strike.")
    if not part & (ANY_G if LAND >> rest & 1 else ANY_B):
        return Refused("SY-17", "G strikes from land and B from water; {rest} is {terrain}.", **words)
    if LAND >> rest & 1 == LAND >> strike & 1:
        return Refused(
            "SY-17", "G strikes an enemy on water, B one on land; on {strike} it is taken by going there.", **words
        )
    return None


def _striking_on_the_spot(s: Any, seat: int, square: int, strike: int, stood: int) -> Refused:
    refused = _not_struck(s, seat, square, strike, stood)
    if refused is not None:
        return refused
    return Refused(
        "SY-17",
        "{strike} does not touch {square}; a strike without a step reaches only touching squares.",
        square=NAMES[square],
        strike=NAMES[strike],
    )
