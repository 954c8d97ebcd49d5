"""The interface of a rule: a check on events, a term of a sum, or both. The constructor's parameters are its options.

A rule that depends on earlier events has a memory: its own slots in the table's memory, or fields that others read
(`cap`, `debt`, `forfeit`, `from_continents`, `out_of_turns`, `garrison_debt`, `undoubled`). It never changes
territories, armies or cards; it may end the game.
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

# States of the table before an event, as bits: a check is skipped unless one of its `only_when` is set.
UNOCCUPIED: Final = 1  # an emptied territory awaits its occupation
OUT_OF_TURN: Final = 2  # the actor does not have the turn
DRAWN: Final = 4  # a card was drawn in this turn
MOVED: Final = 8  # armies were moved in this turn
OUT_OF_PLAY: Final = 16  # the actor has withdrawn, is frozen or was eliminated
ENDED: Final = 32  # the game is over
ON_TURN: Final = 64  # somebody has the turn
BEGUN: Final = 256  # armies were declared or placed, or an attack was made, in this turn
LANDLESS: Final = 512  # the actor holds nothing, and does not have the turn
UNWRITTEN: Final = 128  # the current event is missing in the record; all checks run then (`missing_events`)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rule:
    """One rule of a rule-set. `index` is its position in the rule-set, set once by the loader.

    A check overrides `kinds` and `finding`; a term overrides `topic`, `amount` and `lines`. A rule with a memory
    overrides `memory_size` (number of integers), `watches` (kinds to observe) and `observe`; its integers are in
    `table.memory` from `base` on. `stops` lists the end reasons for which it may end a game.
    """

    NAME: ClassVar[str] = ""  # the key in a clause's `use`; the constructor's parameters are the options
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {}  # by option: the values that readings of the text differ in
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ()  # "sets", rules or their options that findings in play may depend on
    NEEDS_BORDER: ClassVar[bool] = False  # it reports that two territories have no border
    COUNTS_SETS: ClassVar[bool] = False  # it computes the armies of an exchange
    LEFTOVER_OPTIONS: ClassVar[tuple[str, ...]] = ()  # options of these that matter only if cards were left over
    ABOUT_SCORES: ClassVar[bool] = False  # its findings are re-evaluated under every reading of the scoring
    VALUE: ClassVar[str] = ""  # the part of a rule-set that it assumes where the document is silent
    OF_RECORD: ClassVar[bool] = False  # its findings are faults of the record, not of play
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ()  # only findings with these wordings are
    CONTRADICTS: ClassVar[bool] = False  # two such findings on one event mean a slip of the pen

    def __init__(self) -> None:
        self.index: i64 = -1
        self.base: i64 = 0

    def kinds(self) -> list[int]:
        """Kinds of event, by number, that this rule checks; empty for a pure term."""
        return []

    def finding(self, t: Table) -> i64:
        """Check the current event against the table before it: FINE, ILLEGAL, ...

        Free of side effects, so that it may run twice.
        """
        return FINE

    def only_when(self) -> int:
        """Bit mask of table states: the check is skipped unless one is set. 0: always run."""
        return 0

    def facts(self, t: Table) -> dict[str, object]:
        """The values that decide the last finding, for its sentence; evaluated in a second replay."""
        return {}

    def memory_size(self) -> int:
        """Number of integers of memory per game; they start at 0."""
        return 0

    def watches(self) -> list[int]:
        """Kinds of event, by number, after which `observe` is called."""
        return []

    def observe(self, t: Table) -> None:
        """Update the memory after the current event has been applied."""

    def stops(self) -> list[int]:
        """End reasons (indexes of the notation's list) for which this rule may end the game."""
        return []

    def topic(self) -> str:
        """The sum that this rule is a term of ('territories', 'continents', 'set', 'score', ...), or ''."""
        return ""

    def amount(self, t: Table, player: i64) -> i64:
        """The contribution of this term in armies, or half points for a score."""
        return 0

    def at_most(self, t: Table, player: i64) -> i64:
        """Upper bound of `amount`, whatever the hidden cards of the current exchange are."""
        return self.amount(t, player)

    def ever_most(self, t: Table) -> i64:
        """Upper bound of `amount` over all exchanges of this number of cards."""
        return 0

    def reads_objective(self) -> bool:
        """True if this term of a score depends on the player's objective."""
        return False

    def reads_cards(self) -> bool:
        """True if this term of a set depends on the symbols of the cards, not only on their number."""
        return False

    def origin(self, t: Table, player: i64) -> str:
        """The stage that explains why this term of an income differs from the base rule; '' for none."""
        return ""

    def aimed(self, t: Table, player: i64, armies: i64) -> str:
        """The stage that explains a claim of this many armies too many; '' if it is not this term's."""
        return ""

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        """True if this rule forbids every throw from the source at the target to the player whose turn it is."""
        return False

    def end_depends_on(self, t: Table) -> str:
        """The option that the end of the game depends on, if a claim ended it by this rule; else ''."""
        return ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        """The option under which a claim refused by this rule might have won for this reason; else ''."""
        return ""

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        """The itemised account: (territory, continent or word, amount); the amounts add up to `amount`."""
        return []
