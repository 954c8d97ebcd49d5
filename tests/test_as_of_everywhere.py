"""Every question answers as of an earlier state of the log, or refuses; a new one cannot be forgotten."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_api.as_of_views import LIVE_ENDPOINTS
from plancia_cli.main import AS_OF_COMMANDS, COMMANDS, plancia
from tests.api.conftest import filled
from tests.make_examples import name_of, questions

# Commands about the archive as it is now, about its files, or about no archive: they refuse --as-of by name.
OF_NOW = {
    "anchor", "append", "approve", "backup", "board", "checkpoint", "cite", "complete", "completion", "confirm",
    "conformance", "conformance-driver", "convert", "demo", "fmt", "fsck", "generate", "glossary", "head", "health",
    "import", "init", "key", "lint", "objectives", "odds", "openapi", "prove", "publish", "rebuild", "record",
    "restore", "clock", "open", "serve", "token", "variants", "verify", "withdraw", "witness",
}  # fmt: skip
NOW_OVER_HTTP = {  # of tokens, of the published log, of who records, and of live games
    "tokens.list_tokens": "/api/v1/tokens",
    "tokens.list_refusals": "/api/v1/refusals",
    "tlog.checkpoint": "/api/v1/tlog/checkpoint",
    "tlog.tile": "/api/v1/tlog/tile/0/000.p/4",
    "tlog.game_proof": "/api/v1/games/serata-1/proof",
    "writers.current_writer": "/api/v1/games/serata-1/writer",
    "live.stream_events": "/api/v1/games/serata-1/stream",
    "tlog.entry_bundle": "/api/v1/tlog/tile/entries/000.p/4",
}


def test_every_command_answers_or_refuses() -> None:
    answering = set(COMMANDS) - OF_NOW
    assert answering == AS_OF_COMMANDS, "name it in AS_OF_COMMANDS of plancia_cli/main.py, or here in OF_NOW"
    assert set(COMMANDS) >= OF_NOW


@pytest.mark.parametrize("name", sorted(OF_NOW))
def test_a_command_of_now_refuses_with_its_name(name: str) -> None:
    refused = CliRunner().invoke(plancia, ["--lang", "en", "--as-of", "5", name])
    assert refused.exit_code == 2 and name in refused.stderr and "--as-of" in refused.stderr


def test_every_command_of_the_past_opens_the_archive_of_then() -> None:
    context = click.Context(plancia)
    for name in AS_OF_COMMANDS:
        assert isinstance(plancia, click.Group) and plancia.get_command(context, name) is not None


def test_every_read_over_http_answers_as_of_a_state(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    archive.append(archive.game_ids()[-1], ["VOID A 20 {recorded twice}"], None)
    token = archive.tokens.make("f", ["write"])
    archive.checkpoints.sign()
    size = archive.last_index() + 1
    archive.append(archive.resolve("serata-2"), ["NOTE A {later}"], None)
    app = create_app(archive)
    client = app.test_client()
    asked = questions(archive)
    routes = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/v1/")]
    ours = {rule.endpoint for rule in routes if "GET" in (rule.methods or ())}
    assert NOW_OVER_HTTP.keys() == LIVE_ENDPOINTS
    assert ours - LIVE_ENDPOINTS <= {name_of(app, name) for name in asked} <= ours, (
        "ask it in `questions` of tests/make_examples.py"
    )
    headers = {"Authorization": f"Bearer {token}"}
    for endpoint, path in NOW_OVER_HTTP.items():
        refused = client.get(path, query_string={"as_of": size}, headers=headers)
        assert (refused.status_code, refused.get_json()["reason"]) == (422, "as-of-command"), endpoint
    for name, (path, inside, query) in asked.items():
        form = getattr(app.view_functions[name_of(app, name)], "formats", ("json",))[0]
        if name_of(app, name) in LIVE_ENDPOINTS:
            continue
        address = f"/api/v1{path.format(**inside)}.{form}"
        answer = client.get(address, query_string={**query, "as_of": size}, headers=headers)
        assert answer.status_code == 200, (name, answer.get_data(as_text=True)[:300])
        head = archive.checkpoints.head(size).head()
        assert answer.headers["Plancia-As-Of"] == head, name
    archive.close()
