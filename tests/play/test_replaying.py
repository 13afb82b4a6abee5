"""The game so far is told as a beginning and changes, from which each position follows as it was seen then."""

from itertools import accumulate
from typing import Any

import pytest

from tesserae.games import NAMES
from tesserae.play import apply
from tesserae.play.commands import Resign
from tesserae.play.seeing import Replaying
from tests.play.tables import ANN, BOB, Table


def positions(replaying: Replaying) -> list[Any]:
    changes = []
    while replaying.done < len(replaying.moves):
        changes += replaying.advance(3).changes  # piece by piece
    return list(accumulate(changes, apply, initial=replaying.beginning))


@pytest.mark.parametrize("game", NAMES)
def test_each_position_is_the_one_that_was_seen(game: str) -> None:
    aid: dict[str, Any] = {"options": {"memory_aid": True}} if game == "consequence" else {}
    table = Table(game, **aid).seat(ANN, BOB)
    match = table.match
    seen: dict[int | None, list[Any]] = {seat: [match.playing().view(seat)] for seat in (0, 1, None)}
    revealed = [match.playing().reveal()]
    for number in range(10):
        seat, legal = table.legal()
        table.act(seat, legal[7 * number % len(legal)])
        for viewer, views in seen.items():
            views.append(match.playing().view(viewer))
        revealed.append(match.playing().reveal())
    for viewer, views in seen.items():
        assert positions(match.replaying(viewer)) == views
    replaying = match.replaying(0)
    table.do(Resign(), ANN)
    assert positions(replaying) == seen[0]  # as it was when it was asked for
    assert positions(match.replaying(0)) == positions(match.replaying(None)) == revealed
