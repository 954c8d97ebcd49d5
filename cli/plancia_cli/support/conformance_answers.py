"""Plancia's own answers to the requests of the conformance protocol; tests/conformance/README.md describes both."""

from __future__ import annotations

import base64
import json
from typing import Any

from plancia_events import Game, Reading, read, read_json
from plancia_events.names import LAND_NUMBER, LANDS
from plancia_events.text.canonical_check import canonical_fault
from plancia_replay import RuleSet, RuleSetError, judge, load_ruleset, ruleset_for_game
from plancia_replay.judging.forms import Board
from plancia_replay.judging.judgement import Judgement
from plancia_replay.judging.seat_headers import first_legs
from plancia_replay.judging.table_json import board_json, hands_json, table_after
from plancia_replay.text.sentences import IMPOSSIBLE_KEYS

Request = dict[str, Any]  # what an engine is asked, and what it has to answer: docs/conformance.md
Answer = dict[str, Any]
BASE_VARIANT = "eg"  # for states under rules that are not known: board and hands depend on no rule


class BadRequest(ValueError):
    """A request that cannot be carried out; the text says why."""


def answer(request: Any) -> Answer:
    """The answer to a request; one that cannot be carried out gets the member "error", an unknown op "unsupported"."""
    number = request.get("id") if isinstance(request, dict) else None
    try:
        operation = OPERATIONS.get(request["op"]) if isinstance(request, dict) else None
        if operation is None:
            return {"id": number, "unsupported": True}
        return {"id": number, **operation(request)}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return {"id": number, "error": f"{type(error).__name__}: {error}"}


def reading_of(request: Request) -> Reading:
    """The games of a request's text. Raises BadRequest."""
    return read(bytes_of(request) if "bytes" in request else str(request["text"]))


def bytes_of(request: Request) -> bytes:
    """The bytes of a request's text. Raises BadRequest."""
    if "bytes" not in request:
        return str(request["text"]).encode("utf-8", errors="surrogatepass")
    try:
        return base64.b64decode(request["bytes"], validate=True)
    except ValueError as error:  # no base64, or no ASCII
        raise BadRequest(f"bytes: {error}") from error


def read_text(request: Request) -> Answer:
    """Operation `read`: the problems, the games as JSON, and all games in one canonical text."""
    reading = reading_of(request)
    return {
        "problems": [{"code": p.code, "line": p.line, "column": p.column} for p in reading.problems],
        "games": [game.to_json() for game in reading.games],
        "canonical": "\n".join(game.text() for game in reading.games),
    }


def replay_text(request: Request) -> Answer:
    """Operation `state`: board and hands after an event, and where the replay stopped before. Raises BadRequest."""
    games = reading_of(request).games
    number, event = request["game"], request["event"]
    if not 1 <= number <= len(games):
        raise BadRequest(f"game {number} of {len(games)}")
    game = games[number - 1]
    if not 0 <= event <= len(game.events):
        raise BadRequest(f"event {event} of {len(game.events)}")
    table, stopped, reason = table_after(game, event, rules_of(game), request.get("corrected", True))
    return {
        "board": board_word(board_json(table)),
        "hands": hands_json(table),
        "stopped": {"event": stopped, "code": IMPOSSIBLE_KEYS[reason]} if stopped else None,
    }


def rules_of(game: Game) -> RuleSet:
    """The rules that a game names, or those of the base game where they are not known."""
    try:
        return ruleset_for_game(game)
    except RuleSetError:
        return load_ruleset(BASE_VARIANT, {})


def board_word(board: Board) -> str:
    """The board as the word of CHECK: owner and armies of each territory in the standard order, `?` without owner."""
    return "".join("".join(map(str, board.get(code, "?"))) for code in LANDS)


def judge_text(request: Request) -> Answer:
    """Operation `judge`: verdicts, points, end and stop of every game. Raises BadRequest, RuleSetError."""
    games = reading_of(request).games
    legs = first_legs(games)
    goals = request.get("goals")
    return {
        "games": [
            judged_json(judge(game, rules_with_goals(game, goals), "en", legs.get(i))) for i, game in enumerate(games)
        ]
    }


def rules_with_goals(game: Game, goals: dict[str, list[str]] | None) -> RuleSet:
    """The rules that a game names, with other objectives in place of their list where some are given.

    Raises RuleSetError, KeyError.
    """
    rules = ruleset_for_game(game)
    if goals is None:
        return rules
    lands = {name: [LAND_NUMBER[code] for code in codes] for name, codes in goals.items()}
    return RuleSet.from_resolved({**rules.content, "goals": lands})


def judged_json(judgement: Judgement) -> Answer:
    """A judgement as the protocol has it."""
    stop = judgement.impossible
    return {
        "verdicts": [{"event": v.event, "rule_id": v.rule_id, "verdict": v.verdict} for v in judgement.verdicts],
        "points": {colour: score["points"] for colour, score in judgement.scores.items()},
        "ranking": {colour: score["ranking"] for colour, score in judgement.scores.items() if "ranking" in score},
        "end": {name: value for name, value in judgement.end.items() if name != "says"},
        "stopped": None if stop is None else {"event": stop["event"], "code": IMPOSSIBLE_KEYS[stop["reason"]]},
    }


def check_text(request: Request) -> Answer:
    """Operation `canonical`: whether a text is canonical to the byte, or the first line at fault. Raises BadRequest."""
    fault = canonical_fault(bytes_of(request))
    return {"accepted": True} if fault is None else {"accepted": False, "line": fault}


def read_json_text(request: Request) -> Answer:
    """Operation `read-json`: the games of a text in JSON or JSON Lines, or that it is refused. Raises BadRequest."""
    try:
        reading = read_json(bytes_of(request).decode("utf-8-sig"))
    except UnicodeDecodeError:
        return {"accepted": False}
    if not reading.ok:
        return {"accepted": False, "problems": [problem.to_json("en") for problem in reading.problems]}
    games = reading.games
    return {
        "accepted": True,
        "games": [game.to_json() for game in games],
        "canonical": "\n".join(game.text() for game in games),
    }


def verify_receipt(request: Request) -> Answer:
    """Operation `receipt`: whether a receipt holds, with the key and the head that are given. Raises BadRequest."""
    from plancia_archive.evidence.result import VerificationError
    from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head
    from plancia_archive.evidence.verify_bundle import verify_bundle
    from plancia_archive.tlog.errors import TlogError
    from plancia_archive.tlog.keys import parse_verifier_key

    try:
        key = parse_verifier_key(request["key"]) if "key" in request else None
        inputs = VerifierInputs([read_head(request["head"])] if "head" in request else [], key)
    except (TlogError, VerificationError) as error:
        raise BadRequest(str(error)) from error
    return {"accepted": verify_bundle(json.dumps(request["receipt"]).encode(), inputs).problem is None}


OPERATIONS = {
    "read": read_text, "canonical": check_text, "read-json": read_json_text, "state": replay_text, "judge": judge_text,
    "receipt": verify_receipt,
}  # fmt: skip
