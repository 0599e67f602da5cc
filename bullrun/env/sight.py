"""What a side sees, as one row of whole numbers of fixed length.

The row holds, in this order:
1. for every declared column with a cell for each piece: the cells by piece number;
2. for every column that is a set of pieces: one 0 or 1 by piece number;
3. every plain number of the state (turn, side, phase ...), 0 where it is not a number of 32 bits;
4. for every place by id: how many counters lie there that the side cannot tell apart;
5. the number of the question asked of the side (0 when it is not asked), by sorted procedure names from 1.
What the side may not know is blanked by the redaction gate before anything is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.state import NOBODY, PER_PIECE, PIECE_SET, SCALAR
from bullrun.engine.view import concealed_from, known_position

LIMIT = 2**31 - 1
Row = NDArray[np.int32]


class Sight:
    """Turns positions of a game into rows."""

    def __init__(self, game: Game, position: Position[Any, Any]) -> None:
        self.game, board = game, position.rules.board
        columns = [c for c in type(position.state).columns if c.audience != NOBODY]
        self._cells = [c.name for c in columns if c.shape == PER_PIECE]
        self._sets = [c.name for c in columns if c.shape == PIECE_SET]
        self._numbers = [c.name for c in columns if c.shape == SCALAR and isinstance(c.default, int)]
        self._pieces = len(position.rules.pieces)
        self._places = int(board.size)
        self._place = {name: number for number, name in enumerate(board.names) if name}
        self._questions = {name: n for n, name in enumerate(sorted(position.rules.procedures), 1)}
        self.size = (
            self._pieces * (len(self._cells) + len(self._sets)) + len(self._numbers) + self._places + 1
        )

    def row(self, position: Position[Any, Any], side: str, decision: Decision | None) -> Row:
        """What the side sees now."""
        known = known_position(self.game, position, side).state
        values: list[int] = []
        for name in self._cells:
            values += getattr(known, name)
        for name in self._sets:
            members: int = getattr(known, name)
            values += [members >> n & 1 for n in range(self._pieces)]
        for name in self._numbers:
            value = getattr(known, name)
            values.append(value if isinstance(value, int) and abs(value) <= LIMIT else 0)
        values += self._face_down(position, side)
        asked = decision is not None and decision.owner == side
        values.append(self._questions[position.state.frames[-1][0]] if asked else 0)
        return np.array([value if abs(value) <= LIMIT else 0 for value in values], dtype=np.int32)

    def _face_down(self, position: Position[Any, Any], side: str) -> Sequence[int]:
        found = [0] * self._places
        hidden = concealed_from(self.game, position.rules.concealed_by_side(position.state), side)
        number = 0
        while hidden:
            if hidden & 1:
                place = self._place.get(self.game.table.place_of(position, number) or "")
                if place is not None:
                    found[place] += 1
            hidden >>= 1
            number += 1
        return found
