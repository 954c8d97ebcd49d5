"""Reads games in JSON and JSON Lines (specification, section 10): nothing that was given is lost or moved.

A game is written as text, the text is read, and what was read is compared with what was given. A problem has the line
and column of the value in the file, and its pointer (RFC 6901).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from plancia_data import close_matches
from plancia_events.ascii_case import lower
from plancia_events.errors import JsonFault, NotationError, Problem
from plancia_events.kinds import KIND_BY_NAME, Corrected, Event
from plancia_events.names import find_land
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.game import Game
from plancia_events.text.headers import (
    HEADER_ORDER,
    NOTATION,
    REPEATABLE_HEADERS,
    canonical_name,
    format_headers,
    sort_key,
)
from plancia_events.text.reader import MAX_GAMES, MAX_PROBLEMS, Reading, read
from plancia_events.text.strict_json import offset_of, parse_json, pointer_token

FORMAT_ERRORS = (LookupError, TypeError, ValueError, AttributeError)  # raised for a value out of its range


def round_trip(game: Game, name: str = "<game>") -> Reading:
    """Writes a game in memory and reads it back: the same game in canonical form, or its problems.

    A value with a line feed, an unknown or repeated header, a number out of range is a problem, at the line of
    `game.lines` if it has one, else at the line of the written text.
    """
    headers = sorted(game.headers, key=sort_key)
    problems: list[Problem] = []
    lines: list[str] = []
    for key, value in headers:
        lines.append(format_headers([(key, value)]).removesuffix("\n"))
        if canonical_name(key) != key:
            known = ", ".join(HEADER_ORDER)
            near = close_matches(key, HEADER_ORDER)
            problems.append(Problem(name, len(lines), 1, "header-unknown", key[:60], known, lines[-1], near))
    lines.append("")
    for number, event in enumerate(game.events, start=1):
        try:
            lines.append(format_event(event))
        except FORMAT_ERRORS as error:
            lines.append("")
            description = f"{type(event).__name__} {number}: {error}"[:80]
            problems.append(Problem(name, len(lines), 1, "form", description, type(event).TAG, ""))
    problems += [
        Problem(name, number, line.index("\n") + 1, "control", "U+000A", "", line)
        for number, line in enumerate(lines, start=1) if "\n" in line
    ]  # fmt: skip
    reading = read("\n".join(lines) + "\n", name) if not problems else Reading([], problems)
    if reading.problems:
        return Reading([], [locate_in_source(problem, game, len(headers)) for problem in reading.problems])
    canonical = reading.games[0]
    canonical.lines = list(game.lines) if len(game.lines) == len(canonical.events) else canonical.lines
    return reading


def locate_in_source(problem: Problem, game: Game, headers: int) -> Problem:
    """Returns a problem with the line of the source, if known, instead of that of the text; without surrogates."""
    problem = replace(problem, found=without_surrogates(problem.found), source=without_surrogates(problem.source))
    source_lines = [line for line in game.lines if line > 0]
    number = problem.line - headers - 2
    if not source_lines or len(game.lines) != len(game.events) or number >= len(game.lines):
        return problem
    return replace(problem, line=game.lines[number] if number >= 0 else max(1, min(source_lines) - 1))


def without_surrogates(text: str) -> str:
    """Returns a text with surrogates replaced: they cannot be encoded."""
    return text.encode("utf-8", errors="replace").decode()


GAME_MEMBERS = ("notation", "headers", "events")
OPENING = "game_opened"
OPENING_MEMBERS = ("kind", "headers")
FREE_TEXTS = ("note",)
EXACT_TEXTS = ("name", "at")
NAMES_OF_SEVERAL_WORDS = ("objective", "value")
DERIVED = {"attack_count": "attack_dice", "defence_count": "defence_dice", "bonus": "base"}  # member: what it follows


@dataclass
class Form:
    """A game as it was given: headers and events, each with its place, a line (0: the whole text) and a pointer."""

    headers: Any
    headers_place: tuple[int, str]
    events: list[tuple[Any, tuple[int, str]]] = field(default_factory=list)


@dataclass
class JsonReader:
    """Reads one text and collects its problems."""

    text: str
    name: str
    problems: list[Problem] = field(default_factory=list)

    def report(self, place: tuple[int, str], fault: JsonFault | NotationError, pointer: str = "") -> None:
        """Adds a problem at a place, or at a member below it."""
        if len(self.problems) >= MAX_PROBLEMS:
            return
        number, start = place
        pointer = start + (fault.pointer if isinstance(fault, JsonFault) else pointer)
        text = self.text.split("\n")[number - 1] if number else self.text
        offset = offset_of(text, pointer)
        line = number or text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        source = text.split("\n")[0 if number else line - 1]
        found, shown_source = clean(fault.found), clean(source)
        problem = Problem(self.name, line, column, fault.code, found, fault.expected, shown_source, fault.near, pointer)
        self.problems.append(problem)

    def report_syntax(self, error: Exception, line: int) -> None:
        """Adds the problem of a text, or of one of its lines, that is no JSON."""
        row, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        message = getattr(error, "msg", str(error))
        source = [*self.text.split("\n"), ""][max(0, line or row) - 1]
        self.problems.append(Problem(self.name, line or row, column, "json-syntax", message[:200], "", clean(source)))

    def read(self) -> Reading:
        """The games of the text; none where there is a problem."""
        forms = self.lines_forms() if is_json_lines(self.text) else self.json_forms()
        return self.read_forms(forms)

    def read_forms(self, forms: list[Form]) -> Reading:
        """The games of these forms; none where there is a problem."""
        games = [game for form in forms if (game := self.read_game(form)) is not None]
        if len(forms) > MAX_GAMES:
            self.report(forms[MAX_GAMES].headers_place, JsonFault("too-many-games", "", expected=str(MAX_GAMES)))
        if not forms and not self.problems:
            self.report((0, ""), JsonFault("no-game", "", expected='{"notation": "rgn 1", ...}'))
        self.problems.sort(key=lambda problem: (problem.line, problem.column))
        return Reading([] if self.problems else games, self.problems)

    # Forms

    def parse(self, text: str, line: int) -> Any:
        """The value of a text, or of one of its lines; None with a problem."""
        try:
            return parse_json(text)
        except JsonFault as fault:
            self.report((line, ""), fault)
        except (ValueError, RecursionError) as error:
            self.report_syntax(error, line)
        return None

    def json_forms(self) -> list[Form]:
        """The forms of one value: a game, or a list of games."""
        value = self.parse(self.text, 0)
        return [] if self.problems else self.forms_of(value)

    def forms_of(self, value: Any) -> list[Form]:
        """The forms of a value that was parsed: a game, or a list of games."""
        places = (
            [(item, pointer_token(i)) for i, item in enumerate(value)] if isinstance(value, list) else [(value, "")]
        )
        return [form for item, pointer in places if (form := self.form_of(item, pointer)) is not None]

    def form_of(self, value: Any, pointer: str) -> Form | None:
        """The form of a game; None with a problem."""
        before = len(self.problems)
        if self.has_members((0, pointer), value, GAME_MEMBERS):
            if value["notation"] != NOTATION:
                fault = JsonFault("notation-version", "/notation", shown(value["notation"]), NOTATION)
                self.report((0, pointer), fault)
            if not isinstance(value["events"], list):
                self.report(
                    (0, pointer), JsonFault("json-form", "/events", f"Expected `array`, got {shape(value['events'])}")
                )
        if len(self.problems) > before:
            return None
        events = [(event, (0, f"{pointer}/events/{i}")) for i, event in enumerate(value["events"])]
        return Form(value["headers"], (0, f"{pointer}/headers"), events)

    def lines_forms(self) -> list[Form]:
        """The forms of JSON Lines: each an opening and the events after it."""
        forms: list[Form] = []
        for number, line in enumerate(self.text.split("\n"), start=1):
            if not line.strip():
                continue
            value = self.parse(line, number)
            if value is None:
                continue
            if isinstance(value, dict) and value.get("kind") == OPENING:
                if self.has_members((number, ""), value, OPENING_MEMBERS):
                    forms.append(Form(value["headers"], (number, "/headers")))
            elif forms:
                forms[-1].events.append((value, (number, "")))
            elif not self.problems:
                self.report((number, ""), JsonFault("json-order", "", shown(value), OPENING))
        return forms

    def has_members(self, place: tuple[int, str], value: Any, names: tuple[str, ...]) -> bool:
        """True for an object with exactly these members; otherwise its problems are added."""
        if not isinstance(value, dict):
            self.report(place, JsonFault("json-form", "", f"Expected `object`, got {shape(value)}"))
            return False
        faults = [unknown_member(name, names) for name in value if name not in names]
        faults += [
            JsonFault("json-form", "", f"Object missing required field `{name}`") for name in names if name not in value
        ]
        for fault in faults:
            self.report(place, fault)
        return not faults

    # Games

    def read_game(self, form: Form) -> Game | None:
        """The game of a form; None with a problem."""
        before = len(self.problems)
        headers = self.read_headers(form)
        events = []
        for number, (value, place) in enumerate(form.events, start=1):
            try:
                events.append(build_event(value, number))
            except JsonFault as fault:
                self.report(place, fault)
        if len(self.problems) > before:
            return None
        reading = round_trip(Game(headers, events), self.name)
        order = sorted(range(len(headers)), key=lambda index: sort_key(headers[index]))
        for problem in reading.problems:
            self.report_text(form, order, problem)
        if not reading.games:
            return None
        game = reading.games[0]
        for (value, place), event in zip(form.events, game.events, strict=True):
            if difference := find_difference(value, event):
                self.report(place, difference)
        game.lines = [line for _, (line, _) in form.events]
        return game

    def read_headers(self, form: Form) -> list[tuple[str, str]]:
        """The headers as pairs, none of them twice."""
        try:
            headers = convert_value(form.headers, list[tuple[str, str]])
        except JsonFault as fault:
            self.report(form.headers_place, fault)
            return []
        pairs: list[tuple[str, str]] = []
        for index, (name, value) in enumerate(headers):
            is_repeated = (name, value) in pairs if name in REPEATABLE_HEADERS else name in dict(pairs)
            if is_repeated:
                self.report(form.headers_place, JsonFault("header-twice", f"/{index}/0", name[:60]))
            pairs.append((name, value))
        return pairs

    def report_text(self, form: Form, order: list[int], problem: Problem) -> None:
        """Adds the problem of the written text, where the value stands that it comes from."""
        fault = NotationError(problem.code, problem.column, problem.found, problem.expected, problem.near)
        number = problem.line - len(order) - 2
        if 0 <= number < len(form.events):
            value, place = form.events[number]
            is_letter = problem.code == "control"  # told as U+000A
            self.report(
                place, fault, find_member(value, chr(int(problem.found[2:], 16)) if is_letter else problem.found)
            )
        elif problem.line <= len(order) and problem.code not in ("header-missing", "players"):
            part = 0 if problem.code == "header-unknown" else 1
            self.report(form.headers_place, fault, f"/{order[problem.line - 1]}/{part}")
        else:
            self.report(form.headers_place, fault)


def read_json(text: str, name: str = "<text>") -> Reading:
    """Reads a text in JSON or JSON Lines. Never raises; a text with a problem gives no games."""
    return JsonReader(text.removeprefix("\ufeff"), name).read()


def read_json_value(value: Any, text: str = "", name: str = "<text>") -> Reading:
    """Reads a game, or a list of games, from a value of JSON; `text` is where it stands, for the places of problems."""
    reader = JsonReader(text, name)
    return reader.read_forms(reader.forms_of(value))


def is_json_lines(text: str) -> bool:
    """True if the first line that is not blank is an object with the member `kind`."""
    try:
        first = json.loads(text.lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "kind" in first


def event_from_json(value: Any) -> Event:
    """An event from its object. Raises JsonFault for what is no event, and for what would be lost or moved."""
    try:
        event = parse_event(format_event(build_event(value, 0)))
    except NotationError as error:
        raise JsonFault(error.code, find_member(value, error.found), error.found, error.expected, error.near) from error
    except FORMAT_ERRORS as error:
        raise error if isinstance(error, JsonFault) else JsonFault("json-form", "", str(error)[:100]) from error
    if fault := find_difference(value, event):
        raise fault
    return event


def build_event(value: Any, number: int, is_replacement: bool = False) -> Event:
    """The event that an object states, its values as they are given; `number` is its own. Raises JsonFault."""
    if not isinstance(value, dict):
        raise JsonFault("json-form", "", f"Expected `object`, got {shape(value)}")
    if "kind" not in value:
        raise JsonFault("json-form", "", "Object missing required field `kind`")
    kind = KIND_BY_NAME.get(value["kind"]) if isinstance(value["kind"], str) else None
    if kind is None:
        name = shown(value["kind"])
        raise JsonFault("json-kind", "/kind", name, ", ".join(KIND_BY_NAME), close_matches(name, KIND_BY_NAME))
    names = [name for name in kind.__struct_encode_fields__ if not (is_replacement and name in ("at", "note"))]
    members = with_integers(value)
    own_number = members.pop("event", number) if number and not is_replacement else number
    if not is_same("event", own_number, number):  # which lists of events have beside the event
        raise JsonFault("json-moved", "/event", shown(own_number), str(number))
    for name in members:
        if name not in (*names, "kind"):
            raise unknown_member(name, ("kind", *names))
    if kind.TAG == "DRAW":
        members.setdefault("cards", [])  # `???`, as in a line
    if kind is Corrected and "replacement" in members:
        try:
            build_event(members["replacement"], 0, is_replacement=True)
        except JsonFault as fault:
            fault.pointer = "/replacement" + fault.pointer
            raise
    event: Event = convert_value(members, kind)
    return event


def with_integers(value: Any) -> Any:
    """A value with integers for the numbers that are written with a fraction of zero, as `2.0`."""
    if isinstance(value, dict):
        return {name: with_integers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def convert_value(value: Any, kind: Any) -> Any:
    """A value as one of a type. Raises JsonFault."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        message, _, path = str(error).partition(" - at `$")
        steps = path.rstrip("`").replace("[", ".").replace("]", "").split(".")[1:]
        steps = steps[: steps.index("...")] if "..." in steps else steps
        raise JsonFault("json-form", "".join(map(pointer_token, steps)), message[:200]) from error


def unknown_member(name: str, names: tuple[str, ...]) -> JsonFault:
    """The fault of a member that an object does not have."""
    return JsonFault("json-member", pointer_token(name), name[:60], ", ".join(names), close_matches(name, names))


# What was given and what was read


def find_difference(given: dict[str, Any], event: Event) -> JsonFault | None:
    """What of an event's object would be lost, moved or added, if anything; spelling may differ."""
    written: dict[str, Any] = msgspec.to_builtins(event)
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(type(event))}
    for name, value in given.items():
        if name == "replacement" and isinstance(event, Corrected):
            if fault := find_difference(value, event.replacement):
                fault.pointer = "/replacement" + fault.pointer
                return fault
        elif name in written:
            if not is_same(name, value, written[name]):
                return JsonFault("json-moved", pointer_token(name), shown(value), shown(written[name]))
        elif name != "event" and not is_default(value, defaults.get(name)):
            return JsonFault("json-lost", pointer_token(name), shown(value))
    for name, value in written.items():
        is_expected = name == "cards" and event.TAG == "DRAW" and not given.get(name)
        is_expected = is_expected or given.get(DERIVED.get(name, ""), []) not in (None, [])
        if name not in ("kind", "replacement") and given.get(name) in (None, []) and not is_expected:
            return JsonFault("json-added", "", f"{name}: {shown(value)}")
    return None


def is_default(value: Any, default: Any) -> bool:
    """True for a value that a writer leaves out: none, a flag that is not set, an empty list, the default."""
    if value is None or value is False or value == []:
        return True
    return lower(value) == default if isinstance(value, str) else type(value) is type(default) and value == default


def is_same(name: str, given: Any, written: Any) -> bool:
    """True if two values are the same up to spelling; dice may stand in any order."""
    if isinstance(written, list | tuple):
        if not given and list(written) == ["???"]:
            return True
        if not isinstance(given, list | tuple) or len(given) != len(written):
            return False
        if all(isinstance(item, int) for item in written):
            given = sorted(given, reverse=True)
        return all(is_same(name, one, other) for one, other in zip(given, written, strict=True))
    if isinstance(written, str) and isinstance(given, str):
        return given == written or (
            name not in EXACT_TEXTS and (name in FREE_TEXTS or is_one_value(name, given, written))
        )
    return bool(given == written) and isinstance(given, bool) == isinstance(written, bool)


def is_one_value(name: str, given: str, written: str) -> bool:
    """True for one word, or for the full name of a territory or an objective, which may have several."""
    if given and not any(letter.isspace() for letter in given):
        return True
    return bool(given.strip()) and (find_land(given) == written or name in NAMES_OF_SEVERAL_WORDS)


def find_member(value: dict[str, Any], found: str) -> str:
    """The pointer to the value of an event that has a text, or to the event itself."""
    leaves = list(leaves_of(value))
    exact = [pointer for pointer, text in leaves if text == found]
    parts = [pointer for pointer, text in leaves if len(text) > 1 and (text in found or found.rstrip(".") in text)]
    return next(iter([*exact, *parts]), "") if found else ""


def leaves_of(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Pointer and text of every value that is no list or object, but of the kind."""
    if isinstance(value, dict | list):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            if name != "kind":
                yield from leaves_of(item, pointer + pointer_token(name))
    else:
        yield pointer, str(value)


def shape(value: Any) -> str:
    """The type of a value, as msgspec names it."""
    names = {dict: "object", list: "array", str: "str", bool: "bool", int: "int", float: "float", type(None): "null"}
    return f"`{names[type(value)]}`"


def shown(value: Any) -> str:
    """A value as JSON, shortened."""
    return clean(json.dumps(value, ensure_ascii=False))[:80]


def clean(text: str) -> str:
    """A text without surrogates, which cannot be written, and of a length to show."""
    return text.encode("utf-8", errors="replace").decode()[:4096]
