"""A retry gives the first answer, whatever its size; a key is good for one request; limits and labels hold."""

from __future__ import annotations

import pytest

from plancia_archive import Archive, ArchiveError, Malformed
from plancia_data import samples
from plancia_events import Game, read
from plancia_replay import RuleSetError, judge, load_ruleset

SAMPLE = samples()["monopoli-serata.rgn"].decode()


def game(name: str = "serata-1") -> Game:
    """A game under another id of the recorder."""
    return read(SAMPLE.replace("serata-1", name)).games[0]


def test_a_key_is_good_for_one_request(archive: Archive) -> None:
    kept = archive.add_game(game(), "k1")
    assert archive.add_game(game(), "k1").game_id == kept.game_id
    with pytest.raises(ArchiveError) as refused:
        archive.add_game(game("other"), "k1")
    assert refused.value.code == "request-reused"
    with pytest.raises(ArchiveError):
        archive.append(kept.game_id, ["TURN G"], None, "k1")
    first = archive.append(kept.game_id, ["TURN G"], kept.version, "k2")
    with pytest.raises(ArchiveError):
        archive.append(kept.game_id, ["END G"], first.version, "k2")
    assert archive.append(kept.game_id, ["TURN G"], kept.version, "k2").version == first.version


def test_a_large_append_is_retried_with_the_same_answer(archive: Archive) -> None:
    kept = archive.add_game(game())
    lines = [f"NOTE A {{{number} {'x' * 180}}}" for number in range(1000)]
    first = archive.append(kept.game_id, lines, kept.version, "block")
    assert first.version == kept.version + 1000
    assert archive.append(kept.game_id, lines, kept.version, "block").version == first.version
    assert archive.append(kept.game_id, ["NOTE A {new}"], first.version, "block/1").version == first.version + 1


def test_a_full_game_takes_no_more_events(archive: Archive) -> None:
    kept = archive.add_game(game())
    with pytest.raises(Malformed) as refused:
        archive.append(kept.game_id, ["NOTE A {x}"] * 20000, None)
    assert refused.value.problems and archive.version(kept.game_id) == kept.version


def test_lines_not_understood_are_all_told(archive: Archive) -> None:
    kept = archive.add_game(game())
    with pytest.raises(Malformed) as refused:
        archive.append(kept.game_id, ["FOO", "TURN G", "PUT G XXX+1"], None)
    assert [problem.line for problem in refused.value.problems] == [1, 3]


def test_games_of_one_name_are_told_apart(archive: Archive) -> None:
    first = archive.add_game(game())
    second = archive.add_game(read(SAMPLE.rstrip() + "\nNOTE A {corrected}\n").games[0])
    assert second.namesakes == [first.game_id]
    with pytest.raises(ArchiveError) as refused:
        archive.resolve("serata-1")
    assert refused.value.code == "ambiguous" and first.game_id in refused.value.text("en")
    assert archive.resolve(first.game_id) == first.game_id


def test_another_hash_of_rules_is_told(archive: Archive) -> None:
    text = SAMPLE.replace('[Variant "monopoli@1"]', '[Variant "monopoli@1"]\n[Rules "' + "0" * 64 + '"]')
    assert archive.add_game(read(text).games[0]).other_rules
    assert not archive.add_game(game("own")).other_rules


def test_numbers_out_of_range_are_no_options() -> None:
    for value in ("99999999999999999999", "-5"):
        with pytest.raises(RuleSetError) as refused:
            load_ruleset("monopoli", {"garrison.voluntary_border.min": value})
        assert refused.value.code == "option-unknown"


def test_a_result_declared_before_the_end_cannot_be_judged() -> None:
    text = SAMPLE.replace("[Completeness", '[Result "R 99 B 0 G 0 N 0"]\n[Completeness', 1)
    kinds = {verdict.verdict for verdict in judge(read(text).games[0]).verdicts if verdict.event == 0}
    assert kinds == {"undecidable"}
