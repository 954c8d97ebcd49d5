"""generate: synthetic games, and how the rules catch single faults put into them."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, write_text
from plancia_cli.support.jobs_option import progress
from plancia_cli.support.printing import Printer, with_format

if TYPE_CHECKING:
    from plancia_events import Game
    from plancia_replay.synthetic import GameSpec

pass_cli_context = click.make_pass_decorator(CliContext)
ENDINGS = (
    "objective", "target", "world", "elimination", "agreement", "end-roll", "arbiter-die", "extra-turns", "hard-stop",
)  # fmt: skip


@click.command()
@click.option("--variant", "-v", required=True, help='Variant with its options, such as "rcm@1 + no-strip".')
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--games", "-n", type=click.IntRange(1, 1000000), default=1, show_default=True, help="The number of games."
)
@click.option("--ending", type=click.Choice(ENDINGS), help="Only games that end this way.")
@click.option("--option", "options", multiple=True, metavar="RULE.OPTION=VALUE", help="As a game's Option header.")
@click.option(
    "--faults", is_flag=True, help="Instead of the games, print how many single faults put into them the rules catch."
)
@with_format("json")
@pass_cli_context
def generate(
    context: CliContext, variant: str, seed: int, games: int, ending: str | None, options: tuple[str, ...],
    faults: bool, printer: Printer,
) -> None:  # fmt: skip
    """Generate complete legal games (provenance synthetic), for tests and measurements.

    \b
    Example: plancia generate --variant monopoli@1 --seed 7 --games 3 > prova.rgn
             plancia generate --variant rcm@1 --games 100 --faults
    """
    from plancia_replay import RuleSetError
    from plancia_replay.synthetic import DeadEnd, GameSpec, generate

    option_values = tuple(
        sorted((name.strip(), value.strip()) for name, _, value in (text.partition("=") for text in options))
    )
    counts: Counter[str] = Counter()
    texts: list[str] = []
    with progress(context.say("generating"), games, not faults) as step:
        for number in range(games):
            spec = GameSpec(variant, seed + number, ending or "", option_values)
            try:
                game = generate(spec)
            except RuleSetError as error:
                context.fail(error.text(context.lang))
            except DeadEnd:
                message_key = "no-game-ending" if ending else "no-game"
                context.fail(context.say(message_key, seed=spec.seed, variant=variant, ending=ending))
            if faults:
                try_faults(game, spec, counts)
            elif printer.output is None:
                click.echo(game.text() + ("\n" if number + 1 < games else ""), nl=False)
            else:
                texts.append(game.text())
            step()
    if faults:
        payload = {"variant": variant, "games": games, **dict(sorted(counts.items()))}
        rows = [{"figure": name, "count": count} for name, count in sorted(counts.items())]
        printer.print_rows(rows, ["figure", "count"], payload=payload)
    elif printer.output is not None:
        write_text(context, printer.output, "\n".join(texts))


def try_faults(game: Game, spec: GameSpec, counts: Counter[str]) -> None:
    """Puts one fault of each kind into a game and counts the outcomes in `figures`."""
    from plancia_replay import judge
    from plancia_replay.synthetic.game import ruleset_of
    from plancia_replay.synthetic.mutations import FAULT_KINDS, fault_outcome, mutate

    rules = ruleset_of(spec)
    judgement = judge(game, rules)
    counts["events"] += judgement.events
    counts["not clean"] += 0 if judgement.clean else 1
    for kind in FAULT_KINDS:
        fault = mutate(game, rules, kind, random.Random(spec.seed))
        if fault is not None:
            counts["faults"] += 1
            counts[f"{kind} {fault_outcome(fault, judgement, rules)}"] += 1
