"""Records made to break an importer: each is refused with its file and line, or read; nothing else is raised."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plancia_archive.importers import REGISTRY, ImportProblem, convert, detect
from plancia_data import samples
from plancia_replay import RuleSetError, judge
from tests import examples

RECORDS = Path(__file__).resolve().parent / "importers"
KINDS = [row.kind for row in REGISTRY]
PIECES = [b"\x00", b"\xff\xfe", b"\n" * 50, b"9" * 400, b"-1", b"1e999", b"NaN", b"null", b"[[[[[[", b"{" * 3000,
          b'"',
          b"\xed\xa0\x80", "\u202e\u0301".encode(), b",,,,", b";;", b"\r", b"=cmd|x!A1",
          b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
          b"__import__('os')", b"../../etc/passwd"]  # fmt: skip


def records(kind: str) -> list[bytes]:
    """The records of an importer that the tests have."""
    return [data[:20_000] for data in whole_records(kind)]


def whole_records(kind: str) -> list[bytes]:
    """The records of an importer, or a game where it reads games."""
    found = [file.read_bytes() for file in sorted((RECORDS / kind).iterdir()) if file.suffix != ".rgn" or kind == "rgn"]
    return found or [samples()["monopoli-serata.rgn"]]


@st.composite
def damaged(draw: st.DrawFn, kind: str) -> bytes:
    """A record with pieces cut out, doubled, exchanged or put in."""
    data = draw(st.sampled_from(records(kind)))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 7, 80, 3000])))
        put = draw(st.sampled_from(PIECES) | st.binary(max_size=4) | st.just(data[start:end] * 2))
        data = data[:start] + put + data[end:]
    return data


def zipped(data: bytes) -> bytes:
    """The data as the only file of a ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("a.rgn", data)
    return out.getvalue()


def read_or_refuse(kind: str | None, data: bytes) -> None:
    """Converts; a refusal names the file in both languages, and what was read can be judged."""
    try:
        made = convert(kind, data, "some/file")
    except ImportProblem as problem:
        assert problem.file == "some/file" and problem.line >= 0
        assert problem.text("it") and problem.text("en")
        return
    for imported in made[:2]:
        if not imported.problems:
            with suppress(RuleSetError):
                judge(imported.game)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_hostile_record_is_refused_or_read(kind: str, data: st.DataObject) -> None:
    junk = st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
    content = data.draw(damaged(kind) | junk | st.sampled_from(PIECES))
    ways: list[Callable[[bytes], bytes]] = [bytes, bytes, bytes, gzip.compress, zipped]
    wrap = data.draw(st.sampled_from(ways))
    read_or_refuse(kind, wrap(content))
    with suppress(ImportProblem):  # gzip data that is cut short
        detect(wrap(content), "some/file")
    read_or_refuse(None, wrap(content))


WRONG: list[object] = [None, 10**400, -1, 1.5, "", "x" * 10_000, [], {}, True]


def exchanged(value: Any, place: int, other: object) -> Any:
    """A JSON value with another one in place of its member `place`, counted through all depths."""
    left = [place]

    def walk(one: Any) -> Any:
        left[0] -= 1
        if left[0] == -1:
            return other
        if isinstance(one, dict):
            return {name: walk(inner) for name, inner in one.items()}
        return [walk(inner) for inner in one] if isinstance(one, list) else one

    return walk(value)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(30), derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_member_of_another_type_is_refused_or_read(kind: str, data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(whole_records(kind))).decode("utf-8", "replace").split("\n")
    numbers = [number for number, line in enumerate(lines[:300]) if line[:1] in ("{", "[") and kind != "rgn"]
    if not numbers:
        return
    number = data.draw(st.sampled_from(numbers))
    try:
        value = json.loads(lines[number].replace("'", '"'))
    except ValueError:
        return
    changed = exchanged(value, data.draw(st.integers(0, 400)), data.draw(st.sampled_from(WRONG)))
    read_or_refuse(kind, "\n".join([*lines[:number], json.dumps(changed), *lines[number + 1 :]]).encode())
