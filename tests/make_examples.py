"""Makes the examples of the API description again, from real requests: python -m tests.make_examples.

`python3 run.py make` does it too. Ids and references are written as plain numbers, and drawn from a seed while the
archive is filled, since answers are sorted by them: the file changes only where an answer does. Long lists and boards
are cut short.
"""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.facts.redaction import has_hidden_values, is_over
from tests.api.conftest import fill
from tests.example_masks import masked
from tests.example_writes import claimed, disputed, open_game, registered, settled, short, tokens, written

FILE = Path(__file__).parent.parent / "api" / "plancia_api" / "examples.json"
Ask = tuple[str, dict[str, Any], dict[str, Any]]
BULK = ("csv", "ndjson", "rgn")
LONGEST = 2000  # characters of a text


def questions(archive: Archive) -> dict[str, Ask]:
    """Operation id -> path, parameters of the path, parameters of the query."""
    game = archive.resolve("serata-2")
    digest = archive.rules_of(archive.game(game)).hash
    player = next(iter(archive.game(game).players.values()))
    over = next(one for one in archive.game_ids() if not has_hidden_values(archive.game(one)))
    ended = next(one for one in archive.game_ids() if is_over(archive.game(one)))  # the stream of another has no end
    one, name = {"game_id": game}, {"name": "autunno"}
    dispute = {"dispute_id": archive.disputes.listed()[0].dispute}
    photo = archive.disputes.get(dispute["dispute_id"]).of_kind("evidence")[0]["sha256"]
    disputed_game = archive.disputes.get(dispute["dispute_id"]).game
    return {
        "list_games": ("/games", {}, {"variant": "monopoli", "limit": 1}),
        "one_game": ("/games/{game_id}", one, {}),
        "events": ("/games/{game_id}/events", one, {"after": 20, "limit": 2}),
        "stream_events": ("/games/{game_id}/stream", {"game_id": ended}, {"after": archive.version(ended) - 2}),
        "state": ("/games/{game_id}/state/{number}", {**one, "number": 20}, {}),
        "drawn_board": ("/games/{game_id}/board", one, {"event": 20}),
        "verdicts": ("/games/{game_id}/verdicts", one, {}),
        "score": ("/games/{game_id}/score", one, {}),
        "due_now": ("/games/{game_id}/due", {"game_id": open_game(archive)}, {}),
        "current_writer": ("/games/{game_id}/writer", {"game_id": open_game(archive)}, {}),
        "corrections": ("/games/{game_id}/corrections", {"game_id": archive.game_ids()[-1]}, {}),
        "game_evidence_file": ("/games/{game_id}/evidence/{digest}", {"game_id": disputed_game, "digest": photo}, {}),
        "list_merged": ("/merged", {}, {}),
        "list_verdicts": ("/verdicts", {}, {"rule_id": "MON-15", "limit": 1}),
        "list_events": ("/events", {}, {"variant": "monopoli", "limit": 1}),
        "list_players": ("/players", {}, {"limit": 2}),
        "one_player": ("/players/{player}", {"player": player}, {}),
        "variants": ("/variants", {}, {"limit": 1}),
        "one_variant": ("/variants/{variant}", {"variant": "monopoli"}, {}),
        "rules": ("/rules", {}, {"limit": 2}),
        "kept_rules": ("/rules/{digest}", {"digest": digest}, {}),
        "health": ("/health", {}, {}),
        "openapi": ("/openapi", {}, {}),
        "ranking_systems": ("/rankings", {}, {"limit": 1}),
        "tournaments": ("/tournaments", {}, {"limit": 1}),
        "one_tournament": ("/tournaments/{name}", name, {}),
        "standings": ("/tournaments/{name}/standings", name, {"round": 1, "limit": 2}),
        "tournament_events": ("/tournaments/{name}/events", name, {"after": 1, "limit": 2}),
        "drawing": ("/tournaments/{name}/draw", name, {"seed": 7, "sizes": "4"}),
        "national": ("/tournaments/{name}/national", name, {"of": "open"}),
        "whole_report": ("/tournaments/{name}/report", name, {}),
        "supposing": ("/statistics/what-if", {}, {"under": "torneo@1", "variant": "monopoli", "limit": 2}),
        "statistics": ("/statistics", {}, {"limit": 1}),
        "one_statistic": ("/statistics/{name}", {"name": "results-by-variant"}, {"variant": "monopoli"}),
        "chart": ("/statistics/{name}/chart", {"name": "eliminations"}, {}),
        "search": ("/search", {}, {"position": "SIA=x>=3", "limit": 1}),
        "odds": ("/odds", {}, {"attackers": 2, "defenders": 1}),
        "log_head": ("/head", {}, {}),
        "list_disputes": ("/disputes", {}, {"open": "true"}),
        "one_dispute": ("/disputes/{dispute_id}", dispute, {}),
        "evidence_file": ("/disputes/{dispute_id}/files/{digest}", {**dispute, "digest": photo}, {}),
        "printed_decision": ("/disputes/{dispute_id}/decision", dispute, {}),
        "checkpoint": ("/tlog/checkpoint", {}, {}),
        "tile": ("/tlog/tile/{place}", {"place": "0/000.p/4"}, {}),
        "entry_bundle": ("/tlog/tile/entries/{number}", {"number": "000.p/4"}, {}),
        "game_proof": ("/games/{game_id}/proof", {"game_id": over}, {"since": 6}),
        "inclusion_proof": ("/proofs/inclusion", {}, {"index": 3, "size": 20}),
        "consistency_proof": ("/proofs/consistency", {}, {"from": 6, "to": 20}),
    }


@contextlib.contextmanager
def seeded_ids() -> Iterator[None]:
    """Ids of games and references of players come from a seed, so that lists sorted by them keep their order."""
    ids, references = random.Random(1), random.Random(1)  # apart: what draws one leaves the order of the other alone
    with (
        patch.object(secrets, "token_hex", lambda size: ids.randbytes(size).hex()),
        patch.object(secrets, "choice", references.choice),
    ):
        yield


def made() -> dict[str, Any]:
    """Operation id -> parameters, body, answers and texts of a real request."""
    with seeded_ids(), tempfile.TemporaryDirectory() as folder:
        archive = fill(Path(folder) / "a.db")
        archive.append(archive.game_ids()[-1], ["VOID A 20 {recorded twice}"], None)
        headers = {"Authorization": "Bearer " + archive.tokens.make("f", ["write"])}  # a file of evidence needs it
        archive.checkpoints.sign()
        client = create_app(archive).test_client()
        found: dict[str, Any] = {}
        for name, (path, inside, query) in questions(archive).items():
            address = "/api/v1" + path.format(**inside) + ("?" + urlencode(query) if query else "")
            found[name] = {"parameters": {**inside, **query}}
            view = client.application.view_functions[name_of(client.application, name)]
            for form in getattr(view, "formats", ("json",)):
                if form == "bin":
                    content = client.get(address, headers=headers)
                    assert content.status_code == 200, name
                    found[name]["texts"] = {form: f"({len(content.data)} bytes)"}
                    continue
                place, mark, asked = address.partition("?")
                answer = client.get(f"{place}.{form}{mark}{asked}", headers={"Accept-Language": "en"})
                assert answer.status_code == 200, (name, form, answer.get_data(as_text=True))
                if form == "json":
                    found[name]["answers"] = {"200": short(answer.get_json())}
                else:
                    text = answer.get_data(as_text=True).removeprefix("\ufeff").replace("\r\n", "\n")
                    lines = text.splitlines(keepends=True)
                    found[name].setdefault("texts", {})[form] = "".join(lines[: 2 if form in BULK else 12])[:LONGEST]
        found["openapi"]["answers"] = {"200": {"openapi": "3.1.0"}}
        found |= written(client, archive) | disputed(client, archive)
        found |= registered(client, archive) | tokens(client, archive) | settled(client, archive)
        found |= claimed(client, archive)
        archive.close()
    return dict(sorted(masked(found).items()))


def name_of(app: Any, operation: str) -> str:
    """The endpoint of an operation."""
    return next(str(name) for name in app.view_functions if name.endswith(f".{operation}"))


def main() -> None:
    """Writes them."""
    FILE.write_text(json.dumps(made(), ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
