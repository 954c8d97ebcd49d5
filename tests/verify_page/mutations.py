"""Bundles with one thing wrong each, with the code and the place that a verifier must name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.verify_page.bundle_writer import GAME, PERSON, WITNESS, Key, b64, club, game_bundle, policy
from tests.verify_page.wrong_bundles import (
    RULESET,
    Bundle,
    after_blank,
    cut_prev,
    drop,
    drop_proof_line,
    drop_signature,
    edit,
    edit_proof,
    exchange,
    first_prev,
    flip_signature,
    forged,
    moved_border,
    noisy,
    other_hash,
    other_rules,
    person_line,
    raw_entry,
    repeat,
    set_entry,
    set_of,
    text_with,
    upper_prev,
    with_file,
    without,
    wrong_content,
)

OTHER_KEY = Key("circolo.example/archivio", seed=b"\x09" * 32)
Row = tuple[str, Bundle | bytes, dict[str, str], str, dict[str, Any]]


class Table:
    """Rows of a name, a bundle, what is given beside it, the code and the place."""

    def __init__(self) -> None:
        self.log = club()
        self.rows: list[Row] = []

    def add(
        self, name: str, made: Bundle | bytes, code: str, given: dict[str, str] | None = None, **where: Any
    ) -> None:
        self.rows.append((name, made, {"key": self.log.key.vkey()} if given is None else given, code, where))

    def change(
        self, name: str, code: str, *steps: tuple[Any, ...], given: dict[str, str] | None = None, **where: Any
    ) -> None:
        made = game_bundle(self.log)
        for step, *arguments in steps:
            step(made, *arguments)
        self.add(name, made, code, given, **where)


def rows() -> Iterator[Row]:
    table = Table()
    for part in (entries, proofs, trust, contents, forms):
        part(table)
    yield from table.rows


def entries(table: Table) -> None:
    """Entries of a stream and their headers."""
    game: dict[str, Any] = {"stream": GAME}
    change, add = table.change, table.add
    change("letter of an event", "content", (edit, 1, b"TNO>GRO", b"TNO>GRA"), **game, entry=1, index=9)
    change("letter of the first entry", "content", (edit, 0, b"B6 G4", b"B6 G5"), **game, entry=0, index=7)
    change("letter of the last entry", "inclusion", (edit, 2, b"END G", b"END B"), **game, entry=2, index=11)
    change("time in a header", "content", (edit, 1, b'"at":17', b'"at":18'), **game, entry=1)
    change("author in a header", "content", (edit, 1, b"t_abcd1234", b"t_abcd1235"), **game, entry=1)
    change("role in a header", "content", (edit, 0, b'"recorder"', b'"arbiter"'), **game, entry=0)
    change("unknown role", "header", (edit, 0, b'"recorder"', b'"friend"'), **game, entry=0, column="role")
    change("prev in a header", "content", (edit, 1, b'"prev":"', b'"prev":"0'), (cut_prev,), **game, entry=1)
    change("prev of the first", "start", (first_prev,), **game, entry=0, column="prev")
    change("order exchanged", "first", (exchange,), **game, entry=1, column="first")
    change("entry dropped", "first", (drop, 1), **game, entry=1, column="first", index=11)
    change("first entry dropped", "body", (drop, 0), **game, entry=0)
    change("last entry dropped", "proof-index", (drop, 2), **game, entry=1, column="index")
    change("entry repeated", "first", (repeat, 1), **game, entry=2, column="first")
    change("form 3", "entry-form", (edit, 1, b"\x02", b"\x03"), **game, entry=1, column="form")
    change("form 1 said of form 2", "form-order", (edit, 1, b"\x02", b"\x01"), **game, entry=1, column="form")
    change("blank in a header", "canonical", (edit, 1, b'"at":', b'"at": '), **game, entry=1, column="header")
    change("escape in a header", "canonical", (edit, 1, b"t_abcd1234", b"t_\\u0061bcd1234"),
           **game, entry=1, column="header")  # fmt: skip
    change("number as text", "header", (edit, 1, b'"count":3', b'"count":"3"'), **game, entry=1, column="count")
    change("number beyond 2^53", "header", (edit, 1, b'"index":9', b'"index":9007199254740993'), column="index", **game)
    change("member twice", "header", (edit, 1, b'"at":', b'"at":1,"at":'), **game, entry=1, column="header")
    change("further member", "header", (edit, 1, b',"stream"', b',"salt":1,"stream"'), **game, entry=1, column="salt")
    change("capital in prev", "header", (upper_prev,), **game, entry=1, column="prev")
    change("header without an end", "header", (set_entry, 1, b"\x02{}"), **game, entry=1)
    change("empty entry", "entry-form", (set_entry, 1, b""), **game, entry=1)
    change("short form 1", "entry-form", (set_entry, 0, b"\x01abc"), **game, entry=0)
    add("count signed wrong", forged(count=3), "count", **game, entry=3, column="count")
    add("first with a gap", forged(first=11), "first", **game, entry=3, column="first")
    add("other stream", forged(stream="g_other"), "stream", **game, entry=3, column="stream")
    add("index that falls", forged(index=2), "index", **game, entry=3, column="index")
    add("index of another place", forged(index=99), "proof-index", **game, entry=3, column="index")
    add("request of another entry", forged(request="request-7"), "request", **game, entry=3, column="request")
    add("author of no form", forged(author="t_1"), "header", **game, entry=3, column="author")
    add("negative time", forged(at=-1), "header", **game, entry=3, column="at")
    add("body without a line feed", forged(body="TURN G\nEND G"), "body", **game, entry=3, line=20)
    add("empty line in a body", forged(body="TURN G\n\nEND G\n", count=3), "body", **game, entry=3, line=21)
    add("body that is no UTF-8", raw_entry(lambda raw: raw[:-3] + b"\xff\n"), "body", **game, entry=3)
    add("line that is no object", person_line("[1]"), "body", stream=PERSON, entry=2, line=3, event=2)
    add("line with a member twice", person_line('{"a":1,"a":2}'), "body", stream=PERSON, entry=2, line=3)


def proofs(table: Table) -> None:
    """Proofs, the checkpoint and the heads."""
    game: dict[str, Any] = {"stream": GAME}
    log, change, add = table.log, table.change, table.add
    change("hash of a proof", "inclusion", (edit_proof, 3, other_hash), **game, entry=2, index=11, column="proof")
    change("hash left out", "inclusion", (drop_proof_line, 3), **game, column="proof")
    change("hash too many", "inclusion", (edit_proof, 3, lambda line: line + "\n" + line), **game)
    change("index of a proof", "proof-index", (edit_proof, 1, lambda _: "index 10"), **game, column="index")
    change("index with a zero", "proof-form", (edit_proof, 1, lambda _: "index 011"), **game, line=2)
    change("proof of another version", "proof-form", (edit_proof, 0, lambda line: line[:-1] + "2"), **game, line=1)
    change("hash in loose base64", "proof-form", (edit_proof, 3, lambda line: line[:-2] + "B="), **game, line=4)
    change("root", "inclusion", (after_blank, 2, other_hash), **game, column="proof")
    change("size", "inclusion", (after_blank, 1, lambda _: "31"), **game, column="proof")
    change("size with a zero", "checkpoint-form", (after_blank, 1, lambda _: "013"), line=2)
    change("a fourth line", "checkpoint-form", (after_blank, 2, lambda line: line + "\nmore"), line=4)
    change("origin of the checkpoint", "origin", (after_blank, 0, lambda _: "other.example"), column="origin")
    change("origin of the bundle", "origin", (set_of, "origin", "other.example"), column="origin")
    change("two checkpoints", "checkpoint-other", (edit_proof, -2, flip_signature), stream=RULESET, column="proof")
    change("signature", "signature", (after_blank, 4, flip_signature), column="signature")
    change("no signature of the log", "key-other", (drop_signature, 4), column="key")
    change("consistency with a wrong hash", "consistency", (set_of, "consistency.1.proof.0", b64(bytes(32))))
    change("consistency with a wrong root", "consistency", (set_of, "consistency.0.root", b64(bytes(32))))
    change("consistency with a wrong size", "consistency", (set_of, "consistency.1.size", 7), path=".consistency[1]")
    change("consistency beyond the log", "consistency", (set_of, "consistency.1.size", 14))
    head, made = table.log.head, game_bundle(log)
    add(
        "head of the size with another root",
        made,
        "head-root",
        {"head": f"{log.origin} 13 {b64(bytes(32))}"},
        column="head",
    )
    add("older head with another root", made, "head-root", {"head": f"{log.origin} 8 {b64(bytes(32))}"}, column="head")
    add("older head without its proof", made, "head-unproven", {"head": head(5)}, column="head")
    add("head that is newer", made, "head-newer", {"head": f"{log.origin} 14 {b64(bytes(32))}"}, column="head")
    add("head of another log", made, "head-origin", {"head": head().replace("circolo", "altro")}, column="head")
    add("head of no form", made, "head-form", {"head": "circolo 13"})
    add("head with its proof left out", set_of(game_bundle(log), "consistency", []), "head-unproven", {"head": head(8)})


def trust(table: Table) -> None:
    """Keys, policies and witnesses."""
    log, change, add = table.log, table.change, table.add
    made = game_bundle(log)
    add("other key of the same name", made, "key-other", {"key": OTHER_KEY.vkey()}, column="key")
    add("key of another log", made, "key-origin", {"key": Key("other.example").vkey()}, column="key")
    add("key of no form", made, "key-form", {"key": log.key.vkey()[:-1]})
    add("key with another id", made, "key-form", {"key": log.key.vkey().replace(log.key.id().hex(), "00000000")})
    add("key of a witness for the log", made, "key-form", {"key": Key(log.origin, WITNESS).vkey()})
    add("no key at all", set_of(game_bundle(log), "key", None), "key-unknown", {}, column="key")
    add("own key of no form", set_of(game_bundle(log), "key", "x"), "key-unknown", {}, column="key")
    add("policy of another log", made, "key-other", {"policy": f"log {Key('other.example').vkey()}\nquorum none\n"})
    add("policy with a word", made, "policy-form", {"policy": policy(log) + "trust all\n"}, line=7)
    add("policy without a quorum", made, "policy-form", {"policy": f"log {log.key.vkey()}\n"})
    add("policy with a group before its members", made, "policy-form", {"policy": "group g any w\nquorum g\n"}, line=1)
    change(
        "cosignature",
        "cosignature",
        (after_blank, 5, flip_signature),
        given={"policy": policy(log)},
        column="signature",
    )
    change("witness missing", "quorum", (drop_signature, 6), given={"policy": policy(log)}, column="signature")
    log.key, good = OTHER_KEY, log.key
    add("signed with another key", game_bundle(log), "key-other", {"key": good.vkey()}, column="key")
    log.key = good


def contents(table: Table) -> None:
    """Rules, people, files, and a game to compare."""
    change, add, log = table.change, table.add, table.log
    add("rules of another hash", wrong_content(), "rules-content", stream="ruleset:" + "cd" * 32, column="body")
    add("rules that the game does not name", other_rules(), "rules-named", stream="g_other", line=4, event=0)
    change(
        "salt", "commitment", (set_of, "people.p_7Q2M9K1A.salt", "ff" * 16), stream=PERSON, entry=1, index=8, event=1
    )
    change("name", "commitment", (set_of, "people.p_7Q2M9K1A.record", {"born": 1980, "name": "Ada"}), stream=PERSON)
    change("person without a stream", "person-stream", (set_of, "people.p_X", {"record": {}, "salt": "00"}))
    change("salt in capitals", "shape", (set_of, "people.p_7Q2M9K1A.salt", "FF"), path=".people.p_7Q2M9K1A.salt")
    add("file of another hash", with_file("ab" * 32), "file-content", column="files", file="ab" * 32)
    add("closing line in another place", moved_border(), "migrated", stream="archive:", column="size")
    game = {"key": log.key.vkey()}
    made = game_bundle(log)
    add("game with another letter", made, "game", {**game, "game": text_with("AFS+1", "AFS+2")}, line=15, event=5)
    add(
        "game with a line more",
        made,
        "game",
        {**game, "game": text_with("END G\n", "END G\nTURN B\n")},
        line=20,
        event=10,
    )
    short = {**game, "game": text_with("REIN 3+0+0=3\n", "")}
    add("game with a line less inside", made, "game", short, line=14, event=4)
    add("game with another header", made, "game", {**game, "game": text_with("Serata", "Finale")}, line=5, event=0)
    add("game without a header", made, "game", {**game, "game": text_with('[Event "Serata"]\n', "")}, line=5)
    add("game with a further header", made, "game", {**game, "game": text_with("[Event", '[Place "x"]\n[Event')})
    add("no game to compare", with_file(), "game-absent", {**game, "game": text_with("END G", "END G")})


def forms(table: Table) -> None:
    """The outer form: JSON, base64, members."""
    change, add = table.change, table.add
    raw = json.dumps(game_bundle(table.log), ensure_ascii=False).encode()
    add("no UTF-8", raw[:20] + b"\xff" + raw[20:], "utf8")
    add("byte-order mark", b"\xef\xbb\xbf" + raw, "json", line=1)
    add("cut off", raw[:-5], "json", line=1)
    add("more after the end", raw + b"x", "json", character=len(raw.decode()) + 1)
    add("empty", b"", "json")
    add("member twice", raw.replace(b'"origin":', b'"key": null, "origin":', 1), "json")
    add("deep", b"[" * 500_000, "json")
    add("half of a surrogate pair", raw.replace(b'"circolo', b'"\\ud800', 1), "json")
    add("other format", raw.replace(b"bundle/1", b"bundle/2", 1), "format")
    add("a list", b"[]", "format")
    for name in ("subject", "origin", "key", "streams", "consistency"):
        add(f"without {name}", without(game_bundle(table.log), name), "shape", path=f".{name}")
        change(f"{name} is a number", "shape", (set_of, name, 7), path=f".{name}")
    change("further member", "shape", (set_of, "more", 1), path=".more")
    change("no streams", "shape", (set_of, "streams", []), path=".streams")
    change("stream without entries", "shape", (set_of, "streams.0.entries", []), path=".streams[0].entries")
    change("stream twice", "shape", (set_of, "streams.1.stream", GAME), path=".streams[1].stream")
    change("size beyond 2^53", "shape", (set_of, "consistency.0.size", 2**53), path=".consistency[0].size")
    change("size with a fraction", "shape", (set_of, "consistency.0.size", 3.0), path=".consistency[0].size")
    change(
        "unknown kind of stream",
        "stream-name",
        (set_of, "streams.0.stream", "x:y"),
        (set_of, "subject", {"game": "x:y"}),
    )
    change("subject of another game", "subject", (set_of, "subject", {"game": "g_x"}), path=".subject")
    for name, noise in (("blank", " "), ("line feed", "\n"), ("sign", "-"), ("padding", "=")):
        change(f"base64 with a {name}", "base64", (noisy, noise), stream=GAME, entry=1, column="entries")
    change("base64 with bits left over", "base64", (set_of, "streams.0.entries.1", "QUJ="), stream=GAME, entry=1)
    change(
        "root in base64 without padding",
        "base64",
        (set_of, "consistency.0.root", "A" * 43),
        path=".consistency[0].root",
    )
