"""Derives events that follow from the game: turns that begin and end, occupations, eliminations, cards drawn."""

from __future__ import annotations

from plancia_events.ops import CARDS_ELIMINATION
from plancia_replay.kernel.rule import UNDECIDABLE
from plancia_replay.kernel.table import ACTIVE, FROZEN, NEUTRAL
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.cards.drawing import cards_earned
from plancia_replay.rules.combat.occupation import AdvanceByDice
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.fact_values import LAND_CODES

TURN_KIND_SUFFIXES = ("", " chance", " extra")
assert CARDS_ELIMINATION == 0


def turn_line(play: Play, letter: str, kind: str | None = None, director: str = "") -> str:
    """Returns the TURN line of a player with the kind and director that violate the fewest rules."""
    kinds = TURN_KIND_SUFFIXES if kind is None else (f" {kind}" if kind else "",)
    director_arguments = [f" director={director}"] if director else [""]
    if not director and play.table.virtual >= 0 and COLOUR_LETTERS[play.table.virtual] == letter:
        director_arguments += [f" director={other}" for other in play.players if other != letter]
    lines = [f"TURN {letter}{word}{leader}" for word in kinds for leader in director_arguments]
    return min(lines, key=lambda line: len(play.violated_rules(line, (UNDECIDABLE,))))


def begin_turn(w: LineWriter, letter: str, kind: str | None = None, derived: bool = True, director: str = "") -> None:
    """Ends the current turn and begins that of a player."""
    close_turn(w)
    w.write(turn_line(w.play, letter, kind, director), derived)


def ensure_turn(w: LineWriter, letter: str = "") -> str:
    """Returns the current player's colour; begins the turn of `letter`, or of the next player, if it is not open.

    Raises Unclear if the next player is not known.
    """
    play = w.play
    if play.turn and letter in ("", play.turn):
        return play.turn
    following = letter or play.next
    if not following:
        raise Unclear("who")
    begin_turn(w, following)
    return following


def pending_conquest(play: Play) -> tuple[str, str] | None:
    """Returns source and target of a conquest that is not occupied yet, else None."""
    table = play.table
    if table.emptied_land < 0 or not play.turn or COLOUR_LETTERS[table.emptied_by] != play.turn:
        return None
    return LAND_CODES[table.emptied_from], LAND_CODES[table.emptied_land]


def advance_limits(play: Play) -> tuple[int, int]:
    """Returns the least and the most armies that may move into the conquered territory; (0, 0) without one."""
    places = pending_conquest(play)
    if places is None:
        return 0, 0
    source, target = places
    most = max(1, play.armies(source) - 1)
    rule = play.rule(AdvanceByDice)
    least = int(rule.minimum_armies(play.table)) if rule else 1
    for count in range(1, most + 1):
        if not play.violated_rules(f"OCC {play.turn} {source}>{target} {count}"):
            return count, most
    return min(max(1, least), most), most


def occupy(w: LineWriter, count: int | None = None) -> None:
    """Writes the occupation of the conquered territory, by default with the fewest armies, and an elimination."""
    places = pending_conquest(w.play)
    if places is None:
        return
    source, target = places
    table, letter = w.play.table, w.play.turn
    victim = int(table.owner[LAND_CODES.index(target)])
    armies = advance_limits(w.play)[0] if count is None else count
    w.write(f"OCC {letter} {source}>{target} {armies}", derived=count is None)
    record_elimination(w, letter, victim)


def record_elimination(w: LineWriter, letter: str, victim: int) -> None:
    """Writes the elimination of a player without territories, and who gets his cards."""
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
    """Returns the number of cards that the current player may still draw for his conquests."""
    table = play.table
    if not play.turn or table.stopped >= 0 or (table.conquests == 0 and pending_conquest(play) is None):
        return 0
    count = min(int(cards_earned(table) - table.draws), int(table.deck_left))
    return count if count > 0 and not play.violated_rules(draw_line(play, ["???"])) else 0


def draw_line(play: Play, cards: list[str], public: bool = False) -> str:
    """Returns the line of cards drawn, with `public` for those of a dummy if the rules make them open."""
    virtual = play.table.virtual
    open_card = public or (
        virtual >= 0 and play.turn == COLOUR_LETTERS[virtual] and play.binds("cards.dummy_open") and "???" not in cards
    )
    return f"DRAW {play.turn} {' '.join(cards)}{' public' if open_card else ''}"


def close_turn(w: LineWriter, with_card: bool = True) -> None:
    """Writes the end of the current turn: occupation, card, END. A game that is over keeps its turn open."""
    occupy(w)
    letter = w.play.turn
    if not letter or w.play.is_stopped:
        return
    for _ in range(cards_due(w.play) if with_card else 0):
        w.write(draw_line(w.play, ["???"]), derived=True)
    w.write(f"END {letter}", derived=True)
