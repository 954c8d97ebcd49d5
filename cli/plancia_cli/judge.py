"""judge and score: what a replay tells of right and wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext
from plancia_cli.support.printing import Form, Row, printed
from plancia_cli.support.sources import KINDS, Source, sources

if TYPE_CHECKING:
    from plancia_events import Game
    from plancia_replay import Judgement, RuleSet

pass_state = click.make_pass_decorator(CliContext)
VERDICT = ("game", "event", "line", "verdict", "says", "rule_id", "rule", "cite", "facts", "reading", "kind")
LINE = ("game", "colour", "account", "points", "what", "rule_id", "cite", "undecidable")
SIDES = ("recorded", "under")
STYLES: dict[str, dict[str, Any]] = {
    "illegal": {"fg": "red", "bold": True}, "undecidable": {"fg": "yellow"}, "assumed": {"fg": "yellow"},
    "warning": {"fg": "cyan"},
}  # fmt: skip


def rules_for(state: CliContext, source: Source, variant: str | None) -> RuleSet:
    """The rules to judge under: those asked for (with the game's own deck), those kept, those of the header."""
    from plancia_replay import RuleSetError, for_game, rules_under

    try:
        if variant:
            return rules_under(source.game, variant)
        return source.rules or for_game(source.game)
    except RuleSetError as error:
        state.fail(f"{source.name}: {error.text(state.lang)}")


def unruled(state: CliContext, source: Source, variant: str | None) -> bool:
    """Is it not known under which rules a game was played, because a header that says so is missing or malformed?

    Then it is told, and the game is not judged: verdicts under other rules would accuse for nothing.
    """
    if variant or ruled(source):
        return False
    state.tell("unruled", file=source.name)
    return True


def ruled(source: Source) -> bool:
    """Are a game's own rules known?"""
    if source.rules is not None:
        return True
    return source.game.header("Variant") is not None and not any(problem.names_rules for problem in source.problems)


def judged(state: CliContext, source: Source, variant: str | None, first_leg: Game | None = None) -> Judgement:
    """One game judged, beside the first of its match where that is at hand."""
    from plancia_replay import judge

    found = judge(source.game, rules_for(state, source, variant), state.lang, first_leg)
    found.game = name_of(source, found)
    return found


def name_of(source: Source, found: Judgement) -> str:
    """What to call a game: a kept one by its id, else its recorder's id, else its file."""
    return source.name if source.rules is not None else found.game or source.name


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Judge under this variant instead of the recorded one.")
@click.option("--under", "-u", help='Compare: the recorded variant beside this one, such as "rcm@1 + no-strip".')
@click.option("--from", "kind", type=KINDS, help="Kind of the files, where it is not told by their content.")
@click.option("--complete", is_flag=True, help="Fill in colours, losses, END and OCC that follow from the rest.")
@printed("text", "One JSON object a game.")
@pass_state
def judge(
    state: CliContext, games: tuple[str, ...], variant: str | None, under: str | None, kind: str | None, complete: bool,
    form: Form,
) -> None:  # fmt: skip
    """Judge games: every verdict with its rule, its document and the facts that decide it.

    Exit code 0: clean; 3: something illegal, or a score that differs; 1: not readable or not replayable to the end.
    With --under, 0: nothing differs; 3: a verdict, a score or the end differs. What the record lacks is undecidable.
    Two games of one match (headers Event, Match, Leg) given together are judged side by side.

    \b
    Example: plancia judge partita.rgn
             plancia judge partita.rgn --variant torneo@1 --json
             plancia judge partita.rgn --under "rcm@1 + cards-to-eliminator"
    """
    from plancia_replay.judging.seat_headers import first_legs

    code = CLEAN
    found = sources(state, games, kind, complete=complete)
    if under is not None:
        sys.exit(judged_beside(state, found, variant, under, form))
    rows: list[Row] = []
    firsts = first_legs([source.game for source in found])
    for place, source in enumerate(found):
        code = worse(code, told_problems(state, source))
        if unruled(state, source, variant):
            code = ERROR
            continue
        judgement = judged(state, source, variant, firsts.get(place))
        if form.objects:
            whole = {"version": source.game.version, **judgement.to_json(), **source.game.to_json()}
            if source.problems:
                whole |= {"problems": [problem.to_json(state.lang) for problem in source.problems]}
            form.one({"game": judgement.game, **whole}, len(found) == 1)
        elif form.kind == "text":
            print_judgement(state, source, judgement)
        else:
            rows += [{"game": judgement.game, **verdict.to_json()} for verdict in judgement.verdicts]
        if not judgement.clean:
            code = worse(code, FOUND if judgement.impossible is None else ERROR)
    if form.kind == "text":
        tell_letters(state, found)
    elif not form.objects:
        form.rows(rows, VERDICT)
    sys.exit(code)


def tell_letters(state: CliContext, found: list[Source]) -> None:
    """One line that says what the letters of the colours at these tables mean; none where nothing was judged."""
    from plancia_cli.support.colour_legend import legend

    told = legend({letter for source in found if ruled(source) for letter in source.game.players}, state.lang)
    if told:
        click.echo(told)


def told_problems(state: CliContext, source: Source) -> int:
    """Tells every line of a source that is not understood; the exit code that follows."""
    for problem in source.problems:
        click.echo(problem.text(state.lang), err=True)
    return ERROR if source.problems else CLEAN


def worse(one: int, other: int) -> int:
    """The graver of two exit codes: what could not be read or replayed weighs more than what was found."""
    return ERROR if ERROR in (one, other) else max(one, other)


def judged_beside(
    state: CliContext, found: list[Source], variant: str | None, under: str, form: Form, explain: bool | None = None
) -> int:
    """Every game under another variant beside its own; the exit code says whether anything differs.

    With `explain` true or false only scores are asked for, with or without the lines that differ.
    """
    from plancia_cli.rules import compared, print_scores, print_whatif
    from plancia_replay import compare

    code = CLEAN
    rows: list[Row] = []
    for source in found:
        code = worse(code, told_problems(state, source))
        if unruled(state, source, variant):
            code = ERROR
            continue
        made = compare(source.game, rules_for(state, source, variant), rules_for(state, source, under), state.lang)
        made.recorded.game = name_of(source, made.recorded)
        if form.objects:
            form.one(made.to_json(), len(found) == 1)
        elif form.kind != "text":
            rows += compared(made.to_json(), explain is not None)
        elif explain is None:
            print_whatif(state, made)
        else:
            print_scores(state, made, explain)
        if not (made.same if explain is None else made.same_scores):
            code = worse(code, FOUND)
        if made.recorded.impossible is not None:
            code = ERROR
    if form.kind == "text":
        tell_letters(state, found)
    elif not form.objects:
        form.rows(rows, ("side", *VERDICT) if explain is None else ("game", "colour", *SIDES, "undecidable"))
    return code


def print_judgement(state: CliContext, source: Source, judgement: Judgement) -> None:
    """A judgement as people read it: findings, the many alike told once, then end and scores."""
    from plancia_data import messages

    words = messages("cli", state.lang)
    head = state.say("judged", game=judgement.game or source.name, variant=judgement.variant, events=judgement.events)
    click.echo(head)
    told: dict[tuple[str, str], int] = {}
    numbers = {verdict.rule: verdict.rule_id for verdict in judgement.verdicts}
    for verdict in judgement.verdicts:
        key = (verdict.rule, verdict.verdict)
        told[key] = told.get(key, 0) + 1
        if verdict.verdict != "illegal" and told[key] > 3:
            continue
        where = f"{source.name}:{verdict.line}" if verdict.line else source.name
        kind_word = click.style(words["verdict." + verdict.verdict], **STYLES[verdict.verdict])
        click.echo(f"  {where}: {words['event']} {verdict.event}: {kind_word}: {verdict.says}")
        click.echo(f"      {verdict.text or words['header']}")
        click.echo(f"      {verdict.rule_id} ({verdict.cite}) [{verdict.rule}]")
        if verdict.reading:
            click.echo(f"      {words['reading']}: {verdict.reading}")
    for (rule, kind), count in told.items():
        if kind != "illegal" and count > 3:
            what = state.say("some." + kind, count=count - 3)
            click.echo("  " + state.say("and-more", what=what, rule_id=numbers[rule], rule=rule))
    if judgement.impossible:
        stop: dict[str, Any] = judgement.impossible
        click.echo("  " + state.say("impossible", event=stop["event"], line=stop["line"], says=stop["says"]))
        click.echo(f"      {stop['text']}")
    click.echo("  " + state.say("ending", says=judgement.end["says"], winner=winner_told(state, judgement.end)))
    for colour, entry in judgement.scores.items():
        declared = judgement.declared.get(colour)
        why = judgement.undecided(colour)
        shown = "" if declared is None else f"{',' if why else ''} {state.say('declared', points=declared)}"
        click.echo(f"  {colour} {figure(state, entry['points'], why)}{shown}{reason(state, why)}")
    unread = len(source.problems)
    if not judgement.verdicts and judgement.impossible is None:
        click.echo("  " + (state.say("clean-but-unread", count=unread) if unread else words["clean"]))
    elif unread:
        click.echo("  " + state.say("unread-too", count=unread))


def winner_told(state: CliContext, end: dict[str, Any]) -> str:
    """The winner of an end, `-` for none; a word where he hangs on points that the record does not decide."""
    return state.say("open") if end.get("undecidable") else " ".join(end["winners"]) or "-"


def figure(state: CliContext, points: Any, why: str) -> str:
    """A figure, or in its place the word that it is not decidable."""
    return state.say("open") if why else str(points)


def reason(state: CliContext, why: str) -> str:
    """Why a figure is not decidable, behind it."""
    return f": {why}" if why else ""


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--variant", "-v", help="Score under this variant instead of the recorded one.")
@click.option("--under", "-u", help="Compare: the scores under the recorded variant and under this one.")
@click.option("--explain", is_flag=True, help="Itemise every number with its citation.")
@click.option("--from", "kind", type=KINDS, help="Kind of the files, where it is not told by their content.")
@printed("text", "One JSON object a game.")
@pass_state
def score(
    state: CliContext, games: tuple[str, ...], variant: str | None, under: str | None, explain: bool, kind: str | None,
    form: Form,
) -> None:  # fmt: skip
    """Recompute the scores of games and compare them with the declared ones.

    With --under, exit code 0: scores and end agree; 3: they differ. --explain then tells the lines that differ.

    \b
    Example: plancia score partita.rgn --explain
             plancia score partita.rgn --under torneo@1
    """
    code = CLEAN
    if under is not None:
        sys.exit(judged_beside(state, sources(state, games, kind), variant, under, form, explain))
    found = sources(state, games, kind)
    rows: list[Row] = []
    for source in found:
        code = worse(code, told_problems(state, source))
        if unruled(state, source, variant):
            code = ERROR
            continue
        judgement = judged(state, source, variant)
        declared = judgement.declared
        if form.objects:
            whole = {"scores": judgement.scores, "declared": declared, "end": judgement.end,
                     "undecidable": judgement.undecidable, "compared": None}  # fmt: skip
            form.one({"game": judgement.game, "variant": judgement.variant, **whole}, len(found) == 1)
        elif form.kind == "text":
            print_score(state, judgement, explain)
        rows += scored(judgement, explain)
        if differs(judgement):
            code = worse(code, FOUND)
    if form.kind == "text":
        tell_letters(state, found)
    elif not form.objects:
        form.rows(rows, LINE if explain else ("game", "colour", "points", "declared", "ranking", "undecidable"))
    sys.exit(code)


def differs(judgement: Judgement) -> bool:
    """Is a score declared that is not the recomputed one, where that can be decided?"""
    return any(
        value is not None and value != judgement.scores.get(colour, {}).get("points", value)
        for colour, value in judgement.declared.items() if not judgement.undecided(colour)
    )  # fmt: skip


def scored(judgement: Judgement, explain: bool) -> list[Row]:
    """A game's scores as rows: one a colour, or one a line of its account."""
    rows: list[Row] = []
    for colour, entry in judgement.scores.items():
        head: Row = {"game": judgement.game, "colour": colour}
        head["undecidable"] = " ".join(x for x in ("points", "ranking") if judgement.undecided(colour, x)) or None
        if explain:
            rows += [{**head, "account": "score", **line} for line in entry["account"]]
            rows += [{**head, "account": "ranking", **line} for line in entry.get("ranking_account", [])]
        else:
            declared = judgement.declared.get(colour)
            rows.append({**head, "points": entry["points"], "declared": declared, "ranking": entry.get("ranking")})
    return rows


def account_line(state: CliContext, line: dict[str, Any]) -> str:
    """A line of an account as people read it: points, what for, number and citation of the clause."""
    from plancia_replay.text.sentences import spoken_account

    what = spoken_account(line["what"], state.lang)
    return f"{line['points']:>4}  {what}  {line['rule_id']} ({line['cite']})"


def print_score(state: CliContext, judgement: Judgement, explain: bool) -> None:
    """A game's scores as people read them."""
    click.echo(state.say("scored", game=judgement.game, variant=judgement.variant))
    if not judgement.scores:
        click.echo("  " + state.say("result-alone" if judgement.completeness == "result-only" else "no-score"))
    for colour, entry in judgement.scores.items():
        said = judgement.declared.get(colour)
        beside = "" if said is None else f" ({state.say('declared', points=said)})"
        why = judgement.undecided(colour)
        click.echo(f"  {colour} {figure(state, entry['points'], why)}{beside}{reason(state, why)}")
        for line in entry["account"] if explain and not why else []:
            click.echo("      " + account_line(state, line))
        unranked = judgement.undecided(colour, "ranking")
        if "ranking" in entry:
            ranking = state.say("ranking", points=figure(state, entry["ranking"], unranked))
            click.echo(f"      {ranking}{reason(state, unranked if unranked != why else '')}")
        for line in entry.get("ranking_account", []) if explain and not unranked else []:
            click.echo("        " + account_line(state, line))
