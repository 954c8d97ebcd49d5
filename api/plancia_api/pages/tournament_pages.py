"""Pages of tournaments: the list, and one with its standings as of any round, its tables and the rulings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from plancia_api.language import language
from plancia_api.pages.site import page
from plancia_api.seam import archive, shown_name
from plancia_archive.tournaments import systems
from plancia_data import messages, text_in

blueprint = Blueprint("tournament_pages", "plancia_api", template_folder="templates")


def decimal(text: str | None) -> str:
    """A figure of the standings as people of the page's language write it."""
    return "" if text is None else text.replace(".", messages("columns", language())["decimal_mark"])


def of_round(where: str) -> int:
    """The round that a remark is about: of `4` and `4/A` the fourth; 0 where it is about the whole tournament."""
    number = where.partition("/")[0]
    return int(number) if number.isdigit() else 0


def recorder_id(game: str) -> str:
    """What the recorder called a kept game; empty where he gave it no name."""
    return archive().game(game).header("Game") or ""


@blueprint.get("/tournaments")
def tournaments() -> Response:
    """Every tournament."""
    store = archive().tournaments
    return page("tournaments.html", found=[store.get(name) for name in store.ids()])


@blueprint.get("/tournaments/<string:name>")
def one_tournament(name: str) -> Response:
    """A tournament as of `round`; a round that there is not is the last one."""
    store = archive().tournaments
    found = store.get(name)
    asked = request.args.get("round", "")
    last = found.rounds
    at = min(int(asked), last) if asked.isascii() and asked.isdigit() and len(asked) < 6 else last
    rows = [row.to_json() for row in store.standings(name, at)]
    state: dict[str, Any] = found.to_json()
    names = {entry["player"]: shown_name(entry["player"]) or entry["player"] for entry in state["players"]}
    title = systems()[found.system].title
    return page(
        "tournament.html", found=state, rows=rows, at=at, last=last, names=names, decimal=decimal,
        system=text_in(title, language()) if isinstance(title, dict) else title,
        cite=systems()[found.system].cite, shown=[table for table in state["tables"] if table["round"] <= at],
        remarks=[remark.text(language()) for remark in store.remarks(name) if of_round(remark.where) <= at],
        recorded={table["game"]: recorder_id(table["game"]) for table in state["tables"] if table["game"]},
    )  # fmt: skip
