"""The rules of Sequence (SQ-1 to SQ-15), compiled: who may do what, and the course of a turn.

Read it as plain Python: `@compiled` turns a function into machine code on first use, `s` is one record of the type
STATE, and nothing else is special. Small integers are widened with `int(...)` when they are read, so that the
arithmetic is the same with the compiler switched off. The record and the numbers of the actions are in `record.py`,
cards in `cards.py`, chips and lines in `chips.py`, what a seat knows in `knowledge.py`.
"""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, seed_rng
from tesserae.games import sequence
from tesserae.games.options import places
from tesserae.games.sequence.board import (
    ADD,
    HALF,
    LINE,
    NONE,
    REMOVE,
    SQUARES,
    STANDARD,
    THROUGH,
    THROUGH_COUNT,
)
from tesserae.games.sequence.cards import deal, discard, draw_card, lay_out, shuffle_layout
from tesserae.games.sequence.chips import (
    candidates,
    fits,
    is_candidate,
    lock,
    open_spaces,
    put_chip,
    sequences_of,
    squares_for,
    take_chip,
    wanted,
    ways,
)
from tesserae.games.sequence.inputs import INPUTS, inputs
from tesserae.games.sequence.knowledge import OBSERVATION, hide, imagine, observe
from tesserae.games.sequence.opinion import evaluate, is_spent
from tesserae.games.sequence.record import (
    ACTIONS,
    CLAIM,
    CLAIMING,
    DEAD,
    DRAW,
    FORFEIT,
    OVER,
    PASS,
    PENALTY,
    PLAYING,
    QUIET,
    SEQUENCES,
    STATE,
    STUCK,
    TURN_LIMIT,
)

AT = places(sequence.GAME.options)  # where each option is among the numbers that `start` is given

usual_teams = compiled(sequence.usual_teams)


# --- Setting up ------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    clear(s, options, seats, seed)
    if s.shuffled:
        shuffle_layout(s)
    lay_out(s)
    deal(s)


@compiled
def clear(s: Record, options: Ints, seats: int, seed: int) -> None:
    """An empty table: the standard board, no chip, and no card anywhere."""
    seed_rng(s.rng, seed, 0)
    s.chips[:] = 0
    s.locked[:] = 0
    s.layout[:] = STANDARD
    s.sequence_line[:] = -1
    s.sequence_team[:] = -1
    s.sequences = 0
    s.hands[:] = NONE
    s.hand_size[:] = 0
    s.deck[:] = NONE
    s.deck_size = 0
    s.discards[:] = NONE
    s.discard_size[:] = 0
    s.gone[:] = 0
    s.seats = seats
    s.teams = options[AT.teams] if options[AT.teams] > 0 else usual_teams(seats)
    s.turn = 0
    s.turns = 0
    s.passes = 0
    s.exchanged = 0
    s.owed[:] = -1
    s.forfeits = 0
    s.phase = PLAYING
    s.placed = -1
    s.winner = -1
    s.reason = SEQUENCES
    s.manual = options[AT.draw]
    s.shuffled = options[AT.board]


# --- Who may do what -------------------------------------------------------------------------------------------------


@compiled
def over(s: Record) -> bool:
    return int(s.phase) == OVER


@compiled
def team_of(s: Record, seat: int) -> int:
    return seat % 2 if int(s.teams) == 2 else seat % 3  # by constants, which is much quicker


@compiled
def is_owed(s: Record, seat: int) -> bool:
    for place in range(int(s.seats)):
        if int(s.owed[place]) == seat:
            return True
    return False


@compiled
def actors(s: Record) -> int:
    """The seats that must forfeit a card; else the one whose turn it is, and all that are owed a card."""
    if over(s):
        return 0
    if int(s.forfeits):
        return int(s.forfeits)
    seats = 1 << int(s.turn)
    place = 0
    while place < int(s.seats) and s.owed[place] >= 0:
        seats |= 1 << int(s.owed[place])
        place += 1
    return seats


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    """There are at most about 130, so `out` is never too small."""
    if over(s):
        return 0
    if seat < 0:
        return legal_penalties(s, out)
    if int(s.forfeits):
        return legal_forfeits(s, seat, out)
    n = 0
    if seat == int(s.turn):
        n = legal_claims(s, seat, out) if int(s.phase) == CLAIMING else legal_plays(s, seat, out)
    must_pass = n == 0 and seat == int(s.turn)  # SQ-13
    if s.manual and is_owed(s, seat):
        out[n] = DRAW
        n += 1
    if must_pass:
        out[n] = PASS
        n += 1
    return n


@compiled
def legal_penalties(s: Record, out: Ints) -> int:
    """SQ-15: the referee may penalise any team, but not while forfeits are open."""
    if int(s.forfeits):
        return 0
    teams = int(s.teams)
    for team in range(teams):
        out[team] = PENALTY + team
    return teams


@compiled
def legal_forfeits(s: Record, seat: int, out: Ints) -> int:
    n = 0
    if int(s.forfeits) >> seat & 1:
        last = -1
        for place in range(int(s.hand_size[seat])):
            card = int(s.hands[seat, place])
            if card != last:
                out[n] = FORFEIT + card
                n += 1
            last = card
    return n


@compiled
def legal_claims(s: Record, seat: int, out: Ints) -> int:
    n = 0
    square = int(s.placed)
    for i in range(THROUGH_COUNT[square]):
        line = THROUGH[square, i]
        if is_candidate(s, team_of(s, seat), line):
            out[n] = CLAIM + line
            n += 1
    return n


@compiled
def legal_plays(s: Record, seat: int, out: Ints) -> int:
    """SQ-5 to SQ-7, and SQ-8: what can be played, then the dead cards, if none was exchanged this turn."""
    team = team_of(s, seat)
    n = 0
    dead = 0  # the places of dead cards in the hand, as bits
    last = -1
    for place in range(int(s.hand_size[seat])):
        card = int(s.hands[seat, place])
        if card == last:
            continue
        last = card
        if card < ADD:
            for i in range(2):
                if int(s.free[card]) >> i & 1:
                    out[n] = card * SQUARES + int(s.spaces[card, i])
                    n += 1
            dead |= int(int(s.free[card]) == 0) << place
        else:
            for word in range(2):
                rest = squares_for(s, team, card, word)
                while rest:
                    out[n] = card * SQUARES + word * HALF + lowest(rest)
                    n += 1
                    rest &= rest - 1
    if not s.exchanged:
        while dead:
            out[n] = DEAD + int(s.hands[seat, lowest(dead)])
            n += 1
            dead &= dead - 1
    return n


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    """The cards that can be played on the square, or the lines through it that can be claimed."""
    if over(s) or seat != int(s.turn) or int(s.forfeits):
        return 0
    n = 0
    if int(s.phase) == CLAIMING:
        for i in range(legal_claims(s, seat, out)):
            action = out[i]
            line = action - CLAIM
            if LINE[line, square // HALF] >> square % HALF & 1:
                out[n] = action
                n += 1
        return n
    last = -1
    for place in range(int(s.hand_size[seat])):
        card = int(s.hands[seat, place])
        if card != last and fits(s, team_of(s, seat), card, square):
            out[n] = card * SQUARES + square
            n += 1
        last = card
    return n


@compiled
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A random legal action; in most turns without a list: count, draw a number, and find what it stands for."""
    if s.manual or int(s.forfeits) or int(s.phase) == CLAIMING:
        n = legal(s, seat, out)
        return out[below(rng, n)], n
    team = team_of(s, seat)
    plays = 0
    dead = 0
    last = -1
    for place in range(int(s.hand_size[seat])):
        card = int(s.hands[seat, place])
        if card != last:
            n = ways(s, team, card)
            plays += n
            dead |= int(n == 0 and card < ADD) << place
        last = card
    if s.exchanged:
        dead = 0
    n = plays + popcount(dead)
    if n == 0:
        return PASS, 1
    choice = below(rng, n)
    if choice >= plays:
        return DEAD + int(s.hands[seat, nth(dead, choice - plays)]), n
    place = 0
    last = -1
    card = int(s.hands[seat, place])
    count = ways(s, team, card)
    while choice >= count:
        choice -= count
        last = card
        while card == last:
            place += 1
            card = int(s.hands[seat, place])
        count = ways(s, team, card)
    if card < ADD:
        return card * SQUARES + int(s.spaces[card, nth(int(s.free[card]), choice)]), n
    low = squares_for(s, team, card, 0)
    if choice < popcount(low):
        return card * SQUARES + nth(low, choice), n
    return card * SQUARES + HALF + nth(squares_for(s, team, card, 1), choice - popcount(low)), n


@compiled
def obvious(s: Record, seat: int) -> int:
    """Place the winning chip (for teams that need one more sequence; one chip that makes two at once is not seen)."""
    team = team_of(s, seat)
    if int(s.phase) != PLAYING or int(s.forfeits) or seat != int(s.turn) or sequences_of(s, team) + 1 < wanted(s):
        return -1
    low, high = int(s.chips[team, 0]), int(s.chips[team, 1])
    open_low, open_high = open_spaces(s, 0), open_spaces(s, 1)
    for line in range(len(LINE)):
        missing_low, missing_high = LINE[line, 0] & ~low, LINE[line, 1] & ~high
        if popcount(missing_low) + popcount(missing_high) != 1:
            continue
        if (missing_low & open_low) | (missing_high & open_high) == 0 or is_spent(s, team, line):
            continue
        square = lowest(missing_low) if missing_low else HALF + lowest(missing_high)
        for place in range(int(s.hand_size[seat])):
            card = int(s.hands[seat, place])
            if card == int(s.layout[square]) or card == ADD:
                return card * SQUARES + square
    return -1


# --- Acting ----------------------------------------------------------------------------------------------------------


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    if action < DEAD:
        play(s, seat, action // SQUARES, action % SQUARES)
    elif action < CLAIM:
        exchange(s, seat, action - DEAD)
    elif action < DRAW:
        claim(s, team_of(s, seat), action - CLAIM)
        go_on_claiming(s, seat)
    elif action == DRAW:
        draw_owed(s, seat)
    elif action == PASS:
        s.passes += int(not s.exchanged)
        end_turn(s)
    elif action < PENALTY:
        discard(s, seat, action - FORFEIT)
        s.forfeits = int(s.forfeits) & ~(1 << seat)
    else:
        penalise(s, action - PENALTY)


@compiled
def play(s: Record, seat: int, card: int, square: int) -> None:
    """SQ-4 to SQ-7."""
    discard(s, seat, card)
    s.passes = 0
    if s.manual:
        lose_card(s, seat)  # SQ-14: the older one, if it was not drawn
    if card == REMOVE:
        take_chip(s, square)
        finish_turn(s, seat)
    else:
        put_chip(s, team_of(s, seat), square)
        s.placed = square
        go_on_claiming(s, seat)


@compiled
def exchange(s: Record, seat: int, card: int) -> None:
    """SQ-8."""
    discard(s, seat, card)
    draw_card(s, seat)
    s.exchanged = 1
    s.passes = 0


@compiled
def go_on_claiming(s: Record, seat: int) -> None:
    """SQ-10: a single candidate is claimed automatically, the player chooses among several; then the turn ends."""
    team = team_of(s, seat)
    while not over(s):
        n, line = candidates(s, team, int(s.placed))
        if n > 1:
            s.phase = CLAIMING
            return
        if n == 0:
            s.phase = PLAYING
            s.placed = -1
            finish_turn(s, seat)
            return
        claim(s, team, line)


@compiled
def claim(s: Record, team: int, line: int) -> None:
    lock(s, team, line)
    if sequences_of(s, team) == wanted(s):  # SQ-11
        finish(s, team, SEQUENCES)


@compiled
def finish_turn(s: Record, seat: int) -> None:
    """A card was played and everything is claimed: draw a card, or be owed one."""
    if s.manual:
        place = 0
        while s.owed[place] >= 0:
            place += 1
        s.owed[place] = seat
    else:
        draw_card(s, seat)
    end_turn(s)


@compiled
def end_turn(s: Record) -> None:
    """The next seat; or a draw, when all have passed or the game has lasted too long (SQ-13)."""
    s.turns += 1
    s.turn = int(s.turn) + 1 if int(s.turn) + 1 < int(s.seats) else 0
    s.exchanged = 0
    if int(s.passes) == int(s.seats):
        finish(s, -1, STUCK)
    elif int(s.turns) == TURN_LIMIT:
        finish(s, -1, QUIET)


@compiled
def finish(s: Record, team: int, reason: int) -> None:
    s.phase = OVER
    s.placed = -1
    s.winner = team
    s.reason = reason


@compiled
def lose_card(s: Record, seat: int) -> None:
    """Strike the seat from the list of those that are owed a card, if it is on it."""
    seats = int(s.seats)
    place = 0
    while place < seats and int(s.owed[place]) != seat:
        place += 1
    if place == seats:
        return
    while place + 1 < seats:
        s.owed[place] = s.owed[place + 1]
        place += 1
    s.owed[place] = -1


@compiled
def draw_owed(s: Record, seat: int) -> None:
    """SQ-14: the seat before loses its card if it has been owed one for longer."""
    seats = int(s.seats)
    before = (seat - 1) % seats
    place = 0
    while int(s.owed[place]) != seat and int(s.owed[place]) != before:
        place += 1
    if int(s.owed[place]) == before:
        lose_card(s, before)
    lose_card(s, seat)
    draw_card(s, seat)


@compiled
def penalise(s: Record, team: int) -> None:
    """SQ-15. If nobody in the team has a card, nothing is open and nothing happens."""
    seats = 0
    for seat in range(team, int(s.seats), int(s.teams)):
        if int(s.hand_size[seat]) > 0:
            seats |= 1 << seat
    s.forfeits = seats


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(int(s.seats)):
        out[seat] = 0.0
        if int(s.winner) >= 0:
            out[seat] = 1.0 if team_of(s, seat) == int(s.winner) else -1.0
