"""JSON answers of /variants and /rules."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.common import Setting, Words

RuleUse = dict[str, dict[str, Setting]]


class Variant(TypedDict):
    variant: str
    title: Words
    document: str
    board: str
    extends: str | None
    clauses: int


class VariantHead(TypedDict):
    id: str
    edition: int
    title: Words
    document: str
    extends: NotRequired[str]
    board: NotRequired[str]
    deck: NotRequired[str]
    objectives: NotRequired[str]
    open: NotRequired[bool]


class VariantClause(TypedDict):
    rule_id: str
    line: int
    says: Words
    document: NotRequired[str]
    reading: NotRequired[Words]
    read_for: NotRequired[list[str]]
    confidence: NotRequired[Words]
    use: NotRequired[RuleUse]
    drop: NotRequired[list[str]]
    silent: NotRequired[Words]
    left_open: NotRequired[RuleUse]
    unjudged: NotRequired[bool]
    open: NotRequired[list[str]]
    opens: NotRequired[list[str]]
    needs: NotRequired[list[str]]
    alternative: NotRequired[str]
    replaces: NotRequired[str | list[str]]
    adjust: NotRequired[RuleUse]
    cites: NotRequired[dict[str, list[str]]]
    answers: NotRequired[dict[str, list[str]]]
    told_for: NotRequired[list[str]]
    bears: NotRequired[dict[str, list[int]]]


class VariantAnswer(TypedDict):
    variant: str
    rules: str
    head: VariantHead
    clauses: list[VariantClause]


class Rule(TypedDict):
    rule: str
    options: dict[str, Setting]


class StoredClause(TypedDict):
    variant: str
    document: str
    rule_id: str
    line: int
    says: Words
    use: RuleUse
    confidence: NotRequired[Words]
    reading: NotRequired[Words]
    read_for: NotRequired[list[str]]
    open: NotRequired[list[str]]
    cites: NotRequired[dict[str, list[str]]]


class StoredBoard(TypedDict):
    id: NotRequired[str]
    borders: list[list[int]]
    continent_of: list[int]
    continents: list[str]
    incomes: list[int]


class StoredDeck(TypedDict):
    id: str
    symbols: list[int]
    jolly: int


class StoredRules(TypedDict):
    format: int
    name: str
    title: Words
    board: StoredBoard
    deck: StoredDeck
    goals_id: str
    goals: dict[str, list[int]]
    goals_other: NotRequired[dict[str, list[int]]]
    options: dict[str, str]
    clauses: list[StoredClause]
