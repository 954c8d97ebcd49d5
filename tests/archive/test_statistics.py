"""Statistics equal an independent reading of the games; exact odds equal the published counts."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from plancia_archive import Archive, ArchiveError, Filters
from plancia_archive.facts import odds
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_archive.statistics.inference import chi_square_tail, holm_correction, wilson_interval
from plancia_replay import judge
from plancia_replay.synthetic import GameSpec, generate

GAMES = 12
VARIANTS = ("monopoli@1", "rcm@1", "stucchi@1")
ATT = re.compile(r"^ATT (\w) \w+>\w+ (\d+):(\d+) -(\d)-(\d)", re.MULTILINE)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Archive, list[str]]:
    """An archive of synthetic games, and their texts as they were made."""
    archive = Archive.open(tmp_path_factory.mktemp("stats") / "a.db", create=True)
    texts = []
    for variant in VARIANTS:
        for seed in range(GAMES):
            game = generate(GameSpec(variant, seed))
            texts.append(game.text())
            archive.add_game(game)
    return archive, texts


def rows(archive: Archive, name: str, **filters: str) -> list[dict[str, object]]:
    """The rows of a statistic."""
    return compute_statistic(archive.db, name, Filters(**{"provenance": "all", **filters}))["rows"]  # type: ignore[no-any-return, arg-type]


def test_throws_equal_a_reading_of_the_texts(kept: tuple[Archive, list[str]]) -> None:
    archive, texts = kept
    counted: Counter[tuple[str, int, int]] = Counter()
    for text in texts:
        for _, mine, yours, lost, killed in ATT.findall(text):
            counted[f"{len(mine)}v{len(yours)}", int(lost), int(killed)] += 1
    found = {(r["dice"], r["attack_losses"], r["defence_losses"]): r["throws"] for r in rows(archive, "throws")}
    assert {key: count for key, count in found.items() if count} == dict(counted)


def test_dice_equal_a_reading_of_the_texts(kept: tuple[Archive, list[str]]) -> None:
    archive, texts = kept
    faces: Counter[str] = Counter()
    for text in texts:
        for _, mine, yours, _, _ in ATT.findall(text):
            faces.update(mine + yours)
    found = rows(archive, "dice")
    totals = {str(face): sum(int(str(row[f"n{face}"])) for row in found) for face in range(1, 7)}
    assert totals == dict(faces)


def test_results_equal_the_judgements(kept: tuple[Archive, list[str]]) -> None:
    archive, texts = kept
    wins: Counter[str] = Counter()
    played: Counter[str] = Counter()
    from plancia_events import read

    for text in texts:
        game = read(text).games[0]
        winners = judge(game).end["winners"]
        for colour, name in game.players.items():
            played[name] += 1
            wins[name] += colour in winners
    found = {archive.people.name(str(r["player"])): (r["games"], r["wins"]) for r in rows(archive, "results-by-player")}
    assert found == {name: (played[name], wins[name]) for name in played}


def test_luck_sums_to_nothing_over_both_sides(kept: tuple[Archive, list[str]]) -> None:
    archive, _ = kept
    found = rows(archive, "luck", variant="monopoli@1")  # where no territory is neutral
    assert abs(sum(float(str(row["luck"])) for row in found)) < 1e-3


def test_lengths_equal_a_reading_of_the_texts(kept: tuple[Archive, list[str]]) -> None:
    archive, texts = kept
    counts = sorted(len(re.findall(r"^ATT ", text, re.MULTILINE)) for text in texts)
    row = next(row for row in rows(archive, "lengths") if row["what"] == "attacks")
    assert (row["least"], row["most"], row["games"]) == (counts[0], counts[-1], len(counts))
    assert row["mean"] == round(sum(counts) / len(counts), 6)


def test_filters_and_games_left_out(kept: tuple[Archive, list[str]]) -> None:
    archive, _ = kept
    found = compute_statistic(archive.db, "throws", Filters(provenance="all", variant="monopoli@1"))
    assert found["games"] == found["qualified"] == GAMES and found["left_out"] == {}
    assert compute_statistic(archive.db, "throws", Filters(provenance="all", completeness="no-dice"))["games"] == 0
    with pytest.raises(ArchiveError):
        compute_statistic(archive.db, "nothing", Filters(provenance="all"))
    for name in REGISTERED:
        assert isinstance(compute_statistic(archive.db, name, Filters(provenance="all"))["rows"], list)


def test_a_rebuild_gives_the_same_rows(kept: tuple[Archive, list[str]]) -> None:
    archive, _ = kept
    before = {name: compute_statistic(archive.db, name, Filters(provenance="all")) for name in REGISTERED}
    archive.rebuild()
    assert {name: compute_statistic(archive.db, name, Filters(provenance="all")) for name in REGISTERED} == before


def test_exact_odds_are_the_published_ones() -> None:
    published = {
        (1, 1): {(1, 0): (21, 36), (0, 1): (15, 36)}, (2, 1): {(1, 0): (91, 216), (0, 1): (125, 216)},
        (1, 2): {(1, 0): (161, 216), (0, 1): (55, 216)}, (3, 1): {(1, 0): (441, 1296), (0, 1): (855, 1296)},
        (1, 3): {(1, 0): (1071, 1296), (0, 1): (225, 1296)},
        (2, 2): {(2, 0): (581, 1296), (1, 1): (420, 1296), (0, 2): (295, 1296)},
        (3, 2): {(2, 0): (2275, 7776), (1, 1): (2611, 7776), (0, 2): (2890, 7776)},
        (2, 3): {(2, 0): (4816, 7776), (1, 1): (1981, 7776), (0, 2): (979, 7776)},
        (3, 3): {(3, 0): (17871, 46656), (2, 1): (12348, 46656), (1, 2): (10017, 46656), (0, 3): (6420, 46656)},
    }  # fmt: skip
    for dice, chances in published.items():
        assert odds.throw_odds(*dice) == {key: Fraction(*pair) for key, pair in chances.items()}
    assert odds.conquest_odds(3, 3) == Fraction(4402175, 13436928)
    assert odds.conquest_odds(5, 3) == Fraction(1420644949315, 2507653251072)
    assert odds.conquest_odds(2, 3) == Fraction(76835, 629856)
    assert odds.conquest_odds(3, 3, 2) == Fraction(511817135, 1088391168)
    diagonal = [f"{float(odds.conquest_odds(n, n, 2)):.3f}"[1:] for n in range(1, 11)]
    assert diagonal == [".417", ".363", ".470", ".477", ".506", ".521", ".536", ".547", ".558", ".568"]


def test_intervals_and_tests() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0) and wilson_interval(5, 10)[0] == pytest.approx(0.2366, abs=1e-4)
    assert chi_square_tail(11.0705, 5) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(5.9915, 2) == pytest.approx(0.05, abs=1e-4)
    assert holm_correction([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
