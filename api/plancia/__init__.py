"""Plancia from Python: read games, judge them, ask an archive. The manual is docs/python.md.

    import plancia

    game = plancia.read("partita.rgn")[0]
    print(plancia.judge(game).verdicts)

    with plancia.open_archive("circolo.db") as archive:
        rows = archive.statistics("throws", variant="monopoli@1")

Reading and judging need no extra; archives and statistics need the extra `archive`, XLSX files `sheets`.
"""

from importlib.metadata import version

from plancia.archives import Archive, GameFilters, open_archive, statistics
from plancia.boards import Board, board
from plancia.evidence import Verification, verify_bundle
from plancia.judging import Judgement, judge
from plancia.reading import LeftOutWarning, ReadError, read
from plancia.rows import Rows
from plancia_archive import ArchiveError
from plancia_data import MissingExtra
from plancia_events import Game, Problem
from plancia_replay import RuleSetError

__version__ = version("plancia")

__all__ = [
    "Archive",
    "ArchiveError",
    "Board",
    "Game",
    "GameFilters",
    "Judgement",
    "LeftOutWarning",
    "MissingExtra",
    "Problem",
    "ReadError",
    "Rows",
    "RuleSetError",
    "Verification",
    "__version__",
    "board",
    "judge",
    "open_archive",
    "read",
    "statistics",
    "verify_bundle",
]
