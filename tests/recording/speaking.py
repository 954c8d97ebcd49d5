"""A game told in words of the table, for tests: what follows is left out, so that the module has to derive it.

Written apart from the module: it looks at the events alone, never at the table.
"""

from __future__ import annotations

from typing import Any

from plancia_data import board
from plancia_events import Game, format_event

NAMES = dict(zip(board("eg").codes, board("eg").names_it, strict=True)) | {"JOL": "jolly", "???": "???"}
NAMES_EN = dict(zip(board("eg").codes, board("eg").names_en, strict=True)) | {"JOL": "jolly", "???": "???"}
COLOURS = {"R": "rosso", "B": "blu", "G": "verde", "Y": "giallo", "N": "nero", "V": "viola"}
REASONS = {
    "agreement": "accordo", "abandoned": "abbandonata", "end-roll": "sdadata", "extra-turns": "chance",
    "arbiter-die": "dado", "objective": "obiettivo", "target": "risiko", "world": "mondo",
    "elimination": "eliminazione", "time": "tempo", "hard-stop": "giro", "points": "punti", "cancelled": "annullata",
}  # fmt: skip
CLOCKS = {"started": "inizio", "expired": "sveglia", "paused": "pausa", "resumed": "ripresa"}
ANNOUNCED = {"penultimate": "penultimo", "third-last": "terzultimo", "finish-round": "finire", "last": "ultimo"}


def spoken(game: Game, lang: str = "it") -> list[str]:
    """What somebody says who tells the whole game; nothing for what follows."""
    names = NAMES if lang == "it" else NAMES_EN
    events = list(game.events)
    said: list[str] = []
    for place, event in enumerate(events):
        following = events[place + 1] if place + 1 < len(events) else None
        words = of_event(game, events, place, event, following, names)
        if words is not None:
            said.append(words)
    return said


def of_event(game: Game, events: list[Any], place: int, event: Any, after: Any, names: dict[str, str]) -> str | None:
    """What is said of one event; None for one that follows."""

    def lands(codes: list[str]) -> str:
        return ", ".join(names[code] for code in codes)

    before = events[place - 1] if place else None
    actor = COLOURS.get(event.actor, "")
    match event.TAG:
        case "TURN":  # said only where nothing that is done in it tells
            return None if after is not None and after.TAG in ("PUT", "REIN", "TRIS", "ATT", "MOVE", "DRAW") else (
                f"turno {actor} {event.turn or ''}".strip())  # fmt: skip
        case "END":
            follows = after is not None and after.TAG in ("TURN", "EROLL", "PASS", "ENOT")
            return None if follows else "fine"
        case "PUT":
            return " ".join(f"+{count} {names[code]}" for code, count in event.items)
        case "SET":
            return " ".join(f"+{count} {names[code]}" for code, count in event.items)
        case "REIN":
            return "rinforzi"
        case "TRIS":
            return f"tris {lands(event.cards)}"
        case "ATT":
            throw = f"{''.join(map(str, event.attack_dice))} {''.join(map(str, event.defence_dice))}"
            if not event.attack_dice:
                throw = f"{event.attack_count}v{event.defence_count}"
            same = before is not None and before.TAG == "ATT" and (before.source, before.target) == (
                event.source, event.target)  # fmt: skip
            where = "" if same and event.attack_dice else f"{names[event.source]} {names[event.target]} "
            return where + throw
        case "OCC":
            return str(event.armies)
        case "MOVE":
            return f"{names[event.source]} {names[event.target]} {event.armies}"
        case "DRAW":
            return f"carta {lands(event.cards)}"
        case "ELIM":
            return None
        case "CARDS":
            return None if event.reason == "elimination" else f"rende {COLOURS[event.giver]} {lands(event.cards)}"
        case "FILL":
            return None
        case "STAT":
            verb = {"withdrawn": "ritira", "passive": "ritira", "frozen": "congela", "renounced": "rinuncia",
                    "debt": "debito"}[event.to]  # fmt: skip
            return f"{verb} {COLOURS[event.player]}"
        case "PASS":
            return "passo"
        case "EROLL":
            return f"arbitro {event.dice[0]}" if event.roll == "arbiter" else f"sdadata {''.join(map(str, event.dice))}"
        case "CLAIM":
            return f"rivendica {({'objective': 'obiettivo', 'risiko': 'risiko', 'world': 'mondo'})[event.what]}"
        case "CLOCK":
            return CLOCKS[event.what] + (f" {event.at}" if event.at else "")
        case "ANN":
            return f"annuncio {ANNOUNCED[event.what]}"
        case "OVER":
            return f"finita {REASONS[event.reason]}" + (f" vince {COLOURS[event.winner]}" if event.winner else "")
        case "SCORE":
            return f"punti {actor} {event.half_points // 2}" + (",5" if event.half_points % 2 else "")
        case "STRIP":
            return f"striscia {actor} {lands(event.territories)}"
        case "ROLL":
            return "dadi " + " ".join(f"{COLOURS[colour]} {die}" for colour, die in event.dice)
        case "ORDER":
            follows = not (event.slots or event.seats)
            return None if follows else "ordine " + " ".join(COLOURS[colour] for colour in event.order)
        case "DEAL":
            if event.actor == "-":
                return f"neutrali {lands(event.territories)} {event.armies}"
            many = f" {event.armies}" if event.armies != 1 else ""
            return f"{actor}: " + ", ".join(f"{names[code]}{many}" for code in event.territories)
        case "PICK":
            return names[event.territory]
        case "DRAFT":
            deck = f"mazzo {event.deck} " if event.number == 2 else ""
            return f"{deck}{names[event.card]}"
        case "OBJ":
            return f"obiettivo {actor} {event.objective.replace('-', ' ') if event.objective != '???' else 'nascosto'}"
    return format_event(event)
