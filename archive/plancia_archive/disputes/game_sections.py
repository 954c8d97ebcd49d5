"""The sections of a decision on the game: event and positions, clause, findings under each reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape

from plancia_archive.dates import format_time, local_time
from plancia_archive.disputes.judged_effect import first_events, first_ruled_event
from plancia_archive.disputes.readings import (
    Recomputation,
    describe_reading,
    format_outcome,
    player_names,
    recompute,
    seat_names,
)
from plancia_archive.disputes.ruling_texts import sentence_at, shown_event_text
from plancia_archive.disputes.states import Dispute
from plancia_data import citation, messages, text_in
from plancia_events import Game
from plancia_replay import Judgement, RuleSet
from plancia_replay.drawing import BOARD_STYLE, BoardOptions, LastMove, board_svg, last_move_at
from plancia_replay.judging.explanations import Explanation
from plancia_replay.judging.forms import Board, Holding
from plancia_replay.judging.table_json import board_json
from plancia_replay.judging.without_event import continued, replay_before
from plancia_replay.rulesets.clauses import ResolvedClause, reading_words
from plancia_replay.text.sentences import place_names
from plancia_replay.text.spoken_sources import spoken_citation

Section = tuple[str, list[str], str, list[str]]  # heading, items, preformatted text, drawings
STYLE = (
    "body{font:16px/1.45 sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:#111;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:#f4f4f4;padding:.5rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}.sign{margin-top:3rem;border-top:1px solid}"
    "@page{size:A4;margin:16mm}@media print{body{max-width:none;padding:0;font-size:11pt}li,pre{break-inside:avoid}"
    "h2{break-after:avoid}}.board{margin:.8rem 0;break-inside:avoid}.board figcaption{font-weight:600}"
    ".qr svg{width:42mm;height:42mm}" + BOARD_STYLE + ".board .pb{--pb-name:13.5px}"
)


def format_both_times(milliseconds: int) -> str:
    """Formats Unix milliseconds in the zone of the machine with its offset, and in UTC: `20:00:00 +02:00 (... Z)`.

    UTC alone where the machine's zone is UTC.
    """
    local = local_time(milliseconds)
    if not local.utcoffset():
        return format_time(milliseconds)
    offset = local.strftime("%z")
    return f"{local:%Y-%m-%d %H:%M:%S} {offset[:3]}:{offset[3:5]} ({format_time(milliseconds)})"


def escape_markdown(text: str) -> str:
    """Returns a text as a Markdown list item: on one line, with the characters of the syntax escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#|" else letter for letter in " ".join(text.split()))


def render_markdown(title: str, sections: list[Section], words: dict[str, str]) -> str:
    """Renders the sections in Markdown, without drawings."""
    parts = [f"# {title}"]
    for heading, items, text, _ in sections:
        parts.append(f"## {heading}")
        if text:
            parts.append("\n".join(f"    {line}" for line in text.splitlines()))
        parts.append("\n".join(f"- {escape_markdown(item)}" for item in items))
    return "\n\n".join([*parts, f"{words['signature']}: ____________________"]) + "\n"


def render_html(title: str, sections: list[Section], words: dict[str, str], lang: str) -> str:
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


NameFormatter = Callable[[str], str]
PRINTED_BOARD = BoardOptions(layout="auto", theme="light", style=False, fixed=True)  # its style sheet is in STYLE


def game_sections(
    game: Game, rules: RuleSet, dispute: Dispute, lang: str, to_names: NameFormatter,
    board: BoardOptions = PRINTED_BOARD, with_references: bool = False, judge: Callable[[], Judgement] | None = None,
) -> list[Section]:  # fmt: skip
    """Returns the sections on the game: event and positions, clause, findings under each reading.

    They are about the game, as its reader sees it, without the lines from the first ruling of the dispute on. `judge`
    gives the judgement of all of it, where that is known. `board` has the options of the drawings; the first of the two
    carries the style sheet and the outlines of both. With `with_references` players whose names `to_names` does not
    give have their references, else their colours.
    """
    words = messages("disputes", lang)
    first_event = first_ruled_event(dispute)
    game = first_events(game, first_event - 1) if first_event else game
    number = min(dispute.event, len(game.events))
    start = replay_before(game, rules, number)
    before, after = board_json(start.table), board_json(continued(start, number - 1, number).table)
    text = ""
    if number:
        sentence = sentence_at(game, number, before, lang, rules, player_names(game, to_names, with_references))
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
    seats = seat_names(game, to_names, lang, with_references)
    changes = describe_changes(before, after, seats, lang)
    clauses = [
        f"{clause['rule_id']} ({source_of(clause, lang)}): {text_in(clause['says'], lang)}"
        + (f" — {words['reading']}: {text_in(reading, lang)}" if (reading := reading_words(clause)) else "")
        for clause in rules.content["clauses"] if clause["rule_id"] == dispute.rule
    ]  # fmt: skip
    played = judge() if judge and not first_event else None
    recomputation = recompute(start, number, dispute.rule, lang, seats, played)
    return [
        (str(words["position"]), changes or [str(words["unchanged"])], to_names(text), drawings),
        (str(words["clause"]), clauses or [str(words["no-clause"])], "", []),
        (str(words["recomputed"]), describe_readings(recomputation, game, rules, lang, seats), "", []),
    ]


def source_of(clause: ResolvedClause, lang: str) -> str:
    """Returns title and line of the document of a clause."""
    return spoken_citation(citation(clause["document"], clause["line"], clause["rule_id"]), lang)


def figure(position: Board, options: BoardOptions, move: LastMove | None, changed: set[str]) -> str:
    """A drawn position with its caption."""
    svg = board_svg(position, options, move=move, changed=changed)
    return f'<figure class="board"><figcaption>{escape(options.title)}</figcaption>{svg}</figure>'


def describe_changes(before: Board, after: Board, seats: Mapping[str, str], lang: str) -> list[str]:
    """Returns the territories that differ between two positions with their holders, sorted by name.

    `seats` are the words for each colour.
    """
    places = place_names(lang)
    changed = {code for code in {*before, *after} if before.get(code) != after.get(code)}
    return [
        f"{places[code]}: {format_owner(before.get(code), seats)} → {format_owner(after.get(code), seats)}"
        for code in sorted(changed, key=lambda code: places[code])
    ]


def format_owner(holding: Holding | None, seats: Mapping[str, str]) -> str:
    """Formats owner and armies of a territory, such as `Anna (red) 3`; `seats` are the words for each colour."""
    return f"{seats.get(holding[0], holding[0])} {holding[1]}" if holding else "-"


def describe_readings(
    recomputation: Recomputation, game: Game, rules: RuleSet, lang: str, seats: Mapping[str, str]
) -> list[str]:
    """Describes the outcome as played, under each reading that changes it, and without the event.

    `seats` are the words for each colour.
    """
    words, columns = messages("disputes", lang), messages("columns", lang)
    played, without = recomputation.played, recomputation.without
    items = [f"{words['played']}: {format_outcome(played, lang, seats)}"]
    for verdict, explained in zip(played.verdicts, recomputation.explained, strict=True):
        source = spoken_citation(verdict.cite, lang)
        items.append(
            f"  {columns['verdict=' + verdict.verdict]} {verdict.rule_id} ({source}): {verdict.says}. "
            + describe_explanation(explained, lang)
        )
    unchanged = list[str]()
    for reading in recomputation.readings:
        name = describe_reading(game, rules, reading.reading, lang)
        if not reading.differs:
            unchanged.append(name)
            continue
        verdicts = ", ".join(
            f"{columns['verdict=' + verdict.verdict]} {verdict.rule_id}" for verdict in reading.outcome.verdicts
        )
        items.append(f"{name}: {format_outcome(reading.outcome, lang, seats)}; {verdicts or words['nothing']}")
    if unchanged:
        items.append(f"{words['same']}: {'; '.join(unchanged)}")
    if recomputation.left_out:
        items.append(f"{words['left-out']}: {recomputation.left_out}")
    items.append(f"{words['without']}: {format_outcome(without, lang, seats) if without else words['unknown']}")
    return items


def describe_explanation(explained: Explanation, lang: str) -> str:
    """What was recorded, due and follows, each after its name; the clause has a section of its own."""
    words = messages("game", lang)
    parts = {"recorded-was": explained.recorded, "due-was": explained.due, "follows": explained.follows}
    return " ".join(f"{words[name]}: {text}" for name, text in parts.items() if text)
