"""Everything a person reads of the command line is in Italian and in English: help, errors of use, messages."""

from __future__ import annotations

import ast
import os
import re
import string
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_cli.main import format_os_error, language_option, plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_cli.support.context import choose_language
from plancia_cli.support.translating import CLICK_MODULES, set_language, split_paragraphs
from plancia_data import messages, samples

ITALIAN = messages("help", "it")
CLI = Path(__file__).parents[2] / "cli" / "plancia_cli"


def texts() -> dict[str, str]:
    """Every paragraph of help, with the command that says it."""
    set_language("en")
    found: dict[str, str] = {}
    for path, command in walk_commands(plancia):
        for text in (command.help, *(param.help for param in command.params if isinstance(param, click.Option))):
            for paragraph in split_paragraphs(text or ""):
                if paragraph and not paragraph.startswith("\b"):
                    found[" ".join(paragraph.split())] = " ".join(path)
    return found


def test_every_help_text_is_in_italian_and_no_translation_is_left_over() -> None:
    said = texts()
    missing = [f"{where}: {text}" for text, where in said.items() if text not in ITALIAN]
    assert missing == [], "add them to words/help_it.toml"
    assert all(ITALIAN[text] != text or text == "Parquet" for text in said if " " in text and ", " not in text)
    of_click = set()
    for name in CLICK_MODULES:
        source = Path(str(sys.modules[f"click.{name}"].__file__)).read_text("utf-8")
        of_click |= {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)
                     and isinstance(node.value, str)}  # fmt: skip
    used = re.findall(r'translate\("([^"]+)"\)', "".join(file.read_text("utf-8") for file in CLI.rglob("*.py")))
    left = set(ITALIAN) - set(said) - of_click - {"[OPTIONS]", "COMMAND [ARGS]...", *used}
    assert set(used) <= set(ITALIAN)
    assert left == set(), "nothing says it: take it out of words/help_it.toml"


def test_translations_keep_their_places() -> None:
    def places(text: str) -> set[str]:
        try:
            return {field for _, field, _, _ in string.Formatter().parse(text) if field}
        except ValueError:
            return set()

    for english, italian in ITALIAN.items():
        assert places(italian) <= places(english), english
        words = set(re.findall(r"--[a-z-]+|plancia\[[a-z]+\]|plancia [a-z]+ [a-z]+ (?=lists|reads)", english))
        assert all(word.strip() in italian for word in words), english


def test_every_option_says_what_it_does_and_every_command_gives_an_example() -> None:
    set_language("en")
    for path, command in walk_commands(plancia):
        assert "Example: " in (command.help or "") and "plancia" in (command.help or ""), path
        for param in command.params:
            assert not isinstance(param, click.Option) or param.help, (path, param.name)


@pytest.mark.parametrize("name", [" ".join(path) for path, _ in walk_commands(plancia)])
def test_help_is_all_in_one_language(name: str) -> None:
    shown = {}
    for lang in ("it", "en"):
        done = CliRunner().invoke(plancia, ["--lang", lang, *name.split(), "--help"], terminal_width=100)
        assert done.exit_code == 0, done.output
        shown[lang] = done.output
    assert "Uso: " in shown["it"] and "Esempio: " in shown["it"] and "Opzioni:" in shown["it"]
    for word in ("Usage", "Example", "Options:", "Commands:", "Show this", "default:", "required"):
        assert word not in shown["it"], word
    assert "Uso: " not in shown["en"] and "Esempio" not in shown["en"] and "Show this message" in shown["en"]


@pytest.mark.parametrize(("call", "italian", "english"), [
    (["odds", "x", "3"], "non è un numero intero", "is not a valid integer"),
    (["odds", "99", "3"], "non è nell'intervallo", "is not in the range"),
    (["odds"], "Manca l'argomento", "Missing argument"),
    (["list", "--fromat", "csv"], "Forse '--format'?", "Did you mean '--format'?"),
    (["liste"], "Non c'è il comando", "No such command"),
    (["list", "--format", "xml"], "non è fra", "is not one of"),
    (["list", "--format"], "richiede un valore", "requires an argument"),
    (["list", "a", "b"], "argomenti di troppo", "unexpected extra arguments"),
    (["state", "x"], "Manca l'opzione", "Missing option"), (["completion"], "Scegliere fra", "Choose from"),
    (["--colour"], "Non c'è l'opzione", "No such option"), (["search"], "Errore: ", "Error: "),
    (["export"], "Aiuto: ", "for help"), (["list", "--since", "ieri"], "non è una data", "is not a date"),
])  # fmt: skip
def test_errors_of_use_are_in_the_readers_language(call: list[str], italian: str, english: str) -> None:
    for lang, told in (("it", italian), ("en", english)):
        done = CliRunner().invoke(plancia, ["--lang", lang, *call])
        assert done.exit_code == 2 and told in done.output, done.output
        assert ("Error:" in done.output) == (lang == "en")


def test_the_language_is_the_one_asked_for_then_that_of_the_system() -> None:
    def told(*args: str, **env: str) -> str:
        kept = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LANG", "PLANCIA_LANG")}
        program = [sys.executable, "-m", "plancia_cli", *args, "--help"]
        return subprocess.run(program, env={**kept, **env}, capture_output=True, text=True, encoding="utf-8").stdout

    assert told("board").startswith("Uso") and told("board", LANG="xx_XX.UTF-8").startswith("Uso")
    assert told("board", LANG="en_GB.UTF-8").startswith("Usage")
    assert told("board", LANG="en_GB.UTF-8", PLANCIA_LANG="it").startswith("Uso")
    assert told("--lang", "en", PLANCIA_LANG="it").startswith("Usage")
    assert told("-a", "x.db", "--lang=it", "board", LANG="en_GB.UTF-8").startswith("Uso")


@pytest.mark.parametrize(("args", "lang"), [
    (["--lang", "it", "list"], "it"), (["--lang=en"], "en"), (["-a", "--lang", "--lang", "it"], "it"),
    (["list", "--lang", "it"], None), (["--lang"], None), ([], None), (["--archive=x", "--lang", "en", "x"], "en"),
])  # fmt: skip
def test_the_language_is_seen_before_the_command(args: list[str], lang: str | None) -> None:
    assert language_option(args) == lang


@pytest.mark.parametrize("args", [
    ["board", "-h", "--lang", "en"], ["board", "--lang=en", "-h"], ["tournament", "list", "-h", "--lang", "en"],
    ["--lang", "en", "board", "-h"],
])  # fmt: skip
def test_the_language_may_stand_anywhere(args: list[str]) -> None:
    env = {"PLANCIA_LANG": "it"}
    assert CliRunner().invoke(plancia, args, env=env).output.startswith("Usage:")
    assert CliRunner().invoke(plancia, [*args, "--", "--lang", "it"], env=env).output.startswith("Usage:")


def test_every_message_that_is_told_exists_in_both_languages() -> None:
    known = [set(messages("cli", lang)) for lang in ("it", "en")]
    assert known[0] == known[1]
    for file in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("say", "tell"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert str(first.value) in known[0], f"{file.name}: {first.value!r}"


def test_one_is_not_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.rgn").write_bytes(samples()["monopoli-serata.rgn"] + b"OVER A abandoned\n")
    Path("bad.rgn").write_bytes(samples()["monopoli-serata.rgn"] + b"FOO\n")
    for line in ("import one.rgn", "token create table", "token revoke table"):
        CliRunner().invoke(plancia, line.split())
    for lang, lines in (
        ("it", {"verify": "archivio integro, 1 partita\n", "rebuild": "1 partita ricostruita\n",
                "import bad.rgn": "1 riga non capita", "token revoke table": "0 revocati"}),
        ("en", {"verify": "archive intact, 1 game\n", "rebuild": "1 game rebuilt\n",
                "import bad.rgn": "1 line not understood", "token revoke table": "0 revoked"}),
    ):  # fmt: skip
        for line, words in lines.items():
            assert words in CliRunner().invoke(plancia, ["--lang", lang, *line.split()]).output, line
    client = create_app("plancia.db").test_client()
    for lang, one, none in (("it", "1 partita del filtro, 1 contata", "0 partite del filtro, 0 contate"),
                            ("en", "1 game of the filter, 1 counted", "0 games of the filter, 0 counted")):  # fmt: skip
        assert one in client.get(f"/statistics/results-by-variant?lang={lang}").text
        assert none in client.get(f"/statistics/results-by-variant?lang={lang}&until=1999-01-01").text


def test_a_token_that_there_is_not_is_not_revoked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(plancia, ["token", "create", "table"])
    for lang, words in (("it", "nessun gettone valido tabel"), ("en", "no valid token tabel")):
        done = CliRunner().invoke(plancia, ["--lang", lang, "token", "revoke", "tabel"])
        assert done.exit_code == 1 and words in done.stderr


GAMES = Path(__file__).parents[1] / "games"
ITALIAN_OUTPUT = [
    (["score", str(GAMES / "rcm" / "end-roll-end-roll.rgn"), "--explain"],
     ["Africa del Nord, nella striscia  RCM-46"], ["strip:", " table ", "punti del tavolo"]),
    (["score", str(GAMES / "stucchi" / "faults.rgn"), "--under", "monopoli@1", "--explain"],
     ["- "], ["strip:", " gap "]),
    (["judge", str(GAMES / "monopoli" / "end-roll.rgn"), "--under", "rcm@1"],
     ["[record.score] ILLEGALE"], ["] illegal\n", "] assumed\n", "] undecidable\n"]),
    (["diff", "monopoli", "torneo"], ["exact: sì | no"], ["True", "False"]),
    (["judge", str(GAMES / "imported" / "pyrisk-1.rgn")],
     ["non decidibili così: EG-08 [attack.attacker_dice]"], [" altri"]),
]  # fmt: skip


@pytest.mark.parametrize(("call", "there", "absent"), ITALIAN_OUTPUT)
def test_what_people_read_in_italian_has_no_codes_of_machines(
    call: list[str], there: list[str], absent: list[str]
) -> None:
    told = CliRunner().invoke(plancia, ["--lang", "it", *call]).stdout
    assert [text for text in there if text not in told] == [] and [text for text in absent if text in told] == []


def test_a_game_that_did_not_come_about_is_told_in_the_readers_language() -> None:
    call = ["generate", "-v", "eg", "--ending", "target"]
    italian = CliRunner().invoke(plancia, ["--lang", "it", *call])
    assert italian.exit_code == 1 and "nessuna partita di eg arriva alla fine «target»" in italian.stderr
    english = CliRunner().invoke(plancia, ["--lang", "en", *call])
    assert "no game of eg comes to the end 'target'" in english.stderr


def test_what_the_system_refuses_is_told_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = FileNotFoundError(2, "No such file or directory", "tavolo.rgn")
    monkeypatch.setattr(sys, "argv", ["plancia", "--lang", "it", "import", "x"])
    assert format_os_error(missing) == "tavolo.rgn: il file o la cartella non c'è"
    monkeypatch.setattr(sys, "argv", ["plancia", "--lang", "en", "import", "x"])
    assert format_os_error(missing) == "tavolo.rgn: No such file or directory"


def test_only_windows_asks_the_locale_where_no_variable_names_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("PLANCIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: ("en_US", "cp1252"))
    for platform, language in (("win32", "en"), ("linux", "it")):
        monkeypatch.setattr("sys.platform", platform)
        assert choose_language(None) == language
    monkeypatch.setattr("sys.platform", "win32")
    assert choose_language("it") == "it"
