"""Photos of evidence: where they were taken is told, pages show them without metadata, the file stays as it is."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive.disputes.files import detect_media_type, sha256_hex
from plancia_archive.disputes.photo_metadata import carries_place, exif_orientation, without_metadata
from plancia_cli.main import plancia
from tests.api.dispute_site import opened_site, photo, send


def exif(order: str, orientation: int = 6, gps: bool = True) -> bytes:
    """A TIFF block with an orientation, an owner and, with `gps`, a latitude."""
    first = [(0x0112, 3, 1, struct.pack(order + "HH", orientation, 0)), (0x9C9D, 2, 4, b"Zeno")]
    first += [(0x8825, 4, 1, struct.pack(order + "I", 100))] if gps else []

    def directory(entries: list[tuple[int, int, int, bytes]]) -> bytes:
        rows = b"".join(struct.pack(order + "HHI", tag, kind, count) + value for tag, kind, count, value in entries)
        return struct.pack(order + "H", len(entries)) + rows + bytes(4)

    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8) + directory(first)
    return head.ljust(100, b"\0") + directory([(1, 2, 2, b"N\0\0\0"), (2, 5, 3, b"40.9")])


def segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + (len(content) + 2).to_bytes(2) + content


TABLES = segment(0xDB, bytes(65)) + segment(0xC2, b"\x08\0\1\0\1\1\1\x11\0")
SCAN = segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x12\xff\0\x34\xff\xd0\x56" + segment(0xC4, bytes(20))
SCAN += segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x78" + b"\xff\xd9"
SECRETS = (b"40.9", b"Zeno", b"Anna", b"GPS")


def jpeg(tiff: bytes) -> bytes:
    """A picture of two scans with EXIF, XMP, IPTC, a comment, a colour profile, and a second picture behind its end."""
    return (
        b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + segment(0xE1, b"Exif\0\0" + tiff)
        + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0 exif:GPSLatitude") + segment(0xED, b"Photoshop Anna")
        + segment(0xE2, b"ICC_PROFILE\0\1\1abc") + segment(0xFE, b"taken by Anna") + TABLES + SCAN
        + b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + tiff)
    )  # fmt: skip


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_jpeg_keeps_pixels_profile_and_orientation(order: str) -> None:
    data = jpeg(exif(order))
    bare = without_metadata(data)
    assert carries_place(data) and not carries_place(bare) and not any(secret in bare for secret in SECRETS)
    assert TABLES + SCAN in bare and b"ICC_PROFILE" in bare and b"JFIF" in bare and bare.endswith(SCAN)
    assert exif_orientation(bare[bare.index(b"Exif\0\0") + 6 :]) == 6
    assert without_metadata(bare) == bare and b"Exif" not in without_metadata(jpeg(exif(order, 1)))
    assert not carries_place(jpeg(exif(order, gps=False)).replace(b"exif:GPSLatitude", b""))


def test_a_png_and_a_webp_lose_what_is_no_picture() -> None:
    def chunk(name: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + name + content + zlib.crc32(name + content).to_bytes(4)

    start, pixels = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)), chunk(b"IDAT", b"12") + chunk(b"IEND", b"")
    png = start + chunk(b"eXIf", exif("<")) + chunk(b"tEXt", b"Author\0Anna") + pixels
    assert carries_place(png) and without_metadata(png + b"Anna") == start + pixels

    def riff(*chunks: tuple[bytes, bytes]) -> bytes:
        body = b"WEBP" + b"".join(n + len(c).to_bytes(4, "little") + c + bytes(len(c) % 2) for n, c in chunks)
        return b"RIFF" + len(body).to_bytes(4, "little") + body

    pixels = b"123"
    webp = riff((b"VP8X", b"\x1c" + bytes(9)), (b"VP8L", pixels), (b"EXIF", exif(">")), (b"XMP ", b"Anna"))
    assert carries_place(webp)
    assert without_metadata(webp) == riff((b"VP8X", b"\x10" + bytes(9)), (b"VP8L", pixels))


@pytest.mark.parametrize("length", [1, 3, 20, 40, 100, 300, 420])
def test_a_picture_that_is_cut_short_gives_nothing_away(length: int) -> None:
    bare = without_metadata(jpeg(exif(">"))[:length])
    assert not any(secret in bare for secret in SECRETS) and carries_place(bare) is False
    assert (
        carries_place(b"Exif\0\0MM\0*\xff\xff\xff\xff") is False
        and carries_place(b"Exif\0\0II*\0\x08\0\0\0\xff\xff") is False
    )


def test_the_page_shows_it_without_and_the_evidence_keeps_its_bytes(tmp_path: Path) -> None:
    site, data = opened_site(tmp_path), jpeg(exif("<"))
    client, path = site.client("bruno"), f"/disputes/new?game={site.game}&event=20"
    for lang, told in (("it", "dove è stata scattata"), ("en", "where it was taken")):
        assert told in client.get(path, headers={"Accept-Language": lang}).text
    sent = send(client, path, "/disputes/new", claim="two dice", photo=photo(data), about="the sheet")
    dispute = sent.headers["Location"].split("/")[2]
    address = f"/disputes/{dispute}/files/{sha256_hex(data)}"
    assert client.get(address + "/picture").data == without_metadata(data)
    assert client.get(address).data == client.get("/api/v1" + address, headers={
        "Authorization": f"Bearer {site.tokens['bruno']}"}).data == data  # fmt: skip


@pytest.mark.parametrize("lang", ["it", "en"])
def test_commands_tell_that_a_photo_carries_a_place(tmp_path: Path, lang: str) -> None:
    site, told = opened_site(tmp_path), {"it": "dove è stata scattata", "en": "where it was taken"}[lang]
    (tmp_path / "place.jpg").write_bytes(jpeg(exif("<")))
    (tmp_path / "bare.jpg").write_bytes(without_metadata(jpeg(exif("<"))))
    site.archive.append(site.game, ["VOID A 20 {two dice}"], None)
    event, dispute = str(site.archive.version(site.game) - 1), site.opened()
    for name, is_told in (("place.jpg", True), ("bare.jpg", False)):
        file = str(tmp_path / name)
        for words in (["dispute", "evidence", dispute, file, name, "--by", "Bruno"],
                      ["cite", site.game, event, "--evidence", file]):  # fmt: skip
            done = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(site.archive.path), *words])
            assert done.exit_code == 0 and (told in done.output) == is_told, done.output


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"RIFF\x00\x00\x00\x00WEBPVP8X", "image/webp"), (b"RIFF\x00\x00\x00\x00WAVEfmt ", "application/octet-stream"),
        (b"\x00\x00\x00\x18ftypheic", "image/heic"), (b"\x00\x00\x00\x18ftypmif1", "image/heic"),
        (b"GIF89a", "image/gif"), (b"OggS\x00", "audio/ogg"),
    ],
)  # fmt: skip
def test_the_first_bytes_tell_the_type_of_a_file(data: bytes, media_type: str) -> None:
    assert detect_media_type(data) == media_type
