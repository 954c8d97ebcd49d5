"""Games written in the formats of other engines and read back: equal, or with every loss in the list."""

from __future__ import annotations

import ast
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plancia_archive.importers import convert
from plancia_archive.writers import Refused, Written, write_game, writer_kinds
from plancia_archive.writers.base import BLOCKING, HARMLESS
from plancia_data import messages, samples
from plancia_events import KINDS, Game, format_event, read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.synthetic import GameSpec, generate

TESTS = Path(__file__).resolve().parents[1]
ORACLES = TESTS.parents[1] / "shared" / "oracles"
GAMES = sorted((TESTS / "games" / "imported").glob("*.rgn"))
ORIGIN = {path.stem: next(line for line in path.read_text("utf-8").split("\n") if line.startswith("[Provenance"))
          .strip('"]').partition(":")[2] for path in GAMES}  # fmt: skip
RECORDS = [file for kind in writer_kinds() for file in sorted((TESTS / "importers" / kind).glob("begun.*"))
           if file.suffix != ".rgn"]  # fmt: skip
FULL = sorted(ORACLES.glob("*/*.gz")) if ORACLES.exists() else []
ORIGINALS = [file for file in FULL if file.parent.name in writer_kinds() and ".turns." not in file.name
             and ".txt." not in file.name]  # fmt: skip
GENERATED = [  # variant, format, seed
    ("domination-italian@1", "domination", 0), ("domination-fixed@1", "domination", 0),
    ("domination-increasing@1", "domination", 1), ("domination-mission@1", "domination", 0),
    ("risiko-rl@1", "risiko-rl", 4), ("torneo@1", "risiko-rl", 0),
]  # fmt: skip


def write(kind: str, game: Game, lossy: bool = False) -> Written:
    return write_game(kind, game, ruleset_for_game(game), lossy)


@cache
def small_game(variant: str, seed: int) -> Game:
    """A generated game of at most four players, the first from a seed on."""
    return next(game for at in range(seed, seed + 40) if len((game := generate(GameSpec(variant, at))).players) <= 4)


def lines(game: Game) -> list[str]:
    return [format_event(event) for event in game.events]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_converted_game_comes_back_equal(path: Path) -> None:
    game = read(path.read_bytes()).games[0]
    kind = str(game.header("Provenance")).partition(":")[2]
    written = write(kind, game)
    assert written.losses == []
    back = convert(None, written.text.encode(), f"{path.stem}.txt")[0].game
    assert lines(back) == lines(game) and back.headers == game.headers


@pytest.mark.parametrize("file", [*RECORDS, *ORIGINALS], ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_record_of_an_engine_is_written_as_it_was_read(file: Path) -> None:
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    game = convert(None, data, file.name)[0].game
    written = write(file.parent.name, game)
    back = convert(file.parent.name, written.text.encode(), file.name)[0].game
    assert written.losses == [] and lines(back) == lines(game) and back.headers == game.headers


@pytest.mark.parametrize(("variant", "kind", "seed"), GENERATED)
def test_generated_games_lose_only_what_is_listed(variant: str, kind: str, seed: int) -> None:
    game = small_game(variant, seed)
    with pytest.raises(Refused) as refused:
        write(kind, game)
    written = write(kind, game, lossy=True)
    assert refused.value.losses == written.losses and not any(loss.is_blocking for loss in written.losses)
    back = convert(kind, written.text.encode(), "x.txt")[0].game
    found, first = judge(back), judge(game)
    assert found.impossible is None
    colours = dict(zip_order(game, back))
    assert found.final == {code: (colours[owner], armies) for code, (owner, armies) in first.final.items()}
    lost = {game.events[loss.event - 1].TAG for loss in written.losses if loss.event and loss.code not in PARTIAL}
    for tag in ("ATT", "OCC", "MOVE", "DRAW", "TRIS", "TURN", "REIN"):
        counts = [sum(tag == event.TAG for event in one.events) for one in (game, back)]
        assert counts[0] == counts[1] or tag in lost, tag
    dice = [[(event.attack_dice, event.defence_dice) for event in one.events if event.TAG == "ATT"]
            for one in (game, back)]  # fmt: skip
    assert dice[0] == dice[1]


PARTIAL = ("comment", "one-by-one", "set-value", "detail", "dice", "setup-order")


def zip_order(game: Game, back: Game) -> list[tuple[str, str]]:
    """The colours of a game and those that stand for them, by the order of play."""
    orders = [next(event.order for event in one.events if event.TAG == "ORDER") for one in (game, back)]
    return list(zip(*orders, strict=True))


def reasons(kind: str, game: Game, lossy: bool = True) -> dict[str, list[int]]:
    """The events by code of a refusal."""
    with pytest.raises(Refused) as refused:
        write(kind, game, lossy)
    found: dict[str, list[int]] = {}
    for loss in refused.value.losses:
        found.setdefault(loss.code, []).append(loss.event)
        assert loss.says("it") != loss.says("en") and (loss.event == 0 or loss.line == game.lines[loss.event - 1])
    return found


def test_what_changes_the_table_is_never_dropped() -> None:
    text = (TESTS / "importers" / "pyrisk" / "begun.rgn").read_text("utf-8")
    game = read(text + "TAKE R ALA-1\n").games[0]
    assert reasons("pyrisk", game)["table"] == [len(game.events)]
    pyrisk = read((TESTS / "games" / "imported" / "pyrisk-1.rgn").read_bytes()).games[0]
    throws = [number for number, event in enumerate(pyrisk.events, start=1) if event.TAG == "ATT"]
    assert reasons("domination", pyrisk)["no-dice"] == throws
    assert reasons("syncs", pyrisk)["no-counts"] == throws
    world = read((TESTS / "games" / "monopoli" / "world.rgn").read_bytes()).games[0]
    assert reasons("risiko-rl", world)["players"] == [0] and reasons("pyrisk", world)["map"] == [0]


def test_a_territory_that_the_record_gives_nobody_has_no_armies() -> None:
    text = (TESTS / "importers" / "pyrisk" / "begun.rgn").read_text("utf-8").replace("PICK G AOR\n", "")
    game = read(text.partition("PUT R")[0] + "DECL R AOR>ALA 3\nDECL R ALA>AOR 3\n").games[0]
    attacks = [ast.literal_eval(line) for line in write("pyrisk", game, lossy=True).text.splitlines()[-2:]]
    assert [attack[-2:] for attack in attacks] == [["(0, 16)"] * 2, ["(16, 0)"] * 2]


@pytest.mark.parametrize("kind", sorted({str(ORIGIN.get(path.stem)) for path in GAMES}))
def test_nothing_is_written_after_an_impossible_event(kind: str) -> None:
    path = next(path for path in GAMES if ORIGIN[path.stem] == kind)
    text = path.read_text("utf-8").rstrip("\n").split("\n")
    place = next(at for at, line in enumerate(text) if line.startswith("OCC"))
    text.insert(place + 1, " ".join(["MOVE", *text[place].split()[1:3], "999"]))
    game = read("\n".join([*text, ""])).games[0]
    assert reasons(kind, game)["impossible"] == [place + 1 - text.index("")]


def test_comments_times_and_corrections_are_listed_where_they_stand() -> None:
    path = TESTS / "games" / "imported" / "dom-ic-02.rgn"
    text = path.read_text("utf-8").rstrip("\n").split("\n")
    place = next(at for at, line in enumerate(text) if line.startswith("ATT"))
    text[place] += " {a photo}"
    game = read("\n".join([*text, ""])).games[0]
    commented = place - text.index("")
    assert reasons("domination", game, lossy=False) == {"comment": [commented]}
    back = convert(None, write("domination", game, lossy=True).text.encode(), "dom-ic-02.txt")[0].game
    assert lines(back) == lines(read(path.read_bytes()).games[0])
    moved = next(number for number, event in enumerate(game.events, start=1) if event.TAG == "MOVE")
    fixed = read(path.read_text("utf-8") + f"VOID A {moved} {{not played}}\n").games[0]
    assert reasons("domination", fixed, lossy=False)["correction"] == [len(fixed.events)]


def test_what_is_hidden_in_an_open_game_is_not_written() -> None:
    sample = samples()["monopoli-serata.rgn"].decode().splitlines(keepends=True)
    game = read("".join(line for line in sample if not line.startswith(("OVER", "SCORE", "CERT", "[Result")))).games[0]
    deals = [number for number, event in enumerate(game.events, start=1) if event.TAG == "OBJ"]
    for kind in ("domination", "risiko-rl"):
        assert set(deals) <= set(reasons(kind, game)["hidden"])
    draws = [number for number, event in enumerate(game.events, start=1) if event.TAG == "DRAW"]
    assert draws and set(draws) <= set(reasons("syncs", game)["hidden"])


def test_the_records_have_the_forms_of_their_engines() -> None:
    stem = {path.stem: read(path.read_bytes()).games[0] for path in GAMES}
    rows = [ast.literal_eval(line) for line in write("pyrisk", stem["pyrisk-1"]).text.splitlines()]
    assert rows[0] == ["start"] and rows[-1][0] == "victory" and all(isinstance(row, list) for row in rows)
    rows = [json.loads(line) for line in write("risiko-rl", stem["rrl-official-x1"]).text.splitlines()]
    assert [row["n"] for row in rows] == list(range(len(rows))) and rows[0]["army_cap"] == 130
    log = write("domination", stem["dom-in-01"]).text
    assert log.startswith("LOCAL choosemap risk.map\n") and "\nLOCAL roll 3\nLOCAL roll 2\nDICE 3 2 " in log
    syncs = read((TESTS / "importers" / "syncs" / "begun.rgn").read_bytes()).games[0]
    records: list[dict[str, Any]] = json.loads(write("syncs", syncs).text)
    assert all(records[row["move_attack_id"]]["record_type"] == "move_attack" for row in records
               if row["record_type"] in ("move_defend", "record_attack"))  # fmt: skip


def test_the_lists_of_reasons_agree_with_the_kinds_of_events() -> None:
    for lang in ("it", "en"):
        assert {f"lost.{code}" for code in BLOCKING | set(HARMLESS.values())} <= messages("conversion", lang).keys()
    assert set(HARMLESS) <= {kind.TAG for kind in KINDS}


@pytest.mark.parametrize("kind", writer_kinds())
def test_every_writer_has_a_record_and_its_rows_on_the_page(kind: str) -> None:
    assert any(file.parent.name == kind for file in RECORDS), f"put a record begun.* into tests/importers/{kind}"
    page = (TESTS.parent / "docs" / "converters.md").read_text("utf-8")
    assert f"[`{kind}`]" in page and f"| `{kind}` |" in page, "add it to docs/converters.md"
