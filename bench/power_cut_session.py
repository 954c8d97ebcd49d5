"""A session of a real archive whose SQL is recorded, and the replay of that SQL by apsw over the recording VFS.

The archive opens its file with its own driver (pysqlite3). A trace callback on each of its connections notes every
statement as SQLite runs it, with its values: pragmas, BEGIN and COMMIT included. Between the statements stand the steps
that the archive's caller saw return: the acknowledgements. The replay executes the same statements in the same order on
connections of apsw; only the two pragmas under test, journal_mode and synchronous, may be given other values.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw
from power_cut_vfs import NAME, Operation, RecordingVFS

from plancia_archive import Archive
from plancia_archive.dates import SQL_FUNCTIONS
from plancia_archive.log import connections, creation
from plancia_archive.log.creation import create_tables
from plancia_data import samples
from plancia_events import read

FILE = "club.db"
TEMPORARY = re.compile(r"\.[0-9]+\.part\Z")
SWITCHED = re.compile(r"PRAGMA (journal_mode|synchronous) = (\w+)", re.IGNORECASE)
NEVER_WRITES = ("SELECT", "--", "EXPLAIN")
PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo")
State = dict[str, str]  # stream -> hash of its content, as the archive gives it


@dataclass
class Session:
    """What was recorded: (connection, statement) or an acknowledgement, and the archive's state after each step."""

    statements: list[tuple[int, str]] = field(default_factory=list)  # statement "" closes the connection
    acknowledgements: dict[int, int] = field(default_factory=dict)  # statements before it -> step
    states: list[State] = field(default_factory=list)
    content: str = ""  # hash of every row at the end

    def note(self, connection: int, statement: str) -> None:
        """Adds a statement as SQLite runs it; one with triggers is announced once more for each of their runs."""
        again = statement.startswith(("INSERT", "UPDATE", "DELETE")) and (connection, statement) == self.statements[-1]
        if not again:
            self.statements.append((connection, statement))

    def acknowledge(self, archive: Archive) -> None:
        """Notes that a step returned, and what the archive holds after it."""
        self.acknowledgements[len(self.statements)] = len(self.states)
        before = len(self.statements)
        self.states.append(state_of(archive))
        del self.statements[before:]  # reading it is no part of the session


def state_of(archive: Archive) -> State:
    """Games, tournaments, withdrawals and tokens by hashes of what the archive answers about them."""
    found = {game: digest(archive.text(game)) for game in archive.game_ids()}
    found |= {f"tournament {name}": digest(repr(archive.tournaments.events(name)))
              for name in archive.tournaments.ids()}  # fmt: skip
    withdrawn = [(row["game"], row["why"]) for row in archive.withdrawals.fetch_rows()]
    return found | {"withdrawn": digest(repr(sorted(withdrawn)))}


def digest(text: str) -> str:
    """A short hash."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@contextmanager
def traced(session: Session) -> Iterator[None]:
    """Every connection that the archive opens for writing to a file is recorded."""
    driver = connections.DRIVER
    real = driver.connect

    def connect(address: str, *given: Any, **named: Any) -> Any:
        if address == ":memory:" or "mode=ro" in address:
            return real(address, *given, **named)
        number = sum(statement == "open" for _, statement in session.statements)
        session.statements.append((number, "open"))

        class Traced(driver.Connection):  # type: ignore[misc,name-defined]
            def close(self) -> None:
                session.statements.append((number, "close"))
                super().close()

        connection = real(address, *given, factory=Traced, **named)
        connection.set_trace_callback(lambda statement: session.note(number, statement))
        return connection

    driver.connect = connect
    try:
        yield
    finally:
        driver.connect = real


def evenings(archive: Any, rounds: int) -> Iterator[None]:
    """Imports, appends, tournament events and a withdrawal, one step at a time; yields after each."""
    text = samples()["monopoli-serata.rgn"].decode()
    opened = {"kind": "opened", "title": "Winter", "system": "open"}
    archive.tournaments.append("winter", [opened, *({"kind": "entered", "player": player} for player in PLAYERS)])
    yield
    for number in range(rounds):
        named = text.replace('[Game "', f'[Game "evening-{number}-').replace("Anna", PLAYERS[number % len(PLAYERS)])
        game = archive.add_game(read(named.encode()).games[0]).game_id
        yield
        for line in range(4):
            archive.append(game, [f"NOTE A {{line {line}}}"] * (1 + 7 * (line % 2)), None)
            yield
        archive.append(archive.game_ids()[0], ["NOTE A {another game}"], None, f"request-{number}")
        yield
        seats = [PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(4)]
        at = {"round": number + 1, "table": "A"}
        archive.tournaments.append("winter", [{"kind": "table", **at, "seats": seats}])
        yield
        points = {player: str(10 * place) for place, player in enumerate(seats)}
        archive.tournaments.append("winter", [{"kind": "result", **at, "points": points, "winner": seats[-1]}])
        yield
    archive.withdrawals.withdraw(archive.game_ids()[1], "recorded twice", None)
    yield


def made_by_statements(path: Path, key: Any, is_private: bool = False) -> bool:
    """The tables of a new archive by the statements that are replayed, where a private file gets a copy of some."""
    return create_tables(path, key)


def record(folder: Path, rounds: int, reopen: int = 9) -> Session:
    """A session on a new archive, which is closed (checkpoint) and opened again every so many steps."""
    session, place = Session(), folder / FILE
    with traced(session), patch.object(creation, "create_tables", made_by_statements):
        archive = Archive.open(place, create=True)
        session.acknowledge(archive)
        plan = Plan(archive)
        for number, _ in enumerate(evenings(plan, rounds)):
            session.acknowledge(plan.opened)
            if number % reopen == reopen - 1:
                plan.opened.close()
                plan.opened = Archive.open(place)
        plan.opened.close()
    session.content = content(place)
    return session


class Plan:
    """Stands for the archive while it is closed and opened again."""

    def __init__(self, opened: Archive) -> None:
        self.opened = opened

    def __getattr__(self, name: str) -> Any:
        return getattr(self.opened, name)


def replay(session: Session, folder: Path, journal: str, synchronous: str) -> list[Operation]:
    """The operations on files of a session's statements, with the two pragmas set as asked."""
    vfs = RecordingVFS()
    opened: dict[int, apsw.Connection] = {}
    values = {"journal_mode": journal, "synchronous": synchronous}
    for place, (number, statement) in enumerate(session.statements):
        if place in session.acknowledgements:
            vfs.operations.append(Operation("ack", offset=session.acknowledgements[place]))
        if statement == "open":
            opened[number] = connect(folder / FILE)
        elif statement == "close":
            opened.pop(number).close()
        elif not statement.lstrip().upper().startswith(NEVER_WRITES):
            statement = SWITCHED.sub(lambda found: f"PRAGMA {found[1]} = {values[found[1].lower()]}", statement)
            opened[number].execute(statement).fetchall()
    for connection in opened.values():
        connection.close()
    vfs.unregister()
    if session.content != content(folder / FILE):
        raise RuntimeError("the replayed database has other rows than the recorded one")
    return vfs.operations


def content(place: Path) -> str:
    """A hash of every row of every table, to compare a replay with what was recorded."""
    connection = apsw.Connection(str(place))
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")]
    rows = {table: sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"'))) for table in tables}
    connection.close()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def connect(place: Path) -> apsw.Connection:
    """A connection over the recording VFS with the SQL functions of archives."""
    connection = apsw.Connection(str(place), vfs=NAME)
    for name, function in SQL_FUNCTIONS.items():
        connection.create_scalar_function(name, function, 1, deterministic=True)
    return connection
