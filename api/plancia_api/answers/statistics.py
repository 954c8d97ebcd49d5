"""JSON answers of /statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from plancia_api.answers.words import Words


class LogState(TypedDict):
    size: int
    head: str


class Statistic(TypedDict):
    as_of: LogState
    statistic: str
    games: int
    qualified: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    entries: int
    rows: list[dict[str, Any]]


class StatisticDescription(TypedDict):
    statistic: str
    title: Words
    says: str
    meaning: Words
    needs: list[str]


class AlternativeStatistic(TypedDict):
    as_of: LogState
    statistic: str
    under: str
    games: int
    qualified: int
    judged: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    rows: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    changed: list[dict[str, Any]]
    next: str | None
