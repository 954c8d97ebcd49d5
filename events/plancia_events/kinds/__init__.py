"""The kinds of event, each declared once: fields, tag, written form, packed row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_events.kinds.arbiter import (
    ABOUT,
    ArmiesRemoved,
    ArmiesSet,
    Checkpoint,
    Dispute,
    Infraction,
    Note,
    Penalty,
    Revealed,
    StatusChanged,
    Voided,
)
from plancia_events.kinds.base import Event, Slots
from plancia_events.kinds.ending import (
    Announcement,
    Certified,
    Claim,
    Clock,
    Eliminated,
    EndRoll,
    EndRollDeclined,
    EndRollDeferred,
    GameEnded,
    ScoreDeclared,
    StripChosen,
)
from plancia_events.kinds.setup import (
    CapitalChosen,
    Deal,
    DraftPick,
    ObjectiveAssigned,
    OrderFixed,
    Pick,
    Roll,
    Setup,
)
from plancia_events.kinds.turn import (
    Attack,
    AttackDeclared,
    CardDrawn,
    CardsExchanged,
    CardsMoved,
    DeckReshuffled,
    Moved,
    Occupied,
    Placed,
    ReinforcementDeclared,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from plancia_events.parts.common import Number

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

PLAIN = (
    Roll | OrderFixed | Deal | Pick | DraftPick | ObjectiveAssigned | Setup | Placed | Clock | TurnStarted
    | TurnPassed | TurnEnded | ReinforcementDeclared | CardsExchanged | AttackDeclared | Attack | Occupied | Moved
    | CardDrawn | DeckReshuffled | CardsMoved | EndRoll | EndRollDeclined | EndRollDeferred | Claim | Eliminated
    | StatusChanged | Announcement | Infraction | Penalty | ArmiesRemoved | ArmiesSet | Voided | Checkpoint
    | Revealed | StripChosen | GameEnded | ScoreDeclared | Certified | Note | Dispute | CapitalChosen
)  # fmt: skip


class Corrected(Event, frozen=True, kw_only=True, tag="correct", rename=ABOUT):
    """An event that takes the place of an earlier one; the comment says why and is required."""

    OP = 34
    TAG = "FIX"
    ACTORS = "*A"
    FORM = (Number("event"),)
    NEEDS_NOTE = True
    event: int
    replacement: PLAIN

    def row(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


AnyEvent = PLAIN | Corrected
KINDS: tuple[type[Any], ...] = tuple(sorted((*PLAIN.__args__, Corrected), key=lambda kind: kind.OP))
BY_TAG: dict[str, type[Any]] = {kind.TAG: kind for kind in KINDS}
BY_NAME: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}

__all__ = [
    "BY_NAME",
    "BY_TAG",
    "KINDS",
    "PLAIN",
    "Announcement",
    "AnyEvent",
    "ArmiesRemoved",
    "ArmiesSet",
    "Attack",
    "AttackDeclared",
    "CapitalChosen",
    "CardDrawn",
    "CardsExchanged",
    "CardsMoved",
    "Certified",
    "Checkpoint",
    "Claim",
    "Clock",
    "Corrected",
    "Deal",
    "DeckReshuffled",
    "Dispute",
    "DraftPick",
    "Eliminated",
    "EndRoll",
    "EndRollDeclined",
    "EndRollDeferred",
    "Event",
    "GameEnded",
    "Infraction",
    "Moved",
    "Note",
    "Number",
    "ObjectiveAssigned",
    "Occupied",
    "OrderFixed",
    "Penalty",
    "Pick",
    "Placed",
    "ReinforcementDeclared",
    "Revealed",
    "Roll",
    "ScoreDeclared",
    "Setup",
    "Slots",
    "StatusChanged",
    "StripChosen",
    "TurnEnded",
    "TurnPassed",
    "TurnStarted",
    "Voided",
]
