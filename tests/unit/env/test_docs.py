"""The example in the docs runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

DOCS = Path(__file__).parents[3] / "docs" / "research.md"


def test_the_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    scope = {}
    exec(compile(example, str(DOCS), "exec"), scope)
    assert not scope["env"].agents
