"""Numbers that choose between singular and plural, in Italian and in English: one, and every other number."""

from __future__ import annotations


class Counted(int):
    """A number that a message writes with what it counts: `{games:game|games}` is "1 game", "0 games", "2 games"."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if bar else format(int(self), spec)


def counted(values: dict[str, object]) -> dict[str, object]:
    """The values of a message, its whole numbers such that they choose their words."""
    return {key: Counted(value) if type(value) is int else value for key, value in values.items()}
