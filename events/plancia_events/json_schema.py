"""JSON Schemas of events and other types, for the description of the HTTP API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


def generate_schemas(kinds: Sequence[Any], reference: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schema of each type, and the components that they refer to; `reference` is the template of a `$ref`."""
    schemas, components = msgspec.json.schema_components(kinds, ref_template=reference)
    return list(schemas), components
