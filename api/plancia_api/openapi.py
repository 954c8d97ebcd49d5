"""The OpenAPI 3.1 document as served: stable operation ids, every format of an answer, headers, schemas, examples."""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib.resources import files
from typing import Any

from plancia_api.answers.schemas import answer_schemas
from plancia_api.as_of_views import LIVE_ENDPOINTS
from plancia_api.negotiation import MEDIA_TYPES

LIVE_OPERATIONS = {endpoint.rpartition(".")[2] for endpoint in LIVE_ENDPOINTS}
ETAG = {"description": "strong; send it back in If-None-Match", "schema": {"type": "string"}}
LINK = {"description": "the next page, rel=next (RFC 8288)", "schema": {"type": "string"}}
IF_NONE_MATCH = {
    "in": "header", "name": "If-None-Match", "schema": {"type": "string"},
    "description": "the ETag of an earlier answer: 304 where nothing changed",
}  # fmt: skip
TEXT_SCHEMA = {"type": "string"}
PARAMETER_DESCRIPTIONS = {  # name: description, where the schema has none
    "player": "only games with this player, by reference or, where names are shown, by name",
    "winner": "only games won by this player, as `player`",
    "variant": "an id with or without edition and options: monopoli, monopoli@1",
    "event": "only games of this club event or tournament, as the header says it",
    "since": "first date, YYYY-MM-DD; every day that a date with unknown digits can mean is to lie in the period",
    "until": "last date, YYYY-MM-DD, as `since`",
    "completeness": "only games with this completeness",
    "provenance": "live, sheet, reconstructed, synthetic, imported:...",
    "illegal": "only games with (without) illegal events",
    "lang": "language of the words; else the cookie, else Accept-Language, else Italian",
    "Idempotency-Key": "a retry with the same key and the same request gets the first answer",
    "position": "owners and armies: SIA=x>=3 CIN=x INS=R; a small letter stands for one colour, whichever it is",
    "sequence": "steps of one colour: INS>SIA tris; * is any territory",
    "within": "turns between two steps of a sequence",
    "round": "as of this round",
    "attackers": "armies usable for the attack, without the one that stays", "defenders": "armies that defend",
    "defence": "most dice of the defence",
}  # fmt: skip


@cache
def examples() -> dict[str, Any]:
    """Operation id -> parameters, body and answers of a real request, written by tests/make_examples.py."""
    text = files("plancia_api").joinpath("examples.json").read_text("utf-8")
    requests: dict[str, Any] = json.loads(text)
    return requests


def complete_document(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of the document of flask-smorest with formats, schemas, headers and examples.

    The extensions `x-formats` and `x-bulk` of a route (strict_blueprint.py) are replaced by what they mean.
    """
    result = copy.deepcopy(document)
    paths: dict[str, Any] = {}
    answers, components = answer_schemas()
    result["components"].setdefault("schemas", {}).update(components)
    for path, item in result["paths"].items():
        paths[path] = item
        for method, operation in item.items():
            if method == "parameters":
                continue
            formats, bulk = operation.pop("x-formats", ["json"]), operation.pop("x-bulk", False)
            for status, answer in operation["responses"].items():
                if status in ("200", "201") and operation["operationId"] in answers:
                    answer["content"]["application/json"]["schema"] = answers[operation["operationId"]]
            add_examples(operation, item.get("parameters", []))
            if method != "get" or operation["operationId"] in LIVE_OPERATIONS:
                parameters = operation.get("parameters", [])
                operation["parameters"] = [entry for entry in parameters if entry.get("name") != "as_of"]
            if method != "get":
                continue
            describe_read(operation, formats)
            for suffix in formats if bulk or path == "/api/v1/games/{game_id}" else ():
                if suffix == "json":
                    continue
                paths[f"{path}.{suffix}"] = suffix_path_item(item, operation, suffix)
    result["paths"] = paths
    return result


def describe_read(operation: dict[str, Any], formats: list[str]) -> None:
    """Adds to a read the formats of its answer, ETag and Link, and the 304 (RFC 9110, 15.4.5)."""
    success = operation["responses"]["200"]
    contents = success.get("content", {})
    content = contents.get("application/json") or next(iter(contents.values()), {"schema": TEXT_SCHEMA})
    texts = examples().get(operation["operationId"], {}).get("texts", {})
    success["content"] = {}
    for suffix in formats:
        text = {"schema": TEXT_SCHEMA, **({"example": texts[suffix]} if suffix in texts else {})}
        success["content"][MEDIA_TYPES[suffix]] = content if suffix == "json" else text
    success["headers"] = {"ETag": ETAG, **({"Link": LINK} if is_paged(operation) else {})}
    operation["responses"]["304"] = {"description": "Not Modified", "headers": {"ETag": ETAG}}
    operation["parameters"] = [*operation.get("parameters", []), IF_NONE_MATCH]


def is_paged(operation: dict[str, Any]) -> bool:
    """True for a list with a cursor."""
    return any(parameter.get("name") == "after" for parameter in operation.get("parameters", []))


def add_examples(operation: dict[str, Any], path_parameters: list[dict[str, Any]]) -> None:
    """Adds the example of an operation to its parameters (`of_path`: those of its path), body and answers."""
    example = examples().get(operation["operationId"], {})
    for parameter in [*operation.get("parameters", []), *path_parameters]:
        if parameter.get("name") in PARAMETER_DESCRIPTIONS:
            parameter.setdefault("description", PARAMETER_DESCRIPTIONS[parameter["name"]])
        if parameter.get("name") in example.get("parameters", {}):
            parameter.setdefault("example", example["parameters"][parameter["name"]])
    for media, body in example.get("body", {}).items():
        operation["requestBody"]["content"][media]["example"] = body
    for status, answer in example.get("answers", {}).items():
        operation["responses"][status]["content"]["application/json"]["example"] = answer


def suffix_path_item(item: dict[str, Any], operation: dict[str, Any], suffix: str) -> dict[str, Any]:
    """The path item of the same read with a suffix, which has one format."""
    suffix_operation = copy.deepcopy(operation)
    suffix_operation["operationId"] = f"{operation['operationId']}_{suffix}"
    success = suffix_operation["responses"]["200"]
    success["content"] = {MEDIA_TYPES[suffix]: success["content"][MEDIA_TYPES[suffix]]}
    success["headers"].pop("Link", None)
    path_parameters = {"parameters": copy.deepcopy(item["parameters"])} if "parameters" in item else {}
    return {**path_parameters, "get": suffix_operation}
