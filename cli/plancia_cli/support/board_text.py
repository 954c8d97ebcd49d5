"""The board as text: a map of territory codes, and a list by continent."""

from __future__ import annotations

from plancia_replay.judging.forms import Board

MAP_TEMPLATE = """
 ALA---- TNO---- ------- GRO---- ISL---- SCA---- ------- URA---- SIB---- JAC---- KAM----(ALA)
    ALB---- ONT---- QUE---- ------- GBR---- ESE---- UCR---- ------- CIT---- ------- GIA----
       SOC---- SOR---- ------- ------- EOC---- EME---- AFG---- CIN---- MON----
          AMC---- ------- ------- ------- ------- ------- MEO---- IND---- SIA----
             VEN---- ------- AFN---- EGI---- ------- ------- ------- ------- INS---- NGU----
          PER---- BRA---- ------- CON---- AFO---- ------- ------- ------- AOC---- AOR----
             ARG---- ------- ------- AFS---- MAD----
"""


def draw_board(board: Board, lang: str) -> str:
    """The map with colour and armies at each territory, then the territories by continent."""
    from plancia_data import board as load_board
    from plancia_data import in_language

    text = MAP_TEMPLATE.strip("\n").replace("-------", "       ")
    for code, (colour, armies) in board.items():
        text = text.replace(f"{code}----", f"{code} {colour}{armies}"[:7].ljust(7))
    text = text.replace("----", "    ")
    layout = load_board("eg")
    territory_names = [in_language(lang, it, en) for it, en in zip(layout.names_it, layout.names_en, strict=True)]
    lines = [line.rstrip() for line in text.splitlines()] + [""]
    for _, name_it, name_en, income, territories in layout.continents:
        lines.append(f"{in_language(lang, name_it, name_en)} (+{income})")
        for territory in territories:
            colour, armies = board.get(layout.codes[territory], ("?", 0))
            lines.append(f"  {layout.codes[territory]} {territory_names[territory]:<26} {colour} {armies:>3}")
    return "\n".join(lines)
