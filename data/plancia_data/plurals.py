"""Numbers in message templates that choose the singular (for 1) or the plural (for every other number)."""

from __future__ import annotations


def choose_words(value: str, spec: str) -> str:
    """Returns the words of `singular|plural`.

    After the value, around it if they contain `#`, alone if they begin with `-`.
    """
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
    """Text in place of a number (unknown, a half, a list) in the same templates; it takes the plural."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return choose_words(str(self), spec) if "|" in spec else format(str(self), spec)


class GenderedName(CountedText):
    """A name that chooses the words agreeing with it, which are written without it.

    `{target:preso|presa|presi}` gives "presi" for a plural, which is masculine.
    """

    __slots__ = ("form",)
    form: int

    def __format__(self, spec: str) -> str:
        return spec.split("|")[self.form] if "|" in spec else format(str(self), spec)


def gendered(name: str, is_feminine: bool, is_plural: bool) -> GenderedName:
    """Returns a name with its gender and number."""
    value = GenderedName(name)
    value.form = 2 if is_plural else 1 if is_feminine else 0
    return value


def wrap_numbers(values: dict[str, object]) -> dict[str, object]:
    """Returns the values of a message template with whole numbers as `Counted`."""
    return {key: Counted(value) if type(value) is int else value for key, value in values.items()}


def wrap_number(value: object) -> Counted | CountedText:
    """Returns a value as `Counted` if it is a whole number, else as `CountedText`; a name keeps its agreement."""
    if isinstance(value, GenderedName):
        return value
    return Counted(value) if type(value) is int else CountedText(value)
