"""Makes docs/errors.md, every code that Plancia can answer, from the registries (python -m tests.make_pages)."""

from __future__ import annotations

from plancia_api.problems import CODES, code_of
from plancia_archive import ArchiveError
from plancia_archive.errors import MESSAGES as ARCHIVE
from plancia_data import messages
from plancia_replay.clauses import MESSAGES as RULES

OPENING = """# Errors

Every code, with its words in Italian and English; in braces what is filled in. Made from the code; a test compares.
Codes are names for ever, the words may become better. Over HTTP the first table holds ([api.md](api.md)), and
`/errors/CODE` is a page for each. On the command line the words are printed, and the exit code says which kind it was:

| exit code | what |
| --- | --- |
| 0 | clean |
| 1 | error: not readable, not found, refused |
| 2 | wrong use of a command |
| 3 | something illegal, or a score that differs |
| 4 | not authorised |
| 130 | interrupted |
"""


def page() -> str:
    """The whole page."""
    found = [OPENING, "## The API", "", "| code | status | Italian | English |", "| --- | --- | --- | --- |"]
    found += [row(f"`{code}`", status, it, en) for code, (status, it, en) in CODES.items()]
    found += ["", "## Refusals of the archive", "", "Over HTTP with the code of the second column.", ""]
    found += ["| code | HTTP | Italian | English |", "| --- | --- | --- | --- |"]
    for code, (it, en) in ARCHIVE.items():
        found.append(row(f"`{code}`", f"`{code_of(ArchiveError(code, '-'))}`", it, en))
    found += ["", "## Rules that cannot be made", "", "Over HTTP `rules`, or `not-found` after `under`.", ""]
    found += two({code: (words["it"], words["en"]) for code, words in RULES.items()})
    italian, english = messages("notation", "it"), messages("notation", "en")
    found += ["", "## Text that is not understood", ""]
    found += ["Over HTTP the `code` of each of the `errors` of `malformed`, with line and column.", ""]
    found += two({code: (italian[code], english[code]) for code in english if code != "near"})
    italian, english = messages("cli", "it"), messages("cli", "en")
    found += ["", "## Findings of `plancia verify`", ""]
    kinds = [code for code in english if code.startswith("finding.")]
    found += two({code.removeprefix("finding."): (italian[code], english[code]) for code in kinds})
    return "\n".join(found) + "\n"


def two(words: dict[str, tuple[str, str]]) -> list[str]:
    """A table of codes with their words in both languages."""
    return ["| code | Italian | English |", "| --- | --- | --- |",
            *(row(f"`{code}`", it, en) for code, (it, en) in words.items())]  # fmt: skip


def row(*cells: object) -> str:
    """A row of a table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
