"""The data of a game's page: judgement, steps, turns with their events, seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from flask import request
from markupsafe import Markup

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.game_cache import cached_judgement, game_head, get_or_compute, get_or_compute_named, visible_game
from plancia_api.language import language
from plancia_api.pages.game_story import Finding, Turn, build_finding, build_story, html_mark, packed_steps
from plancia_api.pages.rendering import number_argument, spoken_number
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name, insert_names, names_shown
from plancia_api.told_lines import seat_words
from plancia_archive.facts.odds import SCALE, scaled_moments
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.irregularities import Irregularities, irregularities_of
from plancia_data import Counted, messages
from plancia_events import Event, Game, NotationError, parse_event
from plancia_replay import Judgement, RuleSet, RuleSetError, judge, other_ruleset_for_game
from plancia_replay.drawing.wording import wording
from plancia_replay.judging.forms import Board, Score
from plancia_replay.judging.step_states import Steps, compute_steps
from plancia_replay.text.comments import comment_in_words
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.fact_values import LAND_CODES, points
from plancia_replay.text.narrator import HIDDEN, SEALED, Narrator, Situation
from plancia_replay.text.sentences import account_source_text, vocabulary


def irregular_words(found: Irregularities) -> list[str]:
    """Returns a phrase for each of moves, record and headers that has something irregular."""
    say = messages("game", language())
    counts = (
        ("irregular-moves", found.moves), ("irregular-record", found.record), ("irregular-headers", found.headers),
    )  # fmt: skip
    return [str(say[key]).format(count=Counted(count)) for key, count in counts if count]


def counted_findings(judgement: Judgement) -> str:
    """Returns the number of findings of every kind, then what is irregular."""
    total = messages("game", language())["findings-count"].format(count=Counted(len(judgement.verdicts)))
    return " · ".join([total, *irregular_words(irregularities_of(judgement))])


STEP_BYTES = 700  # a step in memory, estimated
PART_BYTES = 900  # what a part of the page has of an event, estimated
Value = TypeVar("Value")
NEUTRAL = "-"


@dataclass(frozen=True)
class Seat:
    """A seat of the game at the event shown.

    `points` are recounted ("" without any) and `undecided` why they are not known; `bonus` is what the document adds to
    them for the `ranking` points. `account` has (what, points, rule).
    """

    letter: str
    colour: str
    name: str
    objective: str
    declared: str
    points: str
    bonus: str
    ranking: str
    undecided: str
    account: list[tuple[str, str, str]]
    lands: int
    armies: int
    cards: list[str]
    status: str
    is_winner: bool


@dataclass(frozen=True)
class GameView:
    """A game with the judgement and the steps that its page shows: its own or other rules, as corrected or recorded."""

    head: GameHead
    game: Game
    rules: RuleSet
    judgement: Judgement
    steps: Steps
    by: str
    under: str

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.game.events)

    @cached_property
    def at(self) -> int:
        """The event that the page shows first: that of the query, else the last one."""
        return number_argument("at", self.last)

    @property
    def is_chosen(self) -> bool:
        """True where the query names the event that is shown."""
        return "at" in request.args

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the seats by letter, none where they are not shown."""
        if not names_shown():
            return {}
        players = {letter: player for letter, player in self.game.players.items() if player not in ("?", "-")}
        return {letter: display_name(player) for letter, player in players.items()}

    @cached_property
    def seat_words(self) -> dict[str, str]:
        """The names of the seats with their colours, by letter; none where they are not shown."""
        return seat_words(self.game)

    @cached_property
    def data_names(self) -> dict[str, str]:
        """A name for each owner of territories: the player's, else the colour's."""
        words = vocabulary(language())
        seat_names = {letter: self.names.get(letter) or str(words[f"colour.{letter}"]) for letter in self.steps.colours}
        return {"?": "", "-": str(words["colour.-"]), **seat_names}

    @cached_property
    def narrator(self) -> Narrator:
        """Tells the events in the language of the reader."""
        return Narrator.of_rules(language(), self.names, self.rules, html_mark)

    def told(self, line: str | Event, number: int) -> Markup:
        """The sentence of a line as it would stand at event `number`; the line itself where it is none."""
        try:
            event = parse_event(line) if isinstance(line, str) else line
        except NotationError:
            return Markup("<code>{}</code>").format(line)
        return Markup(tell_event(self.narrator, event, self.situation(number)))

    def told_plainly(self, number: int) -> str:
        """The sentence of event `number` as plain text."""
        narrator = Narrator.of_rules(language(), self.names, self.rules)
        return tell_event(narrator, self.steps.played[number] or self.game.events[number - 1], self.situation(number))

    def situation(self, number: int) -> Situation:
        """The table that event `number` meets."""
        owners = {code: str(held[0]) for code, held in self.board_at(number - 1).items()}
        return Situation(owners, self.steps.steps[number].income if 0 < number <= self.last else None)

    def kept(self, name: str, compute: Callable[[], Value]) -> Value:
        """What the page shows of the game, computed once for its head, the language and the names that are shown.

        It must not depend on anything else of the request. Under other rules nothing is kept.
        """
        if self.under:
            return compute()
        size = PART_BYTES * (1 + self.last)
        return get_or_compute_named(self.head, (name, language(), self.by), compute, size)

    @cached_property
    def story(self) -> list[Turn]:
        """The turns with their events; shared, and must not be changed."""
        return self.kept("story", self.build_story)

    def build_story(self) -> list[Turn]:
        """Tells the turns with their events."""
        return build_story(
            self.game, self.steps, self.judgement, self.narrator, self.by == "corrected", self.seat_words
        )

    def story_html(self, macro: Callable[[list[Turn]], str], may_object: bool = False) -> str:
        """The story as a macro of the page writes it, with an objection to each event where one is permitted."""
        if self.is_chosen:  # whose event is marked in it
            return macro(self.story)
        return self.kept(f"story-html {may_object}", lambda: macro(self.story))

    @cached_property
    def header_findings(self) -> list[Finding]:
        """The findings that are about the headers."""
        return [build_finding(one, self.seat_words) for one in self.judgement.verdicts if not one.event]

    @cached_property
    def sentences(self) -> dict[int, Markup]:
        """The sentences of the events as they were recorded, by number."""
        return {line.number: Markup(line.recorded or line.html) for turn in self.story for line in turn.lines}

    def findings(self, most: int) -> list[Finding]:
        """The first findings, each with its explanation."""
        return [build_finding(verdict, self.seat_words) for verdict in self.judgement.verdicts[:most]]

    def findings_count(self) -> str:
        """The number of findings, and what is irregular: moves, record, headers."""
        return counted_findings(self.judgement)

    @cached_property
    def board(self) -> Board:
        """The position at the event shown: territory code to [owner, armies]."""
        return self.board_at(self.at)

    def board_at(self, number: int) -> Board:
        """The position after an event."""
        position: Board = {}
        for step in self.steps.steps[: number + 1]:
            position.update((LAND_CODES[land], (owner, armies)) for land, owner, armies in step.lands)
        return position

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in the order of play, else of the headers."""
        return self.find_seats() if self.is_chosen else self.kept("seats", self.find_seats)

    @cached_property
    def ranked_seats(self) -> list[Seat]:
        """The seats as the result ranks them: the winners, then by ranking points, points and what was declared."""
        scores, declared = self.judgement.told_scores, self.declared

        def figures(seat: Seat) -> tuple[bool, float, float]:
            score = scores.get(seat.letter) or Score(points=declared.get(seat.letter), account=[])
            return seat.is_winner, score.get("ranking") or 0, score["points"] or 0

        return sorted(self.seats, key=figures, reverse=True)

    @cached_property
    def declared(self) -> dict[str, float | None]:
        """The points that the players declare by letter: those of the header, else of the lines SCORE that stand."""
        lines: list[Any] = [event for event in self.steps.played if event is not None and event.TAG == "SCORE"]
        return {line.actor: points(line.half_points) for line in lines} | self.judgement.declared

    def find_seats(self) -> list[Seat]:
        """Finds the seats at the event shown."""
        hands: dict[str, list[str]] = {}
        objectives: dict[str, str] = {}
        status: dict[str, str] = {}
        order: list[str] = []
        for number in range(self.last + 1):
            event: Any = self.steps.played[number]
            tag = "" if event is None else event.TAG
            if tag == "ORDER":
                order = event.order
            if tag == "OBJ":
                objectives[event.actor] = self.objective_shown(event.objective)
            if number <= self.at:
                hands.update(self.steps.steps[number].hands)
                status |= status_after(event)
        letters = sorted(self.game.players, key=lambda letter: order.index(letter) if letter in order else len(order))
        return [self.seat(letter, hands.get(letter, []), objectives.get(letter, ""), status) for letter in letters]

    def objective_shown(self, word: str) -> str:
        """The name of an objective in HTML, or that it is hidden."""
        is_hidden = word == HIDDEN or word.startswith(SEALED)
        return messages("game", language())["hidden"] if is_hidden else self.narrator.objective_name(word)

    def seat(self, letter: str, hand: list[str], objective: str, status: Mapping[str, str]) -> Seat:
        """Returns one seat with its score from the judgement."""
        lang, judgement = language(), self.judgement
        entry = judgement.told_scores.get(letter) or Score(points=None, account=[])
        seat_index = self.steps.colours.find(letter)
        territories, armies = self.steps.steps[self.at].force[seat_index] if seat_index >= 0 else (0, 0)
        further = entry.get("ranking_account", []) if judgement.has_own_ranking else []
        account = [(account_source_text(line["what"], lang), spoken_number(line["points"]), line["rule_id"])
                   for line in [*entry["account"], *further]]  # fmt: skip
        bonus = sum(line["points"] for line in further[1:]) if further and further[0]["what"] == "table" else None
        return Seat(
            letter=letter,
            colour=str(vocabulary(lang)[f"colour.{letter}"]),
            name=self.names.get(letter, ""),
            objective=objective,
            declared=spoken_number(self.declared.get(letter)),
            points=spoken_number(entry.get("points")),
            bonus=spoken_number(bonus),
            ranking=spoken_number(entry.get("ranking")) if judgement.has_own_ranking else "",
            undecided=judgement.undecided(letter),
            account=account,
            lands=territories,
            armies=armies,
            cards=[self.narrator.card(card) for card in hand],
            status=status.get(letter, ""),
            is_winner=letter in judgement.end["winners"] and not judgement.end.get("undecidable"),
        )

    def data(self) -> dict[str, object]:
        """What the page's script needs: changes by event, starts of turns, events with findings, luck by throw."""
        return {
            "last": self.last, "at": self.at, "chosen": self.is_chosen, **self.kept("data", self.shared_data),
            "names": self.data_names, "marks": wording(language()).marks,
            "cards": card_names(self.narrator), "words": script_words(),
        }  # fmt: skip

    def shared_data(self) -> dict[str, object]:
        """What of it does not depend on the event shown."""
        return {
            **packed_steps(self.steps),
            "starts": [turn.number for turn in self.story],
            "findings": sorted({verdict.event for verdict in self.judgement.verdicts}),
            "luck": luck_by_event(self.steps),
        }


def card_names(narrator: Narrator) -> dict[str, str]:
    """The names of cards that are not territories, by code."""
    return {code: narrator.card(code) for code in ("JOL", "???", "#")}


def script_words() -> dict[str, str]:
    """The messages that the page's script writes."""
    names = ("event-of", "start", "play", "pause", "copied", "round")
    said = {name: messages("game", language())[name] for name in names}
    pages = messages("pages", language())
    return {**said, "object": pages["object-event"], "object-whole": pages["object-whole"]}


def status_after(event: Any) -> dict[str, str]:
    """Returns the status that an event gives to a player, by letter; empty for other events."""
    if event is None or event.TAG not in ("STAT", "ELIM"):
        return {}
    if event.TAG == "ELIM":
        return {event.player: "eliminated"}
    return {event.player: event.to} if event.to in ("withdrawn", "passive", "frozen") else {}


def load_view(game_id: str) -> GameView:
    """Loads a game as the query parameters of the request ask.

    `under` names other rules to judge it by; `as=recorded` leaves corrections out, and has no effect with `under`.
    Raises ArchiveError for an unknown game, Problem 422 for unknown rules and 429 for too many replays.
    """
    head, under = game_head(game_id), request.args.get("under", "").strip()
    if not under:
        return own_view(head, "recorded" if request.args.get("as") == "recorded" else "corrected")
    game = visible_game(head)
    rate_limits.count_replay()
    try:
        rules = other_ruleset_for_game(game, under)
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    judgement = judge(game, rules, language())
    return GameView(head, game, rules, judgement, steps_at(head, game, rules, "corrected"), "corrected", under)


def own_view(head: GameHead, by: str = "corrected") -> GameView:
    """Loads a game under its own rules, as `corrected` or `recorded`."""
    game = visible_game(head)
    rules, judgement = archive().rules_of(game), cached_judgement(head, language(), by)
    return GameView(head, game, rules, judgement, steps_at(head, game, rules, by), by, "")


def steps_at(head: GameHead, game: Game, rules: RuleSet, by: str) -> Steps:
    """The steps of a game, kept for its head; shared, and must not be changed."""

    def compute() -> Steps:
        return compute_steps(game, rules, by == "corrected")

    return get_or_compute(head, ("steps", rules.hash, by), compute, lambda steps: STEP_BYTES * len(steps.steps))


def shown_text(text: str) -> str:
    """A free text of the record, with this program's own comments in words and with names, where they are shown."""
    return str(insert_names({"note": comment_in_words(text, language())})["note"])


def luck_by_event(steps: Steps) -> list[list[Any]]:
    """For each throw with its faces: event, attacker, defender, luck of the attacker in hundredths of an army.

    The defender's is the opposite; neutral territories have none. Luck is the losses inflicted less those suffered,
    less the exact mean of that difference.
    """
    owners: dict[str, str] = {}
    rows: list[list[Any]] = []
    for number, event in enumerate(steps.played):
        if steps.stopped and number >= steps.stopped:
            break
        if event is not None and event.TAG == "ATT":
            throw: Any = event
            dice = len(throw.attack_dice), len(throw.defence_dice)
            if all(1 <= count <= 3 for count in dice):
                gain = throw.defence_losses - throw.attack_losses
                luck = gain - scaled_moments(*dice)[0] / SCALE
                rows.append([number, throw.actor, owners.get(throw.target, NEUTRAL), round(100 * luck)])
        owners.update((LAND_CODES[change.territory], change.owner) for change in steps.steps[number].lands)
    return rows
