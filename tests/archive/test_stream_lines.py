"""Good and spoilt lines of each kind of stream, and what is told of them."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import jsonschema
import pytest

import plancia_archive
from plancia_archive.evidence.bundle_entries import STREAM_KINDS
from plancia_archive.integrity.stream_checks import STREAMS, find_problem
from plancia_archive.log.entry_format import leaf_hash
from plancia_archive.log.stream import Stream, canonical
from plancia_data import languages, messages

PLAYERS = ("p_00000001", "p_00000002")
GAME, OTHER = "g_000000000000000001", "g_00000000000000000a"
GOOD = {
    f"withdrawal:{GAME}": (
        f'{{"instead":"{OTHER}","kind":"withdrawn","why":"scritta due volte"}}',
        '{"kind":"restored","why":"perché era giusta \U0001f3b2"}',
        '{"kind":"withdrawn","why":"p_0123456Z: \\"no\\""}',
    ),
    f"approval:{GAME}": (
        '{"kind":"confirmed","player":"p_0123456Z","v":1,"version":43}',
        '{"kind":"approved","v":1,"version":43}',
        '{"kind":"confirmed","player":"R","v":1,"version":43}',
        '{"kind":"reopened","v":1,"why":"una foto"}',
        '{"kind":"approved","v":1,"version":44}',
    ),
}
ROLE = '"kind":"granted","limits":{"games":["c_00000000"],"names":false},"player":null,"role":"arbiter"'
GOOD |= {
    "token:t_0123456Z": (
        f'{{"expires":null,"hash":"{"0a" * 32}",{ROLE},"v":1}}',
        '{"expires":1767225600000,"kind":"renewed","v":1}',
        '{"expires":null,"kind":"renewed","v":1}',
        '{"kind":"revoked","v":1}',
    ),
    "person:p_0123456Z": (
        f'{{"commitment":"{"0a" * 32}","kind":"bound","v":1}}',
        '{"kind":"merged","player":"p_00000000"}',
        '{"kind":"parted","player":"p_00000000","v":1}',
        '{"basis":"a duty to keep it","kind":"kept","v":1}',
        '{"basis":"richiesta della persona","kind":"erased","v":1}',
    ),
}
FOREIGN_ENTRY = '"body":"{}\\n","header":"","index":5,"kind":"entry"'
FOREIGN_LEAF = leaf_hash(bytes(32), "", b"{}\n").hex()
GOOD |= {
    f"correction:{GAME}": (
        '{"about":"il foglio è \\"strappato\\"","bytes":3,"event":3,"kind":"evidence","media":"image/jpeg",'
        f'"sha256":"{"0a" * 32}","v":1}}',
        '{"event":3,"id":"sheet-12","kind":"reference","v":1}',
    ),
    "foreign:club.example:8080/x": (
        '{"checkpoint":"a note\\nof lines\\n","head":"","key":null,"kind":"log","v":1}',
        f'{{"by":"new","commitment":"{"0a" * 32}","here":null,"kind":"person","reference":"p_00000000","v":1}}',
        f'{{"here":null,"kind":"game","there":"{GAME}","v":1}}',
        f'{{{FOREIGN_ENTRY},"leaf":"{FOREIGN_LEAF}","part":1,"parts":1,"prev":"{"00" * 32}",'
        '"stream":"dispute:d_00000000","v":1}',
        f'{{"code":"game-absent","kind":"conflict","subject":"approval:{GAME}","v":1,"what":"{GAME}"}}',
    ),
}
DUE = '"due":"2026-05-28T20:26:40Z"'
EFFECT = (
    '"effect":{"events":[{"kind":"adjusted","player":"p_0123456Z","points":"-5","round":1,"v":1,"why":"late"}],"first":25,'
    '"lines":["VOID A 20 {objected to}"],"tournament":"autunno","tournament_first":7}'
)
GOOD |= {
    "dispute:d_0123456Z": (
        f'{{"claim":"due dadi\\n\\ne non tre","claimant":"R",{DUE},"event":20,"game":"{GAME}",'
        '"kind":"opened","rule":"TOR-13","v":1}',
        '{"about":"the sheet","by":"A","bytes":260,"kind":"evidence","media":"image/jpeg",'
        f'"sha256":"{"0a" * 32}","v":1}}',
        '{"by":"p_0123456Z","kind":"answer","text":"no","v":1}',
        f'{{"arbiter":"p_0123456Z",{DUE},{EFFECT},"kind":"ruling","outcome":"partly","reading":"attack.dice=3",'
        '"text":"sì","v":1}',
        '{"by":"R","kind":"appeal","text":"perché?","v":1}',
        '{"kind":"withdrawn","v":1,"why":"fatta la pace"}',
    ),
    "dispute:d_00000000": (
        f'{{"claim":"x","claimant":"p_0123456Z",{DUE},"event":0,"kind":"opened","tournament":"autunno","v":1}}',
        '{"effect":{},"kind":"ruling","outcome":"rejected","text":"no","v":1}',
        '{"kind":"closed","v":1,"why":"nobody appealed"}',
    ),
}
KEY = "plancia/0123456789ab+aa5d5d17+AcZb9GenciCfWYH+dDC2hyaXVKANOlCOKTKWVj9FxWMX"
NEXT_KEY = "club.example/log+d7ce0fb4+AfgJWC8XIvJxx51K/XgOH3xI4pIRSrF/zdWvYvP99SKC"
GOOD |= {
    "archive:": (
        f'{{"key":"{KEY}","kind":"opened","origin":"plancia/0123456789ab","v":1}}',
        f'{{"key":"{KEY}","kind":"key","v":1}}',
        '{"entry":7,"kind":"clock","v":1,"why":"l\'orologio era avanti"}',
        f'{{"key":"{NEXT_KEY}","kind":"restored","origin":"club.example/log","root":"{"0a" * 32}",'
        '"size":9,"v":1,"why":"x"}',
    ),
    "archive:#2": (
        f'{{"key":null,"kind":"migrated","origin":"plancia/0123456789ab","root":"{"0a" * 32}","rows":"{"0b" * 32}",'
        '"size":3,"v":1}',
    ),
    "tournament:autunno": (
        '{"club":"Circolo","kind":"opened","system":"open","title":"Torneo d\'autunno","v":1}',
        *(f'{{"kind":"entered","player":"{player}","team":"Rossi","v":1}}' for player in PLAYERS),
        f'{{"kind":"table","round":1,"seats":["{PLAYERS[0]}","{PLAYERS[1]}"],"table":"A","v":1}}',
        f'{{"instead":true,"kind":"result","outcome":["{PLAYERS[0]}","world"],"points":{{"{PLAYERS[0]}":"28.5","{PLAYERS[1]}":"1/3"}},'
        f'"round":1,"table":"A","teams":[["{PLAYERS[0]}"],["{PLAYERS[1]}"]],"v":1,"winner":"{PLAYERS[0]}"}}',
        '{"kind":"approved","round":1,"table":"A","v":1}',
        f'{{"game":"{GAME}","kind":"linked","round":1,"table":"A","v":1}}',
        f'{{"again":true,"kind":"adjusted","player":"{PLAYERS[0]}","points":"-5","round":1,"v":1,"why":"late"}}',
        f'{{"kind":"lot","players":["{PLAYERS[1]}","{PLAYERS[0]}"],"v":1}}',
        f'{{"kind":"left","player":"{PLAYERS[1]}","v":1}}',
        f'{{"games":{{"{GAME}":43}},"kind":"closed","v":1}}',
        '{"kind":"reopened","v":1,"why":"a table was missing"}',
        '{"kind":"removed","round":1,"table":"A","v":1,"why":"nobody came"}',
        '{"kind":"renamed","title":"Torneo d\'inverno","v":1}',
        '{"kind":"scheduled","round":2,"v":1,"when":"2026-12-03T21:00"}',
        '{"kind":"scheduled","round":2,"v":1}',
        '{"kind":"hidden","v":1,"why":"opened twice"}',
        '{"kind":"unhidden","v":1}',
    ),
}
SPOILT = [  # stream, what is replaced in it by what, and what is told
    ("withdrawal", '"kind":"withdrawn"', '"kind":"gone"', "kind"),
    ("withdrawal", '"why":"scritta due volte"', '"why":""', "why"),
    ("withdrawal", '"why":"scritta due volte"', '"why":7', "why"),
    ("withdrawal", ',"why":"scritta due volte"', "", ".-why"),
    ("withdrawal", '"kind":"restored"', '"kind":"restored","v":1', ".+v"),
    ("withdrawal", '"kind":"restored"', f'"instead":"{OTHER}","kind":"restored"', ".+instead"),
    ("withdrawal", OTHER, "c_00000000", "instead"),
    ("withdrawal", OTHER, OTHER + "\\n", "withdrawn.instead"),
    ("withdrawal", '"restored"', '"withdrawn"', "order"),
    ("withdrawal", '{"kind":"restored"', '{ "kind":"restored"', "JSON"),
    ("withdrawal", '{"instead":', '{"why":"x","instead":', "JSON"),
    ("withdrawal", "perché", "perch\\u00e9", "JSON"),
    ("approval", '"v":1,"version":43', '"v":1.0,"version":43', ".v"),
    ("approval", '"v":1,"version":43', '"v":true,"version":43', ".v"),
    ("approval", '"v":1,"version":43', '"v":2,"version":43', ".v"),
    ("approval", '"v":1,"version":43', '"version":43', "JSON"),
    ("approval", '"v":1,"version":43', '"v":1,"version":0', "version"),
    ("approval", '"v":1,"version":43', '"v":1,"version":"43"', "version"),
    ("approval", '"player":"R"', '"player":"A"', "player"),
    ("approval", '"player":"R"', '"player":"RB"', "player"),
    ("approval", '"player":"p_0123456Z"', '"player":"p_0123456Z\\n"', "player"),
    ("token", '"revoked","v":1', '"revoked","v":1.0', ".v"),
    ("token", '"role":"arbiter"', '"role":"king"', "role"),
    ("token", '"role":"arbiter"', '"role":"player"', "player"),
    ("token", '"player":null', '"player":"p_00000000"', "player"),
    ("token", "0a0a", "0A0a", "hash"),
    ("token", '"names":false', '"names":0', "names"),
    ("token", '["c_00000000"]', "[]", "limits"),
    ("token", '"kind":"renewed"', '"hash":"","kind":"renewed"', ".+hash"),
    ("token", '"expires":1767225600000', '"expires":true', "expires"),
    ("token", '"expires":1767225600000,', "", ".-expires"),
    ("token", '{"expires":null,"kind":"renewed","v":1}', '{"kind":"revoked","v":1}', "order"),
    ("person", '"bound","v":1', '"bound","v":true', ".v"),
    ("person", '"merged",', '"merged","v":1,', ".+v"),
    ("person", '"parted","player":"p_00000000","v":1', '"parted","player":"p_00000000"', "JSON"),
    ("person", '"merged","player":"p_00000000"', '"merged","player":"R"', "player"),
    ("person", '"a duty to keep it"', '"a duty\\tto keep it"', "basis"),
    ("person", '"basis":"a duty to keep it",', "", ".-basis"),
    ("person", "0a0a", "0a", "commitment"),
    ("correction", '"bytes":3', '"bytes":0', "evidence.bytes"),
    ("correction", '"bytes":3', '"bytes":3.0', "evidence.bytes"),
    ("correction", '"event":3,"id"', '"event":0,"id"', "reference.event"),
    ("correction", '"v":1', '"v":true', "evidence.v"),
    ("correction", "il foglio è", "il foglio  è", "evidence.about"),
    ("correction", "il foglio è", "il foglio\\tè", "evidence.about"),
    ("correction", '"id":"sheet-12"', '"id":"sheet 12"', "reference.id"),
    ("correction", '"id":"sheet-12"', '"id":"sheet-12\\n"', "reference.id"),
    ("correction", '"id":"sheet-12",', "", "reference.-id"),
    ("correction", '"kind":"reference"', '"kind":"reference","media":"a/b"', "reference.+media"),
    ("correction", '"media":"image/jpeg"', '"media":"image/JPEG; x"', "evidence.media"),
    ("foreign", '"log","v":1', '"log","v":1.0', "log.v"),
    ("foreign", '"head":""', '"head":"\\u001b[31m"', "log.head"),
    ("foreign", '"head":""', '"head":"\\ud800"', "log: "),
    ("foreign", '"by":"new"', '"by":"luck"', "person.by"),
    ("foreign", '"commitment":"0a', '"commitment":"', "person.commitment"),
    ("foreign", '"reference":"p_00000000"', '"reference":"<b>"', "person.reference"),
    ("foreign", f'"there":"{GAME}"', '"there":null', "game.there"),
    ("foreign", '"code":"game-absent"', '"code":"x"', "conflict.code"),
    ("foreign", f'"subject":"approval:{GAME}"', '"subject":"approval:../../x"', "conflict.subject"),
    ("foreign", '"index":5', '"index":9007199254740992', "entry.index"),
    ("foreign", '"index":5', '"index":-1', "entry.index"),
    ("foreign", '"stream":"dispute:d_00000000"', '"stream":"token:t_00000000"', "entry.stream"),
    ("foreign", '"part":1', '"part":2', "entry.part"),
    ("foreign", '"parts":1', '"parts":2', "club.example:8080/x: -"),
    ("foreign", FOREIGN_LEAF, "0a" * 32, "entry 5: leaf"),
    ("dispute", '"kind":"answer","text":"no","v":1', '"kind":"answer","text":"no","v":1.0', "answer.v"),
    ("dispute", '"event":20', '"event":-1', "opened.event"),
    ("dispute", '"event":20', '"event":true', "opened.event"),
    ("dispute", f'"game":"{GAME}",', "", "game or a tournament"),
    ("dispute", f'"game":"{GAME}",', f'"game":"{GAME}","tournament":"x",', "game or a tournament"),
    ("dispute", '"rule":"TOR-13"', '"rule":"TOR 13"', "opened.rule"),
    ("dispute", '"claimant":"R"', '"claimant":"A"', "opened.claimant"),
    ("dispute", "e non tre", "e non tre ", "opened.claim: 20/4000"),
    ("dispute", "e non tre", "e non\\ttre", "opened.claim: "),
    ("dispute", "due dadi", "x" * 4000, "/4000"),
    ("dispute", "2026-05-28T20:26:40Z", "2026-05-28T22:26:40+02:00", "2026-05-28T22:26:40+02:00"),
    ("dispute", "2026-05-28T20:26:40Z", "2026-13-28T20:26:40Z", "2026-13-28"),
    ("dispute", f"{DUE},{EFFECT}", f'"due":"",{EFFECT}', "deadline"),
    ("dispute", '"by":"p_0123456Z","kind":"answer"', '"kind":"answer"', "answer.-by"),
    ("dispute", '"kind":"answer"', '"kind":"answer","more":1', "answer.+more"),
    ("dispute", '"kind":"answer"', '"kind":"nonsense"', "kind"),
    ("dispute", '"outcome":"partly"', '"outcome":"perhaps"', "ruling.outcome"),
    ("dispute", '"reading":"attack.dice=3"', '"reading":"Attack"', "ruling.reading"),
    ("dispute", '"first":25,', "", "ruling.effect"),
    ("dispute", ',"tournament_first":7', "", "ruling.effect"),
    ("dispute", '"first":25', '"first":-1', "ruling.effect.first"),
    ("dispute", "VOID A 20 {objected to}", "TURN R", "TURN R"),
    ("dispute", '"kind":"adjusted"', '"kind":"table"', "table"),
    ("dispute", '"bytes":260', '"bytes":"260"', "evidence.bytes"),
    ("dispute", '"by":"R","kind":"appeal"', '"by":"R","kind":"answer"', "answer"),
    ("archive", '"kind":"key","v":1', '"kind":"key","v":1.0', "key.v"),
    ("archive", '"kind":"key"', '"kind":"opened","origin":"x"', "opened: order"),
    ("archive", '"origin":"club.example/log"', '"origin":"plancia/0123456789ab"', "origin plancia/0123456789ab"),
    ("archive", '"origin":"club.example/log"', '"origin":"Club"', "restored.origin"),
    ("archive", f'"key":"{KEY}","kind":"key"', f'"key":"{NEXT_KEY}","kind":"key"', "key: key"),
    ("archive", f'"key":"{KEY}","kind":"key"', '"key":"x","kind":"key"', ""),
    ("archive", '"entry":7', '"entry":true', "clock.entry"),
    ("archive", '"size":9', '"size":-1', "restored.size"),
    ("archive", '"root":"0a', '"root":"', "restored.root"),
    ("archive", '"entry":7,', "", "clock.-entry"),
    (
        "tournament",
        '"kind":"approved","round":1,"table":"A","v":1',
        '"kind":"approved","round":1,"table":"A","v":1.0',
        "approved.v",
    ),
    ("tournament", '"kind":"approved","round":1', '"kind":"approved","round":true', "approved.round: true"),
    ("tournament", '"kind":"approved"', '"by":"x","kind":"approved"', "approved.+by"),
    ("tournament", ',"title":"Torneo d\'autunno"', "", "opened.-title"),
    ("tournament", "Torneo d'autunno", "Torneo d'autunno ", "opened.text"),
    ("tournament", "Torneo d'autunno", "Torneo\\u0007", "opened.title"),
    ("tournament", "Torneo d'autunno", "x" * 201, "201/200"),
    ("tournament", '"28.5"', '"28,5"', "result.text"),
    ("tournament", '"28.5"', "28.5", "result.points"),
    ("tournament", '"28.5"', '"1e9"', "1e9"),
    ("tournament", '"instead":true', '"instead":1', "result.instead"),
    ("tournament", '"kind":"reopened"', '"kind":"dance"', "kind"),
    ("tournament", '"kind":"reopened","v":1,"why":"a table was missing"', '"kind":"closed","v":1', "autunno"),
    ("tournament", '"kind":"hidden","v":1,"why":"opened twice"', '"kind":"hidden","v":1', "hidden.-why"),
    ("tournament", "2026-12-03T21:00", "2026-12-03 21:00", "scheduled.when"),
    ("tournament", "2026-12-03T21:00", "2026-02-30", "scheduled"),
    ("tournament", "2026-12-03T21:00", "2026-12-03T25:00", "scheduled"),
    ("tournament", '"round":2,"v":1,"when"', '"round":1000,"v":1,"when"', "1..999"),
    ("tournament", '"kind":"unhidden","v":1', '"kind":"unhidden","v":1,"why":"x"', "unhidden.+why"),
    ("tournament", '"kind":"hidden","v":1,"why":"opened twice"', '"kind":"unhidden","v":1', "autunno"),
    ("tournament", '"winner":"p_00000001"', '"winner":["p_00000001"]', "result.winner"),
    ("approval", '"kind":"reopened","v":1,"why":"una foto"', '"kind":"approved","v":1,"version":43', "order"),
]


def stream_of(kind: str) -> str:
    return next(stream for stream in GOOD if stream.startswith(f"{kind}:"))


def name_of(stream: str) -> str:
    """The name of a stream, without the mark of its second example."""
    return stream.partition("#")[0]


def text_of(stream: str) -> str:
    return "".join(f"{line}\n" for line in GOOD[stream])


def test_every_declared_stream_is_checked() -> None:
    modules = pkgutil.walk_packages(plancia_archive.__path__, "plancia_archive.")
    members = [vars(importlib.import_module(module.name)) for module in modules]
    declared = {one.prefix[:-1] for names in members for one in names.values() if isinstance(one, Stream)}
    assert declared == set(STREAMS), "name each Stream in STREAMS of integrity/stream_checks.py"
    assert {*STREAMS, "ruleset"} == set(STREAM_KINDS), "name each kind in STREAM_KINDS of evidence/bundle_entries.py"


@pytest.mark.parametrize("kind", STREAMS)
def test_every_kind_has_lines_here(kind: str) -> None:
    lines = [line for stream in GOOD if stream.startswith(f"{kind}:") for line in GOOD[stream]]
    kinds = set(STREAMS[kind].schema()["discriminator"]["mapping"])
    assert {json.loads(line)["kind"] for line in lines} == kinds, "add a line of each kind to GOOD"


@pytest.mark.parametrize("kind", ["tournament", "dispute", "approval"])
def test_what_readers_are_told_of_a_line_has_words(kind: str) -> None:
    verifier = (Path(__file__).parents[2] / "docs/verify/src/words.mjs").read_text("utf-8")
    shown = verifier.partition("export const KINDS = {")[2].partition("};")[0]
    for line in STREAMS[kind].kinds():
        for lang in languages():
            advice = "say in words/start_it.toml and start_en.toml what is news"
            assert f"news.{kind}.{line}" in messages("start", lang), f"{line}: {advice}"
            if kind != "tournament":  # a bundle tells nothing of its lines
                is_named = f"kind.{line}" in messages("evidence", lang) and f"  {line}: [" in shown
                assert is_named, f"{line}: call it by name in words/evidence_it.toml, evidence_en.toml and words.mjs"


@pytest.mark.parametrize("stream", GOOD)
def test_good_lines(stream: str) -> None:
    kind, text = stream.partition(":")[0], text_of(stream)
    assert find_problem(name_of(stream), text.encode()) is None
    for line in GOOD[stream]:
        assert canonical(STREAMS[kind].parse(line)) == line == canonical(STREAMS[kind].of(json.loads(line)))
        jsonschema.validate(json.loads(line), STREAMS[kind].schema(), jsonschema.Draft202012Validator)
    assert (
        find_problem(name_of(stream), text.encode()[:-1]) == "line end"
        and find_problem(name_of(stream), b"\n") is not None
    )
    assert find_problem(f"{kind}:No body", text.encode()) == "name 'No body'"
    assert find_problem(name_of(stream), text.encode().replace(b'"kind"', b'"k\xffnd"', 1)) is not None


@pytest.mark.parametrize(("kind", "old", "new", "told"), SPOILT)
def test_spoilt_lines(kind: str, old: str, new: str, told: str) -> None:
    stream = stream_of(kind)
    text = text_of(stream)
    assert old in text
    problem = find_problem(name_of(stream), text.replace(old, new).encode())
    assert problem is not None and told in problem


@pytest.mark.parametrize("kind", STREAMS)
def test_the_schema_refuses_other_members_and_kinds(kind: str) -> None:
    validator = jsonschema.Draft202012Validator(STREAMS[kind].schema())
    for line in map(json.loads, GOOD[stream_of(kind)]):
        assert validator.is_valid(line)
        assert not validator.is_valid({**line, "more": 1}) and not validator.is_valid({**line, "kind": "more"})
