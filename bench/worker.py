"""One contestant, once: prints CPU nanoseconds a unit (event, move, action) as JSON."""

from __future__ import annotations

import gc
import io
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def kernel(copies: int) -> tuple[float, str]:
    """Text read and judged under all rules of `torneo`, from bytes."""
    import corpus

    from plancia_replay import audit, kernel_form, load_ruleset

    rules = load_ruleset("torneo@1", {"deck": "risiko-rl"})
    games = [corpus.without_checkpoints(text) for text in corpus.texts(copies)]
    audit(games[0], rules)
    gc.freeze()
    start = time.process_time_ns()
    events = sum(audit(text, rules).events for text in games)
    return (time.process_time_ns() - start) / events, kernel_form()


def variants(copies: int, name: str) -> tuple[float, str]:
    """Synthetic games of the largest rule-set judged under it, or the same games under the smallest."""
    import corpus

    from plancia_replay import audit, kernel_form, load_ruleset

    rules = load_ruleset(name)
    games = [file.read_bytes() for file in sorted(corpus.WHOLE.glob("*extra-turns.rgn"))] * copies
    audit(games[0], rules)
    gc.freeze()
    start = time.process_time_ns()
    events = sum(audit(text, rules).events for text in games)
    return (time.process_time_ns() - start) / events, kernel_form()


def reference(copies: int) -> tuple[float, str]:
    """The same games by the idiomatic reference."""
    import corpus
    import reference as idiom

    games = [corpus.without_checkpoints(text).decode() for text in corpus.texts(copies)]
    gc.freeze()
    start = time.process_time_ns()
    for text in games:
        idiom.replay(text)
    spent = time.process_time_ns() - start
    return spent / sum(text.partition("\n\n")[2].count("\n") for text in games), "pure"


def chess(copies: int) -> tuple[float, str]:
    """python-chess `read_game`: parse and legality of every move."""
    import chess.pgn

    board = chess.Board()
    import random

    chooser = random.Random(1)
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    while not board.is_game_over() and board.ply() < 120:
        move = chooser.choice(list(board.legal_moves))
        board.push(move)
        node = node.add_variation(move)
    text = str(game)
    plies = board.ply()
    gc.freeze()
    start = time.process_time_ns()
    for _ in range(copies * 8):
        chess.pgn.read_game(io.StringIO(text))
    return (time.process_time_ns() - start) / (plies * copies * 8), chess.__version__


def pokerkit(copies: int) -> tuple[float, str]:
    """pokerkit: a hand in its notation parsed and replayed, by action."""
    from importlib.metadata import version

    from pokerkit import HandHistory

    actions = [
        "d dh p1 Ah2d", "d dh p2 JcTs", "d dh p3 7h6h", "p1 f", "p2 cbr 30000", "p3 cc", "d db 5c7d8c",
        "p2 cbr 40000", "p3 cc", "d db 4h", "p2 cc", "p3 cbr 90000", "p2 cc", "d db Qs", "p2 cc", "p3 cbr 150000",
        "p2 f",
    ]  # fmt: skip
    text = (
        'variant = "NT"\nantes = [0, 0, 0]\nblinds_or_straddles = [0, 1000, 2000]\nmin_bet = 2000\n'
        "starting_stacks = [1125600, 2000000, 553500]\nactions = " + json.dumps(actions) + "\n"
    )
    text = text.replace("blinds_or_straddles = [0, 1000, 2000]", "blinds_or_straddles = [1000, 2000, 0]")
    text = text.replace('"p1 f", "p2 cbr 30000", "p3 cc"', '"p3 cc", "p1 f", "p2 cc"')
    text = text.replace('"p2 cbr 40000", "p3 cc", "d db 4h"', '"p2 cbr 40000", "p3 cc", "d db 4h"')
    gc.freeze()
    start = time.process_time_ns()
    for _ in range(copies * 2):
        for _ in HandHistory.loads(text):
            pass
    return (time.process_time_ns() - start) / (len(actions) * copies * 2), version("pokerkit")


def eventsourcing(copies: int) -> tuple[float, str]:
    """eventsourcing: an aggregate of 900 throws rebuilt from SQLite, each taking armies off; nothing is checked."""
    import tempfile
    from importlib.metadata import version

    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Board(Aggregate):
        @event("Begun")
        def __init__(self) -> None:
            self.armies: dict[str, int] = {}

        @event("Thrown")
        def throw(self, source: str, target: str, attack: str, defence: str, lost: int, slain: int) -> None:
            self.armies[source] = self.armies.get(source, 0) - lost
            self.armies[target] = self.armies.get(target, 0) - slain

    with tempfile.TemporaryDirectory() as folder:
        place = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder) / "e.db")}
        application: Application = Application(env=place)
        board = Board()
        for _ in range(900):
            board.throw("CIN", "SIA", "62", "531", 1, 1)
        application.save(board)
        gc.freeze()
        start = time.process_time_ns()
        for _ in range(copies):
            application.repository.get(board.id)
        spent = time.process_time_ns() - start
        application.close()
    return spent / (901 * copies), version("eventsourcing")


def stored(copies: int) -> tuple[float, str]:
    """Games read from the archive's SQLite file and judged."""
    import tempfile

    import stored as archive

    from plancia_replay import kernel_form

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        low, high, events = archive.make(path, 3 * copies)
        archive.audited(path, low, low)
        gc.freeze()
        start = time.process_time_ns()
        archive.audited(path, low, high)
        return (time.process_time_ns() - start) / events, kernel_form()


def largest(copies: int) -> tuple[float, str]:
    """Under `rcm`, all checks."""
    return variants(copies, "rcm@1")


def smallest(copies: int) -> tuple[float, str]:
    """Under the smallest rule-set there is."""
    return variants(copies, "record@1")


if __name__ == "__main__":
    contestants = {
        "kernel": kernel, "largest": largest, "smallest": smallest, "reference": reference, "chess": chess,
        "pokerkit": pokerkit, "eventsourcing": eventsourcing, "stored": stored,
    }  # fmt: skip
    value, form = contestants[sys.argv[1]](int(sys.argv[2]))
    print(json.dumps({"ns": value, "form": form}))
