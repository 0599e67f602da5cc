"""Answers that change only with the program: whoever has one already is not sent it again."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from fastapi import Request, Response

JSON, SVG = "application/json", "image/svg+xml"


def lasting(request: Request, text: str, media_type: str) -> Response:
    """The text with its mark, or, to a browser that names this mark, only the word that it still holds."""
    mark = f'"{_digest(text)}"'
    headers = {"etag": mark, "cache-control": "no-cache"}  # Kept, and asked about every time.
    named = request.headers.get("if-none-match", "")
    if mark in (one.strip().removeprefix("W/") for one in named.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=media_type, headers=headers)


def json_text(content: Any) -> str:
    """As the framework writes JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
