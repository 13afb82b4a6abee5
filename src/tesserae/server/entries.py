"""What is written to the store: the events of tables, and the statements that write them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Away(Exception):
    """The store is unavailable or does not answer. It is unknown whether anything was written."""

    def __init__(self, cause: object = "") -> None:
        super().__init__(f"the store is away: {cause}")


class Row(NamedTuple):
    """An event as it is stored. `at` and `turn` are set if no listing is written with it."""

    number: int
    request: str | None
    event: str
    at: int | None = None
    turn: str | None = None  # the seats that may act now, as JSON


class Listing(NamedTuple):
    """What the store keeps about a table, beside its events, so that it can be found."""

    updated: int
    open: bool
    due: int | None
    summary: str


class Entry(NamedTuple):
    """Events of one table, to be added after the last event that the sender knows."""

    table: str
    rows: Sequence[Row]
    listing: Listing | None  # None if only `at` and `turn` of the last row have changed
    people: Sequence[str] | None  # who has a seat, if that has changed


class Append(NamedTuple):
    """Entries that are written together or not at all, and the callbacks of their sender.

    `done` is called with True when they are in the store, with False if somebody else's events came first, and with
    None if the store did not answer; then the table must be read again to find out. `late` is called before that if
    writing takes long.
    """

    entries: Sequence[Entry]
    done: Callable[[bool | None], None]
    late: Callable[[], None] = lambda: None


# One statement for a whole batch: in SQLite, each statement releases the interpreter's lock and waits to get it back.
WRITE = {
    "sqlite": (
        "INSERT INTO events (table_id, number, request, event, at, turn)"
        " SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(:rows)",
        "INSERT INTO tables (id, updated, open, due, summary)"
        " SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(:rows) WHERE true"
        " ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, open = excluded.open, due = excluded.due,"
        " summary = excluded.summary",
        "DELETE FROM seated WHERE table_id IN (SELECT value->>0 FROM json_each(:rows))",
        "INSERT INTO seated (table_id, person) SELECT value->>0, value->>1 FROM json_each(:rows) WHERE true"
        " ON CONFLICT DO NOTHING",
    ),
    "postgresql": (
        "INSERT INTO events (table_id, number, request, event, at, turn)"
        " SELECT value->>0, (value->>1)::int, value->>2, value->>3, (value->>4)::bigint, value->>5"
        " FROM json_array_elements(CAST(:rows AS json))",
        "INSERT INTO tables (id, updated, open, due, summary)"
        " SELECT value->>0, (value->>1)::bigint, (value->>2)::boolean, (value->>3)::bigint, value->>4"
        " FROM json_array_elements(CAST(:rows AS json))"
        " ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, open = excluded.open, due = excluded.due,"
        " summary = excluded.summary",
        "DELETE FROM seated WHERE table_id IN (SELECT value->>0 FROM json_array_elements(CAST(:rows AS json)))",
        "INSERT INTO seated (table_id, person) SELECT value->>0, value->>1"
        " FROM json_array_elements(CAST(:rows AS json)) ON CONFLICT DO NOTHING",
    ),
}
