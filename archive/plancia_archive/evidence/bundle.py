"""Creates the evidence bundle of a game (docs/evidence.md): its streams with proofs at the newest signed checkpoint."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.evidence.bundle_form import FORMAT
from plancia_archive.evidence.strict_json import JsonObject
from plancia_archive.log.archive_stream import STREAM as ARCHIVE
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.entries import RULESET_PREFIX
from plancia_archive.log.entry_format import entry_bytes
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.people.register import REFERENCE
from plancia_archive.people.register import STREAM as PERSON
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.signed_note import Note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.tlog_proof import TlogProof

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

APPROVAL_PREFIX, CORRECTION_PREFIX, DISPUTE_PREFIX = "approval:", "correction:", "dispute:"
RECENT_CHECKPOINTS = 16  # newest earlier checkpoints with a consistency proof in every bundle


def make_bundle(
    archive: Archive, game_id: str, since: Sequence[Checkpoint | int] = (), include_names: bool = False
) -> dict[str, Any]:
    """Signs the head of the log where it is not signed and returns the bundle of a game at that checkpoint.

    Arguments and errors are those of `bundle_at`.
    """
    archive.checkpoints.sign()
    return bundle_at(archive, game_id, since, include_names)


def sign_game(archive: Archive, game_id: str) -> str:
    """Signs the head of the log where the newest checkpoint does not cover all entries about a game.

    Returns the text of the newest checkpoint. Raises ArchiveError: `no-game`, `no-key`.
    """
    with archive.lock:
        streams = bundle_streams(archive, game_id, [], archive.last_index() + 1)
        statement = f"SELECT max(log_index) FROM entry WHERE game IN ({', '.join('?' * len(streams))})"
        last_index = int(archive.db.execute(statement, streams).fetchone()[0])
        note = archive.checkpoints.latest()
        if note is None or parse_checkpoint(note.body).size <= last_index:
            note = archive.checkpoints.sign() or note
    if note is None:
        raise ArchiveError("no-key", str(archive.path))
    return note.text()


def bundle_at(
    archive: Archive, game_id: str, since: Sequence[Checkpoint | int] = (), include_names: bool = False
) -> dict[str, Any]:
    """Returns the bundle of a game at the newest signed checkpoint.

    The bundle has consistency proofs from `since`, which are older heads or their sizes, and from the first and the
    newest earlier checkpoints. `include_names` adds the players' names. Raises ArchiveError: `no-game`, `no-key`
    without a key and a checkpoint, `not-signed-yet` for a game that a read-only archive has not signed yet, `head-
    size`, `head-other`.
    """
    with archive.lock:
        note = archive.checkpoints.latest()
        if note is None or parse_checkpoint(note.body).origin != origin_of(archive.log):
            raise ArchiveError("no-key", str(archive.path))
        archive.checkpoints.check_note(note)
        size = parse_checkpoint(note.body).size
        players = player_references(archive, game_id) if include_names else []
        streams = bundle_streams(archive, game_id, players, size)
        keys = keys_of(archive.log)
        bundle: dict[str, Any] = {
            "format": FORMAT, "subject": {"game": game_id}, "origin": origin_of(archive.log),
            "key": keys[-1] if keys else None,
            "streams": [stream_with_proof(archive, stream, size, note) for stream in streams],
            "consistency": [consistency_proof(archive, older, size) for older in older_sizes(archive, since, size)],
        }  # fmt: skip
        people = {player: person_record(archive, player) for player in players if PERSON + player in streams}
        people_with_records = {player: record for player, record in people.items() if record}
    return {**bundle, "people": people_with_records} if people_with_records else bundle


def bundle_text(bundle: dict[str, Any]) -> str:
    """Returns the text of the file of a bundle."""
    return json.dumps(bundle, ensure_ascii=False, indent=1) + "\n"


def bundle_streams(archive: Archive, game_id: str, players: Sequence[str], size: int) -> list[str]:
    """Returns the names of the streams of a bundle that have entries below the index `size`, the game first.

    Raises ArchiveError `not-signed-yet` for a game without such entries.
    """
    rules = archive.game(game_id).header("Rules") or ""
    candidates = [
        game_id, RULESET_PREFIX + rules, WITHDRAWALS.prefix + game_id, APPROVAL_PREFIX + game_id,
        CORRECTION_PREFIX + game_id,
        *dispute_streams(archive, game_id),
        *(PERSON + player for player in players), ARCHIVE,
    ]  # fmt: skip
    statement = "SELECT 1 FROM entry WHERE game = ? AND log_index < ?"
    streams = [name for name in candidates if archive.db.execute(statement, [name, size]).fetchone()]
    if streams[:1] != [game_id]:
        raise ArchiveError("not-signed-yet", game_id)
    return streams


def dispute_streams(archive: Archive, game_id: str) -> list[str]:
    """Returns the names of the streams of the disputes about a game."""
    rows = archive.db.execute(
        "SELECT game, body FROM entry WHERE first = 0 AND game LIKE ? ORDER BY log_index", [DISPUTE_PREFIX + "%"]
    ).fetchall()
    return [str(name) for name, body in rows if parse_first_line(bytes(body)).get("game") == game_id]


def parse_first_line(body: bytes) -> JsonObject:
    """Parses the first JSON line of an entry. Raises ArchiveError `damaged`."""
    try:
        return dict(json.loads(body.partition(b"\n")[0]))
    except (TypeError, ValueError) as error:
        raise ArchiveError("damaged", str(error)[:200]) from error


def player_references(archive: Archive, game_id: str) -> list[str]:
    """Returns the references of a game's players and arbiter, and of the people that they were merged into."""
    merged_references = archive.people.merged()
    text = archive.text(game_id)
    head = text.partition("\n\n")[0]
    header_values = [word.rstrip('"]') for line in head.split("\n") if (word := line.partition(' "')[2])]
    references = [value for value in header_values if REFERENCE.match(value)]
    return list(
        dict.fromkeys([*references, *(merged_references[value] for value in references if value in merged_references)])
    )


def person_record(archive: Archive, player: str) -> dict[str, Any] | None:
    """Returns the record of a person and the salt of its commitment; None for an erased or merged person."""
    row = archive.db.execute("SELECT salt FROM person WHERE player_ref = ?", [player]).fetchone()
    if row is None or row[0] is None:
        return None
    return {"record": archive.people.committed_record(player), "salt": bytes(row[0]).hex()}


def stream_with_proof(archive: Archive, stream: str, size: int, note: Note) -> dict[str, Any]:
    """Returns the entries of a stream below the index `size`, and the inclusion proof of the last one."""
    rows = archive.db.execute(
        "SELECT log_index, prev, header, body FROM entry WHERE game = ? AND log_index < ? ORDER BY first",
        [stream, size],
    ).fetchall()
    last_index = int(rows[-1][0])
    proof = TlogProof(last_index, tuple(archive.checkpoints.tree.inclusion(last_index, size)), note)
    entries = [to_base64(entry_bytes(bytes(prev), str(header), bytes(body))) for _, prev, header, body in rows]
    return {"stream": stream, "entries": entries, "proof": proof.text()}


def older_sizes(archive: Archive, since: Iterable[Checkpoint | int], size: int) -> list[int]:
    """Returns the tree sizes to prove consistency from: those of `since`, the first and the newest signed ones.

    Raises ArchiveError `head-size` or `head-other` for a head that the log does not have.
    """
    origin = origin_of(archive.log)
    checkpoints = [parse_checkpoint(note.body) for note in archive.checkpoints.signed_notes()]
    signed_sizes = [
        checkpoint.size for checkpoint in checkpoints if checkpoint.origin == origin and checkpoint.size < size
    ]
    sizes = {*signed_sizes[:1], *signed_sizes[-RECENT_CHECKPOINTS:]}
    for older in since:
        requested_size = older if isinstance(older, int) else older.size
        if not 0 < requested_size <= size:
            raise ArchiveError("head-size", f"{requested_size} (1..{size})")
        if isinstance(older, Checkpoint) and archive.checkpoints.head(requested_size).head() != older.head():
            raise ArchiveError("head-other", older.head())
        sizes.add(requested_size)
    return sorted(sizes - {size})


def consistency_proof(archive: Archive, older_size: int, size: int) -> dict[str, Any]:
    """Returns the consistency proof from an older tree size to `size`, as the bundle has it."""
    tree = archive.checkpoints.tree
    proof = [to_base64(node) for node in tree.consistency(older_size, size)]
    return {"size": older_size, "root": to_base64(tree.root(older_size)), "proof": proof}
