"""The page `/record`: games to go on recording, tables of tournaments without a game, and the form of a new game."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from plancia_api.auth import authorise, current_grant
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head, visible_game
from plancia_api.language import language
from plancia_api.pages.form_fields import parse_whole_number
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import colours, initials, page
from plancia_api.pages.sessions import check_form, see_other, set_session_cookie
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name, game_titles, names_shown
from plancia_archive import ArchiveError
from plancia_archive.facts.redaction import is_over
from plancia_archive.tournaments import Tournament
from plancia_archive.tournaments.open_tables import OpenTable, last_variant, open_tables
from plancia_data import messages, text_in, variant_source
from plancia_events import Game
from plancia_events.text.headers import COLOUR_HEADERS
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.opening import (
    Opening,
    check_player_count,
    option_questions,
    players_allowed,
    possible_questions,
    question_text,
)
from plancia_replay.rulesets.ruleset import load_ruleset

blueprint = Blueprint("record_start", "plancia_api", template_folder="templates")
COLOURS = "".join(COLOUR_HEADERS.values())
MAX_GAMES_LISTED = 12
MAX_GAMES_READ = 60
MAX_NAMES = 2000  # of registered people offered while a name is typed
HAND_RECORDED = ("live", "sheet")  # provenances of games that people record
UNFINISHED = "unfinished"  # reason of the end of a game that has none
DUMMY_NAME = "-"  # header value of a colour without a player


@dataclass
class Seat:
    """A row of the form: the name or the reference of a player, his colour, his team, whether nobody plays it."""

    name: str = ""
    colour: str = ""
    team: str = ""
    is_dummy: bool = False
    reference: str = ""


@dataclass
class NewGame:
    """What is typed in the form of a new game; `errors` has a message by question."""

    variant: str
    options: list[str] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    event: str = ""
    date: str = ""
    source: str = "live"
    key: str = ""
    table: OpenTable | None = None
    errors: dict[str, str] = field(default_factory=dict)

    def game(self) -> Game:
        """Returns the game with its headers. Raises Unclear, and sets `errors` for the question that it is about."""
        details = {"Game": f"{self.date or 'record'}-{self.key}"}
        details |= {"Round": str(self.table.round), "Table": self.table.name} if self.table else {}
        opening = Opening(details=details)
        seated = [seat.colour for seat in self.seats if seat.name or seat.is_dummy]
        if len(set(seated)) < len(seated):
            self.errors["players"] = messages("opening", language())["colour-twice"]
            raise Unclear("players", 1, ", ".join(seated))
        question = ""
        try:
            while question := opening.question:
                opening.answer(self.answer_to(question))
            return Game(opening.headers())
        except Unclear as problem:
            self.errors[question or "form"] = problem.text(language())
            raise

    def answer_to(self, question: str) -> str:
        """Returns the answer to a question of the opening in its own syntax."""
        seats = [seat for seat in self.seats if seat.name or seat.is_dummy]
        if question == "options":
            return ", ".join(self.options)
        if question == "players":
            names = [DUMMY_NAME if seat.is_dummy else seat.name.replace(",", " ") for seat in seats]
            return ", ".join(f"{seat.colour} {name}" for seat, name in zip(seats, names, strict=True))
        if question == "team":
            teams = sorted({seat.team for seat in seats if seat.team})
            return ", ".join(" ".join(seat.colour for seat in seats if seat.team == team) for team in teams)
        if question == "virtual":
            return next((seat.colour for seat in seats if seat.is_dummy), "")
        return str(getattr(self, question))


@blueprint.get("/record")
def start() -> Response:
    """The games and tables to record; with `variant` or a tournament's table, the form of a new game.

    With `tournament` alone, the games and tables of that tournament. A table whose game was begun leads to its
    recording, so that the code of its printed sheet is right the whole evening.
    """
    if request.args.get("tournament") and not request.args.get("table"):
        return start_page(None, archive().tournaments.get(request.args["tournament"]))
    if game := game_of_table():
        return see_other(f"/record/{game}")
    table = requested_table()
    variant = request.args.get("variant", "") or (last_variant(archive(), table.tournament) if table else "")
    name, _, options = variant.partition("+")
    name = name.strip().partition("@")[0]
    if name not in playable_variants():
        return start_page(table)
    new_game = NewGame(
        name, [option.strip() for option in options.split("+") if option.strip()], date=date.today().isoformat(),
        event=table.title if table else "", key=secrets.token_hex(4), table=table,
    )  # fmt: skip
    new_game.seats = empty_seats(name, table)
    if table is not None:
        note_wrong_count(new_game)
    return form_page(new_game)


def note_wrong_count(new_game: NewGame) -> None:
    """Sets the error of a tournament's table for whose number of players the rules have no game."""
    try:
        check_player_count(load_ruleset(new_game.variant), len(new_game.seats))
    except Unclear as problem:
        new_game.errors["players"] = problem.text(language())


@blueprint.post("/record")
def begin_game() -> Response:
    """Stores the headers of a new game, and goes on to its recording."""
    new_game = NewGame(request.form.get("variant", ""))
    try:
        new_game = typed_game()
        check_form()
        game = new_game.game()
        authorise("game.add", game=game)
        added = archive().add_game(game)
        if new_game.table is not None:
            link_table(new_game.table, added.game_id)
    except Unclear as problem:
        new_game.errors = new_game.errors or {"form": problem.text(language())}
        answer = form_page(new_game)
        answer.status_code = 422
        return set_session_cookie(answer)  # a token that was typed need not be typed again
    except FORM_ERRORS as error:
        new_game.errors = error_fields(error)
        return returned_form(form_page(new_game) if new_game.seats else start_page(None), error)
    return see_other(f"/record/{added.game_id}")


def link_table(table: OpenTable, game_id: str) -> None:
    """Links a table of a tournament to its new game, so that its result counts there.

    Who may add the first result of the table may begin its game. A caller who may not, or other players than those of
    the table, leave the link to the organiser.
    """
    event = {"kind": "linked", "round": table.round, "table": table.name, "game": game_id}
    try:
        authorise("tournament.result", tournament=table.tournament, event=event)
        archive().tournaments.append(table.tournament, [event])
    except (ArchiveError, Problem):
        return


def typed_game() -> NewGame:
    """Returns what the form was sent with. Raises Problem 404 for a table that does not wait for a game."""
    form = request.form
    if form.get("variant", "") not in playable_variants():
        raise Problem("not-found", form.get("variant", "")[:40])
    count = min(parse_whole_number("seats", len(COLOURS)), len(COLOURS))
    dummy = form.get("virtual", "")
    seats = [
        Seat(
            " ".join(form.get(f"name.{row}", "").split())[:200], form.get(f"colour.{row}", "")[:1],
            form.get(f"team.{row}", "")[:1], dummy == str(row), form.get(f"reference.{row}", "")[:40],
        )
        for row in range(count)
    ]  # fmt: skip
    table = find_table(form.get("tournament", ""), form.get("round", ""), form.get("table", ""))
    for seat in seats:
        if table and seat.reference in table.seats:
            seat.name = seat.reference
    options = [value for name, value in form.items() if name.startswith("option.") and value]
    return NewGame(
        form["variant"], options, seats, form.get("event", ""), form.get("date", ""), form.get("source", "live"),
        "".join(character for character in form.get("key", "")[:16] if character in "0123456789abcdef"), table,
    )  # fmt: skip


def game_of_table() -> str | None:
    """Returns the game of the tournament table that the address names; None without one."""
    name, place = request.args.get("tournament"), (request.args.get("round"), request.args.get("table"))
    tables = archive().tournaments.get(name).tables.values() if name else ()
    return next((table.game for table in tables if (str(table.round), table.name) == place), None)


def requested_table() -> OpenTable | None:
    """Returns the tournament table that the address names; None without one."""
    arguments = request.args
    return find_table(arguments.get("tournament", ""), arguments.get("round", ""), arguments.get("table", ""))


def find_table(tournament: str, round_number: str, name: str) -> OpenTable | None:
    """Returns a table that waits for a game. Raises Problem 404 for one that does not."""
    if not tournament:
        return None
    for table in open_tables(archive()):
        if (table.tournament, str(table.round), table.name) == (tournament, round_number, name):
            return table
    raise Problem("not-found", f"{tournament} {round_number}/{name}"[:80])


def playable_variants() -> dict[str, str]:
    """Returns the variants that people play, by id, with their titles."""
    return dict(Opening().choices(language()))


def empty_seats(variant: str, table: OpenTable | None) -> list[Seat]:
    """Returns the rows of the form, each with a colour of its own: those of the table, or as many as may play."""
    has_dummy = "virtual" in possible_questions(variant)
    references = list(table.seats) if table else []
    count = max(len(references) + has_dummy, 0 if table else max(players_allowed(load_ruleset(variant)).counts))
    seats = [Seat(colour=COLOURS[row]) for row in range(min(count, len(COLOURS)))]
    for seat, reference in zip(seats, references, strict=False):
        seat.reference, seat.name = reference, reference
    return seats


def start_page(table: OpenTable | None, tournament: Tournament | None = None) -> Response:
    """Returns the page with what can be recorded; for a table the choice of its variant alone.

    For a tournament its games and tables alone.
    """
    games = [] if table else games_to_continue()
    tables = [] if table else open_tables(archive())
    if tournament is not None:
        linked = {str(one.game) for one in tournament.tables.values()}
        games = [game for game in games if game in linked]
        tables = [one for one in tables if one.tournament == tournament.id]
    words = messages("opening", language())
    return page(
        "record_start.html", o=words, games=games, titles=game_titles(games), table=table,
        tables=tables, variants=playable_variants(), named=display_name, tournament=tournament,
        query=urlencode(table.query) + "&" if table else "", may_add=may_record(),
        documents={name: str(variant_source(name)["variant"].get("document", "")) for name in playable_variants()},
        next_path=request.full_path.rstrip("?") if request.method == "GET" else "/record",
    )  # fmt: skip


def form_page(new_game: NewGame) -> Response:
    """Returns the form of a new game."""
    lang = language()
    names = archive().people.all()[:MAX_NAMES] if names_shown() else []
    address = urlencode({**(new_game.table.query if new_game.table else {}), "variant": new_game.variant})
    return page(
        "record_form.html", o=messages("opening", lang), new=new_game, colours=COLOURS, named=display_name,
        initials=initials({letter: colours(letter) for letter in COLOURS}),
        title=text_in(variant_source(new_game.variant)["variant"]["title"], lang), may_add=may_record(),
        questions=option_questions(new_game.variant, lang), asks=possible_questions(new_game.variant),
        allowed=players_allowed(load_ruleset(new_game.variant)), people=[row["name"] for row in names],
        ask=lambda name: question_text(name, lang).partition(" (")[0], next_path=f"/record?{address}",
    )  # fmt: skip


def may_record() -> bool:
    """Returns whether the caller's token may add games, limits aside."""
    grant = current_grant()
    return grant is not None and grant.permits("game.add")


def games_to_continue() -> list[str]:
    """Returns the ids of the newest games that people record and that are not over."""
    rows, _ = archive().games(None, None, MAX_GAMES_READ, newest=True)
    open_ids = [
        str(row["game"]) for row in rows
        if row["reason"] == UNFINISHED and row["provenance"] in HAND_RECORDED and row["completeness"] == "full"
    ]  # fmt: skip
    return [game for game in open_ids[:MAX_GAMES_LISTED] if not is_over(visible_game(game_head(game)))]
