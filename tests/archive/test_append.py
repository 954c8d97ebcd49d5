"""Lines added to a game: read alone, judged once; what they changed is what two judgements would say."""

from __future__ import annotations

import pytest

from plancia_archive import Archive, ArchiveError, Malformed, verify
from plancia_archive.facts.judgement_changes import judgement_changes
from plancia_events import Game, format_event
from plancia_replay.synthetic import GameSpec, generate


def begun(archive: Archive, game: Game, count: int) -> tuple[str, list[str]]:
    """The id of a game stored with its first events, and the lines of the others."""
    added = archive.add_game(Game(game.headers, game.events[:count], game.lines[:count]))
    return added.game_id, [format_event(event) for event in game.events[count:]]


def overstated(line: str) -> str:
    """An income with one army more in all; any other line as it is."""
    sums, _, total = line.partition("=")
    return f"{sums}={int(total) + 1}" if line.startswith("REIN") else line


@pytest.mark.parametrize("seed", range(3))
def test_what_lines_changed_is_told_by_one_judgement(archive: Archive, seed: int) -> None:
    game = generate(GameSpec("monopoli@1", seed))
    game_id, lines = begun(archive, game, 60)
    lines = [overstated(line) if number % 20 < 10 else line for number, line in enumerate(lines)]
    verdicts = 0
    for start in range(0, len(lines), 25):
        added = archive.append(game_id, lines[start : start + 25], None)
        stored = archive.game(game_id)
        count = len(lines[start : start + 25])
        for lang in ("it", "en"):
            changes = added.changes(lang)
            expected = judgement_changes(stored, stored.version, count, archive.rules_of(stored), lang)
            assert changes is None if expected.gone else changes == expected
            verdicts += len(changes.verdicts) if changes else 0
    assert verdicts and verify(archive) == []
    assert archive.text(game_id).endswith("".join(line + "\n" for line in lines))


def test_a_correction_that_takes_a_verdict_away_needs_the_judgement_before(archive: Archive) -> None:
    game = generate(GameSpec("monopoli@1", 1))
    game_id, lines = begun(archive, game, 60)
    place = next(place for place, line in enumerate(lines) if line.startswith("REIN"))
    first = archive.append(game_id, [*lines[:place], overstated(lines[place])], None).changes()
    assert first is not None and first.verdicts
    added = archive.append(game_id, [f"FIX A {61 + place} {lines[place]} {{misread}}"], None)
    assert added.changes() is None and added.judged is not None
    stored = archive.game(game_id)
    assert judgement_changes(stored, stored.version, 1, archive.rules_of(stored)).gone and verify(archive) == []


@pytest.mark.parametrize(
    ("lines", "line"),
    [(["TURN R", "XYZ R"], 2), (["TURN R", "", "; a remark", "TURN Q"], 4), (["OBJ R letto x=1"], 1)],
)
def test_a_line_not_understood_is_named_by_its_place(archive: Archive, lines: list[str], line: int) -> None:
    game_id, _ = begun(archive, generate(GameSpec("monopoli@1", 1)), 60)
    with pytest.raises(Malformed) as refused:
        archive.append(game_id, lines, None)
    assert [problem.line for problem in refused.value.problems] == [line] and archive.version(game_id) == 61


@pytest.mark.parametrize("lines", [['[Red "x"]'], ["TURN R", '[Notation "rgn 1"]'], ["", "; nothing"]])
def test_headers_and_nothing_are_refused(archive: Archive, lines: list[str]) -> None:
    game_id, _ = begun(archive, generate(GameSpec("monopoli@1", 1)), 60)
    with pytest.raises(ArchiveError):
        archive.append(game_id, lines, None)


def test_lines_are_stored_in_their_one_spelling(archive: Archive) -> None:
    game_id, _ = begun(archive, generate(GameSpec("monopoli@1", 1)), 60)
    archive.append(game_id, ["nota * {cio\u0300  che}\r", "obj r 3"], None)
    note, goal = archive.text(game_id).splitlines()[-2:]
    assert note == "NOTE * {ciò che}" and goal.startswith("OBJ R ") and not goal.endswith("3")
