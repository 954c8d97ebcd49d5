"""The examples of the API description are what requests answer today, and quote the newest edition of each variant."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from plancia_data import variant_ids
from tests.case_files import newest
from tests.make_examples import FILE, made

AGAIN = "api/plancia_api/examples.json is not current: run `python3 run.py make`"
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def without_kernel(value: Any) -> Any:
    """The value without the form of the kernel, which is that of the machine."""
    if isinstance(value, dict):
        return {key: without_kernel(member) for key, member in value.items() if key != "kernel"}
    return [without_kernel(member) for member in value] if isinstance(value, list) else value


@pytest.mark.parametrize("operation", ["variants", "one_variant"])
def test_examples_of_variants_quote_the_newest_edition(operation: str) -> None:
    quoted = re.findall(r'"variant": "([^"@]+)@(\d+)"', json.dumps(EXAMPLES[operation]))
    assert quoted and {variant for variant, _ in quoted} <= set(variant_ids())
    for variant, edition in quoted:
        assert f"{variant}@{edition}" == newest(variant), AGAIN


def test_examples_are_what_requests_answer_today() -> None:
    today, stored = without_kernel(made()), without_kernel(EXAMPLES)
    changed = [operation for operation in sorted({*today, *stored}) if today.get(operation) != stored.get(operation)]
    assert changed == [], AGAIN
