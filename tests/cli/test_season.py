"""The season of docs/season.md by command line: every command prints what the page says, and the sums are right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plancia_archive import Archive, verify
from plancia_data import samples
from tests.make_season import made
from tests.season import BY_HAND, CORRECTED, PAGE, PAGES, PLACES, ROOT, SECOND, TOTALS, commands, part, plain, run


def test_the_records_are_those_that_the_program_makes() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, path.name


def test_the_sums_by_hand_agree_with_themselves() -> None:
    for player, evenings in BY_HAND.items():
        assert sum(points + five for points, five in filter(None, evenings)) == TOTALS[player]
        row = next(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| {player} |"))
        cells = [f"{points} + 5" if five else str(points) for points, five in filter(None, evenings)]
        fives = sum(five for _, five in filter(None, evenings))
        wanted = [player, *cells, *["-"] * (4 - len(cells)), TOTALS[player], fives, TOTALS[player] - fives]
        assert [cell.strip() for cell in row.strip("|").split("|")] == [str(cell) for cell in wanted]


@pytest.mark.parametrize("lang", ["en", pytest.param("it", marks=pytest.mark.soak)])  # the same commands
def test_every_command_of_the_page_prints_what_the_page_says(lang: str, tmp_path: Path) -> None:
    steps = commands(part(PAGES[lang].read_text("utf-8"), http=False))
    asked = [command for command, _ in steps]
    told = run([*asked, "plancia tournament standings autunno --format json"], tmp_path, PLANCIA_LANG=lang)
    for (command, wanted), output in zip(steps, told, strict=False):
        assert plain(output) == plain("\n".join(wanted)), command
    assert len(told) == len(steps) + 1
    rows = json.loads(told[-1])
    assert {row["name"]: (row["pos"], int(row["total"])) for row in rows} == {
        player: (PLACES[player], TOTALS[player]) for player in TOTALS
    }
    check(tmp_path / "stagione.db")


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    block = text.partition("## A tournament, from entries to standings\n")[2].partition("**[A season")[0]
    asked = [re.split(r" {2,}", line.strip())[0] for line in block.splitlines() if line.startswith("    plancia ")]
    assert len(asked) == 13
    (tmp_path / "s.rgn").write_bytes(samples()["monopoli-serata.rgn"])
    (tmp_path / "risultati.csv").write_text("turno;tavolo;giocatore;punti\n3;A;Anna;30\n3;A;Ezio;12,5\n", "utf-8")
    told = run(["plancia import s.rgn", *(f"{one}; echo code=$?" for one in asked)], tmp_path, PLANCIA_LANG="en")[1:]
    codes = [int(text.rpartition("code=")[2]) for text in told]
    assert codes == [3 if " check " in command else 0 for command in asked], told
    assert "is still running and does not count" in told[4] and "Anna" in told[-1]


def check(path: Path) -> None:
    """The kept tournament: points by evening as by hand, ties with their reasons, an unbroken log."""
    archive = Archive.open(path)
    store = archive.tournaments
    rows = {archive.people.name(row.player): row for row in store.standings("autunno")}
    for player, evenings in BY_HAND.items():
        assert rows[player].per_round == [None if one is None else sum(one) for one in evenings]
        assert rows[player].plain == sum(one[0] for one in evenings if one is not None)
        assert rows[player].wins == sum(one is not None and one[1] == 5 for one in evenings)
    assert (rows["Fabio"].tie_break, rows["Fabio"].tie_break_values) == ("plain", ("80", "75"))
    assert (rows["Gaia"].pos, rows["Gaia"].tie_break) == (3, "")
    second = {archive.people.name(row.player): row.total for row in store.standings("autunno", 2)}
    assert second == CORRECTED != SECOND
    state = store.get("autunno")
    assert state.closed and state.version == 30 and len(state.frozen) == 5
    assert [remark.code for remark in store.remarks("autunno")] == ["shape"]
    assert verify(archive) == []
