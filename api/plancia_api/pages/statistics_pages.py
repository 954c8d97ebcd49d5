"""The pages of statistics: the list, and one of them: a sentence, the chart, the table, below a form of filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from markupsafe import Markup
from marshmallow import ValidationError

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.filter_choices import Field, filter_field
from plancia_api.pages.rendering import page
from plancia_api.pages.variant_titles import variant_title
from plancia_api.query_filters import valid_filters
from plancia_api.query_schemas import StatisticsQuery
from plancia_api.shown_names import display_name, game_titles, insert_names
from plancia_archive.facts.event_rows import Row
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_archive.statistics.charts import chart, label_of
from plancia_archive.statistics.notes import notes_in
from plancia_archive.statistics.svg import format_number
from plancia_data import in_language, messages
from plancia_replay.text.sentences import place_names

blueprint = Blueprint("statistics_pages", "plancia_api", template_folder="templates")
PLAYER_COLUMNS = ("player", "rival")
TERRITORY_COLUMNS = ("territory", "from")
MAX_ROWS = 500  # of the table
GROUPS = (
    ("who", ("player", "winner", "seat", "players")),
    ("when", ("tournament", "event", "club", "since", "until")),
    ("rules", ("variant", "edition", "option")),
    ("record", ("provenance", "completeness", "illegal", "recorded_since", "recorded_until")),
)


@dataclass(frozen=True)
class ActiveFilter:
    """A filter in force: its words, and the address of the page without it."""

    label: str
    words: str
    without: str


def form_groups(values: dict[str, str]) -> list[tuple[str, list[Field]]]:
    """The fields of the filter form by group, with their values."""
    words = messages("filters", language())
    return [
        (words[f"group.{group}"], [filter_field(name, values.get(name, "")) for name in names])
        for group, names in GROUPS
    ]


def active_filters(name: str, values: dict[str, str], groups: list[tuple[str, list[Field]]]) -> list[ActiveFilter]:
    """The filters in force in words, each with the address without it."""
    filled_in = [field for _, fields in groups for field in fields if field.value]
    return [
        ActiveFilter(
            field.label, dict(field.choices).get(field.value, field.value),
            f"/statistics/{name}?{urlencode({key: value for key, value in values.items() if key != field.name})}",
        )
        for field in filled_in
    ]  # fmt: skip


def format_cell(row: Row, column: str) -> str:
    """A value of the table in words and in the number format of the page's language."""
    value = row[column]
    if value is None or isinstance(value, float):
        return "" if value is None else format_number(value, language())
    return label_of(row, column, messages("columns", language()))


def put_into_words(rows: list[Row]) -> None:
    """Puts names, titles and territories in place of references, ids and codes, in place."""
    places = dict(place_names(language()))
    titles = game_titles({row["game"] for row in rows if row.get("game")})
    tournaments = {row["tournament"] for row in rows if row.get("tournament")}
    shown = {name: insert_names({"title": archive().tournaments.get(name).title})["title"] for name in tournaments}
    for row in rows:
        row.update((key, display_name(row[key]) or row[key]) for key in PLAYER_COLUMNS if row.get(key))
        row.update((key, places.get(row[key], row[key])) for key in TERRITORY_COLUMNS if row.get(key))
        if row.get("variant"):
            row["variant"] = variant_title(row["variant"])
        if row.get("tournament"):
            row["tournament"] = shown[row["tournament"]]
        if row.get("game"):
            row["game"] = titles[row["game"]].text


@blueprint.get("/statistics")
def statistics() -> Response:
    """Every statistic with what it says."""
    lang = language()
    listed = [(one.id, one.title(lang), in_language(lang, one.says_it, one.says_en)) for one in REGISTERED.values()]
    return page("statistics.html", listed=sorted(listed, key=lambda row: row[1].casefold()))


@blueprint.get("/statistics/<string:name>")
def one_statistic(name: str) -> Response:
    """A statistic over the games of a filter. Empty fields are ignored; errors are shown beside their fields."""
    values = {key: value for key, value in request.args.items() if value and key != "lang"}
    errors: dict[str, Any] = {}
    try:
        query = StatisticsQuery.schema()().load(values)
    except ValidationError as error:
        errors = dict(error.messages_dict)
        query = StatisticsQuery(**cast("dict[str, Any]", error.valid_data))  # the remaining filters apply
    filters = valid_filters(query.filters, errors)
    with archive().lock:
        answer = compute_statistic(archive().db, name, filters)
    put_into_words(answer["rows"])
    lang, definition = language(), REGISTERED[name]
    answer["notes"] = notes_in(answer["notes"], lang)
    title = definition.title(lang)
    groups = form_groups(values)
    known = {field.name for _, fields in groups for field in fields}
    return page(
        "statistic.html", name=name, title=title, answer=answer, groups=groups, errors=errors,
        says=in_language(lang, definition.says_it, definition.says_en), cell=format_cell, f=messages("filters", lang),
        headings=list(answer["rows"][0]) if answer["rows"] else [], names=messages("columns", lang),
        charts=charts(answer, title) if answer["rows"] and definition.chart else [], most=MAX_ROWS,
        active=active_filters(name, values, groups), unknown=[field for field in errors if field not in known],
        only_people=not values.get("provenance"),
        with_programs=f"/statistics/{name}?{urlencode({**values, 'provenance': 'all'})}",
    )  # fmt: skip


def charts(answer: dict[str, Any], title: str) -> list[Markup]:
    """The chart for wide and for narrow screens; the style sheet shows one of them."""
    drawn = (
        chart(answer, title, language(), narrow=narrow, heading=False, prefix="narrow" if narrow else "wide")
        for narrow in (False, True)
    )
    return [Markup(svg) for svg in drawn if svg]
