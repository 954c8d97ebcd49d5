"""The section of a decision on the result: who approved or reopened the game after the ruling, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.decision_forms import Section, format_both_times
from plancia_archive.disputes.states import Dispute
from plancia_archive.log.approvals import STREAM_PREFIX, parse_approval_line
from plancia_archive.log.entry_format import Header
from plancia_data import messages

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def approval_section(
    archive: Archive, dispute: Dispute, lang: str, to_names: Callable[[str], str]
) -> list[Section]:  # fmt: skip
    """Returns the section on the approval of the disputed game; none for a dispute about a tournament.

    It has every approval and reopening, with role, time and position in the log, and whether the result is final now.
    """
    if not dispute.game:
        return []
    words, columns = messages("disputes", lang), messages("columns", lang)
    is_final = archive.approvals.get(dispute.game) is not None
    items = [str(words["result-final" if is_final else "result-provisional"])]
    for line, header, index, recorded_at in approval_lines(archive, dispute.game):
        what = words["approved"] if line["kind"] == "approved" else f"{words['reopened']}: {to_names(line['why'])}"
        version = f", {words['version']} {line['version']}" if "version" in line else ""
        role = columns[f"role={header.role}"]
        items.append(f"{format_both_times(recorded_at)} {role} \u2014 {what}{version} ({words['index']}: {index})")
    return [(str(words["result"]), items, "", [])]


def approval_lines(archive: Archive, game_id: str) -> list[tuple[dict[str, Any], Header, int, int]]:
    """Returns the approvals and reopenings of a game: line, header of the entry, its index, its time in milliseconds.

    Raises ArchiveError `approval-line` for a damaged stream.
    """
    with archive.lock:
        rows = archive.db.execute(
            "SELECT body, header, log_index, recorded_at FROM entry WHERE game = ? ORDER BY log_index",
            [STREAM_PREFIX + game_id],
        ).fetchall()
    found = [
        (parse_approval_line(line), Header.parse(str(header)), int(index), int(at))
        for body, header, index, at in rows for line in bytes(body).decode().splitlines()
    ]  # fmt: skip
    return [row for row in found if row[0]["kind"] != "confirmed"]
