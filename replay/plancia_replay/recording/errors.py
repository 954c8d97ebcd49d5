"""The error for an input line that cannot be completed: position, text at fault, and what fits there."""

from __future__ import annotations

from typing import Any, TypedDict

from plancia_data import messages, wrap_number
from plancia_events import NotationError, Problem
from plancia_replay.text.sentences import place_names


class UnclearAnswer(TypedDict):
    code: str
    column: int
    found: str
    fits: list[str]
    detail: str


class Unclear(ValueError):
    """An input line that is not understood, is ambiguous or describes an impossible event.

    `column` counts from 1; `found` is the text at fault, `fits` are codes of the territories, or words, that fit there;
    `values` fill the message. The message of `code` is in the word files `recording_LANG.toml`.
    """

    def __init__(self, code: str, column: int = 1, found: str = "", fits: tuple[str, ...] = (), **values: Any) -> None:
        self.code = code
        self.column = column
        self.found = found
        self.fits = fits
        self.values = values
        super().__init__(f"{code} at {column}: {found!r} {fits}")

    def fitting(self, lang: str) -> list[str]:
        """Returns the names that fit, in a language."""
        names = place_names(lang)
        return [names.get(code, code) for code in self.fits]

    def text(self, lang: str = "it") -> str:
        """Returns the message with the names that fit."""
        values = {name: wrap_number(value(lang) if callable(value) else value) for name, value in self.values.items()}
        return (
            messages("recording", lang)[self.code]
            .format(found=self.found, fits=", ".join(self.fitting(lang)), **values)
            .strip()
        )

    def to_json(self, lang: str = "it") -> UnclearAnswer:
        """Returns the error as a JSON object; `detail` is the message."""
        return {
            "code": self.code, "column": self.column, "found": self.found, "fits": list(self.fits),
            "detail": self.text(lang),
        }  # fmt: skip


def notation_problem(error: NotationError, text: str) -> Unclear:
    """Returns the error for a line of the notation that cannot be parsed."""
    problem = Problem("", 0, error.column, error.code, error.found, error.expected, text, error.near)
    return Unclear("notation", error.column, error.found, why=problem.message)
