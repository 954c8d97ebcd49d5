"""Movetext of games on the command line, without what is hidden in a game that is not over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plancia_cli.support.context import CliContext
from plancia_cli.support.judging import rules_for
from plancia_cli.support.sources import Source

if TYPE_CHECKING:
    from plancia_events import Game
    from plancia_replay import RuleSet


def source_movetext(context: CliContext, source: Source) -> str:
    """The movetext of a source. Ends the command where its rules do not exist."""
    from plancia_replay.judging.movetext import movetext

    game = visible_game(context, source.name, source.game)
    rules: RuleSet = rules_for(context, replace(source, game=game), None)
    return movetext(game, context.lang, rules)


def visible_game(context: CliContext, name: str, game: Game) -> Game:
    """The game without what is hidden until it is over, which is told on standard error."""
    from plancia_archive.facts.redaction import is_over, redact

    if is_over(game):
        return game
    visible = redact(game, "")
    if visible is not game:
        context.tell("hidden-left-out", file=name)
    return visible
