"""stats and odds: questions over the games of the archive."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.context import FORMATS, State, print_json, print_table, write_text

pass_state = click.make_pass_decorator(State)


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--player", help="Only games with this player (name or reference).")
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option("--since", help="Only from this date, YYYY-MM-DD.")
@click.option("--until", help="Only up to this date.")
@click.option("--completeness", help="Only games recorded so: full, no-dice, turns-only, final-board, result-only.")
@click.option("--provenance", help="Only games of this provenance: live, sheet, reconstructed, synthetic, imported:...")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--svg", help="Write a chart to this file.")
@click.option("--json", "as_json", is_flag=True, help="The whole answer: rows, games that qualified, those left out.")
@pass_state
def stats(
    state: State, /, name: str | None, form: str, svg: str | None, as_json: bool, player: str | None,
    **given: str | None,
) -> None:  # fmt: skip
    """Statistics over the games of the archive; without a name, those that exist.

    Each says how many games qualified and which were left out and why.

    \b
    Example: plancia stats results-by-player --variant monopoli@1
             plancia stats throws --format csv
    """
    from plancia_archive import ArchiveError, Filters
    from plancia_archive.statistics import REGISTERED, ask
    from plancia_archive.statistics.charts import chart

    if name is None:
        rows = [[one.id, one.it if state.lang == "it" else one.en] for one in REGISTERED.values()]
        print_table(rows, ["statistic", "title"], "json" if as_json else form)
        return
    archive = state.open()
    reference = (archive.people.find(player) or "-") if player else None
    try:
        found = ask(archive.db, name, Filters(player=reference, **given))  # type: ignore[arg-type]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    named(archive, found["rows"])
    if svg:
        drawn = chart(found, REGISTERED[name].it if state.lang == "it" else REGISTERED[name].en, state.lang)
        if drawn is None:
            state.fail(state.say("no-chart", what=name))
        write_text(state, svg, drawn)
        return
    if as_json:
        print_json(found)
        return
    left = ", ".join(f"{reason} {count}" for reason, count in found["left_out"].items()) or "-"
    state.tell("qualified", games=found["games"], qualified=found["qualified"], left=left)
    heads = list(found["rows"][0]) if found["rows"] else []
    print_table([[row[head] for head in heads] for row in found["rows"]], heads, form)


def named(archive: Any, rows: list[dict[str, Any]]) -> None:
    """Puts names beside references."""
    for row in rows:
        for key in ("player", "rival"):
            if key in row:
                row[key] = archive.people.name(row[key])


@click.command()
@click.argument("attackers", type=click.IntRange(1, 60))
@click.argument("defenders", type=click.IntRange(1, 60))
@click.option("--defence", type=click.IntRange(1, 3), default=3, show_default=True, help="Most dice of the defence.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with exact fractions.")
@pass_state
def odds(state: State, attackers: int, defenders: int, defence: int, as_json: bool) -> None:
    """The exact odds of an attack: of one throw, and of going on to the end.

    ATTACKERS are the armies usable, those beyond the one that stays; the defence always throws all it may.

    \b
    Example: plancia odds 5 3
    """
    from plancia_archive.statistics.odds import answer

    found = answer(attackers, defenders, defence)
    if as_json:
        print_json(found)
        return
    for row in found["throw"]:
        click.echo(f"-{row['attack_losses']}-{row['defence_losses']}  {row['chance']}  {row['decimal']:.4f}")
    click.echo(f"{state.say('conquest')} {found['conquest_decimal']:.4f}")


@click.command()
@click.option("--position", help="Who holds what: SIA=x>=3 CIN=x INS=R; a small letter is any one colour.")
@click.option("--sequence", help="Steps by one colour: INS>SIA tris; * is any territory.")
@click.option("--within", type=click.IntRange(0), default=0, show_default=True, help="Turns between two steps.")
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option("--limit", type=click.IntRange(1, 100000), default=100, show_default=True)
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@pass_state
def search(
    state: State, position: str | None, sequence: str | None, within: int, variant: str | None, event: str | None,
    limit: int, form: str,
) -> None:  # fmt: skip
    """Games by position or by sequence, with the event where they match.

    \b
    Example: plancia search --position "SIA=x>=3 INS=x NGU=x"
             plancia search --sequence "tris INS>SIA" --within 2
    """
    from plancia_archive import ArchiveError, Filters
    from plancia_archive.search import positions, sequences

    if (position is None) == (sequence is None):
        raise click.UsageError("--position / --sequence")
    archive = state.open()
    filters = Filters(variant=variant, event=event)
    try:
        if position is not None:
            rows = list(positions(archive, position, filters, limit))
            heads = ["game", "event", "round", "line"]
        else:
            rows = sequences(archive, sequence or "", within, filters, limit)
            heads = ["game", "colour", "event", "last_event"]
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    print_table([[row[head] for head in heads] for row in rows], heads, form)
