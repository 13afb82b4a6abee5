"""Symbol as numbers: planes for learning, and a quick opinion of who is ahead."""

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Record, compiled
from tesserae.games.symbol.board import ANY_B, ANY_G, ANY_R, ANY_W, COLOURS, LAND, NEAR, SQUARES, D, K
from tesserae.games.symbol.choices import may_act
from tesserae.games.symbol.moves import by_air, by_land, by_water, spread, struck_from_land, struck_from_water
from tesserae.games.symbol.record import count
from tesserae.games.symbol.turn import QUIET_TURNS, occurrences, regions

OBSERVATION = (16, 7, 7)  # planes, ranks, files; see `observe`

WORTH = (0.0, 3.0, 3.0, 4.0, 4.0, 3.0)  # of each colour on board; in reserve a part of it
IN_RESERVE, PER_REGION, PER_STEP = 0.6, 0.5, 0.04
THREATENED, LOST = 4.0, 60.0  # a king that can be taken: with the own move to come first, and without
SCALE = 12.0  # the difference that counts as half won


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Sixteen 7×7 planes, flattened rank by rank from a1; a spectator (-1) sees them as seat 0 does:

    0 to 5: own pieces of each colour (K G B W R D) on each square, thirds · 6 to 11: the other side's · 12: the square
    that the turn under way uses · 13: where the part that moved rests · 14: land · 15: other things, cell by cell:
    the own reserve G B W R D (fifteenths), the other's · the seat's number · 1 if it is its turn · 1 if the edition
    is simple · reinforcements left in the turn under way (fourths) · quiet turns (hundredths) · how often the position
    has stood (thirds) · regions controlled, own and the other's (ninths) · 1 after the movement · 1 after the
    explosion of this turn · what stood on the turn's square, K G B W R D (thirds) · the part that moved, the same.
    """
    out[:] = 0.0
    own = max(seat, 0)
    for side in range(2):
        owner = own if side == 0 else 1 - own
        rest = int(s.held[owner])
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            for colour in range(COLOURS):
                n = count(int(s.pile[square]), colour)
                out[(side * COLOURS + colour) * SQUARES + square] = n / 3.0
    if int(s.origin) >= 0:
        out[12 * SQUARES + int(s.origin)] = 1.0
    if int(s.rest) >= 0:
        out[13 * SQUARES + int(s.rest)] = 1.0
    for square in range(SQUARES):
        out[14 * SQUARES + square] = float(LAND >> square & 1)
    cell = 15 * SQUARES
    for colour in range(1, COLOURS):
        out[cell + colour - 1] = count(int(s.reserve[own]), colour) / 15.0
        out[cell + colour + 4] = count(int(s.reserve[1 - own]), colour) / 15.0
    out[cell + 10] = own
    out[cell + 11] = 1.0 if may_act(s, own) else 0.0
    out[cell + 12] = int(s.simple)
    out[cell + 13] = int(s.allowance) / 4.0
    out[cell + 14] = int(s.quiet) / QUIET_TURNS
    out[cell + 15] = occurrences(s) / 3.0
    out[cell + 16] = regions(s, own) / 9.0
    out[cell + 17] = regions(s, 1 - own) / 9.0
    out[cell + 18] = int(s.moved)
    out[cell + 19] = int(s.exploded)
    for colour in range(COLOURS):
        out[cell + 20 + colour] = count(int(s.stood), colour) / 3.0
        out[cell + 26 + colour] = count(int(s.part), colour) / 3.0


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """Material, regions, room to move and the danger for each king, as a number from -1 to 1."""
    if s.over:
        value = 0.0 if s.winner < 0 else (1.0 if s.winner == 0 else -1.0)
    else:
        steps0, threats0 = reaching(s, 0)
        steps1, threats1 = reaching(s, 1)
        ahead = material(s, 0) - material(s, 1)
        ahead += PER_REGION * (regions(s, 0) - regions(s, 1)) + PER_STEP * (steps0 - steps1)
        ahead += danger(s, 1, threats0) - danger(s, 0, threats1)
        value = ahead / (SCALE + abs(ahead))
    out[0] = value
    out[1] = -value


@compiled
def material(s: Record, seat: int) -> float:
    worth = 0.0
    for colour in range(1, COLOURS):
        worth += IN_RESERVE * WORTH[colour] * count(int(s.reserve[seat]), colour)
    rest = int(s.held[seat])
    while rest:
        pile = int(s.pile[lowest(rest)])
        rest &= rest - 1
        for colour in range(1, COLOURS):
            worth += WORTH[colour] * count(pile, colour)
    return worth


@compiled
def reaching(s: Record, seat: int) -> tuple[int, int]:
    """How many squares the seat's pieces can go to, each square's counted by itself, and all that they threaten."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    steps = 0
    threats = spread(int(s.having[seat, D]))
    rest = own
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        pile = int(s.pile[square])
        goals = 0
        if pile & ANY_G:
            goals |= by_land(square, own, enemy)
            threats |= struck_from_land(square, enemy)
        if pile & ANY_B:
            goals |= by_water(square, own, enemy)
            threats |= struck_from_water(square, enemy)
        if pile & ANY_W:
            goals |= by_air(square, enemy)
        if pile & ANY_R:
            goals |= NEAR[square]
        steps += popcount(goals)
        threats |= goals
    return steps, threats


@compiled
def danger(s: Record, seat: int, threats: int) -> float:
    """What it costs a seat that the other side threatens its king."""
    if int(s.having[seat, K]) & threats == 0:
        return 0.0
    return THREATENED if may_act(s, seat) else LOST
