"""Which actions of Symbol look promising before any of them has been tried: a weighted sum of what an action does.

Nothing is carried out. What an action takes, what it loses in the explosions that it sets off and what it pushes are
worked out on sets of squares, so that a whole list of actions takes a few microseconds.
"""

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.games.symbol.board import (
    ANY_B,
    ANY_D,
    ANY_G,
    ANY_K,
    ANY_R,
    ANY_W,
    COLOURS,
    LAND,
    MOBILE,
    NEAR,
    NEIGHBOUR,
    ONE,
    SIZE,
    SQUARES,
    STANDS,
    WATER,
    B,
    D,
    G,
    K,
    R,
    W,
)
from tesserae.games.symbol.moves import by_air, by_land, by_water, spread, struck_from_water
from tesserae.games.symbol.opinion import threatened
from tesserae.games.symbol.record import EXPLODE, MOVE, PLACE, count, exploded, moved, placed

# What counts in an action. `worth` is a sum over pieces, see WORTH.
ASPECTS = (
    # The end of a turn, and with reinforcements left.
    *("end", "end early"),
    # Placing: which colour, the king's distance from the middle file and its rank.
    *("+G", "+B", "+W", "+R", "+D", "+K aside", "+K ahead"),
    # Where a piece is placed: whether the enemy threatens the square, with the king, with others, beside enemies,
    # whether it threatens the enemy's king, the worth that it threatens, beside the enemy's king, beside the own one,
    # how far from the enemy's king, and whether there is still a movement to come.
    *("+threatened", "+at king", "+joins", "+contact", "+check", "+threat", "+at enemy king", "+by king", "+far"),
    *("+before", "+D by king", "+W far", "+G far", "+R far", "+B water"),
    # Explosions by choice.
    *("explosion", "explosion after moving"),
    # Whatever is removed.
    *("wins", "loses", "both kings", "takes", "loses worth", "takes attacker", "removes"),
    # Moving: which colours, how many, all of them.
    *("moves", "with G", "with B", "with W", "with R", "with D", "with K", "many", "whole"),
    # Taking: by landing, by a strike, by a strike on the spot, by pushing; landing on a D.
    *("lands", "strikes", "strikes on the spot", "pushes", "crushes", "hits D"),
    # Safety: the goal is threatened, and what that is worth, the same for the square that is left; the king's.
    *("into threat", "worth into threat", "from threat", "worth from threat", "king into threat", "king escapes"),
    *("king ignored", "leaves threatened", "king left alone", "king left beside"),
    # Threats from the new square: to the king, worth of others, by a D that can explode at once.
    *("check", "threat", "bomb on king", "bomb", "bomb near own king"),
    # Where to: nearer to the enemy's king, beside it, beside the own king, onto own pieces.
    *("nearer", "at enemy king", "by king", "joins", "splits", "forward"),
)
WORTH = np.array([0.0, 1.0, 0.7, 0.7, 1.0, 0.3])  # of a piece K G B W R D, in these numbers

(
    A_END, A_END_EARLY,
    A_PLACE_G, A_PLACE_B, A_PLACE_W, A_PLACE_R, A_PLACE_D, A_KING_ASIDE, A_KING_AHEAD,
    A_P_THREAT, A_P_KING, A_P_JOINS, A_P_CONTACT, A_P_CHECK, A_P_AIM, A_P_ENEMY_KING, A_P_BY_KING, A_P_FAR,
    A_P_BEFORE, A_P_D_BY_KING, A_P_W_FAR, A_P_G_FAR, A_P_R_FAR, A_P_B_WATER,
    A_EXPLODE, A_EXPLODE_AFTER,
    A_WINS, A_LOSES, A_BOTH, A_TAKES, A_LOST, A_ATTACKER, A_REMOVES,
    A_MOVE, A_WITH_G, A_WITH_B, A_WITH_W, A_WITH_R, A_WITH_D, A_WITH_K, A_MANY, A_WHOLE,
    A_LANDS, A_STRIKES, A_ON_SPOT, A_PUSHES, A_CRUSHES, A_HITS_D,
    A_INTO, A_INTO_WORTH, A_FROM, A_FROM_WORTH, A_KING_INTO, A_KING_ESCAPES,
    A_KING_IGNORED, A_LEAVES, A_KING_ALONE, A_KING_BESIDE,
    A_CHECK, A_AIM, A_BOMB_KING, A_BOMB, A_BOMB_OWN,
    A_NEARER, A_AT_ENEMY_KING, A_BY_KING, A_JOINS, A_SPLITS, A_FORWARD,
) = range(len(ASPECTS))  # fmt: skip

DISTANCE = np.array(
    [[max(abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE)) for b in range(SQUARES)] for a in range(SQUARES)],
    np.int64,
)


@compiled
def worth(pile: int) -> float:
    total = 0.0
    for colour in range(1, COLOURS):
        total += WORTH[colour] * count(pile, colour)
    return total


@compiled
def worth_of(s: Record, squares: int) -> float:
    """Of everything on the squares."""
    total = 0.0
    while squares:
        total += worth(int(s.pile[lowest(squares)]))
        squares &= squares - 1
    return total


@compiled
def aim(square: int, pile: int, own: int, enemy: int) -> int:
    """What a pile could take or strike from a square."""
    goals = 0
    if pile & ANY_G:
        goals |= by_land(square, own, enemy)
        if LAND >> square & 1:
            goals |= spread(NEAR[square] & LAND & ~enemy | 1 << square) & WATER
    if pile & ANY_B:
        goals |= by_water(square, own, enemy)
        if WATER >> square & 1:
            goals |= struck_from_water(square, enemy)
    if pile & ANY_W:
        goals |= by_air(square, enemy)
    if pile & ANY_R:
        goals |= NEAR[square]
    if pile & ANY_D:
        goals |= spread(goals | 1 << square)
    return goals & enemy


@compiled
def blasted(centres: int, there: int) -> int:
    """Everything that is hit if a D leaves the board from each of the squares; `there` are all squares with a D."""
    hit = 0
    done = 0
    while centres:
        square = lowest(centres)
        done |= 1 << square
        hit |= NEAR[square] | 1 << square
        centres = (centres | hit & there) & ~done
    return hit


@compiled
def attackers(s: Record, seat: int, target: int) -> int:
    """The squares of the seat from which a movement could take what stands on the target."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    found = 0
    rest = own & spread(spread(spread(1 << target)))
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        pile = int(s.pile[square])
        goals = aim(square, pile, own, enemy)
        if pile & ANY_R:
            goals |= spread(NEAR[square]) & enemy
        if goals >> target & 1:
            found |= 1 << square
    return found


@compiled
def describe_one(s: Record, seat: int, action: int, marks: Ints, out: Floats) -> None:
    """What counts in an action, as ASPECTS names it; `marks` is what `survey` found in the position."""
    out[:] = 0.0
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    king, target = marks[0], marks[1]  # the squares of the kings; -1 before one is placed, when only that is legal
    feared, attacking, bombs = marks[2], marks[3], marks[4]
    if action < PLACE:
        out[A_END] = 1.0
        if int(s.allowance) > 0:
            out[A_END_EARLY] = 1.0
        return
    if action < EXPLODE:
        colour, square = placed(action)
        bit = 1 << square
        if colour == K:
            out[A_KING_ASIDE] = abs(square % SIZE - SIZE // 2)
            out[A_KING_AHEAD] = 1.0 if square // SIZE in (1, 5) else 0.0
            return
        out[A_PLACE_G + colour - G] = 1.0
        if feared & bit:
            out[A_P_THREAT] = 1.0
        if square == king:
            out[A_P_KING] = 1.0
        elif own & bit:
            out[A_P_JOINS] = 1.0
        out[A_P_CONTACT] = popcount(NEAR[square] & enemy)
        goals = aim(square, int(ONE[colour]), own, enemy)
        out[A_P_AIM] = worth_of(s, goals)
        if not (s.moved or s.exploded):
            out[A_P_BEFORE] = 1.0
        near = DISTANCE[square, king]
        if near == 1:
            out[A_P_BY_KING] = 1.0
        if colour == D and near <= 1:
            out[A_P_D_BY_KING] = 1.0
        away = float(DISTANCE[square, target])
        if goals >> target & 1:
            out[A_P_CHECK] = 1.0
        if away == 1.0:
            out[A_P_ENEMY_KING] = 1.0
        out[A_P_FAR] = away
        if colour == W:
            out[A_P_W_FAR] = away
        elif colour == G:
            out[A_P_G_FAR] = away
        elif colour == R:
            out[A_P_R_FAR] = away
        if colour == B and WATER >> square & 1:
            out[A_P_B_WATER] = 1.0
        return
    gone = 0  # squares whose pieces are removed, before any push
    if action < MOVE:
        square = exploded(action)
        gone = blasted(1 << square, bombs)
        out[A_EXPLODE] = 1.0
        if s.moved:
            out[A_EXPLODE_AFTER] = 1.0
        removed(s, seat, gone, -1, 0, marks, out)
        if attacking and not gone & attacking:
            out[A_KING_IGNORED] = 1.0
        return
    origin, rest, strike, part = moved(action)
    out[A_MOVE] = 1.0
    bit = 1 << rest
    taken = bit & enemy
    if taken:
        out[A_LANDS] = 1.0
    if strike >= 0:
        out[A_STRIKES] = 1.0
        taken |= 1 << strike
    hit = 0
    left = int(s.pile[origin]) - part
    if taken & bombs:
        out[A_HITS_D] = 1.0
        after = bombs & ~taken
        if left & ANY_D == 0:
            after &= ~(1 << origin)
        if part & ANY_D:
            after |= bit
        hit = blasted(taken & bombs, after)
    if rest == origin:
        out[A_ON_SPOT] = 1.0
    elif part & ANY_R and not hit & bit and not (taken | hit) >> target & 1:
        around = NEAR[rest] & enemy & ~taken & ~hit
        if around:
            out[A_PUSHES] = popcount(around)
            crushed = 0
            for direction in range(8):
                there = NEIGHBOUR[rest, direction]
                if there < 0 or not around >> there & 1:
                    continue
                pile = int(s.pile[there])
                to = NEIGHBOUR[there, direction]
                joined = int(s.pile[to]) if to >= 0 and enemy >> to & 1 else 0
                stays = pile & MOBILE != 0 or s.immobile_pushed != 0
                if to < 0 or (own >> to & 1 and (to != origin or left != 0)):
                    stays = False
                if not stays or (pile + joined) & STANDS[to] == 0:
                    crushed |= 1 << there
            if crushed:
                out[A_CRUSHES] = 1.0
                taken |= crushed
                if crushed & bombs:
                    hit |= blasted(crushed & bombs, bombs & ~crushed)
    removed(s, seat, taken | hit, origin, part, marks, out)
    if hit & bit:  # what moved is lost; `removed` counted what is there
        out[A_LOST] += worth(part)
        if part & ANY_K:
            out[A_BOTH if out[A_WINS] else A_LOSES] = 1.0
            out[A_WINS] = 0.0
    rides = part & ANY_K != 0
    if rest != origin:
        pieces = 0
        for colour in range(COLOURS):
            pieces += count(part, colour)
        out[A_MANY] = pieces - 1
        if left == 0:
            out[A_WHOLE] = 1.0
        else:
            out[A_SPLITS] = 1.0
        if part & ANY_G:
            out[A_WITH_G] = 1.0
        if part & ANY_B:
            out[A_WITH_B] = 1.0
        if part & ANY_W:
            out[A_WITH_W] = 1.0
        if part & ANY_R:
            out[A_WITH_R] = 1.0
        if part & ANY_D:
            out[A_WITH_D] = 1.0
        if rides:
            out[A_WITH_K] = 1.0
        value = worth(part)
        if feared & bit:
            out[A_INTO] = 1.0
            out[A_INTO_WORTH] = value
            if rides:
                out[A_KING_INTO] = 1.0
        if feared >> origin & 1:
            out[A_FROM] = 1.0
            out[A_FROM_WORTH] = value
            if left:
                out[A_LEAVES] = 1.0
        own_after = (own | bit) & ~(1 << origin if left == 0 else 0)
        enemy_after = enemy & ~taken & ~hit
        if not hit & bit:
            goals = aim(rest, part, own_after, enemy_after)
            out[A_AIM] = worth_of(s, goals)
            if goals >> target & 1:
                out[A_CHECK] = 1.0
            if part & ANY_D:
                blast = blasted(bit, bombs & ~(1 << origin))
                out[A_BOMB] = worth_of(s, blast & enemy_after)
                if rides or blast >> king & 1:
                    out[A_BOMB_OWN] = 1.0
                elif blast >> target & 1:
                    out[A_BOMB_KING] = 1.0
        out[A_NEARER] = float(DISTANCE[origin, target] - DISTANCE[rest, target])
        if DISTANCE[rest, target] == 1:
            out[A_AT_ENEMY_KING] = 1.0
        if not rides and DISTANCE[rest, king] == 1:
            out[A_BY_KING] = 1.0
        if own & bit:
            out[A_JOINS] = 1.0
        forward = rest // SIZE - origin // SIZE
        out[A_FORWARD] = float(forward if seat == 0 else -forward)
        if origin == king and not rides and left & MOBILE == 0:
            out[A_KING_ALONE] = 1.0
        if not rides and DISTANCE[origin, king] == 1 and left == 0:
            out[A_KING_BESIDE] = 1.0
    if attacking:
        if rides:
            out[A_KING_ESCAPES] = 1.0
        elif not (taken | hit) & attacking:
            out[A_KING_IGNORED] = 1.0


@compiled
def removed(s: Record, seat: int, gone: int, origin: int, part: int, marks: Ints, out: Floats) -> None:
    """What is removed from the squares; a part has left its origin before."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    if not gone & (own | enemy):
        return
    king, target, attacking = marks[0], marks[1], marks[3]
    out[A_TAKES] = worth_of(s, gone & enemy)
    out[A_REMOVES] = popcount(gone & enemy)
    out[A_LOST] = worth_of(s, gone & own)
    if origin >= 0 and gone >> origin & 1:
        out[A_LOST] -= worth(part)
    wins = gone >> target & 1 == 1
    loses = gone >> king & 1 == 1 and not (origin == king and part & ANY_K != 0)
    if wins and loses:
        out[A_BOTH] = 1.0
    elif wins:
        out[A_WINS] = 1.0
    elif loses:
        out[A_LOSES] = 1.0
    if gone & attacking:
        out[A_ATTACKER] = 1.0


@compiled
def survey(s: Record, seat: int, marks: Ints) -> None:
    """What `describe` has to know of the position, once for all actions."""
    king, target = int(s.having[seat, K]), int(s.having[1 - seat, K])
    marks[0] = lowest(king) if king else -1
    marks[1] = lowest(target) if target else -1
    threats, shoves = threatened(s, 1 - seat)
    marks[2] = threats
    marks[3] = 0
    if king and (threats | shoves) & king:
        marks[3] = attackers(s, 1 - seat, lowest(king))
    marks[4] = int(s.having[0, D]) | int(s.having[1, D])


@compiled
def describe(s: Record, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """What counts in each of the first n actions, one row each, as ASPECTS names it; nothing if rows are too short."""
    if out.shape[1] < len(ASPECTS):
        return
    marks = np.empty(5, np.int64)
    survey(s, seat, marks)
    for i in range(n):
        describe_one(s, seat, actions[i], marks, out[i])
