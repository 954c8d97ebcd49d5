"""Renders the decision of a dispute for printing, in Markdown or as one HTML file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from plancia_archive.disputes.disputed_result import result_sentence
from plancia_archive.disputes.game_sections import (
    Section,
    format_both_times,
    game_sections,
    render_html,
    render_markdown,
)
from plancia_archive.disputes.register import STREAM
from plancia_archive.disputes.ruling_texts import SeenGame, describe_line, final_score, ruling_texts, seen_game
from plancia_archive.disputes.states import Dispute, KeptLine, author_of_line
from plancia_archive.evidence.bundle import player_references
from plancia_archive.evidence.qr_codes import qr_svg_inline, qr_text
from plancia_archive.log.approvals import APPROVALS, Approved, Reopened
from plancia_archive.queries.game_titles import GameTitle, game_title
from plancia_data import messages
from plancia_replay.text.sentences import vocabulary

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader

REFERENCE_IN_TEXT = re.compile(r"(?<![0-9A-Za-z_-])p_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z_-])")


def named_references(archive: Archive, dispute: Dispute, to_names: Callable[[str], str]) -> list[str]:
    """Returns `NAME = REFERENCE` for each person of the game or of the dispute; empty where names are not shown.

    Bundles and receipts have references only: with this list a reader knows whom their lines are about. `to_names`
    replaces the references in a text by names.
    """
    references = player_references(archive, dispute.game) if dispute.game else []
    references += REFERENCE_IN_TEXT.findall(json.dumps(dispute.lines, default=str))
    names = {reference: to_names(reference) for reference in dict.fromkeys(references)}
    return [f"{name} = {reference}" for reference, name in names.items() if name != reference]


NameFormatter = Callable[[str], str]


def render_decision(
    archive: Archive,
    dispute_id: str,
    lang: str,
    to_names: NameFormatter,
    form: str = "md",
    reader: Reader | None = None,
    address: str = "",
) -> str:
    """Renders the decision of a dispute in the form "md" or "html".

    `to_names` replaces the references in a text by names, where they may be shown. With a `reader`, what an open game
    hides from that reader is left out. `address` is that of the dispute on the web, where it is known. Raises
    ArchiveError.
    """
    dispute = archive.disputes.get(dispute_id)
    words = messages("disputes", lang)
    title = subject_title(archive, dispute, lang, to_names)
    sections = [
        facts_section(archive, dispute, lang, to_names, title),
        *people_sections(archive, dispute, words, to_names),
    ]
    if seen := seen_game(archive, dispute, reader):
        sections += game_sections(seen.game, seen.rules, dispute, lang, to_names)
    sections += [
        history_section(dispute, words, lang, to_names),
        *ruling_sections(archive, dispute, lang, to_names, reader, seen),
        *approval_section(archive, dispute, lang, to_names),
        proof_section(archive, dispute, words, address, form),
    ]
    heading_name = "title-event" if dispute.game and dispute.event else "title"
    heading = str(words[heading_name]).format(subject=title.heading, event=dispute.event)
    return render_markdown(heading, sections, words) if form == "md" else render_html(heading, sections, words, lang)


def subject_title(archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter) -> GameTitle:
    """Returns the title of the game or of the tournament that is disputed."""
    if dispute.game:
        return game_title(archive, dispute.game, lang, to_names)
    return GameTitle(to_names(archive.tournaments.get(dispute.tournament).title), (), "", dispute.tournament)


def facts_section(
    archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter, title: GameTitle
) -> Section:  # fmt: skip
    """Returns the section with state, subject, rule, claimant and claim."""
    words = messages("disputes", lang)
    result = result_sentence(archive, dispute.tournament, dispute.event, lang) if dispute.tournament else ""
    claim = str(dispute.lines[0]["claim"])
    told = to_names(claim)
    items = [
        f"{words['state']}: {words[f'state.{dispute.state}']}",
        f"{words['about']}: {title.text} ({dispute.game or dispute.tournament})",
        f"{words['event']}: {dispute.event}" + (f" ({to_names(result)})" if result else ""),
        f"{words['rule']}: {dispute.rule or '-'}",
        f"{words['claimant']}: {to_names(dispute.claimant)}",
        f"{words['claim']}: {told}" + (f" ({words['names-whole']})" if told != claim else ""),
        f"{words['number']}: {dispute.id}",
    ]  # fmt: skip
    return str(words["facts"]), items, "", []


def people_sections(
    archive: Archive, dispute: Dispute, words: dict[str, str], to_names: NameFormatter
) -> list[Section]:
    """Returns a section with the person of each reference; none where names are not shown."""
    people = named_references(archive, dispute, to_names)
    return [(str(words["people"]), people, "", [])] if people else []


def history_section(dispute: Dispute, words: dict[str, str], lang: str, to_names: NameFormatter) -> Section:
    """Returns the section with every line of the dispute: time, author, kind, text, and the file of evidence."""
    items = []
    for line in dispute.lines:
        line_text = line.get("text") or line.get("claim") or line.get("about") or line.get("why")
        late_note = f" ({words['late']})" if line["late"] else ""
        outcome_note = f" {words['outcome.' + line['outcome']]}" if "outcome" in line else ""
        file_note = (
            f" ({line['media']}, {line['bytes']} {words['bytes']}, SHA-256 {line['sha256']})"
            if "sha256" in line
            else ""
        )
        kind_text = f"{words['kind.' + line['kind']]}{outcome_note}{late_note}"
        author = describe_author(line, dispute, words, lang, to_names)
        items.append(f"{format_both_times(line['at'])} {author} — {kind_text}: {to_names(str(line_text))}{file_note}")
    return str(words["course"]), items, "", []


def describe_author(line: KeptLine, dispute: Dispute, words: dict[str, str], lang: str, to_names: NameFormatter) -> str:
    """Returns role and name or colour of the author of a line, or the name and the role that entered it for them."""
    columns, colours = messages("columns", lang), vocabulary(lang)
    party, entered_by = author_of_line(line, dispute.claimant)
    name = str(colours.get(f"colour.{party}", to_names(party))) if party else ""
    if entered_by:
        return f"{name} ({words['entered-by'].format(role=columns['role=' + entered_by])})"
    return f"{columns['role=' + line['role']]} {name}".strip()


def ruling_sections(
    archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter, reader: Reader | None,
    seen: SeenGame | None,
) -> list[Section]:  # fmt: skip
    """Returns a section for each ruling: outcome, reading, added lines, score and places before and after.

    A line that a later ruling revoked says so. The last section ends with the score after all rulings.
    """
    words = messages("disputes", lang)
    texts = ruling_texts(archive, dispute, lang, to_names, reader, seen)
    sections: list[Section] = []
    for place, ruling in enumerate(texts):
        line = ruling.line
        items = [f"{words['outcome.' + line['outcome']]}: {to_names(line['text'])}"]
        if ruling.reading:
            items.append(f"{words['reading-chosen']}: {ruling.reading}")
        items += [f"{words['effect']}: {describe_line(added, words)}" for added in ruling.added]
        items += ruling.effects if ruling.added else [f"{words['effect']}: {words['nothing']}"]
        heading = words["ruling"] if len(texts) == 1 else words["ruling-on-appeal" if place else "ruling-first"]
        sections.append((str(heading), items, "", []))
    if score := final_score(dispute, lang, to_names, seen):
        sections[-1][1].append(score)
    return sections or [(str(words["ruling"]), [str(words["no-ruling"])], "", [])]


def proof_section(archive: Archive, dispute: Dispute, words: dict[str, str], address: str, form: str) -> Section:
    """Returns the section with stream, index and leaf hash of the dispute, and the head of the log with its QR code.

    The code is a drawing, in Markdown one of block characters.
    """
    index = dispute.lines[-1]["index"]
    with archive.lock:
        leaf = archive.db.execute("SELECT leaf FROM entry WHERE log_index = ?", [index]).fetchone()[0]
    head = archive.checkpoints.head().head()
    items = [
        f"{words['stream']}: {STREAM}{dispute.id}",
        f"{words['index']}: {index}",
        f"{words['leaf']}: {bytes(leaf).hex()}",
        f"{words['head']}: {head}",
        *([f"{words['address']}: {address}"] if address else []),
        str(words["check"]),
    ]
    if form == "md":
        return str(words["proof"]), items, f"{head}\n\n{qr_text(head, on_paper=True)}", []
    return str(words["proof"]), items, "", [f'<p class="qr">{qr_svg_inline(head)}</p>']


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
