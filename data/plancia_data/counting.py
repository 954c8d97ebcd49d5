"""Numbers that choose between singular and plural, in Italian and in English: one, and every other number."""

from __future__ import annotations


def chosen(value: str, spec: str) -> str:
    """The words of `one|many` for a value: after it, around it where they hold `#`, alone where they begin with `-`."""
    one, _, many = spec.removeprefix("-").partition("|")
    words = one if value == "1" else many
    if "#" in spec:
        return words.replace("#", value)
    return words if spec.startswith("-") else f"{value} {words}"


class Counted(int):
    """A number that a message writes with what it counts.

    `{games:game|games}` is "1 game" or "2 games", `{n:# is|# are}` "1 is", `{n:-is|are}` "is" alone.
    """

    def __format__(self, spec: str) -> str:
        return chosen(str(int(self)), spec) if "|" in spec else format(int(self), spec)


class Told(str):
    """A value in words (an unknown one, a half, a list), which a message can write where it counts a number."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return chosen(str(self), spec) if "|" in spec else format(str(self), spec)


def counted(values: dict[str, object]) -> dict[str, object]:
    """The values of a message, its whole numbers such that they choose their words."""
    return {key: Counted(value) if type(value) is int else value for key, value in values.items()}


def told(value: object) -> Counted | Told:
    """Any value such that it chooses the words beside it; what is no whole number takes those of many."""
    return Counted(value) if type(value) is int else Told(value)
