"""JSON answers of /variants and /rules."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from plancia_api.answers.words import Words


class Variant(TypedDict):
    variant: str
    title: Words
    document: str
    extends: str | None
    clauses: int


class VariantAnswer(TypedDict):
    variant: str
    rules: str
    head: dict[str, Any]
    clauses: list[dict[str, Any]]


class Rule(TypedDict):
    rule: str
    options: dict[str, Any]


class StoredRules(TypedDict):
    format: int
    name: str
    title: Words
    board: dict[str, Any]
    deck: dict[str, Any]
    goals_id: str
    goals: dict[str, list[int]]
    goals_other: NotRequired[dict[str, list[int]]]
    options: dict[str, str]
    clauses: list[dict[str, Any]]
