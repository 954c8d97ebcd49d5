"""JSON answers of writes: games stored, events appended."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from plancia_api.answers.judgements import Impossible, Verdict


class Appended(TypedDict):
    game: str
    version: int
    duplicate: bool
    dry_run: NotRequired[bool]
    likely_names: NotRequired[list[str]]
    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: Impossible | None
    clean: bool


class Kept(TypedDict):
    game: str
    version: int
    duplicate: bool
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]
    likely_names: NotRequired[list[str]]


class BulkItem(TypedDict):
    status: int
    game: NotRequired[str]
    version: NotRequired[int]
    duplicate: NotRequired[bool]
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]
    likely_names: NotRequired[list[str]]
    problem: NotRequired[dict[str, Any]]


class Bulk(TypedDict):
    items: list[BulkItem]
    kept: int
