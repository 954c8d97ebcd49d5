"""Error messages of the register of people, in Italian and English."""

from __future__ import annotations

PEOPLE_ERRORS: dict[str, tuple[str, str]] = {
    "person-other": (
        "{what} è già un'altra persona dell'archivio, e ciò che vi è conservato resta suo: due nomi si uniscono con "
        "plancia person alias prima di importare il secondo (plancia import --dry-run dice quelli che somigliano); "
        "per unirli ora, importare in un archivio nuovo i fogli con un nome solo per tutti e due",
        "{what} is already another person of the archive, and what is kept there stays that person's: two names are "
        "joined by plancia person alias before the second is imported (plancia import --dry-run tells those that look "
        "alike); to join them now, import the sheets with one name for both into a new archive",
    ),
    "same-person": (
        "{what}: è già la stessa persona",
        "{what}: that is one person already",
    ),
    "persons-met": (
        "i due si sono seduti allo stesso tavolo o iscritti allo stesso torneo ({what}): non sono la stessa persona",
        "the two sat at one table or entered one tournament ({what}): they are not one person",
    ),
    "person-erased": (
        "i dati di {what} sono stati cancellati: il riferimento resta nelle partite, senza nome",
        "the record of {what} was erased: the reference stays in the games, without a name",
    ),
    "person": (
        "persona {what} non trovata",
        "person {what} not found",
    ),
    "not-merged": (
        "{what} non è un riferimento unito a un'altra persona: non c'è niente da disfare",
        "{what} is no reference that was merged into another person: there is nothing to undo",
    ),
}
