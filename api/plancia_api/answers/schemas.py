"""JSON schemas of all answers, generated from their types (D-143), and of the events of games and tournaments."""

from __future__ import annotations

from typing import Any

from plancia_api.answers import (
    corrections,
    disputes,
    games,
    judgements,
    people,
    players,
    search,
    service,
    statistics,
    tlog,
    tokens,
    tournaments,
    variants,
    writes,
)
from plancia_archive.tournaments.events import FIELD_TYPES, OPTIONAL_FIELDS, REQUIRED_FIELDS
from plancia_events.json_schema import schemas_of
from plancia_events.kinds import AnyEvent

OBJECTS: dict[str, Any] = {  # operation id -> type of its answer
    "one_game": games.WholeGame, "state": games.State, "verdicts": judgements.Verdicts, "score": judgements.Scores,
    "corrections": corrections.Corrections,
    "judge_game": judgements.Judged, "append_events": writes.Appended, "keep_game": writes.Kept,
    "keep_games": writes.Bulk, "add_events": writes.Kept, "one_player": players.PlayerRecord,
    "one_variant": variants.WholeVariant, "kept_rules": variants.KeptRules, "health": service.Health,
    "one_tournament": tournaments.Contest, "standings": tournaments.Standings, "drawing": tournaments.Drawing,
    "national": tournaments.National, "one_statistic": statistics.Statistic, "supposing": statistics.Supposing,
    "odds": search.Odds, "log_head": tlog.Head, "inclusion_proof": tlog.InclusionProof,
    "consistency_proof": tlog.ConsistencyProof, "game_proof": tlog.Bundle,
    "approve_game": disputes.ApprovedGame, "approve_tournament_round": disputes.ApprovedRound,
    "one_dispute": disputes.WholeDispute,
    **dict.fromkeys(("open_dispute", "add_evidence", "add_answer", "add_ruling", "add_appeal", "close_dispute"),
                    disputes.WrittenDispute),
    **dict.fromkeys(("rename_person", "merge_person", "erase_person", "keep_person"), people.PersonChange),
    "confirm_game": writes.Confirmed, "withdraw_game": writes.Withdrawn,
    "create_token": tokens.NewToken, "revoke_token": tokens.Token, "renew_token": tokens.Token,
}  # fmt: skip
LISTS: dict[str, Any] = {  # operation id -> type of an item
    "list_disputes": disputes.DisputeRow, "list_games": games.GameRow, "list_verdicts": judgements.Finding,
    "list_players": players.Player, "list_tokens": tokens.Token, "list_refusals": tokens.Refusal,
    "variants": variants.Variant, "rules": variants.Rule, "ranking_systems": tournaments.System,
    "tournaments": tournaments.TournamentRow, "statistics": statistics.StatisticKnown, "search": search.Match,
}  # fmt: skip
WRITTEN_BY = {name: {"type": ["string", "null"]} for name in ("author", "role")}
REF = "#/components/schemas/"
JSON_TYPES = {int: "integer", str: "string", bool: "boolean", list: "array", dict: "object", tuple: "array"}


def schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of each operation's answer, and the components they refer to."""
    types = [*OBJECTS.values(), *LISTS.values(), AnyEvent]
    generated, components = schemas_of(types, REF + "{name}")
    components["Event"] = {"description": "An event of a game, by `kind`.", **one_of(generated[-1])}
    components["ListedEvent"] = numbered({"$ref": REF + "Event"}, {"line": {"type": "string"}, **WRITTEN_BY})
    answers = dict(zip([*OBJECTS, *LISTS], generated[:-1], strict=True))
    answers.update({name: page(answers[name]) for name in LISTS})
    answers["search"]["properties"]["examined"] = {"type": "integer"}
    components |= tournament_events()
    recorded = {"recorded_at": {"type": "integer", "description": "milliseconds UTC"}}
    components["ListedTournamentEvent"] = numbered({"$ref": REF + "TournamentEvent"}, recorded)
    head: dict[str, Any] = {"game": {"type": "string"}, "version": {"type": "integer"}}
    answers["events"] = page({"$ref": REF + "ListedEvent"}, head)
    names = {"type": "object", "additionalProperties": {"type": "string"}}
    head = {"tournament": {"type": "string"}, "version": {"type": "integer"}, "names": names}
    answers["tournament_events"] = page({"$ref": REF + "ListedTournamentEvent"}, head)
    events = components["WholeGame"]["properties"]["events"]
    events["items"] = {"$ref": REF + "Event"}
    return answers, components


def one_of(schema: dict[str, Any]) -> dict[str, Any]:
    """A union of types of which exactly one matches."""
    return {"oneOf": schema["anyOf"], **{key: schema[key] for key in ("discriminator",) if key in schema}}


def numbered(event: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """An event in a list, with its number and more members."""
    properties = {"event": {"type": "integer", "description": "its own number"}, **more}
    return {"allOf": [event, {"type": "object", "required": list(properties), "properties": properties}]}


def page(item: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    """A page of a list of such items, with more members."""
    following = {"type": ["string", "null"], "description": "cursor of the next page"}
    properties = {**(more or {}), "items": {"type": "array", "items": item}, "next": following}
    return {"type": "object", "required": list(properties), "properties": properties}


def tournament_events() -> dict[str, Any]:
    """The events of a tournament, by kind."""
    components: dict[str, Any] = {}
    for kind, required in REQUIRED_FIELDS.items():
        properties: dict[str, Any] = {"kind": {"enum": [kind]}, "v": {"type": "integer"}}
        for name in (*required, *OPTIONAL_FIELDS.get(kind, ())):
            types = [JSON_TYPES[form] for form in FIELD_TYPES[name] if form is not tuple]
            properties[name] = {"type": types[0] if len(types) == 1 else types}
        name = f"Tournament{kind.title()}"
        components[name] = {"type": "object", "required": ["kind", *required], "properties": properties}
    refs = [{"$ref": REF + name} for name in components]
    return {**components, "TournamentEvent": {"description": "An event of a tournament, by `kind`.", "oneOf": refs}}
