"""Recognises files that cannot hold a record by their signature: pictures, documents, archives, databases."""

from __future__ import annotations

import io
import zipfile

from plancia_archive.importers.bundles import ZIP_ERRORS

SIGNATURES = (  # first bytes, what the file is
    (b"\x89PNG\r\n\x1a\n", "picture"), (b"\xff\xd8\xff", "picture"), (b"GIF8", "picture"), (b"BM", "picture"),
    (b"II*\x00", "picture"), (b"MM\x00*", "picture"),
    (b"%PDF", "document"), (b"{\\rtf", "document"),
    (b"Rar!\x1a\x07", "package"), (b"7z\xbc\xaf\x27\x1c", "package"), (b"\xfd7zXZ\x00", "package"),
    (b"BZh", "package"), (b"SQLite format 3\x00", "database"),
    (b'[Movetext "', "movetext"),  # written for people by `plancia convert --to movetext`
    (b"ID3", "media"), (b"OggS", "media"), (b"\x1aE\xdf\xa3", "media"),
)  # fmt: skip
# brands of ISO base media files that are pictures; the others are sound or film
ISO_MEDIA_BRANDS = {b"heic": "picture", b"heix": "picture", b"mif1": "picture", b"avif": "picture"}
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Word and Excel up to 2003, and files with a password
OLE_STREAMS = {"EncryptedPackage": "locked", "Workbook": "xls", "Book": "xls"}  # named in UTF-16, what the file is
SHEET_MEMBERS = ("xl/workbook.bin", "Index/Document.iwa", "Index/Tables/")  # of XLSB, and of Numbers
DOCUMENT_MEMBERS = ("word/", "ppt/", "content.xml")  # in DOCX, PPTX and OpenDocument files
SNIFFED_BYTES = 4096  # a NUL among the first bytes means binary


def binary_kind(data: bytes) -> str | None:
    """Returns the kind of a file that cannot hold a record, as SIGNATURES and ISO_MEDIA_BRANDS have it, or binary.

    None for text and for XLSX, which importers read.
    """
    if data[:4] == b"PK\x03\x04":
        return zip_kind(data)
    if data.startswith(OLD_OFFICE):
        names = (kind for name, kind in OLE_STREAMS.items() if name.encode("utf-16-le") + b"\0\0" in data)
        return next(names, "document")
    if is_marked_up_sheet(data):
        return "sheet"
    if data[:4] == b"RIFF":
        return "picture" if data[8:12] == b"WEBP" else "media"
    if data[4:8] == b"ftyp":
        return ISO_MEDIA_BRANDS.get(data[8:12], "media")
    kind = next((signature_kind for signature, signature_kind in SIGNATURES if data.startswith(signature)), None)
    if kind == "picture" and data[:2] == b"BM" and b"\x00" not in data[:64]:
        kind = None  # a text may well begin with BM
    if kind is None and b"\x00" in data[:SNIFFED_BYTES] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "binary"
    return kind


def is_marked_up_sheet(data: bytes) -> bool:
    """Returns whether a file is a table as HTML or as the XML of Excel 2003, which web sites call .xls."""
    start = data[:SNIFFED_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith(b"<") and any(
        mark in start for mark in (b"<table", b"<html", b"excel.sheet", b":spreadsheet")
    )


def zip_kind(data: bytes) -> str | None:
    """Returns the kind of a ZIP file by its member names; None for a spreadsheet or a damaged file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            mimetype = archive.read("mimetype")[:80] if "mimetype" in names else b""
    except ZIP_ERRORS:
        return None
    if b"opendocument.spreadsheet" in mimetype:
        return "ods"
    if any(name.startswith(SHEET_MEMBERS) for name in names):
        return "sheet"
    if any(name.startswith("xl/") for name in names):
        return None
    return "document" if any(name.startswith(DOCUMENT_MEMBERS) for name in names) else "package"
