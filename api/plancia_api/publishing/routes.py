"""The pages of a published site: ROUTES is the one table; a further page is a further line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from plancia_api.pages.game_list import GAMES_A_PAGE
from plancia_api.pages.player_pages import PLAYERS_A_PAGE, SORTS
from plancia_archive import Archive, Filters
from plancia_archive.statistics.player_profile import club_names
from plancia_archive.statistics.registry import REGISTERED
from plancia_data import variant_ids

ARCHIVE, GAME, TIME = "archive", "game", "time"  # what a page depends on
CORRECTIONS = "VOID", "FIX"  # tags of lines
Params = tuple[str, ...]


def once(archive: Archive) -> Iterable[Params]:
    """The parameters of an address without any."""
    return [()]


def games(archive: Archive) -> Iterable[Params]:
    """The ids of the stored games, of withdrawn ones too."""
    return [(game_id,) for game_id in archive.game_ids()]


def corrected_games(archive: Archive) -> Iterable[Params]:
    """The ids of games with corrections, which have a page as recorded."""
    starts = " OR ".join(
        f"instr(body, x'0a{tag.encode().hex()}20') OR substr(body, 1, {len(tag) + 1}) = CAST('{tag} ' AS BLOB)"
        for tag in CORRECTIONS
    )
    with archive.lock:
        corrected = {row[0] for row in archive.db.execute(f"SELECT DISTINCT game FROM entry WHERE {starts}").fetchall()}
    return [(game_id,) for game_id in archive.game_ids() if game_id in corrected]


def list_cursors(archive: Archive) -> Iterable[Params]:
    """The cursors of the further pages of the list of games."""
    cursors = []
    cursor = archive.games(None, None, GAMES_A_PAGE, newest=True)[1]
    while cursor:
        cursors.append((cursor,))
        cursor = archive.games(None, cursor, GAMES_A_PAGE, newest=True)[1]
    return cursors


def tournaments(archive: Archive) -> Iterable[Params]:
    """The names of the tournaments."""
    return [(name,) for name in archive.tournaments.ids()]


def tournament_rounds(archive: Archive) -> Iterable[Params]:
    """Each tournament with each of its rounds."""
    return [
        (name, str(number))
        for name in archive.tournaments.ids()
        for number in range(1, archive.tournaments.get(name).rounds + 1)
    ]


def disputes(archive: Archive) -> Iterable[Params]:
    """The ids of the disputes."""
    return [(row.dispute,) for row in archive.disputes.listed(None)]


def players(archive: Archive) -> Iterable[Params]:
    """The references of the people who play in games or tournaments."""
    with archive.lock:
        rows = archive.db.execute("SELECT DISTINCT player_ref FROM seat WHERE player_ref GLOB 'p_*'").fetchall()
        entered = {player for name in archive.tournaments.ids() for player in archive.tournaments.get(name).players}
        references = sorted({str(row[0]) for row in rows} | entered)
        return [(reference,) for reference in references if archive.people.find(reference) == reference]


def player_sorts(archive: Archive) -> Iterable[Params]:
    """The orders of the list of players other than by name."""
    return [(sort,) for sort in SORTS]


def player_lists(archive: Archive) -> Iterable[Params]:
    """The further pages of the list of players, in each order: number of the first row, order."""
    starts = range(PLAYERS_A_PAGE, len(list(players(archive))), PLAYERS_A_PAGE)
    return [(str(start), sort) for sort in ("name", *SORTS) for start in starts]


def clubs(archive: Archive) -> Iterable[Params]:
    """The names of the clubs of games and tournaments."""
    names = {str(row["club"]) for row in club_names(archive, Filters())}
    return [(name,) for name in sorted(names)]


def variants(archive: Archive) -> Iterable[Params]:
    """The ids of the variants."""
    return [(name,) for name in variant_ids()]


def statistics(archive: Archive) -> Iterable[Params]:
    """The ids of the statistics."""
    return [(name,) for name in REGISTERED]


@dataclass(frozen=True)
class Route:
    """Pages of one kind.

    `address` is that of the served page and `file` that of the published one, both with `{}` for parameters; `items`
    gives the parameters of each page. `depends`: ARCHIVE, a page may change with every write; GAME, with its game
    (the first parameter) and what is said of it; TIME, it is rendered every time. `is_shared`: one file for all
    languages.
    """

    address: str
    file: str
    items: Callable[[Archive], Iterable[Params]] = once
    depends: str = ARCHIVE
    is_shared: bool = False


ROUTES = (
    Route("/", "index.html", depends=TIME),
    Route("/games", "games.html"),
    Route("/games?after={}", "games/list-{}.html", list_cursors),
    Route("/find", "find.html"),
    Route("/find-index.js", "find-index.js"),
    Route("/games/{}", "games/{}.html", games, GAME),
    Route("/games/{}?as=recorded", "games/{}-recorded.html", corrected_games, GAME),
    Route("/games/{}?print", "games/{}-report.html", games, GAME),
    Route("/api/v1/games/{}.rgn", "games/{}.rgn", games, GAME, is_shared=True),
    Route("/picture.png", "picture.png", is_shared=True),
    Route("/games/{}/picture.png", "games/{}.png", games, GAME, is_shared=True),
    Route("/tournaments/{}/picture.png", "tournaments/{}.png", tournaments, is_shared=True),
    Route("/tournaments", "tournaments.html"),
    Route("/tournaments/{}", "tournaments/{}.html", tournaments),
    Route("/tournaments/{}?round={}", "tournaments/{}-round-{}.html", tournament_rounds),
    Route("/tournaments/{}/wall?round={}", "tournaments/{}-wall-{}.html", tournament_rounds),
    Route("/tournaments/{}/sheets?round={}", "tournaments/{}-sheets-{}.html", tournament_rounds),
    Route("/players", "players.html"),
    Route("/players?sort={}", "players-by-{}.html", player_sorts),
    Route("/players?from={}&sort={}", "players-{}-by-{}.html", player_lists),
    Route("/players/{}", "players/{}.html", players),
    Route("/clubs", "clubs.html"),
    Route("/clubs/{}", "clubs/{}.html", clubs),
    Route("/rules", "rules.html"),
    Route("/variants", "variants.html"),
    Route("/variants/{}", "variants/{}.html", variants),
    Route("/disputes", "disputes.html", depends=TIME),
    Route("/disputes/{}", "disputes/{}.html", disputes, TIME),
    Route("/statistics", "statistics.html"),
    Route("/statistics/{}", "statistics/{}.html", statistics),
    Route("/verify", "verify.html", is_shared=True),
    Route("/favicon.ico", "icon.svg", is_shared=True),
)  # fmt: skip
STATIC_FILES = (  # of plancia_api/static; modules become classic scripts
    "base.css", "board/zoom.css", "game.css", "people.css", "prints.css", "rules.css",
    "local_time.js", "print.js", "share.js", "game/main.js", "published/find.js",
)  # fmt: skip


@dataclass(frozen=True)
class Page:
    """A page to publish: its address on the server, its file, language, and what it depends on."""

    address: str
    file: str
    lang: str
    depends: str
    game_id: str


def list_pages(archive: Archive, langs: tuple[str, ...], pictures: bool) -> list[Page]:
    """Returns the pages of an archive in the given languages; those of the first one stand at the root.

    `pictures`: with those of shared links.
    """
    pages = []
    for route in (route for route in ROUTES if pictures or not route.file.endswith(".png")):
        for params in route.items(archive):
            address = route.address.format(*(quote(param, safe="") for param in params))
            file = route.file.format(*map(file_name, params))
            game_id = params[0] if route.depends == GAME else ""
            for lang in langs[:1] if route.is_shared else langs:
                folder = "" if lang == langs[0] else f"{lang}/"
                pages.append(Page(address, folder + file, lang, route.depends, game_id))
    return pages


def file_name(text: str) -> str:
    """Returns a parameter as part of a file name that every file system and every web server has as it is."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda match: f"~{ord(match[0]):x}", text)


class PublishError(Exception):
    """The site could not be written.

    `code` is one of: `not-a-site` (the folder has files and is no published site), `foreign` (a file of somebody else
    stands where a page belongs), `manifest` (the list of published files cannot be read), `page` (a page cannot be
    rendered), `write` (a file or folder cannot be written; `errno` says why). `values` are those of its words.
    """

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def write_error(file: object, error: OSError) -> PublishError:
    """Returns the error for a file that cannot be written."""
    return PublishError("write", file=str(file), errno=error.errno or 0, why=error.strerror or str(error))
