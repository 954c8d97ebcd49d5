"""Files that hold no record at all, recognised by their first bytes: pictures, documents, archives, databases."""

from __future__ import annotations

import io
import zipfile

from plancia_archive.importers.bundles import DAMAGED

SIGNATURES = (  # first bytes, what the file is
    (b"\x89PNG\r\n\x1a\n", "picture"), (b"\xff\xd8\xff", "picture"), (b"GIF8", "picture"), (b"BM", "picture"),
    (b"II*\x00", "picture"), (b"MM\x00*", "picture"),
    (b"%PDF", "document"), (b"{\\rtf", "document"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "document"),
    (b"Rar!\x1a\x07", "package"), (b"7z\xbc\xaf\x27\x1c", "package"), (b"\xfd7zXZ\x00", "package"),
    (b"BZh", "package"), (b"SQLite format 3\x00", "database"),
    (b"ID3", "media"), (b"OggS", "media"), (b"\x1aE\xdf\xa3", "media"),
)  # fmt: skip
BOXES = {b"heic": "picture", b"heix": "picture", b"mif1": "picture", b"avif": "picture"}  # ISO media: the brand decides
DOCUMENTS = ("word/", "ppt/", "content.xml")  # members of DOCX, PPTX and OpenDocument files
TEXT_LOOKED_AT = 4096  # bytes in which a file of text has no NUL


def foreign(data: bytes) -> str | None:
    """What the file is where it cannot hold a record: picture, document, package, database, media or binary.

    None for text, and for what importers read themselves (XLSX).
    """
    if data[:4] == b"PK\x03\x04":
        return zipped(data)
    if data[:4] == b"RIFF":
        return "picture" if data[8:12] == b"WEBP" else "media"
    if data[4:8] == b"ftyp":
        return BOXES.get(data[8:12], "media")
    found = next((what for start, what in SIGNATURES if data.startswith(start)), None)
    if found == "picture" and data[:2] == b"BM" and b"\x00" not in data[:64]:
        found = None  # a text may well begin with BM
    if found is None and b"\x00" in data[:TEXT_LOOKED_AT] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "binary"
    return found


def zipped(data: bytes) -> str | None:
    """What a ZIP file is by the names in it; None for a spreadsheet, and for one too damaged to say."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            names = bundle.namelist()
    except DAMAGED:
        return None
    if any(name.startswith("xl/") for name in names):
        return None
    return "document" if any(name.startswith(DOCUMENTS) for name in names) else "package"
