"""The page that records a game: `/record/ID`."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from flask import Blueprint, Response

from plancia_api.auth import current_grant, form_secret, may
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head, play_of, visible_game
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.rendering import initials, page
from plancia_api.pages.sessions import session_token
from plancia_api.shown_names import game_title
from plancia_api.told_lines import ToldEvent, seat_names, told_lines
from plancia_archive.registers.roles import DECIDING_ROLES
from plancia_data import board, in_language, messages, objective_list_of, objectives
from plancia_events import Game
from plancia_replay import RuleSet
from plancia_replay.drawing import BoardOptions, board_svg
from plancia_replay.judging.table_json import board_json
from plancia_replay.recording.derivable import derivable
from plancia_replay.recording.due import due_in_play
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.recording.play import Play
from plancia_replay.text.sentences import place_names, vocabulary

blueprint = Blueprint("record_pages", "plancia_api", template_folder="templates")
UNKNOWN_LIST = "?"  # of a header without a value
TOLD = 60  # events told on the page; the page of the game has all of them
CATALOGUES = ("record", "phases")  # word files whose messages the scripts of the page write


@blueprint.get("/record/<string:game_id>")
def record(game_id: str) -> Response:
    """The page that records a game: board, what is due, the pad for dice and armies, what was recorded."""
    head = game_head(game_id)
    game = visible_game(head)
    rules = archive().rules_of(game)
    play = play_of(head, game)
    data = page_data(head.game_id, head.version, game, rules, play)
    return page(
        "record.html", game_id=head.game_id, title=game_title(game_id), say=messages("record", language()),
        drawing=drawing(play), data=data, continents=continents(rules), may_write=may("game.append", game_id),
    )  # fmt: skip


def page_data(game_id: str, version: int, game: Game, rules: RuleSet, play: Play) -> dict[str, object]:
    """What the scripts of the page need to show the game, and to derive what the board alone decides."""
    lang, token = language(), session_token()
    colours = vocabulary(lang)
    names = seat_names(game)
    due = due_in_play(play, lang)
    named_colours = {letter: str(colours[f"colour.{letter}"]) for letter in play.players}
    own_board = board(str(rules.content["board"]["id"]))
    return {
        "game": game_id, "version": version, "form": form_secret(token) if token else "", "lang": lang,
        "players": {letter: names.get(letter) or str(colours[f"colour.{letter}"]) for letter in play.players},
        "names": place_names(lang), "neighbours": neighbours(own_board),
        "board": board_json(play.table), "due": due, "says": due_sentences(due, lang, names),
        "told": told_inputs(game_id, game, rules), "arbiter": is_arbiter(),
        "limited": is_limited(), "turn": max(game.numbers_of("TURN"), default=1),
        "colours": named_colours, "initials": initials(named_colours),
        "derives": derivable(play), "live": game.header("Provenance") == "live",
        "network": dict(messages("offline", lang)),
        "goals": objective_choices(game),
        "words": {key: text for name in CATALOGUES for key, text in messages(name, lang).items()},
    }  # fmt: skip


class ToldInput(ToldEvent):
    derived: bool
    input: int


def told_inputs(game_id: str, game: Game, rules: RuleSet) -> list[ToldInput]:
    """The last events told, each with `input`: the number of the first event that was written with it.

    Events that the game was stored with stand alone: nobody said them on this page.
    """
    starts = archive().log.appended_from(game_id)
    told = told_lines(game, rules, max(1, len(game.events) - TOLD + 1))
    rows: list[ToldInput] = []
    for row in told:
        place = bisect_right(starts, row["event"])
        rows.append({**row, "derived": False, "input": starts[place - 1] if place else row["event"]})
    return rows


def is_arbiter() -> bool:
    """True where the session decides as an arbiter: what it voids is voided by the arbiter, else by the table."""
    grant = current_grant()
    return grant is not None and grant.role in DECIDING_ROLES


def is_limited() -> bool:
    """True where the session records as a table's recorder, who corrects lines of the current turn only."""
    grant = current_grant()
    return grant is not None and grant.role == "recorder"


def objective_choices(game: Game) -> list[dict[str, object]]:
    """The objectives that may be dealt, by number; none where the header names no list that exists."""
    list_id = game.header("Objectives") or UNKNOWN_LIST
    list_id = objective_list_of(game.header("Variant") or "") if list_id == UNKNOWN_LIST else list_id
    lang = language()
    try:
        entries = objectives(list_id) if list_id else []
    except KeyError:
        entries = []
    return [
        {"number": entry["number"], "name": in_language(lang, str(entry["it"]), str(entry["en"]))} for entry in entries
    ]


def neighbours(own_board: Any) -> dict[str, list[str]]:
    """The neighbours of each territory by code."""
    return {code: [own_board.codes[other] for other in own_board.neighbours[place]]
            for place, code in enumerate(own_board.codes)}  # fmt: skip


def drawing(play: Play) -> str:
    """The drawn board, whose territories can be tapped."""
    options = BoardOptions(
        board_id=str(play.rules.content["board"]["id"]), lang=language(), legend=False, layout="auto",
        outlines=outlines_address(), title=messages("game", language())["board"],
    )  # fmt: skip
    return board_svg(board_json(play.table), options)


def continents(rules: RuleSet) -> list[tuple[str, list[str]]]:
    """The continents of the board with the codes of their territories, for the list beside the drawing."""
    lang = language()
    own = board(str(rules.content["board"]["id"]))
    return [(in_language(lang, it, en), [own.codes[land] for land in lands]) for _, it, en, _, lands in own.continents]
