"""docs/rgn says what the product does: kinds and arguments, headers, codes, limits, words, and the example's boards."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from plancia_cli.main import plancia
from plancia_events import KINDS, format_event, parse_event, read
from plancia_events.errors import PROBLEM_CODES
from plancia_events.kinds import KIND_BY_TAG, Trait
from plancia_events.names import LANDS
from plancia_events.text import event_text, headers, reader, splitting
from plancia_replay import judge, state_at
from plancia_replay.text.sentences import IMPOSSIBLE_KEYS
from tests.make_rgn import made

FOLDER = Path(__file__).parents[2] / "docs" / "rgn"
PAGE = (FOLDER / "specification.md").read_text("utf-8")
EXAMPLE = (FOLDER / "example.md").read_text("utf-8")
FROZEN = "341bb14d1823f7b73f4a44b02576d984d9c3afc35a3ea47e788aaafd521beb16"  # the objectives of `rgn 1`
SHEETS = {"twice", "seats"}  # problems of sheets of results


def section(heading: str) -> str:
    """The text of a section of the specification, up to the next heading of its level."""
    level = heading.partition(" ")[0]
    start = PAGE.index(f"\n{heading}\n")
    end = PAGE.find(f"\n{level} ", start + 1)
    return PAGE[start : end if end > 0 else len(PAGE)]


def test_the_made_parts_are_those_of_the_declarations() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run `python3 run.py make`"


@pytest.mark.parametrize("tag", [kind.TAG for kind in KINDS])
def test_every_kind_has_its_section_with_arguments_and_effect(tag: str) -> None:
    heading = f"\n#### {tag}\n"
    assert heading in PAGE, f"docs/rgn/specification.md has no section `#### {tag}`"
    text = PAGE[PAGE.index(heading) :].split("\n#### ")[1]
    assert f"<!-- made: arguments {tag} -->" in text, f"docs/rgn/specification.md, {tag}: no made block of arguments"
    assert "**Effect:**" in text, f"docs/rgn/specification.md, {tag}: no effect"
    examples = re.findall(r"^    (\S.*)$", text.split("<!--")[0], re.M)
    assert examples, tag
    for example in examples:
        assert tag == parse_event(example).TAG


def test_no_section_stands_for_a_kind_that_is_not_there() -> None:
    assert {*re.findall(r"^#### (\S+)$", PAGE, re.M)} == {*KIND_BY_TAG}


def test_the_standard_names_the_kinds_of_a_turn() -> None:
    (listed,) = re.findall(
        r"even if it is empty; ([A-Z, ]+ and [A-Z]+) are written between the two", " ".join(PAGE.split())
    )
    kinds = [kind.TAG for kind in KINDS if Trait.IN_TURN in kind.TRAITS and kind.TAG != "END"]
    assert sorted(re.findall("[A-Z]+", listed)) == sorted(kinds), (
        "docs/rgn/specification.md: kinds between TURN and END"
    )


def test_every_code_of_a_problem_has_its_column() -> None:
    rows = [line.split("|")[1] for line in section("## 12. Problems").splitlines() if line.startswith("| `")]
    assert {*re.findall(r"`([a-z-]+)`", " ".join(rows))} == {*PROBLEM_CODES} - SHEETS


def test_every_reason_of_the_impossible_has_its_code() -> None:
    text = section("## 8. The table and its replay")
    assert {*re.findall(r"^\| (?:<a [^>]*></a>)?`([a-z]+)` \| ", text, re.M)} == {*IMPOSSIBLE_KEYS.values()}


def test_n1_the_headers_stand_in_their_order() -> None:
    rows = [line.split(" | ")[0] for line in section("## 4. Headers").splitlines() if line.startswith("| `")]
    assert re.findall(r"`([^`]+)`", " ".join(rows)) == [*headers.HEADER_ORDER, "X-..."]


def test_the_limits_are_those_of_the_reader() -> None:
    rows = re.findall(r"^\| [a-z' ]+ \| ([0-9]+) \| ", section("## 13. Limits"), re.M)
    sizes = (reader.MAX_LINE_LENGTH, 500, event_text.MAX_NOTE_LENGTH)
    assert [int(row) for row in rows] == [*sizes, reader.MAX_EVENTS, reader.MAX_GAMES, reader.MAX_PROBLEMS]


def test_the_commitment_of_the_page_is_that_of_its_salt() -> None:
    salt, commitment = re.search(r"`([0-9a-f]{32})` and the\s+value `CIN` give\s+(#[0-9a-f]{64})", PAGE).groups()  # type: ignore[union-attr]
    assert commitment == "#" + hashlib.sha256(f"{salt}CIN".encode()).hexdigest()


def test_the_example_is_canonical_and_without_a_finding() -> None:
    text = EXAMPLE[EXAMPLE.index("```rgn\n") + 7 :].split("```")[0]
    reading = read(text)
    assert reading.ok and reading.games[0].text() == text
    judgement = judge(reading.games[0])
    assert judgement.verdicts == [] and judgement.impossible is None


def test_the_boards_of_the_example_are_those_of_the_replay() -> None:
    game = read(EXAMPLE[EXAMPLE.index("```rgn\n") + 7 :].split("```")[0]).games[0]
    rows = re.findall(r"^\| (\d+) \| (corrected|recorded) \| `(\S+)` \| (.*) \| (\S+) \|$", EXAMPLE, re.M)
    assert len(rows) > 10 and any(row[4] != "-" for row in rows)
    for number, form, position, hands, stopped in rows:
        state = state_at(game, int(number), as_corrected=form == "corrected")
        cells = [state["board"].get(land) for land in LANDS]
        assert position == "".join(f"{cell[0]}{cell[1]}" if cell else "?" for cell in cells), (number, form)
        told = "; ".join(f"{colour} {' '.join(cards)}" for colour, cards in state["hands"].items() if cards)
        assert hands == (told or "-") and stopped == str(state.get("stopped", "-")), (number, form)


def test_the_receipt_to_try_is_proven_by_its_key() -> None:
    file = FOLDER / "receipt.json"
    receipt = json.loads(file.read_text("utf-8"))
    result = CliRunner().invoke(plancia, ["verify", str(file), "--key", receipt["key"]], prog_name="plancia")
    assert result.exit_code == 0, result.output
    assert receipt["leaf"] in (FOLDER / "evidence.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["README.md", "introduzione.md"])
def test_the_first_page_has_a_whole_game_with_the_armies_that_it_tells(page: str) -> None:
    text = (FOLDER / page).read_text("utf-8")
    game = text[text.index("```rgn\n") + 7 :].split("```")[0]
    reading = read(game)
    assert reading.ok and reading.games[0].text() == game and "\nOVER " in game
    armies = [{land: tuple(state_at(reading.games[0], number)["board"][land]) for land in ("UCR", "URA", "MEO")}
              for number in (11, len(reading.games[0].events))]  # fmt: skip
    assert armies[0]["UCR"] == ("R", 20) and armies[0]["URA"] == ("R", 3)
    assert armies[1] == {"UCR": ("R", 19), "URA": ("R", 3), "MEO": ("B", 6)}
    typed = re.search(r"`(attacca [^`]*)`", text)
    assert typed is None or format_event(parse_event(typed[1])) == "ATT R UCR>URA 651:42 -0-2"


def test_the_lists_whose_numbers_may_be_typed_are_those_of_the_version() -> None:
    data = json.loads((FOLDER / "names.json").read_text("utf-8"))
    frozen = json.dumps([data["objective_lists"], data["objectives_of_variant"]], sort_keys=True, ensure_ascii=False)
    assert hashlib.sha256(frozen.encode()).hexdigest() == FROZEN, "a new list has no numbers or names: D-179"


def test_the_italian_introduction_names_every_kind() -> None:
    text = (FOLDER / "introduzione.md").read_text("utf-8")
    named = {*re.findall(r"`([A-Z]+)`", text)}
    assert {kind.TAG for kind in KINDS} - named - {"X-NAME"} == set() and "`X-NOME`" in text


def test_no_list_of_objectives_makes_a_commitment_ambiguous() -> None:
    lists = json.loads((FOLDER / "names.json").read_text("utf-8"))["objective_lists"]
    for entries in lists.values():
        ids = [entry["id"] for entry in entries]
        split = [(one, two) for one in ids for two in ids if re.fullmatch(f"[0-9a-f]+{re.escape(two)}", one)]
        assert split == []


def dropping_rows() -> list[tuple[str, str]]:
    """What the table of section 5 drops, in its order: the character and the expression, whose keys are filled in."""
    keys = "|".join(json.loads((FOLDER / "names.json").read_text("utf-8"))["keys"])
    rows = [row for row in section("## 5. Event lines").splitlines() if row.startswith(("| blanks", "| the comma"))]
    found = [(row, re.findall(r"`(\S.*?)`(?: and|\s*\|)", row.split(" | ", 1)[1])) for row in rows]
    return [
        ("," if "comma" in row else " ", "|".join(expressions).replace("KEY", f"(?:{keys})"))
        for row, expressions in found
    ]


def test_blanks_are_dropped_as_the_page_says() -> None:
    rows = dropping_rows()
    random = Random(1)
    parts = ["CIN", "SIA", "3", "62", "531", ">", "+", ":", "=", ",", " ", "  ", "by", "counted", "for", "?", "-1", "x"]
    for _ in range(1000):
        text = "PUT R " + "".join(random.choices(parts, k=random.randint(1, 12))).strip()
        line = text
        if re.search(r" [>+:=]|[>+:=,] ", line):
            for dropped, expression in rows:
                places = [match.span() for match in re.finditer(expression, line, re.I)]
                for start, end in reversed(places):
                    line = line[:start] + line[start:end].replace(dropped, "") + line[end:]
        assert line.split() == [word for word, _ in splitting.split_words(text).items], text
