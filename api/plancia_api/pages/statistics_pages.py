"""The pages of statistics: the list, and one statistic as a chart and a table below a form of filters."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Response, request
from markupsafe import Markup
from marshmallow import RAISE, ValidationError, fields, validate

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import StatisticsQuery
from plancia_api.shown_names import display_name
from plancia_archive import Filters
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_archive.statistics.charts import chart
from plancia_archive.statistics.svg import format_number
from plancia_data import messages

blueprint = Blueprint("statistics_pages", "plancia_api", template_folder="templates")
PLAYER_COLUMNS = ("player", "rival")


def statistic_titles() -> list[tuple[str, str]]:
    """Ids and titles of the statistics."""
    return [(statistic.id, statistic.title(language())) for statistic in REGISTERED.values()]


def form_fields(values: dict[str, str]) -> list[dict[str, Any]]:
    """The fields of the filter form, from the schema of the API: name, value, choices."""
    form = []
    for name, field in StatisticsQuery().fields.items():
        choices: list[str] = []
        for rule in field.validators:
            choices = [str(choice) for choice in rule.choices] if isinstance(rule, validate.OneOf) else choices
        if isinstance(field, fields.Boolean):
            choices = ["true", "false"]
        if name != "lang":
            form.append({"name": name, "value": values.get(name, ""), "choices": choices})
    return form


def format_cell(value: Any) -> str:
    """A value of the table in the number format of the page's language."""
    if value is None:
        return ""
    return format_number(value, language()) if isinstance(value, float) else str(value)


def valid_filters(query: dict[str, Any], errors: dict[str, Any]) -> Filters:
    """The filters of a query; those with an unknown value are moved to `errors`, by field."""
    while True:
        try:
            return parse_filters(query)
        except Problem as problem:
            for error in problem.errors:
                errors[name := error["pointer"].partition("/")[2]] = error["detail"]
                del query[name]


@blueprint.get("/statistics")
def statistics() -> Response:
    """Every statistic."""
    return page("statistics.html", titles=statistic_titles())


@blueprint.get("/statistics/<string:name>")
def one_statistic(name: str) -> Response:
    """A statistic over the games of a filter. Empty fields are ignored; errors are shown beside their fields."""
    values = {key: value for key, value in request.args.items() if value and key != "lang"}
    errors: dict[str, Any] = {}
    query: dict[str, Any] = {}
    try:
        query = StatisticsQuery().load(values, unknown=RAISE)
    except ValidationError as error:
        errors = dict(error.messages_dict)
        query = dict(cast("dict[str, Any]", error.valid_data))  # the remaining filters apply
    filters = valid_filters(query, errors)
    with archive().lock:
        answer = compute_statistic(archive().db, name, filters)
    for row in answer["rows"]:
        for key in PLAYER_COLUMNS:
            if row.get(key):
                row[key] = display_name(row[key]) or row[key]
    title = dict(statistic_titles())[name]
    svg = chart(answer, title, language()) if answer["rows"] else None
    headings = list(answer["rows"][0]) if answer["rows"] else []
    return page(
        "statistic.html", name=name, title=title, answer=answer, fields=form_fields(values), errors=errors,
        headings=headings, names=messages("columns", language()), cell=format_cell, svg=Markup(svg) if svg else None,
    )  # fmt: skip
