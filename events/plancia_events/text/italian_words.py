"""Italian words for tags, headers and header values, by lower-case word: accepted on input, never written."""

from __future__ import annotations

TAG_BY_ITALIAN_WORD = {
    "lancio": "ROLL", "ordine": "ORDER", "distribuzione": "DEAL", "scelta": "PICK", "obiettivo": "OBJ",
    "piazza": "SET", "piazzamento": "SET", "mette": "PUT", "metti": "PUT", "orologio": "CLOCK", "turno": "TURN",
    "passa": "PASS", "passo": "PASS", "fine": "END", "rinforzo": "REIN", "rinforzi": "REIN", "dichiara": "DECL",
    "attacco": "ATT", "attacca": "ATT", "occupa": "OCC", "occupazione": "OCC", "sposta": "MOVE",
    "spostamento": "MOVE", "pesca": "DRAW", "carta": "DRAW", "rimescola": "SHUF", "carte": "CARDS",
    "eliminato": "ELIM", "elimina": "ELIM", "annuncio": "ANN", "annuncia": "ANN", "infrazione": "FOUL",
    "penalita": "PEN", "toglie": "TAKE", "togli": "TAKE", "annulla": "VOID", "correzione": "FIX", "corregge": "FIX",
    "controllo": "CHECK", "mostra": "SHOW", "striscia": "STRIP", "finita": "OVER", "punti": "SCORE",
    "firma": "CERT", "firme": "CERT", "nota": "NOTE", "contesta": "DISP", "contestazione": "DISP",
    "capitale": "CAP", "rivendica": "CLAIM",
}  # fmt: skip
HEADER_BY_ITALIAN_WORD = {
    "notazione": "Notation", "partita": "Game", "variante": "Variant", "regole": "Rules", "evento": "Event",
    "torneo": "Event", "luogo": "Place", "data": "Date", "turno": "Round", "tavolo": "Table", "incontro": "Match",
    "arbitro": "Arbiter", "rosso": "Red", "blu": "Blue", "verde": "Green", "giallo": "Yellow", "nero": "Black",
    "viola": "Violet", "squadre": "Team", "virtuale": "Virtual", "plancia": "Board", "mazzo": "Deck",
    "obiettivi": "Objectives", "opzione": "Option", "completezza": "Completeness", "provenienza": "Provenance",
    "risultato": "Result",
}  # fmt: skip
VALUE_BY_ITALIAN_WORD = {
    "Completeness": {"completa": "full", "senza dadi": "no-dice", "solo turni": "turns-only",
                     "solo plancia finale": "final-board", "solo risultato": "result-only"},
    "Provenance": {"dal vivo": "live", "foglio": "sheet", "ricostruita": "reconstructed", "sintetica": "synthetic"},
}  # fmt: skip
