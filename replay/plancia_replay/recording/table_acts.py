"""Acts around the turns as they are said: clock, announcements, players who leave, cards that pass, notes."""

from __future__ import annotations

from plancia_events.kinds.ending import ANNOUNCEMENTS as WORDS
from plancia_replay.recording.derive import close_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import cards_in, colour_of, expect_colour
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import Said
from plancia_replay.recording.vocabulary import ANNOUNCEMENTS, meaning
from plancia_replay.recording.writing import Writing
from plancia_replay.rules.endings.announcements import AnnouncedAtTimeOut
from plancia_replay.rules.turn.out_of_play import FreezeGarrison, WithdrawalGarrison


def clock(w: Writing, said: Said, what: str) -> None:
    """The clock: `inizio 21:05`, `sveglia 23:05`."""
    if said.numbers:
        raise Unclear("time", said.numbers[0].column, said.numbers[0].text)
    occupy(w)
    w.write(f"CLOCK * {what}")


def announcement_due(play: Play) -> str:
    """The word of the announcement that the rules ask for when the time is over; "" for none."""
    rule = play.rule(AnnouncedAtTimeOut)
    return "" if rule is None or rule.kind < 0 else WORDS[rule.kind]


def announce(w: Writing, said: Said) -> None:
    """The arbiter's announcement: `annuncio penultimo`; alone, the one that the rules ask for."""
    occupy(w)
    word = next((found for token in said.words if (found := meaning(token.text, ANNOUNCEMENTS))), "")
    word = word or announcement_due(w.play)
    if not word:
        raise Unclear("announcement", said.end)
    w.write(f"ANN A {word}")


def withdraw(w: Writing, said: Said) -> None:
    """A player leaves the game: his armies stay or become neutral, as the rules say."""
    letter = player_of(w, said)
    occupy(w)
    play = w.play
    lands = play.lands(letter)
    leaves = "passive" if play.binds("withdrawal.passive") else "withdrawn"
    w.write(f"STAT A {letter} {leaves}")
    rule = play.rule(WithdrawalGarrison)
    weak = [code for code in lands if rule is not None and play.armies(code) < int(rule.least)]
    if leaves == "withdrawn" and rule is not None and weak:
        w.write(f"FILL {letter} {int(rule.least)} {' '.join(weak)} why=withdrawal", derived=True)


def freeze(w: Writing, said: Said) -> None:
    """A player is frozen: his territories get the armies that the rules say."""
    letter = player_of(w, said)
    close_turn(w)
    play = w.play
    named = "".join(f" {token.text}" for token in said.named.values())
    w.write(f"STAT A {letter} frozen{named}")
    rule = play.rule(FreezeGarrison)
    lands = play.lands(letter)
    if rule is not None and lands:
        w.write(f"FILL {letter} {int(rule.armies)} {' '.join(lands)} why=freeze", derived=True)


def player_of(w: Writing, said: Said) -> str:
    """The colour that a line is about: named in it, or that of the open turn."""
    if said.colour:
        return said.colour
    if said.words:
        return expect_colour(said.words[0], w.play, said.end)
    if not w.play.turn:
        raise Unclear("who")
    return w.play.turn


def renounce(w: Writing, said: Said) -> None:
    """A player gives up the income of his continents."""
    w.write(f"STAT A {player_of(w, said)} renounced")


def owe(w: Writing, said: Said) -> None:
    """A player owes a card."""
    letter = player_of(w, said)
    if w.play.turn == letter:
        close_turn(w)
    count = said.numbers[0].value if said.numbers else 1
    w.write(f"STAT A {letter} debt{f' n={count}' if count > 1 else ''}")


def pay(w: Writing, said: Said) -> None:
    """A card is given back: `rende cina` for a debt, `rende verde cina garrison` after the turn."""
    occupy(w)
    play = w.play
    words = said.words
    letter = said.colour or (colour_of(words[0].text, play.players) if words else "")
    if words and letter and not said.colour:
        words = words[1:]
    reasons = ("debt", "garrison", "penalty", "hand-limit")
    reason = next((token.text for token in words if token.text in reasons), "debt")
    words = [token for token in words if token.text not in reasons]
    letter = letter or play.turn or (play.players[0] if len(play.players) == 1 else "")
    if not letter:
        raise Unclear("who")
    hand = play.hand(letter)
    cards = cards_in(words, lambda code: code in hand) or ["???"]
    w.write(f"CARDS * {letter}>deck {reason} {' '.join(cards)}")


def hand_over(w: Writing, said: Said) -> None:
    """Cards of an eliminated player: `consegna verde rosso cina siam`; without cards all that he has."""
    occupy(w)
    play = w.play
    words = said.words
    if len(words) < 2:
        raise Unclear("colour", said.end, colours="")
    giver, to = expect_colour(words[0], play, said.end), expect_colour(words[1], play, said.end)
    hand = play.hand(giver)
    cards = cards_in(words[2:], lambda code: code in hand) or hand
    if not cards:
        raise Unclear("no-cards", words[0].column, words[0].text)
    w.write(f"CARDS * {giver}>{to} elimination {' '.join(cards)}")


def eliminate(w: Writing, said: Said) -> None:
    """A player is out: `elimina verde`; said only where it does not follow from a conquest."""
    occupy(w)
    loser = expect_colour(said.words[0] if said.words else None, w.play, said.end)
    w.write(f"ELIM {w.play.turn or '*'} {loser}")


def note(w: Writing, said: Said) -> None:
    """A remark: `nota il dado è caduto`."""
    text = said.text_after(1)
    if not text:
        raise Unclear("note", said.end)
    occupy(w)
    about = said.named.get("about")
    w.suffix = ""
    w.write(f"NOTE *{f' {about.text}' if about else ''} {{{text.replace(about.text, '').strip() if about else text}}}")


def void(w: Writing, said: Said) -> None:
    """An event stored before does not count: `annulla 41 dado caduto`. Raises Unclear without a reason."""
    number = said.numbers[0] if said.numbers else None
    reason = said.note or said.text_after(1)
    if number is None or not 0 < number.value <= len(w.play.events):
        raise Unclear("event-number", number.column if number else 1, number.text if number else "",
                      last=len(w.play.events))  # fmt: skip
    if not reason:
        raise Unclear("reason", said.end)
    w.suffix = ""
    w.write(f"VOID A {number.value} {{{reason}}}")
