"""The drawn board: a position as SVG."""

from plancia_replay.drawing.board_svg import BoardOptions, BoardTexts, TerritoryText, board_svg, outlines_svg
from plancia_replay.drawing.event_svg import event_svg
from plancia_replay.drawing.last_move import LastMove, last_move_at
from plancia_replay.drawing.style import BOARD_STYLE, COLOURS

__all__ = [
    "BOARD_STYLE",
    "COLOURS",
    "BoardOptions",
    "BoardTexts",
    "LastMove",
    "TerritoryText",
    "board_svg",
    "event_svg",
    "last_move_at",
    "outlines_svg",
]
