"""Checks the referential integrity of the log, people and stored requests: every reference must have a target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.disputes.correction_evidence import CORRECTIONS, FileLine
from plancia_archive.disputes.correction_evidence import STREAM_PREFIX as CORRECTION
from plancia_archive.disputes.files import check_file
from plancia_archive.disputes.lines import EvidenceLine
from plancia_archive.disputes.register import DISPUTES, load_dispute
from plancia_archive.disputes.states import Dispute, RulingEffect
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.stream_checks import (
    GAME,
    RULE_SET,
    STREAMS,
    CheckStopped,
    Finding,
    collect_findings,
    stream_kind,
)
from plancia_archive.log.entries import RULESET_PREFIX
from plancia_archive.log.entry_format import Members, checksum, is_damaged, request_key
from plancia_archive.log.event_references import CORRECTION_OPS
from plancia_archive.log.foreign_logs import STREAM_PREFIX as FOREIGN
from plancia_archive.people.register import STREAM as PERSON
from plancia_archive.people.register import commitment
from plancia_archive.registers.merged_references import PERSONS, Bound, Erased
from plancia_archive.registers.token_events import STREAM
from plancia_archive.registers.tokens import COLUMNS, SCOPE_OF_ROLE
from plancia_archive.tournaments.log import STREAM as TOURNAMENT
from plancia_archive.workers import InProcessWorkers, State, Workers, chunks
from plancia_events import format_event, read, read_canonical
from plancia_events.text.headers import COLOUR_HEADERS


def check_dispute(view: Archive, stream: str) -> Iterator[Finding]:
    """Checks the effects of rulings of one dispute."""
    with suppress(ArchiveError):  # reported by the check of texts
        dispute = load_dispute(view.log, stream.removeprefix(DISPUTES.prefix))
        for ruling in dispute.of_kind("ruling"):
            for difference in missing_effects(view, dispute, ruling["effect"]):
                yield Finding(stream, "effect", difference)


def missing_effects(view: Archive, dispute: Dispute, effect: RulingEffect) -> Iterator[str]:
    """Yields the changes that a ruling records as its effect and that are not in the log."""
    if "lines" in effect:
        first, stored_lines = effect["first"], list[str]()
        with suppress(ArchiveError):
            events = view.game(dispute.game).events[first - 1 : first - 1 + len(effect["lines"])]
            stored_lines = [format_event(event) for event in events]
        if stored_lines != effect["lines"]:
            yield f"{dispute.game} {first}"
    if "events" in effect:
        name, first = effect["tournament"], effect["tournament_first"]
        stored_events = list[Members]()
        with suppress(ArchiveError):
            stored_events = view.log.events(TOURNAMENT + name)[first : first + len(effect["events"])]
        if stored_events != effect["events"]:
            yield f"{TOURNAMENT}{name} {first}"


def check_correction(view: Archive, stream: str) -> Iterator[Finding]:
    """Checks that each line of evidence is about a correction of its game."""
    game_id = stream.removeprefix(CORRECTION)
    with suppress(ArchiveError):  # reported by the check of texts
        events = view.game(game_id).events
        for number in view.corrections.of_game(game_id):
            if number <= len(events) and events[number - 1].OP not in CORRECTION_OPS:
                yield Finding(stream, "no-game", f"{game_id} {number}")


def check_evidence_files(view: Archive, archive: Path) -> Iterator[Finding]:
    """Checks that each file of evidence beside the archive has the size and the hash that its line records."""
    for stream in (DISPUTES, CORRECTIONS):
        for name in stream.names(view.log):
            with suppress(ArchiveError):
                for one in stream.read(view.log, name):
                    if isinstance(one.line, EvidenceLine | FileLine) and (
                        problem := check_file(archive, one.line.sha256, one.line.bytes)
                    ):
                        yield Finding(f"{stream.prefix}{name}", "evidence", f"{one.line.sha256} {problem}")
    for origin in view.foreign.origins():
        with suppress(ArchiveError, ValueError):
            foreign = view.foreign.load(origin)
            missing = foreign.missing_files()
            for _, line in foreign.evidence():
                is_expected = line["sha256"] not in missing
                if is_expected and (problem := check_file(archive, str(line["sha256"]), int(line["bytes"]))):
                    yield Finding(f"{FOREIGN}{origin}", "evidence", f"{line['sha256']} {problem}")


REQUEST_KEY = re.compile(r"[0-9a-f]{32}\Z")  # rows of older archives have the request id itself


def check_tokens(view: Archive, streams: set[str]) -> Iterator[Finding]:
    """Reports rows without stream, streams without row, columns that differ, and references to unknown people."""
    unmatched_streams = {stream for stream in streams if stream.startswith(STREAM)}
    statement = f"SELECT hash, scopes, checksum, {', '.join(COLUMNS)} FROM token"
    for digest, scopes, stored_checksum, *values in view.db.execute(statement).fetchall():
        cells = dict(zip(COLUMNS, values, strict=True))
        where, stream = f"token {cells['id'] or bytes(digest).hex()[:12]}", f"{STREAM}{cells['id']}"
        if stream not in unmatched_streams:
            yield Finding(where, "token", "granted")
            continue
        unmatched_streams.discard(stream)
        different_columns = list(view.tokens.differences(bytes(digest), cells))
        if (
            stored_checksum is not None
            and not different_columns
            and scopes != SCOPE_OF_ROLE.get(str(cells["role"]), "write")
        ):
            different_columns.append("scopes")
        uncommitted_cells = (
            str(cells["name"]),
            int(cells["made_at"]),
            cells["revoked_at"],
        )  # the log does not record these
        if stored_checksum is not None and not different_columns and stored_checksum != checksum(*uncommitted_cells):
            different_columns.append("checksum")
        for name in different_columns:
            yield Finding(where, "token", name)
        player = view.tokens.load_from_log(str(cells["id"])).player
        if player and PERSON + player not in streams:
            yield Finding(where, "person", player)
    for stream in sorted(unmatched_streams):
        yield Finding(f"token {stream.removeprefix(STREAM)}", "token", "row")


@dataclass
class ReferenceTargets:
    """The possible targets of references: streams with their versions, people, merged references."""

    versions: dict[str, int]
    people: set[str]
    merged: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, view: Archive) -> ReferenceTargets:
        """Reads the targets of an archive."""
        ends = view.db.execute("SELECT game, max(first + count) FROM entry GROUP BY game").fetchall()
        people = {str(row[0]) for row in view.db.execute("SELECT player_ref FROM person")}
        erased = (stream.removeprefix(PERSON) for stream, _ in ends if stream.startswith(PERSON))
        people |= {reference for reference in erased if reference not in people and view.people.is_erased(reference)}
        merged = dict(view.db.execute("SELECT player_ref, into_ref FROM merged").fetchall())
        return cls({str(row[0]): int(row[1]) for row in ends}, people, merged)


def check_references(view: Archive, workers: InProcessWorkers | Workers) -> Iterator[Finding]:
    """Checks games, rule-sets, tournaments, people and requests against each other, both ways."""
    db, targets = view.db, ReferenceTargets.read(view)
    versions, people = targets.versions, targets.people  # without merged ones
    for merged_reference, kept_reference in targets.merged.items():
        if kept_reference not in people or merged_reference in people:
            yield Finding(f"merged {merged_reference}", "person", str(kept_reference))
    used_rules: set[str] = set()
    for rows, rules, error in workers.map(check_streams, chunks(list(versions), workers.count)):
        yield from rows
        used_rules |= rules
        if error:
            raise CheckStopped(error)
    for stream in versions:
        if stream_kind(stream) == RULE_SET and stream not in used_rules:
            yield Finding(stream, "unused-rules")
    for alias, reference in db.execute("SELECT plain, player_ref FROM alias"):
        if reference not in people and reference not in targets.merged:
            yield Finding(f"alias {alias}", "person", str(reference))
    yield from check_requests(view, versions)
    yield from check_commitments(view, targets)
    yield from check_tokens(view, set(versions))


def check_requests(view: Archive, versions: dict[str, int]) -> Iterator[Finding]:
    """Checks that each answered request names an existing version of a stream, and wrote it."""
    statement = "SELECT request_id, fingerprint, game, version, duplicate FROM request"
    for request, fingerprint, game, version, duplicate in view.db.execute(statement).fetchall():
        if is_damaged(str(fingerprint), str(request), str(game), int(version), int(duplicate)):
            yield Finding(f"request {request}", "request", "checksum")
        key = str(request) if REQUEST_KEY.match(str(request)) else request_key(str(request))
        row = view.db.execute(
            "SELECT max(header = ''), max(request_id = ? OR request_id GLOB ?) FROM entry WHERE game = ?",
            [key, f"{key}/*", game],
        ).fetchone()
        has_form_1, is_writer = bool(row[0]), bool(row[1])
        if int(version) > versions.get(str(game), -1) or not (duplicate or is_writer or has_form_1):
            yield Finding(f"request {request}", "request", f"{game} {version}")


def check_commitments(view: Archive, targets: ReferenceTargets) -> Iterator[Finding]:
    """Checks the record of each person against the commitment in its stream, and that each stream has a record.

    A record without salt is from a backup without names and cannot be compared.
    """
    latest: dict[str, str] = {}
    for reference in PERSONS.names(view.log):
        with suppress(ArchiveError):  # reported by the check of texts
            for recorded in PERSONS.read(view.log, reference):
                if isinstance(recorded.line, (Bound, Erased)):
                    latest[reference] = recorded.line.commitment if isinstance(recorded.line, Bound) else ""
    for reference, name, salt in view.db.execute("SELECT player_ref, name, salt FROM person").fetchall():
        committed = latest.pop(str(reference), None)
        if salt is None and str(name) == str(reference):
            continue
        if not committed or committed != commitment(bytes(salt or b""), view.people.committed_record(str(reference))):
            yield Finding(f"person {reference}", "commitment")
    for reference, committed in latest.items():
        if committed and reference not in targets.merged:
            yield Finding(f"person {reference}", "person", "-")


def check_streams(state: State, streams: Sequence[str]) -> tuple[list[Finding], set[str], str]:
    """Worker task: returns dangling references of streams, the rule-sets in use, and the error that stopped it."""
    view: Archive = state["view"]
    if "known" not in state:
        state["known"] = ReferenceTargets.read(view)
    targets: ReferenceTargets = state["known"]
    people, used_rules = targets.people | set(targets.merged), set[str]()

    def findings() -> Iterator[Finding]:
        for stream in streams:
            if stream_kind(stream) == GAME:
                yield from check_game(view, stream, targets.versions, people, used_rules)
            elif stream_kind(stream) in STREAMS:
                yield from check_targets(view, stream, targets.versions, people)
            if stream.startswith(CORRECTIONS.prefix):
                yield from check_correction(view, stream)
            elif stream.startswith(DISPUTES.prefix):
                yield from check_dispute(view, stream)

    rows, error = collect_findings(findings())
    return rows, used_rules, error


def check_game(
    view: Archive, game_id: str, versions: dict[str, int], people: set[str], used_rules: set[str]
) -> Iterator[Finding]:
    """Checks the rule-set and the people of a game; adds the rule-set to `used_rules`."""
    row = view.db.execute("SELECT body FROM entry WHERE game = ? AND first = 0", [game_id]).fetchone()
    head = bytes(row[0]).partition(b"\n\n")[0] if row else b""
    for name, value in parse_headers(head + b"\n\n", game_id):
        if name == "Rules":
            used_rules.add(RULESET_PREFIX + value)
            if RULESET_PREFIX + value not in versions:
                yield Finding(game_id, "rules", value)
        elif (name in COLOUR_HEADERS or name == "Arbiter") and value not in ("?", "-") and value not in people:
            yield Finding(game_id, "person", f"{name} {value}")


def parse_headers(opening: bytes, game_id: str) -> list[tuple[str, str]]:
    """Parses the headers of an opening; of a damaged one those that can be parsed."""
    with suppress(UnicodeDecodeError):
        if (game := read_canonical(opening.decode(), is_stored=True)) is not None:
            return game.headers
    games = read(opening, game_id, is_stored=True).games
    return games[0].headers if games else []


def check_targets(view: Archive, stream: str, versions: dict[str, int], people: set[str]) -> Iterator[Finding]:
    """Checks that what the lines of a stream refer to is there, at the version that they name."""
    kind, _, name = stream.partition(":")
    with suppress(ArchiveError):  # reported by the check of texts
        for line in STREAMS[kind].read(view.log, name):
            for target, version in STREAMS[kind].targets(name, line.line):
                if target.startswith(PERSON):
                    if target.removeprefix(PERSON) not in people:
                        yield Finding(stream, "person", target.removeprefix(PERSON))
                elif version > versions.get(target, -1):
                    yield Finding(stream, "no-game", f"{target} {version}" if target in versions else target)
