"""The folder of a published site: deleted, damaged, interrupted and foreign files, and a full disk."""

from __future__ import annotations

import errno
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plancia_api.publishing import PublishError, publish, site_folder
from plancia_api.publishing.publisher import Renderer, is_done
from plancia_api.publishing.routes import write_error
from plancia_api.publishing.static_html import LINK, static_link
from plancia_archive import Archive
from tests.cli.published_site import MANIFEST, contents, count_renderings, run


def test_what_is_gone_is_deleted_and_what_is_not_ours_stays(club: Archive, site: Path, tmp_path: Path) -> None:
    gone = club.game_ids()[0]
    (site / "CNAME").write_text("risiko.example")
    (site / "games" / "mine.txt").write_text("mine")
    other = Archive.open(tmp_path / "other.db", create=True)
    publish(other, site)
    other.close()
    left = contents(site)
    assert not [name for name in left if gone in name]
    assert left["CNAME"] == b"risiko.example" and left["games/mine.txt"] == b"mine"
    assert not (site / "en" / "games").exists()


@pytest.mark.parametrize("damage", ["deleted", "truncated"])
def test_a_page_that_was_damaged_is_written_again(club: Archive, site: Path, damage: str) -> None:
    before = contents(site)
    for name in (f"games/{club.game_ids()[0]}.html", "en/index.html", "static/base.css"):
        (site / name).unlink() if damage == "deleted" else (site / name).write_bytes(b"<!doc")
    publish(club, site)
    assert contents(site) == before


@pytest.mark.parametrize("stop_after", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_the_next_run_mends_an_interrupted_one(
    club: Archive, club_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_after: int
) -> None:
    site = tmp_path / "site"
    rendered = count_renderings(monkeypatch)
    counted = Renderer.render

    def interrupted(renderer: Renderer, page: Any) -> bytes:
        if len(rendered) >= stop_after:
            raise KeyboardInterrupt
        return counted(renderer, page)

    monkeypatch.setattr(Renderer, "render", interrupted)
    with pytest.raises(KeyboardInterrupt):
        publish(club, site)
    assert 0 < len(list(site.rglob("*.html"))) <= stop_after
    monkeypatch.setattr(Renderer, "render", counted)
    publish(club, site)
    assert contents(site) == contents(club_site)
    assert not list(site.rglob("*.part"))


def test_pages_of_an_interrupted_run_are_known_to_the_next(
    club: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process writes no list at its end: its pages must not stay when their game is gone."""
    site = tmp_path / "site"
    with monkeypatch.context() as patch:
        patch.setattr(site_folder, "SAVE_SECONDS", 1e9)
        save = site_folder.SiteFolder.save
        saved: list[bool] = []

        def save_once(folder: site_folder.SiteFolder, is_complete: bool = False) -> None:
            if not saved:
                save(folder)
            saved.append(is_complete)

        patch.setattr(site_folder.SiteFolder, "save", save_once)
        publish(club, site)
    other = Archive.open(tmp_path / "other.db", create=True)
    publish(other, site)
    publish(other, tmp_path / "anew")
    other.close()
    assert contents(site) == contents(tmp_path / "anew")


def test_a_full_disk_is_told_and_mended(
    club: Archive, club_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    write_bytes = Path.write_bytes

    def full_disk(path: Path, data: bytes) -> int:
        if path.parent.name == "statistics":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return write_bytes(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full_disk)
        result = run("-a", str(club.path), "publish", str(site))
    assert result.exit_code == 1 and "No space left on device" in result.stderr and "statistics" in result.stderr
    assert "Traceback" not in result.output and not list(site.rglob("*.part"))
    assert run("-a", str(club.path), "publish", str(site)).exit_code == 0
    assert contents(site) == contents(club_site)


def test_a_folder_of_something_else_is_refused(club: Archive, tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "letter.txt").write_text("dear")
    result = run("-a", str(club.path), "publish", str(documents))
    assert result.exit_code == 1 and "documents" in result.stderr
    assert [path.name for path in documents.iterdir()] == ["letter.txt"]


def test_a_file_of_somebody_else_is_not_overwritten(club: Archive, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(club, site, langs=("it",))
    (site / "en").mkdir()
    (site / "en" / "index.html").write_text("mine")
    with pytest.raises(PublishError) as refused:
        publish(club, site)
    assert refused.value.code == "foreign" and refused.value.values["file"].endswith("index.html")
    assert (site / "en" / "index.html").read_text() == "mine"


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"format": "other 1"}', '{"format": "plancia-site 1", "version": "", "files": {"x": 3}}',
     '{"format": "plancia-site 1", "version": "", "files": {"../x": {"sha256": "", "size": 1, "version": ""}}}',
     '{"format": "plancia-site 1", "version": "", "files": {"/etc/x": {"sha256": "", "size": 1, "version": ""}}}'],
)  # fmt: skip
def test_a_damaged_list_is_refused(club: Archive, tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text("mine")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / MANIFEST).write_text(text)
    result = run("-a", str(club.path), "publish", str(tmp_path / "site"))
    assert result.exit_code == 1 and MANIFEST in result.stderr
    assert (tmp_path / "x").read_text() == "mine"


def test_a_game_is_done_where_its_files_are_there_and_nothing_was_recorded(tmp_path: Path) -> None:
    task: Any = SimpleNamespace(pages=[SimpleNamespace(file="a"), SimpleNamespace(file="b")])
    for version, missing, done in (("7", "", True), ("8", "", False), ("7", "b", False)):
        folder: Any = SimpleNamespace(version="7", is_complete=lambda file, missing=missing: file != missing)
        assert is_done(folder, task, version) is done


def test_the_error_of_a_file_that_cannot_be_written_keeps_its_number() -> None:
    assert write_error("a", OSError(errno.ENOSPC, "full")).values["errno"] == errno.ENOSPC
    assert write_error("a", OSError("full")).values == {"file": "a", "errno": 0, "why": "full"}


def test_a_link_to_what_is_not_published_keeps_its_words_unless_it_is_an_action() -> None:
    page: Any = None
    site: Any = SimpleNamespace(resolve=lambda target, page: None)
    for link, left in (
        ('<a href="/nowhere">words</a>', "words"),
        ('<a class="button" href="/nowhere">words</a>', ""),
    ):
        assert LINK.sub(lambda match: static_link(match, page, site), link) == left
