"""Numbers that choose singular or plural in a message template: singular for 1, plural for every other number."""

from __future__ import annotations


def choose_words(value: str, spec: str) -> str:
    """The words of `singular|plural`: after the value, around it if they hold `#`, alone if they begin with `-`."""
    singular, _, plural = spec.removeprefix("-").partition("|")
    words = singular if value == "1" else plural
    if "#" in spec:
        return words.replace("#", value)
    return words if spec.startswith("-") else f"{value} {words}"


class Counted(int):
    """A whole number whose format spec is a pair of words.

    `{games:game|games}` gives "1 game" or "2 games", `{n:# is|# are}` "1 is", `{n:-is|are}` "is" alone.
    """

    def __format__(self, spec: str) -> str:
        return choose_words(str(int(self)), spec) if "|" in spec else format(int(self), spec)


class CountedText(str):
    """Text in place of a number (an unknown one, a half, a list) in the same templates; it takes the plural."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return choose_words(str(self), spec) if "|" in spec else format(str(self), spec)


def counted(values: dict[str, object]) -> dict[str, object]:
    """The values of a message template with whole numbers as `Counted`."""
    return {key: Counted(value) if type(value) is int else value for key, value in values.items()}


def countable(value: object) -> Counted | CountedText:
    """A value as `Counted` if it is a whole number, else as `CountedText`."""
    return Counted(value) if type(value) is int else CountedText(value)
