"""Types that many answers and bodies share: text in both languages, times, words of a closed list, receipts."""

from __future__ import annotations

from typing import Literal, TypedDict

from plancia_archive.actions.action import Time
from plancia_archive.disputes.outcomes import Outcome as DisputeOutcome
from plancia_archive.registers.roles import Role
from plancia_data.forms import Setting, VariantClause, VariantHead


class VariantAnswer(TypedDict):
    variant: str
    rules: str
    head: VariantHead
    clauses: list[VariantClause]


class Rule(TypedDict):
    rule: str
    options: dict[str, Setting]


__all__ = ["DeviceKind", "DisputeOutcome", "DisputeState", "Role", "Status", "Time"]
Status = Literal["provisional", "final"]
DisputeState = Literal["open", "ruled", "appealed", "decided", "closed", "withdrawn"]
DeviceKind = Literal["phone", "tablet", "computer"]
