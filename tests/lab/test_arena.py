"""Which games are played, and that they are."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import tesserae
from tesserae import BadOption, record
from tesserae.lab.arena import play, schedule, seatings
from tesserae.lab.players import player

BUDGET = {"simulations": 20}


@pytest.mark.parametrize(
    ("seats", "parties", "ways"),
    [(2, 2, 2), (3, 3, 6), (4, 4, 6), (4, 2, 2), (6, 3, 6), (12, 2, 2), (12, 3, 6)],
)
def test_seatings_are_balanced(seats: int, parties: int, ways: int) -> None:
    found = seatings(seats, parties)
    assert len(set(found)) == len(found) == ways
    for way in found:
        assert tuple(1 - who for who in way) in found
        assert all(way[seat] == way[seat % parties] for seat in range(seats))
    for seat in range(seats):
        assert sum(way[seat] for way in found) * 2 == ways


def test_every_pair_plays_every_start_in_every_seating() -> None:
    players = [player(name) for name in ("master", "club", "plain")]
    fixtures = schedule(tesserae.start("symbol_chain", 3, 40), players, 7, BUDGET)
    assert len(fixtures) == 3 * 12  # 7 games are two starts in six seatings
    assert [fixture.number for fixture in fixtures] == list(range(36))
    assert len({fixture.bot_seed for fixture in fixtures}) == 36
    found = [(fixture.seed, fixture.pair, fixture.seating) for fixture in fixtures]
    assert found == [
        (seed, pair, way) for seed in (40, 41) for pair in combinations(players, 2) for way in seatings(3, 3)
    ]


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("consequence", 2, {"row_min": 2}),
        ("sequence", 4, {}),
        ("sequence", 6, {"teams": 3}),
        ("symbol_chain", 3, {}),
        ("symbol", 2, {"edition": "simple"}),
    ],
)
def test_a_game_is_played_by_those_who_have_the_seats(name: str, seats: int, options: dict[str, Any]) -> None:
    first = tesserae.start(name, seats, 5, **options)
    fixture = schedule(first, [player("plain"), player("random")], 1, BUDGET)[1]
    played = play(fixture)
    loaded = record.read(played.record)
    assert loaded.players == [("plain", "random")[who] for who in fixture.seating]
    assert loaded.beginning.tobytes() == first.tobytes()
    final = loaded.final()
    assert final.outcome == played.outcome
    assert len(final.history) == played.actions == sum(played.choices)
    acted = Counter(fixture.seating[seat] for seat, _ in final.history if seat is not None)
    assert played.choices == (acted[0], acted[1])
    assert 0 < played.seconds[1] < played.seconds[0]
    assert play(fixture).record == played.record


@pytest.mark.parametrize(
    ("names", "games", "budget", "message"),
    [
        (["master"], 2, BUDGET, "two players"),
        (["master", "club", "master"], 2, BUDGET, "master is given twice"),
        (["master", "club"], 0, BUDGET, "games must be"),
        (["master", "club"], 2, {"seconds": 0}, "seconds must be"),
        (["master", "club+seconds=0"], 2, BUDGET, "seconds must be"),
        (["master", "club+seconds=1+simulations=2"], 2, BUDGET, "not in both"),
    ],
)
def test_what_is_no_arena(names: list[str], games: int, budget: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        schedule(tesserae.start("consequence", seed=0), [player(name) for name in names], games, budget)


def test_seeds_do_not_run_out() -> None:
    last = tesserae.start("consequence", seed=2**63 - 1)
    with pytest.raises(BadOption, match="seed"):
        schedule(last, [player("master"), player("club")], 2, BUDGET)
