"""The position that a game begins with where it was laid out by hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that were there began with their set-up."""
    op.add_column("games", sa.Column("given", sa.Text, nullable=True))


def downgrade() -> None:
    """Take the column away."""
    op.drop_column("games", "given")
