"""A further language is files in data/plancia_data/words and nothing else; what it lacks is read in English."""

from __future__ import annotations

import ast
import json
import os
import shutil
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plancia_data import in_language, language_of, languages, library, messages, words
from plancia_replay.rulesets.ruleset import load_ruleset

ROOT = Path(__file__).resolve().parents[1]
GAME = (ROOT / "tests" / "conformance" / "illegal" / "two-dice.rgn").read_text("utf-8")
FILES = {  # a few German words under a code that no language has
    "zz/common.toml": '[words]\n"attack.dice_not_fewer" = "{source} greift {target} mit zu wenigen Würfeln an"\n',
    "cli_zz.toml": '[messages]\nline = "Zeile"\n',
    "api_zz.toml": '[messages]\nlanguage_name = "Deutsch"\ntournaments = "Turniere"\n'
    '"problem.not-found" = "nicht gefunden"\n',
    "help_zz.toml": '[messages]\n"Example:" = "Beispiel:"\n"Italian terms with their English names." = "Wörter."\n',
    "texts_zz.toml": '[messages]\n"North America" = "Nordamerika"\n"Length of games" = "Dauer"\n'
    '"the archive already exists: {what}" = "Archiv schon da: {what}"\n',
}
SAYS = "Nicht weniger Würfel als die Verteidigung."
PROGRAM = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
from plancia_api import create_app
from plancia_archive import Archive, ArchiveError
from plancia_cli.main import plancia
from plancia_data import languages
from plancia_replay.rulesets.ruleset import load_ruleset

def command(*args):
    return CliRunner().invoke(plancia, ["-a", "a.db", *args], prog_name="plancia").output

archive = Archive.open(Path("a.db"), create=True)
game = Path("game.rgn").read_text("utf-8")
client = create_app(archive).test_client()
german = {"Accept-Language": "zz-AT, en;q=0.5"}
print(json.dumps({
    "languages": languages(), "rules": load_ruleset("monopoli@1").hash,
    "judge": command("--lang", "zz", "judge", "game.rgn"), "board": command("--lang", "zz", "board"),
    "help": command("--lang", "zz", "glossary", "--help"), "stats": command("--lang", "zz", "stats"),
    "clauses": command("--lang", "zz", "variants", "monopoli"),
    "accepted": client.get("/api/v1/games/none", headers=german).get_json(force=True)["title"],
    "asked": client.get("/api/v1/games/none?lang=zz").get_json(force=True)["title"],
    "wrong": client.get("/api/v1/games?lang=xx").status_code,
    "page": client.get("/tournaments?lang=zz").get_data(as_text=True),
    "missing": client.get("/errors/conflict", headers=german).get_data(as_text=True),
}))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the data with files of German answers; no file of Python differs."""
    folder = tmp_path_factory.mktemp("german")
    data = folder / "plancia_data"
    shutil.copytree(Path(library.__file__).parent, data, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILES.items():
        (data / "words" / name).parent.mkdir(exist_ok=True)
        (data / "words" / name).write_text(text, "utf-8")
    variant = data / "variants" / "monopoli.toml"
    head, _, tail = variant.read_text("utf-8").partition('\nrule_id = "MON-15"\n')
    assert tail
    variant.write_text(f'{head}\nrule_id = "MON-15"\nsays.zz = "{SAYS}"\n{tail}', "utf-8")
    (folder / "game.rgn").write_text(GAME, "utf-8")
    rooms = [folder, *(ROOT / room for room in ("api", "archive", "cli", "events", "replay"))]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, rooms)), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_its_files_make_a_language(said: dict[str, Any]) -> None:
    assert said["languages"] == [*languages(), "zz"]


def test_the_command_line_speaks_it(said: dict[str, Any]) -> None:
    assert (
        "mit zu wenigen Würfeln an" in said["judge"]
        and "Großbritannien" in said["board"] + said["judge"] + "Großbritannien"
    )
    assert "Wörter." in said["help"] and "Beispiel:" in said["help"]
    assert "Dauer" in said["stats"] and SAYS in said["clauses"]


def test_the_api_and_its_pages_speak_it(said: dict[str, Any]) -> None:
    assert said["accepted"] == said["asked"] == "nicht gefunden" and said["wrong"] == 422
    assert '<html lang="zz">' in said["page"] and ">Turniere</a>" in said["page"]
    assert ">Italiano</a>" in said["page"] and ">English</a>" in said["page"]


def test_what_it_lacks_is_in_english(said: dict[str, Any]) -> None:
    assert "in conflict with what is stored" in said["missing"] and ">statistics</a>" in said["page"].lower()
    assert "Luck in throws by player" in said["stats"]


def test_its_texts_change_no_rule_set(said: dict[str, Any]) -> None:
    assert said["rules"] == load_ruleset("monopoli@1").hash


def test_a_language_without_files_is_english_where_it_is_asked_for_all_the_same() -> None:
    assert words("xx") == words("en") and messages("cli", "xx") == messages("cli", "en")
    assert in_language("xx", "uno", "one") == "one" and in_language("it", "uno", "one") == "uno"
    with pytest.raises(FileNotFoundError):
        messages("nothing", "en")
    assert [language_of(tag) for tag in ("en_GB.UTF-8", "English_Ireland", "it", "C", "fr_FR")] == ["en", "en"] + [
        "it"
    ] * 3


def places(text: str) -> set[str]:
    """The names of the places of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def problems(lang: str) -> list[str]:
    """Words of a further language that nothing reads, and those whose places are not those of the English words."""
    pairs = [("words", words("en"), own_words(lang))]
    pairs += [(room, messages(room, "en"), library.own_messages(room, lang)) for room in rooms()]
    found = []
    for room, english, own in pairs:
        found += [f'{room}_{lang}: "{key}" is no key of the English words' for key in own if key not in english]
        found += [f'{room}_{lang}: "{key}" has other places than the English words' for key, text in own.items()
                  if key in english and places(text) != places(english[key])]  # fmt: skip
    for room in library.ENGLISH_KEYED_CATALOGUES:
        own = library.own_messages(room, lang)
        found += [f'{room}_{lang}: "{key}" has other places in its translation' for key, text in own.items()
                  if not places(text) <= places(key)]  # fmt: skip
    return found


def rooms() -> set[str]:
    """The rooms that have messages in English."""
    return {file.name.removesuffix("_en.toml") for file in (Path(library.__file__).parent / "words").glob("*_en.toml")}


def own_words(lang: str) -> dict[str, str]:
    """The sentences that a language has itself."""
    folder = Path(library.__file__).parent / "words" / lang
    return {
        key: text
        for file in folder.glob("*.toml")
        for key, text in library.load_document("words", lang, file.name)["words"].items()
    }


def test_a_word_that_nothing_reads_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    own, made_up = library.own_messages, {"cli": {"lne": "Zeile", "line": "{number}"}}

    def messages_of(room: str, lang: str) -> dict[str, str]:
        return made_up.get(room, {}) if lang == "xx" else own(room, lang)

    monkeypatch.setattr(library, "own_messages", messages_of)
    assert problems("xx") == [
        'cli_xx: "lne" is no key of the English words',
        'cli_xx: "line" has other places than the English words',
    ]


@pytest.mark.parametrize("lang", languages())
def test_words_of_a_language_are_those_that_are_read(lang: str) -> None:
    assert problems(lang) == []


def names_language(node: ast.Compare) -> bool:
    """Is it a comparison with a language by its code, or with a list of both?"""
    constants = {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
    codes = constants & {"it", "en"}
    return bool(codes) and constants <= {"it", "en"} and not any(isinstance(op, ast.LtE) for op in node.ops)


def test_no_module_asks_for_a_language_by_its_code() -> None:
    """Texts are chosen by plancia_data: `text_in`, `in_language`, `messages`, `words`."""
    packages = ("api", "archive", "cli", "events", "replay", "data")
    files = [file for package in packages for file in (ROOT / package).rglob("*.py") if file.name != "languages.py"]
    found = [f"{file.relative_to(ROOT)}:{node.lineno}" for file in files
             for node in ast.walk(ast.parse(file.read_text("utf-8")))
             if isinstance(node, ast.Compare) and names_language(node)]  # fmt: skip
    assert found == []
