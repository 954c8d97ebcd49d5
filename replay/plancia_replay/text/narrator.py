"""Words for what happens at the table: players, territories with their prepositions, cards, dice, numbers of armies.

The templates are those of `words/events_LANG.toml`; `event_sentences` has one function for each kind of event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from plancia_data import Counted, decimal_text, messages, objective_lists, objectives, text_in
from plancia_replay.text.fact_values import points
from plancia_replay.text.sentences import JOLLY_CODE, place_names, vocabulary

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

HIDDEN, SEALED = "???", "#"
Marker = Callable[[str, str, str], str]


def plain(part: str, text: str, detail: str) -> str:
    """The text of a part of a sentence without any mark-up."""
    return text


class SpokenPlace(str):
    """The name of a territory; as `{place:from}` it takes the preposition with the article of its language."""

    __slots__ = ("forms",)
    forms: Mapping[str, str]

    def __format__(self, spec: str) -> str:
        return self.forms[spec].format(place=str(self)) if spec else str(self)


@cache
def place_forms(lang: str) -> dict[str, dict[str, str]]:
    """By territory code the templates of its name with an article or preposition: "the", "from", "to", "on"."""
    texts = messages("events", lang)
    lists = (entry.partition(": ") for entry in texts["articles"].split("; "))
    article_of = {code: article for article, _, codes in lists for code in codes.split()}
    forms = {name: dict(form_entry(entry) for entry in texts[name].split("; ")) for name in ("the", "from", "to", "on")}
    return {
        code: {name: by_article.get(article_of.get(code, ""), by_article[""]) for name, by_article in forms.items()}
        for code in place_names(lang)
    }


def form_entry(entry: str) -> tuple[str, str]:
    """The article and the template of one form; the article is empty for names without one."""
    article, mark, template = entry.partition(": ")
    return (article, template) if mark else ("", entry)


@dataclass(frozen=True)
class Situation:
    """The table before an event, as far as its sentence needs it.

    `owners` is the colour letter by territory code, `income` the armies due for territories and continents of the turn
    that the event begins.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    income: tuple[int, int] | None = None


NOTHING_KNOWN = Situation()


@dataclass(frozen=True)
class Narrator:
    """Tells events in a language.

    `names` are the names of the seats by colour letter (the colour's own where one is missing), `objectives` those of
    objectives by id. `mark(part, text, detail)` returns a part as the medium shows it: `part` is "player", "place",
    "card", "attack-die", "defence-die", "die", "objective" or "text", `detail` the letter, code or face. Without
    `has_dice` armies fight, not dice.
    """

    lang: str
    names: Mapping[str, str] = field(default_factory=dict)
    objectives: Mapping[str, str] = field(default_factory=dict)
    mark: Marker = plain
    has_dice: bool = True

    @classmethod
    def of_rules(cls, lang: str, names: Mapping[str, str], rules: RuleSet | None, mark: Marker = plain) -> Narrator:
        """The narrator of a game by these rules, with the names of the objectives of their list."""
        goals_id = str(rules.content["goals_id"]) if rules else ""
        known = objectives(goals_id) if goals_id in objective_lists() else []
        has_dice = not (rules and rules.binds("combat.table"))
        return cls(lang, names, {goal["id"]: text_in(goal, lang) for goal in known}, mark, has_dice)

    def say(self, key: str, **values: Any) -> str:
        """A template of the language with its values; whole numbers choose singular or plural."""
        counted = {name: Counted(value) if type(value) is int else value for name, value in values.items()}
        return messages("events", self.lang)[key].format(**counted)

    def knows(self, key: str) -> bool:
        """True if the language has a template of this key."""
        return key in messages("events", self.lang)

    def player(self, letter: str) -> str:
        """The name of a seat, of the neutrals, of the table or of the arbiter."""
        special = {"-": "neutral", "*": "table", "A": "arbiter"}.get(letter)
        if special:
            return self.say(special)
        name = self.names.get(letter) or str(vocabulary(self.lang).get(f"colour.{letter}", letter))
        return self.mark("player", name, letter)

    def place(self, code: str) -> SpokenPlace:
        """The name of a territory, which knows its forms with prepositions."""
        place = SpokenPlace(self.mark("place", place_names(self.lang).get(code, code), code))
        place.forms = place_forms(self.lang).get(code, place_forms(self.lang)["ALA"])
        return place

    def card(self, code: str) -> str:
        """A card by the name of its territory, as a jolly or as hidden."""
        if code == JOLLY_CODE:
            return self.mark("card", self.say("card.jolly"), code)
        if code == HIDDEN or code.startswith(SEALED):
            return self.say("card.hidden" if code == HIDDEN else "card.sealed")
        return self.mark("card", place_names(self.lang).get(code, code), code)

    def cards(self, codes: list[str]) -> str:
        """Cards by name, then the number of those that are hidden."""
        known = [self.card(code) for code in codes if code != HIDDEN]
        hidden = len(codes) - len(known)
        return self.join_with_and([*known, *([self.say("cards.hidden", count=hidden)] if hidden else [])])

    def objective(self, word: str) -> str:
        """An objective by its name with the noun, or that it is hidden."""
        if word == HIDDEN or word.startswith(SEALED):
            return self.say("objective.hidden" if word == HIDDEN else "objective.sealed")
        return self.say("objective.named", objective=self.objective_name(word))

    def objective_name(self, word: str) -> str:
        """The name of an objective that is known; a word that the list does not have unchanged."""
        return self.mark("objective", self.objectives.get(word, word), word)

    def join_with_and(self, parts: Iterable[str]) -> str:
        """Joins parts by commas, with "and" before the last."""
        *first, last = list(parts) or [""]
        return self.say("and", first=", ".join(first), last=last) if first else last

    def items(self, items: list[tuple[str, int]], key: str = "armies.on") -> str:
        """Territories with armies: "2 armies on China and 1 on Siam"."""
        keys = [key if number == 0 or key != "armies.on" else "more.on" for number in range(len(items))]
        return self.join_with_and(
            self.say(template, count=count, place=self.place(code))
            for template, (code, count) in zip(keys, items, strict=True)
        )

    def dice(self, faces: Iterable[int], part: str = "die") -> str:
        """Dice one after the other."""
        return " ".join(self.mark(part, str(face), str(face)) for face in faces)

    def text(self, text: str) -> str:
        """A word of the record that has no translation."""
        return self.mark("text", text, "")


def half_points(narrator: Narrator, halves: int) -> str:
    """Points with the decimal mark of the language."""
    return decimal_text(points(halves), narrator.lang)
