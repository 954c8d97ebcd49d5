"""What follows from the game so far: turns that begin and end, armies that move in, eliminations, cards drawn."""

from __future__ import annotations

from plancia_events.ops import CARDS_ELIMINATION
from plancia_replay.kernel.rule import UNDECIDABLE
from plancia_replay.kernel.table import ACTIVE, FROZEN, NEUTRAL
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.writing import Writing
from plancia_replay.rules.cards.drawing import cards_earned
from plancia_replay.rules.combat.occupation import AdvanceByDice
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.fact_values import LAND_CODES

KINDS = ("", " chance", " extra")
assert CARDS_ELIMINATION == 0


def turn_line(play: Play, letter: str, kind: str | None = None, director: str = "") -> str:
    """The TURN of a player: of the kind, and led by the director, to which the rules object least."""
    kinds = KINDS if kind is None else (f" {kind}" if kind else "",)
    directors = [f" director={director}"] if director else [""]
    if not director and play.table.virtual >= 0 and COLOUR_LETTERS[play.table.virtual] == letter:
        directors += [f" director={other}" for other in play.players if other != letter]
    lines = [f"TURN {letter}{word}{leader}" for word in kinds for leader in directors]
    return min(lines, key=lambda line: len(play.objections(line, (UNDECIDABLE,))))


def begin_turn(w: Writing, letter: str, kind: str | None = None, derived: bool = True, director: str = "") -> None:
    """Ends the open turn and begins that of a player."""
    close_turn(w)
    w.write(turn_line(w.play, letter, kind, director), derived)


def ensure_turn(w: Writing, letter: str = "") -> str:
    """The colour whose turn is open; the turn of `letter`, or of who comes next, begins where it is not.

    Raises Unclear where nobody knows who comes next.
    """
    play = w.play
    if play.turn and letter in ("", play.turn):
        return play.turn
    following = letter or play.next
    if not following:
        raise Unclear("who")
    begin_turn(w, following)
    return following


def pending(play: Play) -> tuple[str, str] | None:
    """Source and target of a conquest whose armies have not moved in yet."""
    table = play.table
    if table.emptied_land < 0 or not play.turn or COLOUR_LETTERS[table.emptied_by] != play.turn:
        return None
    return LAND_CODES[table.emptied_from], LAND_CODES[table.emptied_land]


def advance_limits(play: Play) -> tuple[int, int]:
    """The least and the most armies that may move into the territory just conquered."""
    places = pending(play)
    if places is None:
        return 0, 0
    source, target = places
    most = max(1, play.armies(source) - 1)
    rule = play.rule(AdvanceByDice)
    thrown = int(rule.minimum_armies(play.table)) if rule else 1
    for count in range(1, most + 1):
        if not play.objections(f"OCC {play.turn} {source}>{target} {count}"):
            return count, most
    return min(max(1, thrown), most), most


def occupy(w: Writing, count: int | None = None) -> None:
    """Moves armies into the territory just conquered: as many as said, else the least; then who lost all is out."""
    places = pending(w.play)
    if places is None:
        return
    source, target = places
    table, letter = w.play.table, w.play.turn
    victim = int(table.owner[LAND_CODES.index(target)])
    armies = advance_limits(w.play)[0] if count is None else count
    w.write(f"OCC {letter} {source}>{target} {armies}", derived=count is None)
    settle_elimination(w, letter, victim)


def settle_elimination(w: Writing, letter: str, victim: int) -> None:
    """Records that a player lost his last territory, and to whom his cards go."""
    table = w.play.table
    if victim >= NEUTRAL or table.lands[victim] > 0 or table.stopped >= 0:
        return
    loser = COLOUR_LETTERS[victim]
    cards = w.play.hand(loser)
    if table.status[victim] != ACTIVE and not (table.status[victim] == FROZEN and cards):
        return
    w.write(f"ELIM {letter} {loser}", derived=True)
    if cards:
        to = "deck" if w.play.binds("elimination.cards_to_deck") else letter
        w.write(f"CARDS * {loser}>{to} elimination {' '.join(cards)}", derived=True)


def cards_due(play: Play) -> int:
    """Number of cards that the player whose turn is open may still draw for his conquests."""
    table = play.table
    if not play.turn or table.stopped >= 0 or (table.conquests == 0 and pending(play) is None):
        return 0
    count = min(int(cards_earned(table) - table.draws), int(table.deck_left))
    return count if count > 0 and not play.objections(draw_line(play, ["???"])) else 0


def draw_line(play: Play, cards: list[str], public: bool = False) -> str:
    """The line of cards drawn; those of a dummy lie open where the rules say so."""
    virtual = play.table.virtual
    open_card = public or (
        virtual >= 0 and play.turn == COLOUR_LETTERS[virtual] and play.binds("cards.dummy_open") and "???" not in cards
    )
    return f"DRAW {play.turn} {' '.join(cards)}{' public' if open_card else ''}"


def close_turn(w: Writing, with_card: bool = True) -> None:
    """Ends the open turn: armies move in, the card is drawn, END. A game that is over leaves its turn open."""
    occupy(w)
    letter = w.play.turn
    if not letter or w.play.is_stopped:
        return
    for _ in range(cards_due(w.play) if with_card else 0):
        w.write(draw_line(w.play, ["???"]), derived=True)
    w.write(f"END {letter}", derived=True)
