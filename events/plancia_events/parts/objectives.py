"""Objectives as they are typed: numbers and names, each with the id that is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plancia_events.errors import NotationError


@dataclass(frozen=True)
class ObjectiveNames:
    """Names and numbers of objectives that a line may have, each with the id that is written.

    A number that is none of them is refused, unless the text `is_stored`: records kept before it was are read as ever.
    """

    ids: Mapping[str, str] = field(default_factory=dict)
    is_stored: bool = False

    def resolve(self, name: str, column: int) -> str:
        """Returns the id of an objective. Raises NotationError for a number without a list that has it."""
        objective = self.ids.get(name, name)
        if objective.isdecimal() and not self.is_stored:
            raise NotationError("word", column, objective[:40], '[Objectives "torneo16"] | id')
        return objective
