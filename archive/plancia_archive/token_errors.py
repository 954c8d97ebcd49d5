"""Error messages of tokens and roles, in Italian and English."""

from __future__ import annotations

TOKEN_ERRORS: dict[str, tuple[str, str]] = {
    "role": (
        "il ruolo del gettone non lo permette, {what}: chiederlo a chi ha uno dei ruoli tra parentesi",
        "the role of the token does not permit it, {what}: ask a holder of one of the roles in brackets",
    ),
    "limit": (
        "il gettone vale solo per altre partite o tornei, {what}: chiederne a chi tiene l'archivio uno che comprenda "
        "questo",
        "the token is for other games or tournaments only, {what}: ask the keeper of the archive for one that covers "
        "this",
    ),
    "correction": (
        "l'evento {what} non è del turno in corso: lo corregge l'arbitro",
        "event {what} is not of the current turn: an arbiter corrects it",
    ),
    "token-role": (
        "ruolo sconosciuto: {what} (reader, player, recorder, arbiter, keeper, admin)",
        "unknown role: {what} (reader, player, recorder, arbiter, keeper, admin)",
    ),
    "token-limits": (
        "limiti del gettone non validi: {what}; sono elenchi di testi: clubs, events, tournaments, tables, games",
        "limits of the token not valid: {what}; they are lists of texts: clubs, events, tournaments, tables, games",
    ),
    "token-name": (
        "il nome di un gettone ha da 1 a 80 caratteri, su una riga: {what}",
        "the name of a token has 1 to 80 characters, on one line: {what}",
    ),
    "token-player": (
        "il ruolo player, e solo quello, vuole una persona dell'archivio (--player): {what}",
        "the role player, and only that one, needs a person of the archive (--player): {what}",
    ),
    "token-expiry": (
        "la scadenza deve essere nel futuro: {what}",
        "the expiry must be in the future: {what}",
    ),
    "no-token": (
        "nessun gettone valido {what}: li elenca plancia token list",
        "no valid token {what}: plancia token list names them",
    ),
    "token-stream": (
        "riga di un gettone non capita: {what}",
        "line of a token not understood: {what}",
    ),
}
