"""What other rules would have changed over a filter is what comparing game by game tells."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.statistics.what_if import DIFFERENCE_KINDS, what_if
from plancia_events import read
from plancia_replay import RuleSetError, compare, other_ruleset_for_game
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import mutate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    made = Archive.open(tmp_path_factory.mktemp("what-if") / "a.db", create=True)
    for seed in range(3):
        for variant in ("monopoli@1", "rcm@1", "torneo@1"):
            made.add_game(generate(GameSpec(variant, seed)))
        fault = mutate(
            generate(GameSpec("torneo@1", seed)), cached_ruleset("torneo@1", ()), "border", random.Random(seed)
        )
        assert fault is not None
        made.add_game(fault.game)
    last = generate(GameSpec("torneo@1", 9))
    number = next(n for n, event in enumerate(last.events, start=1) if event.TAG == "MOVE")
    made.add_game(read(last.text() + f"VOID A {number} {{mossa ritirata}}\n").games[0])
    return made


@pytest.mark.parametrize("under", ["torneo@1", "monopoli@1", "rcm@1", "firenze@1", "rcm@1 + no-strip"])
def test_sums_are_those_of_the_comparisons(archive: Archive, under: str) -> None:
    due = dict.fromkeys(DIFFERENCE_KINDS, 0)
    for game_id in archive.game_ids():
        game = archive.game(game_id)
        found = compare(game, archive.rules_of(game), other_ruleset_for_game(game, under))
        if found.recorded.impossible is not None or found.recorded.end["reason"] in ("unfinished", "cancelled"):
            continue
        kinds, unknown = [], bool(found.other.end.get("undecidable") or found.recorded.end.get("undecidable"))
        if found.other.impossible is not None:
            kinds, unknown = ["impossible"], False
        else:
            one, two = found.recorded.end, found.other.end
            kinds += ["winner"] if not unknown and one["winner"] != two["winner"] else []
            kinds += ["reason"] if one["reason"] != two["reason"] else []
            sure = [colour for colour in found.recorded.scores.keys() | found.other.scores.keys()
                    if not found.recorded.undecided(colour) and not found.other.undecided(colour)]  # fmt: skip
            mine, yours = (found.figures("points", side) for side in (0, 1))
            differ = any(mine.get(colour, 0) != yours.get(colour, 0) for colour in sure)
            kinds += ["points"] if differ else []
            unknown = unknown or (not differ and len(sure) < len(mine.keys() | yours.keys()))
            places = [{v.event for v in side.verdicts if v.verdict == "illegal" and not v.rule.startswith("record.")}
                      for side in (found.recorded, found.other)]  # fmt: skip
            kinds += (["illegal"] if places[1] - places[0] else []) + (["freed"] if places[0] - places[1] else [])
        if unknown or any(
            v.verdict == "undecidable" and not v.rule.startswith("record.") for v in found.other.verdicts
        ):
            kinds.append("undecided")
        for kind in kinds or ["same"]:
            due[kind] += 1
    answer = what_if(archive, Filters(provenance="all"), under)
    assert {row["what"]: row["games"] for row in answer["rows"]} == due
    assert answer["judged"] == answer["qualified"] == answer["games"] - sum(answer["left_out"].values())
    assert all(row["share"] is None or row["low"] <= row["share"] <= row["high"] for row in answer["rows"])


def test_what_the_record_does_not_tell_is_no_other_winner(archive: Archive) -> None:
    """No objective stands in a game of Milan, and in Monopoli points and winner depend on it."""
    answer = what_if(archive, Filters(provenance="all", variant="rcm@1"), "monopoli@1")
    rows = {row["what"]: row for row in answer["rows"]}
    for kind in ("winner", "points"):
        assert (rows[kind]["games"], rows[kind]["undecided"], rows[kind]["decided"]) == (0, 3, 0)
        assert rows[kind]["share"] is None
    assert all("winner" in game["undecided"] and game["winner"][1] is None for game in answer["changed"])
    assert all(pair[1] is None for game in answer["changed"] for pair in game["points"].values())


def test_its_own_rules_change_nothing(archive: Archive) -> None:
    answer = what_if(archive, Filters(provenance="all", variant="rcm@1"), "rcm@1")
    assert {row["what"]: row["games"] for row in answer["rows"]}["same"] == answer["judged"] == 3
    assert answer["changed"] == [] and answer["rules"] == []


def test_pages_add_up_to_the_whole(archive: Archive) -> None:
    done: list[int] = []
    whole = what_if(archive, Filters(provenance="all"), "monopoli@1", progress=done.append)
    assert sum(done) == whole["judged"] and whole["next"] is None
    sums = dict.fromkeys(DIFFERENCE_KINDS, 0)
    after, changed, pages = None, list[object](), 0
    while pages == 0 or after is not None:
        page = what_if(archive, Filters(provenance="all"), "monopoli@1", limit=5, after=after)
        for row in page["rows"]:
            sums[row["what"]] += row["games"]
        after, changed, pages = page["next"], changed + page["changed"], pages + 1
    assert sums == {row["what"]: row["games"] for row in whole["rows"]} and changed == whole["changed"] and pages == 3


def test_rules_that_do_not_exist_are_refused(archive: Archive) -> None:
    with pytest.raises(RuleSetError):
        what_if(archive, Filters(provenance="all"), "nothing@1")


def test_a_rule_broken_is_counted_once_a_game(archive: Archive) -> None:
    answer = what_if(archive, Filters(provenance="all", variant="monopoli"), "rcm@1")
    assert answer["rules"] and all(row["games"] <= 3 and row["findings"] >= row["games"] for row in answer["rules"])


def test_a_filter_without_games(tmp_path: Path) -> None:
    empty = Archive.open(tmp_path / "a.db", create=True)
    answer = what_if(empty, Filters(provenance="all"), "rcm@1")
    assert answer["judged"] == 0 and all(row["share"] is None for row in answer["rows"])
