"""The OpenAPI document as it is served: stable operation ids, every form of an answer, headers, examples."""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib.resources import files
from typing import Any

from plancia_api.answers.schemas import schemas
from plancia_api.negotiation import MEDIA

TAG = {"description": "strong; send it back in If-None-Match", "schema": {"type": "string"}}
NEXT = {"description": "the next page, rel=next", "schema": {"type": "string"}}
KNOWN = {
    "in": "header", "name": "If-None-Match", "schema": {"type": "string"},
    "description": "the ETag of an earlier answer: 304 where nothing changed",
}  # fmt: skip
TEXT = {"type": "string"}
SAID = {
    "player": "only games with this player, by reference or, where names are shown, by name",
    "winner": "only games won by this player, as `player`",
    "variant": "an id with or without edition and options: monopoli, monopoli@1",
    "event": "only games of this club event or tournament, as the header says it",
    "since": "first date, YYYY-MM-DD; every day that a date with unknown digits can mean is to lie in the period",
    "until": "last date, YYYY-MM-DD, as `since`",
    "completeness": "only games recorded so",
    "provenance": "live, sheet, reconstructed, synthetic, imported:...",
    "illegal": "only games with (without) illegal events",
    "lang": "language of the words; else the cookie, else Accept-Language, else Italian",
    "Idempotency-Key": "a retry with the same key and the same request gets the first answer",
    "position": "who holds what: SIA=x>=3 CIN=x INS=R; a small letter is any one colour",
    "sequence": "steps by one colour: INS>SIA tris; * is any territory",
    "within": "turns between two steps of a sequence",
    "round": "as of this round",
    "attackers": "armies usable for the attack, without the one that stays", "defenders": "armies that defend",
    "defence": "most dice of the defence",
}  # fmt: skip


@cache
def examples() -> dict[str, Any]:
    """Operation id -> parameters, body and answers of a real request, made by `python -m tests.make_pages`."""
    text = files("plancia_api").joinpath("examples.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def finished(document: dict[str, Any]) -> dict[str, Any]:
    """The document with what the routes say of themselves put in its places."""
    made = copy.deepcopy(document)
    paths: dict[str, Any] = {}
    answers, components = schemas()
    made["components"].setdefault("schemas", {}).update(components)
    for path, item in made["paths"].items():
        paths[path] = item
        for method, operation in item.items():
            if method == "parameters":
                continue
            forms, bulk = operation.pop("x-forms", ["json"]), operation.pop("x-bulk", False)
            for status, answer in operation["responses"].items():
                if status in ("200", "201") and operation["operationId"] in answers:
                    answer["content"]["application/json"]["schema"] = answers[operation["operationId"]]
            illustrated(operation, item.get("parameters", []))
            if method != "get":
                continue
            described(operation, forms)
            for form in forms if bulk or path == "/api/v1/games/{game_id}" else ():
                if form == "json":
                    continue
                paths[f"{path}.{form}"] = narrowed(item, operation, form)
    made["paths"] = paths
    return made


def described(operation: dict[str, Any], forms: list[str]) -> None:
    """A read: the forms of its answer, its tag, and the answer for who knows it already."""
    good = operation["responses"]["200"]
    given = good.get("content", {})
    content = given.get("application/json") or next(iter(given.values()), {"schema": TEXT})
    plain = examples().get(operation["operationId"], {}).get("texts", {})
    good["content"] = {}
    for form in forms:
        shown = {"schema": TEXT, **({"example": plain[form]} if form in plain else {})}
        good["content"][MEDIA[form]] = content if form == "json" else shown
    good["headers"] = {"ETag": TAG, **({"Link": NEXT} if pages(operation) else {})}
    operation["responses"]["304"] = {"description": "Not Modified", "headers": {"ETag": TAG}}
    operation["parameters"] = [*operation.get("parameters", []), KNOWN]


def pages(operation: dict[str, Any]) -> bool:
    """Is it a list that goes on?"""
    return any(parameter.get("name") == "after" for parameter in operation.get("parameters", []))


def illustrated(operation: dict[str, Any], beside: list[dict[str, Any]]) -> None:
    """Puts the example of an operation where it belongs: parameters, body, answer."""
    example = examples().get(operation["operationId"], {})
    for parameter in [*operation.get("parameters", []), *beside]:
        if parameter.get("name") in SAID:
            parameter.setdefault("description", SAID[parameter["name"]])
        if parameter.get("name") in example.get("parameters", {}):
            parameter.setdefault("example", example["parameters"][parameter["name"]])
    for media, body in example.get("body", {}).items():
        operation["requestBody"]["content"][media]["example"] = body
    for status, answer in example.get("answers", {}).items():
        operation["responses"][status]["content"]["application/json"]["example"] = answer


def narrowed(item: dict[str, Any], operation: dict[str, Any], form: str) -> dict[str, Any]:
    """The same read at the address with a suffix, which has one form."""
    made = copy.deepcopy(operation)
    made["operationId"] = f"{operation['operationId']}_{form}"
    good = made["responses"]["200"]
    good["content"] = {MEDIA[form]: good["content"][MEDIA[form]]}
    good["headers"].pop("Link", None)
    beside = {"parameters": copy.deepcopy(item["parameters"])} if "parameters" in item else {}
    return {**beside, "get": made}
