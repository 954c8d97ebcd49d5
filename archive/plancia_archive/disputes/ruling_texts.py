"""The rulings of a dispute for readers: outcome, lines with sentences, what is revoked, what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.judged_effect import first_events, first_ruled_event
from plancia_archive.disputes.readings import (
    GameOutcome,
    describe_reading,
    event_outcome,
    format_outcome,
    player_names,
    seat_names,
)
from plancia_archive.disputes.states import Dispute, KeptLine
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments.log import adjustments_until
from plancia_archive.tournaments.results import NoResult, game_result
from plancia_archive.tournaments.standings import Standing, format_points, standings
from plancia_data import decimal_text, messages
from plancia_events import Event, Game, NotationError, format_event, parse_event, replace_fields
from plancia_events.ops import FIX, VOID
from plancia_replay import RuleSet
from plancia_replay.judging.forms import Board
from plancia_replay.judging.judgement import judge_event
from plancia_replay.judging.without_event import replay_before
from plancia_replay.text.comments import comment_in_words
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.narrator import NOTHING_KNOWN, Narrator, Situation

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader

NameFormatter = Callable[[str], str]


@dataclass(frozen=True)
class SeenGame:
    """The game of a dispute as its reader sees it, and its rules; `outcome_after` judges a number of its events."""

    game: Game
    rules: RuleSet
    outcome_after: Callable[[int], GameOutcome]


def seen_game(archive: Archive, dispute: Dispute, reader: Reader | None) -> SeenGame | None:
    """Returns the game of a dispute; None for one about a tournament. Raises ArchiveError."""
    if not dispute.game:
        return None
    game = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
    rules = archive.rules_of(game)
    return SeenGame(game, rules, cache(lambda count: outcome_after(game, rules, count)))


def outcome_after(game: Game, rules: RuleSet, count: int) -> GameOutcome:
    """Returns the outcome of the first `count` events of a game."""
    return event_outcome(judge_event(replay_before(first_events(game, count), rules, 0), 0), 0, "it")


@dataclass(frozen=True)
class RuledLine:
    """A line that a ruling added: its text ("" for an event of a tournament), its sentence, what became of it.

    `is_revoked`: a later ruling took it back. `revokes`: it takes back a line of an earlier ruling.
    """

    text: str
    sentence: str
    is_revoked: bool = False
    revokes: bool = False


@dataclass(frozen=True)
class RulingText:
    """A ruling: the record `line`, the lines that it added, scores and places before and after it as sentences.

    `reading` has the words of the reading chosen, empty for none.
    """

    line: KeptLine
    added: list[RuledLine]
    effects: list[str]
    reading: str


def ruling_texts(
    archive: Archive, dispute: Dispute, lang: str, to_names: NameFormatter, reader: Reader | None = None,
    seen: SeenGame | None = None,
) -> list[RulingText]:  # fmt: skip
    """Returns the rulings of a dispute, in order; `seen` is its game where it was read. Raises ArchiveError."""
    rulings = dispute.of_kind("ruling")
    seen = seen or (seen_game(archive, dispute, reader) if rulings else None)
    corrected = [corrected_events(ruling) for ruling in rulings]
    return [
        RulingText(
            ruling,
            added_lines(archive, dispute, ruling, set().union(*corrected[place + 1 :]), lang, to_names, reader, seen),
            describe_consequences(archive, dispute, ruling, lang, to_names, seen),
            describe_reading(seen.game, seen.rules, ruling["reading"], lang) if seen and "reading" in ruling else "",
        )
        for place, ruling in enumerate(rulings)
    ]  # fmt: skip


def describe_line(line: RuledLine, words: dict[str, str], with_code: bool = True) -> str:
    """Returns the sentence of a line, the line as it is recorded, and whether it is revoked or revokes another."""
    state = words["revoked"] if line.is_revoked else words["revokes"] if line.revokes else ""
    code = f" ({words['in-record']}: {line.text})" if with_code and line.text else ""
    return f"{line.sentence}{code}{f' [{state}]' if state else ''}"


def corrected_events(ruling: KeptLine) -> set[int]:
    """Returns the numbers of the events that the lines of a ruling void or correct."""
    events: list[Any] = [parse_event(line) for line in ruling["effect"].get("lines", [])]
    return {event.event for event in events if event.OP in (VOID, FIX)}


def added_lines(
    archive: Archive, dispute: Dispute, ruling: KeptLine, corrected_later: set[int], lang: str,
    to_names: NameFormatter, reader: Reader | None, seen: SeenGame | None,
) -> list[RuledLine]:  # fmt: skip
    """Returns the lines of a ruling as this reader sees them; later rulings correct the events `corrected_later`."""
    effect = ruling["effect"]
    stored = effect.get("lines", [])
    shown = reader.lines(dispute.game, stored) if reader and stored else stored
    names, rules = (player_names(seen.game, to_names), seen.rules) if seen else ({}, None)
    found = []
    for number, (line, shown_line) in enumerate(zip(stored, shown, strict=True), effect.get("first", 0)):
        event: Any = parse_event(line)
        target = event.event if event.OP in (VOID, FIX) else number
        found.append(RuledLine(
            to_names(shown_line_text(shown_line, lang)),
            to_names(sentence_with_reason(parse_event(shown_line), lang, rules, names)),
            target in corrected_later, event.note == f"ruling {dispute.id}",
        ))  # fmt: skip
    if not effect.get("events"):
        return found
    title = archive.tournaments.get(effect["tournament"]).title
    return found + [RuledLine("", to_names(tournament_sentence(event, title, lang))) for event in effect["events"]]


def sentence_with_reason(event: Event, lang: str, rules: RuleSet | None, names: Mapping[str, str]) -> str:
    """Returns the sentence of a line of a ruling with the reason that stands in it."""
    sentence = sentence_of(event, lang, rules=rules, names=names)
    return f"{sentence}: \u201c{comment_in_words(event.note, lang)}\u201d" if event.note else sentence


def tournament_sentence(event: Members, title: str, lang: str) -> str:
    """Returns the sentence of an event that a ruling adds to a tournament: points of a player, a result, a table."""
    values, points = {**event, "title": title}, event.get("points", {})
    if isinstance(points, dict):
        ranked = sorted(points.items(), key=lambda row: -Fraction(row[1]))
        values["points"] = ", ".join(f"{player} {decimal_text(value, lang)}" for player, value in ranked)
    else:
        values["points"] = decimal_text(points, lang)
    words = messages("disputes", lang)
    sentence = str(words[f"ruled.{event['kind']}"].format(**values))
    return f"{sentence}, {words['winner']} {event['winner']}" if "winner" in event else sentence


def shown_line_text(line: str, lang: str) -> str:
    """Returns a line of a game with a comment of this program in words; the stored line keeps its bytes."""
    try:
        event = parse_event(line)
    except NotationError:
        return line
    return shown_event_text(event, lang)


def shown_event_text(event: Event, lang: str) -> str:
    """Returns the line of an event with a comment of this program in words."""
    if not event.note:
        return format_event(event)
    return format_event(replace_fields(event, note=comment_in_words(event.note, lang)))


def sentence_of(
    event: Event, lang: str, situation: Situation = NOTHING_KNOWN, rules: RuleSet | None = None,
    names: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """Returns the sentence of an event with the objectives of these rules; seats without a name have their colour's."""
    return tell_event(Narrator.of_rules(lang, names or {}, rules), event, situation)


def sentence_at(
    game: Game, number: int, before: Board, lang: str, rules: RuleSet,
    names: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """Returns the sentence of an event of a game, with the board before it and the names of its seats."""
    owners = {code: str(holding[0]) for code, holding in before.items()}
    return sentence_of(game.events[number - 1], lang, Situation(owners), rules, names)


def final_score(dispute: Dispute, lang: str, to_names: NameFormatter, seen: SeenGame | None) -> str:
    """Returns winner and points of the disputed game after all rulings; empty where none changed a game."""
    if seen is None or not first_ruled_event(dispute):
        return ""
    words, judged = messages("disputes", lang), seen.outcome_after(len(seen.game.events))
    return f"{words['score-final']}: {format_outcome(judged, lang, seat_names(seen.game, to_names, lang))}"


def describe_consequences(
    archive: Archive,
    dispute: Dispute,
    ruling: KeptLine,
    lang: str,
    to_names: NameFormatter,
    seen: SeenGame | None,
) -> list[str]:
    """Returns sentences on the score and on the standings before and after a ruling.

    The standings are those of the tournaments that the game is linked to. Empty for a ruling that changed neither a
    game nor a tournament. Raises ArchiveError.
    """
    words, effect, texts = messages("disputes", lang), ruling["effect"], list[str]()
    if seen and "first" in effect:
        first_event, end_event = effect["first"], effect["first"] + len(effect["lines"])
        seats = seat_names(seen.game, to_names, lang)
        before, after = (format_outcome(seen.outcome_after(end - 1), lang, seats) for end in (first_event, end_event))
        texts += [f"{words['score-before']}: {before}", f"{words['score-after']}: {after}"]
        rows = archive.db.execute("SELECT DISTINCT tournament FROM link WHERE game = ?", [dispute.game]).fetchall()
        for (tournament,) in rows:
            standings_pair = [
                standings_at_version(archive, str(tournament), dispute.game, version)
                for version in (first_event, end_event)
            ]
            texts.append(describe_rank_changes(str(tournament), standings_pair[0], standings_pair[1], words, to_names))
    if "events" in effect:
        tournament, first_version = effect["tournament"], effect["tournament_first"]
        tournament_standings = [
            archive.tournaments.standings_of(archive.tournaments.get(tournament, version))
            for version in (first_version, first_version + len(effect["events"]))
        ]
        texts.append(
            describe_rank_changes(tournament, tournament_standings[0], tournament_standings[1], words, to_names)
        )
    return texts


def standings_at_version(archive: Archive, name: str, game: str, version: int) -> list[Standing]:
    """Returns the standings of a tournament, computed with an earlier version of one linked game.

    Raises ArchiveError.
    """
    tournaments = archive.tournaments
    state = tournaments.get(name)
    rounds = []
    for number in range(1, state.rounds + 1):
        results = []
        for table in state.tables_of_round(number):
            result = tournaments.result(table, state)
            if table.game == game and table.typed is None:
                try:
                    result = game_result(tournaments.games, table, state, version)
                except (NoResult, ArchiveError):
                    result = None
            if result is not None:
                results.append(result)
        rounds.append(results)
    drawn_lots = [players for after_round, players in state.lots if after_round <= len(rounds)]
    return standings(state.rules, rounds, list(state.players), adjustments_until(state, len(rounds)), drawn_lots)


def describe_rank_changes(
    name: str, before: list[Standing], after: list[Standing], words: dict[str, str], to_names: NameFormatter
) -> str:  # fmt: skip
    """Returns a sentence with rank and points, before and after, of each player for whom they differ."""
    earlier_rows = {row.player: row for row in before}
    changed = [
        f"{to_names(row.player)} {format_rank(earlier_rows.get(row.player))} \u2192 {format_rank(row)}"
        for row in after if format_rank(earlier_rows.get(row.player)) != format_rank(row)
    ]  # fmt: skip
    return f"{words['standings']} {name}: {', '.join(changed) or words['places-same']}"


def format_rank(row: Standing | None) -> str:
    """Formats rank and points, such as `2. (31)`; `-` for a player without a row."""
    return f"{row.pos}. ({format_points(row.total)})" if row else "-"
