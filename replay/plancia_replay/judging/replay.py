"""Running the kernel over a recorded game, and which form of the kernel runs."""

from __future__ import annotations

from functools import lru_cache
from types import GetSetDescriptorType, MemberDescriptorType

from plancia_events import Game
from plancia_events.packed.log import COMPILED
from plancia_replay.judging.prepare import PackedGame
from plancia_replay.kernel import engine
from plancia_replay.kernel.table import Table, zeros
from plancia_replay.rulesets.ruleset import RuleSet, load_ruleset

TABLE_STATE = tuple(  # the attributes of a table, in both forms of the kernel
    name for name, kind in vars(Table).items() if isinstance(kind, MemberDescriptorType | GetSetDescriptorType)
)
VECTORS = (list, type(zeros(0)))


def kernel_form() -> str:
    """ "compiled" where the kernel runs as native code, else "pure"."""
    return "pure" if (engine.__file__ or "").endswith(".py") else "compiled"


def run_kernel(
    rules: RuleSet, table: Table, prepared: PackedGame, stop: int, start: int = 0, judging: bool = True
) -> tuple[int, int]:
    """Replays rows start..stop-1; returns the row where replay stopped and why (0: it did not).

    Without `judging` the table is the same, but most findings are not made.
    """
    checks = rules.checks if judging else rules.state_checks
    return engine.replay(table, prepared.log, checks, rules.observers, prepared.numbers, start, stop)


def copy_table(table: Table) -> Table:
    """An independent copy of a table, without who is told of findings; what never changes is shared."""
    copied = Table(table.board, []) if COMPILED else Table.__new__(Table)  # which is enough in plain Python
    for name in TABLE_STATE:
        value = getattr(table, name)
        setattr(copied, name, value[0 : len(value)] if isinstance(value, VECTORS) else value)
    copied.on_finding = None
    return copied


@lru_cache(maxsize=64)
def cached_ruleset(spec: str, options: tuple[tuple[str, str], ...]) -> RuleSet:
    """A rule-set by its header text; variant files do not change while a program runs."""
    return load_ruleset(spec, dict(options))


def ruleset_for_game(game: Game) -> RuleSet:
    """The rule-set that a game's header names. Raises RuleSetError."""
    options: dict[str, str] = {}
    for header, key in (("Board", "board"), ("Deck", "deck"), ("Objectives", "objectives")):
        value = game.header(header)
        if value and value != "?":
            options[key] = value
    for name, value in game.headers:
        if name == "Option":
            key, _, text = value.partition("=")
            options[key.strip()] = text.strip()
    return cached_ruleset(game.header("Variant") or "eg", tuple(sorted(options.items())))


def other_ruleset_for_game(game: Game, spec: str) -> RuleSet:
    """Other rules for a recorded game, which keeps its own deck and board where its headers name them.

    Raises RuleSetError.
    """
    options = {key.lower(): value for key in ("Deck", "Board") if (value := game.header(key)) and value != "?"}
    return cached_ruleset(spec, tuple(sorted(options.items())))
