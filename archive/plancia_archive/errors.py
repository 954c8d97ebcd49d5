"""What the archive can refuse, in Italian and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancia_events import Problem

MESSAGES: dict[str, tuple[str, str]] = {
    "no-archive": (
        "nessun archivio in {what}: crearlo con plancia init",
        "no archive at {what}: make one with plancia init",
    ),
    "not-archive": (
        "{what} non è un archivio Plancia",
        "{what} is not a Plancia archive",
    ),
    "exists": (
        "{what} esiste già",
        "{what} exists already",
    ),
    "newer": (
        "l'archivio è di una versione più nuova ({what}): aggiornare Plancia",
        "the archive is of a newer version ({what}): update Plancia",
    ),
    "guards": (
        "le protezioni del registro non sono quelle attese: {what}",
        "the guards of the log are not as expected: {what}",
    ),
    "no-game": (
        "partita {what} non trovata",
        "game {what} not found",
    ),
    "conflict": (
        "la partita è alla versione {what}",
        "the game is at version {what}",
    ),
    "request-reused": (
        "la richiesta {what} è già servita a un'altra scrittura",
        "request {what} already served another write",
    ),
    "malformed": (
        "testo non capito: {what}",
        "text not understood: {what}",
    ),
    "header-late": (
        "le intestazioni non si aggiungono a una partita già aperta",
        "headers cannot be added to an open game",
    ),
    "locked": (
        "l'archivio è occupato da un altro processo: riprovare",
        "the archive is busy with another process: try again",
    ),
    "no-rules": (
        "regole {what} non presenti nel registro",
        "rules {what} are not in the log",
    ),
    "system": (
        "sistema di classifica sconosciuto: {what}",
        "unknown ranking system: {what}",
    ),
    "result": (
        "risultato non adatto al sistema di classifica: {what}",
        "result not fit for the ranking system: {what}",
    ),
    "no-tournament": (
        "torneo {what} non trovato",
        "tournament {what} not found",
    ),
    "t-name": (
        "nome di torneo non valido {what}: lettere minuscole, cifre e trattini",
        "name of a tournament not valid {what}: small letters, digits and hyphens",
    ),
    "t-kind": (
        "evento del torneo non valido: {what}",
        "event of the tournament not valid: {what}",
    ),
    "t-closed": (
        "il torneo è chiuso: {what}",
        "the tournament is closed: {what}",
    ),
    "t-player": (
        "{what} non è iscritto al torneo",
        "{what} has not entered the tournament",
    ),
    "t-entered": (
        "{what} è già iscritto",
        "{what} has entered already",
    ),
    "t-left": (
        "{what} si è ritirato dal torneo",
        "{what} has left the tournament",
    ),
    "t-seated": (
        "{what} siede già a un tavolo di questo turno",
        "{what} sits at a table of this round already",
    ),
    "t-table": (
        "non c'è il tavolo {what}",
        "there is no table {what}",
    ),
    "t-result": (
        "i punti devono essere quelli di chi siede al tavolo: {what}",
        "the points have to be those of who sits at the table: {what}",
    ),
    "t-points": (
        "punti non capiti: {what}",
        "points not understood: {what}",
    ),
    "no-statistic": (
        "statistica sconosciuta: {what}",
        "unknown statistic: {what}",
    ),
    "pattern": (
        "ricerca non capita: {what} (esempi: SIA=x>=3 CIN=x; INS>SIA tris)",
        "search not understood: {what} (examples: SIA=x>=3 CIN=x; INS>SIA tris)",
    ),
    "sheet": (
        "foglio dei risultati, riga {what}: colonne turno, tavolo, giocatore, punti",
        "sheet of results, line {what}: columns round, table, player, points",
    ),
    "extra": (
        "manca la parte facoltativa {what}: pip install 'plancia[{what}]'",
        "the optional part {what} is missing: pip install 'plancia[{what}]'",
    ),
    "report": (
        "referto del torneo, riga {what}: non capita",
        "report of the tournament, line {what}: not understood",
    ),
    "ambiguous": (
        "più partite hanno questo nome: {what}",
        "several games have this name: {what}",
    ),
    "person": (
        "persona {what} non trovata",
        "person {what} not found",
    ),
}


class ArchiveError(Exception):
    """A refusal of the archive. `code` is stable; `text(lang)` says what and what to do."""

    def __init__(self, code: str, what: str = "") -> None:
        self.code = code
        self.what = what
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """The sentence."""
        return MESSAGES[self.code][1 if lang == "en" else 0].format(what=self.what)


class Conflict(ArchiveError):
    """An append that expected another version; `current` is the game's version."""

    def __init__(self, current: int) -> None:
        self.current = current
        super().__init__("conflict", str(current))


class Malformed(ArchiveError):
    """Lines that are not understood; `problems` holds them all, with line and column."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("malformed", problems[0].text("en").strip() if problems else "-")

    def text(self, lang: str = "it") -> str:
        """The sentence, with the first problem in the reader's language."""
        first = self.problems[0].text(lang).strip() if self.problems else "-"
        return MESSAGES[self.code][1 if lang == "en" else 0].format(what=first)
