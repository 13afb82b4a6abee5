"""The tables of the database, for queries; the migrations create them."""

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("updated", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),  # whether it is listed and has a free seat
    Column("due", BigInteger),  # when the next player can run out of time
    Column("summary", Text, nullable=False),  # what lists show, as JSON; later moves are not included
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("request", Text),  # the sender and the id of the request, so that it is not done twice
    Column("event", Text, nullable=False),
    Column("at", BigInteger),  # set if the event changes nothing that lists show except `turn`
    Column("turn", Text),  # the seats that may act after it, as JSON
)

seated = Table(
    "seated",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
)

people = Table(
    "people",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),  # its hash
    Column("table_id", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("code", Text, primary_key=True),  # of a party table that is not over
    Column("table_id", Text, nullable=False, unique=True),
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("server", Text, nullable=False),  # the process that moves the bots of the table
    Column("until", BigInteger, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("server", Text, primary_key=True),
    Column("beat", BigInteger, nullable=False),
)

gaps = Table(
    "gaps",
    metadata,
    Column("began", BigInteger, primary_key=True),  # the beginning of an outage
    Column("ended", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
