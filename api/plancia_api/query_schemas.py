"""marshmallow schemas of query strings."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, fields, post_load, validate

from plancia_archive.people.register import REFERENCE
from plancia_data import languages
from plancia_events.text.headers import VALUE_SYNTAX

MAX_INTEGER = 2**53 - 1  # larger whole numbers are not exact in every JSON reader (RFC 8259, 6)
DATE_PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"
DATE_METADATA = {"pattern": DATE_PATTERN.replace("\\Z", "$"), "format": "date"}
PROVENANCE_METADATA = {
    "pattern": "^all$|^" + VALUE_SYNTAX["Provenance"][0].pattern.replace("\\Z", "$"),
    "description": "`all`: any; without this parameter statistics leave out games that programs generated or played",
}


RECORDED_METADATA = {
    "description": "only games whose first entry was recorded from, or up to, this date (UTC) or time (RFC 3339)"
}
INVALID_CURSOR = "Not a cursor."  # answered with `bad-cursor` instead of `invalid`


def cursor_field(pattern: str) -> fields.String:
    """Returns the field of a cursor that matches a pattern."""
    metadata = {"description": "cursor: the value of next", "pattern": f"^{pattern}$"}
    return fields.String(validate=validate.Regexp(rf"^{pattern}\Z", error=INVALID_CURSOR), metadata=metadata)


class StrictSchema(Schema):
    """A schema that rejects unknown parameters."""

    class Meta:
        unknown = RAISE


class LanguageQuery(StrictSchema):
    """The parameters that every read has: language and `as_of`."""

    lang = fields.String(validate=validate.OneOf(languages()))
    as_of = fields.String(
        validate=validate.Length(1, 300),
        metadata={"description": "answer as the archive stood then: a date, a time, a size or a head of its log"},
    )

    @post_load
    def remove_as_of(self, query: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Removes `as_of`, which has selected the archive that answers (as_of_views.py)."""
        query.pop("as_of", None)
        return query


class CorrectionModeQuery(LanguageQuery):
    """Selects a game as corrected or as recorded."""

    by = fields.String(
        data_key="as", load_default="corrected", validate=validate.OneOf(["corrected", "recorded"]),
        metadata={"description": "`recorded`: without the corrections (VOID, FIX)"},
    )  # fmt: skip


class BoardQuery(CorrectionModeQuery):
    """How a board is drawn, and after which event."""

    event = fields.Integer(
        strict=False, validate=validate.Range(0, MAX_INTEGER),
        metadata={"description": "after this event; 0 is the header, without it the last event"},
    )  # fmt: skip
    layout = fields.String(
        load_default="wide", validate=validate.OneOf(["wide", "tall", "auto"]),
        metadata={"description": "`tall`: 2:3, for phones held upright; `auto`: both, the reader's device chooses"},
    )  # fmt: skip
    theme = fields.String(load_default="auto", validate=validate.OneOf(["auto", "light", "dark", "print"]))


class ListQuery(LanguageQuery):
    """Paging of a short list."""

    after = fields.String(
        validate=validate.Length(1, 200, error=INVALID_CURSOR), metadata={"description": "cursor: the value of next"}
    )
    limit = fields.Integer(load_default=500, strict=False, validate=validate.Range(1, 500))


class RefusalsQuery(LanguageQuery):
    """Paging of the refused writes."""

    after = fields.Integer(
        strict=False, validate=validate.Range(1, MAX_INTEGER), metadata={"description": "cursor: the value of next"}
    )
    limit = fields.Integer(strict=False, validate=validate.Range(1, 500))


class StandingsQuery(ListQuery):
    """Standings as of a round, by default the last one."""

    after = cursor_field(r"[0-9]{1,9}-[0-9A-Za-z_]{1,64}")
    round = fields.Integer(strict=False, validate=validate.Range(0, 999))
    teams = fields.Boolean(truthy={"true"}, falsy={"false"}, metadata={"description": "the standings of the teams"})


class DrawQuery(LanguageQuery):
    """Parameters of a draw of tables, by default random and for the next round."""

    seed = fields.Integer(load_default=0, strict=False, validate=validate.Range(0, MAX_INTEGER))
    round = fields.Integer(strict=False, validate=validate.Range(1, 999))
    absent = fields.List(fields.String(validate=validate.Length(1, 80)), load_default=list)
    sizes = fields.String(
        validate=validate.Regexp(r"^[2-6](\+[2-6]){0,199}\Z"), metadata={"pattern": "^[2-6](\\+[2-6]){0,199}$"}
    )
    by = fields.String(load_default="chance", validate=validate.OneOf(["chance", "standings"]))


class NationalQuery(LanguageQuery):
    """The class of the event, and the number of tables if it differs from that of the first round."""

    of = fields.String(
        required=True, validate=validate.OneOf(["raduno", "master", "open", "interclub", "campionato"]),
        metadata={"description": "the class of the event"},
    )  # fmt: skip
    tables = fields.Integer(strict=False, validate=validate.Range(1, 9999))


class OddsQuery(LanguageQuery):
    """Parameters of an attack: armies that may attack, armies that defend, maximum number of defence dice."""

    attackers = fields.Integer(required=True, strict=False, validate=validate.Range(1, 60))
    defenders = fields.Integer(required=True, strict=False, validate=validate.Range(1, 60))
    defence = fields.Integer(load_default=3, strict=False, validate=validate.Range(1, 3))


class InclusionQuery(LanguageQuery):
    """The index of an entry, and the size of the log that is to include it."""

    index = fields.Integer(required=True, strict=False, validate=validate.Range(0, MAX_INTEGER))
    size = fields.Integer(strict=False, validate=validate.Range(1, MAX_INTEGER))


class ConsistencyQuery(LanguageQuery):
    """Two sizes of the log."""

    start = fields.Integer(
        required=True, strict=False, data_key="from", attribute="from", validate=validate.Range(1, MAX_INTEGER)
    )
    to = fields.Integer(strict=False, validate=validate.Range(1, MAX_INTEGER))


class ProofQuery(LanguageQuery):
    """The bundle of a game."""

    since = fields.Integer(strict=False, validate=validate.Range(1, MAX_INTEGER), metadata={
        "description": "the number of entries of an older head that the bundle is linked to"})  # fmt: skip


class SearchQuery(LanguageQuery):
    """Either `position` or `sequence`, and filters."""

    position = fields.String(validate=validate.Length(1, 500))
    sequence = fields.String(validate=validate.Length(1, 500))
    within = fields.Integer(load_default=0, strict=False, validate=validate.Range(0, 999))
    after = cursor_field(r"s[0-9]{1,15}-[0-9]{1,6}")
    limit = fields.Integer(load_default=100, strict=False, validate=validate.Range(1, 1000))
    variant = fields.String(validate=validate.Length(max=200))
    event = fields.String(validate=validate.Length(max=500))


class JudgementQuery(CorrectionModeQuery):
    """The rules of a judgement, by default those of the game."""

    under = fields.String(
        validate=validate.Length(1, 500),
        metadata={"description": "compare with this variant and its options, such as rcm@1 + no-strip"},
    )


class StatisticsQuery(LanguageQuery):
    """Filters over games."""

    game = fields.String(validate=validate.Length(1, 200))
    player = fields.String(validate=validate.Length(max=64))
    winner = fields.String(validate=validate.Length(max=64))
    variant = fields.String(validate=validate.Length(max=200))
    event = fields.String(validate=validate.Length(max=500))
    since = fields.String(validate=validate.Regexp(DATE_PATTERN), metadata=DATE_METADATA)
    until = fields.String(validate=validate.Regexp(DATE_PATTERN), metadata=DATE_METADATA)
    recorded_since = fields.String(validate=validate.Length(1, 40), metadata=RECORDED_METADATA)
    recorded_until = fields.String(validate=validate.Length(1, 40), metadata=RECORDED_METADATA)
    completeness = fields.String(
        validate=validate.OneOf(["full", "no-dice", "turns-only", "final-board", "result-only"])
    )
    provenance = fields.String(validate=validate.Length(max=64), metadata=PROVENANCE_METADATA)
    illegal = fields.Boolean(truthy={"true"}, falsy={"false"})
    club = fields.String(validate=validate.Length(max=500), metadata={"description": "place, or a tournament's club"})
    tournament = fields.String(validate=validate.Length(max=61))
    edition = fields.Integer(strict=False, validate=validate.Range(1, 999))
    option = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "a word after the variant's name, or rule.option=value; `!` before it: games "
                  "without it; `!` alone: games without any"},
    )  # fmt: skip
    players = fields.Integer(
        strict=False, validate=validate.Range(2, 6), metadata={"description": "number of people at the table"}
    )
    seat = fields.Integer(
        strict=False, validate=validate.Range(1, 6), metadata={"description": "place in the order of play"}
    )


class WhatIfQuery(StatisticsQuery):
    """Filters over games, the rules to judge them under, and paging."""

    under = fields.String(
        required=True,
        validate=validate.Length(1, 500),
        metadata={"description": "a variant, such as torneo@1 + option"},
    )
    after = cursor_field(r"g[0-9]{1,15}")
    limit = fields.Integer(load_default=200, strict=False, validate=validate.Range(1, 1000))


class GamesQuery(StatisticsQuery):
    """Filters and paging of the list of games."""

    after = cursor_field(r"g[0-9]{1,15}")
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows; default: 50 on a page, all in a stream"},
    )  # fmt: skip


class SortedGamesQuery(GamesQuery):
    """The list of games, in either order."""

    sort = fields.String(
        load_default="oldest", validate=validate.OneOf(["oldest", "newest"]),
        metadata={"description": "in the order of the log or its reverse; a cursor is valid for its own order"},
    )  # fmt: skip


class AppendQuery(LanguageQuery):
    """The query of an append."""

    dry_run = fields.Boolean(
        load_default=False, truthy={"true"}, falsy={"false"},
        metadata={"description": "try without storing"},
    )  # fmt: skip


class FindingsQuery(StatisticsQuery):
    """Filters and paging of the findings of many games."""

    rule_id = fields.String(validate=validate.Length(1, 40), metadata={"description": "such as MON-15"})
    verdict = fields.String(validate=validate.OneOf(["illegal", "undecidable", "assumed", "warning"]))
    after = cursor_field(r"v[0-9]{1,15}-[0-9]{1,9}")
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows; default: 50 on a page, all in a stream"},
    )  # fmt: skip


class TournamentsQuery(ListQuery):
    """The paging of the list of tournaments."""

    after = cursor_field(r"t[0-9]{1,15}")
    limit = fields.Integer(load_default=50, strict=False, validate=validate.Range(1, 500))


class PlayersQuery(LanguageQuery):
    """The paging of the list of players."""

    after = cursor_field(REFERENCE.pattern.removesuffix(r"\Z"))
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows; default: 50 on a page, all in a stream"},
    )  # fmt: skip


class CorrectionsQuery(LanguageQuery):
    """A range of corrections."""

    after = fields.Integer(
        load_default=0, strict=False, validate=validate.Range(0, MAX_INTEGER),
        metadata={"description": "number of the last correction seen: the value of next"},
    )  # fmt: skip
    limit = fields.Integer(load_default=50, strict=False, validate=validate.Range(1, 100))


class EventsQuery(LanguageQuery):
    """A range of events."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_INTEGER))
    limit = fields.Integer(
        validate=validate.Range(1, 5000),
        metadata={"description": "most events; default: 500 on a page, all as NDJSON or CSV"},
    )


class StreamQuery(LanguageQuery):
    """Where a stream of events begins."""

    after = fields.Integer(
        validate=validate.Range(0, MAX_INTEGER),
        metadata={"description": "number of the last event seen; without it and `Last-Event-ID` from the first on"},
    )


class GameEventsQuery(EventsQuery):
    """A range of events of a game, as recorded or as corrected."""

    by = fields.String(
        data_key="as", load_default="recorded", validate=validate.OneOf(["corrected", "recorded"]),
        metadata={"description": "`corrected`: the events that stand, replacements included; neither those that are "
                  "void nor the corrections"},
    )  # fmt: skip
