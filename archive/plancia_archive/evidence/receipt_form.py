"""The outer form of a receipt (docs/evidence.md): a JSON object with exactly the members of plancia-receipt/1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_archive.evidence.bundle_form import SHA256, check_members, is_text, need
from plancia_archive.evidence.result import Refusal
from plancia_archive.evidence.strict_json import natural
from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.text_fields import from_base64

FORMAT = "plancia-receipt/1"
REQUIRED = ("format", "stream", "index", "leaf", "head", "key", "checkpoint", "proof")
OPTIONAL = ("entry",)


@dataclass(frozen=True)
class RawReceipt:
    """The parts of a receipt, of which nothing is checked but the form.

    `checkpoint` (a note) and `proof` (a tlog-proof) are None for a log that could not sign; `entry` are the bytes of
    the entry, None where the receipt proves the place alone.
    """

    stream: str
    index: int
    leaf: bytes
    head: Checkpoint
    key: str | None
    checkpoint: str | None
    proof: str | None
    entry: bytes | None


def is_receipt(value: Any) -> bool:
    """Whether a JSON value is a receipt, or the answer of a write that has one."""
    return isinstance(value, dict) and receipt_in(value).get("format") == FORMAT


def receipt_in(value: dict[str, Any]) -> dict[str, Any]:
    """The receipt in the answer of a write; the value itself where it is no such answer."""
    inner = value.get("receipt")
    return inner if "format" not in value and isinstance(inner, dict) else value


def receipt_of(value: dict[str, Any]) -> RawReceipt:
    """The receipt of a JSON value of strict_json. Raises Refusal: shape, base64 or head-form."""
    value = receipt_in(value)
    check_members(value, REQUIRED, OPTIONAL, "")
    need(is_text(value["stream"]), ".stream")
    index = natural(value["index"])
    need(index is not None, ".index")
    leaf = value["leaf"]
    need(type(leaf) is str and bool(SHA256.fullmatch(leaf)), ".leaf")
    need(is_text(value["head"]), ".head")
    for name in ("key", "checkpoint", "proof"):
        need(value[name] is None or type(value[name]) is str, f".{name}")
    need((value["checkpoint"] is None) == (value["proof"] is None), ".proof")
    try:
        head = parse_head(value["head"])
    except TlogError as error:
        raise Refusal("shape", {"path": ".head"}) from error
    return RawReceipt(
        value["stream"], index or 0, bytes.fromhex(leaf), head, value["key"], value["checkpoint"], value["proof"],
        entry_of(value),
    )  # fmt: skip


def entry_of(value: dict[str, Any]) -> bytes | None:
    """The bytes of the entry, None where the receipt does not have them. Raises Refusal."""
    if "entry" not in value:
        return None
    need(type(value["entry"]) is str, ".entry")
    entry = from_base64(value["entry"])
    if entry is None:
        raise Refusal("base64", {"stream": value["stream"], "entry": 0, "column": "entry"})
    return entry


def split_receipts(data: bytes) -> list[bytes]:
    """The receipts of a file: JSON, or one on each line (JSON Lines)."""
    lines = data.strip().splitlines()
    whole = len(lines) > 1 and all(line.startswith(b"{") and line.endswith(b"}") for line in lines)
    return lines if whole else [data]
