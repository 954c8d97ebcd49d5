"""Metadata of photos (D-174): whether a file says where it was taken, and a copy of a picture without metadata.

JPEG: ITU-T T.81, annex B; EXIF 2.32 inside it. PNG: RFC 2083; WebP: RFC 9649. Kept are the pixels, colour profiles and
the orientation; what cannot be read is cut, never passed on.
"""

from __future__ import annotations

import re
import struct
from itertools import islice

EXIF_START = b"Exif\0\0"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_METADATA = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")
WEBP_METADATA, WEBP_METADATA_FLAGS = (b"EXIF", b"XMP "), 0x0C
ORIENTATION, GPS = 0x0112, 0x8825  # tags of EXIF
GPS_COORDINATES = {2, 4}  # latitude and longitude, tags of the GPS part
MAX_TAGS = 500
APP1, START_OF_SCAN, END_OF_IMAGE, COMMENT = 0xE1, 0xDA, 0xD9, 0xFE
KEPT_APPLICATIONS = {0xE0: b"", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}  # application segments -> their beginnings
IN_SCAN = re.compile(rb"\xff(?![\x00\xd0-\xd7\xff])")  # a marker after the data of a scan


def carries_place(data: bytes) -> bool:
    """Returns whether a picture (JPEG, PNG, WebP, HEIC) says where it was taken, in EXIF or XMP."""
    blocks = [data[found.end() :] for found in islice(re.finditer(re.escape(EXIF_START), data), 8)]
    if data.startswith(PNG_SIGNATURE):
        blocks += [content for name, content, _ in png_chunks(data) if name == b"eXIf"]
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        blocks += [content for name, content in webp_chunks(data) if name == b"EXIF"]
    return any(GPS_COORDINATES & gps_tags(block) for block in blocks) or b"exif:GPSLatitude" in data


def without_metadata(data: bytes) -> bytes:
    """Returns a JPEG, PNG or WebP picture without metadata; anything else unchanged."""
    if data.startswith(b"\xff\xd8"):
        return jpeg_without_metadata(data)
    if data.startswith(PNG_SIGNATURE):
        return PNG_SIGNATURE + b"".join(whole for name, _, whole in png_chunks(data) if name not in PNG_METADATA)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return webp_without_metadata(data)
    return data


def jpeg_without_metadata(data: bytes) -> bytes:
    """Returns a JPEG without application segments and comments; of EXIF the orientation stays."""
    kept, position, orientation = [b"\xff\xd8"], 2, 1
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker in (0xFF, END_OF_IMAGE):
            kept += [b"\xff\xd9"] if marker == END_OF_IMAGE else []
            position += 1 if marker == 0xFF else len(data)
            continue
        end = position + 2 + int.from_bytes(data[position + 2 : position + 4])
        content = data[position + 4 : end]
        if marker == APP1 and content.startswith(EXIF_START):
            orientation = exif_orientation(content[len(EXIF_START) :]) or orientation
        if marker == START_OF_SCAN:
            following = IN_SCAN.search(data, end)
            end = following.start() if following else len(data)
        if not is_metadata(marker, content):
            kept.append(data[position:end])
        position = end
    if data[position:] == b"\xff\xd9":
        kept.append(b"\xff\xd9")
    if orientation != 1:
        kept.insert(1, orientation_segment(orientation))
    return b"".join(kept)


def is_metadata(marker: int, content: bytes) -> bool:
    """Returns whether a segment of a JPEG is a comment or an application segment that no decoder needs."""
    if 0xE0 <= marker <= 0xEF:
        return marker not in KEPT_APPLICATIONS or not content.startswith(KEPT_APPLICATIONS[marker])
    return marker == COMMENT


def orientation_segment(orientation: int) -> bytes:
    """Returns an EXIF segment that has the orientation alone."""
    entry = struct.pack(">HHIHH", ORIENTATION, 3, 1, orientation, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
    content = EXIF_START + tiff
    return struct.pack(">BBH", 0xFF, APP1, len(content) + 2) + content


def png_chunks(data: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """Returns name, content and whole bytes of each chunk of a PNG, up to the first that is cut short."""
    chunks, position = [], len(PNG_SIGNATURE)
    while position + 12 <= len(data):
        end = position + 12 + int.from_bytes(data[position : position + 4])
        if end > len(data):
            break
        chunks.append((data[position + 4 : position + 8], data[position + 8 : end - 4], data[position:end]))
        if chunks[-1][0] == b"IEND":
            break
        position = end
    return chunks


def webp_chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Returns name and content of each chunk of a WebP."""
    chunks, position = [], 12
    while position + 8 <= len(data):
        size = int.from_bytes(data[position + 4 : position + 8], "little")
        chunks.append((data[position : position + 4], data[position + 8 : position + 8 + size]))
        position += 8 + size + size % 2
    return chunks


def webp_without_metadata(data: bytes) -> bytes:
    """Returns a WebP without the chunks EXIF and XMP, and without their flags."""
    body = b"WEBP"
    for name, content in webp_chunks(data):
        if name in WEBP_METADATA:
            continue
        if name == b"VP8X" and content:
            content = bytes([content[0] & ~WEBP_METADATA_FLAGS]) + content[1:]
        body += name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def read_tags(tiff: bytes, offset: int | None = None) -> dict[int, bytes]:
    """Returns the four value bytes of each tag of a directory of a TIFF block, by default the first; {} if damaged."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return {}
    start = struct.unpack(order + "I", tiff[4:8])[0] if offset is None else offset
    if start + 2 > len(tiff):
        return {}
    count = min(struct.unpack(order + "H", tiff[start : start + 2])[0], MAX_TAGS)
    entries = [tiff[start + 2 + 12 * place : start + 14 + 12 * place] for place in range(count)]
    return {struct.unpack(order + "H", entry[:2])[0]: entry[8:] for entry in entries if len(entry) == 12}


def exif_orientation(tiff: bytes) -> int:
    """Returns the orientation of a TIFF block, 1 to 8; 0 without one."""
    value = read_tags(tiff).get(ORIENTATION)
    number = struct.unpack(("<" if tiff[:2] == b"II" else ">") + "H", value[:2])[0] if value else 0
    return number if 1 <= number <= 8 else 0


def gps_tags(tiff: bytes) -> set[int]:
    """Returns the tags of the GPS part of a TIFF block."""
    pointer = read_tags(tiff).get(GPS)
    if pointer is None:
        return set()
    return set(read_tags(tiff, struct.unpack(("<" if tiff[:2] == b"II" else ">") + "I", pointer)[0]))
