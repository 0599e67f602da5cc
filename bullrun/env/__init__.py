"""Environments for research over any game and scenario: PettingZoo (both sides) and Gymnasium (one side
against a bot). They need the extra `env`: pip install bullrun[env]."""

from __future__ import annotations

from bullrun.env.aec import BullrunEnv, make_env
from bullrun.env.solo import BullrunSolo

__all__ = ["BullrunEnv", "BullrunSolo", "make_env"]
