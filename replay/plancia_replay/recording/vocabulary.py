"""Italian and English words of input lines: verbs, and words for values of the notation."""

from __future__ import annotations

from plancia_events.names import normalize

VERBS = {
    "end": "f fine end done finisce finito turn-over",
    "draw": "carta pesca pescata card draw draws",
    "none": "niente nessuna nessuno senza none without",
    "move": "sposta spostamento spostano move moves",
    "put": "rinf rinforzo rinforzi rinforza mette metti piazza reinforcements reinforce put place",
    "set": "tris combinazione set exchange",
    "turn": "turno giro turn round",
    "pass": "passo passa pass passes",
    "occupy": "presa passano entrano entra occupa taken occupy advance",
    "attack": "attacca attacco attack attacks",
    "declare": "dichiara declare",
    "throw": "sdadata sdada closing",
    "defer": "rimanda rinvia defer",
    "arbiter": "arbitro arbiter",
    "claim": "rivendica claim claims reclama",
    "risiko": "risiko",
    "expired": "sveglia scaduto alarm timeout",
    "started": "inizio via inizia start started",
    "paused": "pausa pause",
    "resumed": "ripresa riprende resume",
    "announce": "annuncio annuncia announce",
    "withdraw": "ritiro ritira abbandona abbandono withdraw withdraws leaves",
    "freeze": "congela congelato freeze frozen",
    "renounce": "rinuncia renounce renounces",
    "owe": "debito deve owes",
    "pay": "rende restituisce pays",
    "hand": "consegna cede hands",
    "order": "ordine order",
    "dice": "dadi dado dice",
    "deal": "distribuzione distribuiti deal dealt",
    "neutral": "neutrali neutrale neutri neutral",
    "objective": "obiettivo obiettivi objective objectives",
    "capital": "capitale capital",
    "strip": "striscia strip",
    "over": "finita partita over game",
    "score": "punti punteggio points score",
    "sign": "firma firme firmano signed sign",
    "note": "nota note",
    "undo": "annulla undo",
    "eliminate": "elimina eliminato eliminates eliminated",
}
VERB_BY_WORD = {word: verb for verb, words in VERBS.items() for word in words.split()}

ANNOUNCEMENTS = {
    "penultimate": "penultimo penultima penultimate", "third-last": "terzultimo terzultima third-last thirdlast",
    "finish-round": "finire termina finish", "last": "ultimo ultima last", "speed": "velocita speed",
}  # fmt: skip
REASONS = {
    "agreement": "accordo agreement agreed", "abandoned": "abbandonata interrotta abandoned",
    "cancelled": "annullata cancelled", "time": "tempo time", "points": "punti points",
    "hard-stop": "giro round", "objective": "obiettivo objective", "world": "mondo world",
    "target": "risiko target", "elimination": "eliminazione elimination", "end-roll": "sdadata closing",
    "arbiter-die": "dado die", "extra-turns": "chance extra",
}  # fmt: skip
CLAIMS = {
    "objective": "obiettivo objective", "risiko": "risiko vittoria victory", "world": "mondo world plancia board",
}  # fmt: skip
TURN_KINDS = {"chance": "chance", "extra": "extra supplementare further"}
HIDDEN = {"hidden": "nascosto nascosti coperto coperti ignoto hidden unknown"}
JOLLY = {"JOL": "jolly joker jol"}
WINNER = {"winner": "vince vincitore wins winner"}
OPEN = {"public": "scoperta scoperto pubblica public open"}


def normalize_word(text: str) -> str:
    """Returns a word in small letters, without accents."""
    return normalize(text)


def find_verb(text: str) -> str:
    """Returns the verb that a word means; "" for none."""
    return VERB_BY_WORD.get(normalize_word(text), "")


def find_meaning(text: str, table: dict[str, str]) -> str:
    """Returns the value of a table that a word, or its first letters (3 or more), means; "" for none or several."""
    word = normalize_word(text)
    for value, words in table.items():
        if word in words.split():
            return value
    matches = {
        value for value, words in table.items() if len(word) > 2 and any(w.startswith(word) for w in words.split())
    }
    return matches.pop() if len(matches) == 1 else ""
