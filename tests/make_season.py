"""Makes the records of docs/season again: synthetic games with the seats of the season acted out there.

python -m tests.make_season. One record has a mistake of the recorder, which the arbiter corrects in the season.
"""

from __future__ import annotations

from pathlib import Path

from plancia_events import Game
from plancia_replay.synthetic import GameSpec, generate

SEASON = Path(__file__).parent.parent / "docs" / "season"
COLOURS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
RECORDS = {  # file: seed of the synthetic game, evening, table, players in the order of the colours, date
    "serata-1a.rgn": (2, "1", "A", "Anna Bruno Carla Dino Elena", "2026-11-05"),
    "serata-2a.rgn": (31, "2", "A", "Bruno Dino Elena Fabio Marta", "2026-11-12"),
    "serata-3a.rgn": (35, "3", "A", "Anna Bruno Elena Fabio Gaia", "2026-11-19"),
    "serata-4a.rgn": (51, "4", "A", "Bruno Carla Elena Gaia Marta", "2026-11-26"),
}
MISTAKE = {"serata-2a.rgn": ("OBJ V ", "OBJ V elvis")}  # what the recorder wrote in place of the true card
RESULT_ONLY = """\
[Notation "rgn 1"]
[Game "serata-3b"]
[Variant "monopoli@1"]
[Event "Torneo d'autunno"]
[Date "2026-11-19"]
[Round "3"]
[Table "B"]
[Red "Carla"]
[Blue "Dino"]
[Green "Ivo"]
[Yellow "Luca"]
[Black "Marta"]
[Completeness "result-only"]
[Provenance "sheet"]

OVER * points winner=B
SCORE R 14
SCORE B 26
SCORE G 8
SCORE Y 21
SCORE N 11
"""


def record(name: str) -> str:
    """One record: the synthetic game under the names of the season."""
    seed, evening, table, players, date = RECORDS[name]
    made = generate(GameSpec("monopoli@1", seed))
    names = dict(zip([key for key, _ in made.headers if key in COLOURS], players.split(), strict=True))
    headers = [(key, names.get(key, value)) for key, value in made.headers if key != "Game"]
    headers += [("Game", name.removesuffix(".rgn")), ("Event", "Torneo d'autunno"), ("Round", evening),
                ("Table", table), ("Date", date)]  # fmt: skip
    text = Game(headers, made.events).text()
    if name in MISTAKE:
        start, wrong = MISTAKE[name]
        line = next(line for line in text.splitlines() if line.startswith(start))
        text = text.replace(line, wrong)
    return text


def made() -> dict[Path, str]:
    """Every record, with its text."""
    return {SEASON / "serata-3b.rgn": RESULT_ONLY, **{SEASON / name: record(name) for name in RECORDS}}


def main() -> None:
    """Writes them."""
    SEASON.mkdir(exist_ok=True)
    for path, text in made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
