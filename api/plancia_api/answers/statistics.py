"""JSON answers of /statistics and /odds: each statistic has a schema of its own, made from its columns (D-143)."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from plancia_archive.past.moments import LogState
from plancia_archive.statistics import REGISTERED
from plancia_archive.statistics.notes import StatisticNote
from plancia_archive.statistics.registry import PERSON_COLUMNS
from plancia_data.forms import Words
from plancia_events.json_schema import Schema

TEXT_COLUMNS = frozenset(
    [
        "who",
        "continent",
        "fraction",
        "test",
        "source",
        "rule_id",
        "rule",
        "verdict",
        "game",
        "colour",
        "club",
        "variant",
        "reason",
        "event",
        "objective",
        "what",
        "territory",
        "from",
        "record",
        "kind",
        "tournament",
    ]
)
# text columns that a row may leave empty, and numbers that nothing was counted for
OPTIONAL_TEXT_COLUMNS = frozenset(("player", "player_name", "rival", "rival_name", "first", "last", "date"))
FRACTION_COLUMNS = frozenset(
    [
        "territories",
        "mean_turns",
        "low",
        "high",
        "wins_share",
        "wins_low",
        "wins_high",
        "exact",
        "chi_square",
        "p",
        "p_corrected",
        "expected",
        "luck",
        "z",
        "worth",
        "median",
        "mean",
        "cards_a_game",
        "sets_a_game",
        "mean_bonus",
        "value",
        "share",
        "mean_points",
        "best_points",
        "least",
        "most",
        "armies",
    ]
)
OPTIONAL_NUMBER_COLUMNS = frozenset(("armies", "share", "mean_points", "best_points"))
MIXED_COLUMNS = frozenset(("dice",))  # `3-2` for dice of both sides, a number for those of one


class Statistic(TypedDict):
    as_of: LogState
    statistic: str
    games: int
    qualified: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    entries: int
    notes: list[StatisticNote]
    rows: list[Any]


class StatisticDescription(TypedDict):
    statistic: str
    title: Words
    says: str
    meaning: Words
    needs: list[str]


class WhatIfRow(TypedDict):
    what: str
    games: int
    undecided: int
    decided: int
    share: float | None
    low: float
    high: float


class WhatIfRule(TypedDict):
    rule_id: str
    rule: str
    findings: int
    games: int
    share: float | None
    low: float
    high: float


class ChangedGame(TypedDict):
    game: str
    what: list[str]
    winner: tuple[str | None, str | None]
    reason: tuple[str | None, str | None]
    illegal: tuple[int, int]
    points: dict[str, tuple[float | None, float | None]]
    undecided: list[Literal["winner", "points"]]


class AlternativeStatistic(TypedDict):
    as_of: LogState
    statistic: str
    under: str
    games: int
    qualified: int
    judged: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    notes: list[StatisticNote]
    rows: list[WhatIfRow]
    rules: list[WhatIfRule]
    changed: list[ChangedGame]
    next: str | None


def column_schema(name: str) -> Schema:
    """Returns the JSON Schema of a column of statistics, by its name: a word has one type in all of them."""
    if name in MIXED_COLUMNS:
        return {"type": ["integer", "string"]}
    if name in OPTIONAL_TEXT_COLUMNS:
        return {"type": ["string", "null"]}
    kind = "string" if name in TEXT_COLUMNS else "number" if name in FRACTION_COLUMNS else "integer"
    return {"type": [kind, "null"] if name in OPTIONAL_NUMBER_COLUMNS else kind}


def statistic_schemas(frame: Schema, prefix: str) -> Schema:
    """Returns a component for each statistic and one for its rows, and `AnyStatistic`, their union by `statistic`.

    `frame` is the schema of the members that all have; `prefix` that of references.
    """
    components: Schema = {}
    mapping: dict[str, str] = {}
    for name, definition in REGISTERED.items():
        title = "".join(word.title() for word in name.split("-"))
        names = (f"{key}_name" for key in PERSON_COLUMNS if key in definition.columns)
        columns = {column: column_schema(column) for column in (*definition.columns, *names)}
        components[f"{title}Row"] = {
            "type": "object", "description": f"A row of the statistic `{name}`.", "properties": columns,
            "required": list(columns),
        }  # fmt: skip
        rows = {"type": "array", "items": {"$ref": f"{prefix}{title}Row"}}
        components[f"{title}Statistic"] = {
            **frame, "title": f"{title}Statistic", "description": f"{definition.en}. {definition.says_en}",
            "properties": {**frame["properties"], "statistic": {"enum": [name]}, "rows": rows},
        }  # fmt: skip
        mapping[name] = f"{prefix}{title}Statistic"
    components["AnyStatistic"] = {
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "statistic", "mapping": mapping},
    }
    return components
