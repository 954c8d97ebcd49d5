"""QR codes of heads: as an SVG file, as SVG inside a page, in block characters for a terminal."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any

PAPER_BLOCKS = str.maketrans("█ ▀▄", " █▄▀")


def make_code(line: str) -> Any:
    """Returns the code of a line, with error correction level M (ISO/IEC 18004)."""
    import segno

    return segno.make(line, micro=False, error="m")


def qr_svg(line: str) -> str:
    """Returns the code as an SVG file, 4 units a module, with its quiet zone."""
    buffer = BytesIO()
    make_code(line).save(buffer, kind="svg", scale=4, title=line)
    return buffer.getvalue().decode()


def qr_svg_inline(line: str) -> str:
    """Returns the code as an SVG element without a size, black on white in light and dark pages."""
    return str(make_code(line).svg_inline(omitsize=True, light="#fff", title=line))


def qr_text(line: str, on_paper: bool = False) -> str:
    """Returns the code in block characters, two modules a character: for a dark terminal, or dark `on_paper`."""
    buffer = StringIO()
    make_code(line).terminal(buffer, compact=True)
    return buffer.getvalue().translate(PAPER_BLOCKS) if on_paper else buffer.getvalue()
