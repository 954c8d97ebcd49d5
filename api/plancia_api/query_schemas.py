"""The forms of answers and queries at the boundary."""

from __future__ import annotations

from marshmallow import RAISE, Schema, fields, validate

from plancia_archive.registers.people import REFERENCE
from plancia_data import languages
from plancia_events.text.headers import FORMS

MOST = 2**53 - 1
DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"
DAY = {"pattern": DATE.replace("\\Z", "$"), "format": "date"}
FROM = {
    "pattern": "^all$|^" + FORMS["Provenance"][0].pattern.replace("\\Z", "$"),
    "description": "all: whatever it is; without it statistics leave out games that programs generated or played",
}


NO_CURSOR = "Not a cursor."  # a refusal that is answered with `bad-cursor` and not with `invalid`


def cursor(pattern: str) -> fields.String:
    """The field of a cursor of this form."""
    told = {"description": "cursor: the value of next", "pattern": f"^{pattern}$"}
    return fields.String(validate=validate.Regexp(rf"^{pattern}\Z", error=NO_CURSOR), metadata=told)


class Strict(Schema):
    """Unknown members are refused."""

    class Meta:
        unknown = RAISE


class Language(Strict):
    """The query of every read."""

    lang = fields.String(validate=validate.OneOf(languages()))


class ListQuery(Language):
    """The paging of a short list: `after` is the value of `next`."""

    after = fields.String(
        validate=validate.Length(1, 200, error=NO_CURSOR), metadata={"description": "cursor: the value of next"}
    )
    limit = fields.Integer(load_default=500, strict=False, validate=validate.Range(1, 500))


class StandingsQuery(ListQuery):
    """The query of standings: as of which round, the last one unless told."""

    after = cursor(r"[0-9]{1,9}-[0-9A-Za-z_]{1,64}")
    round = fields.Integer(strict=False, validate=validate.Range(0, 999))
    teams = fields.Boolean(truthy={"true"}, falsy={"false"}, metadata={"description": "the standings of the teams"})


class DrawQuery(Language):
    """The query of a drawing: the next round and chance, unless told."""

    seed = fields.Integer(load_default=0, strict=False, validate=validate.Range(0, MOST))
    round = fields.Integer(strict=False, validate=validate.Range(1, 999))
    absent = fields.List(fields.String(validate=validate.Length(1, 80)), load_default=list)
    sizes = fields.String(
        validate=validate.Regexp(r"^[2-6](\+[2-6]){0,199}\Z"), metadata={"pattern": "^[2-6](\\+[2-6]){0,199}$"}
    )
    by = fields.String(load_default="chance", validate=validate.OneOf(["chance", "standings"]))


class NationalQuery(Language):
    """The class of the event, and its tables where they are not those of the first round."""

    of = fields.String(
        required=True, validate=validate.OneOf(["raduno", "master", "open", "interclub", "campionato"]),
        metadata={"description": "the class of the event"},
    )  # fmt: skip
    tables = fields.Integer(strict=False, validate=validate.Range(1, 9999))


class OddsQuery(Language):
    """Armies usable for the attack, defenders, most dice of the defence."""

    attackers = fields.Integer(required=True, strict=False, validate=validate.Range(1, 60))
    defenders = fields.Integer(required=True, strict=False, validate=validate.Range(1, 60))
    defence = fields.Integer(load_default=3, strict=False, validate=validate.Range(1, 3))


class SearchQuery(Language):
    """One of `position` and `sequence`, and where to look."""

    position = fields.String(validate=validate.Length(1, 500))
    sequence = fields.String(validate=validate.Length(1, 500))
    within = fields.Integer(load_default=0, strict=False, validate=validate.Range(0, 999))
    after = cursor(r"s[0-9]{1,15}-[0-9]{1,6}")
    limit = fields.Integer(load_default=100, strict=False, validate=validate.Range(1, 1000))
    variant = fields.String(validate=validate.Length(max=200))
    event = fields.String(validate=validate.Length(max=500))


class UnderQuery(Language):
    """The query of a judgement: under which rules, the recorded ones unless told."""

    under = fields.String(
        validate=validate.Length(1, 500),
        metadata={"description": "compare with this variant and its options, such as rcm@1 + no-strip"},
    )


class StatisticsQuery(Language):
    """Filters over games."""

    player = fields.String(validate=validate.Length(max=64))
    winner = fields.String(validate=validate.Length(max=64))
    variant = fields.String(validate=validate.Length(max=200))
    event = fields.String(validate=validate.Length(max=500))
    since = fields.String(validate=validate.Regexp(DATE), metadata=DAY)
    until = fields.String(validate=validate.Regexp(DATE), metadata=DAY)
    completeness = fields.String(
        validate=validate.OneOf(["full", "no-dice", "turns-only", "final-board", "result-only"])
    )
    provenance = fields.String(validate=validate.Length(max=64), metadata=FROM)
    illegal = fields.Boolean(truthy={"true"}, falsy={"false"})
    club = fields.String(validate=validate.Length(max=500), metadata={"description": "place, or a tournament's club"})
    tournament = fields.String(validate=validate.Length(max=61))
    edition = fields.Integer(strict=False, validate=validate.Range(1, 999))
    option = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "a word after the variant's name, or rule.option=value"},
    )
    seat = fields.Integer(
        strict=False, validate=validate.Range(1, 6), metadata={"description": "place in the order of play"}
    )


class SupposingQuery(StatisticsQuery):
    """Filters over games, the rules to judge them under, and how many at a time."""

    under = fields.String(
        required=True,
        validate=validate.Length(1, 500),
        metadata={"description": "a variant, such as torneo@1 + option"},
    )
    after = cursor(r"g[0-9]{1,15}")
    limit = fields.Integer(load_default=200, strict=False, validate=validate.Range(1, 1000))


class GamesQuery(StatisticsQuery):
    """Filters and paging of the list of games."""

    after = cursor(r"g[0-9]{1,15}")
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows: 50 on a page unless told, everything in a stream"},
    )  # fmt: skip


class SortedGamesQuery(GamesQuery):
    """The list of games, which can begin at its end."""

    sort = fields.String(
        load_default="oldest", validate=validate.OneOf(["oldest", "newest"]),
        metadata={"description": "in the order of the log, or from its end; a cursor is good for one of the two"},
    )  # fmt: skip


class AppendQuery(Language):
    """The query of an append."""

    dry_run = fields.Boolean(
        load_default=False, truthy={"true"}, falsy={"false"},
        metadata={"description": "say what it would be, keep nothing"},
    )  # fmt: skip


class FindingsQuery(StatisticsQuery):
    """Filters and paging of the findings of many games."""

    rule_id = fields.String(validate=validate.Length(1, 40), metadata={"description": "such as MON-15"})
    verdict = fields.String(validate=validate.OneOf(["illegal", "undecidable", "assumed", "warning"]))
    after = cursor(r"v[0-9]{1,15}-[0-9]{1,9}")
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows: 50 on a page unless told, everything in a stream"},
    )  # fmt: skip


class TournamentsQuery(ListQuery):
    """The paging of the list of tournaments."""

    after = cursor(r"t[0-9]{1,15}")
    limit = fields.Integer(load_default=50, strict=False, validate=validate.Range(1, 500))


class PlayersQuery(Language):
    """The paging of the list of players."""

    after = cursor(REFERENCE.pattern.removesuffix(r"\Z"))
    limit = fields.Integer(
        strict=False, validate=validate.Range(1, 500),
        metadata={"description": "most rows: 50 on a page unless told, everything in a stream"},
    )  # fmt: skip


class EventsQuery(Language):
    """Which events."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MOST))
    limit = fields.Integer(
        validate=validate.Range(1, 5000),
        metadata={"description": "most events: 500 on a page unless told, everything as NDJSON or CSV"},
    )


class GameRow(Schema):
    """A game in a list."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
    variant = fields.String(allow_none=True)
    rules = fields.String(allow_none=True)
    event = fields.String(allow_none=True)
    place = fields.String(allow_none=True)
    date = fields.String(allow_none=True)
    round = fields.String(allow_none=True)
    board = fields.String(allow_none=True, metadata={"description": "the table, as the header Table"})
    arbiter = fields.String(allow_none=True)
    completeness = fields.String(allow_none=True)
    provenance = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    winner = fields.String(allow_none=True)
    winners = fields.String(allow_none=True)
    winner_ref = fields.String(allow_none=True)
    illegal = fields.Integer()
    undecidable = fields.Integer()
    clean = fields.Integer()
    impossible = fields.Integer(allow_none=True)
    declared = fields.String(allow_none=True)
    winner_name = fields.String(required=True, allow_none=True)
    players = fields.List(fields.Dict(), required=True)


class GamePage(Schema):
    """A page of games."""

    items = fields.List(fields.Nested(GameRow), required=True)
    next = fields.String(required=True, allow_none=True)


class ItemPage(Schema):
    """A page of any list."""

    class Meta:
        unknown = "include"

    items = fields.List(fields.Dict(), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "cursor of the next page"})


class FindingRow(Schema):
    """A finding of a game."""

    game = fields.String(required=True)
    event = fields.Integer(required=True)
    rule = fields.String(required=True)
    rule_id = fields.String(required=True)
    verdict = fields.String(required=True)
    says = fields.String(required=True)
    facts = fields.Dict(required=True)
    cite = fields.String(required=True)
    reading = fields.String(required=True, allow_none=True)


class FindingPage(Schema):
    """A page of findings."""

    items = fields.List(fields.Nested(FindingRow), required=True)
    next = fields.String(required=True, allow_none=True)


class ProblemForm(Schema):
    """An error (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    current = fields.Integer(metadata={"description": "the version now, of a conflict"})
    reason = fields.String(metadata={"description": "the archive's own code (docs/errors.md)"})
    errors = fields.List(fields.Dict())


class Kept(Schema):
    """What became of a write."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
    duplicate = fields.Boolean(required=True)
    namesakes = fields.List(
        fields.String(), metadata={"description": "other games with the same id of their recorder (header Game)"}
    )
    notice = fields.String(metadata={"description": "what to look at, in words"})


class Anything(Schema):
    """An object whose members the documentation of the route describes."""

    class Meta:
        unknown = "include"
