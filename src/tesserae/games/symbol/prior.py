"""Which actions of Symbol look promising before any of them has been tried: a weighted sum of what an action does.

Nothing is carried out. What an action takes, what it loses in the explosions that it sets off and what it pushes are
worked out on sets of squares, so that a whole list of actions takes a few microseconds.
"""

from typing import NamedTuple

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.games.options import constants
from tesserae.games.symbol.board import (
    ANY_B,
    ANY_D,
    ANY_G,
    ANY_K,
    ANY_R,
    ANY_W,
    COLOURS,
    DISTANCE,
    MOBILE,
    NEAR,
    NEIGHBOUR,
    ONE,
    SIZE,
    STANDS,
    WATER,
    B,
    D,
    G,
    K,
    R,
    W,
)
from tesserae.games.symbol.moves import everywhere, spread
from tesserae.games.symbol.record import EXPLODE, MOVE, PLACE, count, exploded, moved, placed
from tesserae.games.symbol.threats import reach_of, strikes, threats

# What counts in an action. `worth` is a sum over pieces, see WORTH.
ASPECTS = (
    # The end of a turn, and with reinforcements left.
    *("end", "end_early"),
    # Placing: which colour, the king's distance from the middle file and its rank.
    *("place_G", "place_B", "place_W", "place_R", "place_D", "place_K_aside", "place_K_ahead"),
    # Where a piece is placed: whether the enemy threatens the square, with the king, with others, beside enemies,
    # whether it threatens the enemy's king, the worth that it threatens, beside the enemy's king, beside the own one,
    # how far from the enemy's king, and whether there is still a movement to come.
    *("place_threatened", "place_at_king", "place_joins", "place_contact", "place_check", "place_threat"),
    *("place_at_enemy_king", "place_by_king", "place_far"),
    *("place_before", "place_D_by_king", "place_W_far", "place_G_far", "place_R_far", "place_B_water"),
    # Explosions by choice.
    *("explosion", "explosion_after_moving"),
    # Whatever is removed.
    *("wins", "loses", "both_kings", "takes", "loses_worth", "takes_attacker", "removes"),
    # Moving: which colours, how many, all of them.
    *("moves", "with_G", "with_B", "with_W", "with_R", "with_D", "with_K", "many", "whole"),
    # Taking: by landing, by a strike, by a strike on the spot, by pushing; landing on a D.
    *("lands", "strikes", "strikes_on_the_spot", "pushes", "crushes", "hits_D"),
    # Safety: the goal is threatened, and what that is worth, the same for the square that is left; the king's.
    *("into_threat", "worth_into_threat", "from_threat", "worth_from_threat", "king_into_threat", "king_escapes"),
    *("king_ignored", "leaves_threatened", "king_left_alone", "king_left_beside"),
    # Threats from the new square: to the king, worth of others, by a D that can explode at once.
    *("check", "threat", "bomb_on_king", "bomb", "bomb_near_own_king"),
    # Where to: nearer to the enemy's king, beside it, beside the own king, onto own pieces.
    *("nearer", "at_enemy_king", "by_king", "joins", "splits", "forward"),
)
A = constants(ASPECTS)
WORTH = np.array([0.0, 1.0, 0.7, 0.7, 1.0, 0.3])  # of a piece K G B W R D, in these numbers
FRONT = (1, 5)  # the ranks of each home area that are next to the water


class Survey(NamedTuple):
    """What has to be known of a position, once for all actions."""

    own: int
    enemy: int
    king: int  # its square; -1 before it is placed, when only that is legal
    target: int  # the enemy's king, the same way
    feared: int  # what the enemy threatens
    attackers: int  # the squares from which the own king could be taken
    bombs: int  # all squares with a D


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
    to = reach_of(square, pile, own, enemy)
    goals = everywhere(to) | strikes(square, pile & STANDS[square], to, enemy)
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
def survey(s: Record, seat: int) -> Survey:
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    king, target = int(s.having[seat, K]), int(s.having[1 - seat, K])
    feared = threats(s, 1 - seat)
    attacking = 0
    if king and (feared.threatened | feared.pushed) & king:
        attacking = attackers(s, 1 - seat, lowest(king))
    return Survey(
        own,
        enemy,
        lowest(king) if king else -1,
        lowest(target) if target else -1,
        feared.threatened,
        attacking,
        int(s.having[0, D]) | int(s.having[1, D]),
    )


@compiled
def describe(s: Record, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """What counts in each of the first n actions, one row each, as ASPECTS names it; nothing if rows are too short."""
    if out.shape[1] < len(ASPECTS):
        return
    seen = survey(s, seat)
    for i in range(n):
        describe_one(s, seat, seen, actions[i], out[i])


@compiled
def describe_one(s: Record, seat: int, seen: Survey, action: int, out: Floats) -> None:
    out[:] = 0.0
    if action < PLACE:
        out[A.end] = 1.0
        out[A.end_early] = int(s.allowance) > 0
    elif action < EXPLODE:
        colour, square = placed(action)
        if colour == K:
            out[A.place_K_aside] = abs(square % SIZE - SIZE // 2)
            out[A.place_K_ahead] = square // SIZE in FRONT
        else:
            describe_placing(s, seen, colour, square, out)
    elif action < MOVE:
        gone = blasted(1 << exploded(action), seen.bombs)
        out[A.explosion] = 1.0
        out[A.explosion_after_moving] = s.moved != 0
        describe_removals(s, seen, gone, -1, 0, out)
        out[A.king_ignored] = seen.attackers != 0 and gone & seen.attackers == 0
    else:
        describe_movement(s, seat, seen, action, out)


@compiled
def describe_placing(s: Record, seen: Survey, colour: int, square: int, out: Floats) -> None:
    """A reinforcement."""
    bit = 1 << square
    near, away = DISTANCE[square, seen.king], DISTANCE[square, seen.target]
    goals = aim(square, ONE[colour], seen.own, seen.enemy)
    out[A.place_G + colour - G] = 1.0
    out[A.place_threatened] = seen.feared & bit != 0
    out[A.place_at_king] = near == 0
    out[A.place_joins] = near != 0 and seen.own & bit != 0
    out[A.place_contact] = popcount(NEAR[square] & seen.enemy)
    out[A.place_threat] = worth_of(s, goals)
    out[A.place_before] = s.moved == 0 and s.exploded == 0
    out[A.place_by_king] = near == 1
    out[A.place_D_by_king] = colour == D and near <= 1
    out[A.place_check] = goals >> seen.target & 1
    out[A.place_at_enemy_king] = away == 1
    out[A.place_far] = away
    if colour == W:
        out[A.place_W_far] = away
    elif colour == G:
        out[A.place_G_far] = away
    elif colour == R:
        out[A.place_R_far] = away
    out[A.place_B_water] = colour == B and WATER >> square & 1 != 0


@compiled
def describe_movement(s: Record, seat: int, seen: Survey, action: int, out: Floats) -> None:
    origin, rest, strike, part = moved(action)
    bombs, rides = seen.bombs, part & ANY_K != 0
    taken = 1 << rest & seen.enemy  # squares whose pieces are removed, before any push
    out[A.moves] = 1.0
    out[A.lands] = taken != 0
    out[A.strikes] = strike >= 0
    out[A.strikes_on_the_spot] = rest == origin
    if strike >= 0:
        taken |= 1 << strike
    hit = 0  # those that an explosion hits
    if taken & bombs:
        out[A.hits_D] = 1.0
        hit = blasted(taken & bombs, bombs_left(s, bombs & ~taken, action))
    if rest != origin and part & ANY_R and not hit >> rest & 1 and not (taken | hit) >> seen.target & 1:
        crushed = describe_push(s, seen, action, taken | hit, out)
        taken |= crushed
        if crushed & bombs:
            hit |= blasted(crushed & bombs, bombs & ~crushed)
    gone = taken | hit
    lost = hit >> rest & 1 != 0
    describe_removals(s, seen, gone, origin, part, out)
    if lost:  # what moved; so far what is there has been counted
        out[A.loses_worth] += worth(part)
        if rides:
            out[A.both_kings if out[A.wins] else A.loses] = 1.0
            out[A.wins] = 0.0
    if rest != origin:
        describe_part(s, origin, part, out)
        describe_way(s, seat, seen, action, out)
        if not lost:
            describe_threats(s, seen, action, gone, out)
    if seen.attackers:
        out[A.king_escapes] = rides
        out[A.king_ignored] = not rides and gone & seen.attackers == 0


@compiled
def bombs_left(s: Record, bombs: int, action: int) -> int:
    """The squares with a D after a movement, of those that are not taken."""
    origin, rest, _, part = moved(action)
    if (int(s.pile[origin]) - part) & ANY_D == 0:
        bombs &= ~(1 << origin)
    return bombs | 1 << rest if part & ANY_D else bombs


@compiled
def describe_push(s: Record, seen: Survey, action: int, gone: int, out: Floats) -> int:
    """What an R pushes from where it comes to rest; returns the squares of what is removed by that."""
    origin, rest, _, part = moved(action)
    around = NEAR[rest] & seen.enemy & ~gone
    out[A.pushes] = popcount(around)
    own = seen.own if int(s.pile[origin]) != part else seen.own & ~(1 << origin)
    crushed = 0
    for direction in range(8):
        there = NEIGHBOUR[rest, direction]
        if there < 0 or not around >> there & 1:
            continue
        pile, to = int(s.pile[there]), NEIGHBOUR[there, direction]
        comes_to_rest = to >= 0 and own >> to & 1 == 0 and (pile & MOBILE != 0 or s.immobile_pushed != 0)
        if comes_to_rest and seen.enemy >> to & 1:
            pile += int(s.pile[to])
        if not comes_to_rest or pile & STANDS[to] == 0:
            crushed |= 1 << there
    out[A.crushes] = crushed != 0
    return crushed


@compiled
def describe_removals(s: Record, seen: Survey, gone: int, origin: int, part: int, out: Floats) -> None:
    """What is removed from the squares; a part has left its origin before."""
    own, enemy = gone & seen.own, gone & seen.enemy
    if not own | enemy:
        return
    out[A.takes] = worth_of(s, enemy)
    out[A.removes] = popcount(enemy)
    out[A.loses_worth] = worth_of(s, own)
    if origin >= 0 and gone >> origin & 1:
        out[A.loses_worth] -= worth(part)
    wins = gone >> seen.target & 1 == 1
    loses = gone >> seen.king & 1 == 1 and not (origin == seen.king and part & ANY_K != 0)
    out[A.both_kings] = wins and loses
    out[A.wins] = wins and not loses
    out[A.loses] = loses and not wins
    out[A.takes_attacker] = gone & seen.attackers != 0


@compiled
def describe_part(s: Record, origin: int, part: int, out: Floats) -> None:
    """Which pieces move."""
    pieces = 0
    for colour in range(COLOURS):
        pieces += count(part, colour)
    out[A.many] = pieces - 1
    out[A.whole] = int(s.pile[origin]) == part
    out[A.splits] = int(s.pile[origin]) != part
    out[A.with_G] = part & ANY_G != 0
    out[A.with_B] = part & ANY_B != 0
    out[A.with_W] = part & ANY_W != 0
    out[A.with_R] = part & ANY_R != 0
    out[A.with_D] = part & ANY_D != 0
    out[A.with_K] = part & ANY_K != 0


@compiled
def describe_way(s: Record, seat: int, seen: Survey, action: int, out: Floats) -> None:
    """Where from and where to, and what was in danger or is now."""
    origin, rest, _, part = moved(action)
    king, target = seen.king, seen.target
    left = int(s.pile[origin]) - part
    rides, value = part & ANY_K != 0, worth(part)
    if seen.feared >> rest & 1:
        out[A.into_threat] = 1.0
        out[A.worth_into_threat] = value
        out[A.king_into_threat] = rides
    if seen.feared >> origin & 1:
        out[A.from_threat] = 1.0
        out[A.worth_from_threat] = value
        out[A.leaves_threatened] = left != 0
    out[A.nearer] = DISTANCE[origin, target] - DISTANCE[rest, target]
    out[A.at_enemy_king] = DISTANCE[rest, target] == 1
    out[A.by_king] = not rides and DISTANCE[rest, king] == 1
    out[A.joins] = seen.own >> rest & 1
    forward = rest // SIZE - origin // SIZE
    out[A.forward] = forward if seat == 0 else -forward
    out[A.king_left_alone] = origin == king and not rides and left & MOBILE == 0
    out[A.king_left_beside] = not rides and DISTANCE[origin, king] == 1 and left == 0


@compiled
def describe_threats(s: Record, seen: Survey, action: int, gone: int, out: Floats) -> None:
    """What the part that moved threatens from where it rests now."""
    origin, rest, _, part = moved(action)
    own, enemy = seen.own | 1 << rest, seen.enemy & ~gone
    if int(s.pile[origin]) == part:
        own &= ~(1 << origin)
    goals = aim(rest, part, own, enemy)
    out[A.threat] = worth_of(s, goals)
    out[A.check] = goals >> seen.target & 1
    if part & ANY_D:
        blast = blasted(1 << rest, seen.bombs & ~(1 << origin))
        near_king = part & ANY_K != 0 or blast >> seen.king & 1 != 0
        out[A.bomb] = worth_of(s, blast & enemy)
        out[A.bomb_near_own_king] = near_king
        out[A.bomb_on_king] = not near_king and blast >> seen.target & 1 != 0
