"""JSON Schemas of events and other types, for the description of the HTTP API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Meta as Meta

Schema = dict[str, Any]  # a JSON Schema, or a part of an OpenAPI document: their specifications say the members


def generate_schemas(kinds: Sequence[Any], reference: str) -> tuple[list[Schema], Schema]:
    """The schema of each type, and the components that they refer to; `reference` is the template of a `$ref`."""
    schemas, components = msgspec.json.schema_components(kinds, ref_template=reference)
    for schema in (*schemas, *components.values()):
        drop_closed_tuples(schema)
    return list(schemas), components


def drop_closed_tuples(schema: Any) -> None:
    """Removes `items: false` beside `prefixItems`, in place: a common generator of clients refuses it.

    `maxItems` says the same.
    """
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        drop_closed_tuples(value)
    if isinstance(schema, dict) and schema.get("items") is False and "maxItems" in schema:
        del schema["items"]
