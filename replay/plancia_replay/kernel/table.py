"""The state of a game: board, hands, turn, counters, and the current event."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from plancia_events.ops import OVER_ELIMINATION
from plancia_replay.kernel import rule as bits
from plancia_replay.kernel.board import CARD_KINDS as CARD_KINDS
from plancia_replay.kernel.board import LANDS as LANDS
from plancia_replay.kernel.board import MAX_CONTINENTS as MAX_CONTINENTS
from plancia_replay.kernel.board import MAX_NEIGHBOURS as MAX_NEIGHBOURS
from plancia_replay.kernel.board import BoardPlan as BoardPlan
from plancia_replay.kernel.board import zeros as zeros
from plancia_replay.kernel.rule import Rule

PLAYERS: Final = 6  # colours 0 to 5 may play
NEUTRAL: Final = 6
COLOURS: Final = 9  # six players, the neutral colour, the table, the arbiter
ACTIVE: Final = 0
WITHDRAWN: Final = 1
PASSIVE: Final = 2
FROZEN: Final = 3
ELIMINATED: Final = 4
POINTER: Final = 0  # index in `sequence` of 1 + the colour after which the order of turns goes on
PASSED: Final = 3  # value of `acts_out_of_turn`: the turn was passed


class Table:
    """State of one game. Colours 0..5 players, 6 neutral; territories 0..41; every count is an integer.

    The current event is in `op, actor, a, b, c, d, n, x`: the slots as the kind's `row()` fills them, lists in `extra`.
    """

    __slots__ = (  # in plain Python a slot is faster than an instance dictionary of this size
        "a", "abandoned", "actor", "acts_out_of_turn", "adjacent", "announced", "announced_attacks", "announced_round",
        "armies", "army_total", "assigned", "at_table", "attack_count", "attacks", "b", "board", "bonus_given",
        "bonus_terms", "bonus_throws", "c", "can_stop", "cap", "capital", "claim_bars", "claim_rules", "claim_terms",
        "claimed_cards", "clock_started", "closing_from", "closing_rolls", "closing_sum", "conquest_count", "conquests",
        "continent_lands", "continent_of", "continent_terms", "d", "debt", "deck_left", "declared", "declared_sets",
        "declined", "degree", "director", "draw_count", "draws", "elimination_count", "eliminations", "emptied_by",
        "emptied_dice", "emptied_event", "emptied_from", "emptied_land", "emptied_losses", "end_roll_count", "ended",
        "endowment", "expired_event", "expired_round", "extra", "forfeit", "found", "from_cards", "from_continents",
        "from_territories", "garrison_debt", "goal", "goal_known", "goal_word", "goals", "hand", "hand_size",
        "hidden_lands", "hidden_picks", "illegal_cards", "lands", "last_turn", "late_close", "lot", "memory",
        "move_armies", "move_from", "move_number", "move_to", "moves", "n", "neighbours", "number", "on_finding", "op",
        "order", "out_of_play", "out_of_turns", "over", "over_event", "over_reason", "over_winner", "own_turns",
        "owner", "placed", "players", "presumed", "removed", "renounced", "reported", "reported_actor", "roll_most",
        "rolled", "round", "rounds_left", "row_count", "rows", "rules", "score_terms", "seat", "sequence",
        "set_count", "set_doubt",
        "set_terms", "sets", "setup_placed", "setup_turns", "status", "stop_player", "stop_reason", "stop_round",
        "stopped", "strip", "strip_known", "supplied", "team", "territory_terms", "threshold_terms", "throw_rules",
        "throws", "tie_terms", "turn", "turn_force", "turn_hand", "turn_kind", "turn_rules", "turns", "unclaimed",
        "undoubled", "unfounded", "unheld", "unwritten", "virtual", "void_due", "void_rolls", "void_throw", "void_why",
        "winner", "words", "x",
    )  # fmt: skip

    def __init__(self, board: BoardPlan, players: list[int]) -> None:
        self.board = board
        self.adjacent = board.adjacent
        self.neighbours = board.neighbours
        self.degree = board.degree
        self.continent_of = board.continent_of
        self.owner = zeros(LANDS, -1)
        self.armies = zeros(LANDS)
        self.lands = zeros(COLOURS)
        self.army_total = zeros(COLOURS)
        self.continent_lands = zeros(COLOURS * MAX_CONTINENTS)  # territories held, by colour and continent
        self.hand = zeros(COLOURS * CARD_KINDS)
        self.hand_size = zeros(COLOURS)
        self.status = zeros(COLOURS)
        self.at_table = zeros(COLOURS)
        self.seat = zeros(COLOURS, -1)
        self.order = zeros(0)
        self.players: i64 = len(players)
        for colour in players:
            self.at_table[colour] = 1
        self.rolled = zeros(COLOURS)  # the order throws as one number, base 7, the first throw weighing most
        self.throws = zeros(COLOURS)
        self.lot = zeros(COLOURS)  # the dice thrown as a lot for the result, as one number, the first weighing most
        self.setup_placed = zeros(COLOURS)
        self.setup_turns = zeros(COLOURS)
        self.hidden_picks = zeros(COLOURS)  # territories dealt to a colour, or picked by it, that the record hides
        self.hidden_lands = zeros(COLOURS)  # those of them that no placement has shown yet
        self.presumed = zeros(LANDS)  # 1 where only a placement tells the owner, since the pick is hidden
        self.goal = zeros(COLOURS * LANDS)  # 1 if the territory is in the colour's objective
        self.goal_known = zeros(COLOURS)
        self.goal_word = zeros(COLOURS, -1)
        self.capital = zeros(COLOURS, -1)
        self.cap = zeros(COLOURS, -1)  # most armies a colour may have on the board; -1 none
        self.debt = zeros(COLOURS)
        self.team = zeros(COLOURS, -1)  # number of the team, -1 without teams
        self.virtual: i64 = -1  # the colour without a player
        self.sequence = zeros(12)  # state of the order of turns (kernel/turn_order.py)
        self.reported, self.reported_actor = zeros(0), zeros(0)  # by rule: event and actor of its last finding
        self.memory = zeros(0)  # memory of the rules, each from its `base` on
        self.own_turns = zeros(COLOURS)  # turns begun by a colour, the one in progress counted
        self.strip = zeros(COLOURS * LANDS)  # 1 if the territory is in the strip that the colour chose
        self.strip_known = zeros(COLOURS)
        self.out_of_turns = zeros(COLOURS)  # 1 for a colour still in the game that has no more turns
        self.garrison_debt = zeros(COLOURS)  # a card due for bare territories: 1 own turn end, 2 a continent holder's
        self.undoubled = zeros(COLOURS)  # 1 for a colour whose strip does not count double
        self.abandoned = zeros(LANDS)  # 1 for territories of a player who withdrew since the last turn
        self.can_stop = zeros(16)  # 1 for the end reasons that a rule of this rule-set can establish
        self.renounced = zeros(COLOURS)  # 1 + the turns begun when a colour renounced its continents; 0: it has not
        self.unfounded = zeros(COLOURS)  # 1 for a colour frozen without being due
        self.rules: list[Rule] = []
        self.territory_terms: list[Rule] = []
        self.continent_terms: list[Rule] = []
        self.set_terms: list[Rule] = []
        self.bonus_terms: list[Rule] = []
        self.score_terms: list[Rule] = []
        self.threshold_terms: list[Rule] = []
        self.claim_terms: list[Rule] = []
        self.claim_bars: list[Rule] = []  # terms that are not 0 if a claim cannot win, whatever is held
        self.tie_terms: list[Rule] = []
        self.throw_rules: list[Rule] = []  # the checks of an end roll: one that fails any of them decides nothing
        self.claim_rules: list[Rule] = []  # the checks of a claim, likewise
        self.turn_rules: list[Rule] = []  # those of a TURN, by which the kind of one that is missing is chosen
        self.endowment: i64 = -1
        self.roll_most: i64 = 99  # conquests in a turn above which an end roll is not allowed
        self.rounds_left: i64 = 0  # rounds that follow the one in which the time runs out
        self.bonus_throws: i64 = 0  # 1 if the rules give end rolls beyond one's own
        self.goals: dict[str, list[int]] = {}
        self.words: list[str] = []
        self.found: list[tuple[int, int, int]] = []
        self.on_finding: Any = None  # called with table, rule and code at each finding, before the event is applied
        self._clear_turn()
        self._clear_game()

    def empty_copy(self) -> Table:
        """An empty table for the same players under the same rules."""
        table = Table(self.board, [])
        table.players = self.players
        table.at_table = self.at_table[0:COLOURS]
        table.team = self.team[0:COLOURS]
        table.cap = self.cap[0:COLOURS]
        table.can_stop = self.can_stop[0 : len(self.can_stop)]
        table.memory = self.memory[0 : len(self.memory)]
        table.reported, table.reported_actor = zeros(len(self.reported)), zeros(len(self.reported))
        table.virtual, table.endowment = self.virtual, self.endowment
        table.roll_most, table.rounds_left = self.roll_most, self.rounds_left
        table.bonus_throws = self.bonus_throws
        table.goals = self.goals
        table.rules = self.rules
        table.territory_terms, table.continent_terms = self.territory_terms, self.continent_terms
        table.set_terms, table.bonus_terms = self.set_terms, self.bonus_terms
        table.score_terms, table.threshold_terms = self.score_terms, self.threshold_terms
        table.claim_terms, table.claim_bars = self.claim_terms, self.claim_bars
        table.tie_terms = self.tie_terms
        table.throw_rules, table.claim_rules, table.turn_rules = self.throw_rules, self.claim_rules, self.turn_rules
        return table

    def _clear_turn(self) -> None:
        self.attacks: i64 = 0
        self.conquests: i64 = 0
        self.moves: i64 = 0
        self.move_from: i64 = -1
        self.move_to: i64 = -1
        self.move_armies: i64 = 0
        self.move_number: i64 = -1
        self.draws: i64 = 0
        self.sets: i64 = 0
        self.placed: i64 = 0
        self.removed: i64 = 0
        self.from_territories: i64 = 0
        self.from_continents: i64 = 0
        self.from_cards: i64 = 0
        self.unheld: i64 = 0  # armies of those sets whose cards the player did not hold
        self.claimed_cards: i64 = 0  # armies that the players claimed for the sets of this turn
        self.set_doubt: i64 = 0  # armies that hidden sets of this turn may have brought beyond those of `from_cards`
        self.unclaimed: i64 = 0  # upper bound of the armies claimed for sets without a recorded value
        self.bonus_given: i64 = 0  # 1 from a territory bonus on, until armies are placed again
        self.turn_force: i64 = 0  # armies on the board when the turn began
        self.closing_rolls: i64 = 0
        self.void_rolls: i64 = 0  # end rolls since the turn began that the rules do not allow
        self.declined: i64 = 0  # 1 once the end roll was declined
        self.declared: i64 = -1  # armies declared in this turn, -1 none
        self.declared_sets: i64 = -1  # sets played when the turn's armies were last declared
        self.forfeit: i64 = 0  # armies of this turn's income lost by a penalty
        self.announced_attacks: i64 = 0
        self.eliminations: i64 = 0
        self.director: i64 = -1  # the player who leads the dummy in this turn
        self.turn_hand: i64 = 0  # cards in hand when the turn began
        self.supplied: i64 = 0  # 1 if the TURN of the turn in progress is missing in the record
        self.out_of_play: i64 = 0  # 1 if the player was out of play when his turn began
        self.acts_out_of_turn: i64 = 0  # since the last turn: 1 at the first act outside turns, 2 later, or PASSED

    def _clear_game(self) -> None:
        self.number: i64 = 0
        self.unwritten: i64 = 0  # 1 while the current event is missing in the record
        self.op: i64 = 0
        self.actor: i64 = -1
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0
        self.n: i64 = 0
        self.x: i64 = 0
        self.extra, self.rows = zeros(0), zeros(0)  # of the log that is replayed
        self.row_count: i64 = 0  # of its rows; spare capacity may follow them
        self.turn: i64 = -1
        self.last_turn: i64 = -1
        self.turn_kind: i64 = 0
        self.turns: i64 = 0
        self.round: i64 = 0
        self.assigned: i64 = 0
        self.emptied_land: i64 = -1  # territory emptied and not yet occupied
        self.emptied_from: i64 = -1
        self.emptied_by: i64 = -1
        self.emptied_dice: i64 = -1  # of the attack; below 0 not written, and at least as many as its negation
        self.emptied_event: i64 = -1  # the event that emptied it
        self.emptied_losses: i64 = 0  # armies the attacker lost in the throw that emptied it
        self.clock_started: i64 = 0
        self.expired_round: i64 = -1
        self.expired_event: i64 = -1
        self.announced: i64 = -1
        self.announced_round: i64 = -1
        self.void_throw: i64 = -1  # event number of the last end roll if it was not due; else -1
        self.void_due: i64 = 0  # 1 if that throw was due, and would have ended the game, but was made wrongly
        self.void_why: i64 = -1  # index of the only rule that forbids it; -1 if several do
        self.closing_sum: i64 = 0  # sum of the last end roll with two dice
        self.closing_from: i64 = -1  # the round at whose end the end rolls begin
        self.late_close: i64 = 0  # 1 while that may be a round later, by when the time ran out; 2 once it is
        self.ended: i64 = 0  # 1 once the game has stopped or its end is recorded
        self.stopped: i64 = -1  # event number that ended the game
        self.stop_reason: i64 = -1
        self.stop_round: i64 = 0
        self.stop_player: i64 = -1
        self.over: i64 = 0
        self.over_event: i64 = -1
        self.over_reason: i64 = -1
        self.over_winner: i64 = -1
        self.winner: i64 = -1  # the winner, set before the ranking is computed
        self.attack_count: i64 = 0
        self.conquest_count: i64 = 0
        self.set_count: i64 = 0
        self.draw_count: i64 = 0
        self.elimination_count: i64 = 0
        self.end_roll_count: i64 = 0
        self.illegal_cards: i64 = 0
        self.deck_left: i64 = 44

    def state(self) -> i64:
        """Bit mask of the table's states before the current event (`Rule.only_when`)."""
        mask: i64 = bits.UNOCCUPIED if self.emptied_land >= 0 else 0
        if self.turn != self.actor:
            is_landless = self.actor >= 0 and self.lands[self.actor] == 0
            mask += bits.OUT_OF_TURN + (bits.LANDLESS if is_landless else 0)
        if self.turn >= 0:
            mask += bits.ON_TURN
        mask += bits.DRAWN if self.draws > 0 else 0
        mask += bits.MOVED if self.moves > 0 else 0
        if self.actor >= 0 and self.status[self.actor] != ACTIVE:
            mask += bits.OUT_OF_PLAY
        if self.ended != 0:
            mask += bits.ENDED
        if self.declared >= 0 or self.placed > 0 or self.attacks > 0 or self.announced_attacks > 0:
            mask += bits.BEGUN
        return mask

    def record_finding(self, rule: Rule, code: i64) -> None:
        """Record a finding on the current event."""
        if self.on_finding is not None:
            self.on_finding(self, rule, code)
        self.found.append((self.number, rule.index, code))
        self.reported[rule.index] = self.number
        self.reported_actor[rule.index] = self.actor

    def give_land(self, land: i64, colour: i64) -> None:
        """Give a territory, with the armies on it, to a colour."""
        lands, continent_lands = self.lands, self.continent_lands
        previous_owner = self.owner[land]
        continent = self.continent_of[land]
        count = self.armies[land]
        if previous_owner >= 0:
            lands[previous_owner] -= 1
            self.army_total[previous_owner] -= count
            continent_lands[previous_owner * MAX_CONTINENTS + continent] -= 1
        else:
            self.assigned += 1
        self.owner[land] = colour
        lands[colour] += 1
        self.army_total[colour] += count
        continent_lands[colour * MAX_CONTINENTS + continent] += 1

    def add_armies(self, land: i64, count: i64) -> None:
        """Add armies to a territory, of any owner; a negative count removes them."""
        self.armies[land] += count
        owner = self.owner[land]
        if owner >= 0:
            self.army_total[owner] += count

    def borders_enemy(self, land: i64, player: i64) -> bool:
        """True if a neighbour is not the player's own (neutral ones count as enemies)."""
        base = land * MAX_NEIGHBOURS
        for k in range(self.degree[land]):  # noqa: SIM110 (a generator is slow here)
            if self.owner[self.neighbours[base + k]] != player:
                return True
        return False

    def is_in_game(self, player: i64) -> bool:
        """True for a seated player who is neither eliminated, withdrawn nor frozen."""
        return self.at_table[player] == 1 and self.status[player] == ACTIVE

    def next_player(self) -> i64:
        """The colour whose turn comes next in the fixed order, or -1 where no order is known."""
        order = self.order
        size: i64 = len(order)
        if size == 0:
            return -1
        place: i64 = -1
        if self.sequence[POINTER] > 0:
            place = self.seat[self.sequence[POINTER] - 1] % size
        for _step in range(size):
            place += 1
            if place >= size:
                place -= size
            colour = order[place]
            if self.status[colour] != ACTIVE or self.out_of_turns[colour] > 0:
                continue
            if self.lands[colour] > 0 or (self.assigned < LANDS and self.setup_placed[colour] == 0):
                return colour  # who has none may hold some that the record hides, or does not deal
        return -1

    def last_active_seat(self) -> i64:
        """Seat of the last player in the order who is still in the game, or -1."""
        last_seat: i64 = -1
        for seat in range(len(self.order)):
            colour = self.order[seat]
            if self.status[colour] == ACTIVE and (self.lands[colour] > 0 or self.assigned < LANDS):
                last_seat = seat
        return last_seat

    def are_partners(self, first: i64, second: i64) -> bool:
        """True if both are different players of one team."""
        return first != second and first < NEUTRAL and second < NEUTRAL and self.team[first] == self.team[second] >= 0

    def holds_continent(self, player: i64) -> bool:
        """True if the player holds a whole continent."""
        for k in range(self.board.continents):
            if self.continent_lands[player * MAX_CONTINENTS + k] == self.board.continent_size[k]:
                return True
        return False

    def is_running(self) -> bool:
        """True unless the game ended before this event. An observer may have ended it at this event."""
        return self.stopped < 0 or self.stopped == self.number

    def may_still_claim(self, player: i64) -> bool:
        """True if the game has not ended, or if this player ended it in the turn in progress by an elimination."""
        if self.stopped < 0:
            return True
        return self.stop_reason == OVER_ELIMINATION and self.stop_player == player and self.turn == player

    def is_own_turn(self) -> bool:
        """True if the current act counts for the turn in progress, or the one just over: it is that player's own."""
        return self.actor == self.turn or (self.turn < 0 and (self.actor == self.last_turn or self.last_turn < 0))

    def has_left_land(self, land: i64) -> bool:
        """True if the actor withdrew and this territory is neutral: that he acts at all is what is told."""
        return self.actor >= 0 and self.status[self.actor] == WITHDRAWN and self.owner[land] == NEUTRAL

    def armies_due(self) -> i64:
        """Returns the armies due this turn for territories, continents and the sets played so far."""
        return self.from_territories + self.from_continents + self.from_cards

    def armies_allowed(self) -> i64:
        """Returns the armies due this turn less those lost by a penalty; negative if placed armies must be removed."""
        return self.from_territories + self.from_continents + self.from_cards - self.forfeit

    def defence_thrower(self) -> i64:
        """Returns the player who threw for the defence in the current attack, or -1 if it is not recorded."""
        return self.extra[self.x] if self.x >= 0 else -1

    def is_playing(self, player: i64) -> bool:
        """True for a seated player who is still in the game and holds a territory."""
        return self.at_table[player] == 1 and self.status[player] == ACTIVE and self.lands[player] > 0

    def arriving_armies(self) -> i64:
        """Returns the number of armies in the current placement."""
        if self.n == 2:
            return self.extra[self.x + 1]
        extra = self.extra
        count: i64 = 0
        for k in range(self.x, self.x + self.n, 2):
            count += extra[k + 1]
        return count

    def is_score_hidden(self, player: i64) -> bool:
        """True if the score depends on an unknown objective."""
        if self.goal_known[player] == 1:
            return False
        for term in self.score_terms:  # noqa: SIM110 (a generator is slow here)
            if term.reads_objective():
                return True
        return False

    def total(self, terms: list[Rule], player: i64) -> i64:
        """Sum of the terms' amounts for a player."""
        total: i64 = 0
        for term in terms:
            total += term.amount(self, player)
        return total
