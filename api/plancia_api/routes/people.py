"""POST /players/{player}/name, merge, erase, keep: changes to the register of people, by the archive's keeper.

With `dry_run=true` each answers what would change, with the `version` that the write sends as If-Match. URLs contain
references and never names, since servers log URLs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from plancia_api.auth import authorise
from plancia_api.bodies import BasisBody, ErasureBody, NameBody, OtherBody, json_body, members_of
from plancia_api.current_archive import live_archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.preconditions import IF_MATCH_PARAMETER, expected_version
from plancia_api.problems import Problem
from plancia_api.query_schemas import AppendQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import INVALID_JSON, body_text
from plancia_api.response_schemas import AnyAnswer
from plancia_api.shown_names import may_read_names
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.validation_messages import json_error_message
from plancia_archive import Conflict
from plancia_archive.people.register import REFERENCE, STREAM
from plancia_archive.registers.person_erasure import (
    DEFAULT_BASIS,
    count_participations,
    erase_record,
    find_mentions,
    normalise_basis,
    record_erasure_refusal,
    require_person,
)
from plancia_archive.registers.person_merges import merge_people, preview_merge
from plancia_archive.registers.written_copies import list_copies
from plancia_events import parse_json

blueprint = StrictBlueprint("people", "people", url_prefix="/api/v1/players", description="The register of people.")
PERSON_PATH = "/<string:player>"
WRITE_ACTION = "person.write"
MAX_TEXT_LENGTH = 500  # characters of a member of the body
BODIES: dict[str, tuple[Any, str]] = {  # operation -> the type of its body, which has one member; an example
    "rename_person": (NameBody, "Mario Rossi"), "merge_person": (OtherBody, "p_00000003"),
    "erase_person": (ErasureBody, "GDPR, article 17"), "keep_person": (BasisBody, "GDPR, article 17(3)(d)"),
}  # fmt: skip


def body_example(operation: str) -> dict[str, str]:
    """Returns an example of a body."""
    kind, example = BODIES[operation]
    return {next(iter(kind.__annotations__)): example}


def document_operation(operation: str) -> Callable[[Any], Any]:
    """Decorator that describes body, headers and token of an operation in the OpenAPI document."""
    decorator: Callable[[Any], Any] = blueprint.doc(
        requestBody=json_body(BODIES[operation][0], example=body_example(operation)),
        parameters=[IF_MATCH_PARAMETER],
        security=[{"bearer": []}],
    )
    return decorator


def parse_member(operation: str) -> str:
    """Returns the only member of the body, "" if it is optional and absent. Raises Problem 415, 422."""
    (name,) = members_of(BODIES[operation][0])
    member, required = name.lstrip("?"), not name.startswith("?")
    try:
        values = parse_json(body_text("application/json"))
        if not isinstance(values, dict):
            raise TypeError
    except INVALID_JSON as error:
        raise Problem("malformed", f'{{"{member}": "..."}}: {json_error_message(error, language())}') from error
    value = values.get(member, "")
    if (
        set(values) - {member}
        or not isinstance(value, str)
        or len(value) > MAX_TEXT_LENGTH
        or (required and not value.strip())
    ):
        raise Problem("invalid", f'{{"{member}": "..."}} (1..{MAX_TEXT_LENGTH})')
    return value


def find_person(player: str) -> str:
    """Returns the reference of a registered person. Raises Problem 404; ArchiveError for an erased person."""
    if not REFERENCE.match(player) or live_archive().people.find(player) != player:
        raise Problem("not-found", player[:20])
    return require_person(live_archive(), player)


def register_version(*players: str) -> int:
    """Returns the number of lines about these people in the log."""
    statement = "SELECT coalesce(sum(count), 0) FROM entry WHERE game = ?"
    return sum(int(live_archive().db.execute(statement, [STREAM + person]).fetchone()[0]) for person in players)


def require_version(*players: str) -> None:
    """Requires If-Match with the version that a dry run returned. Raises Problem 412 and 428, Conflict."""
    version = register_version(*players)
    expected = expected_version(players[0], lambda: version) if "If-Match" in request.headers else None
    if expected is None:
        raise Problem("precondition-required", 'dry_run=true, If-Match: "VERSION"')
    if expected != version:
        raise Conflict(version)


def receipt_member(player: str, dry_run: bool) -> dict[str, Any]:
    """Returns the receipt of the newest line about a person as a member of an answer; nothing for a dry run."""
    return {} if dry_run else {"receipt": make_receipt(STREAM + player)}


def hide_names(answer: dict[str, Any], *members: str) -> dict[str, Any]:
    """Returns the answer without the names in `members` if the caller may not read names."""
    if may_read_names():
        return answer
    return {**answer, **{member: [] if member == "aliases" else None for member in members}}


@blueprint.route(f"{PERSON_PATH}/name", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@document_operation("rename_person")
def rename_person(query: dict[str, Any], player: str) -> Response:
    """Change the name that a person is shown by; the old name remains an alias."""
    authorise(WRITE_ACTION)
    name = parse_member("rename_person")
    with live_archive().lock:
        reference = find_person(player)
        if query["dry_run"]:
            live_archive().people.check_name(reference, name)
        else:
            require_version(reference)
            with live_archive().writing():
                live_archive().people.rename(reference, name)
        new_name = " ".join(name.split()) if query["dry_run"] else live_archive().people.name(reference)
        answer = {
            "player": reference,
            "name": new_name,
            "version": register_version(reference),
            "dry_run": query["dry_run"],
            **receipt_member(reference, query["dry_run"]),
        }
    return json_response(hide_names(answer, "name"))


@blueprint.route(f"{PERSON_PATH}/merge", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@document_operation("merge_person")
def merge_person(query: dict[str, Any], player: str) -> Response:
    """Merge the person `other`, by reference, into this one. `plancia person part` undoes it."""
    authorise(WRITE_ACTION)
    other = parse_member("merge_person")
    with live_archive().lock:
        person, merged_person = find_person(player), find_person(other)
        summary = preview_merge(live_archive(), person, merged_person)
        if not query["dry_run"]:
            require_version(person, merged_person)
            merge_people(live_archive(), person, merged_person)
        answer = {
            "player": person, "name": summary["one_name"], "other": merged_person, "other_name": summary["other_name"],
            "aliases": summary["aliases"].split(", "), "games": summary["games"],
            "version": register_version(person, merged_person), "dry_run": query["dry_run"],
            **receipt_member(person, query["dry_run"]),
        }  # fmt: skip
    return json_response(hide_names(answer, "name", "other_name", "aliases"))


@blueprint.route(f"{PERSON_PATH}/erase", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@document_operation("erase_person")
def erase_person(query: dict[str, Any], player: str) -> Response:
    """Erase the name, the aliases and the salt of a person. It cannot be undone.

    `mentions` is what keeps the name: `where` is a stream of the log (`entries` are its numbers), `token NAME`,
    `file SHA-256` or `person REFERENCE`, of another person; not `whole` where the surname alone stands. `copies` are
    the files with names written since, which the keeper has to delete. `cleaned` is false while another
    program reads the old pages of the file: then the request is sent again. For a person erased before, the file is
    cleaned again.
    """
    authorise(WRITE_ACTION)
    basis = parse_member("erase_person") or DEFAULT_BASIS
    archive, dry_run = live_archive(), query["dry_run"]
    with archive.lock:
        already_erased = archive.people.is_erased(player)
        reference = player if already_erased else find_person(player)
        games, tournaments = count_participations(archive, reference)
        answer: dict[str, Any] = {"player": reference, "games": games, "tournaments": tournaments, "dry_run": dry_run}
        answer |= {
            "mentions": [] if already_erased else [one.to_json() for one in find_mentions(archive, reference)],
            "copies": with_times(list_copies(archive, reference)),
        }
        if dry_run:
            answer["basis"] = normalise_basis(archive, basis, reference)
        else:
            if not already_erased:
                require_version(reference)
            answer["cleaned"] = erase_record(archive, reference, basis).cleaned
        answer |= {"version": register_version(reference), **receipt_member(reference, dry_run)}
    return json_response(answer)


@blueprint.route(f"{PERSON_PATH}/keep", methods=["POST"], endpoint="keep_person")
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@document_operation("keep_person")
def refuse_erasure(query: dict[str, Any], player: str) -> Response:
    """Record in the log that the erasure of a person was refused, and on what basis; names in it become references."""
    authorise(WRITE_ACTION)
    basis = parse_member("keep_person")
    with live_archive().lock:
        reference = find_person(player)
        stored_basis = normalise_basis(live_archive(), basis, reference)
        if not query["dry_run"]:
            require_version(reference)
            record_erasure_refusal(live_archive(), reference, basis)
        answer = {
            "player": reference,
            "basis": stored_basis,
            "version": register_version(reference),
            "dry_run": query["dry_run"],
            **receipt_member(reference, query["dry_run"]),
        }
    return json_response(answer)
