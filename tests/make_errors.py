"""Makes docs/errors.md and errors.it.md, every code with its words (python -m tests.make_pages)."""

from __future__ import annotations

from plancia_api.problems import STATUS_BY_CODE, problem_code, problem_title
from plancia_archive import ArchiveError
from plancia_data import messages

OPENING = {
    "en": """# Errors

Every code with its words; in braces what is filled in. Made from the code; a test compares. Codes are names for ever,
the words may become better. Over HTTP the first table holds ([api.md](api.md)), and `/errors/CODE` is a page for each.
On the command line the words are printed, and the exit code says which kind it was:

| exit code | what |
| --- | --- |
| 0 | clean |
| 1 | error: not readable, not found, refused |
| 2 | wrong use of a command |
| 3 | something illegal, or a score that differs |
| 4 | not authorised |
| 130 | interrupted |
""",
    "it": """# Errori

Ogni codice con le sue parole; tra graffe ciò che viene riempito. Fatta dal codice; una prova confronta. I codici sono
nomi per sempre, le parole possono migliorare. Via HTTP vale la prima tabella ([api.md](api.md)), e `/errors/CODICE` è
la pagina di ognuno. Sulla riga di comando si stampano le parole, e il codice d'uscita dice di che genere era:

| codice d'uscita | che cosa |
| --- | --- |
| 0 | tutto a posto |
| 1 | errore: illeggibile, non trovato, rifiutato |
| 2 | comando usato male |
| 3 | qualcosa di irregolare, o un punteggio che non torna |
| 4 | non autorizzato |
| 130 | interrotto |
""",
}
HEADINGS = {
    "en": {
        "api": "The API", "archive": "Refusals of the archive", "rules": "Rules that cannot be made",
        "text": "Text that is not understood", "verify": "Findings of `plancia verify`",
        "tlog": "Proofs, signatures and keys that are refused",
        "archive-http": "Over HTTP with the code of the second column.",
        "rules-http": "Over HTTP `rules`, or `not-found` after `under`.",
        "text-http": "Over HTTP the `code` of each of the `errors` of `malformed`, with line and column.",
        "code": "code", "status": "status", "words": "words",
    },
    "it": {
        "api": "L'API", "archive": "Rifiuti dell'archivio", "rules": "Regole che non si possono comporre",
        "text": "Testo che non si capisce", "verify": "Rilievi di `plancia verify`",
        "tlog": "Prove, firme e chiavi rifiutate",
        "archive-http": "Via HTTP con il codice della seconda colonna.",
        "rules-http": "Via HTTP `rules`, oppure `not-found` dopo `under`.",
        "text-http": "Via HTTP il `code` di ciascuno degli `errors` di `malformed`, con riga e colonna.",
        "code": "codice", "status": "stato", "words": "parole",
    },
}  # fmt: skip


def page(lang: str) -> str:
    """The whole page in one language."""
    words = HEADINGS[lang]
    found = [OPENING[lang], f"## {words['api']}", "", *head(words["code"], words["status"], words["words"])]
    found += [row(f"`{code}`", status, problem_title(code, lang)) for code, status in STATUS_BY_CODE.items()]
    found += ["", f"## {words['archive']}", "", words["archive-http"], "", *head(words["code"], "HTTP", words["words"])]
    found += [
        row(f"`{code}`", f"`{problem_code(ArchiveError(code, '-'))}`", said)
        for code, said in messages("archive", lang).items()
    ]
    found += ["", f"## {words['rules']}", "", words["rules-http"], ""]
    found += two(messages("rulesets", lang), lang)
    notation = messages("notation", lang)
    found += ["", f"## {words['text']}", "", words["text-http"], ""]
    found += two({code: said for code, said in notation.items() if code != "near"}, lang)
    findings = {code: said for code, said in messages("cli", lang).items() if code.startswith("finding.")}
    found += ["", f"## {words['verify']}", ""]
    found += two({code.removeprefix("finding."): said for code, said in findings.items()}, lang)
    found += ["", f"## {words['tlog']}", "", *two(messages("tlog", lang), lang)]
    return "\n".join(found) + "\n"


def head(*titles: str) -> list[str]:
    """The first two lines of a table."""
    return [row(*titles), row(*("---" for _ in titles))]


def two(said: dict[str, str], lang: str) -> list[str]:
    """A table of codes with their words."""
    words = HEADINGS[lang]
    return [*head(words["code"], words["words"]), *(row(f"`{code}`", text) for code, text in said.items())]


def row(*cells: object) -> str:
    """A row of a table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
