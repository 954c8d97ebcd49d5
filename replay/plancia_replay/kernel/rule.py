"""The shape of a rule: a check on events, a term of a number, or both. Options are the fields of the subclass.

A rule that needs to know what happened earlier keeps notes: of its own in the table's memory, or such as others read
(`cap`, `debt`, `forfeit`, `from_continents`, `resting`, `short`, `undoubled`). Territories, armies and cards it never
touches; it may tell the table that the game is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from plancia_replay.kernel.table import Table

FINE: Final = 0
ILLEGAL: Final = 1
UNDECIDABLE: Final = 2
ASSUMED: Final = 3
WARNING: Final = 4

# What may be so on the table when an event comes, as bits: while none of a rule's `needs` is, it finds nothing.
UNOCCUPIED: Final = 1  # an emptied territory still waits for its occupation
OUT_OF_TURN: Final = 2  # who acts has not got the turn
DRAWN: Final = 4  # a card was drawn in this turn
MOVED: Final = 8  # armies were moved in this turn
OUT_OF_PLAY: Final = 16  # the player who acts has withdrawn, is frozen or was eliminated
ENDED: Final = 32  # the game is over
ON_TURN: Final = 64  # somebody has the turn
BEGUN: Final = 256  # armies were declared or placed, or an attack was made, in this turn
LANDLESS: Final = 512  # the player who acts holds nothing, in another's turn or none
UNWRITTEN: Final = 128  # the event in hand is not in the record: so only where all checks are asked (`unwritten`)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rule:
    """One rule of a rule-set. `index` is its place in the rule-set, set once by the loader.

    A check overrides `ops` and `finding`; a term overrides `topic`, `amount` and `lines`. One with a memory overrides
    `slots` (how many integers), `notes` (after which events it takes notes) and `follow`; its integers lie in
    `table.memory` from `base` on. `stops` names the reasons for which it may end a game.
    """

    NAME: ClassVar[str] = ""  # what a clause's `use` says; the constructor's parameters are the options
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {}  # all values of an option that readings of a text differ in
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ()  # "sets", rules or their options that findings in play may depend on
    NEEDS_BORDER: ClassVar[bool] = False  # it finds that two territories have no border
    COUNTS_SETS: ClassVar[bool] = False  # it says what the armies of an exchange are
    LEFTOVER_OPTIONS: ClassVar[tuple[str, ...]] = ()  # of these, options that matter only where cards were left over
    ABOUT_SCORES: ClassVar[bool] = False  # its findings are tried under every reading of the scoring
    VALUE: ClassVar[str] = ""  # the part of a rule-set's content that it supposes where its document is silent
    OF_RECORD: ClassVar[bool] = False  # what it finds is a fault of the record, not of play
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ()  # or only its findings in these words are
    CONTRADICTS: ClassVar[bool] = False  # two such findings on one event are a slip of the pen

    def __init__(self) -> None:
        self.index: i64 = -1
        self.base: i64 = 0

    def kinds(self) -> list[int]:
        """The event numbers (see the kinds) before which this rule is asked; empty for a pure term."""
        return []

    def finding(self, t: Table) -> i64:
        """What is wrong with the event in hand on the table as it stands before it: FINE, ILLEGAL, ...

        Asking changes nothing, so that it may be asked again.
        """
        return FINE

    def only_when(self) -> int:
        """The bits of which one must be so on the table for this rule to find anything; 0 where it depends on more."""
        return 0

    def facts(self, t: Table) -> dict[str, object]:
        """The numbers that decide the finding just given, for its sentence; asked in a second replay."""
        return {}

    def memory_size(self) -> int:
        """How many integers of memory the rule keeps for each game; they start at 0."""
        return 0

    def watches(self) -> list[int]:
        """The event numbers after which `follow` is called."""
        return []

    def observe(self, t: Table) -> None:
        """Takes note of the event just applied, which is still in hand."""

    def stops(self) -> list[int]:
        """The end reasons (places in the notation's list) that this rule may give."""
        return []

    def topic(self) -> str:
        """Which number this rule is a term of ('territories', 'continents', 'set', 'score', ...), or ''."""
        return ""

    def amount(self, t: Table, player: i64) -> i64:
        """The contribution of this term in armies, or half points for a score."""
        return 0

    def at_most(self, t: Table, player: i64) -> i64:
        """The greatest contribution that is possible whatever the hidden cards of the exchange in hand show."""
        return self.amount(t, player)

    def ever_most(self, t: Table) -> i64:
        """The greatest contribution of any exchange of so many cards as that in hand."""
        return 0

    def reads_objective(self) -> bool:
        """Does this term of a score need to know the player's objective?"""
        return False

    def reads_cards(self) -> bool:
        """Does this term of a set need to know what the cards show, and not their number alone?"""
        return False

    def origin(self, t: Table, player: i64) -> str:
        """The stage that names what makes this term of an income more or less than the base rule would; '' for none."""
        return ""

    def aimed(self, t: Table, player: i64, armies: i64) -> str:
        """The stage that names what so many armies too many were claimed for; '' where it is not this term's matter."""
        return ""

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        """Does this rule forbid the player on turn every throw from this source at this target?"""
        return False

    def end_depends_on(self, t: Table) -> str:
        """The option that the end of the game depends on, where a claim ended it by this rule; '' for none."""
        return ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        """The option under which the player might have won for this reason by a claim that this rule refused, or ''."""
        return ""

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        """The itemised account: territory or continent or word, and its amount; the sum equals `amount`."""
        return []
