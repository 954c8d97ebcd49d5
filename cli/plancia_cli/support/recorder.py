"""The loop of plancia record: something is said, completed, shown, written to the file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from plancia_cli.support.context import CliContext, write_bytes
from plancia_data import board
from plancia_events import Game, format_event
from plancia_replay import judge
from plancia_replay.recording.completing import Completion, complete_lines
from plancia_replay.recording.due import Due, due_for_game
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.recording.vocabulary import VERB_BY_WORD, find_verb

YES = ("s", "si", "sì", "y", "yes")


class Prompt:
    """Reads one line after another: at a terminal with a prompt and with Tab, else from standard input."""

    def __init__(self, context: CliContext) -> None:
        self.context = context
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        self.words: list[str] = []
        if self.is_terminal:
            self.enable_completion()

    def enable_completion(self) -> None:
        """Completes words with Tab where Python has the library for it (D-164)."""
        try:
            import readline
        except ImportError:  # as on Windows: the prompt works without
            return
        readline.set_completer(self.complete)
        readline.set_completer_delims(" \t+>,;:/0123456789")
        readline.parse_and_bind("tab: complete")

    def complete(self, text: str, state: int) -> str | None:
        """The completions of a word that was begun, one after another."""
        found = [word for word in self.words if word.startswith(text.lower())]
        return found[state] + " " if state < len(found) else None

    def offer(self, words: Sequence[str]) -> None:
        """The words that Tab completes from now on."""
        self.words = sorted(set(words))

    def ask(self, text: str) -> str | None:
        """The next line, without its end; None where the input is over."""
        if not self.is_terminal:
            line = sys.stdin.readline() if sys.stdin else ""
            return line.rstrip("\r\n") if line else None
        try:
            return input(text)
        except EOFError:
            click.echo()
            return None

    def confirm(self, text: str) -> bool:
        """True for an answer that begins with yes."""
        answer = self.ask(f"{text} ")
        return answer is not None and answer.strip().lower() in YES

    def tell(self, text: str, dim: bool = False) -> None:
        """Prints a line: grey for what follows from the rest."""
        click.echo(click.style(text, dim=True) if dim else text)


LEAVING = ("esci", "exit", "quit")
HELP = ("?", "aiuto", "help")


def default_name() -> str:
    """The file of a game of today whose name nobody gave: the first that does not exist."""
    names = (
        f"partita-{date.today().isoformat()}{'' if number == 1 else f'-{number}'}.rgn" for number in range(1, 1000)
    )
    return next(name for name in names if not Path(name).exists())


class Recorder:
    """A game that is recorded: its file is written after everything said, so that nothing said is ever lost.

    `failed` counts lines that were not understood.
    """

    def __init__(self, context: CliContext, path: Path, game: Game, prompt: Prompt) -> None:
        self.context = context
        self.path = path
        self.game = Game(list(game.headers), list(game.events))
        self.prompt = prompt
        self.steps: list[int] = []  # events before each thing said, to take it back
        self.failed = 0
        self.save()

    @property
    def is_over(self) -> bool:
        """True once the end is recorded."""
        return bool(self.game.numbers_of("OVER"))

    @property
    def is_faulty(self) -> bool:
        """True if the game has something illegal or impossible."""
        return not judge(self.game, lang=self.context.lang).clean

    def save(self) -> None:
        """Writes the file."""
        write_bytes(self.context, str(self.path), self.game.text().encode())

    def run(self) -> None:
        """Takes what is said until the input ends."""
        names = [name.lower() for name in (*board("eg").names_it, *board("eg").names_en)]
        self.prompt.offer([*names, *VERB_BY_WORD])
        self.show_due()
        while (line := self.prompt.ask("> ")) is not None:
            word = line.strip().lower()
            if word in LEAVING:
                return
            if word in HELP:
                self.prompt.tell(self.context.say("record-help"))
            elif find_verb(word) == "undo":
                self.undo()
            elif word:
                self.take(line)
            else:
                self.show_due()

    def take(self, line: str) -> None:
        """Takes one thing said: shows its lines and findings, and writes the file."""
        done = complete_lines(self.game, [line], self.context.lang)
        if done.unclear is not None:
            self.failed += 1
            if self.prompt.is_terminal:
                self.prompt.tell(" " * (done.unclear.column + 1) + "^")
            else:
                self.prompt.tell(line)
            self.prompt.tell(done.unclear.text(self.context.lang))
            return
        self.steps.append(len(self.game.events))
        self.game = Game(self.game.headers, list(done.play.game.events))
        self.save()
        self.show(done)

    def show(self, done: Completion) -> None:
        """Shows the lines of what was said, then its findings, then what is due."""
        for line in done.lines:
            self.prompt.tell(f"  {line.text}", dim=line.derived)
        for verdict in done.verdicts:
            kind = self.context.say("verdict." + verdict.verdict)
            self.prompt.tell(f"  {kind} {verdict.rule_id} ({verdict.cite}) {verdict.says}")
        for _, fault in done.foreseen:
            kind, says = self.context.say("verdict.foreseen"), fault.text(self.context.lang)
            self.prompt.tell(f"  {kind} {fault.rule_id} ({fault.cite}) {says}")
        is_illegal = any(verdict.verdict == "illegal" for verdict in done.verdicts)
        if (is_illegal or done.foreseen) and self.prompt.is_terminal:
            self.prompt.tell(self.context.say("record-slip"))
        if done.impossible:
            self.prompt.tell(f"  {done.impossible['says']}")
        self.show_due()

    def undo(self) -> None:
        """Takes back the last thing said; of a file that was continued, its last line."""
        if not self.game.events:
            self.prompt.tell(self.context.say("record-nothing"))
            return
        count = self.steps.pop() if self.steps else len(self.game.events) - 1
        for event in self.game.events[count:]:
            self.prompt.tell(f"  - {format_event(event)}", dim=True)
        self.game = Game(self.game.headers, list(self.game.events[:count]))
        self.save()
        self.show_due()

    def show_due(self) -> None:
        """Shows what is due, at a terminal."""
        if self.prompt.is_terminal:
            found: Due = due_for_game(self.game, self.context.lang)
            for text in due_sentences(found, self.context.lang):
                self.prompt.tell(text)
