"""What a browser must load stays small, and knows no game by name. (`./test` runs the client's own tests.)"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.slow
CLIENT = ROOT / "client"
STATIC = ROOT / "bullrun" / "service" / "static"
LARGEST_BUNDLE = 200_000
LARGEST_FONTS = 120_000


def test_the_bundle_is_small() -> None:
    files = [file for file in (STATIC / "assets").iterdir() if file.is_file()]
    fonts = [file for file in files if file.suffix == ".woff2"]
    rest = [file for file in [*files, STATIC / "index.html"] if file not in fonts]
    assert sum(len(gzip.compress(Path(file).read_bytes())) for file in rest) < LARGEST_BUNDLE
    assert sum(file.stat().st_size for file in fonts) < LARGEST_FONTS


def test_no_game_is_named_in_client_or_service() -> None:
    """A new game needs data, not screens: nothing here may know one by name."""
    words = ("bull-run-", "bull_run_", "secession", "clash-of", "day-was", "confederate", "union", "mcdowell")
    for folder, pattern in ((CLIENT / "src", "**/*.ts*"), (ROOT / "bullrun" / "service", "*.py")):
        for file in folder.glob(pattern):
            text = file.read_text(encoding="utf-8").lower()
            found = [word for word in words if word in text]
            assert not found, f"{file.relative_to(ROOT)} names {found}"
