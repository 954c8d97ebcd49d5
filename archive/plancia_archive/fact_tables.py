"""The tables that statistics scan: a few whole numbers a game, a player, a round; all rebuilt from the log.

Their key is the game's `number` (the log index of its first entry), and each is clustered in the order in which its
question groups, so that an answer is one walk without sorting. Units: armies, territories, half points, throws, turns.
"""

from __future__ import annotations

OUTCOMES = tuple(
    (attack, defence, lost, min(attack, defence) - lost, f"t{attack}{defence}_{lost}{min(attack, defence) - lost}")
    for attack in (1, 2, 3)
    for defence in (1, 2, 3)
    for lost in range(min(attack, defence) + 1)
)  # attack dice, defence dice, attacker's losses, defender's losses, the column of `facts` that counts such throws
FACES = tuple(f"n{face}" for face in range(1, 7))
SEATS = range(1, 7)


def counts(names: tuple[str, ...]) -> str:
    """Columns of counts."""
    return ", ".join(f"{name} INTEGER NOT NULL" for name in names)


THIRD = {
    # one row a game; `lined` are the seats that its players have, such as 1234, `won_seat` the winner's; `source` is
    # where its dice come from, `margin` the winner's half points beyond the next
    "facts": "CREATE TABLE facts(number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, variant TEXT, reason TEXT, "
    "rounds INTEGER, turns INTEGER, attacks INTEGER, conquests INTEGER, sets INTEGER, draws INTEGER, eliminations "
    "INTEGER, end_rolls INTEGER, extra_turns INTEGER NOT NULL, passes INTEGER NOT NULL, extra_attacks INTEGER NOT "
    "NULL, extra_conquests INTEGER NOT NULL, players INTEGER NOT NULL, lined TEXT NOT NULL, won_seat INTEGER, "
    "in_a_turn INTEGER NOT NULL, in_a_turn_by TEXT, margin INTEGER, source TEXT, "
    + counts((*FACES, *(column for *_, column in OUTCOMES)))
    + ") STRICT",
    # one row a player of a game; `due` and `spread` are the exact mean and variance of `gain` (46656ths, and squared)
    "part": "CREATE TABLE part(player TEXT NOT NULL, number INTEGER NOT NULL, colour TEXT NOT NULL, seat INTEGER, "
    "players INTEGER NOT NULL, objective TEXT, won INTEGER NOT NULL, out INTEGER NOT NULL, half_points INTEGER, "
    "felled INTEGER NOT NULL, throws INTEGER NOT NULL, gain INTEGER NOT NULL, due INTEGER NOT NULL, "
    "spread INTEGER NOT NULL, " + counts(FACES) + ", PRIMARY KEY(player, number, colour)) STRICT, WITHOUT ROWID",
    # one row for two players of a game, the first by reference before the other
    "duel": "CREATE TABLE duel(player TEXT NOT NULL, rival TEXT NOT NULL, number INTEGER NOT NULL, colour TEXT NOT "
    "NULL, rival_colour TEXT NOT NULL, seat INTEGER, rival_seat INTEGER, won INTEGER NOT NULL, rival_won INTEGER NOT "
    "NULL, ahead INTEGER NOT NULL, behind INTEGER NOT NULL, PRIMARY KEY(player, rival, number, colour, "
    "rival_colour)) STRICT, WITHOUT ROWID",
    # territories (l) and armies (a) of each seat and of the winner (w) when a round is over; round 0 is the set-up;
    # `seats` is how many seats the order of play has
    "strength": "CREATE TABLE strength(round INTEGER NOT NULL, seats INTEGER NOT NULL, number INTEGER NOT NULL, "
    + ", ".join(f"l{seat} INTEGER, a{seat} INTEGER" for seat in SEATS)
    + ", lw INTEGER, aw INTEGER, PRIMARY KEY(round, seats, number)) STRICT, WITHOUT ROWID",
    # a continent held: spells and turns at whose end it was, the longest spell, own turns begun with it; `first` is 1
    # on one row of a continent in a game
    "holding": "CREATE TABLE holding(continent TEXT NOT NULL, number INTEGER NOT NULL, colour TEXT NOT NULL, "
    "seat INTEGER, won INTEGER NOT NULL, spells INTEGER NOT NULL, turns INTEGER NOT NULL, longest INTEGER NOT NULL, "
    "incomes INTEGER NOT NULL, first INTEGER NOT NULL, PRIMARY KEY(continent, number, colour)) STRICT, WITHOUT ROWID",
    # attacks on one territory from another without pause, by armies usable, defenders and most dice in defence;
    # `held` is the exact chance still open when they were broken off, summed, in millionths
    "assault": "CREATE TABLE assault(most INTEGER NOT NULL, usable INTEGER NOT NULL, defenders INTEGER NOT NULL, "
    "number INTEGER NOT NULL, assaults INTEGER NOT NULL, conquered INTEGER NOT NULL, spent INTEGER NOT NULL, "
    "held INTEGER NOT NULL, PRIMARY KEY(most, usable, defenders, number)) STRICT, WITHOUT ROWID",
    # conquests of a territory from another, `way` being 42 x the number of the one + that of the other in the standard
    # order; `first` is 1 on one row of a territory in a game
    "fall": "CREATE TABLE fall(way INTEGER NOT NULL, number INTEGER NOT NULL, times INTEGER NOT NULL, "
    "first INTEGER NOT NULL, PRIMARY KEY(way, number)) STRICT, WITHOUT ROWID",
    # sets played, by the armies they brought
    "tris": "CREATE TABLE tris(base INTEGER NOT NULL, number INTEGER NOT NULL, sets INTEGER NOT NULL, bonus INTEGER "
    "NOT NULL, jolly INTEGER NOT NULL, PRIMARY KEY(base, number)) STRICT, WITHOUT ROWID",
    # an illegal event, and what its absence would change: 1 something, 0 nothing, null where that cannot be told
    "effect": "CREATE TABLE effect(number INTEGER NOT NULL, event INTEGER NOT NULL, winner INTEGER, points INTEGER, "
    "PRIMARY KEY(number, event)) STRICT, WITHOUT ROWID",
    # the options of a game: those of its variant, and those of its headers Option
    "choice": "CREATE TABLE choice(option TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY(option, number)) STRICT, "
    "WITHOUT ROWID",
}
BY_NUMBER = tuple(THIRD)
# the tables of tournaments that kept games were linked to; rebuilt from the logs of the tournaments
LINK = (
    "CREATE TABLE link(tournament TEXT NOT NULL, round INTEGER NOT NULL, board TEXT NOT NULL, game TEXT NOT NULL, "
    "club TEXT, PRIMARY KEY(tournament, round, board)) STRICT, WITHOUT ROWID"
)
THIRD_INDEXES = (
    "CREATE INDEX game_edition ON game(edition, number)",
    "CREATE INDEX game_place ON game(place, number)",
    "CREATE INDEX game_qualified ON game(reason, impossible, completeness, number)",
    "CREATE INDEX facts_eliminations ON facts(variant, eliminations, number)",
    "CREATE INDEX facts_closing ON facts(reason, variant, end_rolls, number)",
    "CREATE INDEX part_objective ON part(objective, number, seat, won, half_points)",
    "CREATE INDEX link_game ON link(game)",
    "CREATE INDEX link_club ON link(club)",
    *(f"CREATE INDEX {table}_number ON {table}(number)" for table in BY_NUMBER if table not in ("facts", "effect")),
)
