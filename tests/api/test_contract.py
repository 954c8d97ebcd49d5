"""The API against its OpenAPI document: valid OpenAPI 3.1, and no server error for generated requests."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate
from waitress.server import create_server

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

# Every check is on but one. What a schema cannot say is a longer list of honest answers to requests that fit it:
# - the text of a game, its events and a search pattern are languages of their own (422 with line and column);
# - exactly one of `position` and `sequence` is to be given (400);
# - which variants and options there are hangs on the files of this version and on the archive (422);
# - the cursor of a short list is a name in it (400);
# - which sizes and indexes the log has (422) hangs on the archive;
# - which events a stream can begin after hangs on the game (400, 422);
#   its schema is that of the text, as of the other texts, which the check holds against each event;
# - which rules, times, files and lines a dispute may have, and when, hangs on the game and the dispute (422, 409);
# - what may be approved, withdrawn or confirmed, and whether that needs a reason, hangs on what was before (422, 409);
# - which sizes of tables fit hangs on who has entered (422);
# - which moments the log has hangs on the archive (422), so one of them is asked for;
# - one of If-Match and Idempotency-Key is to be given, whichever (428), and If-Match is to be of now (412, 400).
CONFIG = """
[parameters]
"path.game_id" = "{game}"
"path.digest" = "{digest}"
"path.variant" = "monopoli"
"path.player" = "{player}"
"query.as_of" = "2999-01-01"

[[operations]]
include-name-regex = "^GET /api/v1/(games(/.+/(verdicts|score|due|writer))?|verdicts|events|statistics/.+)([.][a-z]+)?$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "401", "404", "422"]

[[operations]]
include-name-regex = "^GET /api/v1/games/.+/stream([.][a-z]+)?$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "404", "422"]
checks.response_schema_conformance.enabled = false

[[operations]]
include-name-regex = "^GET /api/v1/(rules|variants|rankings|statistics)([.][a-z]+)?$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400"]

[[operations]]
include-name = "GET /api/v1/search"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404", "422"]

[[operations]]
include-name = "GET /api/v1/tournaments/{{name}}/draw"
checks.positive_data_acceptance.expected-statuses = ["2xx", "404", "422"]

[[operations]]
include-name-regex = "^GET /api/v1/(proofs/|games/.+/proof)"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "422"]

[[operations]]
include-name-regex = "^POST /api/v1/(judge|complete|opening|bulk/games)$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "409", "422"]

[[operations]]
include-name = "POST /api/v1/games"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "409", "422"]

[[operations]]
include-name = "POST /api/v1/tournaments/{{name}}/events"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "400", "404", "409", "412", "422", "428"]

[[operations]]
include-name-regex = "^POST /api/v1/disputes"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "404", "409", "422"]

[[operations]]
include-name-regex = "^POST /api/v1/(games|tournaments)/.+/(approval|withdrawal|confirmation|writer)$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422"]

[[operations]]
include-name-regex = "^POST /api/v1/players/"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "412", "422", "428"]

[[operations]]
include-name-regex = "^POST /api/v1/games/.+/(events|record|evidence)$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "400", "404", "409", "412", "422", "428"]
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str, str, str]]:
    """A server on a free port of the loopback, a token, a game and the hash of its rules."""
    archive = Archive.open(tmp_path_factory.mktemp("api") / "a.db", create=True)
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    digest, player = archive.rules_of(archive.game(game)).hash, archive.people.page(None, 1)[0]
    archive.checkpoints.sign()
    limits: dict[str, Any] = {"writes_per_minute": 10**9, "bulk_per_minute": 10**9, "seconds_per_minute": 10**9}
    app = create_app(archive, stream_seconds=0, **limits)
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}", archive.tokens.make("t", ["write"]), game, digest, player
    server.close()


def test_the_description_is_valid(tmp_path: Path) -> None:
    client = create_app(Archive.open(tmp_path / "a.db", create=True)).test_client()
    description = client.get("/api/openapi.json").get_json()
    assert description["openapi"].startswith("3.1")
    validate(description)


@pytest.mark.soak
def test_no_generated_request_fails(served: tuple[str, str, str, str, str], tmp_path: Path) -> None:
    base, token, game, digest, player = served
    (tmp_path / "schemathesis.toml").write_text(CONFIG.format(game=game, digest=digest, player=player))
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{base}/api/openapi.json",
        "--max-examples", "8", "--seed", "1", "--header", f"Authorization: Bearer {token}", "--no-color",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
