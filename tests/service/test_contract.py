"""The API as it describes itself: every documented address against generated input, fitting and not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from starlette.testclient import TestClient

from bullrun.service.app import create_app
from tests.service.conftest import HOST
from tests.service.table import GAMES, game_ids

DESCRIPTION = create_app(Path("unused"), games=GAMES, game_ids=game_ids).openapi()
OPERATIONS = {
    operation.label: operation
    for operation in (
        found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()
    )
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(tmp_path_factory.mktemp("served"), games=GAMES, game_ids=game_ids)
    with TestClient(app, base_url=HOST, raise_server_exceptions=False) as client:
        client.post("/api/games", json={"game": "toy", "scenario": "ford"})
        yield client


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_generated_input(served: TestClient, label: str, mode: GenerationMode) -> None:
    operation = OPERATIONS[label]
    if mode == GenerationMode.NEGATIVE and not _takes_anything(operation):
        return  # Nothing can be sent that misfits.
    described = DESCRIPTION["paths"][operation.path][operation.method.lower()]["responses"]

    @settings(max_examples=10, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        sent = case.as_transport_kwargs(base_url=HOST)
        sent.pop("cookies", None)
        answer = served.request(**sent)
        assert answer.status_code < 500, answer.text
        # A path that no longer fits any address is answered by the router, not by the operation.
        assert str(answer.status_code) in described or answer.status_code in (404, 405), answer.status_code
        if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
            body = answer.json()
            assert body["error"] and body["says"], body

    run()
    assert served.get("/api/about").status_code == 200


def _takes_anything(operation: Any) -> bool:
    raw = DESCRIPTION["paths"][operation.path][operation.method.lower()]
    return bool(raw.get("parameters") or raw.get("requestBody"))


def test_the_description_covers_the_api(served: TestClient) -> None:
    described_paths = served.get("/openapi.json").json()["paths"]
    for path in ("/api/games", "/api/games/{game_id}/act", "/api/games/{game_id}/undo", "/api/library"):
        assert path in described_paths
