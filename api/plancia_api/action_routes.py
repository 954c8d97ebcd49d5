"""The routes of the writes that are declared (plancia_archive.actions): right, body, answer and description of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from flask import Response, request

from plancia_api.auth import authenticate, authorise, current_grant, own_player
from plancia_api.bodies import json_body, types_of
from plancia_api.current_archive import archive
from plancia_api.evidence_files import documents_limits
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.preconditions import (
    IDEMPOTENCY_KEY_PARAMETER,
    IF_MATCH_PARAMETER,
    expected_version,
    idempotency_key,
    require_version,
)
from plancia_api.problems import Problem
from plancia_api.query_schemas import AppendQuery, LanguageQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_members
from plancia_api.strict_blueprint import AnyAnswer, StrictBlueprint
from plancia_archive.actions import ACTIONS
from plancia_archive.actions.action import Action, Caller, Done, Subject, faults_of
from plancia_archive.evidence.receipts import make_receipts
from plancia_archive.registers.roles import Grant


def subject_of(action: type[Action], name: str) -> Subject:
    """Returns what a token's limits are compared with, of that which the address names.

    Raises ArchiveError for a dispute that is not there.
    """
    kind = action.address.partition("/")[0]
    if kind == "disputes":
        dispute = archive().disputes.get(name)
        return Subject(dispute.game, dispute.tournament, dispute.event)
    return Subject(name if kind == "games" else "", name if kind == "tournaments" else "")


def authorise_subject(right: str, subject: Subject) -> Grant:
    """Requires a token that permits an action on a subject. Raises the errors of `authorise`."""
    return authorise(right, game=subject.game or None, tournament=subject.tournament or None, event=subject.event)


A = TypeVar("A", bound=Action)


def permitted(action: type[A], name: str, read: Callable[[], A]) -> A:
    """Returns the write that a caller may do: asks for the right, then reads the request, then asks what else it needs.

    Raises Problem and ArchiveError.
    """
    subjects = [] if action.subject_in_body else [subject_of(action, name)]
    for subject in subjects:
        authorise_subject(action.right, subject)
    if not subjects:
        authenticate(action.right).require_role(action.right)
    if action.address.startswith("tokens/") and all(row["id"] != name for row in archive().tokens.all()):
        raise Problem("not-found", name[:40])
    write = read()
    for subject in [*(subjects if write.needed() != action.right else []), *write.subjects(archive(), name)]:
        authorise_subject(subject.right or write.needed(), subject)
    return write


def without_faults(write: A) -> A:
    """Returns a write. Raises Problem 422 where there is something wrong with a member."""
    if faults := faults_of(write):
        places = [{"pointer": f"/{member}", "detail": detail} for member, detail in faults.items()]
        raise Problem("invalid", "; ".join(f"{member}: {detail}" for member, detail in faults.items()), places)
    return write


def caller(
    name: str, request_id: str | None = None, dry_run: bool = False, expected: int | None = None
) -> Caller:  # fmt: skip
    """Returns who writes to what has this id, and under which key. Only where a right was asked for."""
    grant = current_grant()
    assert grant is not None
    return Caller(own_player(), language(), request_id, grant.role, dry_run, partial(require_version, name), expected)


def perform(
    action: type[A], name: str, read: Callable[[], A], request_id: str | None = None, expected: int | None = None
) -> Done:
    """Does a write, if the caller may. Raises Problem and ArchiveError."""
    return permitted(action, name, read).perform(archive(), name, caller(name, request_id, expected=expected))


def done_response(action: type[Action], done: Done) -> Response:
    """Returns the answer of a write with its receipts."""
    return json_response({**with_times(dict(done.answer)), **receipts_of(action, done)}, 201 if action.creates else 200)


def receipts_of(action: type[Action], done: Done) -> dict[str, object]:
    """Returns the receipts of a write as a member of its answer; nothing for one that was only tried."""
    if action.several:
        return {"receipts": make_receipts(archive().checkpoints, done.places, include_entries=False)}
    return {"receipt": make_receipt(*done.places[0])} if done.places else {}


def add_route(
    blueprint: StrictBlueprint,
    action: type[A],
    *,
    respond: Callable[[type[Action], Done], Response] = done_response,
    preview: Callable[[str, A], Response] | None = None,
    read: Callable[[], A] | None = None,
    form: tuple[str, ...] = (),
    body: Mapping[str, Any] | None = None,
) -> None:
    """Adds the route of an action to a blueprint, and its description to the OpenAPI document.

    `preview` answers with `dry_run` what the write would do. `read` takes the request where it may be more than JSON:
    a form with a file and the fields `form`. `body` describes one of which no member is a member of the action.
    """

    def view(query: LanguageQuery, **place: Any) -> Response:
        name = next(iter(place.values()), "")
        write = permitted(action, name, read or (lambda: parse_action(action)))
        dry_run, expected = isinstance(query, AppendQuery) and query.dry_run, None
        if preview is not None and dry_run:
            return preview(name, write)
        if action.versioned and ("If-Match" in request.headers or not dry_run):
            expected = expected_version(name, lambda: write.version_of(archive(), name))
        key = idempotency_key() if action.keyed else None
        return respond(action, write.perform(archive(), name, caller(name, key, dry_run, expected)))

    view.__name__, view.__doc__ = action.operation, action.__doc__
    if action.bodies:
        body = json_body(*action.bodies, example=action.example, form=form)
    described = documents_limits(blueprint)(view) if body and "multipart/form-data" in body["content"] else view
    keys = [IDEMPOTENCY_KEY_PARAMETER] * action.keyed + [IF_MATCH_PARAMETER] * (action.tried or action.versioned)
    described = blueprint.doc(**({"requestBody": body} if body else {}), security=[{"bearer": []}], parameters=keys)(
        described
    )
    described = blueprint.response(201 if action.creates else 200, AnyAnswer)(described)
    query = AppendQuery if preview or action.tried else LanguageQuery
    described = blueprint.arguments(query.schema(), location="query")(described)
    blueprint.route(rule_of(action.address), methods=["POST"])(described)


def rule_of(address: str) -> str:
    """Returns the rule of an address that has what it names in braces."""
    return "/" + address.replace("{event}", f"<int(max={2**53 - 1}):event>").replace("{", "<string:").replace("}", ">")


def parse_action(action: type[A]) -> A:
    """Returns the action that the body of the request states. Raises Problem 415 or 422."""
    return without_faults(action(**parse_members(types_of(action))) if action.bodies else action())


def action_blueprint(name: str, description: str) -> StrictBlueprint:
    """Returns a blueprint that has the routes of the actions of a group alone."""
    blueprint = StrictBlueprint(name, name, url_prefix="/api/v1", description=description)
    for action in ACTIONS:
        if action.group == name:
            add_route(blueprint, action)
    return blueprint
