"""The rule classes by the name that a clause uses, found in the topic files of `rules/`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from plancia_data.forms import Setting
from plancia_events.names import LAND_NUMBER
from plancia_replay import rules as topics
from plancia_replay.kernel.rule import Rule

MAX_OPTION_VALUE = 99999  # the greatest number of the notation
FORMS = {  # forms of an option that is a text, beside lists of words (`Rule.VALUES`)
    "numbers": r"-?\d+( -?\d+)*",
    "pairs": r"\d+:\d+( \d+:\d+)*",
    "regions": r"LAND( LAND)*(=\d+)?( ?; ?LAND( LAND)*(=\d+)?)*".replace("LAND", f"({'|'.join(LAND_NUMBER)})"),
    "ids": r"[\w-]+( [\w-]+)*",
}


@cache
def rule_classes() -> dict[str, type[Rule]]:
    """Every rule class by its NAME."""
    classes: dict[str, type[Rule]] = {}
    for name in sorted(module.name for module in walk_packages(topics.__path__, f"{topics.__name__}.")):
        module = import_module(name)
        for member in vars(module).values():
            if isinstance(member, type) and issubclass(member, Rule) and member.NAME:
                classes[member.NAME] = member
    return classes


@cache
def options_of(name: str) -> dict[str, Setting]:
    """The options of a rule with their defaults; the default's type is the option's type."""
    signature = inspect.signature(rule_classes()[name])
    return {key: parameter.default for key, parameter in signature.parameters.items()}


def option_problem(name: str, options: Mapping[str, object]) -> str | None:
    """The fault of a rule's options, as `RULE.OPTION` with the accepted values, or None."""
    defaults = options_of(name)
    for key, value in options.items():
        if key not in defaults:
            return f"{name}.{key}? ({', '.join(defaults) or '-'})"
        default = defaults[key]
        if type(value) is not type(default):
            return f"{name}.{key} = {value!r} ({type(default).__name__})"
        if (
            isinstance(value, int)
            and isinstance(default, int)
            and not (-MAX_OPTION_VALUE if default < 0 else 0) <= value <= MAX_OPTION_VALUE
        ):
            return f"{name}.{key} = {value!r} ({-MAX_OPTION_VALUE if default < 0 else 0}..{MAX_OPTION_VALUE})"
    return None


def text_problem(name: str, option: str, text: object) -> tuple[str, ...] | None:
    """What an option that is a text may be where it is nothing of that: its words, or an example of its form; or None.

    `Rule.VALUES` has a tuple of words of which it is one, a list of words of which it may name several, or a form of
    `FORMS`. Only an option whose default is empty may be empty.
    """
    values, default = rule_classes()[name].VALUES.get(option), options_of(name).get(option)
    if not isinstance(text, str) or values is None or text == default:
        return None
    if isinstance(values, str):
        return None if re.fullmatch(FORMS[values], text) or text == default else (str(default) or values,)
    words = tuple(values) if isinstance(values, (list, tuple)) else ()
    written = text.split() if isinstance(values, list) else [text]
    return None if (written or default == "") and all(word in words for word in written) else words
