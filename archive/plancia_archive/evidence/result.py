"""The result of verifying a bundle or a receipt: the problem and its location, proven facts, notes on the limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.verdict_words import (
    format_colour,
    format_json_line,
    format_location,
    format_sentence,
    format_stream,
    is_game_stream,
)
from plancia_data import messages

UNREADABLE_CODES = ("file", "size", "utf8", "json", "format", "shape")  # not a bundle or receipt
INPUT_CODES = ("head-form", "key-form", "policy-form", "game-form")  # an input besides the bundle cannot be parsed
UNDECIDED_CODES = ("head-newer", "head-unproven", "unsigned")  # nothing is wrong, but an input cannot be compared
PROVEN_CODE = "proven"  # the code where nothing is wrong
ABSENT_DISPUTE = "dispute-absent"  # the note on a cited dispute that the bundle does not have
LOCATION_KEYS = ("stream", "entry", "index", "column", "line", "event")


class VerificationError(Exception):
    """Raised for evidence that is not accepted: a stable code, the location, and facts for the message."""

    def __init__(self, code: str, where: dict[str, Any] | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.where = where or {}
        self.facts = facts


@dataclass(frozen=True)
class Problem:
    """The first problem of a verification.

    `where` is its location: `stream`, `entry` (number in the stream, from 0), `index` (in the log), `column`, `line`
    (of the stream, from 1) and `event`, None where they do not apply; it may have `path`, `file` and `character`.
    """

    code: str
    where: dict[str, Any]
    facts: dict[str, Any]

    def text(self, lang: str = "it") -> str:
        """Returns the message with the location, in a language."""
        problem = format_sentence(f"problem.{self.code}", lang, self.facts)
        return " ".join(filter(None, (problem, self.lines_text(lang), format_location(self.where, lang))))

    def lines_text(self, lang: str) -> str:
        """Returns the sentence on the line that differs, or the range of lines with it; empty if no line is known."""
        if self.code == "game":
            name = "game"
        else:
            name = next((name for name in ("given", "text", "same", "first_event") if name in self.facts), "")
        facts = {"event": self.where.get("event"), **self.facts}
        if name and not is_game_stream(self.where.get("stream")):
            if name != "text":
                return format_sentence("changed.lines", lang, facts)
            stream = format_stream(str(self.where["stream"]), lang)
            line = {"line": self.where.get("line"), "stream": stream}
            return format_sentence("changed.line", lang, {**line, "text": format_json_line(self.facts["text"], lang)})
        words = messages("evidence", lang)
        absent = {key: words["changed.absent"] for key in ("text", "given", "recorded") if facts.get(key, "") is None}
        return format_sentence(f"changed.{name}", lang, {**facts, **absent}) if name else ""


@dataclass(frozen=True)
class Note:
    """A remark on a result, such as what it does not prove; `code` is stable."""

    code: str
    facts: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "it") -> str:
        """Returns the message in a language."""
        facts = dict(self.facts)
        stream = facts.get("stream")
        if self.code == ABSENT_DISPUTE:
            number = "event" if is_game_stream(stream) else "line"
            facts["cited"] = format_location({"stream": stream, number: facts[number]}, lang)
        elif stream:
            facts["stream"] = format_stream(stream, lang)
        if "header" in facts:
            facts["header"] = format_colour(facts["header"], lang)
        return format_sentence(f"note.{self.code}", lang, facts)

    def to_json(self) -> dict[str, Any]:
        """Returns code and facts as one JSON object."""
        return {"code": self.code, **self.facts}


@dataclass(frozen=True)
class BundleResult:
    """The result of a verification. `problem` is None for a proven bundle, and `proven` then has its facts.

    `level` is "green" for a bundle proven by a key or head from outside it, "amber" for one proven by its own key only,
    one that cites a dispute that it does not have, or one not decided, "red" for one with a problem.
    """

    level: str
    problem: Problem | None
    proven: dict[str, Any] | None
    notes: tuple[Note, ...] = ()

    @property
    def ok(self) -> bool:
        """True where there is no problem."""
        return self.problem is None

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON object of a result, the same as that of docs/verify/verify.mjs."""
        problem = self.problem or Problem(PROVEN_CODE, dict.fromkeys(LOCATION_KEYS), {})
        return {
            "format": "plancia-verify/1", "ok": self.ok, "code": problem.code, "level": self.level,
            "where": problem.where, "facts": problem.facts, "proven": self.proven,
            "notes": [note.to_json() for note in self.notes],
        }  # fmt: skip


def failed_result(error: VerificationError, notes: list[Note]) -> BundleResult:
    """Returns the result for a bundle that is not accepted."""
    location = {**dict.fromkeys(LOCATION_KEYS), **error.where}
    level = "amber" if error.code in (*UNREADABLE_CODES, *INPUT_CODES, *UNDECIDED_CODES) else "red"
    return BundleResult(level, Problem(error.code, location, error.facts), None, tuple(notes))
