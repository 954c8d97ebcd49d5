"""Asks for the headers of a new game: questions, checks of the answers, and the headers made from them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from plancia_data import in_language, text_in, variant_ids, variant_source
from plancia_events import read
from plancia_events.text.headers import COLOUR_HEADERS
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import colour_error, match_colour
from plancia_replay.recording.vocabulary import normalize_word
from plancia_replay.rules.setup.drafting import DraftSecret
from plancia_replay.rules.setup.opening import PlayersCount
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet, load_ruleset

HEADER_BY_LETTER = {letter: name for name, letter in COLOUR_HEADERS.items()}
SOURCES = {"live": "vivo live v l", "sheet": "foglio carta sheet paper f s p"}
AnswerChoice = tuple[str, str]  # what is answered, and its meaning in words

Question = Literal["", "variant", "options", "players", "team", "virtual", "event", "date", "source"]


@dataclass(frozen=True)
class OptionQuestion:
    """The options of a variant that answer one question, at most one of which is chosen.

    `default` is the sentence that holds where none is chosen; "" where the document has no sentence on it.
    """

    default: str
    choices: list[AnswerChoice]


@dataclass(frozen=True)
class PlayersAllowed:
    """The numbers of players that rules allow, and the number of the clause that says so; "" where none does."""

    counts: list[int]
    rule_id: str

    def __str__(self) -> str:
        counts = ", ".join(map(str, self.counts))
        return f"{counts} ({self.rule_id})" if self.rule_id else counts


@dataclass
class Opening:
    """The answers given so far; `question` is the next one to ask, `answer` stores its answer.

    Questions are variant, options, players, team, virtual, event, date and source, those that the variant does not
    need left out. `details` are headers that nobody is asked for: Game, Round, Table.
    """

    answers: dict[str, str] = field(default_factory=dict)
    details: dict[str, str] = field(default_factory=dict)
    rules: RuleSet | None = None
    players: list[tuple[str, str]] = field(default_factory=list)

    @property
    def question(self) -> Question:
        """The next question, or "" once all are answered."""
        return next((name for name in self.questions() if name not in self.answers), "")

    def questions(self) -> list[Question]:
        """Returns all questions that the answers so far require."""
        names: list[Question] = ["variant", "options", "players"]
        rules = self.rules
        if rules is not None and rules.binds("team.opposite"):
            names.append("team")
        if rules is not None and has_colour_without_player(rules):
            names.append("virtual")
        if not self.chosen_options():
            names.remove("options")
        return [*names, "event", "date", "source"]

    def chosen_options(self) -> list[str]:
        """Returns the options that the chosen variant offers."""
        variant = self.answers.get("variant")
        return [name for name, _ in list_options(variant, "it")] if variant else ["?"]

    def choices(self, lang: str) -> list[AnswerChoice]:
        """Returns the choices of the next question; none for a question with a free answer."""
        if self.question == "variant":
            return [
                (name, text_in(variant_source(name)["variant"]["title"], lang))
                for name in variant_ids()
                if is_playable(name)
            ]
        if self.question == "options":
            return list_options(self.answers["variant"], lang)
        return []

    def answer(self, text: str) -> None:
        """Stores the answer to the next question. Raises Unclear for an invalid one; then `question` is the same."""
        name = self.question
        text = " ".join(text.split())
        value = getattr(self, f"accept_{name}")(text)
        self.answers[name] = value

    def accept_variant(self, text: str) -> str:
        """A variant by its id, or the beginning of it or of a word of its title."""
        word = normalize_word(text)
        matches = [name for name in variant_ids() if name == text] or [
            name
            for name in variant_ids()
            if word and is_playable(name) and (normalize_word(name).startswith(word) or word in title_words(name))
        ]
        if len(matches) != 1:
            raise Unclear("variant", 1, text, tuple(matches))
        self.rules = load_ruleset(matches[0])
        return matches[0]

    def accept_options(self, text: str) -> str:
        """Options of the variant, with commas between; none for an empty answer."""
        names = [part.strip() for part in text.replace("+", ",").split(",") if part.strip()]
        spec = " + ".join([self.answers["variant"], *names])
        try:
            self.rules = load_ruleset(spec)
        except RuleSetError as error:
            raise Unclear("notation", 1, text, why=error.text) from error
        return ", ".join(names)

    def accept_players(self, text: str) -> str:
        """Colours with the names of their players: `rosso Anna, blu Bruno`."""
        players: dict[str, str] = {}
        for part in text.split(","):
            colour, _, name = part.strip().partition(" ")
            letter = match_colour(colour, [one for one in COLOUR_LETTERS if one not in players])
            if not letter or not name.strip():
                raise Unclear("players", text.find(part.strip()) + 1, part.strip())
            players[letter] = name.strip()
        if self.rules is not None:
            check_player_count(self.rules, len(players))
        self.players = list(players.items())
        return text

    def accept_team(self, text: str) -> str:
        """Teams: `rosso verde, blu nero`."""
        letters = [letter for letter, _ in self.players]
        teams = ["".join(match_colour(word, letters) for word in part.split()) for part in text.split(",")]
        if sorted("".join(teams)) != sorted(letters) or any(len(team) != 2 for team in teams):
            raise Unclear("team" if text.strip() else "team-missing", 1, text)
        return " ".join(teams)

    def accept_virtual(self, text: str) -> str:
        """The colour without a player."""
        letters = [letter for letter, _ in self.players]
        letter = match_colour(text, letters) if text.strip() else ""
        if not letter:
            raise colour_error(letters, 1, text)
        return letter

    def accept_event(self, text: str) -> str:
        """The tournament or the evening; nothing where it has no name."""
        return text

    def accept_date(self, text: str) -> str:
        """The day, as Italians or as computers write it; nothing where it is not known."""
        self.headers(date=text)
        return text

    def accept_source(self, text: str) -> str:
        """Whether the game is recorded while it is played, or from a sheet."""
        word = normalize_word(text)
        if not word:
            return "live"
        source = next((value for value, words in SOURCES.items() if word in words.split()), "")
        if not source:
            raise Unclear("source", 1, text)
        return source

    def headers(self, date: str | None = None) -> list[tuple[str, str]]:
        """Returns the canonical headers of the game. Raises Unclear for an answer that no header can hold."""
        answers = self.answers
        variant = self.rules.id if self.rules else answers.get("variant", "")
        values = {
            "Notation": "rgn 1", "Game": self.details.get("Game", ""), "Variant": variant,
            "Event": answers.get("event", ""), "Date": answers.get("date", "") if date is None else date,
            "Round": self.details.get("Round", ""), "Table": self.details.get("Table", ""),
            **{HEADER_BY_LETTER[letter]: name for letter, name in self.players},
            "Team": answers.get("team", ""), "Virtual": answers.get("virtual", ""), "Completeness": "full",
            "Provenance": answers.get("source", "live"),
        }  # fmt: skip
        escaped_values = {
            name: value.replace("\\", "\\\\").replace('"', '\\"') for name, value in values.items() if value
        }
        reading = read("\n".join(f'[{name} "{value}"]' for name, value in escaped_values.items()) + "\n")
        if reading.problems:
            raise Unclear("notation", 1, reading.problems[0].found, why=reading.problems[0].message)
        return reading.games[0].headers


def has_colour_without_player(rules: RuleSet) -> bool:
    """True if a colour is played by nobody: the dummy, or the virtual partner of one against a pair."""
    return rules.binds("dummy.named") or any(
        isinstance(rule, DraftSecret) and rule.partner_open for rule in rules.rules
    )


def is_playable(variant: str) -> bool:
    """True for a variant that people play: not one of another program, nor the one for the notation only."""
    document = str(variant_source(variant)["variant"].get("document", ""))
    return "/" not in document and document != "notation"


def title_words(variant: str) -> list[str]:
    """Returns the words of the titles of a variant."""
    title = variant_source(variant)["variant"]["title"]
    return [word for text in (title["it"], title["en"]) for word in normalize_word(text).split() if len(word) > 3]


def list_options(variant: str, lang: str) -> list[AnswerChoice]:
    """Returns the options of a variant, each with its meaning in words."""
    texts_by_option: dict[str, str] = {}
    for clause in variant_source(variant).get("clause", []):
        name = clause.get("alternative")
        if name:
            texts_by_option.setdefault(name, text_in(clause["says"], lang))
    return list(texts_by_option.items())


def option_questions(variant: str, lang: str) -> list[OptionQuestion]:
    """Returns the options of a variant by question: those that replace the same clause exclude each other."""
    clauses = variant_source(variant).get("clause", [])
    defaults = {clause["rule_id"]: text_in(clause["says"], lang) for clause in clauses if "alternative" not in clause}
    choices: dict[str, list[AnswerChoice]] = {}
    for name, meaning in list_options(variant, lang):
        named = [clause for clause in clauses if clause.get("alternative") == name]
        replaced = next((clause["replaces"] for clause in named if clause.get("replaces")), named[0]["rule_id"])
        choices.setdefault(str(replaced), []).append((name, meaning))
    return [OptionQuestion(defaults.get(clause, ""), found) for clause, found in choices.items()]


@cache
def possible_questions(variant: str) -> frozenset[str]:
    """Returns the questions that a variant may ask, whichever of its options is chosen."""
    questions: set[str] = set()
    for option in ("", *(name for name, _ in list_options(variant, "it"))):
        opening = Opening()
        opening.answer(variant)
        with suppress(Unclear):  # an option that only goes with another one
            if opening.question == "options":
                opening.answer(option)
        questions |= set(opening.questions())
    return frozenset(questions)


def players_allowed(rules: RuleSet) -> PlayersAllowed:
    """Returns the numbers of players that rules allow; a colour without a player counts."""
    rule = next((rule for rule in rules.rules if isinstance(rule, PlayersCount)), None)
    if rule is None:
        return PlayersAllowed(list(range(2, len(COLOUR_LETTERS) + 1)), "")
    return PlayersAllowed(sorted(rule.counts), str(rules.clauses[rule.index]["rule_id"]))


def check_player_count(rules: RuleSet, count: int) -> None:
    """Raises Unclear for a number of players that rules do not allow."""
    allowed = players_allowed(rules)
    if count not in allowed.counts:
        raise Unclear("player-count", 1, "", count=count, allowed=str(allowed))


def question_text(name: str, lang: str) -> str:
    """Returns the text of a question in a language."""
    italian, english = QUESTIONS[name]
    return in_language(lang, italian, english)


QUESTIONS = {
    "variant": ("Con quali regole si gioca?", "Under which rules is it played?"),
    "options": (
        "Quali opzioni, separate da virgole? (Invio: nessuna)",
        "Which options, with commas between? (Enter: none)",
    ),
    "players": (
        "Chi gioca? colore e nome, separati da virgole: rosso Anna, blu Bruno",
        "Who plays? colour and name, with commas between: red Anna, blue Bruno",
    ),
    "team": ("Quali squadre? rosso verde, blu nero", "Which teams? red green, blue black"),
    "virtual": ("Quale colore è senza giocatore?", "Which colour has no player?"),
    "event": ("Quale torneo o serata? (Invio: nessuno)", "Which tournament or evening? (Enter: none)"),
    "date": ("In che giorno? (Invio: oggi)", "On which day? (Enter: today)"),
    "source": ("Dal vivo o da un foglio? v, f (Invio: dal vivo)", "Live or from a sheet? l, s (Enter: live)"),
}  # fmt: skip
