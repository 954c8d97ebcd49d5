"""The form of the kernel that runs is the one asked for, and no binary lies in the source tree."""

from __future__ import annotations

import os
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from plancia_api.pages import documentation_pages, text_check
from plancia_replay import kernel_form

ROOT = Path(__file__).resolve().parent.parent


def hook() -> dict[str, Any]:
    """The settings of the wheel hook."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, Any] = config["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    return found


def kernel_modules() -> list[str]:
    files = [path for pattern in hook()["kernel"] for path in sorted(ROOT.glob(pattern)) if path.name != "__init__.py"]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts[1:]) for path in files]


def test_every_kernel_module_has_the_expected_form() -> None:
    expected = os.environ.get("PLANCIA_EXPECT")
    if expected is None:
        pytest.skip("run.py test says which form is expected")
    assert kernel_form() == expected
    for name in kernel_modules():
        file = import_module(name).__file__ or ""
        assert file.endswith(".py") == (expected == "pure"), file


def test_no_binary_in_the_tree() -> None:
    rooms = ("archive", "events", "replay", "api", "cli", "data")
    found = [path for room in rooms for kind in ("*.so", "*.pyd") for path in (ROOT / room).rglob(kind)]
    assert found == []


def test_a_wheel_gets_files_where_the_server_looks_for_them() -> None:
    for source, place in hook()["files"].items():
        assert (ROOT / source).exists(), source
        assert not any((ROOT / package / place).exists() for package in ("api", "cli", "data")), "a second copy"
    packed = documentation_pages.PACKED_PAGE.parts[-3:]
    assert hook()["files"]["docs/verify/index.html"] == "/".join(packed)
    assert documentation_pages.VERIFY_PAGE.is_file()
    for source, name in (("docs/rgn/reference", "reference"), ("docs/rgn/names.json", text_check.NAMES)):
        assert hook()["files"][source] == "/".join((*text_check.PACKED.parts[-2:], name))
