"""What the player to move may do (SY-5, SY-29 to SY-31, SY-34, SY-41, SY-42, SY-44): all of it, one action, or a
random one."""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, Record, compiled, lean
from tesserae.engine.rng import below
from tesserae.games.symbol.board import (
    ALL,
    ANY_D,
    COLOURS,
    FIELD,
    HOME,
    LAND,
    SQUARES,
    WATER,
    B,
    D,
    G,
    K,
)
from tesserae.games.symbol.moves import (
    Start,
    can_leave,
    can_move,
    count_for_one,
    count_movements,
    find_movement,
    list_movements,
    random_part,
    spread,
    write_out,
)
from tesserae.games.symbol.record import (
    CODES,
    END,
    EXPLODE,
    MOVE,
    PASS,
    PLACE,
    exploded,
    explosion,
    has_king,
    moved,
    movement,
    placed,
    placement,
)

# --- Which squares -------------------------------------------------------------------------------------------------


@compiled
def under_way(s: Record) -> bool:
    """Whether a turn of the full edition has had its first step."""
    return int(s.origin) >= 0


@compiled
def moving(s: Record, seat: int) -> int:
    """The squares whose pieces may still move (SY-34, SY-41)."""
    if under_way(s):
        return 0 if s.moved or s.exploded else 1 << int(s.origin)
    return int(s.held[seat]) if has_king(s, seat) else 0


@compiled
def exploding(s: Record, seat: int) -> int:
    """The squares where a D may still be exploded (SY-30, SY-41)."""
    if not under_way(s):
        return int(s.having[seat, D]) if has_king(s, seat) else 0
    if s.exploded:
        return 0
    if s.moved:
        return 1 << int(s.rest) if int(s.part) & ANY_D else 0
    return 1 << int(s.origin) if int(s.stood) & ANY_D else 0


@compiled
def placing(s: Record, seat: int, colour: int) -> int:
    """The squares where a piece of the colour may be added."""
    if not has_king(s, seat):
        return HOME[seat] & ~int(s.held[1 - seat]) if colour == K else 0  # SY-5
    if int(s.reserve[seat]) & FIELD[colour] == 0 or not may_reinforce(s):
        return 0
    near, near_any = around(s, seat)
    return fitting(colour, near, near_any, int(s.held[seat]))


@compiled
def may_reinforce(s: Record) -> bool:
    """SY-42; a turn that does not use the king's square has no allowance."""
    return not under_way(s) or int(s.allowance) > 0


@compiled
def around(s: Record, seat: int) -> tuple[int, int]:
    """SY-31, SY-44: the squares that are near enough for adding G B W R, and those for adding D."""
    near_any = spread(alive(s, seat)) & ~int(s.held[1 - seat]) & ALL
    if s.simple:
        near_any &= ~int(s.held[seat])
        return near_any, near_any
    return spread(int(s.having[seat, K])) & ~int(s.held[1 - seat]) & ALL, near_any


@compiled
def fitting(colour: int, near: int, near_any: int, own: int) -> int:
    """Those of the squares where a piece of the colour may stand, alone or with own pieces (SY-6, SY-33)."""
    if colour == D:
        return near_any
    if colour == G:
        return near & (LAND | own)
    if colour == B:
        return near & (WATER | own)
    return near


@compiled
def alive(s: Record, seat: int) -> int:
    """The squares with an own K, G, B, W or R, around which a D may be added, in the simple edition any piece."""
    squares = 0
    for colour in range(D):
        squares |= int(s.having[seat, colour])
    return squares


@compiled
def stood_on(s: Record, square: int) -> int:
    """What stood on the square when the turn began; if the turn is under way the square is its own."""
    return int(s.stood) if under_way(s) else int(s.pile[square])


@compiled
def start_on(s: Record, seat: int, square: int) -> Start:
    """A square whose pieces may move."""
    own = int(s.held[seat])
    taken = own if s.simple else 0
    return Start(square, stood_on(s, square), int(s.pile[square]), own, int(s.held[1 - seat]), taken)


@compiled
def may_act(s: Record, seat: int) -> bool:
    return not s.over and seat == int(s.turn)


# --- All actions -----------------------------------------------------------------------------------------------------


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    if not may_act(s, seat):
        return 0
    n = write_out(END, out, 0) if under_way(s) else 0
    n = list_on(s, seat, ALL, out, n)
    return n if n > 0 else write_out(PASS, out, 0)  # SY-29


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    return list_on(s, seat, 1 << square, out, 0) if may_act(s, seat) else 0


@compiled
def list_on(s: Record, seat: int, squares: int, out: Ints, n: int) -> int:
    """The actions that start on one of the squares, or put something there, in ascending order from place n on."""
    for colour in range(COLOURS):
        rest = placing(s, seat, colour) & squares
        while rest:
            n = write_out(placement(colour, lowest(rest)), out, n)
            rest &= rest - 1
    rest = exploding(s, seat) & squares
    while rest:
        n = write_out(explosion(lowest(rest)), out, n)
        rest &= rest - 1
    rest = moving(s, seat) & squares
    while rest:
        n = list_movements(start_on(s, seat, lowest(rest)), out, n)
        rest &= rest - 1
    return n


# --- One action ------------------------------------------------------------------------------------------------------


@compiled
def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    """Whether one action is legal, without listing them; `out` is not used."""
    if not may_act(s, seat) or action < 0 or action >= CODES:
        return False
    if action < PLACE:
        return (action == END and under_way(s)) or (action == PASS and not under_way(s) and not can_act(s, seat))
    if action < EXPLODE:
        colour, square = placed(action)
        return colour < COLOURS and placing(s, seat, colour) >> square & 1 == 1
    if action < MOVE:
        square = exploded(action)
        return square < SQUARES and exploding(s, seat) >> square & 1 == 1
    square, rest, strike, part = moved(action)
    if rest >= SQUARES or strike >= SQUARES or moving(s, seat) >> square & 1 == 0:
        return False
    return can_move(start_on(s, seat, square), rest, strike, part)


@compiled
def can_act(s: Record, seat: int) -> bool:
    """Whether there is anything to do other than pass or end the turn."""
    if not has_king(s, seat):
        return placing(s, seat, K) != 0
    if may_reinforce(s) and int(s.reserve[seat]):
        if not s.simple:
            return True  # whatever is in the reserve can join the king
        for colour in range(G, COLOURS):
            if placing(s, seat, colour):
                return True
    if exploding(s, seat):
        return True
    rest = moving(s, seat)
    while rest:
        if can_leave(start_on(s, seat, lowest(rest))):
            return True
        rest &= rest - 1
    return False


# --- A random action -------------------------------------------------------------------------------------------------


@lean
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A random legal action: count what there is, draw a number, and find what it stands for. `out` keeps the numbers
    of each square, so that only one square's movements are looked at twice."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    taken = own if s.simple else 0
    n = int(under_way(s))
    out[K] = 0 if has_king(s, seat) else placing(s, seat, K)
    n += popcount(out[K])
    reserve = int(s.reserve[seat]) if out[K] == 0 and may_reinforce(s) else 0
    near, near_any = around(s, seat)
    for colour in range(G, COLOURS):
        places = fitting(colour, near, near_any, own) if reserve & FIELD[colour] else 0
        out[colour] = places
        n += popcount(places)
    blasts = exploding(s, seat)
    n += popcount(blasts)
    before = n
    # Squares with one piece first, colour by colour: this makes branches easier to predict.
    alone = moving(s, seat) & ~int(s.stacked)
    several = moving(s, seat) & int(s.stacked)
    counted = several
    for colour in range(G, D):
        rest = alone & int(s.having[seat, colour])
        counted |= rest
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            here = count_for_one(colour, square, own, enemy, taken)
            out[COLOURS + square] = here
            n += here
    while several:
        square = lowest(several)
        several &= several - 1
        here = count_movements(start_on(s, seat, square))
        out[COLOURS + square] = here
        n += here
    if n == 0:
        return PASS, 1  # SY-29
    choice = below(rng, n)
    if choice < before:
        return pick_on_the_spot(s, blasts, choice, out), n
    choice -= before
    square = lowest(counted)
    while out[COLOURS + square] <= choice:
        choice -= out[COLOURS + square]
        counted &= counted - 1
        square = lowest(counted)
    start = start_on(s, seat, square)
    to, strike, transports = find_movement(start, choice)
    part = random_part(start, transports, rng) if transports else 0
    return movement(square, to, strike, part), n


@lean
def pick_on_the_spot(s: Record, blasts: int, choice: int, places: Ints) -> int:
    """The end of the turn, a reinforcement or an explosion; `places` has the squares of each colour."""
    if under_way(s):
        if choice == 0:
            return END
        choice -= 1
    colour = first = before = 0  # without branches, which nobody could predict
    for after in range(COLOURS):
        before += popcount(places[after])
        passed = int(choice >= before)
        colour += passed
        first += (before - first) * passed
    if colour == COLOURS:
        return explosion(nth(blasts, choice - before))
    return placement(colour, nth(places[colour], choice - first))
