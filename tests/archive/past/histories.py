"""Random histories of an archive, and everything that it answers at each size of its log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st

from plancia_archive import Archive, ArchiveError, Filters
from plancia_archive.facts.projections import derived_rows
from plancia_archive.registers.person_merges import merge_people
from plancia_archive.statistics import compute_statistic
from plancia_events import read
from tests.archive.contest import SAMPLE

NAMES = ("Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", "Gaia", "Ugo")
LINES = (
    "NOTE A {looked at}", "OVER * agreement winner=G", "VOID A 11 {read twice}", "VOID A 4 {another sheet}",
    "FIX A 14 ATT R CIN>SIA 654:32 -0-1 {the sheet has one loss}", "FIX A 18 REIN B 4+0+0=4 {counted again}",
)  # fmt: skip
STATISTICS = ("results-by-player", "results-by-variant", "throws", "lengths", "illegal", "results-by-club")
SEATS = {"R": "Red", "B": "Blue", "G": "Green", "N": "Black"}


def text(number: int) -> str:
    """A game with its own id, day and players."""
    players = [NAMES[(number + place) % len(NAMES)] for place in range(4)]
    found = SAMPLE.replace("serata-1", f"sera-{number}").replace("2026-11-20", f"2026-11-{10 + number:02}")
    for old, new in zip(("Anna", "Bruno", "Gino", "Nadia"), players, strict=True):
        found = found.replace(f'"{old}"]', f'"{new}."]')
    return found.replace('."]', '"]')


def pick(archive: Archive, number: int) -> str:
    """One of the games."""
    ids = archive.game_ids()
    return ids[number % len(ids)]


def add_tournament_event(archive: Archive, number: int) -> None:
    """The next event of a tournament of four players, in a fixed order."""
    players = list(NAMES[:4])
    state = archive.tournaments.get("t") if archive.tournaments.exists("t") else None
    place = 0 if state is None else state.version
    table = {"round": 1, "table": "A"}
    events: list[dict[str, Any]] = [
        {"kind": "opened", "title": "t", "system": "monopoli"},
        *({"kind": "entered", "player": name} for name in players),
        {"kind": "table", **table, "seats": players},
        {"kind": "linked", **table, "game": pick(archive, number)}
        if number % 2
        else {"kind": "result", **table, "points": dict(zip(players, ["20", "18", "9", "4"], strict=True))},
    ]
    archive.tournaments.append("t", [events[min(place, len(events) - 1)]])


STEPS: dict[str, Callable[[Archive, int], object]] = {
    "import": lambda archive, number: archive.add_game(read(text(number)).games[0]),
    "append": lambda archive, number: archive.append(pick(archive, number), [LINES[number % len(LINES)]], None),
    "withdraw": lambda archive, number: archive.withdrawals.withdraw(pick(archive, number), "twice"),
    "restore": lambda archive, number: archive.withdrawals.restore(pick(archive, number), "it was right"),
    "tournament": add_tournament_event,
    "merge": lambda archive, number: merge_people(archive, NAMES[number % 8], NAMES[(number + 4) % 8]),
    "rename": lambda archive, number: archive_rename(archive, number),
}
HISTORIES = st.lists(
    st.tuples(st.sampled_from(["import", *STEPS, "append", "tournament"]), st.integers(0, 11)), min_size=3, max_size=12
)


def archive_rename(archive: Archive, number: int) -> None:
    """A person gets another name."""
    with archive.writing():
        archive.people.rename(NAMES[number % 8], f"{NAMES[number % 8]} {number}")


def take(archive: Archive, step: tuple[str, int]) -> None:
    """One step of a history; what the archive refuses does not happen."""
    with suppress(ArchiveError):
        STEPS[step[0]](archive, step[1])


def answers(archive: Archive) -> dict[str, Any]:
    """What the archive answers, names of people aside: derived rows, lists, texts, statistics, standings."""
    store = archive.tournaments
    return {
        "rows": derived_rows(archive.db),
        "list": archive.games(Filters(), None, 100)[0],
        "texts": {game: archive.text(game) for game in archive.game_ids()},
        "withdrawn": archive.withdrawals.fetch_rows(),
        "judgements": {game: archive.judgement(game).to_json() for game in archive.game_ids()[:2]},
        "statistics": {name: compute_statistic(archive.db, name, Filters()) for name in STATISTICS},
        "tournaments": {
            name: (store.events(name), [(row.player, row.total) for row in store.standings(name)])
            for name in store.ids()
        },
        "people": archive.people.page(None, 100),
        "head": archive.checkpoints.head().head(),
    }
