"""Pages for people who would rather look than read: a statistic as a chart and a table, over a form of filters."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Response, request
from markupsafe import Markup
from marshmallow import RAISE, ValidationError, fields, validate

from plancia_api.language import language
from plancia_api.pages.site import page
from plancia_api.problems import Problem
from plancia_api.query_schemas import StatisticsQuery
from plancia_api.seam import archive, filters_of, shown_name
from plancia_archive import Filters
from plancia_archive.statistics import REGISTERED, ask
from plancia_archive.statistics.charts import chart
from plancia_archive.statistics.svg import figure
from plancia_data import messages

blueprint = Blueprint("statistics_pages", "plancia_api", template_folder="templates")
REFERENCES = ("player", "rival")


def titles() -> list[tuple[str, str]]:
    """The statistics with their titles in the language of the page."""
    return [(one.id, one.title(language())) for one in REGISTERED.values()]


def form(given: dict[str, str]) -> list[dict[str, Any]]:
    """The fields of the filter, made from the schema that the API reads: name, value, choices."""
    found = []
    for name, field in StatisticsQuery().fields.items():
        choices: list[str] = []
        for rule in field.validators:
            choices = [str(choice) for choice in rule.choices] if isinstance(rule, validate.OneOf) else choices
        if isinstance(field, fields.Boolean):
            choices = ["true", "false"]
        if name != "lang":
            found.append({"name": name, "value": given.get(name, ""), "choices": choices})
    return found


def cell(value: Any) -> str:
    """A value as people of the page's language read it."""
    if value is None:
        return ""
    return figure(value, language()) if isinstance(value, float) else str(value)


def narrowed(query: dict[str, Any], errors: dict[str, Any]) -> Filters:
    """The filters of a query without those whose value does not exist, which go into `errors`."""
    while True:
        try:
            return filters_of(query)
        except Problem as problem:
            for one in problem.errors:
                errors[name := one["pointer"].partition("/")[2]] = one["detail"]
                del query[name]


@blueprint.get("/statistics")
def statistics() -> Response:
    """Every statistic."""
    return page("statistics.html", titles=titles())


@blueprint.get("/statistics/<string:name>")
def one_statistic(name: str) -> Response:
    """A statistic over the games of a filter. Fields left empty do not narrow; a wrong one is told beside the form."""
    given = {key: value for key, value in request.args.items() if value and key != "lang"}
    errors: dict[str, Any] = {}
    query: dict[str, Any] = {}
    try:
        query = StatisticsQuery().load(given, unknown=RAISE)
    except ValidationError as error:
        errors = dict(error.messages_dict)
        query = dict(cast("dict[str, Any]", error.valid_data))  # the others narrow as they say
    filters = narrowed(query, errors)
    with archive().lock:
        found = ask(archive().db, name, filters)
    for row in found["rows"]:
        for key in REFERENCES:
            if row.get(key):
                row[key] = shown_name(row[key]) or row[key]
    title = dict(titles())[name]
    drawn = chart(found, title, language()) if found["rows"] else None
    heads = list(found["rows"][0]) if found["rows"] else []
    return page(
        "statistic.html", name=name, title=title, found=found, fields=form(given), errors=errors,
        heads=heads, names=messages("columns", language()), cell=cell, drawn=Markup(drawn) if drawn else None,
    )  # fmt: skip
