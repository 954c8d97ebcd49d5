"""corrections: the corrections of a game, what each one changes, and later events in conflict with it."""

from __future__ import annotations

import sys
from collections.abc import Container
from typing import TypedDict

import click

from plancia_archive.disputes.correction_evidence import CorrectionReference
from plancia_archive.disputes.recorded_lines import Correction, RecordedLine
from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext
from plancia_cli.support.judging import print_legend, print_problems, report_unknown_rules, rules_for
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.sources import IMPORTER_KINDS, Source, read_sources
from plancia_replay.judging.forms import CorrectionEffect

COLUMNS = ("event", "kind", "target", "original", "before", "after", "why", "author", "role", "recorded_at", "dispute",
           "evidence", "references", "valid", "superseded_by", "gone", "appeared", "conflicts")  # fmt: skip


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--from", "kind", type=IMPORTER_KINDS, help="Kind of the file; detected from its content if omitted.")
@with_format("text")
@click.make_pass_decorator(CliContext)
def corrections(context: CliContext, game: str, kind: str | None, printer: Printer) -> None:
    """List the corrections of a game (FIX, VOID) and what each one changes.

    Each with the event that it is about, the line before and after it, its reason, and for a stored game author, role
    and time; findings that it removes or adds, its effect on the score, and conflicts: later events that were legal
    before it and are illegal or impossible after it. Nothing is deleted: the original line stays.

    Exit code 0: no conflict; 3: as corrected a later event is in conflict; 1: the game cannot be read.

    \b
    Example: plancia corrections serata-1
    """
    source = read_sources(context, (game,), kind)[0]
    code = print_problems(context, source)
    if report_unknown_rules(context, source, None):
        sys.exit(ERROR)
    data = source.with_names(corrections_json(context, source))
    if printer.is_json:
        if printer.format == "json":
            printer.print_object(data)
        else:
            for item in data["items"]:
                printer.print_object(item, False)
    elif printer.format == "text":
        print_corrections(context, data)
        print_legend(context, [source])
    else:
        printer.print_rows([correction_row(item) for item in data["items"]], COLUMNS)
    sys.exit(code or (FOUND if data["together"]["conflicts"] else CLEAN))


class RecordedCorrections(TypedDict):
    """All corrections of a game, and what they change together."""

    game: str
    variant: str
    count: int
    items: list[Correction]
    together: CorrectionEffect
    next: int | None


def corrections_json(context: CliContext, source: Source) -> RecordedCorrections:
    """All corrections of a game; those of a stored one with author, role, time and evidence."""
    from plancia_archive.disputes.recorded_lines import NOT_RECORDED, find_recorded_lines
    from plancia_replay.batch.correction_effects import list_corrections

    data = list_corrections(source.game, rules_for(context, source, None), context.lang, limit=len(source.game.events))
    recorded: dict[int, RecordedLine] = {}
    if source.rules is not None:  # from the archive
        archive = context.open()
        recorded = find_recorded_lines(archive, source.name, (item["event"] for item in data["items"]))
        archive.close()
    items: list[Correction] = [{**item, **recorded.get(item["event"], NOT_RECORDED)} for item in data["items"]]
    game = source.name if source.rules is not None else data["game"] or source.name
    return {"game": game, "variant": data["variant"], "count": data["count"], "items": items,
            "together": data["together"], "next": data["next"]}  # fmt: skip


def correction_row(item: Correction) -> Row:
    """Returns a correction as a row, with its findings as rule numbers and its conflicts as event numbers."""
    return {
        **item,
        "references": [one["sha256"] or one["id"] for one in item["references"]],
        "gone": [f"{verdict['event']}:{verdict['rule_id']}" for verdict in item["gone"]],
        "appeared": [f"{verdict['event']}:{verdict['rule_id']}" for verdict in item["appeared"]],
        "conflicts": [conflict["event"] for conflict in item["conflicts"]],
    }


def print_corrections(context: CliContext, data: RecordedCorrections) -> None:
    """Prints each correction as text, then the effect of all of them together."""
    from plancia_archive.dates import format_time

    click.echo(context.say("corrections", game=data["game"], variant=data["variant"], count=data["count"]))
    standing = {conflict["event"] for conflict in data["together"]["conflicts"]}
    for item in data["items"]:
        click.echo(f"  {context.say('event')} {item['event']}: {item['text']}")
        if not item["valid"]:
            click.echo("      " + context.say("correction-void", target=item["target"]))
            continue
        click.echo("      " + context.say("correction-original", target=item["target"], line=item["original"]))
        no_line = context.say("correction-no-line")
        if item["before"] != item["original"]:
            click.echo("      " + context.say("correction-before", line=item["before"] or no_line))
        click.echo("      " + context.say("correction-after", line=item["after"] or no_line))
        if item["recorded_at"] is not None:
            author, at = item["author"] or "?", format_time(item["recorded_at"])
            role = context.say("correction-by", author=author, role=item["role"] or "?", at=at)
            click.echo(f"      {role}")
        if item["dispute"]:
            files = " ".join(item["evidence"]) or "-"
            click.echo("      " + context.say("correction-dispute", dispute=item["dispute"], files=files))
        for reference in item["references"]:
            click.echo("      " + context.say("correction-evidence", **reference_words(reference, context.lang)))
        if item["superseded_by"]:
            click.echo("      " + context.say("correction-superseded", event=item["superseded_by"]))
        print_effect(context, item, standing)
    if len(data["items"]) > 1:
        click.echo("  " + context.say("corrections-together"))
        print_effect(context, data["together"])


def reference_words(reference: CorrectionReference, lang: str) -> dict[str, str]:
    """Returns the places of the sentence about a piece of evidence: what it is, what it shows, who recorded it when."""
    from plancia_archive.dates import format_time
    from plancia_archive.evidence.verdict_words import format_sentence

    what = reference["id"] or (format_sentence("contents.file", lang, reference) if reference["sha256"] else "-")
    about = f" \u2014 {reference['about']}" if reference["about"] else ""
    recorded = {"author": reference["author"], "role": reference["role"]}
    return {"what": what + about, **recorded, "at": format_time(reference["recorded_at"])}


def print_effect(context: CliContext, effect: CorrectionEffect, standing: Container[int] | None = None) -> None:
    """Prints the findings that corrections remove and add, the scores that change, and conflicts (`standing` alone)."""
    for verdicts, mark in ((effect["gone"], "-"), (effect["appeared"], "+")):
        for verdict in verdicts:
            kind = context.say("verdict." + verdict["verdict"])
            sentence = f"{context.say('event')} {verdict['event']}: {kind}: {verdict['says']} ({verdict['rule_id']})"
            click.echo(f"      {mark} {sentence}")
    for colour, (before, after) in effect["scores"].items():
        if before != after:
            scores = [context.say("open") if value is None else str(value) for value in (before, after)]
            click.echo("      " + context.say("correction-score", colour=colour, before=scores[0], after=scores[1]))
    for conflict in effect["conflicts"]:
        if standing is not None and conflict["event"] not in standing:
            continue
        key = "conflict-impossible" if conflict["impossible"] else "conflict-illegal"
        values = {"event": conflict["event"], "line": conflict["text"], "says": conflict["says"]}
        sentence = context.say(key, **values, rule_id=conflict["rule_id"] or "")
        click.echo("      " + click.style(sentence, fg="red"))
