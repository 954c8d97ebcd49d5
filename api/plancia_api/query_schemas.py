"""Query strings: each is declared once as a class, of which the marshmallow schema for flask-smorest is made."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, dataclass, field
from functools import cache
from typing import Annotated, Any, Literal, dataclass_transform, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, fields, post_load, validate

from plancia_archive import Filters
from plancia_archive.people.register import REFERENCE
from plancia_data import languages
from plancia_events.json_schema import Meta
from plancia_events.text.headers import VALUE_SYNTAX

MAX_INTEGER = 2**53 - 1  # larger whole numbers are not exact in every JSON reader (RFC 8259, 6)
INVALID_CURSOR = "Not a cursor."  # answered with `bad-cursor` instead of `invalid`
NEXT = "cursor: the value of next"
BY_FORMAT = "most rows; default: 50 on a page, all in a stream"
OPTION = (
    "a word after the variant's name, or rule.option=value; `!` before it: games without it; "
    "`!` alone: games without any"
)


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Query:
    """A query string. `Meta` says what a value must be; unknown parameters are rejected."""

    def __init_subclass__(cls) -> None:
        dataclass(kw_only=True)(cls)

    @classmethod
    @cache
    def schema(cls) -> type[Schema]:
        """Returns the marshmallow schema, which loads into this class."""

        def build(schema: Schema, members: dict[str, object], **options: Any) -> Query:
            return cls(**members)

        kinds = get_type_hints(cls, include_extras=True)
        members = {one.name: schema_field(kinds[one.name], one) for one in dataclasses.fields(cls)}  # type: ignore[arg-type]
        options = type("Meta", (), {"unknown": RAISE})
        return type(cls.__name__, (Schema,), {**members, "Meta": options, "build": post_load(build)})


def schema_field(kind: Any, member: dataclasses.Field[Any] | None = None) -> fields.Field[Any]:
    """Returns the marshmallow field of a type, of a member with its name and its default."""
    meta = Meta()
    if get_origin(kind) is Annotated:
        kind, meta = get_args(kind)
    if type(None) in get_args(kind):  # with None, which is the absence of the parameter
        kind = get_args(kind)[0]
    options: dict[str, Any] = {"metadata": {**(meta.extra_json_schema or {})}}
    if meta.description:
        options["metadata"]["description"] = meta.description
    if member is not None:
        default = member.default if member.default_factory is MISSING else member.default_factory
        options |= {"data_key": member.metadata.get("name", member.name), "required": default is MISSING}
        options |= {} if default is MISSING or default is None else {"load_default": default}
    choices = get_args(kind) if get_origin(kind) is Literal else (meta.extra or {}).get("choices")
    error = INVALID_CURSOR if member is not None and member.name == "after" else None
    if choices:
        return fields.String(validate=validate.OneOf(choices), **options)
    if get_origin(kind) is list:
        return fields.List(schema_field(*get_args(kind)), **options)
    if kind is bool:
        return fields.Boolean(truthy={"true"}, falsy={"false"}, **options)
    if kind is int:
        return fields.Integer(validate=validate.Range(meta.ge, meta.le), **options)
    if meta.pattern:
        options["metadata"]["pattern"] = meta.pattern.replace(r"\Z", "$")
        return fields.String(validate=validate.Regexp(meta.pattern, error=error), **options)
    return fields.String(validate=validate.Length(meta.min_length, meta.max_length, error=error), **options)


def cursor(pattern: str) -> Meta:
    """Returns the form of a cursor that matches a pattern."""
    return Meta(pattern=rf"^{pattern}\Z", description=NEXT)


def counted(least: int, most: int = MAX_INTEGER, description: str | None = None) -> Meta:
    """Returns the form of a whole number."""
    return Meta(ge=least, le=most, description=description)


def sized(least: int | None, most: int, description: str | None = None) -> Meta:
    """Returns the form of a text of so many characters."""
    return Meta(min_length=least, max_length=most, description=description)


RECORDED = sized(1, 40, "only games whose first entry was recorded from, or up to, this date (UTC) or time (RFC 3339)")
DATE = Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", extra_json_schema={"format": "date"})
PROVENANCE = Meta(
    max_length=64,
    extra_json_schema={"pattern": "^all$|^" + VALUE_SYNTAX["Provenance"][0].pattern.replace("\\Z", "$")},
    description="`all`: any; without this parameter statistics leave out games that programs generated or played",
)
UNDER = "compare with this variant and its options, such as rcm@1 + no-strip"
LENGTH_OF_PAGE = counted(1, 500, BY_FORMAT)


class LanguageQuery(Query):
    """The parameters that every read has; `as_of` has selected the archive that answers (as_of_views.py)."""

    lang: Annotated[str | None, Meta(extra={"choices": languages()})] = None
    as_of: Annotated[
        str | None,
        sized(1, 300, "answer as the archive stood then: a date, a time, a size or a head of its log"),
    ] = None


class CorrectionModeQuery(LanguageQuery):
    """Selects a game as corrected or as recorded."""

    by: Annotated[
        Literal["corrected", "recorded"], Meta(description="`recorded`: without the corrections (VOID, FIX)")
    ] = field(default="corrected", metadata={"name": "as"})


class BoardQuery(CorrectionModeQuery):
    """How a board is drawn, and after which event."""

    event: Annotated[
        int | None, counted(0, description="after this event; 0 is the header, without it the last event")
    ] = None
    layout: Annotated[
        Literal["wide", "tall", "auto"],
        Meta(description="`tall`: 2:3, for phones held upright; `auto`: both, the reader's device chooses"),
    ] = "wide"
    theme: Literal["auto", "light", "dark", "print"] = "auto"


class ListQuery(LanguageQuery):
    """Paging of a short list."""

    after: Annotated[str | None, sized(1, 200, NEXT)] = None
    limit: Annotated[int, counted(1, 500)] = 500


class RefusalsQuery(LanguageQuery):
    """Paging of the refused writes."""

    after: Annotated[int | None, counted(1, description=NEXT)] = None
    limit: Annotated[int | None, counted(1, 500)] = None


class StandingsQuery(ListQuery):
    """Standings as of a round, by default the last one."""

    after: Annotated[str | None, cursor(r"[0-9]{1,9}-[0-9A-Za-z_]{1,64}")] = None
    round: Annotated[int | None, counted(0, 999)] = None
    teams: Annotated[bool | None, Meta(description="the standings of the teams")] = None


class DrawQuery(LanguageQuery):
    """Parameters of a draw of tables, by default random and for the next round."""

    seed: Annotated[int, counted(0)] = 0
    round: Annotated[int | None, counted(1, 999)] = None
    absent: list[Annotated[str, sized(1, 80)]] = field(default_factory=list)
    sizes: Annotated[str | None, Meta(pattern=r"^[2-6](\+[2-6]){0,199}\Z")] = None
    by: Literal["chance", "standings"] = "chance"


class NationalQuery(LanguageQuery):
    """The class of the event, and the number of tables if it differs from that of the first round."""

    of: Annotated[
        Literal["raduno", "master", "open", "interclub", "campionato"], Meta(description="the class of the event")
    ]
    tables: Annotated[int | None, counted(1, 9999)] = None


class OddsQuery(LanguageQuery):
    """Parameters of an attack: armies that may attack, armies that defend, maximum number of defence dice."""

    attackers: Annotated[int, counted(1, 60)]
    defenders: Annotated[int, counted(1, 60)]
    defence: Annotated[int, counted(1, 3)] = 3


class InclusionQuery(LanguageQuery):
    """The index of an entry, and the size of the log that is to include it."""

    index: Annotated[int, counted(0)]
    size: Annotated[int | None, counted(1)] = None


class ConsistencyQuery(LanguageQuery):
    """Two sizes of the log."""

    start: Annotated[int, counted(1)] = field(metadata={"name": "from"})
    to: Annotated[int | None, counted(1)] = None


class ProofQuery(LanguageQuery):
    """The bundle of a game."""

    since: Annotated[
        int | None,
        counted(1, description="the number of entries of an older head that the bundle is linked to"),
    ] = None


class SearchQuery(LanguageQuery):
    """Either `position` or `sequence`, and filters."""

    position: Annotated[str | None, sized(1, 500)] = None
    sequence: Annotated[str | None, sized(1, 500)] = None
    within: Annotated[int, counted(0, 999)] = 0
    after: Annotated[str | None, cursor(r"s[0-9]{1,15}-[0-9]{1,6}")] = None
    limit: Annotated[int, counted(1, 1000)] = 100
    variant: Annotated[str | None, sized(None, 200)] = None
    event: Annotated[str | None, sized(None, 500)] = None


class JudgementQuery(CorrectionModeQuery):
    """The rules of a judgement, by default those of the game."""

    under: Annotated[str | None, sized(1, 500, UNDER)] = None


class StatisticsQuery(LanguageQuery):
    """Filters over games."""

    game: Annotated[str | None, sized(1, 200)] = None
    player: Annotated[str | None, sized(None, 64)] = None
    winner: Annotated[str | None, sized(None, 64)] = None
    variant: Annotated[str | None, sized(None, 200)] = None
    event: Annotated[str | None, sized(None, 500)] = None
    since: Annotated[str | None, DATE] = None
    until: Annotated[str | None, DATE] = None
    recorded_since: Annotated[str | None, RECORDED] = None
    recorded_until: Annotated[str | None, RECORDED] = None
    completeness: Literal["full", "no-dice", "turns-only", "final-board", "result-only"] | None = None
    provenance: Annotated[str | None, PROVENANCE] = None
    illegal: bool | None = None
    club: Annotated[str | None, sized(None, 500, "place, or a tournament's club")] = None
    tournament: Annotated[str | None, sized(None, 61)] = None
    edition: Annotated[int | None, counted(1, 999)] = None
    option: Annotated[str | None, sized(None, 200, OPTION)] = None
    players: Annotated[int | None, counted(2, 6, "number of people at the table")] = None
    seat: Annotated[int | None, counted(1, 6, "place in the order of play")] = None

    @property
    def filters(self) -> Filters:
        """The filters as they were given."""
        return Filters(**{name: getattr(self, name) for name in FILTER_MEMBERS})


FILTER_MEMBERS = [*StatisticsQuery.__annotations__]


class WhatIfQuery(StatisticsQuery):
    """Filters over games, the rules to judge them under, and paging."""

    under: Annotated[str, sized(1, 500, "a variant, such as torneo@1 + option")]
    after: Annotated[str | None, cursor(r"g[0-9]{1,15}")] = None
    limit: Annotated[int, counted(1, 1000)] = 200


class GamesQuery(StatisticsQuery):
    """Filters and paging of the list of games."""

    after: Annotated[str | None, cursor(r"g[0-9]{1,15}")] = None
    limit: Annotated[int | None, LENGTH_OF_PAGE] = None


class SortedGamesQuery(GamesQuery):
    """The list of games, in either order."""

    sort: Annotated[
        Literal["oldest", "newest"],
        Meta(description="in the order of the log or its reverse; a cursor is valid for its own order"),
    ] = "oldest"


class AppendQuery(LanguageQuery):
    """The query of an append."""

    dry_run: Annotated[bool, Meta(description="try without storing")] = False


class FindingsQuery(StatisticsQuery):
    """Filters and paging of the findings of many games."""

    rule_id: Annotated[str | None, sized(1, 40, "such as MON-15")] = None
    verdict: Literal["illegal", "undecidable", "assumed", "warning"] | None = None
    after: Annotated[str | None, cursor(r"v[0-9]{1,15}-[0-9]{1,9}")] = None
    limit: Annotated[int | None, LENGTH_OF_PAGE] = None


class TournamentsQuery(ListQuery):
    """The paging of the list of tournaments."""

    after: Annotated[str | None, cursor(r"t[0-9]{1,15}")] = None
    limit: Annotated[int, counted(1, 500)] = 50


class PlayersQuery(LanguageQuery):
    """The paging of the list of players."""

    after: Annotated[str | None, cursor(REFERENCE.pattern.removesuffix(r"\Z"))] = None
    limit: Annotated[int | None, LENGTH_OF_PAGE] = None


class CorrectionsQuery(LanguageQuery):
    """A range of corrections."""

    after: Annotated[int, counted(0, description="number of the last correction seen: the value of next")] = 0
    limit: Annotated[int, counted(1, 100)] = 50


class EventsQuery(LanguageQuery):
    """A range of events."""

    after: Annotated[int, counted(0)] = 0
    limit: Annotated[int | None, counted(1, 5000, "most events; default: 500 on a page, all as NDJSON or CSV")] = None


class StreamQuery(LanguageQuery):
    """Where a stream of events begins."""

    after: Annotated[
        int | None,
        counted(0, description="number of the last event seen; without it and `Last-Event-ID` from the first on"),
    ] = None


class GameEventsQuery(EventsQuery):
    """A range of events of a game, as recorded or as corrected."""

    by: Annotated[
        Literal["corrected", "recorded"],
        Meta(description="`corrected`: the events that stand, replacements included; neither those that are "
             "void nor the corrections"),
    ] = field(default="recorded", metadata={"name": "as"})  # fmt: skip


class DisputesQuery(LanguageQuery):
    """Filters of the list of disputes."""

    open: Annotated[bool | None, Meta(description="open ones, or settled ones")] = None
    game: Annotated[str | None, sized(1, 100)] = None
    tournament: Annotated[str | None, sized(1, 61)] = None
    player: Annotated[str | None, sized(1, 80)] = None
