"""What a line costs in calls: the path of one attack through `plancia judge`, and an append over HTTP.

Counted by a hook in plain Python, as `sys.setprofile` does not see the calls of the compiled form. Prints JSON.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import pkgutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from house_games import APPENDED, ATTACK, ATTACKED, BEGUN, ELSEWHERE, OTHER, game

PACKAGES = ("data", "events", "replay", "archive", "api", "cli")

# What is counted of an append, and by which functions it is recognised: `package:qualified name` with `*`, whatever the
# module. After a rename put the new name beside the old one. A call inside another call of the same row counts once.
COUNTED = {
    "reads": ("events:read", "events:round_trip", "events:read_again", "events:read_canonical"),
    "parses": ("events:parse_event", "events:read_event"),
    "formattings": ("events:format_event",),
    "packings": ("events:pack",),
    "judgements": ("replay:judge", "replay:judge_game"),
    "kernel_runs": ("replay:replay", "replay:run", "replay:replay_traced"),
}

# The forms that one attack takes, in order, and the functions that make it or hold it in that form: a form counts where
# one of them was called while the attack was judged; `caller>function` asks that the call came from there. None: no
# call shows this form, so it counts until the list is changed. An empty tuple: this form is made no more.
FORMS: dict[str, tuple[str, ...] | None] = {
    "bytes of the file": None,
    "line of text": ("events:Reader.read_line", "events:Reader.line"),
    "words with columns": ("events:split_words",),
    "dict of values": ("events:read_event",),
    "event (`Attack`)": None,
    "tuple of six slots": ("events:*.row", "events:*.pack_fields"),
    "eight integers in the log": ("events:Log.add",),
    "canonical text beside the log": ("replay:record>events:format_event", "replay:prepare>events:format_event"),
    "slots of the table (`t.op` to `t.x`)": ("replay:replay",),
    "finding: (event, rule, code)": (
        "replay:Table.note",
        "replay:Table.record_finding",
    ),
    "facts as integers": ("replay:*.facts",),
    "facts as codes": ("replay:facts_to_json",),
    "facts as names for a sentence": ("replay:fact_words",),
    "sentence": ("replay:sentence_of", "replay:verdict_sentence"),
    "verdict (`Verdict`)": None,
}

CHECK = "replay:*.check"  # a rule's check: 0 where it finds nothing
TABLE = "replay:Table"  # the class that holds the event in hand, by its `number`

Name = str  # `package:module:qualified name`
Edge = tuple[Name, Name]
OUTSIDE = ""  # the caller of what no project function calls


class Frame(NamedTuple):
    """A function being run: what was counted before it, and whether it counts."""

    name: Name
    before: int
    in_hand: bool


def name_of(frame: FrameType) -> Name | None:
    """The name of a project function, or None: other code, the body of a module, a lambda or a comprehension."""
    module = str(frame.f_globals.get("__name__", ""))
    if not module.startswith("plancia_") or frame.f_code.co_name.startswith("<"):
        return None
    return f"{module.partition('.')[0].removeprefix('plancia_')}:{module}:{frame.f_code.co_qualname}"


def like(name: Name, pattern: str) -> bool:
    """Is this function meant by `package:qualified name`?"""
    package, _, qualified = name.split(":")
    return fnmatchcase(f"{package}:{qualified}", pattern)


class Calls:
    """A profile hook: the calls between project functions, and how often each row of `COUNTED` was entered.

    With a `number` (0: of no event) calls made inside a replay count only while that event is in the table's hand, and
    calls made by a check that finds nothing do not count.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number
        self.made: list[Edge] = []
        self.rows: Counter[str] = Counter()
        self.stack: list[Frame] = []
        self.inside: Counter[str] = Counter()
        self.rows_of: dict[Name, list[str]] = {}

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event not in ("call", "return") or (name := name_of(frame)) is None:
            return
        rows = self.rows_of.get(name)
        if rows is None:
            rows = [row for row, patterns in COUNTED.items() if any(like(name, one) for one in patterns)]
            self.rows_of[name] = rows
        if event == "call":
            entered = Frame(name, len(self.made), self.in_hand(frame, rows))
            if entered.in_hand:
                self.made.append((self.stack[-1].name if self.stack else OUTSIDE, name))
            self.stack.append(entered)
            for row in rows:
                self.rows[row] += self.inside[row] == 0
                self.inside[row] += 1
        elif self.stack:
            left = self.stack.pop()
            if self.number is not None and arg == 0 and like(name, CHECK):
                del self.made[left.before :]
            for row in rows:
                self.inside[row] -= 1

    def in_hand(self, frame: FrameType, rows: list[str]) -> bool:
        """Is this call made for the event that is counted, or outside a replay?"""
        if self.number is None or rows or not self.inside["kernel_runs"]:
            return True
        for value in frame.f_locals.values():
            if type(value).__name__ == TABLE.partition(":")[2]:
                return bool(value.number == self.number)
        return self.stack[-1].in_hand

    @property
    def edges(self) -> Counter[Edge]:
        """How often each function called each other."""
        return Counter(self.made)

    @property
    def total(self) -> int:
        """All calls of project functions; a generator that goes on counts as a call."""
        return len(self.made)


def count_calls(act: Callable[[], object], number: int | None = None) -> Calls:
    """Runs something under the hook."""
    calls = Calls(number)
    sys.setprofile(calls)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def path_of(without: Counter[Edge], given: Counter[Edge]) -> set[Name]:
    """The functions on the path of a line: those it is handed to, and those through which they are reached.

    `without` and `given` are the calls of the same game without the line and with it. A function is on the path where
    it was called more often with the line; so is each caller of such an additional call; and so are, up to `main`, the
    callers of a caller which was itself not called more often (it has the line in a loop or inside the game).
    """
    more = {edge for edge in given if given[edge] > without[edge]}
    totals: Counter[Name] = Counter()
    for (_, callee), count in given.items():
        totals[callee] += count
    for (_, callee), count in without.items():
        totals[callee] -= count
    path = {name for name, count in totals.items() if count > 0}
    waiting = {caller for caller, callee in more if callee in path} - path
    while waiting:
        name = waiting.pop()
        path.add(name)
        waiting |= {caller for caller, callee in given if callee == name} - path
    return path - {OUTSIDE}


def forms_of(calls: Iterable[Edge]) -> list[str]:
    """The forms of `FORMS` that were seen among calls."""
    known = list(calls)

    def seen(pattern: str) -> bool:
        caller, arrow, callee = pattern.rpartition(">")
        return any(like(b, callee) and (not arrow or (a != OUTSIDE and like(a, caller))) for a, b in known)

    return [form for form, patterns in FORMS.items() if patterns is None or any(map(seen, patterns))]


def stale(known: set[str]) -> list[str]:
    """Rows of the lists above of which no name stands for a function of the source any more.

    `known` are the functions as `package:qualified name`. A renamed one has to be named in the list; a form that the
    program does not make any more gets an empty tuple, and counts no more.
    """
    rows = {**COUNTED, **{form: names for form, names in FORMS.items() if names}, "check": (CHECK,), "table": (TABLE,)}

    def stands(pattern: str) -> bool:
        return all(any(fnmatchcase(one, part) for one in known) for part in pattern.split(">"))

    return [row for row, patterns in rows.items() if not any(map(stands, patterns or ()))]


def import_all() -> None:
    """Imports every module of the project, so that no import is counted; whatever memo they fill stays empty."""
    for package in PACKAGES:
        top = importlib.import_module(f"plancia_{package}")
        for module in pkgutil.walk_packages(top.__path__, top.__name__ + "."):
            if not module.name.endswith("__main__"):
                with contextlib.suppress(ImportError):  # an optional library
                    importlib.import_module(module.name)


def command(*arguments: str) -> str:
    """What a `plancia` command prints, run in this process."""
    from plancia_cli.main import main

    printed, before = io.StringIO(), sys.argv
    sys.argv = ["plancia", *arguments]
    try:
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            main()
    finally:
        sys.argv = before
    return printed.getvalue()


def judged(lines: list[str]) -> Calls:
    """The calls of `plancia --lang en judge` on a game, after one with the same fault elsewhere.

    What is done once in a program (rule-sets, loops over their checks) is then done; the words of the line are new.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "p.rgn"
        file.write_text(game("o", [ELSEWHERE if line == ATTACK else line for line in ATTACKED]))
        before = command("--lang", "en", "judge", str(file))
        assert before.count("attack.dice_not_fewer") == before.count("ILLEGAL") == 1, before
        file.write_text(game("p", lines))
        printed: list[str] = []
        number = lines.index(ATTACK) + 1 if ATTACK in lines else 0
        calls = count_calls(lambda: printed.append(command("--lang", "en", "judge", str(file))), number)
    fault = "attack.dice_not_fewer" in printed[0]
    assert fault == (ATTACK in lines) and printed[0].count("ILLEGAL") == fault, printed[0]
    return calls


def append() -> Calls:
    """The calls of one append over HTTP to a game of 23 events, after one to another game, so that nothing is new."""
    from plancia_api import create_app
    from plancia_archive import Archive
    from plancia_events import read

    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "a.db", create=True)
        ids = [archive.add_game(read(game(name, BEGUN)).games[0]).game_id for name in ("first", "second")]
        token = archive.tokens.make("bench", ["write"])
        client = create_app(archive).test_client()
        version = len(BEGUN) + 1

        def send(game_id: str, lines: list[str]) -> None:
            headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{version}"'}
            answer = client.post(f"/api/v1/games/{game_id}/events", json={"lines": lines}, headers=headers)
            assert answer.status_code == 200 and answer.get_json()["version"] == version + len(lines), answer.data

        send(ids[0], OTHER)
        calls = count_calls(lambda: send(ids[1], APPENDED))
        archive.close()
    least = {"parses": len(APPENDED), "packings": len(APPENDED), "judgements": 1, "kernel_runs": 1}
    if missed := [row for row, count in least.items() if calls.rows[row] < count]:
        sys.exit(f"house: the {', '.join(missed)} of an append are made by functions that COUNTED does not name")
    return calls


def main(which: str) -> None:
    """Prints one count; every game is judged in a process of its own."""
    if which == "append":
        calls = append()
        print(json.dumps({**{row: calls.rows[row] for row in COUNTED}, "calls": calls.total}))
        return
    import_all()
    lines = [line for line in ATTACKED if which == "with" or line != ATTACK]
    calls = judged(lines)
    print(json.dumps([[caller, callee, count] for (caller, callee), count in calls.edges.items()]))


if __name__ == "__main__":
    main(sys.argv[1])
