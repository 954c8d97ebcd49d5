"""Examples of the API with plain numbers for ids, keys, signatures and times, which are new each time."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

RECORDED = "1795351201266"  # milliseconds since 1970


def masked(found: dict[str, Any]) -> dict[str, Any]:
    """Random ids as numbers, in the order in which they come; every time of recording the same."""
    text = re.sub(r"\b1[7-9]\d{11}\b", RECORDED, json.dumps(found, ensure_ascii=False))
    text = re.sub(r'(?<="free_mb": )\d+', "51200", text)
    text = re.sub(r"\b20[0-9]{2}-[0-9T:-]+[.][0-9]{3}Z", "2026-11-22T11:20:01.266Z", text)
    text = re.sub(r'(?<="due": ")20[0-9T:-]+Z', "2026-11-29T18:00:00Z", text)
    text = re.sub(r"\+[0-9a-f]{8}\+[0-9A-Za-z+/]{44}", f"+00000000+{invented('key', 33)}", text)
    text = re.sub(r"(?<![0-9A-Za-z+/])[0-9A-Za-z+/]{91}=", invented("signature", 68), text)
    text = re.sub(r'(?<="leaf": ")[0-9a-f]{64}', sha256(b"leaf").hexdigest(), text)
    text = re.sub(r'(?<=")Ansi[0-9A-Za-z+/=]+', invented("entry", 48), text)  # entries of form 2
    hashes = re.findall(r"(?:(?<![0-9A-Za-z+/])|(?<=\\n))[0-9A-Za-z+/]{43}=", text)
    for place, root in enumerate(dict.fromkeys(hashes), start=1):
        text = text.replace(root, invented(f"hash {place}", 32))
    text = re.sub(r"(g|p)\\\\_(?:[0-9a-f]{18}|[0-9A-HJKMNP-TV-Z]{8})", r"\1\\\\_0", text)  # in Markdown
    games = r"\bg_[0-9a-f]{18}\b", "g_01a1fd000000{:06x}"
    disputes = r"\bd_[0-9A-HJKMNP-TV-Z]{8}\b", "d_{:08d}"
    tokens = r"\bt_[0-9A-HJKMNP-TV-Z]{8}\b", "t_{:08d}"
    people = r"\bp_[0-9A-HJKMNP-TV-Z]{8}\b", "p_{:08d}"
    for pattern, form in (games, people, disputes, tokens):
        for place, name in enumerate(dict.fromkeys(re.findall(pattern, text)), start=1):
            text = text.replace(name, form.format(place))
    masked_now: dict[str, Any] = json.loads(text)
    return masked_now


def invented(name: str, size: int) -> str:
    """Base64 of bytes that a name stands for, in place of a hash, a key or a signature that is new each time."""
    return b64encode((sha256(name.encode()).digest() * 3)[:size]).decode()
