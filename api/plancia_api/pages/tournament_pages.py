"""The pages of tournaments: the list, and one with its standings as of a round, tables and rulings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head, visible_game
from plancia_api.game_titles import game_titles
from plancia_api.language import language
from plancia_api.pages.dispute_moves import may
from plancia_api.pages.rendering import number_argument, page
from plancia_api.shown_names import display_name, insert_names
from plancia_archive.queries.result_status import count_tournament_disputes, game_statuses, standings_status
from plancia_archive.tournaments import load_ranking_systems
from plancia_data import messages, text_in

blueprint = Blueprint("tournament_pages", "plancia_api", template_folder="templates")


def decimal(text: str | None) -> str:
    """A number of the standings with the decimal sign of the page's language."""
    return "" if text is None else text.replace(".", messages("columns", language())["decimal_mark"])


def remark_round(where: str) -> int:
    """The round of a remark, 4 for `4` and `4/A`; 0 for a remark on the whole tournament."""
    number = where.partition("/")[0]
    return int(number) if number.isdigit() else 0


def recorder_id(game: str) -> str:
    """The recorder's id of a game (header Game), empty without one."""
    return visible_game(game_head(game)).header("Game") or ""


def result_events(events: list[dict[str, Any]]) -> dict[str, int]:
    """The number of the event that gives each table, as `ROUND/TABLE`, its result; the table's own without one."""
    return {f"{event['round']}/{event['table']}": event["event"]
            for event in events if event["kind"] in ("table", "result", "linked")}  # fmt: skip


@blueprint.get("/tournaments")
def tournaments() -> Response:
    """Every tournament."""
    store = archive().tournaments
    disputes, tournament_list = (
        count_tournament_disputes(archive()),
        [store.get(name).to_json() for name in store.ids()],
    )
    return page("tournaments.html", disputes=disputes, tournaments=insert_names(tournament_list))


@blueprint.get("/tournaments/<string:name>")
def one_tournament(name: str) -> Response:
    """A tournament as of `round`, by default the last one."""
    store = archive().tournaments
    tournament = store.get(name)
    last = tournament.rounds
    at = number_argument("round", last)
    rows = [row.to_json() for row in store.standings(name, at)]
    state: dict[str, Any] = insert_names(tournament.to_json())
    names = {entry["player"]: display_name(entry["player"]) or entry["player"] for entry in state["players"]}
    title = load_ranking_systems()[tournament.system].title
    disputes = archive().disputes.listed(None, tournament=name)
    return page(
        "tournament.html", tournament=state, rows=rows, at=at, last=last, names=names, decimal=decimal,
        system=text_in(title, language()) if isinstance(title, dict) else title,
        cite=load_ranking_systems()[tournament.system].cite,
        tables=[table for table in state["tables"] if table["round"] <= at],
        remarks=[remark.text(language()) for remark in store.remarks(name) if remark_round(remark.where) <= at],
        status=standings_status(archive(), tournament, at), events=result_events(store.events(name)),
        final=game_statuses(archive(), [table["game"] for table in state["tables"] if table["game"]]),
        disputes=disputes, titles=game_titles({row["game"] for row in disputes if row["game"]}),
        may_approve=may(current_grant(), "game.approve", "", name),
        recorder_ids={table["game"]: recorder_id(table["game"]) for table in state["tables"] if table["game"]},
    )  # fmt: skip
