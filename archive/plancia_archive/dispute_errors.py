"""Error messages of disputes and approvals, in Italian and English."""

from __future__ import annotations

DISPUTE_ERRORS: dict[str, tuple[str, str]] = {
    "no-dispute": (
        "contestazione {what} non trovata: le dice plancia dispute list",
        "dispute {what} not found: plancia dispute list names them",
    ),
    "dispute-subject": (
        "dire di che cosa si tratta: una partita oppure un torneo",
        "name what it is about: either a game or a tournament",
    ),
    "dispute-line": (
        "riga di una contestazione non capita: {what}",
        "line of a dispute not understood: {what}",
    ),
    "dispute-text": (
        "testo della contestazione vuoto, troppo lungo o con caratteri di controllo: {what}",
        "text of the dispute empty, too long or with control characters: {what}",
    ),
    "dispute-due": (
        "scadenza non capita: {what}. Si scrive come 2026-05-01T18:00:00Z (UTC)",
        "deadline not understood: {what}. It is written as 2026-05-01T18:00:00Z (UTC)",
    ),
    "dispute-party": (
        "{what} non ha giocato: nominare un giocatore della partita (nome, riferimento o colore) o un iscritto al "
        "torneo",
        "{what} did not play: name a player of the game (name, reference or colour) or an entrant of the tournament",
    ),
    "dispute-own": (
        "un giocatore scrive solo a nome proprio: questo gettone è di {what}",
        "players write in their own name only: this token belongs to {what}",
    ),
    "dispute-event": (
        "evento che non c'è: {what}; i numeri li dicono plancia events e plancia tournament log",
        "no such event: {what}; plancia events and plancia tournament log print their numbers",
    ),
    "dispute-state": (
        "la contestazione {what}: qui non è ammesso; fra parentesi ciò che lo è",
        "dispute {what}: not allowed in this state; what is allowed stands in brackets",
    ),
    "dispute-role": (
        "il ruolo non lo permette, {what}: fra parentesi i ruoli che possono",
        "the role does not allow it, {what}: the roles that may stand in brackets",
    ),
    "round-missing": (
        "manca il risultato di tavoli, {what}: prima scriverlo o collegarne la partita",
        "tables without a result, {what}: record it or link the game first",
    ),
    "dispute-many": (
        "troppe contestazioni aperte, {what}: chiuderne prima",
        "too many open disputes, {what}: close some first",
    ),
    "dispute-correction": (
        "una decisione non può aggiungere {what}: fra parentesi ciò che può, o la partita o il torneo di cui tratta",
        "a ruling cannot add {what}: what it can add, or the game or tournament it is about, stands in brackets",
    ),
    "dispute-early": (
        "il termine per il ricorso non è passato, {what}: chiudere dopo quel momento",
        "the deadline for an appeal has not passed, {what}: close it after that time",
    ),
    "dispute-reading": (
        "lettura che non è fra quelle del ricalcolo, {what}: fra parentesi quelle che ci sono",
        "no reading of the recomputation, {what}: those that there are stand in brackets",
    ),
    "dispute-impossible": (
        "con queste righe la partita non si può più ripetere da un evento in poi, {what}: correggere anche quello",
        "with these lines the game cannot be replayed from an event on, {what}: correct that event as well",
    ),
    "dispute-earlier": (
        "la decisione precedente ha cambiato il torneo, {what}: dire con righe del torneo che cosa vale ora, oppure "
        "accogliere la contestazione",
        "the ruling before changed the tournament, {what}: state with events of the tournament what holds now, or "
        "uphold the dispute",
    ),
    "evidence-size": (
        "file di prova troppo grande: {what} byte; rimpicciolire la foto",
        "file of evidence too large: {what} bytes; make the photo smaller",
    ),
    "evidence-full": (
        "la contestazione (o la partita, per le correzioni) ha già tante prove: al massimo {what} MB di file. Ciò che "
        "serve ancora va consegnato all'arbitro, che lo conserva con plancia dispute evidence o plancia cite",
        "the dispute (or the game, for corrections) has its share of evidence: {what} MB of files at most. Hand what "
        "is still needed to the arbiter, who stores it with plancia dispute evidence or plancia cite",
    ),
    "evidence-day": (
        "con questo gettone sono già arrivati oggi tanti file: al massimo {what} MB in 24 ore. Riprovare domani, o "
        "consegnarli all'arbitro",
        "so many files came with this token today: {what} MB within 24 hours at most. Try again tomorrow, or hand "
        "them to the arbiter",
    ),
    "evidence-empty": (
        "il file di prova è vuoto, {what}: controllare quale file è, o rifare la foto",
        "the file of evidence is empty, {what}: check which file it is, or take the photo again",
    ),
    "evidence-write": (
        "il file di prova non si può scrivere, {what}: liberare spazio o controllare i permessi della cartella",
        "the file of evidence cannot be written, {what}: make room or check the permissions of the folder",
    ),
    "evidence-file": (
        "il file di prova manca o è stato cambiato, {what}: rimetterlo da una copia di sicurezza",
        "the file of evidence is missing or was altered, {what}: put it back from a backup",
    ),
    "correction-line": (
        "riga delle prove di una correzione non capita: {what}",
        "line of the evidence of a correction not understood: {what}",
    ),
    "foreign-line": (
        "riga con un atto di un altro archivio non capita: {what}",
        "line with a record of another archive not understood: {what}",
    ),
    "no-foreign": (
        "atto di un altro archivio non trovato, {what}: li elenca plancia merged list",
        "record of another archive not found, {what}: plancia merged list names them",
    ),
    "correction-target": (
        "l'evento {what} non è una correzione: le prove si danno a una riga FIX o VOID, i cui numeri li dice plancia "
        "corrections PARTITA",
        "event {what} is no correction: evidence is given for a line FIX or VOID; plancia corrections GAME prints "
        "their numbers",
    ),
    "correction-none": (
        "nessuna delle righe da aggiungere è una correzione (FIX o VOID), e le prove si danno a una correzione: {what}",
        "none of the lines to append is a correction (FIX or VOID), and evidence is given for a correction: {what}",
    ),
    "correction-evidence": (
        "prova di una correzione non capita o sconosciuta: {what}. È un file, il suo SHA-256 se l'archivio l'ha già, "
        "una contestazione (d_...) o una partita (g_...) di questo archivio, o una sigla senza spazi, come foglio-12",
        "evidence of a correction not understood or unknown: {what}. It is a file, its SHA-256 where the archive has "
        "it already, a dispute (d_...) or game (g_...) of this archive, or a mark without blanks, such as sheet-12",
    ),
    "confirmed": (
        "confermato già, {what}: chi ha cambiato idea apre una contestazione",
        "confirmed already, {what}: who has changed their mind opens a dispute",
    ),
    "not-over": (
        "la partita {what} non è finita: si conferma un risultato",
        "the game {what} is not over: it is a result that is confirmed",
    ),
    "approval-line": (
        "riga di un'approvazione non capita: {what}",
        "line of an approval not understood: {what}",
    ),
    "approved": (
        "il risultato di {what} è approvato e definitivo: per cambiarlo riaprirlo con "
        'plancia approve PARTITA --undo --why "motivo"',
        "the result of {what} is approved and final: to change it, reopen it with "
        'plancia approve GAME --undo --why "reason"',
    ),
    "not-approved": (
        "il risultato di {what} non è approvato: non c'è niente da riaprire",
        "the result of {what} is not approved: there is nothing to reopen",
    ),
    "disputed": (
        "contestazioni ancora aperte, {what}: chiuderle prima di approvare (plancia dispute list)",
        "disputes still open, {what}: close them before approving (plancia dispute list)",
    ),
}
