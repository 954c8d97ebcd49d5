"""The season of docs/season.md over HTTP: its requests, sent by curl to a server on the loopback."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from waitress.server import create_server

from plancia_api import create_app
from plancia_archive import Archive, verify
from tests.season import BY_HAND, CORRECTED, PAGE, PLACES, SECOND, TOTALS, commands, part, run


def totals(path: Path) -> dict[str, int]:
    """Totals by name in an answer that was kept in a file."""
    return {row["name"]: int(row["total"]) for row in json.loads(path.read_text("utf-8"))["items"]}


def test_every_request_of_the_page_is_served(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "rete.db", create=True)
    server = create_server(create_app(archive), host="127.0.0.1", port=0, threads=2)
    threading.Thread(target=server.run, daemon=True).start()
    listed = [command for command, _ in commands(part(PAGE.read_text("utf-8"), http=True))]
    assert [one for one in listed if one.startswith("plancia ")] == [
        "plancia -a rete.db token create segreteria --role arbiter", "plancia -a rete.db serve -p 8001",
    ]  # fmt: skip
    steps = [one for one in listed if not one.startswith(("plancia ", "export BASE"))]
    env = {"BASE": f"http://127.0.0.1:{server.effective_port}/api/v1", "TOKEN": archive.tokens.make("s", ["write"])}
    outputs = run(steps, tmp_path, **env)
    server.close()
    posts = [text for text in outputs if text]
    assert len(outputs) == len(steps) and len(posts) == 15, outputs
    for text in posts:
        assert set(json.loads(text)) >= {"game", "version", "duplicate"}, text
    finals(archive, tmp_path)


def finals(archive: Archive, folder: Path) -> None:
    """The standings by round and at the end are those reckoned by hand."""
    assert totals(folder / "seconda.json") == SECOND
    assert totals(folder / "seconda-corretta.json") == CORRECTED
    answer: dict[str, Any] = json.loads((folder / "finale.json").read_text("utf-8"))
    rows = {row["name"]: row for row in answer["items"]}
    assert {name: (row["pos"], int(row["total"])) for name, row in rows.items()} == {
        player: (PLACES[player], TOTALS[player]) for player in TOTALS
    }
    for player, evenings in BY_HAND.items():
        assert rows[player]["per_round"] == [None if one is None else str(sum(one)) for one in evenings]
    assert rows["Fabio"]["parted_by"] == "plain" and rows["Fabio"]["parted"] == ["80", "75"]
    assert [remark["code"] for remark in answer["remarks"]] == ["shape"]
    assert (folder / "autunno.trf").read_text("utf-8").startswith("012 Torneo d'autunno\n022 Arci Monopoli\n")
    assert archive.tournaments.get("autunno").closed and verify(archive) == []
