"""Erasure proven by the raw bytes of every file that the archive owns, in every spelling and encoding of the name."""

from __future__ import annotations

import base64
import json
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_api.as_of_views import PAST_VIEWS
from plancia_archive import Archive, verify
from plancia_archive.disputes.decision import render_decision
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.past.views import make_view, open_view
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.registers.person_erasure import Mention, erase_record, find_mentions
from plancia_archive.registers.written_copies import record_copy
from plancia_archive.tlog.merkle import verify_consistency
from plancia_cli.main import plancia
from plancia_events import read

NAME, ALIAS = "Zóëlina Xylandèr", "Xilanderini Zoelina"
GAME = """[Notation "rgn 1"]
[Game "g-Zoelina-Xylander"]
[Variant "monopoli@1"]
[Event "Memorial Zóëlina Xylandèr"]
[Place "casa Xilanderini Zoelina"]
[Round "finale di ZOELINA XYLANDER"]
[Table "tavolo Zoelina Xylander"]
[Arbiter "Ida Bo"]
[Match "m Zoelina Xylander"]
[Leg "Zoelina Xylander"]
[Red "Zóëlina Xylandèr"]
[Blue "Carla Bianchi"]
[Green "Ugo Neri"]
[Completeness "full"]
[Provenance "sheet"]
[X-Nota "Xylander in ritardo"]
[X-Zoelina-Xylander "1"]

CLOCK * started {protesta XYLANDÈR, Zoelina}
"""


def spellings() -> set[str]:
    """The words of the name and the alias as written, normalised, without accents, in every case."""
    words = {*NAME.split(), *ALIAS.split()}
    for form in ("NFC", "NFD", "NFKD"):
        words |= {unicodedata.normalize(form, word) for word in words}
    bare = {"".join(letter for letter in word if not unicodedata.combining(letter)) for word in words}
    return {case(word) for word in words | bare for case in (str, str.upper, str.lower, str.casefold, str.title)}


def encodings(word: str) -> set[bytes]:
    """A word as bytes: UTF-8, UTF-16, escaped in JSON, and base64 at each of its three alignments."""
    plain = word.encode()
    found = {plain, word.encode("utf-16-le"), word.encode("utf-16-be"), json.dumps(word)[1:-1].encode()}
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + plain + b"\0" * (-(shift + len(plain)) % 3))
        inner = whole[4 if shift else 0 : len(whole) - (4 if (shift + len(plain)) % 3 else 0)]
        if len(inner) >= 8:  # four letters of base64 stand in signatures by chance
            found |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return found


TRACES = sorted({trace for word in spellings() for trace in encodings(word)})


def traces(folder: Path) -> dict[str, list[bytes]]:
    """The forms of the name in the raw bytes of each file below a folder, and in the files' names."""
    found: dict[str, list[bytes]] = {}
    for path in sorted(folder.rglob("*")):
        data = path.read_bytes() if path.is_file() else b""
        if hits := [trace for trace in TRACES if trace in data or trace in path.name.encode()]:
            found[str(path.relative_to(folder))] = hits
    return found


@pytest.mark.parametrize("word", ["Xylandèr", "Zóëlina"])
def test_the_search_is_not_blind(tmp_path: Path, word: str) -> None:
    forms = [word.encode(), word.upper().encode("utf-16-be"), json.dumps(f"a{word}b").encode()]
    forms += [base64.b64encode(b"x" * shift + word.encode() + b"tail") for shift in range(3)]
    for number, data in enumerate(forms):
        (tmp_path / f"{number}.bin").write_bytes(b"before" + data + b"after")
    assert len(traces(tmp_path)) == len(forms)


def filled(folder: Path) -> Archive:
    """An archive where a person stands in every place that takes a name."""
    archive = Archive.open(folder / "club.db", create=True)
    with archive.writing():
        archive.people.find_or_make(NAME)
        archive.people.add_alias(NAME, ALIAS)
    game = archive.add_game(read(GAME).games[0], request_id="http:0:di Zoelina Xylander").game_id
    archive.append(game, [f"CLOCK * paused {{{ALIAS} chiede tempo}}"], None, "di Zoelina Xylander")
    archive.tournaments.append("t", [
        {"kind": "opened", "title": f"Trofeo {ALIAS}", "system": "monopoli", "club": f"Circolo {NAME}"},
        {"kind": "entered", "player": NAME, "team": f"Amici di {NAME}"}, {"kind": "entered", "player": "Ugo Neri"},
        {"kind": "adjusted", "player": "Ugo Neri", "points": "-1", "why": f"offese {NAME.upper()}"},
    ])  # fmt: skip
    other = archive.add_game(read(GAME.replace("started", "resumed")).games[0]).game_id
    archive.withdrawals.withdraw(other, f"chiesto da {NAME}")
    third = GAME.replace(f'[Red "{NAME}"]', '[Red "Anna Verdi"]').replace("started", "expired")
    third = third.replace("Xylander in ritardo", NAME).replace("XYLANDÈR, Zoelina", ALIAS)  # not seated: whole names
    about = archive.add_game(read(third).games[0]).game_id
    dispute = archive.disputes.open(f"{NAME} ha barato", "Carla Bianchi", game=about, event=1).id
    archive.disputes.add_evidence(dispute, b"\xff\xd8\xff a photo", f"foto di {ALIAS}", "B")
    archive.disputes.add(dispute, {"kind": "answer", "by": "A", "text": f"zoelina xylander non c'era; {NAME}"})
    archive.disputes.rule(dispute, "rejected", f"lo dice {NAME}", arbiter=NAME, due="2026-01-01T00:00:00Z")
    archive.disputes.add(dispute, {"kind": "closed", "why": f"pace con {ALIAS}"})
    archive.approvals.approve(game)
    archive.approvals.reopen(game, f"lo chiede {NAME}")
    archive.refusals.record("unknown", "", "POST /players", f"players/{NAME}", "role")
    record_copy(archive, "backup", folder / f"copia di {NAME}.zip")
    archive.checkpoints.sign()
    return archive


def run(archive: Archive, *words: str) -> str:
    result = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(archive.path), *words])
    assert result.exit_code == 0, (words, result.output)
    return result.output


def test_no_file_of_the_archive_has_a_form_of_the_name(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    archive, beside = filled(tmp_path / "a"), tmp_path / "later"
    game = archive.game_ids()[0]
    assert traces(tmp_path / "a") and find_mentions(archive, NAME) == []
    erase_record(archive, NAME, f"chiesto da {NAME}")
    assert traces(tmp_path / "a") == {} and verify(archive) == []
    beside.mkdir()
    run(archive, "backup", str(beside / "b.zip"))
    run(archive, "export", "--all", "--names", "-o", str(beside / "e.rgn"))
    run(archive, "export", "--all", "--names", "--form", "csv", "--table", "events", "-o", str(beside / "e.csv"))
    run(archive, "dump", str(beside / "dump"))
    run(archive, "tournament", "report", "t", "-o", str(beside / "t.trf"))
    run(archive, "datasette", "--names", "--print", "--folder", str(beside / "datasette"))
    run(archive, "prove", game, "--names", "-o", str(beside / "p.json"))
    run(archive, "restore", str(beside / "b.zip"), str(beside / "r.db"))
    dispute = archive.disputes.listed()[0].dispute
    (beside / "d.html").write_text(
        render_decision(archive, dispute, "it", archive.tournaments.replace_references, "html")
    )
    archive.rebuild()
    archive.close()
    assert traces(tmp_path) == {}


def test_a_view_of_a_moment_before_the_erasure_has_no_name(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    before = archive.checkpoints.head()
    reference = erase_record(archive, NAME, "asked").player
    make_view(archive, before, tmp_path / "view.db")
    view = open_view(tmp_path / "view.db", before)
    assert view.people.find(NAME) is None and view.people.find(ALIAS) is None and view.last_index() + 1 == before.size
    assert view.people.find(reference) == reference and view.people.was_erased(reference)
    assert ShownNames(view.people, "en").name(reference) == f"erased person {reference}"
    places = [[row.player for row in one.tournaments.standings("t")] for one in (view, archive)]
    assert places[0] == places[1] and reference in places[0]
    view.close()
    for words in (["list"], ["tournament", "standings", "t"], ["export", "--all", "--names"], ["person", "list"]):
        assert "ylan" not in run(archive, "--as-of", str(before.size), *words).casefold(), words
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.grant("r", "reader")[1], "Accept-Language": "en"}
    for address in ("games", "tournaments/t", "tournaments/t/standings", f"players/{reference}", "players"):
        answer = client.get(f"/api/v1/{address}?as_of={before.size}", headers=auth)
        assert answer.status_code == 200 and "ylan" not in answer.get_data(as_text=True).casefold(), address
    assert client.get(f"/api/v1/players/{reference}?as_of={before.size}", headers=auth).get_json()["erased"] is True
    archive.close()
    assert traces(tmp_path) == {}


def test_a_server_that_showed_an_earlier_state_forgets_the_name(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.grant("k", "keeper")[1]}
    address = f"/api/v1/tournaments/t/standings?as_of={archive.last_index() + 1}"
    assert "Xyland" in client.get(address, headers=auth).get_data(as_text=True)
    player = archive.people.find(NAME)
    would = client.post(f"/api/v1/players/{player}/erase?dry_run=true", json={}, headers=auth).get_json()
    match = {"If-Match": f'"{would["version"]}"'}
    assert client.post(f"/api/v1/players/{player}/erase", json={}, headers={**auth, **match}).status_code == 200
    assert "Xyland" not in client.get(address, headers=auth).get_data(as_text=True)
    views = PAST_VIEWS.of(client.application)
    assert views.folder is not None and traces(views.folder) == {} and traces(tmp_path) == {}


def test_proofs_and_bundles_made_before_still_hold(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    game, before = archive.game_ids()[0], archive.checkpoints.head()
    bundles = [bundle_text(make_bundle(archive, game, include_names=names)) for names in (False, True)]
    inclusion = {index: archive.checkpoints.tree.inclusion(index, before.size) for index in range(before.size)}
    erase_record(archive, NAME, "asked")
    head = archive.checkpoints.head()
    proof = archive.checkpoints.tree.consistency(before.size, head.size)
    verify_consistency(before.size, head.size, before.root, head.root, proof)
    assert {index: archive.checkpoints.tree.inclusion(index, before.size) for index in range(before.size)} == inclusion
    for bundle in bundles:
        assert verify_bundle(bundle.encode()).ok
    assert "Xyland" not in bundle_text(make_bundle(archive, game, include_names=True))


def test_a_file_of_evidence_with_the_name_is_told(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    folder = Path(f"{archive.path}.files")
    (folder / ("0" * 64)).write_text(f"verbale di {NAME}")
    assert find_mentions(archive, NAME) == [Mention("file " + "0" * 64)]
