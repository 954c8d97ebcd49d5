"""JSON schemas of types, events among them, for those who describe what they answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


def schemas_of(kinds: Sequence[Any], reference: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schema of each type, and the named ones that they refer to; `reference` is the address of such a one."""
    made, components = msgspec.json.schema_components(kinds, ref_template=reference)
    return list(made), components
