"""Judging a source: which rules apply, the judgement, exit codes. Shared by judge, score, state and show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from plancia_archive.facts.event_rows import Row
from plancia_cli.support.context import CLEAN, ERROR, CliContext
from plancia_cli.support.sources import Source, print_unread

if TYPE_CHECKING:
    from plancia_events import Game
    from plancia_replay import Judgement, RuleSet, RuleSetError


def rules_for(context: CliContext, source: Source, variant: str | None) -> RuleSet:
    """The rule-set to judge under: `variant` (with the game's own deck), else the stored one, else the header's."""
    from plancia_replay import RuleSetError, other_ruleset_for_game, ruleset_for_game

    try:
        if variant:
            return other_ruleset_for_game(source.game, variant)
        return source.rules or ruleset_for_game(source.game)
    except RuleSetError as error:
        print_unread(context, source.name, source.problems)
        context.fail(f"{source.name}: {error.text(context.lang)}")


def report_unknown_rules(context: CliContext, source: Source, variant: str | None) -> bool:
    """True, with a message, if a header that names the rules is missing or malformed, or what they name does not exist.

    Such a game is not judged: verdicts under other rules would accuse players without reason. The next one is.
    """
    if variant:
        return False
    rows: list[dict[str, object]] = []
    if has_own_rules(source):
        error = rules_error(source)
        if error is None:
            return False
        click.echo(f"{source.name}: {error.text(context.lang)}", err=True)
        rows.append(rules_problem(context, source, error))
    print_unread(context, source.name, source.problems, rows)
    context.tell("unruled", file=source.name)
    return True


def rules_error(source: Source) -> RuleSetError | None:
    """Why the rules that the headers name cannot be made, such as options that exclude each other; None if they can."""
    from plancia_replay import RuleSetError, ruleset_for_game

    try:
        if source.rules is None:
            ruleset_for_game(source.game)
    except RuleSetError as error:
        return error
    return None


def rules_problem(context: CliContext, source: Source, error: RuleSetError) -> dict[str, object]:
    """A rule-set that cannot be made as a problem of its file, with the members of `Problem.to_json`."""
    row: dict[str, object] = {
        "file": source.name, "line": 0, "column": 0, "code": error.code, "found": error.what, "expected": "",
        "detail": error.text(context.lang),
    }  # fmt: skip
    return row | ({"near": list(error.near)} if error.near else {})


def has_own_rules(source: Source) -> bool:
    """True if the rules that a game was played under are known."""
    if source.rules is not None:
        return True
    return source.game.header("Variant") is not None and not any(problem.names_rules for problem in source.problems)


def judge_source(
    context: CliContext, source: Source, variant: str | None, first_leg: Game | None = None, as_recorded: bool = False
) -> Judgement:
    """The judgement of one game; `first_leg` is the first game of its match, if both were given.

    `as_recorded`: without its corrections.
    """
    from plancia_replay import judge

    judgement = judge(source.game, rules_for(context, source, variant), context.lang, first_leg, not as_recorded)
    judgement.game = display_name(source, judgement)
    return judgement


def display_name(source: Source, judgement: Judgement) -> str:
    """The name to print for a game: a stored game's id, else the `Game` header, else the file."""
    return source.name if source.rules is not None else judgement.game or source.name


def print_problems(context: CliContext, source: Source) -> int:
    """Prints every parse problem of a source on standard error; returns ERROR if there are any, else CLEAN."""
    for problem in source.problems:
        click.echo(problem.text(context.lang), err=True)
    return ERROR if source.problems else CLEAN


def problems_json(context: CliContext, source: Source) -> Row:
    """The member `problems` of a JSON object about a source; none where there are no problems."""
    rows = [problem.to_json(context.lang) for problem in source.problems]
    return {"problems": rows} if rows else {}


def worse_code(code: int, other: int) -> int:
    """The graver of two exit codes: an unreadable game (1) outranks a finding (3)."""
    return ERROR if ERROR in (code, other) else max(code, other)


def print_legend(context: CliContext, sources: Sequence[Source]) -> None:
    """One line that explains the colour letters of the judged games; nothing if none was judged."""
    from plancia_cli.support.printing import format_legend

    letters = {letter for source in sources if has_own_rules(source) for letter in source.game.players}
    if legend := format_legend(letters, context.lang):
        click.echo(legend)
