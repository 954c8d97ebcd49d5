"""The questions before a game, in words, and the headers that the answers become."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancia_data import in_language, text_in, variant_ids, variant_source
from plancia_events import read
from plancia_events.text.headers import COLOUR_HEADERS
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import colour_of
from plancia_replay.recording.vocabulary import simple
from plancia_replay.rules.setup.opening import PlayersCount
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet, load_ruleset

HEADER_OF = {letter: name for name, letter in COLOUR_HEADERS.items()}
SOURCES = {"live": "vivo live v l", "sheet": "foglio carta sheet paper f s p"}
Choice = tuple[str, str]  # what is answered, and its meaning in words


@dataclass
class Opening:
    """The answers given so far; `question` is the next one to ask, `answer` takes its answer.

    Questions are variant, options, players, team, virtual, event, date and source, those that the variant does not
    need left out.
    """

    answers: dict[str, str] = field(default_factory=dict)
    rules: RuleSet | None = None
    players: list[tuple[str, str]] = field(default_factory=list)

    @property
    def question(self) -> str:
        """The next question, or "" once all are answered."""
        return next((name for name in self.questions() if name not in self.answers), "")

    def questions(self) -> list[str]:
        """All questions that the answers so far lead to."""
        found = ["variant", "options", "players"]
        rules = self.rules
        if rules is not None and rules.binds("team.opposite"):
            found.append("team")
        if rules is not None and rules.binds("dummy.named"):
            found.append("virtual")
        if not self.chosen_options():
            found.remove("options")
        return [*found, "event", "date", "source"]

    def chosen_options(self) -> list[str]:
        """The options that the variant chosen offers."""
        variant = self.answers.get("variant")
        return [name for name, _ in options_of(variant, "it")] if variant else ["?"]

    def choices(self, lang: str) -> list[Choice]:
        """What may be answered to the next question, where it is a choice."""
        if self.question == "variant":
            return [
                (name, text_in(variant_source(name)["variant"]["title"], lang)) for name in variant_ids() if plays(name)
            ]
        if self.question == "options":
            return options_of(self.answers["variant"], lang)
        return []

    def answer(self, text: str) -> None:
        """Takes the answer to the next question. Raises Unclear; then the question stays."""
        name = self.question
        text = " ".join(text.split())
        kept = getattr(self, f"take_{name}")(text)
        self.answers[name] = kept

    def take_variant(self, text: str) -> str:
        """A variant by its id, or the beginning of it or of a word of its title."""
        word = simple(text)
        found = [name for name in variant_ids() if name == text] or [
            name
            for name in variant_ids()
            if word and plays(name) and (simple(name).startswith(word) or word in titles(name))
        ]
        if len(found) != 1:
            raise Unclear("variant", 1, text, tuple(found))
        self.rules = load_ruleset(found[0])
        return found[0]

    def take_options(self, text: str) -> str:
        """Options of the variant, with commas between; none for an empty answer."""
        names = [part.strip() for part in text.replace("+", ",").split(",") if part.strip()]
        spec = " + ".join([self.answers["variant"], *names])
        try:
            self.rules = load_ruleset(spec)
        except RuleSetError as error:
            raise Unclear("notation", 1, text, why=error.text) from error
        return ", ".join(names)

    def take_players(self, text: str) -> str:
        """Colours with the names of their players: `rosso Anna, blu Bruno`."""
        players: dict[str, str] = {}
        for part in text.split(","):
            colour, _, name = part.strip().partition(" ")
            letter = colour_of(colour, [one for one in COLOUR_LETTERS if one not in players])
            if not letter or not name.strip():
                raise Unclear("players", text.find(part.strip()) + 1, part.strip())
            players[letter] = name.strip()
        rule = next((rule for rule in self.rules.rules if isinstance(rule, PlayersCount)), None) if self.rules else None
        if len(players) < 2 or (rule is not None and len(players) not in rule.counts):
            allowed = ", ".join(map(str, rule.counts)) if rule else "2..6"
            raise Unclear("player-count", 1, text, count=len(players), allowed=allowed)
        self.players = list(players.items())
        return text

    def take_team(self, text: str) -> str:
        """Teams: `rosso verde, blu nero`."""
        letters = [letter for letter, _ in self.players]
        teams = ["".join(colour_of(word, letters) for word in part.split()) for part in text.split(",")]
        if sorted("".join(teams)) != sorted(letters) or any(len(team) != 2 for team in teams):
            raise Unclear("team", 1, text)
        return " ".join(teams)

    def take_virtual(self, text: str) -> str:
        """The colour without a player."""
        letter = colour_of(text, [letter for letter, _ in self.players])
        if not letter:
            raise Unclear("colour", 1, text, colours="")
        return letter

    def take_event(self, text: str) -> str:
        """The tournament or the evening; nothing where it has no name."""
        return text

    def take_date(self, text: str) -> str:
        """The day, as Italians or as computers write it; nothing where it is not known."""
        self.headers(date=text)
        return text

    def take_source(self, text: str) -> str:
        """Whether the game is recorded while it is played, or from a sheet."""
        word = simple(text)
        if not word:
            return "live"
        found = next((value for value, words in SOURCES.items() if word in words.split()), "")
        if not found:
            raise Unclear("source", 1, text)
        return found

    def headers(self, date: str | None = None, lang: str = "it") -> list[tuple[str, str]]:
        """The headers of the game, canonical. Raises Unclear for an answer that no header can hold."""
        answers = self.answers
        variant = self.rules.id if self.rules else answers.get("variant", "")
        wanted = {
            "Notation": "rgn 1", "Variant": variant, "Event": answers.get("event", ""),
            "Date": answers.get("date", "") if date is None else date,
            **{HEADER_OF[letter]: name for letter, name in self.players},
            "Team": answers.get("team", ""), "Virtual": answers.get("virtual", ""), "Completeness": "full",
            "Provenance": answers.get("source", "live"),
        }  # fmt: skip
        escaped = {name: value.replace("\\", "\\\\").replace('"', '\\"') for name, value in wanted.items() if value}
        reading = read("\n".join(f'[{name} "{value}"]' for name, value in escaped.items()) + "\n")
        if reading.problems:
            raise Unclear("notation", 1, reading.problems[0].found, why=reading.problems[0].message)
        return reading.games[0].headers


def plays(variant: str) -> bool:
    """True for rules that people play by: neither those of another program nor those of the record alone."""
    document = str(variant_source(variant)["variant"].get("document", ""))
    return "/" not in document and document != "notation"


def titles(variant: str) -> list[str]:
    """The words of the titles of a variant."""
    title = variant_source(variant)["variant"]["title"]
    return [word for text in title.values() for word in simple(text).split() if len(word) > 3]


def options_of(variant: str, lang: str) -> list[Choice]:
    """The options of a variant with their meaning in words."""
    found: dict[str, str] = {}
    for clause in variant_source(variant).get("clause", []):
        name = clause.get("alternative")
        if name:
            found.setdefault(name, text_in(clause["says"], lang))
    return list(found.items())


def question_text(name: str, lang: str) -> str:
    """A question in words."""
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
