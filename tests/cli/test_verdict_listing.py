"""What a command lists is what the API lists, under the same names; the description is the one that is served."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_api import create_app
from plancia_archive import Archive
from plancia_cli.main import plancia
from tests.api.conftest import filled


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return filled(tmp_path_factory.mktemp("listing") / "a.db")


def run(archive: Archive, *words: str) -> Result:
    return CliRunner().invoke(plancia, ["--lang", "en", "-a", str(archive.path), *words])


def test_findings_are_those_of_the_api(archive: Archive) -> None:
    client = create_app(archive).test_client()
    token = archive.tokens.grant("a", "arbiter")[1]  # the games are open
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for words, query in (
        ((), ""), (("--verdict", "illegal"), "&verdict=illegal"), (("--rule-id", "MON-15"), "&rule_id=MON-15"),
        (("--variant", "monopoli", "--player", "Anna"), "&variant=monopoli&player=Anna"),
    ):  # fmt: skip
        items = client.get(f"/api/v1/verdicts?lang=en&limit=500{query}").get_json()["items"]
        assert items and json.loads(run(archive, "verdicts", *words, "--json").stdout) == items
        lines = run(archive, "verdicts", *words, "--format", "jsonl").stdout.splitlines()
        assert [json.loads(line) for line in lines] == items
        rows = csv.DictReader(io.StringIO(run(archive, "verdicts", *words, "--format", "csv").stdout))
        assert [row["says"] for row in rows] == [item["says"] for item in items]
    page = client.get("/api/v1/verdicts?lang=en&limit=1").get_json()
    rest = client.get(f"/api/v1/verdicts.ndjson?lang=en&after={page['next']}").get_data(as_text=True).splitlines()
    after = json.loads(run(archive, "verdicts", "--after", page["next"], "--json").stdout)
    assert after == [json.loads(line) for line in rest]
    assert run(archive, "verdicts", "--after", "x").exit_code == 2
    nobody = run(archive, "verdicts", "--player", "Nobody", "--format", "csv")
    assert nobody.exit_code == 0 and len(nobody.stdout.splitlines()) == 1 and "Nobody" in nobody.stderr


def test_events_are_those_of_the_api(archive: Archive) -> None:
    client = create_app(archive).test_client()
    game = archive.resolve("serata-2")
    items = client.get(f"/api/v1/games/{game}/events?after=20&limit=3").get_json()["items"]
    assert json.loads(run(archive, "events", "serata-2", "--after", "20", "--limit", "3", "--json").stdout) == items
    assert len(run(archive, "events", game, "--format", "jsonl").stdout.splitlines()) == archive.version(game) - 1
    assert run(archive, "events", "none").exit_code == 1


def test_the_description_needs_no_server(archive: Archive, tmp_path: Path) -> None:
    served = create_app(archive).test_client().get("/api/v1/openapi.json").get_json()
    assert json.loads(run(archive, "openapi").stdout) == served and served["openapi"].startswith("3.1")
    assert run(archive, "openapi", "-o", str(tmp_path / "api.json")).exit_code == 0
    assert json.loads((tmp_path / "api.json").read_text("utf-8")) == served
