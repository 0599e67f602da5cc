"""What the sequences of play have in common: how a player says that something is done, and the headings."""

from __future__ import annotations

from bullrun.engine.vocabulary import END, PIECE, SIDE, WORDS, Kind, Verb

DONE = (Verb("done", END, (), "Done"), Verb("done", END, (PIECE,), "{0} is done"))

PHASE = Kind("phase", "{phase}.", {"phase": WORDS}, level=2)
PLAYER = Kind("player", "{side} acts.", {"side": SIDE}, level=3)
