"""The charts of an owner of the printed game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that were there have none."""
    op.add_column("games", sa.Column("charts", sa.Text, nullable=True))


def downgrade() -> None:
    """Take the column away."""
    op.drop_column("games", "charts")
