"""Schema of the tables of facts that statistics scan, with rows per game, player or round, derived from the log.

Rows have the game's `number` (the log index of its first entry). Each table is clustered in the order by which its
statistics group, so that they need no sorting. Figures per round or border are packed into one integer per game (see
`packed_counters`). Units: armies, territories, half points, throws.
"""

from __future__ import annotations

from plancia_data import board, board_ids

OUTCOMES = tuple(
    (attack, defence, lost, min(attack, defence) - lost, f"t{attack}{defence}_{lost}{min(attack, defence) - lost}")
    for attack in (1, 2, 3)
    for defence in (1, 2, 3)
    for lost in range(min(attack, defence) + 1)
)  # attack dice, defence dice, attacker's losses, defender's losses, the column of `game_facts` that counts them
FACES = tuple(f"n{face}" for face in range(1, 7))
SEATS = range(1, 7)
OUTCOME_FLAGS = (1, 2, 4, 8)  # of the outcome of a duel
LANDS = len(board().codes)
BORDERS = {
    pair for name in board_ids() for first, second in board(name).borders for pair in ((first, second), (second, first))
}
# directed borders of all boards, each as LANDS x target + source, in the order of the lanes of `conquest_counts`: a
# board that changes it needs a new version of the tables
EDGES = tuple(sorted(LANDS * target + source for target, source in BORDERS))


def count_columns(names: tuple[str, ...]) -> str:
    """Returns the SQL definitions of integer columns with these names."""
    return ", ".join(f"{name} INTEGER NOT NULL" for name in names)


FACT_TABLES = {
    # one row a game; `lined` are the seats that its players have, such as 1234, `won_seats` the winners'; `source` is
    # where its dice come from, `margin` the half points of the winner (of his team) beyond the next; `best`,
    # `winning`, `losing` (half points of all, the winners, the others), `most_felled`, `luckiest`,
    # `unluckiest` (46656ths) are extremes of `player_game`
    "game_facts": "CREATE TABLE game_facts(number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, variant TEXT, "
    "reason TEXT, rounds INTEGER, turns INTEGER, attacks INTEGER, conquests INTEGER, sets INTEGER, draws INTEGER, "
    "eliminations INTEGER, end_rolls INTEGER, extra_turns INTEGER NOT NULL, passes INTEGER NOT NULL, extra_attacks "
    "INTEGER NOT NULL, extra_conquests INTEGER NOT NULL, players INTEGER NOT NULL, lined TEXT NOT NULL, won_seats TEXT "
    "NOT NULL, in_a_turn INTEGER NOT NULL, in_a_turn_by TEXT, margin INTEGER, best INTEGER, winning INTEGER, "
    "losing INTEGER, most_felled INTEGER, luckiest INTEGER, unluckiest INTEGER, source TEXT, "
    + count_columns((*FACES, *(column for *_, column in OUTCOMES)))
    + ") STRICT",
    # one row a colour of a game; `due` and `spread` are the exact mean and variance of `gain` (46656ths, and squared);
    # `first` is 1 on the first colour of a player, and `wins` is 1 there if any of his colours won: a player of two
    # colours counts as one
    "player_game": "CREATE TABLE player_game(player TEXT NOT NULL, number INTEGER NOT NULL, colour TEXT NOT NULL, "
    "seat INTEGER, players INTEGER NOT NULL, objective TEXT, won INTEGER NOT NULL, first INTEGER NOT NULL, "
    "wins INTEGER NOT NULL, out INTEGER NOT NULL, half_points INTEGER, "
    "felled INTEGER NOT NULL, throws INTEGER NOT NULL, gain INTEGER NOT NULL, due INTEGER NOT NULL, "
    "spread INTEGER NOT NULL, " + count_columns(FACES) + ", PRIMARY KEY(player, number, colour)) STRICT, WITHOUT ROWID",
    # the players who have won a game, partners too
    "champion": "CREATE TABLE champion(player TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY(player, number)) "
    "STRICT, WITHOUT ROWID",
    # one row for two players of a game who are not partners, by their first colours: `pair` is both
    # references, the lower one first, with a blank between;
    # `outcome` is the sum of 1 where the first won, 2 the other, 4 where the first had more points, 8 the other
    "duel": "CREATE TABLE duel(pair TEXT NOT NULL, outcome INTEGER NOT NULL, number INTEGER NOT NULL, colour TEXT NOT "
    "NULL, rival_colour TEXT NOT NULL, seat INTEGER, rival_seat INTEGER, PRIMARY KEY(pair, outcome, number, colour, "
    "rival_colour)) STRICT, WITHOUT ROWID",
    # lanes: territories and armies of each seat when a round is over, for the rounds from `first` (0: the set-up);
    # `shape` is their layout (see `timelines.Shape`); rounds after a gap have another row
    "strength": "CREATE TABLE strength(number INTEGER NOT NULL, first INTEGER NOT NULL, shape TEXT NOT NULL, "
    "lanes BLOB NOT NULL) STRICT",
    # a continent held: spells and turns at whose end it was, the longest spell, own turns begun with it; `first` is 1
    # on one row of a continent in a game
    "holding": "CREATE TABLE holding(continent TEXT NOT NULL, number INTEGER NOT NULL, colour TEXT NOT NULL, "
    "seat INTEGER, won INTEGER NOT NULL, spells INTEGER NOT NULL, turns INTEGER NOT NULL, longest INTEGER NOT NULL, "
    "incomes INTEGER NOT NULL, first INTEGER NOT NULL, PRIMARY KEY(continent, number, colour)) STRICT, WITHOUT ROWID",
    # attacks on one territory from another without pause; `size` is 10000 x the most dice in defence + 100 x the armies
    # usable + the defenders, each at most 60; `held` is the exact chance open when they were broken off, in millionths
    "assault": "CREATE TABLE assault(size INTEGER NOT NULL, number INTEGER NOT NULL, assaults INTEGER NOT NULL, "
    "conquered INTEGER NOT NULL, spent INTEGER NOT NULL, held INTEGER NOT NULL, PRIMARY KEY(size, number)) STRICT, "
    "WITHOUT ROWID",
    # the edges over which territories were conquered, for searches: 42 x target + source, numbers in the standard
    # order
    "conquest_edge": "CREATE TABLE conquest_edge(edge INTEGER NOT NULL, number INTEGER NOT NULL, "
    "PRIMARY KEY(edge, number)) STRICT, WITHOUT ROWID",
    # lanes: conquests over each of EDGES, then for each territory whether it was conquered at all; `width` is the
    # bytes of a lane; `strays` are the edges, each as often as it occurs, of conquests over no border
    "conquest_counts": "CREATE TABLE conquest_counts(number INTEGER PRIMARY KEY, width INTEGER NOT NULL, lanes BLOB "
    "NOT NULL, strays TEXT) STRICT",
    # sets played, by the armies they brought
    "tris": "CREATE TABLE tris(base INTEGER NOT NULL, number INTEGER NOT NULL, sets INTEGER NOT NULL, bonus INTEGER "
    "NOT NULL, jolly INTEGER NOT NULL, PRIMARY KEY(base, number)) STRICT, WITHOUT ROWID",
    # an illegal event, and what its absence would change: 1 a change, 0 none, null if unknown
    "counterfactual": "CREATE TABLE counterfactual(number INTEGER NOT NULL, event INTEGER NOT NULL, winner INTEGER, "
    "points INTEGER, PRIMARY KEY(number, event)) STRICT, WITHOUT ROWID",
    # the options of a game: those of its variant, and those of its headers Option
    "game_option": "CREATE TABLE game_option(option TEXT NOT NULL, number INTEGER NOT NULL, "
    "PRIMARY KEY(option, number)) STRICT, WITHOUT ROWID",
}
BY_NUMBER = tuple(FACT_TABLES)
TABLES_BY_GAME = ("game", "seat", "verdict", "score", "place", "throw", "label", "conquest")  # with the game's id
DERIVED_TABLES = (*TABLES_BY_GAME, *BY_NUMBER, "link", "withdrawn", "merged", "dispute", "approval")
KEYED_BY_NUMBER = ("game_facts", "conquest_counts", "counterfactual")  # those whose key begins with the number
# the tournament tables that stored games are linked to; rebuilt from the logs of the tournaments
LINK_TABLE = (
    "CREATE TABLE link(tournament TEXT NOT NULL, round INTEGER NOT NULL, board TEXT NOT NULL, game TEXT NOT NULL, "
    "club TEXT, PRIMARY KEY(tournament, round, board)) STRICT, WITHOUT ROWID"
)
LINK_INDEXES = (
    "CREATE INDEX game_edition ON game(edition, number)",
    "CREATE INDEX game_place ON game(place, number)",
    "CREATE INDEX game_qualified ON game(reason, impossible, completeness, number)",
    "CREATE INDEX link_game ON link(game)",
    "CREATE INDEX link_club ON link(club)",
)
FACT_INDEXES = (
    "CREATE INDEX game_facts_eliminations ON game_facts(variant, eliminations, number)",
    "CREATE INDEX game_facts_closing ON game_facts(reason, variant, end_rolls, number)",
    "CREATE INDEX player_game_objective ON player_game(objective, number, seat, won, half_points)",
    "CREATE INDEX conquest_counts_strays ON conquest_counts(number) WHERE strays IS NOT NULL",
    *(f"CREATE INDEX {table}_number ON {table}(number)" for table in BY_NUMBER if table not in KEYED_BY_NUMBER),
)
