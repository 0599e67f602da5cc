"""Whether the compiled part that lies here was built from the source that lies here."""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "compiled.c"


def is_of_this_source(built: Any) -> bool:
    """Whether a compiled part was built from the source beside it; an installed package has no source."""
    try:
        source = SOURCE.read_bytes()
    except OSError:
        return True
    return bool(getattr(built, "SOURCE", "") == f"bullrun source {zlib.crc32(source)}")


def say_that_it_is_old() -> None:
    """One line for whoever started this process; the processes that it starts need not say it again."""
    says = "the compiled part was built from other source, so everything runs in plain Python"
    print(f"bullrun: {says}; python setup.py build_ext --inplace builds it again.", file=sys.stderr)
    os.environ["BULLRUN_PURE"] = "1"
