"""The JSON form of a refusal (RFC 9457)."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.recording import Writer


class ProblemPlace(TypedDict):
    detail: str
    pointer: NotRequired[str]
    file: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    code: NotRequired[str]
    found: NotRequired[str]
    expected: NotRequired[str]
    near: NotRequired[list[str]]


class ProblemForm(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
    instance: str
    current: NotRequired[int]
    reason: NotRequired[str]
    errors: NotRequired[list[ProblemPlace]]
    writer: NotRequired[Writer | None]
    why: NotRequired[str]
    said: NotRequired[int]
    column: NotRequired[int]
    found: NotRequired[str]
    fits: NotRequired[list[str]]
