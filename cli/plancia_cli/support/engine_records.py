"""A game as a record of another engine, with what it lacks on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_cli.support.context import CliContext, print_json
from plancia_cli.support.judging import rules_for
from plancia_cli.support.sources import Source

if TYPE_CHECKING:
    from plancia_archive.writers import Loss

SHOWN_PLACES = 12


def engine_record(context: CliContext, source: Source, kind: str, lossy: bool) -> str:
    """The record of a game in the format of an engine. Ends the command where the format does not carry the game."""
    from plancia_archive.writers import Refused, write_game

    rules = rules_for(context, source, None)
    try:
        written = write_game(kind, source.game, rules, lossy)
    except Refused as refused:
        tell_losses(context, source, refused.losses)
        blocking = any(loss.is_blocking for loss in refused.losses)
        context.fail(context.say("not-written" if blocking else "not-written-whole", file=source.name, form=kind))
    tell_losses(context, source, written.losses)
    return written.text


def tell_losses(context: CliContext, source: Source, losses: list[Loss]) -> None:
    """Prints what a format lacks, the reasons with their events; with --json one object for each."""
    if context.tells_json:
        for loss in losses:
            told = {"file": source.name, "event": loss.event, "line": loss.line, "code": loss.code,
                    "blocking": loss.is_blocking, "says": loss.says(context.lang)}  # fmt: skip
            print_json(told, pretty=False, err=True)
        return
    places: dict[tuple[str, bool], list[str]] = {}
    for loss in losses:
        of_reason = places.setdefault((loss.says(context.lang), loss.is_blocking), [])
        of_reason += [f"{loss.event}:{loss.line or '-'}"] if loss.event else []  # the headers have no place
    for (reason, blocking), events in places.items():
        more = [f"... ({len(events)})"] if len(events) > SHOWN_PLACES else []
        where = f" ({context.say('places-of-loss')} {' '.join(events[:SHOWN_PLACES] + more)})" if events else ""
        context.tell("cannot-carry" if blocking else "left-out", file=source.name, what=reason + where)
