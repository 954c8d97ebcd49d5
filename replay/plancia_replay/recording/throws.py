"""Parses dice, numbers of dice or losses of an attack, and derives its losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from plancia_events import parse_event, replace_fields
from plancia_events.kinds.turn import Attack, dice_code
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import Token
from plancia_replay.rules.combat.losses import CombatTable, LossesByDice, losses
from plancia_replay.rules.combat.void_throws import ThrowerForAbandoned
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

MAX_DICE = 3


@dataclass(frozen=True)
class Throw:
    """The dice of an attack in the notation, its losses ("" if not given), and the armies that move in."""

    dice: str
    losses: str = ""
    advance: int | None = None


def parse_throw(play: Play, source: str, target: str, tokens: list[Token]) -> Throw:
    """Parses the tokens after the two territories of an attack. Raises Unclear."""
    engaged = engaged_throw(play, source, target, tokens)
    if engaged is not None:
        return engaged
    lost = next((token.text for token in tokens if token.kind == "losses"), "")
    counts = next((token for token in tokens if token.kind == "counts"), None)
    numbers = [token for token in tokens if token.kind == "number"]
    if counts is not None or not numbers:
        if counts is None and not lost:
            raise Unclear("dice-missing", tokens[-1].column if tokens else 1)
        return Throw(counts.text if counts else "?v?", lost, parse_advance(numbers))
    place = next((k for k, token in enumerate(tokens) if token.kind == "sign" and token.text in ":/"), None)
    if place is not None:
        attack, defence, rest = split_at_sign(tokens[:place], tokens[place + 1 :])
    elif len(numbers) == 1 or len(numbers[0].text) > MAX_DICE:
        attack, defence = split_dice(play, source, target, numbers[0])
        rest = numbers[1:]
    else:
        attack, defence, rest = numbers[0].text, numbers[1].text.lstrip("-"), numbers[2:]
    for dice in (attack, defence):
        if not 1 <= len(dice) <= MAX_DICE or any(face not in "123456" for face in dice):
            raise Unclear("dice", numbers[0].column, dice)
    return Throw(f"{attack}:{defence}", lost, parse_advance(rest))


def engaged_throw(play: Play, source: str, target: str, tokens: list[Token]) -> Throw | None:
    """Returns the throw of an attack without dice (CombatTable), by the armies that both sides engage.

    Stated are the attackers (`alberta ontario 3`), the losses (`-3-2`), or nothing: then all that may attack do. The
    territory defends with all that it may. None where the tokens state something else, or other rules hold.
    """
    table = play.rule(CombatTable)
    if table is None or len(tokens) > 1 or any(token.kind not in ("number", "losses") for token in tokens):
        return None
    defenders = min(MAX_DICE, max(1, play.armies(target)))
    most = min(MAX_DICE, max(1, play.armies(source) - 1))
    if not tokens:
        return Throw(f"{most}v{defenders}")
    stated = tokens[0]
    if stated.kind == "losses":
        loss_code = int(stated.text.split("-")[1]) * 1000 + int(stated.text.split("-")[2])
        counts = (count for count in range(MAX_DICE, 0, -1) if table.losses(count, defenders) == loss_code)
        attackers = next(counts, 0)
        return Throw(f"{attackers}v{defenders}", stated.text) if attackers else None
    return Throw(f"{stated.value}v{defenders}") if stated.text.isdigit() and 1 <= stated.value <= MAX_DICE else None


def parse_advance(rest: list[Token]) -> int | None:
    """Parses the armies that move in, after the dice. Raises Unclear for more than one number."""
    if len(rest) > 1:
        raise Unclear("surplus", rest[1].column, rest[1].text)
    return rest[0].value if rest else None


def split_at_sign(before: list[Token], after: list[Token]) -> tuple[str, str, list[Token]]:
    """Returns the dice before and after a sign, and the tokens that follow them; `6 5 4 / 3 2` has single dice."""
    attack = [token for token in before if token.kind == "number"]
    defence = [token for token in after if token.kind == "number"]
    if not attack or not defence:
        raise Unclear("dice-missing", (before or after)[-1].column)
    if len(attack) > 1:
        return "".join(token.text for token in attack), "".join(token.text for token in defence), []
    return attack[0].text, defence[0].text, defence[1:]


def split_dice(play: Play, source: str, target: str, token: Token) -> tuple[str, str]:
    """Splits dice of both sides typed together, as many for each as its armies allow. Raises Unclear."""
    text = token.text
    most = min(MAX_DICE, play.armies(source) - 1)
    most_defence = min(MAX_DICE, play.armies(target))
    ways = [count for count in range(1, len(text)) if count <= most and 1 <= len(text) - count <= most_defence]
    if most + most_defence == len(text) and most in ways:
        ways = [most]
    if len(ways) != 1:
        raise Unclear("dice-split", token.column, text)
    return text[: ways[0]], text[ways[0] :]


def add_losses(event: Attack, rules: RuleSet | None) -> Attack | None:
    """Returns an attack with the losses that its dice cause under the rules; None if they cannot be derived."""
    attack = dice_code(event.attack_dice, event.attack_count)
    defence = dice_code(event.defence_dice, event.defence_count)
    loss_code = -1
    for rule in rules.rules if rules else ():
        if isinstance(rule, CombatTable):
            loss_code = int(rule.losses(dice_count(attack), dice_count(defence)))
        elif isinstance(rule, LossesByDice):
            loss_code = int(losses(attack, defence))
    if loss_code < 0:
        return None
    filled = replace_fields(event, attack_losses=loss_code // 1000, defence_losses=loss_code % 1000)
    return cast(Attack, filled)


def attack_line(play: Play, source: str, target: str, throw: Throw, arguments: str = "") -> str:
    """Returns the line of an attack with its losses and the thrower for an absent defender. Raises Unclear."""
    head = f"ATT {play.turn} {source}>{target} {throw.dice}"
    losses_text = throw.losses
    if not losses_text:
        event = add_losses(parse_event(f"{head} -0-0"), play.rules)  # type: ignore[arg-type]
        if event is None:
            raise Unclear("losses-missing", 1, throw.dice)
        losses_text = f"-{event.attack_losses}-{event.defence_losses}"
    line = f"{head} {losses_text}{arguments}"
    rule = play.rule(ThrowerForAbandoned)
    if rule is not None and "by=" not in arguments:
        play.load_line(line)
        thrower = int(rule.expected_thrower(play.table))
        line += f" by={COLOUR_LETTERS[thrower]}" if thrower >= 0 else ""
    return line
