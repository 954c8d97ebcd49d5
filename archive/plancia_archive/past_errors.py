"""Error messages of requests for an earlier state of the archive, in Italian and English."""

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
}
