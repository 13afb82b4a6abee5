"""A move no longer writes the whole summary of its table: its event says when it was and whose turn it is."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("events", sa.Column("at", sa.BigInteger))
    op.add_column("events", sa.Column("turn", sa.Text))
