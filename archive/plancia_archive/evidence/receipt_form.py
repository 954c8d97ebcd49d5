"""Parsing of receipts (docs/evidence.md): a JSON object with exactly the members of plancia-receipt/1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from plancia_archive.evidence.bundle_form import SHA256_HEX, check_members, is_text, require
from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.strict_json import JsonObject, natural_number
from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.text_fields import from_base64

FORMAT: Literal["plancia-receipt/1"] = "plancia-receipt/1"
REQUIRED_MEMBERS = ("format", "stream", "index", "leaf", "head", "key", "checkpoint", "proof")
OPTIONAL_MEMBERS = ("entry",)


@dataclass(frozen=True)
class RawReceipt:
    """The members of a receipt, checked for their types only.

    `checkpoint` (a note) and `proof` (a tlog-proof) are None for a log that could not sign; `entry` are the bytes of
    the entry, None where the receipt has its leaf hash and index only.
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
    """Returns whether a JSON value is a receipt, or the response to a write request with a receipt in it."""
    return isinstance(value, dict) and unwrap_receipt(value).get("format") == FORMAT


def unwrap_receipt(value: JsonObject) -> JsonObject:
    """Returns the receipt in the response to a write request, or the value itself where it is no such response."""
    receipt = value.get("receipt")
    return receipt if "format" not in value and isinstance(receipt, dict) else value


def parse_receipt(value: JsonObject) -> RawReceipt:
    """Converts a value of `parse_json` to a receipt. Raises VerificationError: shape or base64."""
    value = unwrap_receipt(value)
    check_members(value, REQUIRED_MEMBERS, OPTIONAL_MEMBERS, "")
    require(is_text(value["stream"]), ".stream")
    index = natural_number(value["index"])
    require(index is not None, ".index")
    leaf = value["leaf"]
    require(type(leaf) is str and bool(SHA256_HEX.fullmatch(leaf)), ".leaf")
    require(is_text(value["head"]), ".head")
    for name in ("key", "checkpoint", "proof"):
        require(value[name] is None or type(value[name]) is str, f".{name}")
    require((value["checkpoint"] is None) == (value["proof"] is None), ".proof")
    try:
        head = parse_head(value["head"])
    except TlogError as error:
        raise VerificationError("shape", {"path": ".head"}) from error
    return RawReceipt(
        value["stream"], index or 0, bytes.fromhex(leaf), head, value["key"], value["checkpoint"], value["proof"],
        decode_receipt_entry(value),
    )  # fmt: skip


def decode_receipt_entry(value: JsonObject) -> bytes | None:
    """Decodes the bytes of the entry; None where the receipt does not have them. Raises VerificationError."""
    if "entry" not in value:
        return None
    require(type(value["entry"]) is str, ".entry")
    entry = from_base64(value["entry"])
    if entry is None:
        raise VerificationError("base64", {"stream": value["stream"], "entry": 0, "column": "entry"})
    return entry


def split_receipts(data: bytes) -> list[bytes]:
    """Splits a file into its receipts: one JSON text, or one on each line (JSON Lines)."""
    lines = data.strip().splitlines()
    is_json_lines = len(lines) > 1 and all(line.startswith(b"{") and line.endswith(b"}") for line in lines)
    return lines if is_json_lines else [data]
