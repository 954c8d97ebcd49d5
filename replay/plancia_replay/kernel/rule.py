"""The base class of rules. A rule checks events, adds a term to a sum, or both; its constructor takes its options.

A rule that depends on earlier events stores integers in the table's memory, or in fields that other rules read
(`cap`, `debt`, `forfeit`, `from_continents`, `out_of_turns`, `garrison_debt`, `undoubled`). A rule never changes
territories, armies or cards. It may end the game.
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

# States of the table before an event, as bits: a check is skipped unless one of its `required_states` is set.
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
    """One rule of a rule-set. `index` is its position in the rule-set, `numbers` those of the lines that it judges by.

    `stages` are those of its findings at which another line answers. All three are set once by the loader.

    A check overrides `event_kinds` and `check`; a term overrides `sum_name`, `amount` and `account_lines`. A rule with
    a memory overrides `memory_size` (the number of its integers), `observed_kinds` and `observe`; its integers are in
    `table.memory` from index `base` on. `end_reasons` lists the reasons for which it may end a game.
    """

    NAME: ClassVar[str] = ""  # the key in a clause's `use`; the constructor's parameters are the options
    VALUES: ClassVar[dict[str, object]] = {}  # by option that is a text: what it may be (`registry.text_problem`)
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {}  # by option: the values that readings of the text differ in
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ()  # "sets", rules or their options that findings in play may depend on
    REPORTS_MISSING_BORDER: ClassVar[bool] = False  # it reports that two territories have no border
    COUNTS_SETS: ClassVar[bool] = False  # it computes the armies of an exchange
    ANSWERS_FOR: ClassVar[tuple[tuple[str, str], ...]] = ()  # findings of other rules, by stage, cited to its clause
    READ_AT: ClassVar[tuple[str, ...]] = ()  # stages at which what is illegal is so by the reading of the line cited
    CITES_SETS: ClassVar[str] = ""  # the stage at which its findings are those of the clause that values the sets
    LEFTOVER_OPTIONS: ClassVar[tuple[str, ...]] = ()  # options of these that matter only if cards were left over
    COMPARES_SCORES: ClassVar[bool] = False  # its findings are re-evaluated under every reading of the scoring
    ASSUMED_PART: ClassVar[str] = ""  # the part of a rule-set that it assumes where the document is silent
    IN_DOUBT_WHOLE: ClassVar[bool] = False  # assumed as a whole it is in doubt that it holds, not its options
    FINDS_RECORD_FAULTS: ClassVar[bool] = False  # its findings are faults of the record, not of play
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ()  # only findings with these wordings are
    JUDGES_OPENING: ClassVar[bool] = False  # it judges what comes before the first turn, which a record may lack
    INDICATES_SLIP: ClassVar[bool] = False  # two such findings on one event mean a slip of the pen
    RECALLS_FINDINGS: ClassVar[bool] = False  # a rule, or what tells the end, reads its findings again

    def __init__(self) -> None:
        self.index: i64 = -1
        self.numbers: list[str] = []
        self.stages: list[str] = []
        self.base: i64 = 0

    def event_kinds(self) -> list[int]:
        """Returns the numbers of the event kinds that this rule checks; empty for a rule that is only a term."""
        return []

    def check(self, t: Table) -> i64:
        """Checks the current event against the table before it; returns FINE, ILLEGAL or another verdict code.

        It has no side effects, so that it may run twice.
        """
        return FINE

    def required_states(self) -> int:
        """Returns a bit mask of table states: the check is skipped unless one of them holds. 0: it always runs."""
        return 0

    def facts(self, t: Table) -> dict[str, object]:
        """Returns the values that decided the result of `check`, for the sentence of the verdict."""
        return {}

    def memory_size(self) -> int:
        """Returns the number of integers that the rule remembers during a game; they start at 0."""
        return 0

    def observed_kinds(self) -> list[int]:
        """Returns the numbers of the event kinds after which `observe` is called."""
        return []

    def observe(self, t: Table) -> None:
        """Updates the memory after the current event has been applied."""

    def end_reasons(self) -> list[int]:
        """Returns the end reasons (indexes of END_REASONS) for which this rule may end the game."""
        return []

    def sum_name(self) -> str:
        """Returns the sum that this rule adds a term to: 'territories', 'continents', 'score', ...; '' for none."""
        return ""

    def amount(self, t: Table, player: i64) -> i64:
        """Returns the value of this term for a player: armies, or half points for a score."""
        return 0

    def upper_bound(self, t: Table, player: i64) -> i64:
        """Returns the greatest possible `amount` for any hidden cards of the current exchange."""
        return self.amount(t, player)

    def upper_bound_any_cards(self, t: Table) -> i64:
        """Returns the greatest possible `amount` of an exchange of this number of cards."""
        return 0

    def reads_objective(self) -> bool:
        """True if this term of a score depends on the player's objective."""
        return False

    def reads_cards(self) -> bool:
        """True if this term of a set depends on the symbols of the cards, not only on their number."""
        return False

    def income_stage(self, t: Table, player: i64) -> str:
        """Returns the name of the rule stage by which this income differs from the base rule; '' for none."""
        return ""

    def overclaim_stage(self, t: Table, player: i64, armies: i64) -> str:
        """Returns the name of the rule stage that explains a declaration of `armies` too many; '' for another cause."""
        return ""

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        """Returns True if this rule forbids the player whose turn it is to attack the target from the source."""
        return False

    def not_due_facts(self, t: Table, player: i64) -> dict[str, object]:
        """Returns why a card that this rule might have cost the player is not due; empty for no such card."""
        return {}

    def unmet_facts(self, t: Table, player: i64) -> dict[str, object]:
        """Returns what a player has of what this rule asks of a claim, for an end by a claim that is not met."""
        return {}

    def end_depends_on(self, t: Table) -> str:
        """Returns the option that the end depends on, if a claim ended the game by this rule; else ''."""
        return ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        """Returns the option under which a claim that this rule refused might have won for `reason`; else ''."""
        return ""

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        """Returns the items of `amount`: pairs of a territory, continent or keyword and its value."""
        return []
