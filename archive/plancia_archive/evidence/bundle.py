"""Makes the bundle of a game (docs/evidence.md): its streams with proofs at the newest signed checkpoint."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.evidence.bundle_form import FORMAT
from plancia_archive.log.archive_stream import STREAM as ARCHIVE
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.entries import RULES
from plancia_archive.log.entry_format import entry_bytes
from plancia_archive.log.withdrawals import STREAM as WITHDRAWAL
from plancia_archive.registers.people import REFERENCE
from plancia_archive.registers.people import STREAM as PERSON
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.signed_note import Note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.tlog_proof import TlogProof

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

APPROVAL, DISPUTE = "approval:", "dispute:"
NEWEST = 16  # signed checkpoints that a bundle is linked to when none is asked for


def make_bundle(
    archive: Archive, game_id: str, since: Sequence[Checkpoint | int] = (), names: bool = False
) -> dict[str, Any]:
    """The bundle of a game, at the head of the log, which is signed where it was not yet.

    Arguments and errors are those of `bundle_at`.
    """
    archive.checkpoints.sign()
    return bundle_at(archive, game_id, since, names)


def sign_game(archive: Archive, game_id: str) -> str:
    """Signs the head where the newest checkpoint does not have all entries about a game; the newest head.

    Raises ArchiveError: `no-game`, `no-key`.
    """
    with archive.lock:
        wanted = streams_of(archive, game_id, [], archive.last() + 1)
        statement = f"SELECT max(log_index) FROM entry WHERE game IN ({', '.join('?' * len(wanted))})"
        last = int(archive.db.execute(statement, wanted).fetchone()[0])
        note = archive.checkpoints.latest()
        if note is None or parse_checkpoint(note.body).size <= last:
            note = archive.checkpoints.sign() or note
    if note is None:
        raise ArchiveError("no-key", str(archive.path))
    return note.text()


def bundle_at(
    archive: Archive, game_id: str, since: Sequence[Checkpoint | int] = (), names: bool = False
) -> dict[str, Any]:
    """The bundle of a game at the newest signed checkpoint.

    `since` are older heads, or their sizes, to be linked to it besides the first and the newest signed ones; `names`
    shows the players' names. Raises ArchiveError: `no-game`, `no-key` without a key and a checkpoint, `not-signed-yet`
    for a game that a read-only archive has not signed yet, `head-size`, `head-other`.
    """
    with archive.lock:
        note = archive.checkpoints.latest()
        if note is None or parse_checkpoint(note.body).origin != origin_of(archive.log):
            raise ArchiveError("no-key", str(archive.path))
        archive.checkpoints.check(note)
        size = parse_checkpoint(note.body).size
        players = players_of(archive, game_id) if names else []
        streams = streams_of(archive, game_id, players, size)
        keys = keys_of(archive.log)
        bundle: dict[str, Any] = {
            "format": FORMAT, "subject": {"game": game_id}, "origin": origin_of(archive.log),
            "key": keys[-1] if keys else None,
            "streams": [proven_stream(archive, stream, size, note) for stream in streams],
            "consistency": [link(archive, older, size) for older in older_sizes(archive, since, size)],
        }  # fmt: skip
        people = {player: record_of(archive, player) for player in players if PERSON + player in streams}
        shown = {player: record for player, record in people.items() if record}
    return {**bundle, "people": shown} if shown else bundle


def bundle_text(bundle: dict[str, Any]) -> str:
    """The file of a bundle."""
    return json.dumps(bundle, ensure_ascii=False, indent=1) + "\n"


def streams_of(archive: Archive, game_id: str, players: Sequence[str], size: int) -> list[str]:
    """The streams of a bundle that have entries below `size`, the game first. Raises ArchiveError."""
    rules = archive.game(game_id).header("Rules") or ""
    wanted = [
        game_id, RULES + rules, WITHDRAWAL + game_id, APPROVAL + game_id, *disputes_of(archive, game_id),
        *(PERSON + player for player in players), ARCHIVE,
    ]  # fmt: skip
    statement = "SELECT 1 FROM entry WHERE game = ? AND log_index < ?"
    found = [name for name in wanted if archive.db.execute(statement, [name, size]).fetchone()]
    if found[:1] != [game_id]:
        raise ArchiveError("not-signed-yet", game_id)
    return found


def disputes_of(archive: Archive, game_id: str) -> list[str]:
    """The streams of the disputes whose first line names a game."""
    rows = archive.db.execute(
        "SELECT game, body FROM entry WHERE first = 0 AND game LIKE ? ORDER BY log_index", [DISPUTE + "%"]
    ).fetchall()
    return [str(name) for name, body in rows if opening_of(bytes(body)).get("game") == game_id]


def opening_of(body: bytes) -> dict[str, Any]:
    """The first line of an entry of JSON lines. Raises ArchiveError for one that cannot be read."""
    try:
        return dict(json.loads(body.partition(b"\n")[0]))
    except (TypeError, ValueError) as error:
        raise ArchiveError("damaged", str(error)[:200]) from error


def players_of(archive: Archive, game_id: str) -> list[str]:
    """The references of a game's players and arbiter, and those that they were merged into."""
    merged = archive.people.merged()
    text = archive.text(game_id)
    head = text.partition("\n\n")[0]
    named = [word.rstrip('"]') for line in head.split("\n") if (word := line.partition(' "')[2])]
    references = [one for one in named if REFERENCE.match(one)]
    return list(dict.fromkeys([*references, *(merged[one] for one in references if one in merged)]))


def record_of(archive: Archive, player: str) -> dict[str, Any] | None:
    """Record and salt of a person; None where they were erased or merged into another."""
    row = archive.db.execute("SELECT salt FROM person WHERE player_ref = ?", [player]).fetchone()
    if row is None or row[0] is None:
        return None
    return {"record": archive.people.committed_record(player), "salt": bytes(row[0]).hex()}


def proven_stream(archive: Archive, stream: str, size: int, note: Note) -> dict[str, Any]:
    """The entries of a stream below `size`, and the proof of the last one."""
    rows = archive.db.execute(
        "SELECT log_index, prev, header, body FROM entry WHERE game = ? AND log_index < ? ORDER BY first",
        [stream, size],
    ).fetchall()
    last = int(rows[-1][0])
    proof = TlogProof(last, tuple(archive.checkpoints.tree.inclusion(last, size)), note)
    entries = [to_base64(entry_bytes(bytes(prev), str(header), bytes(body))) for _, prev, header, body in rows]
    return {"stream": stream, "entries": entries, "proof": proof.text()}


def older_sizes(archive: Archive, since: Iterable[Checkpoint | int], size: int) -> list[int]:
    """The sizes to link: those asked for, the first signed and the newest signed. Raises ArchiveError."""
    origin = origin_of(archive.log)
    heads = [parse_checkpoint(note.body) for note in archive.checkpoints.signed()]
    signed = [head.size for head in heads if head.origin == origin and head.size < size]
    sizes = {*signed[:1], *signed[-NEWEST:]}
    for one in since:
        asked = one if isinstance(one, int) else one.size
        if not 0 < asked <= size:
            raise ArchiveError("head-size", f"{asked} (1..{size})")
        if isinstance(one, Checkpoint) and archive.checkpoints.head(asked).head() != one.head():
            raise ArchiveError("head-other", one.head())
        sizes.add(asked)
    return sorted(sizes - {size})


def link(archive: Archive, older: int, size: int) -> dict[str, Any]:
    """The consistency proof from an older size to the checkpoint's."""
    tree = archive.checkpoints.tree
    proof = [to_base64(one) for one in tree.consistency(older, size)]
    return {"size": older, "root": to_base64(tree.root(older)), "proof": proof}
