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


@pytest.mark.parametrize("operation", ["variants", "one_variant"])
def test_examples_of_variants_quote_the_newest_edition(operation: str) -> None:
    quoted = re.findall(r'"variant": "([^"@]+)@(\d+)"', json.dumps(EXAMPLES[operation]))
    assert quoted and {variant for variant, _ in quoted} <= set(variant_ids())
    for variant, edition in quoted:
        assert f"{variant}@{edition}" == newest(variant), AGAIN


def test_examples_are_what_requests_answer_today() -> None:
    today = made()
    today["health"]["answers"]["200"]["kernel"] = EXAMPLES["health"]["answers"]["200"]["kernel"]
    changed = [
        operation for operation in sorted({*today, *EXAMPLES}) if today.get(operation) != EXAMPLES.get(operation)
    ]
    assert changed == [], AGAIN
