"""Replays of games. That of a finished game is the same for everybody, so it is computed once and kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.enums import MediaType

from tesserae.play import Match
from tesserae.play.seeing import Replaying
from tesserae.server.compression import Content
from tesserae.server.listeners import encode
from tesserae.server.scheduler import Account, Busy

if TYPE_CHECKING:
    from tesserae.server.table import Table

PIECE = 20  # moves that are computed at a time, so that others do not wait long
KEPT = 16 << 20  # bytes of the replays that are kept, at most

Aside = Callable[[Account, Callable[[], Any]], Awaitable[Any]]


class Making(NamedTuple):
    """A replay that is being computed, or has been."""

    account: Account  # of who asked first
    task: "asyncio.Task[Content]"


class Replays:
    """The replays of finished games, by table; the one that was asked for last comes last."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self._made: OrderedDict[str, Making] = OrderedDict()

    async def find(self, table: "Table", seat: int | None, account: Account) -> Content:
        """The game so far, as the seat saw it (`Replay` in server/bodies.py, as JSON); Refused or Busy."""
        while True:
            making = await table.read_settled(lambda match: self._begin(table.id, match, seat, account))
            try:
                return await asyncio.shield(making.task)
            except Busy:
                if making.account == account:
                    raise  # otherwise somebody else has asked for too much

    def _begin(self, table: str, match: Match, seat: int | None, account: Account) -> Making:
        match.check_looking_back(seat, account.person)
        if match.outcome is None:
            return self._make(match.replaying(seat), account)
        making = self._made.get(table)
        if making is None:
            making = self._made[table] = self._make(match.replaying(None), account)
            making.task.add_done_callback(lambda task: self._ended(table, task))
        self._made.move_to_end(table)
        return making

    def _make(self, replaying: Replaying, account: Account) -> Making:
        return Making(account, asyncio.create_task(self._advance(replaying, account)))

    async def _advance(self, replaying: Replaying, account: Account) -> Content:
        changes, effects = list[bytes](), list[bytes]()

        def advance() -> None:
            more = replaying.advance(PIECE)
            changes.extend(map(encode, more.changes))
            effects.extend(map(encode, more.effects))

        def finish() -> Content:
            parts = encode(replaying.beginning), encode(replaying.moves), b",".join(changes), b",".join(effects)
            content = Content(b'{"view":%b,"moves":%b,"changes":[%b],"effects":[%b]}' % parts, MediaType.JSON)
            assert content.size  # compressed now, in this thread
            return content

        while replaying.done < len(replaying.moves):
            await self._aside(account, advance)
        content: Content = await self._aside(account, finish)
        return content

    def _ended(self, table: str, task: "asyncio.Task[Content]") -> None:
        """Keep what was computed, but not what failed, and not more than is allowed."""
        if task.cancelled() or task.exception() is not None:
            del self._made[table]
            return
        sizes = {one: task.result().size for one, (_, task) in self._made.items() if task.done()}
        total = sum(sizes.values())
        for one, size in sizes.items():
            if total > KEPT:
                del self._made[one]
                total -= size
