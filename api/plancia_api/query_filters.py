"""Filters of query strings, validated against the archive."""

from __future__ import annotations

from dataclasses import replace

from plancia_api.current_archive import archive
from plancia_api.current_reader import exclude_hidden_games
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.shown_names import names_shown
from plancia_archive import ArchiveError, Filters
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.queries.filter_values import (
    UnknownValue,
    check_filters,
    check_tournament,
    replace_names_in_filters,
)


def parse_filters(filters: Filters, from_judgements: bool = True) -> Filters:
    """Returns the filters that a query asks for; players are given by reference or, if names are shown, by name.

    If the answer is computed from judgements (`from_judgements`), or a filter is, open games that hide values from the
    caller are excluded. Raises Problem 422 for an unknown player or tournament and for a value that a filter does not
    have.
    """
    if filters.player:
        filters = replace(filters, player=find_player("player", filters.player))
    if filters.winner:
        filters = replace(filters, winner=find_player("winner", filters.winner))
    filters = replace_names_in_filters(archive(), filters) if names_shown() else filters
    try:
        with archive().lock:
            check_filters(archive().db, filters)
            if filters.tournament is not None:
                check_tournament(archive().db, filters.tournament)
    except UnknownValue as error:
        raise invalid_parameter(error.field, error) from error
    return (
        exclude_hidden_games(filters) if from_judgements or filters.winner or filters.illegal is not None else filters
    )


def valid_filters(filters: Filters, errors: dict[str, str], from_judgements: bool = True) -> Filters:
    """Returns the filters that a form asks for; those with an unknown value are left out and told in `errors`."""
    while True:
        try:
            return parse_filters(filters, from_judgements)
        except Problem as problem:
            for error in problem.errors:
                name = error["pointer"].partition("/")[2]
                errors[name] = error["detail"]
                filters = replace(filters, **{name: None})


def find_player(field: str, player: str) -> str:
    """Returns the reference of a player. Raises Problem 422 if unknown, and for a name if names are not shown."""
    reference = None
    if names_shown() or player.startswith(REFERENCE_PREFIX):
        with archive().lock:
            reference = archive().people.find(player)
    if reference is None:
        raise invalid_parameter(field, ArchiveError("person", player))
    return reference


def invalid_parameter(field: str, error: ArchiveError) -> Problem:
    """Returns the Problem 422 of a query parameter."""
    detail = error.text(language())
    return Problem("invalid", detail, [{"pointer": f"query/{field}", "detail": detail}], reason=error.code)
