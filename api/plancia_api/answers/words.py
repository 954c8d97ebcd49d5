"""Text in both languages."""

from __future__ import annotations

from typing import TypedDict


class Words(TypedDict):
    it: str
    en: str
