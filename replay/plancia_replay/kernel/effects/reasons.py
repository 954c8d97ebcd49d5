"""Reasons why an event is impossible, returned by its effect. The replay stops at such an event."""

from __future__ import annotations

from typing import Final

POSSIBLE: Final = 0
TOO_MANY_LOSSES: Final = 1
TOO_FEW_TO_MOVE: Final = 2
STILL_DEFENDED: Final = 3
NOT_AT_TABLE: Final = 4
UNASSIGNED: Final = 5
TOO_FEW_TO_TAKE: Final = 6
SAME_TERRITORY: Final = 7
NO_SUCH_MOVE: Final = 8
