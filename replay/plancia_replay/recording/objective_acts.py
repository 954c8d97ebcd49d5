"""Writes objectives from input lines, given or revealed."""

from __future__ import annotations

from plancia_data import objective_list_of, objectives
from plancia_events.text.objective_names import ids_by_name
from plancia_replay.recording.derive import occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import is_hidden_word, match_colour, split_at_commas
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import joined_text
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.vocabulary import normalize_word
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.objectives.objective_list import ObjectivesAfterRound


def objective(w: LineWriter, input_line: InputLine) -> None:
    """Writes or reveals objectives.

    Input such as `obiettivo rosso elvis`, `obiettivi 13 1 7 8`, `obiettivi nascosti`.
    """
    play = w.play
    tokens = input_line.tokens
    letter = input_line.colour
    words = [token for token in tokens if token.kind == "word"]
    if not letter and words and len(words[0].text) > 1:
        letter = match_colour(words[0].text, play.players)
        tokens = tokens[1:] if letter else tokens
    if letter:
        give_objective(w, letter, tokens)
        return
    parts: list[list[Token]] = [[token] for token in tokens if token.kind == "number"] or split_at_commas(tokens)
    if len(parts) == 1 and all(is_hidden_word(token) for token in parts[0]):
        parts = parts * len(play.players)
    elif len(parts) == 1 and len(parts[0]) == len(play.players):
        parts = [[token] for token in parts[0]]
    if len(parts) != len(play.players):
        raise Unclear("objective-count", input_line.end, count=len(play.players), given=len(parts))
    for player, part in zip(play.players, parts, strict=True):
        give_objective(w, player, part)


def give_objective(w: LineWriter, letter: str, tokens: list[Token]) -> None:
    """Writes a player's objective, or reveals the one that is recorded as hidden."""
    play = w.play
    value = objective_id(play, tokens)
    hidden = next(
        (n for n, event in reversed(list(enumerate(play.events, 1)))
         if event.TAG == "OBJ" and event.actor == letter and event.objective == "???"), 0,
    )  # fmt: skip
    if hidden and value != "???":
        occupy(w)
        w.write(f"SHOW {letter} {hidden} {value}")
        return
    rule = play.rule(ObjectivesAfterRound)
    after = f" after={int(rule.round)}" if rule is not None and rule.round > 0 else ""
    w.write(f"OBJ {letter} {value}{after}")


def objective_id(play: Play, tokens: list[Token]) -> str:
    """Returns the id of an objective by its number in the list, its name or the beginning of it. Raises Unclear."""
    relevant_tokens = [token for token in tokens if token.kind in ("word", "number")]
    if not relevant_tokens:
        raise Unclear("objective", 1, "")
    if all(token.kind == "word" and is_hidden_word(token) for token in relevant_tokens):
        return "???"
    list_id = play.game.header("Objectives") or "?"
    list_id = objective_list_of(play.game.header("Variant") or "") if list_id == "?" else list_id
    ids = ids_by_name(list_id)
    name = "-".join(normalize_word(token.text) for token in relevant_tokens).replace(" ", "-")
    if name in ids:
        return ids[name]
    fits = {value for known, value in ids.items() if known.startswith(name)}
    if len(fits) == 1:
        return fits.pop()
    if not ids and relevant_tokens[0].kind == "word":
        return name
    names = sorted(str(entry["it"]) for entry in objectives(list_id) if entry["id"] in fits) if fits else []
    raise Unclear("objective", relevant_tokens[0].column, joined_text(relevant_tokens), tuple(names))
