"""The routes of the writes that are declared (plancia_archive.actions): right, body, answer and description of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from plancia_api.auth import authorise
from plancia_api.bodies import json_body, types_of
from plancia_api.current_archive import archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.query_schemas import LanguageQuery
from plancia_api.receipts import make_receipt, make_receipts_of
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.actions import ACTIONS
from plancia_archive.actions.action import Action, Caller, Done, Subject
from plancia_archive.registers.roles import Grant


def subject_of(action: type[Action], name: str) -> Subject:
    """Returns what a token's limits are compared with, of that which the address names."""
    kind = action.address.partition("/")[0]
    return Subject(name if kind == "games" else "", name if kind == "tournaments" else "")


def authorise_subject(right: str, subject: Subject) -> Grant:
    """Requires a token that permits an action on a subject. Raises the errors of `authorise`."""
    return authorise(right, game=subject.game or None, tournament=subject.tournament or None, event=subject.event)


def perform(action: type[Action], name: str, read: Callable[[], Action], request_id: str | None = None) -> Done:
    """Does a write for the caller: asks for the right, then reads the request, asks for the rights on what it names.

    Raises Problem and ArchiveError.
    """
    grant = authorise_subject(action.right, subject_of(action, name))
    write = read()
    if fault := write.fault():
        raise Problem("invalid", fault)
    for subject in write.subjects(archive()):
        authorise_subject(write.right, subject)
    own_player = grant.player or "" if grant.role == "player" else ""
    return write.perform(archive(), name, Caller(own_player, language(), request_id))


def parse_action(action: type[Action]) -> Action:
    """Returns the action that the body of the request states. Raises Problem 415 or 422."""
    return action(**parse_members(types_of(action)))


def done_response(action: type[Action], done: Done) -> Response:
    """Returns the answer of a write with its receipts."""
    receipts: dict[str, object] = (
        {"receipts": make_receipts_of([stream for stream, _ in done.places])}
        if action.several
        else {"receipt": make_receipt(*done.places[0])}
    )
    return json_response({**with_times(dict(done.answer)), **receipts})


def add_route(blueprint: StrictBlueprint, action: type[Action]) -> None:
    """Adds the route of an action to a blueprint, and its description to the OpenAPI document."""

    def view(query: dict[str, Any], **place: str) -> Response:
        (name,) = place.values()
        return done_response(action, perform(action, name, lambda: parse_action(action)))

    view.__name__, view.__doc__ = action.operation, action.__doc__
    described = blueprint.doc(requestBody=json_body(*action.bodies, example=action.example), security=[{"bearer": []}])
    answered = blueprint.response(200, AnyAnswer)(described(view))
    address = action.address.replace("{", "<string:").replace("}", ">")
    blueprint.route(f"/{address}", methods=["POST"])(blueprint.arguments(LanguageQuery, location="query")(answered))


def action_blueprint(name: str, description: str) -> StrictBlueprint:
    """Returns a blueprint that has the routes of the actions of a group alone."""
    blueprint = StrictBlueprint(name, name, url_prefix="/api/v1", description=description)
    for action in ACTIONS:
        if action.group == name:
            add_route(blueprint, action)
    return blueprint
