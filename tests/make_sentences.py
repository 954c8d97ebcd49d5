"""Makes docs/sentences.md and its Italian twin: every sentence of a finding, as a case or a game provokes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from plancia_data import words
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.judging.verdicts import sentence_key
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.rulesets.ruleset import RuleSet
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import first_leg_of, rules_of, text_of

GAMES = Path(__file__).parent / "games"
ROOT = Path(__file__).parent.parent
PAGES = {"en": ROOT / "docs" / "sentences.md", "it": ROOT / "docs" / "sentences.it.md"}
BESIDE = ("record.winner", "record.draw")  # sentences of the rule record.end


@dataclass
class Provoked:
    """A sentence key with a finding that uses it, in both languages, and the place it comes from."""

    key: str
    rule_id: str
    verdict: str
    where: str
    line: str
    says: dict[str, str]


def sentence_keys() -> list[str]:
    """Every key of the word files that is a sentence of a finding, in the order of the rules' names."""
    rules = {*rule_classes(), *BESIDE}
    return sorted(key for key in words("en") if ".".join(key.split(".")[:2]) in rules)


@cache
def named_games() -> dict[str, Callable[[], tuple[Game, RuleSet, Game | None]]]:
    """Every case and every whole game by the name that the page gives it."""
    found: dict[str, Callable[[], tuple[Game, RuleSet, Game | None]]] = {}
    for file in sorted(CASES.glob("*/*.toml")):
        for place, case in enumerate(cases_of(file), start=1):
            found[f"cases/{file.parent.name}/{file.stem} ({place})"] = partial(game_of_case, file, case)
    for file in sorted(GAMES.glob("*/*.rgn")):
        found[f"games/{file.parent.name}/{file.stem}"] = partial(game_of_file, file)
    return found


def game_of_case(file: Path, case: dict[str, Any]) -> tuple[Game, RuleSet, Game | None]:
    """The game of a case, its rules, and the first game of its match."""
    game = read(text_of(variant_of(file), case)[0], file.name).games[0]
    return game, rules_of(game, case), first_leg_of(variant_of(file), case)


def game_of_file(file: Path) -> tuple[Game, RuleSet, Game | None]:
    """A whole game and its rules."""
    game = read(file.read_text("utf-8"), file.name).games[0]
    return game, ruleset_for_game(game), None


def places_on_page() -> dict[str, str]:
    """Sentence key -> the case or game that the page names for it now: asked first, so that the page stays as it is."""
    text = PAGES["en"].read_text("utf-8") if PAGES["en"].exists() else ""
    return dict(re.findall(r"^\| `([a-z_.]+)` \|.*\| ((?:cases|games)/[^|]+) \|$", text, re.MULTILINE))


def findings_of(name: str) -> dict[str, Provoked]:
    """Sentence key -> the first finding of a case or game that uses it."""
    game, rules, first = named_games()[name]()
    found: dict[str, Provoked] = {}
    verdicts = (judge(game, rules, lang, first).verdicts for lang in ("en", "it"))
    for one, other in zip(*verdicts, strict=True):
        key = sentence_key(one.to_json())
        if key and key not in found:
            says = {"en": one.says, "it": other.says}
            found[key] = Provoked(key, one.rule_id, one.verdict, name, one.text or "(header)", says)
    return found


@cache
def provoked() -> dict[str, Provoked]:
    """Sentence key -> a finding that uses it: of the case that the page names, else of the first case that has one."""
    games = named_games()
    wanted = set(sentence_keys())
    named = {key: name for key, name in places_on_page().items() if key in wanted and name in games}
    known = {name: findings_of(name) for name in sorted(set(named.values()))}
    found = {key: known[name][key] for key, name in named.items() if key in known[name]}
    for name in games:
        if wanted <= found.keys():
            break
        found = {**(known.get(name) or findings_of(name)), **found}
    return found


def page(lang: str) -> str:
    """The page in a language."""
    lines = OPENING[lang].splitlines()
    found = provoked()
    for key in sentence_keys():
        if key not in found:
            continue
        one = found[key]
        cells = (f"`{key}`", one.rule_id, one.says[lang], f"`{one.line}`", one.where)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


OPENING = {
    "en": """# Sentences

What the judge says, each sentence as one of the ruling cases (`tests/cases`) or whole games (`tests/games`) provokes
it. Read this page as an arbiter who knows the game: from the sentence alone it should be clear what was wrong, where,
and what would have been right. Made from the cases (`python -m tests.make_pages`) and compared by a test; the Italian
page is [sentences.it.md](sentences.it.md).

| sentence | rule | as printed | event | case |
| --- | --- | --- | --- | --- |""",
    "it": """# Frasi

Quel che dice il giudice, ogni frase come la provoca uno dei casi (`tests/cases`) o una delle partite intere
(`tests/games`). La pagina va letta come la leggerebbe un arbitro che conosce il gioco: dalla sola frase si deve capire
che cosa era sbagliato, dove, e che cosa sarebbe stato giusto. È fatta dai casi (`python -m tests.make_pages`) e
confrontata da una prova; la pagina inglese è [sentences.md](sentences.md).

| frase | regola | come si legge | evento | caso |
| --- | --- | --- | --- | --- |""",
}


def made() -> dict[Path, str]:
    """Both pages."""
    return {path: page(lang) for lang, path in PAGES.items()}
