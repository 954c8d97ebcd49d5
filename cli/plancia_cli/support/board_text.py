"""The board in text: a drawn map of codes, and a table by continent."""

from __future__ import annotations

from typing import Any

MAP = """
 ALA---- TNO---- ------- GRO---- ISL---- SCA---- ------- URA---- SIB---- JAC---- KAM----(ALA)
    ALB---- ONT---- QUE---- ------- GBR---- ESE---- UCR---- ------- CIT---- ------- GIA----
       SOC---- SOR---- ------- ------- EOC---- EME---- AFG---- CIN---- MON----
          AMC---- ------- ------- ------- ------- ------- MEO---- IND---- SIA----
             VEN---- ------- AFN---- EGI---- ------- ------- ------- ------- INS---- NGU----
          PER---- BRA---- ------- CON---- AFO---- ------- ------- ------- AOC---- AOR----
             ARG---- ------- ------- AFS---- MAD----
"""


def drawn(board: dict[str, list[Any]], lang: str) -> str:
    """The map with owner and armies in place, then the territories by continent."""
    from plancia_data import board as plan
    from plancia_data import in_language

    text = MAP.strip("\n").replace("-------", "       ")
    for code, (colour, armies) in board.items():
        text = text.replace(f"{code}----", f"{code} {colour}{armies}"[:7].ljust(7))
    text = text.replace("----", "    ")
    found = plan("eg")
    names = [in_language(lang, it, en) for it, en in zip(found.names_it, found.names_en, strict=True)]
    lines = [line.rstrip() for line in text.splitlines()] + [""]
    for _, name_it, name_en, income, lands in found.continents:
        lines.append(f"{in_language(lang, name_it, name_en)} (+{income})")
        for land in lands:
            colour, armies = board.get(found.codes[land], ["?", 0])
            lines.append(f"  {found.codes[land]} {names[land]:<26} {colour} {armies:>3}")
    return "\n".join(lines)
