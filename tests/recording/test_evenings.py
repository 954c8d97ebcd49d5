"""An evening of each document from the opening to the ranking, told in words of the table.

With hidden objectives opened at the end, slips undone, an illegal move kept, a claim, an elimination with its cards, a
withdrawal, extra turns and a draft.
"""

from __future__ import annotations

import pytest

from plancia_events import Game, format_event, read
from plancia_replay import judge
from plancia_replay.recording.completing import complete_lines
from plancia_replay.recording.play import Play
from plancia_replay.synthetic.game import GameSpec, generate
from tests.recording.speaking import NAMES, spoken

EVENINGS = [  # variant, seed, end aimed at, kinds that have to occur
    ("rcm@1", 5, "", {"STAT", "FILL", "PASS", "STRIP", "PICK"}),
    ("rcm@1", 0, "", {"PASS", "STRIP", "TURN chance"}),
    ("firk@1", 0, "objective", {"CLAIM", "ELIM"}),
    ("firk@1", 1, "", {"EROLL", "ROLL tie"}),
    ("stucchi@1", 0, "", {"DRAFT", "PASS", "ANN"}),
    ("firenze@1", 1, "", {"EROLL", "PICK", "ANN"}),
    ("uno-contro-uno@1", 1, "", {"EROLL", "TURN director"}),
    ("monopoli@1", 1, "", {"EROLL", "ANN"}),
]


def kinds_in(game: Game) -> set[str]:
    """The tags of a game, and some with a word of theirs."""
    found = {event.TAG for event in game.events}
    for event in game.events:
        if event.TAG == "TURN":
            found |= {f"TURN {event.turn}", "TURN director" if event.director else ""}
        elif event.TAG == "ROLL":
            found.add(f"ROLL {event.purpose}")
    return found


@pytest.mark.parametrize(("variant", "seed", "ending", "kinds"), EVENINGS)
def test_an_evening_from_the_opening_to_the_ranking(variant: str, seed: int, ending: str, kinds: set[str]) -> None:
    game = generate(GameSpec(variant, seed, ending))
    assert kinds <= kinds_in(game), kinds - kinds_in(game)
    done = complete_lines(Game(game.headers, []), with_slips(spoken(game)))
    assert done.unclear is None
    assert [line.text for line in done.lines] == [format_event(event) for event in game.events]
    assert judge(done.play.game).scores == judge(game).scores and not done.verdicts


def with_slips(said: list[str]) -> list[str]:
    """Everything said with a slip before it now and then, which is undone at once."""
    slips = [place for place, line in enumerate(said) if line.startswith("+")][::5]
    return [word for place, line in enumerate(said) for word in ([line, "annulla", line] if place in slips else [line])]


@pytest.mark.parametrize(("variant", "seed"), [("firk@1", 1), ("stucchi@1", 0), ("firenze@1", 1), ("monopoli@1", 1)])
def test_objectives_that_were_hidden_are_opened_at_the_end(variant: str, seed: int) -> None:
    game = generate(GameSpec(variant, seed))
    said = spoken(game)
    told = [line for line in said if line.startswith("obiettivo ")]
    first, end = said.index(told[0]), next(k for k, line in enumerate(said) if line.startswith("finita"))
    hidden = [*said[:first], "obiettivi nascosti", *(line for line in said[first:end] if line not in told)]
    done = complete_lines(Game(game.headers, []), [*hidden, *told, *said[end:]], judged=False)
    assert done.unclear is None, (done.unclear, said[done.place])
    lines = [line.text for line in done.lines]
    assert sum(line.startswith("SHOW ") for line in lines) == len(told)
    assert all(f"OBJ {letter} ???" in " ".join(lines) for letter in game.players)
    before, after = judge(game).scores, judge(done.play.game).scores
    assert {x: entry["points"] for x, entry in after.items()} == {x: entry["points"] for x, entry in before.items()}
    assert {x: entry.get("ranking") for x, entry in after.items()} == {
        x: entry.get("ranking") for x, entry in before.items()
    }


@pytest.mark.parametrize("variant", ["rcm@1", "firk@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "monopoli@1"])
def test_an_illegal_move_is_kept_with_its_finding_and_the_game_goes_on(variant: str) -> None:
    game = generate(GameSpec(variant, 1))
    end = game.numbers_of("END")[0]
    start = Game(game.headers, list(game.events[: end - 1]))
    play = Play(start)
    letter = play.turn
    own = play.territories(letter)
    source = max(own, key=play.armies)
    target = next(code for code in own if code != source and not play.are_adjacent(source, code))
    said = f"sposta 1 {NAMES[source]} {NAMES[target]}"
    done = complete_lines(start, [said, "fine"])
    assert done.unclear is None and done.lines[0].text == f"MOVE {letter} {source}>{target} 1"
    assert "move.adjacent" in {verdict.rule for verdict in done.verdicts}
    assert done.lines[-1].text == f"END {letter}" and done.impossible is None


ELIMINATION = """[Notation "rgn 1"]
[Variant "{variant}"]
[Red "Anna"]
[Blue "Bruno"]
[Green "Gino"]
[Black "Nadia"]
[Completeness "full"]
[Provenance "sheet"]

ORDER * R B G N
DEAL R CIN armies=9
DEAL B SIA
DEAL G {green}
DEAL N {black}
TURN B
DRAW B BRA
DRAW B ???
END B
TURN G
END G
TURN N
END N
TURN R
"""


@pytest.mark.parametrize(
    ("variant", "to"), [("eg@1", "R"), ("monopoli@1", "R"), ("rcm@1", "deck"), ("stucchi@1", "deck")]
)
def test_who_loses_his_last_territory_is_out_and_his_cards_go_where_the_rules_say(variant: str, to: str) -> None:
    rest = [code for code in list(NAMES)[:42] if code not in ("CIN", "SIA")]
    text = ELIMINATION.format(variant=variant, green=" ".join(rest[:20]), black=" ".join(rest[20:]))
    throw = "cina siam 3v1 -1-1" if variant.startswith("stucchi") else "cina siam 654 1"
    done = complete_lines(read(text).games[0], [throw, "5"], judged=False)
    assert done.unclear is None
    assert [line.text for line in done.lines][1:] == [
        "OCC R CIN>SIA 5", "ELIM R B", f"CARDS * B>{to} elimination BRA ???"
    ]  # fmt: skip
    assert [line.derived for line in done.lines] == [False, False, True, True]
