"""The printable decision of a dispute: its facts, and their text in Markdown or as one HTML file."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.board_svg import BOARD_STYLE, board_svg
from plancia_archive.disputes.consequences import consequences
from plancia_archive.disputes.lines import format_time
from plancia_archive.disputes.readings import outcome_text, recompute
from plancia_archive.disputes.register import STREAM
from plancia_archive.disputes.states import Dispute
from plancia_data import messages, text_in
from plancia_events import Game, format_event
from plancia_replay import RuleSet, state_at

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader

Named = Callable[[str], str]
STYLE = (
    "body{font:16px/1.45 sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:#111;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:#f4f4f4;padding:.5rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}.sign{margin-top:3rem;border-top:1px solid}"
    "@page{size:A4;margin:16mm}@media print{body{max-width:none;padding:0;font-size:11pt}li,pre{break-inside:avoid}"
    "h2{break-after:avoid}.board{columns:4}.board svg{margin:.15rem 0}}" + BOARD_STYLE
)


def decision(
    archive: Archive, dispute_id: str, lang: str, named: Named, form: str = "md", reader: Reader | None = None
) -> str:
    """The decision in "md" or "html"; `named` puts names in place of references, where they may be shown.

    With a `reader` what an open game hides from that reader is left out.

    Raises ArchiveError.
    """
    dispute = archive.disputes.get(dispute_id)
    say = messages("disputes", lang)
    sections = [facts(dispute, say, named), *(game_sections(archive, dispute, lang, named, reader)
                                             if dispute.game else [])]  # fmt: skip
    sections += [
        course(dispute, say, named),
        effect(archive, dispute, lang, named, reader),
        proof(archive, dispute, say),
    ]
    title = str(say["title"]).format(dispute=dispute.id)
    return markdown(title, sections, say) if form == "md" else page(title, sections, say, lang)


Section = tuple[str, list[str], str, list[str]]  # heading, items, preformatted text, drawings


def facts(dispute: Dispute, say: dict[str, Any], named: Named) -> Section:
    """What is disputed, by whom, and how it stands."""
    items = [
        f"{say['state']}: {say[f'state.{dispute.state}']}", f"{say['about']}: {dispute.game or dispute.tournament}",
        f"{say['event']}: {dispute.event}", f"{say['rule']}: {dispute.rule or '-'}",
        f"{say['claimant']}: {named(dispute.claimant)}", f"{say['claim']}: {named(dispute.lines[0]['claim'])}",
    ]  # fmt: skip
    return str(say["facts"]), items, "", []


def before_ruling(archive: Archive, dispute: Dispute, reader: Reader | None) -> tuple[Game, RuleSet]:
    """The game as it stood before the first ruling of this dispute changed it, and its rules."""
    game = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
    firsts = [line["effect"]["first"] for line in dispute.of_kind("ruling") if "first" in line["effect"]]
    end = min(firsts) - 1 if firsts else len(game.events)
    return Game(game.headers, game.events[:end], game.lines[:end]), archive.rules_of(game)


def game_sections(archive: Archive, dispute: Dispute, lang: str, named: Named, reader: Reader | None) -> list[Section]:
    """The line and the position around it, the clause, and the engine's findings under each reading."""
    say = messages("disputes", lang)
    game, rules = before_ruling(archive, dispute, reader)
    number = min(dispute.event, len(game.events))
    text = format_event(game.events[number - 1]) if number else ""
    before, after = state_at(game, max(number - 1, 0), rules)["board"], state_at(game, number, rules)["board"]
    moved = {code for code in {*before, *after} if before.get(code) != after.get(code)}
    titles = (f"{say['before']} {number}", f"{say['after']} {number}")
    drawn = [board_svg(board, moved, lang, name) for board, name in zip((before, after), titles, strict=True)]
    changes = [f"{code}: {held(before.get(code))} → {held(after.get(code))}" for code in sorted(moved)]
    clauses = [
        f"{clause['rule_id']} ({clause['document']}:{clause['line']}): {text_in(clause['says'], lang)}"
        + (f" — {say['reading']}: {text_in(clause['reading'], lang)}" if clause.get("reading") else "")
        for clause in rules.content["clauses"] if clause["rule_id"] == dispute.rule
    ]  # fmt: skip
    found = recompute(game, rules, number, dispute.rule, lang)
    return [
        (str(say["position"]), changes or [str(say["unchanged"])], named(text), drawn),
        (str(say["clause"]), clauses or [str(say["no-clause"])], "", []),
        (str(say["recomputed"]), reading_items(found, say, lang), "", []),
    ]


def held(place: list[Any] | None) -> str:
    """Colour and armies of a territory."""
    return f"{place[0]} {place[1]}" if place else "-"


def reading_items(found: dict[str, Any], say: dict[str, Any], lang: str) -> list[str]:
    """As played, under each reading that changes something, and without the event."""
    played = found["played"]
    items = [f"{say['played']}: {outcome_text(played, say, lang)}"]
    items += [f"  {one['verdict']} {one['rule_id']} ({one['cite']}): {one['says']}" for one in played["verdicts"]]
    same = [one["reading"] for one in found["readings"] if not one["differs"]]
    for one in found["readings"]:
        if one["differs"]:
            verdicts = ", ".join(f"{v['verdict']} {v['rule_id']}" for v in one["verdicts"]) or str(say["nothing"])
            items.append(f"{one['reading']}: {outcome_text(one, say, lang)}; {verdicts}")
    if same:
        items.append(f"{say['same']}: {', '.join(same)}")
    if found["left_out"]:
        items.append(f"{say['left-out']}: {found['left_out']}")
    without = found["without"]
    items.append(f"{say['without']}: {outcome_text(without, say, lang) if without else say['unknown']}")
    return items


def course(dispute: Dispute, say: dict[str, Any], named: Named) -> Section:
    """Every line after the opening, with its time and role."""
    items = []
    for line in dispute.lines:
        what = line.get("text") or line.get("claim") or line.get("about") or line.get("why")
        by = named(str(line.get("by", line.get("claimant", line.get("arbiter", "")))))
        late = f" ({say['late']})" if line["late"] else ""
        outcome = f" {say['outcome.' + line['outcome']]}" if "outcome" in line else ""
        sha = f" SHA-256 {line['sha256']}" if "sha256" in line else ""
        kind = f"{say['kind.' + line['kind']]}{outcome}{late}"
        items.append(f"{format_time(line['at'])} {line['role']} {by} — {kind}: {named(str(what))}{sha}")
    return str(say["course"]), items, "", []


def effect(archive: Archive, dispute: Dispute, lang: str, named: Named, reader: Reader | None) -> Section:
    """The rulings in order, the reading chosen, and what each changed: its lines, score and places before and after."""
    say = messages("disputes", lang)
    items, added = list[str](), list[str]()
    for ruling in dispute.of_kind("ruling"):
        items.append(f"{say['outcome.' + ruling['outcome']]}: {named(ruling['text'])}")
        if "reading" in ruling:
            items.append(f"{say['reading']}: {ruling['reading']}")
        lines = ruling["effect"].get("lines", [])
        lines = reader.lines(dispute.game, lines) if reader and lines else lines
        lines = [*lines, *(f"{ruling['effect']['tournament']}: {one}" for one in ruling["effect"].get("events", []))]
        added += lines
        items += [f"{say['effect']}: {named(' / '.join(lines)) or say['nothing']}"]
        items += consequences(archive, dispute, ruling, lang, named, reader)
    return str(say["ruling"]), items or [str(say["no-ruling"])], named("\n".join(added)), []


def proof(archive: Archive, dispute: Dispute, say: dict[str, Any]) -> Section:
    """Where the dispute stands in the log, and the log's head."""
    index = dispute.lines[-1]["index"]
    with archive.lock:
        leaf = archive.db.execute("SELECT leaf FROM entry WHERE log_index = ?", [index]).fetchone()[0]
    items = [
        f"{say['stream']}: {STREAM}{dispute.id}",
        f"{say['index']}: {index}",
        f"{say['leaf']}: {bytes(leaf).hex()}",
        f"{say['head']}: {archive.checkpoints.head().head()}",
        str(say["check"]),
    ]
    return str(say["proof"]), items, "", []


def flat(text: str) -> str:
    """Text of a list item in Markdown: on one line, with the characters of its syntax escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#|" else letter for letter in " ".join(text.split()))


def markdown(title: str, sections: list[Section], say: dict[str, Any]) -> str:
    """The decision in Markdown, without drawings."""
    parts = [f"# {title}"]
    for heading, items, text, _ in sections:
        parts.append(f"## {heading}")
        if text:
            parts.append("\n".join(f"    {line}" for line in text.splitlines()))
        parts.append("\n".join(f"- {flat(item)}" for item in items))
    return "\n\n".join([*parts, f"{say['signature']}: ____________________"]) + "\n"


def page(title: str, sections: list[Section], say: dict[str, Any], lang: str) -> str:
    """The decision as one HTML file without scripts, to print or to keep."""
    parts = []
    for heading, items, text, drawings in sections:
        listed = "".join(f"<li>{escape(item)}</li>" for item in items)
        block = f"<pre>{escape(text)}</pre>" if text else ""
        parts.append(f"<h2>{escape(heading)}</h2>{block}<ul>{listed}</ul>{''.join(drawings)}")
    return (
        f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{''.join(parts)}"
        f'<p class="sign">{escape(str(say["signature"]))}</p></body></html>\n'
    )
