"""JSON Schemas of all answers, generated from their types (D-143), and of the events of games and tournaments."""

from __future__ import annotations

from typing import Any

from plancia_api.answers import (
    corrections,
    disputes,
    games,
    judgements,
    merged,
    people,
    players,
    recording,
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
from plancia_events.json_schema import generate_schemas
from plancia_events.kinds import AnyEvent

OBJECT_TYPES: dict[str, Any] = {  # operation id -> type of its answer
    "one_game": games.GameAnswer, "state": games.GameState,
    "verdicts": judgements.VerdictsAnswer, "score": judgements.ScoresAnswer,
    "corrections": corrections.CorrectionsAnswer,
    "add_correction_evidence": corrections.CorrectionEvidenceAnswer,
    "judge_game": judgements.JudgementAnswer, "append_events": writes.AppendAnswer, "keep_game": writes.StoreAnswer,
    "keep_games": writes.BulkAnswer, "add_events": writes.StoreAnswer, "one_player": players.PlayerRecord,
    "one_variant": variants.VariantAnswer, "kept_rules": variants.StoredRules, "health": service.Health,
    "one_tournament": tournaments.TournamentAnswer, "standings": tournaments.Standings, "drawing": tournaments.Drawing,
    "national": tournaments.NationalRankingAnswer, "one_statistic": statistics.Statistic,
    "supposing": statistics.AlternativeStatistic,
    "odds": search.Odds, "log_head": tlog.LogHead, "inclusion_proof": tlog.InclusionProof,
    "consistency_proof": tlog.ConsistencyProof, "game_proof": tlog.ProofBundle,
    "approve_game": disputes.ApprovedGame, "approve_tournament_round": disputes.ApprovedRound,
    "one_dispute": disputes.DisputeAnswer,
    **dict.fromkeys(("open_dispute", "add_evidence", "add_answer", "add_ruling", "add_appeal", "close_dispute"),
                    disputes.DisputeWriteAnswer),
    **dict.fromkeys(("rename_person", "merge_person", "erase_person", "keep_person"), people.PersonChange),
    "confirm_game": writes.ConfirmationAnswer, "withdraw_game": writes.WithdrawalAnswer,
    "due_now": recording.DueAnswer, "complete_in_game": recording.CompletionAnswer,
    "complete_text": recording.CompletionAnswer, "record_in_game": recording.RecordedAnswer,
    "next_question": recording.OpeningAnswer,
    **dict.fromkeys(("current_writer", "claim_writer"), recording.WriterAnswer),
    "create_token": tokens.NewToken, "revoke_token": tokens.ChangedToken, "renew_token": tokens.ChangedToken,
}  # fmt: skip
ITEM_TYPES: dict[str, Any] = {  # operation id -> type of an item
    "list_disputes": disputes.DisputeRow, "list_merged": merged.MergedRecord,
    "list_games": games.GameRow, "list_verdicts": judgements.Finding,
    "list_players": players.Player, "list_tokens": tokens.Token, "list_refusals": tokens.Refusal,
    "variants": variants.Variant, "rules": variants.Rule, "ranking_systems": tournaments.RankingSystem,
    "tournaments": tournaments.TournamentRow, "statistics": statistics.StatisticDescription, "search": search.Match,
}  # fmt: skip
AUTHOR_PROPERTIES = {name: {"type": ["string", "null"]} for name in ("author", "role")}
REFERENCE_PREFIX = "#/components/schemas/"
JSON_TYPES = {int: "integer", str: "string", bool: "boolean", list: "array", dict: "object", tuple: "array"}


def answer_schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the schema of each operation's answer by operation id, and the components to which they refer."""
    types = [*OBJECT_TYPES.values(), *ITEM_TYPES.values(), AnyEvent]
    type_schemas, components = generate_schemas(types, REFERENCE_PREFIX + "{name}")
    components["Event"] = {"description": "An event of a game, by `kind`.", **exclusive_union(type_schemas[-1])}
    components["ListedEvent"] = numbered_event(
        {"$ref": REFERENCE_PREFIX + "Event"}, {"line": {"type": "string"}, **AUTHOR_PROPERTIES}
    )
    answers = dict(zip([*OBJECT_TYPES, *ITEM_TYPES], type_schemas[:-1], strict=True))
    answers.update({name: page_schema(answers[name]) for name in ITEM_TYPES})
    answers["search"]["properties"]["examined"] = {"type": "integer"}
    components |= tournament_event_schemas()
    time_recorded = {"recorded_at": {"type": "integer", "description": "milliseconds UTC"}}
    components["ListedTournamentEvent"] = numbered_event({"$ref": REFERENCE_PREFIX + "TournamentEvent"}, time_recorded)
    extra_members: dict[str, Any] = {"game": {"type": "string"}, "version": {"type": "integer"}}
    answers["events"] = page_schema({"$ref": REFERENCE_PREFIX + "ListedEvent"}, extra_members)
    names = {"type": "object", "additionalProperties": {"type": "string"}}
    extra_members = {"tournament": {"type": "string"}, "version": {"type": "integer"}, "names": names}
    answers["tournament_events"] = page_schema({"$ref": REFERENCE_PREFIX + "ListedTournamentEvent"}, extra_members)
    events = components["GameAnswer"]["properties"]["events"]
    events["items"] = {"$ref": REFERENCE_PREFIX + "Event"}
    return answers, components


def exclusive_union(schema: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of a union as `oneOf`: exactly one type matches."""
    return {"oneOf": schema["anyOf"], **{key: schema[key] for key in ("discriminator",) if key in schema}}


def numbered_event(event: dict[str, Any], extra_members: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of an event in a list: the event with its number and further members."""
    properties = {"event": {"type": "integer", "description": "its own number"}, **extra_members}
    return {"allOf": [event, {"type": "object", "required": list(properties), "properties": properties}]}


def page_schema(item: dict[str, Any], extra_members: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the schema of a page of items, with further members."""
    next_cursor = {"type": ["string", "null"], "description": "cursor of the next page"}
    properties = {**(extra_members or {}), "items": {"type": "array", "items": item}, "next": next_cursor}
    return {"type": "object", "required": list(properties), "properties": properties}


def tournament_event_schemas() -> dict[str, Any]:
    """Returns the schemas of tournament events by kind, and that of their union."""
    components: dict[str, Any] = {}
    for kind, required in REQUIRED_FIELDS.items():
        properties: dict[str, Any] = {"kind": {"enum": [kind]}, "v": {"type": "integer"}}
        for name in (*required, *OPTIONAL_FIELDS.get(kind, ())):
            types = [JSON_TYPES[form] for form in FIELD_TYPES[name] if form is not tuple]
            properties[name] = {"type": types[0] if len(types) == 1 else types}
        name = f"Tournament{kind.title()}"
        components[name] = {"type": "object", "required": ["kind", *required], "properties": properties}
    references = [{"$ref": REFERENCE_PREFIX + name} for name in components]
    return {
        **components,
        "TournamentEvent": {"description": "An event of a tournament, by `kind`.", "oneOf": references},
    }
