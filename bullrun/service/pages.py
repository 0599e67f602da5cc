"""The client's files, as the build left them in `static`."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).parent / "static"
NOT_BUILT = (
    "The pages of bullrun are not built. Install the package again (pip install .), "
    "or run: npm install && npm run build in the folder client.\n"
)


def mount(app: FastAPI) -> None:
    """Serve hashed assets for ever, and one page for every address of the client."""
    app.mount("/assets", _Assets(directory=STATIC / "assets", check_dir=False), name="assets")

    @app.get("/favicon.svg", include_in_schema=False)
    async def icon() -> Response:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        index = STATIC / "index.html"
        if path.startswith("api/") or path == "api":
            return PlainTextResponse("No such address.\n", status_code=404)
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, status_code=503)
        return FileResponse(index, media_type="text/html", headers={"cache-control": "no-cache"})


class _Assets(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
