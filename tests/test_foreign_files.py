"""Files that hold no record (trial D): each is named for what it is, in one line, by judge and by import."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive.importers import ImportProblem, convert
from plancia_archive.importers.file_signatures import binary_kind
from plancia_cli.main import plancia
from plancia_data import samples


def zip_of(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        bundle.writestr(name, "x")
    return out.getvalue()


FILES = {
    "picture": [b"\x89PNG\r\n\x1a\n" + b"\x00" * 90, b"\xff\xd8\xff\xe0" + b"x" * 90, b"RIFF0000WEBPVP8 ",
                b"\x00\x00\x00\x18ftypheic", b"BM" + b"\x00" * 70],
    "document": [b"%PDF-1.7\n", b"{\\rtf1", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", zip_of("word/document.xml"),
                 zip_of("content.xml")],
    "package": [b"Rar!\x1a\x07\x00", zip_of("one.rgn")],
    "database": [b"SQLite format 3\x00" + b"\x00" * 90],
    "media": [b"ID3\x04", b"RIFF0000WAVE", b"\x00\x00\x00\x18ftypmp42"],
    "binary": [b"a\x00b", bytes(range(256))],
}  # fmt: skip


@pytest.mark.parametrize(("what", "data"), [(what, data) for what, found in FILES.items() for data in found])
def test_it_is_named_for_what_it_is(what: str, data: bytes, tmp_path: Path) -> None:
    assert binary_kind(data) == what
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "foto")
    assert caught.value.code == f"foreign-{what}"
    file = tmp_path / "foto.dat"
    file.write_bytes(data)
    archive = str(tmp_path / "a.db")
    for args in (["judge", str(file)], ["import", str(file)]):
        CliRunner().invoke(plancia, ["-a", archive, "init"])
        done = CliRunner().invoke(plancia, ["-a", archive, *args])
        assert done.exit_code == 1 and len(done.output.splitlines()) <= 3, done.output


TEXTS = [b"", b"BMW\n", b"[Notation", "\ufeffBM".encode("utf-16-le"), zip_of("xl/workbook.xml")]


@pytest.mark.parametrize("data", TEXTS)
def test_text_and_spreadsheets_are_not_foreign(data: bytes) -> None:
    assert binary_kind(data) is None


def test_no_sample_is_foreign() -> None:
    assert [name for name, data in samples().items() if binary_kind(data)] == []
