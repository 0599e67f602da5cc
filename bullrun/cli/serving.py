"""`bullrun serve`: the game in the browser."""

from __future__ import annotations

import argparse

from bullrun.errors import BullrunError


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if args.port > 65535:
        raise BullrunError(f"--port: expected 0 to 65535, got {args.port}")
    from bullrun.service import run as service

    return service.run(args)
