"""Error messages of tournaments, in Italian and English."""

from __future__ import annotations

TOURNAMENT_ERRORS: dict[str, tuple[str, str]] = {
    "t-conflict": (
        "il torneo è cambiato intanto, ed è alla versione {what}: rileggerlo e riprovare",
        "the tournament has changed meanwhile, and is at version {what}: read it again and retry",
    ),
    "t-name": (
        "nome di torneo non valido {what}: lettere minuscole, cifre e trattini, al più 61",
        "name of a tournament not valid {what}: small letters, digits and hyphens, 61 at most",
    ),
    "t-kind": (
        "evento del torneo non valido: {what}",
        "event of the tournament not valid: {what}",
    ),
    "t-text": (
        "testo vuoto, troppo lungo o con caratteri di controllo: {what}",
        "text empty, too long or with control characters: {what}",
    ),
    "t-opened": (
        "il torneo {what} esiste già: sceglierne un altro nome",
        "tournament {what} exists already: choose another name",
    ),
    "t-closed": (
        "il torneo {what} è chiuso: per cambiarlo va riaperto, con il motivo",
        "tournament {what} is closed: to change it, reopen it with the reason",
    ),
    "t-open": (
        "il torneo {what} è aperto: non serve riaprirlo",
        "tournament {what} is open: there is nothing to reopen",
    ),
    "t-player": (
        "{what} non è iscritto al torneo: iscriverlo prima",
        "{what} has not entered the tournament: enter the player first",
    ),
    "t-entered": (
        "{what} è già iscritto",
        "{what} has entered already",
    ),
    "t-many": (
        "troppi iscritti: al più {what}",
        "too many entrants: {what} at most",
    ),
    "t-left": (
        "{what} si è ritirato dal torneo: per farlo giocare va iscritto di nuovo",
        "{what} has left the tournament: to play, the player has to enter again",
    ),
    "t-gone": (
        "{what} si è già ritirato dal torneo: non serve ripeterlo",
        "{what} has left the tournament already: there is no need to repeat it",
    ),
    "t-seated": (
        "siede già a un tavolo di questo turno: {what}",
        "sits at a table of this round already: {what}",
    ),
    "t-size": (
        "a un tavolo siedono da 2 a 6 giocatori: {what}",
        "a table has 2 to 6 players: {what}",
    ),
    "t-round": (
        "turno {what}: i turni si seguono senza salti",
        "round {what}: rounds follow each other without gaps",
    ),
    "t-no-round": (
        "non c'è il turno {what}",
        "there is no round {what}",
    ),
    "t-table": (
        "non c'è il tavolo {what}: formarlo prima",
        "there is no table {what}: form it first",
    ),
    "t-formed": (
        "il tavolo {what} è già formato: per formarlo di nuovo dirlo (--replace, \"instead\": true)",
        "table {what} is formed already: to form it again, say so (--replace, \"instead\": true)",
    ),
    "t-resulted": (
        "il tavolo ha già un risultato, {what} (dopo la barra quello mandato ora): per sostituirlo dirlo "
        "(--replace, \"instead\": true)",
        "the table has a result already, {what} (after the slash the one sent now): to replace it, say so "
        "(--replace, \"instead\": true)",
    ),
    "t-untyped": (
        "il tavolo {what} non ha un risultato scritto da approvare: una partita si approva da sé",
        "table {what} has no typed result to approve: a game is approved by itself",
    ),
    "t-approved": (
        "il risultato del tavolo {what} è già approvato",
        "the result of table {what} is approved already",
    ),
    "t-absent": (
        "non siede al tavolo {what}",
        "does not sit at table {what}",
    ),
    "t-result": (
        "i punti devono essere quelli di chi siede al tavolo, una volta ciascuno: {what}",
        "the points have to be those of who sits at the table, once each: {what}",
    ),
    "t-twice": (
        "due nomi della stessa persona: {what}",
        "two names of the same person: {what}",
    ),
    "t-points": (
        "punti non capiti: {what} (esempi: 31, 28.5, -25)",
        "points not understood: {what} (examples: 31, 28.5, -25)",
    ),
    "t-players": (
        "i giocatori della partita non sono quelli del tavolo {what}",
        "the players of the game are not those of table {what}",
    ),
    "t-linked": (
        "la partita conta già per un altro tavolo: {what}",
        "the game counts for another table already: {what}",
    ),
    "t-differs": (
        "i punti del foglio non sono quelli ricalcolati, tavolo {what}: correggere la partita (FIX) o il foglio",
        "the points of the sheet are not the recomputed ones, table {what}: correct the game (FIX) or the sheet",
    ),
    "t-winner": (
        "chi ha vinto lo dice la partita, si nomina solo tra chi è pari in testa, tavolo {what}",
        "the game tells who won, a winner is named only among those level at the top, table {what}",
    ),
    "t-again": (
        "la stessa correzione di punti c'è già: {what} (--again se è davvero un'altra)",
        "the same adjustment is there already: {what} (--again if it is really another one)",
    ),
    "t-lot": (
        "un sorteggio ordina due o più giocatori diversi: {what}",
        "a lot puts two or more different players in order: {what}",
    ),
    "t-sizes": (
        "tavoli e giocatori non tornano: {what} (tavoli da 2 a 6, --sizes)",
        "tables and players do not fit: {what} (tables of 2 to 6, --sizes)",
    ),
    "t-pair": (
        "si gioca a coppie: due giocatori per squadra e un numero pari di squadre: {what}",
        "the game is of pairs: two players a team and an even number of teams: {what}",
    ),
    "t-class": (
        "classe di torneo sconosciuta: {what}",
        "unknown class of tournament: {what}",
    ),
}  # fmt: skip
