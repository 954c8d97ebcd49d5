"""judge, score, state, show: what a replay tells."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.context import CLEAN, ERROR, FOUND, State, print_json
from plancia_cli.sources import Source, sources

if TYPE_CHECKING:
    from plancia_replay import Judgement, RuleSet

pass_state = click.make_pass_decorator(State)


def rules_for(state: State, source: Source, variant: str | None) -> RuleSet:
    """The rules to judge under: those asked for (with the game's own deck), those kept, those of the header."""
    from plancia_replay import RuleSetError, for_game, rules_under

    try:
        if variant:
            return rules_under(source.game, variant)
        return source.rules or for_game(source.game)
    except RuleSetError as error:
        state.fail(f"{source.name}: {error.text(state.lang)}")


def judged(state: State, source: Source, variant: str | None) -> Judgement:
    """One game judged."""
    from plancia_replay import judge

    found = judge(source.game, rules_for(state, source, variant), state.lang)
    found.game = found.game or source.name
    return found


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Judge under this variant instead of the recorded one.")
@click.option("--under", "-u", help='Compare: the recorded variant beside this one, such as "rcm@1 + no-strip".')
@click.option("--from", "kind", help="Kind of the files, where it is not told by their content.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@pass_state
def judge(
    state: State, games: tuple[str, ...], variant: str | None, under: str | None, kind: str | None, as_json: bool
) -> None:
    """Judge games: every verdict with its rule, its document and the facts that decide it.

    Exit code 0: clean; 3: something illegal, or a score that differs; 1: not readable or not replayable to the end.
    With --under, 0: nothing differs; 3: a verdict, a score or the end differs. What the record lacks is undecidable.

    \b
    Example: plancia judge partita.rgn
             plancia judge partita.rgn --variant torneo@1 --json
             plancia judge partita.rgn --under "rcm@1 + cards-to-eliminator"
    """
    code = CLEAN
    found = sources(state, games, kind)
    if under is not None:
        sys.exit(judged_beside(state, found, variant, under, as_json))
    for source in found:
        code = worse(code, told_problems(state, source))
        judgement = judged(state, source, variant)
        if as_json:
            print_json(judgement.to_json(), pretty=len(found) == 1)
        else:
            print_judgement(state, source, judgement)
        if not judgement.clean:
            code = worse(code, FOUND if judgement.impossible is None else ERROR)
    sys.exit(code)


def told_problems(state: State, source: Source) -> int:
    """Tells every line of a source that is not understood; the exit code that follows."""
    for problem in source.problems:
        click.echo(problem.text(state.lang), err=True)
    return ERROR if source.problems else CLEAN


def worse(one: int, other: int) -> int:
    """The graver of two exit codes: what could not be read or replayed weighs more than what was found."""
    return ERROR if ERROR in (one, other) else max(one, other)


def judged_beside(
    state: State, found: list[Source], variant: str | None, under: str, as_json: bool, explain: bool | None = None
) -> int:
    """Every game under another variant beside its own; the exit code says whether anything differs.

    With `explain` true or false only scores are asked for, with or without the lines that differ.
    """
    from plancia_cli.comparing import print_scores, print_whatif
    from plancia_replay import compare

    code = CLEAN
    for source in found:
        code = worse(code, told_problems(state, source))
        made = compare(source.game, rules_for(state, source, variant), rules_for(state, source, under), state.lang)
        made.recorded.game = made.recorded.game or source.name
        if as_json:
            print_json(made.to_json(), pretty=len(found) == 1)
        elif explain is None:
            print_whatif(state, made)
        else:
            print_scores(state, made, explain)
        if not (made.same if explain is None else made.same_scores):
            code = worse(code, FOUND)
        if made.recorded.impossible is not None:
            code = ERROR
    return code


def print_judgement(state: State, source: Source, judgement: Judgement) -> None:
    """A judgement as people read it: findings, the many alike told once, then end and scores."""
    from plancia_data import messages

    words = messages("cli", state.lang)
    head = state.say("judged", game=judgement.game or source.name, variant=judgement.variant, events=judgement.events)
    click.echo(head)
    told: dict[tuple[str, str], int] = {}
    corrected = {event.event: event.replacement for event in source.game.events if event.TAG == "FIX"}
    for verdict in judgement.verdicts:
        key = (verdict.rule, verdict.verdict)
        told[key] = told.get(key, 0) + 1
        if verdict.verdict != "illegal" and told[key] > 3:
            continue
        event = source.game.events[verdict.event - 1] if verdict.event else None
        event = corrected.get(verdict.event, event)
        where = f"{source.name}:{verdict.line}" if verdict.line else source.name
        from plancia_events import format_event

        text = format_event(event) if event is not None else words["header"]
        kind_word = words["verdict." + verdict.verdict]
        click.echo(f"  {where}: {words['event']} {verdict.event}: {kind_word}: {verdict.says}")
        click.echo(f"      {text}")
        click.echo(f"      {verdict.rule_id} ({verdict.cite}) [{verdict.rule}]")
        if verdict.reading:
            click.echo(f"      {words['reading']}: {verdict.reading}")
    for (rule, kind), count in told.items():
        if kind != "illegal" and count > 3:
            click.echo("  " + state.say("and-more", count=count - 3, rule=rule, kind=words["verdict." + kind]))
    if judgement.impossible:
        stop: dict[str, Any] = judgement.impossible
        click.echo("  " + state.say("impossible", event=stop["event"], line=stop["line"], says=stop["says"]))
        click.echo(f"      {stop['text']}")
    winner = judgement.end["winner"] or "-"
    click.echo("  " + state.say("ending", says=judgement.end["says"], winner=winner))
    for colour, entry in judgement.scores.items():
        declared = judgement.declared.get(colour)
        shown = "" if declared is None else state.say("declared", points=declared)
        click.echo(f"  {colour} {entry['points']} {shown}".rstrip())
    if not judgement.verdicts and judgement.impossible is None:
        click.echo("  " + words["clean"])


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Score under this variant instead of the recorded one.")
@click.option("--under", "-u", help="Compare: the scores under the recorded variant and under this one.")
@click.option("--explain", is_flag=True, help="Itemise every number with its citation.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@pass_state
def score(
    state: State, games: tuple[str, ...], variant: str | None, under: str | None, explain: bool, as_json: bool
) -> None:
    """Recompute the scores of games and compare them with the declared ones.

    With --under, exit code 0: scores and end agree; 3: they differ. --explain then tells the lines that differ.

    \b
    Example: plancia score partita.rgn --explain
             plancia score partita.rgn --under torneo@1
    """
    code = CLEAN
    if under is not None:
        sys.exit(judged_beside(state, sources(state, games), variant, under, as_json, explain))
    for source in sources(state, games):
        code = worse(code, told_problems(state, source))
        judgement = judged(state, source, variant)
        declared = judgement.declared
        if as_json:
            print_json({"game": judgement.game, "scores": judgement.scores, "declared": declared, "end": judgement.end})
        else:
            click.echo(state.say("scored", game=judgement.game, variant=judgement.variant))
            if not judgement.scores:
                click.echo("  " + state.say("no-score"))
            for colour, entry in judgement.scores.items():
                said = declared.get(colour)
                beside = "" if said is None else f" ({state.say('declared', points=said)})"
                click.echo(f"  {colour} {entry['points']}{beside}")
                for line in entry["account"] if explain else []:
                    click.echo(f"      {line['points']:>4}  {line['what']}  {line['rule_id']} ({line['cite']})")
                if "ranking" in entry:
                    click.echo(f"      {state.say('ranking', points=entry['ranking'])}")
                for line in entry.get("ranking_account", []) if explain else []:
                    told = f"        {line['points']:>4}  {line['what']}  {line['rule_id']} {line['cite']}"
                    click.echo(told.rstrip())
        if any(v is not None and v != judgement.scores.get(c, {}).get("points", v) for c, v in declared.items()):
            code = worse(code, FOUND)
    sys.exit(code)


def within(state: State, source: Source, at: int | None) -> None:
    """Ends the command where the game has no such event."""
    if at is not None and at > len(source.game.events):
        state.fail(state.say("no-event", file=source.name, at=at, last=len(source.game.events)))


@click.command(name="state")
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "at", type=click.IntRange(0), required=True, help="After this event; 0 is the header.")
@click.option("--json", "as_json", is_flag=True, help="Accepted for symmetry: the state is always JSON.")
@pass_state
def state_command(state: State, game: str, at: int, as_json: bool) -> None:
    """The table after an event, as JSON: board, hands, whose turn, what is due.

    \b
    Example: plancia state partita.rgn --at 120 --json
    """
    from plancia_replay import state_at

    source = sources(state, (game,))[0]
    within(state, source, at)
    print_json({"game": source.name, **state_at(source.game, at, rules_for(state, source, None))})


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "at", type=click.IntRange(0), help="After this event; without it, the end.")
@pass_state
def show(state: State, game: str, at: int | None) -> None:
    """The board of a game as text.

    \b
    Example: plancia show partita.rgn --at 120
    """
    from plancia_cli.drawing import drawn
    from plancia_replay import state_at

    source = sources(state, (game,))[0]
    within(state, source, at)
    found = state_at(source.game, len(source.game.events) if at is None else at, rules_for(state, source, None))
    turn = found["turn"] or "-"
    click.echo(state.say("shown", game=source.name, event=found["event"], round=found["round"], turn=turn))
    click.echo(drawn(found["board"], state.lang))
    for colour, hand in found["hands"].items():
        click.echo(f"{colour}: {state.say('cards')} {' '.join(hand) or '-'}")
