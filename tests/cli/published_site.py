"""Helpers of the tests of `plancia publish`: runs, the files of a site, and the pages that are rendered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_api.publishing import site_folder
from plancia_api.publishing.publisher import Renderer
from plancia_cli.main import plancia

MANIFEST = site_folder.MANIFEST


def run(*words: str) -> Result:
    return CliRunner().invoke(plancia, ["--lang", "en", *words])


def contents(site: Path) -> dict[str, bytes]:
    """The files of a site, without the list of its files."""
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def times(site: Path) -> dict[str, int]:
    return {path.as_posix(): path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}


def count_renderings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are rendered from now on."""
    rendered: list[str] = []
    render = Renderer.render

    def counted(renderer: Renderer, page: Any) -> bytes:
        rendered.append(page.address)
        return render(renderer, page)

    monkeypatch.setattr(Renderer, "render", counted)
    return rendered
