"""Makes the games of the demonstration again: python -m tests.make_demonstration.

One synthetic game of each of the five documents, with names and a declared result. In the game of Monopoli one attack
throws fewer dice than the defence; in the game of Florence the declared points of one player are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.synthetic import GameSpec, generate

NOTES = Path(__file__).parent.parent / "docs" / "first-evening" / "appunti.txt"
FOLDER = Path(__file__).parent.parent / "data" / "plancia_data" / "demonstration"
COLOURS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
PLAYERS = ["Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio"]
GAMES = {  # file: variant, seed, event, place, date
    "milano": ("rcm@1", 2, "Torneo Open di Milano", "Milano", "2004-05-14"),
    "stucchi": ("stucchi@1", 11, "Due contro due senza dadi", "Milano", "1991-03-08"),
    "firenze": ("firenze@1", 2, "Terzo torneo Città di Firenze", "Firenze", "1988-11-19"),
    "morto": ("uno-contro-uno@1", 4, "Uno contro uno con il morto", "Milano", "2002-02-01"),
    "monopoli": ("monopoli@1", 3, "Torneo del circolo Arci", "Monopoli", "2026-11-20"),
}


def points(game: Game) -> str:
    """The points of the SCORE lines as the header Result states them."""
    lines = [line.split() for line in game.text().splitlines() if line.startswith("SCORE ")]
    return " ".join(f"{colour} {value}" for _, colour, value in lines)


def named(name: str) -> Game:
    """The synthetic game with the names, place and date of the demonstration, and its result declared."""
    variant, seed, event, place, date = GAMES[name]
    made = generate(GameSpec(variant, seed))
    virtual = made.header("Virtual")
    people = iter(PLAYERS)
    headers = [("Game", f"demo-{name}"), ("Event", event), ("Place", place), ("Date", date), ("Result", points(made))]
    for key, value in made.headers:
        if key in COLOURS:
            headers.append((key, "-" if COLOURS[key] == virtual else next(people)))  # the dummy is nobody
        elif key not in ("Game", "Result"):
            headers.append((key, value))
    return read(Game(headers, made.events).text()).games[0]


def fewer_dice(game: Game) -> Iterator[Game]:
    """The game with one attack of two dice against three, where the third die had lost; every such place."""
    lines = game.text().splitlines()
    for place, line in enumerate(lines):
        words = line.split()
        if words[:1] != ["ATT"] or ":" not in words[3]:
            continue
        attack, defence = words[3].split(":")
        lost, killed = (int(part) for part in words[4].split("-")[1:])
        if len(attack) == len(defence) == 3 and attack[2] <= defence[2]:
            changed = " ".join([*words[:3], f"{attack[:2]}:{defence}", f"-{lost - 1}-{killed}", *words[5:]])
            yield read("\n".join([*lines[:place], changed, *lines[place + 1 :]]) + "\n").games[0]


def with_illegal_move(game: Game) -> Game:
    """The game with the first such attack that is its only finding and changes no result."""
    for made in fewer_dice(game):
        found = judge(made)
        if found.impossible is None and [verdict.rule for verdict in found.verdicts] == ["attack.dice_not_fewer"]:
            return made
    raise ValueError("no place for an attack with fewer dice")


def with_wrong_points(game: Game) -> Game:
    """The game with ten points too many in its Result for the second player; its SCORE lines stay right."""
    declared = points(game)
    colour, right = declared.split()[2:4]
    wrong = declared.replace(f"{colour} {right}", f"{colour} {float(right) + 10:g}")
    return read(game.text().replace(f'[Result "{declared}"]', f'[Result "{wrong}"]')).games[0]


def hasty(text: str) -> str:
    """A game as somebody in a hurry types it: no losses, no END, no colours within a turn, OCC with a number alone."""
    made = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0] == "ATT":
            words = [word for word in words if not re.fullmatch(r"-\d-\d", word)]
        if words and words[0] == "OCC":
            del words[2]
        if words and words[0] in ("PUT", "REIN", "ATT", "OCC", "MOVE", "DRAW"):
            del words[1]
        if not words or words[0] != "END":
            made.append(" ".join(words))
    return "\n".join(made) + "\n"


def made() -> dict[Path, str]:
    """Every file with its text."""
    games = {name: named(name) for name in GAMES}
    games["monopoli"] = with_illegal_move(games["monopoli"])
    games["firenze"] = with_wrong_points(games["firenze"])
    notes = hasty(games["monopoli"].text().replace("demo-monopoli", "prima-serata"))
    return {**{FOLDER / f"{name}.rgn": game.text() for name, game in games.items()}, NOTES: notes}


def main() -> None:
    """Writes them."""
    FOLDER.mkdir(exist_ok=True)
    NOTES.parent.mkdir(exist_ok=True)
    for path, text in made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
