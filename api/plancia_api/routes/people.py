"""POST /players/{player}/name, merge, erase, keep: changes of the register of people, by its keeper.

Each is tried first: `dry_run=true` answers what would change, with the `version` that the write sends as If-Match.
People are named by reference alone, since addresses stand in logs of servers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from plancia_api.auth import authorise
from plancia_api.current_archive import live_archive
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.names import may_read_names
from plancia_api.preconditions import MATCH, expected_version
from plancia_api.problems import Problem
from plancia_api.query_schemas import AppendQuery
from plancia_api.request_bodies import INVALID_JSON, body_text, parse_json
from plancia_api.response_schemas import Anything
from plancia_api.strict import StrictBlueprint
from plancia_api.validation_messages import wrong_json
from plancia_archive import Conflict
from plancia_archive.registers.people import REFERENCE, STREAM
from plancia_archive.registers.person_erasure import (
    DEFAULT_BASIS,
    basis_of,
    count_participations,
    erase,
    keep,
    mentions,
    require_person,
)
from plancia_archive.registers.person_merges import merge, preview
from plancia_archive.registers.written_copies import copies_with

blueprint = StrictBlueprint("people", "people", url_prefix="/api/v1/players", description="The register of people.")
PERSON = "/<string:player>"
ACTION = "person.write"
LONGEST = 500  # characters of a member of the body
BODIES: dict[str, tuple[str, bool, str]] = {  # operation -> member of its body, whether it is required, an example
    "rename_person": ("name", True, "Mario Rossi"),
    "merge_person": ("other", True, "p_00000003"),
    "erase_person": ("basis", False, "GDPR, article 17"),
    "keep_person": ("basis", True, "GDPR, article 17(3)(d)"),
}


def body_doc(operation: str) -> dict[str, Any]:
    """The request body of an operation as the OpenAPI document describes it."""
    member, required, example = BODIES[operation]
    schema = {
        "type": "object", "additionalProperties": False, "required": [member] if required else [],
        "properties": {member: {"type": "string", "minLength": 1, "maxLength": LONGEST}},
    }  # fmt: skip
    return {"required": True, "content": {"application/json": {"schema": schema, "example": {member: example}}}}


def documented(operation: str) -> Callable[[Any], Any]:
    """Decorator: body, headers and token of an operation in the OpenAPI document."""
    decorator: Callable[[Any], Any] = blueprint.doc(
        requestBody=body_doc(operation), parameters=[MATCH], security=[{"bearer": []}]
    )
    return decorator


def member_of_body(operation: str) -> str:
    """The only member of the body, "" where it is optional and absent. Raises Problem 415, 422."""
    member, required, _ = BODIES[operation]
    try:
        values = parse_json(body_text("application/json"))
        if not isinstance(values, dict):
            raise TypeError
    except INVALID_JSON as error:
        raise Problem("malformed", f'{{"{member}": "..."}}: {wrong_json(error, language())}') from error
    value = values.get(member, "")
    if set(values) - {member} or not isinstance(value, str) or len(value) > LONGEST or (required and not value.strip()):
        raise Problem("invalid", f'{{"{member}": "..."}} (1..{LONGEST})')
    return value


def person(player: str) -> str:
    """The reference of a person with a record. Raises Problem 404; ArchiveError for one that was erased."""
    if not REFERENCE.match(player) or live_archive().people.find(player) != player:
        raise Problem("not-found", player[:20])
    return require_person(live_archive(), player)


def version_of(*players: str) -> int:
    """The number of lines that the log has about these people."""
    statement = "SELECT coalesce(sum(count), 0) FROM entry WHERE game = ?"
    return sum(int(live_archive().db.execute(statement, [STREAM + one]).fetchone()[0]) for one in players)


def expect(*players: str) -> None:
    """Requires If-Match with the version that a dry run gave. Raises Problem 412 and 428, Conflict."""
    version = version_of(*players)
    expected = expected_version(players[0], lambda: version) if "If-Match" in request.headers else None
    if expected is None:
        raise Problem("precondition-required", 'dry_run=true, If-Match: "VERSION"')
    if expected != version:
        raise Conflict(version)


def named(answer: dict[str, Any], *members: str) -> dict[str, Any]:
    """The answer without the names of people where the caller may not read them."""
    if may_read_names():
        return answer
    return {**answer, **{member: [] if member == "aliases" else None for member in members}}


@blueprint.route(f"{PERSON}/name", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@documented("rename_person")
def rename_person(query: dict[str, Any], player: str) -> Response:
    """Change the name that a person is shown by; the old name remains an alias."""
    authorise(ACTION)
    name = member_of_body("rename_person")
    with live_archive().lock:
        reference = person(player)
        if query["dry_run"]:
            live_archive().people.check_name(reference, name)
        else:
            expect(reference)
            with live_archive().writing():
                live_archive().people.rename(reference, name)
        shown = " ".join(name.split()) if query["dry_run"] else live_archive().people.name(reference)
        answer = {"player": reference, "name": shown, "version": version_of(reference), "dry_run": query["dry_run"]}
    return json_response(named(answer, "name"))


@blueprint.route(f"{PERSON}/merge", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@documented("merge_person")
def merge_person(query: dict[str, Any], player: str) -> Response:
    """Merge the person `other`, by reference, into this one. It cannot be undone."""
    authorise(ACTION)
    other = member_of_body("merge_person")
    with live_archive().lock:
        one, gone = person(player), person(other)
        would = preview(live_archive(), one, gone)
        if not query["dry_run"]:
            expect(one, gone)
            merge(live_archive(), one, gone)
        answer = {
            "player": one, "name": would["one_name"], "other": gone, "other_name": would["other_name"],
            "aliases": would["aliases"].split(", "), "games": would["games"], "version": version_of(one, gone),
            "dry_run": query["dry_run"],
        }  # fmt: skip
    return json_response(named(answer, "name", "other_name", "aliases"))


@blueprint.route(f"{PERSON}/erase", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@documented("erase_person")
def erase_person(query: dict[str, Any], player: str) -> Response:
    """Erase the name, the aliases and the salt of a person. It cannot be undone.

    `mentions` are streams of the log and tokens that have the name in text written before the person was registered;
    `copies` the files with names written since, which the keeper has to delete. `cleaned` is false while another
    program reads the old pages of the file: then the request is sent again. For a person erased before, the file is
    cleaned again.
    """
    authorise(ACTION)
    basis = member_of_body("erase_person") or DEFAULT_BASIS
    held, dry_run = live_archive(), query["dry_run"]
    with held.lock:
        again = held.people.is_erased(player)
        reference = player if again else person(player)
        games, tournaments = count_participations(held, reference)
        answer: dict[str, Any] = {"player": reference, "games": games, "tournaments": tournaments, "dry_run": dry_run}
        answer |= {"mentions": [] if again else mentions(held, reference), "copies": copies_with(held, reference)}
        if dry_run:
            answer["basis"] = basis_of(held, basis)
        else:
            if not again:
                expect(reference)
            answer["cleaned"] = erase(held, reference, basis).cleaned
        answer["version"] = version_of(reference)
    return json_response(answer)


@blueprint.route(f"{PERSON}/keep", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@documented("keep_person")
def keep_person(query: dict[str, Any], player: str) -> Response:
    """Record in the log that the erasure of a person was refused, and on what basis; names in it become references."""
    authorise(ACTION)
    basis = member_of_body("keep_person")
    with live_archive().lock:
        reference, stated = person(player), basis_of(live_archive(), basis)
        if not query["dry_run"]:
            expect(reference)
            keep(live_archive(), reference, basis)
        answer = {"player": reference, "basis": stated, "version": version_of(reference), "dry_run": query["dry_run"]}
    return json_response(answer)
