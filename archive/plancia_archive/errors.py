"""Errors of the archive, with messages in Italian and English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plancia_archive.dispute_errors import DISPUTE_ERRORS
from plancia_archive.past_errors import PAST_ERRORS
from plancia_archive.people_errors import PEOPLE_ERRORS
from plancia_archive.token_errors import TOKEN_ERRORS
from plancia_archive.tournament_errors import TOURNAMENT_ERRORS
from plancia_data import close_matches, in_language, messages
from plancia_data.extras import install_hint

if TYPE_CHECKING:
    from plancia_events import Problem

MESSAGES: dict[str, tuple[str, str]] = {
    **TOURNAMENT_ERRORS,
    **DISPUTE_ERRORS,
    **PAST_ERRORS,
    **PEOPLE_ERRORS,
    **TOKEN_ERRORS,
    "no-archive": (
        "nessun archivio in {what}: crearlo con plancia init",
        "no archive at {what}: make one with plancia init",
    ),
    "not-archive": (
        "{what} non è un archivio Plancia",
        "{what} is not a Plancia archive",
    ),
    "damaged": (
        "l'archivio è danneggiato, {what}: plancia verify dice dove; non scriverci, farne una copia e "
        "ripristinare l'ultima copia di sicurezza (plancia restore)",
        "the archive is damaged, {what}: plancia verify tells where; do not write to it, copy the file and "
        "restore the last backup (plancia restore)",
    ),
    "unmade": (
        "l'archivio {what} è vuoto o non fu finito di creare: plancia init lo completa",
        "the archive {what} is empty or was not finished when it was made: plancia init completes it",
    ),
    "moved": (
        "il file {what} è stato spostato o sostituito mentre era aperto, e non vi si è scritto niente: "
        "rimetterlo al suo posto, oppure chiudere plancia e riaprirlo",
        "the file {what} was moved or replaced while it was open, and nothing was written: put it back into its place, "
        "or end plancia and start it again",
    ),
    "exists": (
        "{what} esiste già",
        "{what} exists already",
    ),
    "behind": (
        "l'archivio è più indietro dell'ultima testa firmata che gli sta accanto ({what} registrazioni): è una copia "
        "vecchia. Niente viene scritto. Rimettere il file più nuovo, o proseguire con plancia restore --behind",
        "the archive is behind the newest signed checkpoint beside it ({what} entries): it is an old copy. Nothing is "
        "written. Put the newer file back, or go on with plancia restore --behind",
    ),
    "forked": (
        "due storie dello stesso registro (forked): {what}. O una fu cambiata, o sono due copie dell'archivio che "
        "hanno preso strade diverse. Niente viene scritto. Conservarle entrambe, insieme lo provano; plancia verify "
        "--head dice quale non è quella di una testa che altri hanno",
        "two histories of one log (forked): {what}. Either one was changed, or two copies of the archive went separate "
        "ways. Nothing is written. Keep both, together they prove it; plancia verify --head tells which is not that "
        "of a head that others have",
    ),
    "restore-behind": (
        "la copia di sicurezza è più indietro di quanto si sa del registro ({what}): mancherebbero registrazioni. "
        "Cercare una copia più nuova, o ripristinarla comunque con --behind MOTIVO: il registro prosegue con un'altra "
        "origine e un'altra chiave, e lo dice",
        "the backup is behind what is known of the log ({what}): entries would be missing. Look for a newer backup, or "
        "restore it all the same with --behind WHY: the log goes on under another origin and key, and says so",
    ),
    "behind-why": (
        "il motivo dev'essere una riga di al più 300 caratteri: {what}",
        "the reason has to be one line of at most 300 characters: {what}",
    ),
    "head-size": (
        "il registro non ha questo numero di registrazioni: {what}",
        "the log does not have this number of entries: {what}",
    ),
    "key-file": (
        "non è una chiave per firmare: {what}. plancia key rotate ne fa un'altra",
        "not a signing key: {what}. plancia key rotate makes another one",
    ),
    "key-other": (
        "questa chiave non è quella che il registro annuncia: {what}. Rimettere la chiave giusta, o plancia key rotate",
        "this key is not the one that the log announces: {what}. Put the right key back, or run plancia key rotate",
    ),
    "checkpoint-other": (
        "la testa firmata che sta accanto all'archivio è di un altro registro: {what}. Niente viene scritto. Rimettere "
        "il file di questo archivio, o metterlo da parte se non ne ha",
        "the signed checkpoint beside the archive is of another log: {what}. Nothing is written. Put the file of this "
        "archive back, or move it away if the archive has none",
    ),
    "unsigned": (
        "l'archivio {what} non può firmare: gli manca la chiave (FILE.key) o si può solo leggere",
        "the archive {what} cannot sign: its key (FILE.key) is missing, or it can only be read",
    ),
    "no-witness": (
        "nessun testimone con un indirizzo: scriverne uno nella policy, FILE.policy, con una riga witness NOME VKEY "
        "URL{what}",
        "no witness with an address: write one into the policy, FILE.policy, as a line witness NAME VKEY URL{what}",
    ),
    "checkpoint-file": (
        "non è una testa firmata: {what}. Rimettere il file, o cancellarlo dopo averlo messo da parte",
        "not a signed checkpoint: {what}. Put the file back, or remove it after keeping a copy",
    ),
    "no-key": (
        "l'archivio {what} non ha una chiave per firmare: plancia key create ne fa una",
        "the archive {what} has no key to sign with: plancia key create makes one",
    ),
    "key-exists": (
        "l'archivio ha già una chiave, {what}: plancia key show la mostra, plancia key rotate la cambia",
        "the archive has a key already, {what}: plancia key show prints it, plancia key rotate changes it",
    ),
    "not-signed-yet": (
        "l'archivio è in sola lettura e la partita {what} non è ancora in una testa firmata: aprirlo in scrittura, o "
        "plancia checkpoint dove sta la chiave",
        "the archive is read-only and the game {what} is not in a signed checkpoint yet: open it for writing, or run "
        "plancia checkpoint where the key is",
    ),
    "no-receipt": (
        "nel registro non c'è niente di {what}: una ricevuta si fa di ciò che è registrato",
        "the log has nothing of {what}: a receipt is of what was stored",
    ),
    "head-other": (
        "questo registro non ha la testa {what}: fu cambiato dopo, o la testa è di un altro archivio",
        "this log does not have the head {what}: it was changed since, or the head is of another archive",
    ),
    "archive-stream": (
        "riga del flusso archive: non capita: {what}",
        "line of the stream archive: not understood: {what}",
    ),
    "origin": (
        "l'origine dell'archivio è un indirizzo senza schema, in minuscole, come club.example/archivio: {what}",
        "the archive's origin is a URL without scheme, in lower case, such as club.example/archive: {what}",
    ),
    "withdrawal": (
        "riga di un ritiro non capita: {what}",
        "line of a withdrawal not understood: {what}",
    ),
    "why": (
        "dire il perché, in una riga di {what} caratteri",
        "say why, in one line of {what} characters",
    ),
    "withdrawn": (
        "la partita è stata ritirata ({what}): rimetterla con plancia withdraw --undo, o usare quella che "
        "la sostituisce",
        "the game was withdrawn ({what}): put it back with plancia withdraw --undo, or use the one that stands instead",
    ),
    "supersedes": (
        "la partita ne sostituisce altre, che resterebbero senza una che conti ({what}): dire quale vale al suo posto "
        "(--instead), o prima rimettere quelle con plancia withdraw --undo",
        "the game supersedes others, which would be left without one that counts ({what}): say which stands instead of "
        "it (--instead), or first put those back with plancia withdraw --undo",
    ),
    "not-withdrawn": (
        "la partita {what} non è ritirata: quelle ritirate le dice plancia list --withdrawn",
        "game {what} is not withdrawn: plancia list --withdrawn names those that are",
    ),
    "replaces-itself": (
        "{what} ha già esattamente questo contenuto: non c'è niente da sostituire",
        "{what} has exactly this content already: there is nothing to replace",
    ),
    "unopened": (
        "{what} non si apre in scrittura: controllare che la cartella esista e che vi si possa scrivere",
        "{what} cannot be opened for writing: check that its folder exists and that you may write there",
    ),
    "read-only": (
        "{what} si può solo leggere: per scriverci rendere scrivibili il file e la cartella, o lavorare su una copia",
        "{what} can only be read: to write to it make the file and its folder writable, or work on a copy",
    ),
    "unreadable": (
        "non si può leggere {what}: controllare i permessi del file",
        "cannot read {what}: check the permissions of the file",
    ),
    "unfinished": (
        "accanto a {what} c'è un giornale di SQLite (-wal o -journal) con scritture da completare, e qui non si può "
        "scrivere: aprirlo una volta dove si può, oppure copiare i file insieme in una propria cartella",
        "beside {what} stands a journal of SQLite (-wal or -journal) with writes to be finished, and nothing may be "
        "written here: open it once where it may be, or copy the files together to a folder of your own",
    ),
    "older": (
        "l'archivio è di una versione più vecchia ({what}) e per aggiornarlo va scritto: aprirlo una volta dove si può "
        "scrivere (plancia health), anche in una copia",
        "the archive is of an older version ({what}) and has to be written to be brought up to date: open it once "
        "where it may be written (plancia health), a copy will do",
    ),
    "no-room": (
        "manca spazio su disco per scrivere {what}: farne e ripetere; quello che era già conservato c'è ancora",
        "no room on the disk to write {what}: make some and repeat; what had been kept is still there",
    ),
    "overwrites": (
        "{what} è un archivio o un'altra base di dati e non si sovrascrive: scegliere un altro nome",
        "{what} is an archive or another database and is not written over: choose another name",
    ),
    "not-a-dump": (
        "{what} c'è già e non viene da plancia dump: scegliere un'altra cartella",
        "{what} is there already and does not come from plancia dump: choose another folder",
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
    "aim-missing": (
        "{what}: si può nominare solo un evento che viene prima di questa riga; i numeri li dice plancia events",
        "{what}: only an event that comes before this line can be named; plancia events prints their numbers",
    ),
    "aim-correction": (
        "{what}: una correzione non si annulla e non si corregge: correggere di nuovo (FIX) l'evento di cui parlava",
        "{what}: a correction is neither voided nor corrected: correct (FIX) the event that it was about once more",
    ),
    "aim-void": (
        "{what}: quell'evento è già annullato",
        "{what}: that event is void already",
    ),
    "aim-same": (
        "{what}: l'evento dice già così, la correzione non cambierebbe nulla",
        "{what}: the event says so already, the correction would change nothing",
    ),
    "aim-move": (
        "{what}: replaces= nomina uno spostamento (MOVE) precedente",
        "{what}: replaces= names an earlier MOVE",
    ),
    "aim-open": (
        "{what}: quell'evento non nasconde nulla che si possa mostrare",
        "{what}: that event hides nothing that could be shown",
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
        "risultato non adatto al sistema di classifica, tavolo {what}",
        "result not fit for the ranking system, table {what}",
    ),
    "no-tournament": (
        "torneo {what} non trovato",
        "tournament {what} not found",
    ),
    "no-statistic": (
        "statistica sconosciuta: {what}",
        "unknown statistic: {what}",
    ),
    "filter": (
        "nessuna partita può avere {what}: scegliere fra i valori tra parentesi",
        "no game can have {what}: choose one of the values in brackets",
    ),
    "pattern": (
        "ricerca non capita: {what} (esempi: SIA=x>=3 CIN=x; INS>SIA tris)",
        "search not understood: {what} (examples: SIA=x>=3 CIN=x; INS>SIA tris)",
    ),
    "sheet": (
        "foglio dei risultati, riga {what}: colonne turno, tavolo, giocatore, punti",
        "sheet of results, line {what}: columns round, table, player, points",
    ),
    "extra": (install_hint("it"), install_hint("en")),
    "report": (
        "referto del torneo, riga {what}: non capita, mancante o diversa dal resto: procurarsi il file intero",
        "report of the tournament, line {what}: not understood, missing or at odds with the rest: get the whole file",
    ),
    "backup-zip": (
        "la copia di sicurezza non è integra: {what} non è un file ZIP integro",
        "the backup is not intact: {what} is not an intact ZIP file",
    ),
    "backup": (
        "la copia di sicurezza non è integra: {what}",
        "the backup is not intact: {what}",
    ),
    "backup-text": (
        "la copia di sicurezza contiene un testo che questo archivio non avrebbe conservato: {what} (chiedere da dove "
        "viene; con --anyway si ripristina com'è, e plancia verify lo segnala)",
        "the backup holds a text that this archive would not have kept: {what} (ask where it comes from; --anyway "
        "restores it as it is, and plancia verify reports it)",
    ),
    "swells": (
        "la copia di sicurezza occuperebbe troppo una volta aperta ({what}): non viene da plancia backup, "
        "procurarsi quella vera",
        "the backup would take too much room once unpacked ({what}): it does not come from plancia backup, "
        "get the true one",
    ),
    "ambiguous": (
        "più partite hanno questo nome: {what}",
        "several games have this name: {what}",
    ),
    "free-text-long": (
        "con i riferimenti al posto dei nomi delle persone il testo è troppo lungo: {what}; accorciarlo",
        "with references in place of people's names the text is too long: {what}; shorten it",
    ),
    "worker": (
        "un processo di lavoro è finito prima del tempo ({what}), forse per mancanza di memoria, e niente è rimasto a "
        "metà: riprovare con --jobs 1",
        "a worker process ended before its time ({what}), perhaps for want of memory, and nothing is left half done: "
        "try again with --jobs 1",
    ),
}


WORD = re.compile(r"<(disputes|columns):([a-z.=-]+)>")
CODES_WITH_SUGGESTIONS = ("no-statistic", "system", "t-class")  # errors for an unknown name that list the known ones


class ArchiveError(Exception):
    """An error of the archive. `code` is stable; `text(lang)` says what is wrong and what to do.

    `what` is the value that the message is about, `nameless` the same with references in place of names, for readers
    who may not see names. A word of it such as `<disputes:state.ruled>` stands for that of a word file.
    """

    def __init__(self, code: str, what: str = "") -> None:
        self.code = code
        self.what = self.nameless = what
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns the sentence, with similar names if `what` is an unknown name and the known ones in parentheses."""
        sentence = in_language(lang, *MESSAGES[self.code]).format(what=in_words(self.what, lang))
        name, separator, known_names = self.what.partition(" (")
        if (
            not separator
            or self.code not in CODES_WITH_SUGGESTIONS
            or not (suggestions := close_matches(name, known_names.rstrip(")").split(", ")))
        ):
            return sentence
        return f"{sentence}. {messages('notation', lang)['near'].format(near=', '.join(suggestions))}"


def in_words(what: str, lang: str) -> str:
    """Returns a text with the words of word files that it names; the end of a name that no file has."""
    return WORD.sub(lambda found: messages(found[1], lang).get(found[2], re.split("[.=]", found[2])[-1]), what)


class Conflict(ArchiveError):
    """An append expected another version; `current` is the version of the game (or tournament)."""

    def __init__(self, current: int, code: str = "conflict") -> None:
        self.current = current
        super().__init__(code, str(current))


class Malformed(ArchiveError):
    """Lines that cannot be parsed; `problems` has all problems, with line and column."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("malformed", problems[0].text("en").strip() if problems else "-")

    def text(self, lang: str = "it") -> str:
        """Returns the sentence, with the first problem, in a language."""
        first_problem = self.problems[0].text(lang).strip() if self.problems else "-"
        return in_language(lang, *MESSAGES[self.code]).format(what=first_problem)
