"""events, state and show: what a game records, and the table at any moment of it."""

from __future__ import annotations

import sys
from typing import Any

import click

from plancia_cli.judge import rules_for, tell_letters, told_problems
from plancia_cli.support.context import CLEAN, ERROR, CliContext
from plancia_cli.support.printing import Form, Row, printed
from plancia_cli.support.sources import KINDS, Source, sources

pass_state = click.make_pass_decorator(CliContext)
of_kind = click.option("--from", "kind", type=KINDS, help="Kind of the file, where it is not told by its content.")
BOARD = ("territory", "colour", "armies")


def one_source(state: CliContext, name: str, kind: str | None) -> Source:
    """The first game of what is named; what is not understood in it is told."""
    source = sources(state, (name,), kind)[0]
    told_problems(state, source)
    return source


def within(state: CliContext, source: Source, at: int | None) -> None:
    """Ends the command where the game has no such event."""
    if at is not None and at > len(source.game.events):
        state.fail(state.say("no-event", file=source.name, at=at, last=len(source.game.events)))


def owners(found: dict[str, Any]) -> list[Row]:
    """The board of a state as rows."""
    return [{"territory": code, "colour": colour, "armies": n} for code, (colour, n) in found["board"].items()]


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--after", type=click.IntRange(0), default=0, show_default=True, help="Only events after this number.")
@click.option("--limit", type=click.IntRange(1), help="At most so many.")
@of_kind
@printed()
@pass_state
def events(state: CliContext, game: str, kind: str | None, after: int, limit: int | None, form: Form) -> None:
    """The events of a game, each with its number and its line; as JSON with all its fields.

    \b
    Example: plancia events partita.rgn --after 100 --limit 20
    """
    source = one_source(state, game, kind)
    form.rows(
        source.game.rows(after, limit),
        ["event", "kind", "actor", "about", "line"],
        shown=["event", "kind", "actor", "line"],
    )
    sys.exit(ERROR if source.problems else CLEAN)


@click.command(name="state")
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "at", type=click.IntRange(0), required=True, help="After this event; 0 is the header.")
@of_kind
@printed("json", "The default.")
@pass_state
def state_command(state: CliContext, game: str, kind: str | None, at: int, form: Form) -> None:
    """The table after an event, as JSON: board, hands, whose turn, what is due; in the other forms the board.

    \b
    Example: plancia state partita.rgn --at 120 --json
    """
    from plancia_replay import state_at

    source = one_source(state, game, kind)
    within(state, source, at)
    found = {"game": source.name, **state_at(source.game, at, rules_for(state, source, None))}
    form.rows(owners(found), BOARD, whole=found)
    sys.exit(ERROR if source.problems else CLEAN)


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "at", type=click.IntRange(0), help="After this event; without it, the end.")
@of_kind
@printed("text")
@pass_state
def show(state: CliContext, game: str, kind: str | None, at: int | None, form: Form) -> None:
    """The board of a game as text.

    \b
    Example: plancia show partita.rgn --at 120
    """
    from plancia_cli.support.board_text import drawn
    from plancia_replay import state_at

    source = one_source(state, game, kind)
    within(state, source, at)
    found = state_at(source.game, len(source.game.events) if at is None else at, rules_for(state, source, None))
    if form.kind != "text":
        form.rows(owners(found), BOARD, whole={"game": source.name, **found})
        sys.exit(ERROR if source.problems else CLEAN)
    turn = found["turn"] or "-"
    click.echo(state.say("shown", game=source.name, event=found["event"], round=found["round"], turn=turn))
    click.echo(drawn(found["board"], state.lang))
    for colour, hand in found["hands"].items():
        click.echo(f"{colour}: {state.say('cards')} {' '.join(hand) or '-'}")
    tell_letters(state, [source])
    sys.exit(ERROR if source.problems else CLEAN)
