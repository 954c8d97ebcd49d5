"""Descriptions of every schema, member and parameter of the OpenAPI document, from one file: descriptions.toml.

A member or parameter is described by its name; where a schema or an operation means another thing by it, under the name
of that schema or operation. What has a description already keeps it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from plancia_api.negotiation import MEDIA_TYPES


@cache
def descriptions() -> dict[str, dict[str, Any]]:
    """Returns the tables of the file: `schemas`, `members`, `parameters`, and `of` by schema or operation."""
    return tomllib.loads(files("plancia_api").joinpath("descriptions.toml").read_text("utf-8"))


def describe(document: dict[str, Any]) -> None:
    """Adds the descriptions to a document, in place."""
    words = descriptions()
    for name, schema in document["components"]["schemas"].items():
        if name in words["schemas"]:
            schema["description"] = words["schemas"][name]
        elif "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
        describe_members(schema, name)
    for item in document["paths"].values():
        path_parameters = item.get("parameters", [])
        for method, operation in item.items():
            if method == "parameters":
                continue
            name = operation["operationId"]
            own = words["of"].get(base_name(name), {})
            for parameter in [*path_parameters, *operation["parameters"]]:
                text = own.get(parameter["name"]) or words["parameters"].get(parameter["name"])
                if text:
                    parameter.setdefault("description", text)
            for content in (operation.get("requestBody", {}), *operation["responses"].values()):
                for media in content.get("content", {}).values():
                    describe_members(media["schema"], base_name(name))


def base_name(operation: str) -> str:
    """Returns the name of the operation that answers in several formats, for that of one format."""
    name, _, suffix = operation.rpartition("_")
    return name if suffix in MEDIA_TYPES else operation


def describe_members(schema: dict[str, Any], owner: str) -> None:
    """Describes the members of a schema, and of those inside it; `owner` is the schema or operation that has it."""
    words = descriptions()
    for name, member in schema.get("properties", {}).items():
        text = words["of"].get(owner, {}).get(name) or words["members"].get(name)
        if text and "description" not in member:
            schema["properties"][name] = {**member, "description": text}
    for inner in inner_schemas(schema):
        describe_members(inner, owner)


def inner_schemas(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the schemas inside a schema."""
    inner = [*schema.get("properties", {}).values()]
    for key in ("allOf", "anyOf", "oneOf", "prefixItems"):
        inner += schema.get(key, [])
    inner += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return inner
