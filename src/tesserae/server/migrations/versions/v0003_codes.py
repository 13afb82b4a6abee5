"""Short codes of party tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False, unique=True),
    )
