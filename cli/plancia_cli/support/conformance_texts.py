"""Another implementation compared with Plancia on the game files of a folder: texts, JSON, problems, boards, hands."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plancia_cli.support.conformance_answers import Answer, Request, answer
from plancia_cli.support.conformance_suite import PROBLEM_MEMBERS, difference, text_members
from plancia_cli.support.driver_process import Reply

FIGURES = {"read": ("canonical", "games", "problems"), "state": ("board", "hands", "stopped")}
EARLY_EVENT = 5
MAX_GAMES = 20  # of a file, that are replayed
SUFFIXES = (".rgn", ".txt")


@dataclass(frozen=True)
class TextRequest:
    """A request about a file, in short as `name`, with Plancia's own answer."""

    file: str
    name: str
    payload: Request
    expected: Answer


def requests_for(folder: str) -> list[TextRequest]:
    """The requests for all game files of a folder and the folders in it. Raises OSError."""
    root = Path(folder)
    if not root.is_dir():
        raise NotADirectoryError(20, "", folder)
    files = sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    return [
        request for file in files for request in file_requests(file.relative_to(root).as_posix(), file.read_bytes())
    ]


def file_requests(name: str, data: bytes) -> list[TextRequest]:
    """The requests for a file: read it, and the states of its games early, in the middle and at the end."""
    text = text_members(data)
    requests = [asked(name, "read", {"op": "read", **text})]
    for number, game in enumerate(requests[0].expected["games"][:MAX_GAMES], start=1):
        last = len(game["events"])
        corrected = any(event["kind"] in ("voided", "correct") for event in game["events"])
        for event in sorted({min(EARLY_EVENT, last), last // 2, last}):
            for as_corrected in (True, False) if corrected else (True,):
                place = {"game": number, "event": event, "corrected": as_corrected}
                short = f"state {number} {event}" + ("" if as_corrected else " recorded")
                requests.append(asked(name, short, {"op": "state", **text, **place}))
    return requests


def asked(file: str, name: str, payload: Request) -> TextRequest:
    """A request with Plancia's answer, as it would be read back from JSON."""
    return TextRequest(file, name, payload, json.loads(json.dumps(answer(payload))))


def compare(
    requests: Sequence[TextRequest], replies: Sequence[Reply], fault_of: Callable[[Reply], str]
) -> tuple[list[Answer], list[Answer]]:
    """Counts of agreement by figure, and every difference. `files` counts files where everything agrees."""
    figures = [figure for names in FIGURES.values() for figure in names]
    counts = {figure: {"agree": 0, "differ": 0, "unsupported": 0} for figure in figures}
    files: dict[str, str] = {}
    differences = []
    for request, reply in zip(requests, replies, strict=True):
        broken = fault_of(reply)
        for figure in FIGURES[request.payload["op"]]:
            if not broken and reply.answer.get("unsupported") is True:
                counts[figure]["unsupported"] += 1
                continue
            fault = broken or figure_fault(figure, request.expected.get(figure), reply.answer)
            counts[figure]["differ" if fault else "agree"] += 1
            if fault:
                files[request.file] = "differ"
                differences.append({"file": request.file, "request": request.name, "fault": fault})
            files.setdefault(request.file, "agree")
    rows = [{"figure": figure, **counts[figure]} for figure in figures]
    outcomes = list(files.values())
    total = {"agree": outcomes.count("agree"), "differ": outcomes.count("differ"), "unsupported": 0}
    return [{"figure": "files", **total}, *rows], differences


def figure_fault(figure: str, wanted: Any, answer: Answer) -> str:
    """How a member of an answer differs from Plancia's; empty where it is the same."""
    if figure not in answer:
        return f"no member {figure}"
    found = answer[figure]
    if figure == "problems" and isinstance(found, list):
        found = [{key: row.get(key) for key in PROBLEM_MEMBERS} if isinstance(row, dict) else row for row in found]
    fault = difference(wanted, found)
    return f"{figure}{fault}" if fault else ""
