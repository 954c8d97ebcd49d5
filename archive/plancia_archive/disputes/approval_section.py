"""The section of a decision on the result: who approved or reopened the game after the ruling, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plancia_archive.disputes.decision_forms import Section, format_both_times
from plancia_archive.disputes.states import Dispute
from plancia_archive.log.approvals import APPROVALS, Approved, Reopened
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
    for one in APPROVALS.read(archive.log, dispute.game):
        if isinstance(one.line, Approved):
            what = f"{words['approved']}, {words['version']} {one.line.version}"
        elif isinstance(one.line, Reopened):
            what = f"{words['reopened']}: {to_names(one.line.why)}"
        else:
            continue
        role = columns[f"role={one.writer[1]}"]
        items.append(f"{format_both_times(one.at)} {role} \u2014 {what} ({words['index']}: {one.index})")
    return [(str(words["result"]), items, "", [])]
