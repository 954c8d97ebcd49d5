"""record: record a game in words of the table, line by line, into a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext, output_path, read_bytes
from plancia_cli.support.receipts import give_receipt, with_receipt

if TYPE_CHECKING:
    from plancia_cli.support.recorder import Recorder
    from plancia_events import Game


@click.command()
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--variant", metavar="ID", help="The variant with its options; asked for if omitted.")
@click.option("--player", "players", multiple=True, metavar="COLOUR=NAME", help="A player; asked for if omitted.")
@click.option("--date", metavar="DATE", help="The day of the game; asked for if omitted.")
@click.option(
    "--store/--no-store", default=None, help="Store the game in the archive at the end; by default it is asked."
)
@with_receipt
@click.make_pass_decorator(CliContext)
def record(
    context: CliContext, file: str | None, variant: str | None, players: tuple[str, ...], date: str | None,
    store: bool | None,
) -> None:  # fmt: skip
    """Record a game in words of the table: `cina siam 654 32`, `+3 cina`, `fine`.

    Rules and players are asked for first, then the prompt shows what is due. Beginnings of names are enough. Losses,
    armies that move in, cards, eliminations and the ends of turns follow; what breaks a rule is shown at once, and
    stays unless it is undone (`annulla`). The file is written after every line; an existing file is continued. Without
    a terminal, answers and lines are read from standard input.

    Exit code 3 if the game has illegal events, 1 if a line was not understood (without a terminal).

    \b
    Example: plancia record serata.rgn
             plancia record serata.rgn --variant monopoli --player rosso=Anna --player blu=Bruno < detto.txt
    """
    from plancia_cli.support.recorder import Prompt, Recorder, default_name

    name = file or default_name()
    prompt = Prompt(context)
    game = read_game(context, name) if Path(name).exists() else ask_new_game(context, prompt, variant, players, date)
    recorder = Recorder(context, output_path(context, name), game, prompt)
    recorder.run()
    store_game(context, recorder, prompt, store)
    if recorder.failed and not prompt.is_terminal:
        sys.exit(ERROR)
    sys.exit(FOUND if recorder.is_faulty else CLEAN)


def read_game(context: CliContext, name: str) -> Game:
    """The game of a file that is continued. Ends the command for a file that has not exactly one."""
    from plancia_events import read

    reading = read(read_bytes(context, name), name)
    for problem in reading.problems:
        context.tell_line(problem.text(context.lang))
    if reading.problems or len(reading.games) != 1:
        context.fail(context.say("record-one-game", file=name))
    return reading.games[0]


def ask_new_game(
    context: CliContext, prompt: object, variant: str | None, players: tuple[str, ...], date: str | None
) -> Game:
    """A new game, whose headers are the answers to questions. Ends the command where the input ends before."""
    from datetime import date as day

    from plancia_cli.support.recorder import Prompt
    from plancia_events import Game
    from plancia_replay.recording.errors import Unclear
    from plancia_replay.recording.opening import Opening, question_text

    assert isinstance(prompt, Prompt)
    opening = Opening()
    spec, _, options = (variant or "").partition("+")
    preset_answers = {"players": ", ".join(player.replace("=", " ", 1) for player in players)} if players else {}
    preset_answers |= (
        {"variant": spec.strip().partition("@")[0], "options": options.replace("+", ",")} if variant else {}
    )
    preset_answers |= {"event": "", "source": "", "date": ""} if variant and players else {}  # no question is left then
    preset_answers |= {"date": date} if date is not None else {}
    while name := opening.question:
        answer = preset_answers.pop(name, None)
        if answer is None:
            for choice, meaning in opening.choices(context.lang):
                prompt.tell(f"  {choice}: {meaning}")
            answer = prompt.ask(question_text(name, context.lang) + " ")
            if answer is None:
                context.fail(context.say("record-no-answer", question=question_text(name, context.lang)))
        answer = day.today().isoformat() if name == "date" and not answer.strip() else answer
        try:
            opening.answer(answer)
        except Unclear as problem:
            prompt.tell(problem.text(context.lang))
            if not prompt.is_terminal:
                sys.exit(ERROR)
    return Game(opening.headers())


def store_game(context: CliContext, recorder: Recorder, prompt: object, store: bool | None) -> None:
    """Stores the game in the archive where that is asked for, with its receipt."""
    from plancia_cli.support.recorder import Prompt

    assert isinstance(prompt, Prompt)
    if store is None and prompt.is_terminal and recorder.game.events and recorder.is_over:
        store = prompt.confirm(context.say("record-store", archive=context.archive))
    if not store:
        context.tell("record-kept", file=str(recorder.path), events=len(recorder.game.events))
        return

    archive = context.open(create=True)
    added = archive.add_game(recorder.game)
    give_receipt(context, archive, added.game_id, added.version)
    click.echo(context.say("record-stored", game=added.game_id, version=added.version))
