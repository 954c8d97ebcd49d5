"""A prompt: questions at a terminal with completion of names, or lines of standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from plancia_cli.support.context import CliContext

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
