"""What the start page tells of lately: the newest lines in words, and the boards of games that are being played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from plancia_api.current_archive import archive
from plancia_api.game_cache import cached_body, game_head, visible_game
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.dispute_pages import subject_title, tournament_title
from plancia_api.shown_names import game_titles
from plancia_archive import ArchiveError
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.entry_format import Members
from plancia_archive.queries.game_titles import GameTitle
from plancia_archive.queries.latest import News, latest_news
from plancia_data import messages
from plancia_replay import RuleSetError
from plancia_replay.drawing import BoardOptions, event_svg

NEWS_SHOWN, BOARDS_SHOWN = 6, 4
LIVE_HOURS = 12  # since the last line of a game that is not over: then it is no more being played
HOUR = 3_600_000  # milliseconds


@dataclass(frozen=True)
class NewsItem:
    """A line of the news: what happened in words, to what (title and address), when (milliseconds)."""

    text: str
    title: GameTitle
    path: str
    at: int


@dataclass(frozen=True)
class LiveBoard:
    """A game that is being played: id, title, drawn position."""

    game: str
    title: GameTitle
    svg: Markup


def news_items(news: list[News], live: Collection[str]) -> list[NewsItem]:
    """Returns the news in words, without the games in `live`, which are shown as boards."""
    told = [item for item in news if item.subject not in live][:NEWS_SHOWN]
    titles = game_titles(item.subject for item in told if item.what in ("game", "approval"))
    return [news_item(item, titles) for item in told]


def news_item(item: News, titles: dict[str, GameTitle]) -> NewsItem:
    """Returns one line of the news."""
    words = messages("start", language())
    line: Members = {"round": "", "table": "", **item.line}
    text = words.get(f"news.{item.what}.{item.kind}", "").format(round=line["round"], table=line["table"])
    if item.what == "dispute":
        return NewsItem(text, subject_title(archive().disputes.get(item.subject)), f"/disputes/{item.subject}", item.at)
    if item.what == "tournament":
        return NewsItem(text, tournament_title(item.subject), f"/tournaments/{item.subject}", item.at)
    return NewsItem(text, titles[item.subject], f"/games/{item.subject}", item.at)


def recent_news() -> list[News]:
    """Returns the newest lines of the archive."""
    return latest_news(archive(), NEWS_SHOWN + BOARDS_SHOWN)


def live_games(news: list[News]) -> list[str]:
    """Returns the ids of the games among the news that are being played."""
    oldest = archive().log.clock() - LIVE_HOURS * HOUR
    recent = [item.subject for item in news if item.what == "game" and item.at >= oldest]
    return [game for game in recent if not is_over(visible_game(game_head(game)))]


def live_boards(games: list[str]) -> list[LiveBoard]:
    """Returns the drawn boards of at most BOARDS_SHOWN games; those that cannot be replayed are left out."""
    titles = game_titles(games[:BOARDS_SHOWN])
    boards = [(game, small_board(game, f"live{number}-")) for number, game in enumerate(games[:BOARDS_SHOWN])]
    return [LiveBoard(game, titles[game], Markup(svg)) for game, svg in boards if svg]


def small_board(game_id: str, prefix: str) -> str:
    """Returns the last position of a game as a small drawn board with its legend; empty where it cannot be replayed."""
    head = game_head(game_id)

    def draw() -> bytes:
        game = visible_game(head)
        try:
            rules = archive().rules_of(game)
            options = BoardOptions(board_id=str(rules.content["board"]["id"]), lang=language(), prefix=prefix,
                                   legend=False, outlines=outlines_address())  # fmt: skip
            return event_svg(game, len(game.events), rules, options).encode()
        except (ArchiveError, RuleSetError):
            return b""

    return cached_body(head, "small-board", language(), prefix, compute=draw).decode()
