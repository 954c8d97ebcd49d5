"""Error messages about times: earlier states of the archive, clocks and dates of entries; Italian and English."""

from __future__ import annotations

PAST_ERRORS: dict[str, tuple[str, str]] = {
    "as-of": (
        "non è un momento del registro: {what}. Indicare una data (2026-11-20, fino alla fine di quel giorno UTC), un "
        "istante (2026-11-20T21:30:00Z), un numero di registrazioni o una testa (ORIGINE NUMERO RADICE)",
        "not a moment of the log: {what}. Give a date (2026-11-20, up to the end of that day in UTC), a time "
        "(2026-11-20T21:30:00Z), a number of entries, or a head (ORIGIN SIZE ROOT)",
    ),
    "as-of-early": (
        "a quel momento il registro non aveva niente: {what} è prima della prima registrazione",
        "the log had nothing at that time: {what} is before its first entry",
    ),
    "as-of-forked": (
        "questa testa non è di questo registro, che se ne è separato o ne è un altro (forked): {what}",
        "this head is not one of this log, which has forked from it or is another one: {what}",
    ),
    "as-of-write": (
        "quello che l'archivio era un tempo si può solo leggere: {what}. Per scrivere togliere --as-of (as_of)",
        "what the archive was at an earlier time can only be read: {what}. To write, leave out --as-of (as_of)",
    ),
    "as-of-command": (
        "il comando {what} non risponde con --as-of: riguarda l'archivio com'è ora, o nessun archivio",
        "the command {what} takes no --as-of: it is about the archive as it is now, or about none",
    ),
    "backdated": (
        "alla copia di sicurezza non manca niente, ma ha registrazioni datate almeno un giorno prima di altre che le "
        "precedono, {what}: o qualcuno le ha retrodatate, o l'orologio era avanti. Se era avanti, ripristinare con "
        "--clock MOTIVO: il registro lo dice e prosegue, con la stessa origine e la stessa chiave",
        "nothing of the backup is missing, but it has entries dated a day or more before earlier ones, {what}: "
        "somebody back-dated them, or the clock was ahead. If it was ahead, restore with --clock WHY: the log says so "
        "and goes on, under the same origin and key",
    ),
    "clock-behind": (
        "l'orologio di questa macchina è indietro rispetto all'ultima registrazione ({what}): niente è stato scritto. "
        "Mettere l'orologio all'ora giusta. Se è giusto ed era avanti quello di prima, dirlo con plancia clock "
        "--accept MOTIVO, e riprovare",
        "the clock of this machine is behind the last entry ({what}): nothing was written. Set the clock right. If it "
        "is right, and the one before was ahead, say so with plancia clock --accept WHY, and try again",
    ),
    "clock-right": (
        "nessuna registrazione è datata almeno un giorno prima di una che la precede, e l'orologio non è indietro: non "
        "c'è niente da accettare",
        "no entry is dated a day or more before an earlier one, and the clock is not behind: nothing to accept",
    ),
}
