"""Writes events outside the turn's play from input lines: clock, announcements, players who leave, cards, notes."""

from __future__ import annotations

from plancia_events.kinds.ending import ANNOUNCEMENTS as WORDS
from plancia_replay.recording.derive import close_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import colour_error, expect_colour, match_colour, parse_cards
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import InputLine
from plancia_replay.recording.vocabulary import ANNOUNCEMENTS, find_meaning, find_verb
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.endings.announcements import AnnouncedAtTimeOut
from plancia_replay.rules.turn.out_of_play import FreezeGarrison, WithdrawalGarrison


def clock(w: LineWriter, input_line: InputLine, what: str) -> None:
    """Writes a clock event from input such as `inizio 21:05`, `sveglia 23:05`."""
    if input_line.numbers:
        raise Unclear("time", input_line.numbers[0].column, input_line.numbers[0].text)
    occupy(w)
    w.write(f"CLOCK * {what}")


def announcement_due(play: Play) -> str:
    """Returns the announcement that the rules require when the time is over; "" for none."""
    rule = play.rule(AnnouncedAtTimeOut)
    return "" if rule is None or rule.kind < 0 else WORDS[rule.kind]


def announce(w: LineWriter, input_line: InputLine) -> None:
    """Writes the arbiter's announcement.

    Input such as `annuncio penultimo`; by default the one that the rules require.
    """
    occupy(w)
    word = next((found for token in input_line.words if (found := find_meaning(token.text, ANNOUNCEMENTS))), "")
    word = word or announcement_due(w.play)
    if not word:
        raise Unclear("announcement", input_line.end)
    w.write(f"ANN A {word}")


def withdraw(w: LineWriter, input_line: InputLine) -> None:
    """Writes that a player leaves the game; his armies stay or become neutral, according to the rules."""
    letter = affected_colour(w, input_line)
    occupy(w)
    play = w.play
    codes = play.territories(letter)
    new_status = "passive" if play.binds("withdrawal.passive") else "withdrawn"
    w.write(f"STAT A {letter} {new_status}")
    rule = play.rule(WithdrawalGarrison)
    weak_codes = [code for code in codes if rule is not None and play.armies(code) < int(rule.least)]
    if new_status == "withdrawn" and rule is not None and weak_codes:
        w.write(f"FILL {letter} {int(rule.least)} {' '.join(weak_codes)} why=withdrawal", derived=True)


def freeze(w: LineWriter, input_line: InputLine) -> None:
    """Writes that a player is frozen; his territories get the number of armies that the rules prescribe."""
    letter = affected_colour(w, input_line)
    close_turn(w)
    play = w.play
    arguments = input_line.arguments
    w.write(f"STAT A {letter} frozen{arguments}")
    rule = play.rule(FreezeGarrison)
    codes = play.territories(letter)
    if rule is not None and codes:
        w.write(f"FILL {letter} {int(rule.armies)} {' '.join(codes)} why=freeze", derived=True)


def affected_colour(w: LineWriter, input_line: InputLine) -> str:
    """Returns the colour that a line concerns: the one named in it, else that of the current player."""
    if input_line.colour:
        return input_line.colour
    if input_line.words:
        return expect_colour(input_line.words[0], w.play, input_line.end)
    if not w.play.turn:
        raise Unclear("who")
    return w.play.turn


def renounce(w: LineWriter, input_line: InputLine) -> None:
    """Writes that a player gives up the income of his continents."""
    w.write(f"STAT A {affected_colour(w, input_line)} renounced")


def owe(w: LineWriter, input_line: InputLine) -> None:
    """Writes that a player owes a card."""
    letter = affected_colour(w, input_line)
    if w.play.turn == letter:
        close_turn(w)
    count = input_line.numbers[0].value if input_line.numbers else 1
    w.write(f"STAT A {letter} debt{f' n={count}' if count > 1 else ''}")


def pay(w: LineWriter, input_line: InputLine) -> None:
    """Writes a card given back.

    Input such as `rende cina` for a debt, `rende verde cina garrison` after the turn.
    """
    occupy(w)
    play = w.play
    words = input_line.words
    letter = input_line.colour or (match_colour(words[0].text, play.players) if words else "")
    if words and letter and not input_line.colour:
        words = words[1:]
    reasons = ("debt", "garrison", "penalty", "hand-limit")
    reason = next((token.text for token in words if token.text in reasons), "debt")
    words = [token for token in words if token.text not in reasons]
    letter = letter or play.turn or (play.players[0] if len(play.players) == 1 else "")
    if not letter:
        raise Unclear("who")
    hand = play.hand(letter)
    cards = parse_cards(words, lambda code: code in hand) or ["???"]
    w.write(f"CARDS * {letter}>deck {reason} {' '.join(cards)}")


def hand_over(w: LineWriter, input_line: InputLine) -> None:
    """Writes cards handed over by an eliminated player.

    Input such as `consegna verde rosso cina siam`; by default all he has.
    """
    occupy(w)
    play = w.play
    words = input_line.words
    if len(words) < 2:
        raise colour_error(play.players, input_line.end)
    giver, to = expect_colour(words[0], play, input_line.end), expect_colour(words[1], play, input_line.end)
    hand = play.hand(giver)
    cards = parse_cards(words[2:], lambda code: code in hand) or hand
    if not cards:
        raise Unclear("no-cards", words[0].column, words[0].text)
    w.write(f"CARDS * {giver}>{to} elimination {' '.join(cards)}")


def eliminate(w: LineWriter, input_line: InputLine) -> None:
    """Writes an elimination that does not follow from a conquest from input such as `elimina verde`."""
    occupy(w)
    loser = expect_colour(input_line.words[0] if input_line.words else None, w.play, input_line.end)
    w.write(f"ELIM {w.play.turn or '*'} {loser}")


def note(w: LineWriter, input_line: InputLine) -> None:
    """Writes a remark from input such as `nota il dado è caduto`."""
    text = input_line.text_after(1)
    if not text:
        raise Unclear("note", input_line.end)
    occupy(w)
    about = input_line.named.get("about")
    w.suffix = ""
    w.write(f"NOTE *{f' {about.text}' if about else ''} {{{text.replace(about.text, '').strip() if about else text}}}")


def void(w: LineWriter, input_line: InputLine) -> None:
    """Voids an earlier event: `annulla 41 dado caduto`, as the arbiter's decision `annulla arbitro 41 dado caduto`.

    Raises Unclear without a reason.
    """
    by_arbiter = bool(input_line.tokens) and find_verb(input_line.tokens[0].text) == "arbiter"
    number = input_line.numbers[0] if input_line.numbers else None
    reason = input_line.note or input_line.text_after(2 if by_arbiter else 1)
    if number is None or not 0 < number.value <= len(w.play.events):
        raise Unclear("event-number", number.column if number else 1, number.text if number else "",
                      last=len(w.play.events))  # fmt: skip
    if not reason:
        raise Unclear("reason", input_line.end)
    w.suffix = ""
    w.write(f"VOID {'A' if by_arbiter else '*'} {number.value} {{{reason}}}")
