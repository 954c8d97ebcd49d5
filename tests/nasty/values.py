"""Values that nasty texts are made of; of a pair the first are read, the second are not."""

from __future__ import annotations

# fmt: off
COLOURS = ["R", "B", "G", "r", "b", "rosso", "Blu", "VERDE", "yellow", "nero"], ["roſſo", "-", "*", "A", "tavolo",
    "Q", "", "R,"]
ODD = ["\u00a0", "\u2003", "\u3000", "\t", "\u200b", "\u0301", "\u0338", "\ufb01", "\u017f", "\u0131", "\u0130",
    "\u212a", "\u2028",
       "\x0b", "\x85", "\x00", "\ud7a4", "\ue000", "\U0001d7d3", "\U0001f3b2", "\u0660", "\uff11", "\u037e", "\u1e9e",
    *'{}[]@"\\=>,#']
HEADER_VALUES: dict[str, list[str]] = {
    "Notation": ["rgn 1", "RGN  1", "rgn 2", "rgn1", "", " rgn 1 ", "rgn 01"],
    "Game": ["serata-1", "a b", "x" * 64, "x" * 65, "\u00e8", ".", "A_b.C"],
    "Variant": ["eg@1", "EG@1", "monopoli@1+few-attacks", "monopoli @1", "torneo@1 +  a:b@2", "eg@", "eg + ", "+eg",
        "1eg", "a" + "+a" * 200],
    "Rules": ["0a" * 32, "0A" * 32, "0a" * 31, "0g" * 32],
    "Date": ["2026-11-23", "1/2/2026", "1.2.26", "?/1/2026", "2026/1/?", "????-??-??", "1/2-2026", "1/2/?026",
        "31-12-99", "2026-13-45", "1/2/2?",
             "026/1/1", "?", "-", "\u0661/1/2026", "1 / 2 / 2026"],
    "Team": ["RG BN", "rg  bn", "RGX", "rosso blu", "R", "ﬁ"], "Virtual": ["N", "n", "nero", "-", "tavolo", "NV",
        "Nero\u00a0"],
    "Option": ["a.b=1", "A.B = 1", "a.b=2", "a.b= x  y ", "a=1", "a.b=", "a.b==1", "a.b.c=\u00e8", "a_1.b-2=Z:z.9",
        "a.b =1=2", ".b=1", "a..b=1"],
    "Completeness": ["full", "FULL", "senza dadi", "Senza  Dadi", "completa", "no dice", "no-dice", "ſolo turni",
        "result-only"],
    "Provenance": ["live", "Dal Vivo", "imported:Some.Name", "IMPORTED:x", "imported: x", "imported:",
        "imported:" + "x" * 41, "foglio", "sintetica:x"],
    "Result": ["R 31 B 24.5", "r 31 blu 24,5", "R 31.0 B 007", "R 31 R ?", "R ? B", "?", "-", "R -1", "R 31.25",
        "R 100000", "R 000031", "rosso,31",
               "R 31, B 2", "R \u0663"],
    "Objectives": ["?", "torneo16", "classici", "-", "x"],
}
FREE_VALUES = ["p_R", "", " ", "a\\\"b", "a\\\\", "a\\b", "\\\\\\\"", "x" * 500, "x" * 501, "\u00e8" * 500,
    "\\\"" * 500, "e\u0301" * 499, "[x]", "{x}", "; x",
               "\U0001f3b2" * 500, "\u0301x", "a\u200bb", "a \u00a0 b", "\u2028", "-", "?"]
WORDS = ["suggestion", "WHY", "a", "x" * 64, "a_", "x6:", "6:", "5", "a/b.c:d-e", "limit"], ["x" * 65, "_a", "a,b",
    ",a", "a,", "è", "a>b", "a=b"]
NUMBERS = ["0", "1", "2", "5", "11", "007", "99999", "000001"], ["100000", "099999", "0000001", "-1", "+1", "1.5",
    "٥", "5,", "", "x"]
DICE = ["62", "631", "6,3,1", "136", "66", "1", "6, 3"], ["7", "0", "6666", "6,,3", ",6", "?", "٦", ""]
TIMES = ["@10:00", "@23:59:59", "@00:00", "@12 : 30"], ["@24:00", "@9:00", "@10:60", "@10:00:60", "@", "@10",
    "@10:00:00:00", "@١٠:00", "@ 10:00", "@1 2:00"]
COMMENTS = (
    ["{x}", "{ x  y }", "{" + "x" * 1000 + "}", "{́x}", "{a 	b}", "{≠}", "{@10:00}", "{é}", "{" + "é" * 1000 + "}",
        "{🎲}", "{;}", "{[x]}"],
    ["{}", "{ }", "{x} y", "{x}}", "{{x}", "}", "x}", "{x", "{" + "x" * 1001 + "}", "{​}"],
)
COMMITMENT = "#fbddfae757db8389c9f4e797a96e9ad28d9c4825f14e4c952027ca1e371022aa"
SALT = "00112233445566778899aabbccddeeff"

LOSSES = ["-1-1", "-0-2", "-01-1", "-000-001"], ["-1", "1-1", "-1-1000", "- 1-1", "-1-", "-١-1"]
SETS = ["=10+2", "=10", "=?", "= 10 + 2", "=0010"], ["=", "=?+1", "=00010", "=10+", ""]
POINTS = ["31", "31.5", "31,5", "31.0", "031", "00031"], ["31.50", "100000", "31,", ".5", "000031,0"]
FLAGS = ("public", "strip", "declared", "before-attack")
NAMED = {
    "ROLL": "declared", "ORDER": "slots seats colours facing", "DEAL": "armies how", "PICK": "armies strip",
        "DRAFT": "for public", "OBJ": "set after", "SET": "by",
    "PUT": "by", "TURN": "director", "REIN": "counted", "TRIS": "hand", "ATT": "void by", "MOVE": "replaces",
        "DRAW": "public", "EROLL": "for kind", "OVER": "winner",
    "STAT": "n why", "FOUL": "found before-attack for", "PEN": "for", "TAKE": "why", "FILL": "why", "CHECK": "hands",
        "SHOW": "salt", "NOTE": "about",
}
OFFICE = {"VOID": "*A", "FIX": "*A", "SET": "RB-", "TAKE": "RB-", "DEAL": "RRB-*", "ROLL": "R*A", "ORDER": "R*A",
    "CHECK": "R*A", "NOTE": "RA*", "OVER": "R*", "CERT": "A*", "FILL": "A*-R"}
WORD_OF = {
    "CLOCK": ["started", "Expired"], "ANN": ["last", "TEXT", "third-last"], "CLAIM": ["objective", "World"],
        "OVER": ["time", "end-roll", "POINTS"], "TURN": ["", "extra", "Chance"],
    "PASS": [""], "END": [""], "ENOT": [""], "NOTE": [""],
}
