"""Translates help texts and click's own messages; the English text in the code is the key.

click calls gettext, which needs compiled catalogues and the process's locale. Here its names `_` and `ngettext` are
replaced by look-ups in words/help_*.toml.
"""

from __future__ import annotations

import copy
import inspect
from importlib import import_module

import click

CLICK_MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "shell_completion", "termui", "types")
EXAMPLE_LABELS = {"it": "Esempio:", "en": "Example:"}  # of the same length, so that examples stay aligned
active_language = {"lang": "en"}


def translate(text: str) -> str:
    """A text in the current language; unchanged in English or if there is no translation."""
    from plancia_data import messages

    return messages("help", active_language["lang"]).get(text, text)


def translate_plural(singular: str, plural: str, number: int) -> str:
    """The singular or the plural text for a number, translated."""
    return translate(singular if number == 1 else plural)


def set_language(lang: str) -> None:
    """Sets the language of help texts and usage errors, for the whole process."""
    active_language["lang"] = lang
    for name in CLICK_MODULES:
        module = import_module(f"click.{name}")
        for name_in_click, replacement in (("_", translate), ("ngettext", translate_plural)):
            if hasattr(module, name_in_click):
                setattr(module, name_in_click, replacement)


def split_paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text; those that begin with \\b are examples, which click does not rewrap."""
    return inspect.cleandoc(text).split("\n\n")


def translate_help(text: str | None) -> str | None:
    """A help text in the current language, paragraph by paragraph."""
    if not text:
        return text
    translations = []
    for paragraph in split_paragraphs(text):
        if paragraph.startswith("\b"):
            translations.append(
                paragraph.replace(
                    EXAMPLE_LABELS["en"], EXAMPLE_LABELS.get(active_language["lang"]) or translate(EXAMPLE_LABELS["en"])
                )
            )
        else:
            translations.append(translate(" ".join(paragraph.split())))
    return "\n\n".join(translations)


def translate_command(command: click.Command) -> click.Command:
    """A copy of a command and its subcommands with help in the current language."""
    duplicate = copy.copy(command)
    duplicate.help, duplicate.short_help = translate_help(command.help), translate_help(command.short_help)
    duplicate._help_option = None
    duplicate.options_metavar = translate(command.options_metavar or "")
    duplicate.params = []
    for param in command.params:
        param_copy = copy.copy(param)
        if isinstance(param_copy, click.Option):
            param_copy.help = translate_help(param_copy.help)
        duplicate.params.append(param_copy)
    if isinstance(duplicate, click.Group):
        duplicate.subcommand_metavar = translate(duplicate.subcommand_metavar)
        duplicate.commands = {name: translate_command(sub) for name, sub in duplicate.commands.items()}
    return duplicate
