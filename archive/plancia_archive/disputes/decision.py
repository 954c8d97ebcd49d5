"""Renders the decision of a dispute for printing, in Markdown or as one HTML file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.lines import author_of_line, format_time
from plancia_archive.disputes.people_named import named_references
from plancia_archive.disputes.readings import format_outcome, recompute
from plancia_archive.disputes.register import STREAM
from plancia_archive.disputes.ruling_texts import final_score, ruling_texts, sentence_at, shown_event_text
from plancia_archive.disputes.states import Dispute
from plancia_archive.queries.game_titles import GameTitle, game_title
from plancia_data import messages, text_in
from plancia_events import Game
from plancia_replay import RuleSet, state_at
from plancia_replay.drawing import BOARD_STYLE, BoardOptions, LastMove, board_svg, last_move_at
from plancia_replay.text.sentences import vocabulary

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader

NameFormatter = Callable[[str], str]
PRINTED_BOARD = BoardOptions(layout="auto", theme="light", style=False, fixed=True)  # its style sheet is in STYLE
STYLE = (
    "body{font:16px/1.45 sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:#111;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:#f4f4f4;padding:.5rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}.sign{margin-top:3rem;border-top:1px solid}"
    "@page{size:A4;margin:16mm}@media print{body{max-width:none;padding:0;font-size:11pt}li,pre{break-inside:avoid}"
    "h2{break-after:avoid}}.board{margin:.8rem 0;break-inside:avoid}.board figcaption{font-weight:600}"
    + BOARD_STYLE
    + ".board .pb{--pb-name:13.5px}"
)


def render_decision(
    archive: Archive,
    dispute_id: str,
    lang: str,
    to_names: NameFormatter,
    form: str = "md",
    reader: Reader | None = None,
) -> str:
    """Renders the decision of a dispute in the form "md" or "html".

    `to_names` replaces the references in a text by names, where they may be shown. With a `reader`, what an open game
    hides from that reader is left out. Raises ArchiveError.
    """
    dispute = archive.disputes.get(dispute_id)
    words = messages("disputes", lang)
    title = subject_title(archive, dispute, lang, to_names)
    sections = [facts_section(dispute, words, to_names, title), *people_sections(archive, dispute, words, to_names)]
    if dispute.game:
        sections += game_sections(archive, dispute, lang, to_names, reader)
    sections += [
        history_section(dispute, words, lang, to_names),
        *ruling_sections(archive, dispute, lang, to_names, reader),
        proof_section(archive, dispute, words),
    ]
    heading_name = "title-event" if dispute.game and dispute.event else "title"
    heading = str(words[heading_name]).format(subject=title.heading, event=dispute.event)
    return render_markdown(heading, sections, words) if form == "md" else render_html(heading, sections, words, lang)


Section = tuple[str, list[str], str, list[str]]  # heading, items, preformatted text, drawings


def subject_title(archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter) -> GameTitle:
    """Returns the title of the game or of the tournament that is disputed."""
    if dispute.game:
        return game_title(archive, dispute.game, lang, to_names)
    return GameTitle(to_names(archive.tournaments.get(dispute.tournament).title), (), "", dispute.tournament)


def facts_section(dispute: Dispute, words: dict[str, Any], to_names: NameFormatter, title: GameTitle) -> Section:
    """Returns the section with state, subject, rule, claimant and claim."""
    items = [
        f"{words['state']}: {words[f'state.{dispute.state}']}",
        f"{words['about']}: {title.text} ({dispute.game or dispute.tournament})",
        f"{words['event']}: {dispute.event}", f"{words['rule']}: {dispute.rule or '-'}",
        f"{words['claimant']}: {to_names(dispute.claimant)}",
        f"{words['claim']}: {to_names(dispute.lines[0]['claim'])}",
        f"{words['number']}: {dispute.id}",
    ]  # fmt: skip
    return str(words["facts"]), items, "", []


def people_sections(
    archive: Archive, dispute: Dispute, words: dict[str, Any], to_names: NameFormatter
) -> list[Section]:
    """Returns a section with the person of each reference; none where names are not shown."""
    people = named_references(archive, dispute, to_names)
    return [(str(words["people"]), people, "", [])] if people else []


def game_before_ruling(archive: Archive, dispute: Dispute, reader: Reader | None) -> tuple[Game, RuleSet]:
    """Returns the game without the lines from the first ruling of the dispute on, and its rules."""
    game = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
    first_events = [line["effect"]["first"] for line in dispute.of_kind("ruling") if "first" in line["effect"]]
    event_count = min(first_events) - 1 if first_events else len(game.events)
    return Game(game.headers, game.events[:event_count], game.lines[:event_count]), archive.rules_of(game)


def game_sections(
    archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter, reader: Reader | None,
    board: BoardOptions = PRINTED_BOARD,
) -> list[Section]:  # fmt: skip
    """Returns the sections on the game: event and positions, clause, findings under each reading.

    `board` has the options of the drawings; the first of the two carries the style sheet and the outlines of both.
    """
    words = messages("disputes", lang)
    game, rules = game_before_ruling(archive, dispute, reader)
    number = min(dispute.event, len(game.events))
    before, after = state_at(game, max(number - 1, 0), rules)["board"], state_at(game, number, rules)["board"]
    text = ""
    if number:
        sentence = sentence_at(game, number, before, lang, rules)
        text = f"{sentence}\n{shown_event_text(game.events[number - 1], lang)}"
    changed_codes = {code for code in {*before, *after} if before.get(code) != after.get(code)}
    titles = (f"{words['before']} {number}", f"{words['after']} {number}")
    first = replace(
        board, board_id=rules.content["board"]["id"], lang=lang, prefix="before", title=titles[0], legend=False
    )
    second = replace(first, title=titles[1], prefix="after", shapes=False, style=False)
    drawings = [
        figure(before, first, None, changed_codes),
        figure(after, second, last_move_at(game, number), changed_codes),
    ]
    changes = [
        f"{code}: {format_owner(before.get(code))} → {format_owner(after.get(code))}" for code in sorted(changed_codes)
    ]
    clauses = [
        f"{clause['rule_id']} ({clause['document']}:{clause['line']}): {text_in(clause['says'], lang)}"
        + (f" — {words['reading']}: {text_in(clause['reading'], lang)}" if clause.get("reading") else "")
        for clause in rules.content["clauses"] if clause["rule_id"] == dispute.rule
    ]  # fmt: skip
    recomputation = recompute(game, rules, number, dispute.rule, lang)
    return [
        (str(words["position"]), changes or [str(words["unchanged"])], to_names(text), drawings),
        (str(words["clause"]), clauses or [str(words["no-clause"])], "", []),
        (str(words["recomputed"]), describe_readings(recomputation, words, lang), "", []),
    ]


def figure(position: dict[str, list[Any]], options: BoardOptions, move: LastMove | None, changed: set[str]) -> str:
    """A drawn position with its caption."""
    svg = board_svg(position, options, move=move, changed=changed)
    return f'<figure class="board"><figcaption>{escape(options.title)}</figcaption>{svg}</figure>'


def format_owner(holding: list[Any] | None) -> str:
    """Formats colour and armies of a territory, such as `R 3`."""
    return f"{holding[0]} {holding[1]}" if holding else "-"


def describe_readings(recomputation: dict[str, Any], words: dict[str, Any], lang: str) -> list[str]:
    """Describes the outcome as played, under each reading that changes it, and without the event."""
    played = recomputation["played"]
    items = [f"{words['played']}: {format_outcome(played, words, lang)}"]
    columns = messages("columns", lang)
    items += [
        f"  {columns['verdict=' + reading['verdict']]} {reading['rule_id']} ({reading['cite']}): {reading['says']}"
        for reading in played["verdicts"]
    ]
    unchanged = [reading["reading"] for reading in recomputation["readings"] if not reading["differs"]]
    for reading in recomputation["readings"]:
        if reading["differs"]:
            verdicts = ", ".join(
                f"{columns['verdict=' + verdict['verdict']]} {verdict['rule_id']}" for verdict in reading["verdicts"]
            ) or str(words["nothing"])
            items.append(f"{reading['reading']}: {format_outcome(reading, words, lang)}; {verdicts}")
    if unchanged:
        items.append(f"{words['same']}: {', '.join(unchanged)}")
    if recomputation["left_out"]:
        items.append(f"{words['left-out']}: {recomputation['left_out']}")
    without = recomputation["without"]
    items.append(f"{words['without']}: {format_outcome(without, words, lang) if without else words['unknown']}")
    return items


def history_section(dispute: Dispute, words: dict[str, Any], lang: str, to_names: NameFormatter) -> Section:
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
        items.append(f"{format_time(line['at'])} {author} — {kind_text}: {to_names(str(line_text))}{file_note}")
    return str(words["course"]), items, "", []


def describe_author(
    line: dict[str, Any], dispute: Dispute, words: dict[str, Any], lang: str, to_names: NameFormatter
) -> str:
    """Returns role and name or colour of the author of a line, or the name and the role that entered it for them."""
    columns, colours = messages("columns", lang), vocabulary(lang)
    party, entered_by = author_of_line(line, dispute.claimant)
    name = str(colours.get(f"colour.{party}", to_names(party))) if party else ""
    if entered_by:
        return f"{name} ({words['entered-by'].format(role=columns['role=' + entered_by])})"
    return f"{columns['role=' + line['role']]} {name}".strip()


def ruling_sections(
    archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter, reader: Reader | None
) -> list[Section]:
    """Returns a section for each ruling: outcome, reading, added lines, score and places before and after.

    A line that a later ruling revoked says so. The last section ends with the score after all rulings.
    """
    words = messages("disputes", lang)
    texts = ruling_texts(archive, dispute, lang, to_names, reader)
    sections: list[Section] = []
    for place, ruling in enumerate(texts):
        line = ruling.line
        items = [f"{words['outcome.' + line['outcome']]}: {to_names(line['text'])}"]
        if "reading" in line:
            items.append(f"{words['reading']}: {line['reading']}")
        for added in ruling.added:
            state = words["revoked"] if added.is_revoked else words["revokes"] if added.revokes else ""
            note = f" [{state}]" if state else ""
            sentence = f" ({added.sentence})" if added.sentence else ""
            items.append(f"{words['effect']}: {added.text}{sentence}{note}")
        items += ruling.effects if ruling.added else [f"{words['effect']}: {words['nothing']}"]
        heading = words["ruling"] if len(texts) == 1 else words["ruling-on-appeal" if place else "ruling-first"]
        sections.append((str(heading), items, "", []))
    if score := final_score(archive, dispute, lang, reader):
        sections[-1][1].append(score)
    return sections or [(str(words["ruling"]), [str(words["no-ruling"])], "", [])]


def proof_section(archive: Archive, dispute: Dispute, words: dict[str, Any]) -> Section:
    """Returns the section with stream, index and leaf hash of the dispute, and the head of the log."""
    index = dispute.lines[-1]["index"]
    with archive.lock:
        leaf = archive.db.execute("SELECT leaf FROM entry WHERE log_index = ?", [index]).fetchone()[0]
    items = [
        f"{words['stream']}: {STREAM}{dispute.id}",
        f"{words['index']}: {index}",
        f"{words['leaf']}: {bytes(leaf).hex()}",
        f"{words['head']}: {archive.checkpoints.head().head()}",
        str(words["check"]),
    ]
    return str(words["proof"]), items, "", []


def escape_markdown(text: str) -> str:
    """Returns a text as a Markdown list item: on one line, with the characters of the syntax escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#|" else letter for letter in " ".join(text.split()))


def render_markdown(title: str, sections: list[Section], words: dict[str, Any]) -> str:
    """Renders the sections in Markdown, without drawings."""
    parts = [f"# {title}"]
    for heading, items, text, _ in sections:
        parts.append(f"## {heading}")
        if text:
            parts.append("\n".join(f"    {line}" for line in text.splitlines()))
        parts.append("\n".join(f"- {escape_markdown(item)}" for item in items))
    return "\n\n".join([*parts, f"{words['signature']}: ____________________"]) + "\n"


def render_html(title: str, sections: list[Section], words: dict[str, Any], lang: str) -> str:
    """Renders the sections as one HTML file without scripts."""
    parts = []
    for heading, items, text, drawings in sections:
        list_items = "".join(f"<li>{escape(item)}</li>" for item in items)
        preformatted = f"<pre>{escape(text)}</pre>" if text else ""
        parts.append(f"<h2>{escape(heading)}</h2>{preformatted}<ul>{list_items}</ul>{''.join(drawings)}")
    return (
        f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{''.join(parts)}"
        f'<p class="sign">{escape(str(words["signature"]))}</p></body></html>\n'
    )
