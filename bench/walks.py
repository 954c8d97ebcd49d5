"""How many calls of project functions three walks cost: an attack typed at the table, a game page, a dispute page.

    PLANCIA_PURE=1 python bench/walks.py [--callers]

Counted by `sys.setprofile` in plain Python, with Flask's test client, everything warm: the count is the same on every
machine. The attack is typed in two games, a short one and a long one, since its price must not grow with the game.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

LONG = Path(__file__).resolve().parent / "house.rgn"


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts the calls of project functions, by function, while the block runs."""
    calls: Counter[str] = Counter()

    def hook(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            module = str(frame.f_globals.get("__name__", ""))
            if module.startswith("plancia_") and not frame.f_code.co_name.startswith("<"):
                calls[f"{module}:{frame.f_code.co_qualname}"] += 1

    sys.setprofile(hook)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def texts() -> dict[str, tuple[str, list[str]]]:
    """For a short and a long game its text up to the placement of a turn, and two attacks to type then."""
    lines = LONG.read_text("utf-8").splitlines()
    attacks = [
        place
        for place, line in enumerate(lines)
        if line.startswith("ATT") and not lines[place + 1].startswith(("OCC", "ELIM"))
    ]
    found = {}
    for name, most in (("short", 150), ("long", 255)):
        place = max(at for at in attacks if at < most)
        words = lines[place].split()
        source, target = words[2].split(">")
        own, other = words[3].split(":")
        found[name] = "\n".join(lines[:place]) + "\n", [f"{source} {target} {own} {other}"]
    return found


def walks() -> dict[str, Counter[str]]:
    """The calls of each walk by function."""
    from plancia_api import create_app
    from plancia_archive import Archive
    from plancia_events import read

    made: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "a.db", create=True)
        client = create_app(archive, writes_per_minute=10**6, seconds_per_minute=10**6).test_client()
        auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": "*"}
        for name, (text, said) in texts().items():
            for copy in ("warm", "measured"):
                text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Result"))
                game = read(text.replace('[Game "', f'[Game "{name}-{copy}-')).games[0]
                stored = archive.add_game(game).game_id
                place = f"/api/v1/games/{stored}/record"
                begun = client.post(place, json={"said": ["nota prova"]}, headers=auth)
                assert begun.status_code == 200, begun.text
                client.get(f"/record/{stored}")

                def post(place: str = place, said: list[str] = said) -> Any:
                    answer = client.post(place, json={"said": said}, headers=auth)
                    assert answer.status_code == 200, answer.text
                    return answer

                with counted() as calls:
                    post()
                made[f"attack typed, {name} game of {game.version} events"] = calls
        whole = read(LONG.read_text("utf-8")).games[0]
        stored = archive.add_game(whole).game_id
        attack = whole.numbers_of("ATT")[9]
        dispute = archive.disputes.open("le armate non c'erano", "R", game=stored, event=attack).id
        for page in (f"/games/{stored}", f"/disputes/{dispute}"):
            for time in ("first", "again"):
                with counted() as calls:
                    assert client.get(page).status_code == 200
                made[f"{page.split('/')[1]} page, {time}"] = calls
    return made


if __name__ == "__main__":
    found = walks()
    print(json.dumps({name: sum(calls.values()) for name, calls in found.items()}, indent=1))
    if "--callers" in sys.argv:
        for name, calls in found.items():
            print(name, *(f"{count:7} {function}" for function, count in calls.most_common(40)), sep="\n  ")
