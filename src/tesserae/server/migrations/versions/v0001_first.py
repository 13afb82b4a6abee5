"""Tables with their events and codes, people, links for other devices, and the processes that serve them."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index(
        "tables_open", "tables", ["updated"], sqlite_where=sa.text("open"), postgresql_where=sa.text("open")
    )
    op.create_index(
        "tables_due",
        "tables",
        ["due"],
        sqlite_where=sa.text("due IS NOT NULL"),
        postgresql_where=sa.text("due IS NOT NULL"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("request", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("turn", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seated",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
    )
    op.create_table(
        "people", sa.Column("person", sa.Text, primary_key=True), sa.Column("name", sa.Text, nullable=False)
    )
    op.create_table(
        "links",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "servers", sa.Column("server", sa.Text, primary_key=True), sa.Column("beat", sa.BigInteger, nullable=False)
    )
    op.create_table(
        "gaps", sa.Column("began", sa.BigInteger, primary_key=True), sa.Column("ended", sa.BigInteger, nullable=False)
    )
    op.create_table("keys", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False))
