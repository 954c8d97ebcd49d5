"""Makes the whole games of tests/games again, from their wishes: python -m tests.make_games."""

from __future__ import annotations

import random
from pathlib import Path

from plancia_replay import judge
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import mutate

GAMES = Path(__file__).parent / "games"
FAULTS = ("total", "card-twice", "early", "army", "score")
ENDINGS = {
    "eg": [("", "objective"), ("", "world"), ("", "agreement")],
    "torneo": [("", "end-roll"), ("", "objective")],
    "firk": [("", "end-roll")],
    "monopoli": [("", "end-roll"), ("", "objective"), ("", "world")],
    "rcm": [
        ("", "extra-turns"), ("", "target"), (" + hard-stop", "hard-stop"), (" + end-roll", "end-roll"),
        (" + objective-cards", "objective"), (" + continent-or-strip", "objective"), (" + final-garrison", ""),
        (" + forced-attack + prestige-sets + cards-to-eliminator", "extra-turns"),
    ],
    "stucchi": [
        ("", "extra-turns"), (" + one-against-pair", "extra-turns"), (" + one-on-one", "extra-turns"),
    ],
    "firenze": [("", "arbiter-die"), ("", "objective")],
    "uno-contro-uno": [
        ("", "end-roll"), ("", "objective"), ("", "elimination"), (" + bonus-throws", "end-roll"),
    ],
}  # fmt: skip


def name_of(option: str, ending: str) -> str:
    """The name of a game's file."""
    return "-".join([*option.replace("+", "").split(), ending or "any"])


def made() -> dict[Path, str]:
    """Every game, and for each variant one with several faults and the events at which they lie."""
    files: dict[Path, str] = {}
    for variant, wishes in ENDINGS.items():
        for option, ending in wishes:
            game = generate(GameSpec(f"{variant}@1{option}", 11, ending if ending in ("objective", "target", "world",
                                 "elimination", "agreement") else ""))  # fmt: skip
            files[GAMES / variant / f"{name_of(option, ending)}.rgn"] = game.text()
        text, expected = faulty(variant)
        files[GAMES / variant / "faults.rgn"] = text
        files[GAMES / variant / "faults.toml"] = expected
    return files


def faulty(variant: str) -> tuple[str, str]:
    """A game with several faults, and the events and rules by which they are reported.

    A fault may make a later event impossible and hide the faults after it: then another place is taken.
    """
    rules = cached_ruleset(f"{variant}@1", ())
    for seed in range(100):
        game = generate(GameSpec(f"{variant}@1", 5))
        planted: list[int] = []
        for kind in FAULTS:
            fault = mutate(game, rules, kind, random.Random(seed))
            if fault is not None:
                game, planted = fault.game, [*planted, fault.event]
        found = {(v.event, v.rule_id) for v in judge(game, rules).verdicts if v.verdict in ("illegal", "assumed")}
        if set(planted) <= {event for event, _ in found}:
            return game.text(), told(planted, found)
    raise ValueError(f"no faulty game of {variant}")


def told(planted: list[int], found: set[tuple[int, str]]) -> str:
    """The file beside a faulty game."""
    lines = [f"planted = {sorted(planted)}", "", "[reported]"]
    for event in sorted({event for event, _ in found}):
        numbers = ", ".join(f'"{number}"' for place, number in sorted(found) if place == event)
        lines.append(f"{event} = [{numbers}]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes them."""
    for path, text in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
