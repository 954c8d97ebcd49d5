"""The result of verifying an evidence bundle: what is refused and where, what is proven, what cannot be concluded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_data import messages

UNREADABLE = ("file", "size", "utf8", "json", "format", "shape")  # not a bundle
USAGE = ("head-form", "key-form", "policy-form", "game-form")  # what was given beside the bundle
OPEN = ("head-newer", "head-unproven", "unsigned")  # nothing is wrong, but something cannot be compared
PROVEN = "proven"  # the code where nothing is wrong
PLACE = ("stream", "entry", "index", "column", "line", "event")


class Refusal(Exception):
    """What is not accepted: a stable code, the place, and facts for the sentence."""

    def __init__(self, code: str, where: dict[str, Any] | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.where = where or {}
        self.facts = facts


@dataclass(frozen=True)
class Problem:
    """The first thing that is wrong.

    `where` has `stream`, `entry` (place in the stream, from 0), `index` (in the log), `column`, `line` (of the stream,
    from 1) and `event`, None where they do not apply, and may have `path`, `file` and `character`.
    """

    code: str
    where: dict[str, Any]
    facts: dict[str, Any]

    def text(self, lang: str = "it") -> str:
        """The sentence and the place, in a language."""
        words = messages("evidence", lang)
        given = {name: value for name, value in self.where.items() if value is not None}
        if "entry" in given:
            given["entry"] += 1  # readers count from 1
        places = [words[f"where.{name}"].format(what=visible(value)) for name, value in given.items()]
        parts = (sentence(f"problem.{self.code}", lang, self.facts), self.lines_text(lang), ", ".join(places))
        return " ".join(filter(None, parts))

    def lines_text(self, lang: str) -> str:
        """The line that differs, or the lines of which it is one; empty where no line is known."""
        if self.code == "game":
            name = "game"
        else:
            name = next((name for name in ("given", "text", "same", "first_event") if name in self.facts), "")
        facts = {"event": self.where.get("event"), **self.facts}
        words = messages("evidence", lang)
        absent = {key: words["changed.absent"] for key in ("text", "given", "recorded") if facts.get(key, "") is None}
        return sentence(f"changed.{name}", lang, {**facts, **absent}) if name else ""


@dataclass(frozen=True)
class Note:
    """What an answer does not say, or something to know about it; `code` is stable."""

    code: str
    facts: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "it") -> str:
        """The sentence in a language."""
        return sentence(f"note.{self.code}", lang, self.facts)

    def to_json(self) -> dict[str, Any]:
        """Code and facts in one object."""
        return {"code": self.code, **self.facts}


@dataclass(frozen=True)
class BundleResult:
    """`problem` is None for a bundle that is proven; `proven` then holds the facts.

    `level`: "green" is proven by a key or head from outside the bundle, "amber" by the bundle's own key alone or not
    decided, "red" refused.
    """

    level: str
    problem: Problem | None
    proven: dict[str, Any] | None
    notes: tuple[Note, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.problem is None

    def to_json(self) -> dict[str, Any]:
        """The object that docs/verify/verify.mjs prints."""
        problem = self.problem or Problem(PROVEN, dict.fromkeys(PLACE), {})
        return {
            "format": "plancia-verify/1", "ok": self.ok, "code": problem.code, "level": self.level,
            "where": problem.where, "facts": problem.facts, "proven": self.proven,
            "notes": [note.to_json() for note in self.notes],
        }  # fmt: skip


def refused(refusal: Refusal, notes: list[Note]) -> BundleResult:
    """The result for a bundle that is not accepted."""
    where = {**dict.fromkeys(PLACE), **refusal.where}
    level = "amber" if refusal.code in (*UNREADABLE, *USAGE, *OPEN) else "red"
    return BundleResult(level, Problem(refusal.code, where, refusal.facts), None, tuple(notes))


def sentence(key: str, lang: str, facts: dict[str, Any]) -> str:
    """A sentence with its facts; they come from a file of unknown origin and are shown in printable characters."""
    return messages("evidence", lang)[key].format_map(Facts({name: visible(value) for name, value in facts.items()}))


class Facts(dict[str, str]):
    """Facts of a sentence; a missing one is a question mark."""

    def __missing__(self, key: str) -> str:
        return "?"


def visible(value: object) -> str:
    """A value in printable characters, at most 200 of them."""
    text = str(value)[:200]
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
