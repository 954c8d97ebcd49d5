"""Help, and the words of click itself, in the reader's language; the English of the code is the key.

click asks gettext for its words, which would want compiled catalogues and the process's locale; here the same names are
led to the words of the data room.
"""

from __future__ import annotations

import copy
import inspect
from importlib import import_module

import click

CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "shell_completion", "termui", "types")
EXAMPLE = {"it": "Esempio:", "en": "Example:"}  # of one length, so that examples stay in line
spoken = {"lang": "en"}


def said(text: str) -> str:
    """A sentence in the language spoken; itself where it is English or has no translation."""
    from plancia_data import messages

    return messages("help", spoken["lang"]).get(text, text)


def counted(one: str, many: str, number: int) -> str:
    """A sentence about so many."""
    return said(one if number == 1 else many)


def speak(lang: str) -> None:
    """From now on help and errors of use are in this language."""
    spoken["lang"] = lang
    for name in CLICK:
        module = import_module(f"click.{name}")
        for theirs, ours in (("_", said), ("ngettext", counted)):
            if hasattr(module, theirs):
                setattr(module, theirs, ours)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text; those that begin with \\b hold their form and are examples."""
    return inspect.cleandoc(text).split("\n\n")


def helped(text: str | None) -> str | None:
    """A help text in the language spoken, paragraph by paragraph."""
    if not text:
        return text
    made = []
    for paragraph in paragraphs(text):
        if paragraph.startswith("\b"):
            made.append(paragraph.replace(EXAMPLE["en"], EXAMPLE.get(spoken["lang"]) or said(EXAMPLE["en"])))
        else:
            made.append(said(" ".join(paragraph.split())))
    return "\n\n".join(made)


def translated(command: click.Command) -> click.Command:
    """A copy of a command whose help, with that of all below it, is in the language spoken."""
    made = copy.copy(command)
    made.help, made.short_help = helped(command.help), helped(command.short_help)
    made._help_option = None
    made.options_metavar = said(command.options_metavar or "")
    made.params = []
    for param in command.params:
        other = copy.copy(param)
        if isinstance(other, click.Option):
            other.help = helped(other.help)
        made.params.append(other)
    if isinstance(made, click.Group):
        made.subcommand_metavar = said(made.subcommand_metavar)
        made.commands = {name: translated(below) for name, below in made.commands.items()}
    return made
