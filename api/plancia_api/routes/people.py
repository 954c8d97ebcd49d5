"""POST /players/{player}/name, merge, erase, keep: changes to the register of people, by the archive's keeper.

With `dry_run=true` each answers what would change, with the `version` that the write sends as If-Match. People are
named by reference, since servers log URLs.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from plancia_api.action_routes import A, add_route, parse_action, receipts_of
from plancia_api.current_archive import archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.problems import Problem
from plancia_api.shown_names import may_read_names
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.actions import ErasePerson, KeepPerson, MergePerson, RenamePerson
from plancia_archive.actions.action import Action, Done
from plancia_archive.people.register import REFERENCE

blueprint = StrictBlueprint("people", "people", url_prefix="/api/v1", description="The register of people.")
NAMES = {"name": None, "other_name": None, "aliases": list[str]()}  # for callers who may not read names


def change_response(action: type[Action], done: Done) -> Response:
    """Returns what a change did or would do, with its receipt."""
    hidden = {} if may_read_names() else {name: NAMES[name] for name in NAMES.keys() & done.answer.keys()}
    return json_response({**with_times({**done.answer, **hidden}), **receipts_of(action, done)})


def reader(action: type[A]) -> Callable[[], A]:
    """Returns what reads a change of registered people from a request. It raises Problem 404, 415, 422."""

    def read() -> A:
        write = parse_action(action)
        for player in ((request.view_args or {})["player"], *([write.other] if isinstance(write, MergePerson) else [])):
            if not REFERENCE.match(player) or archive().people.find(player) != player:
                raise Problem("not-found", player[:20])
        return write

    return read


for declared in (RenamePerson, MergePerson, ErasePerson, KeepPerson):
    add_route(blueprint, declared, respond=change_response, read=reader(declared))
