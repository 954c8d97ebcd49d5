"""Decisions have stable numbers: unique, without gaps, listed in the index, and every number cited anywhere exists."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_links import anchors

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / "docs" / "developers" / "decisions.md"
CHAPTERS = sorted((ROOT / "docs" / "developers" / "decisions").glob("*.md"))
HEADING = re.compile(r"^## (D-(\d+)) (.+)$", re.M)
CITED = re.compile(r"\bD-\d+\b")
FOLDERS = ("api", "archive", "bench", "cli", "data", "docs", "events", "replay", "tests")


def decisions() -> list[tuple[Path, str, str]]:
    """Chapter, number and title of each decision, in the order of the chapters."""
    return [(chapter, number, title) for chapter in CHAPTERS
            for number, _, title in HEADING.findall(chapter.read_text("utf-8"))]  # fmt: skip


def anchor(heading: str) -> str:
    """The address of a heading on its page."""
    plain = "".join(c for c in heading.replace("`", "").lower() if c.isalnum() or c in "-_ ")
    return plain.replace(" ", "-")


def test_numbers_are_unique_and_without_gaps() -> None:
    numbers = sorted((int(number[2:]), number) for _, number, _ in decisions())
    assert len(numbers) >= 147  # the decisions of the first edition: none may be removed
    assert [number for _, number in numbers] == [f"D-{n:02}" for n in range(1, len(numbers) + 1)]


def test_every_second_level_heading_is_a_numbered_decision() -> None:
    for chapter in CHAPTERS:
        headings = re.findall(r"^## .*$", chapter.read_text("utf-8"), re.M)
        assert headings and [heading for heading in headings if not HEADING.match(heading)] == [], chapter.name


def test_the_index_lists_every_decision_under_its_chapter() -> None:
    expected = []
    for chapter in CHAPTERS:
        title = chapter.read_text("utf-8").splitlines()[0].removeprefix("# ")
        expected.append(f"## [{title}](decisions/{chapter.name})")
        for home, number, name in decisions():
            if home == chapter:
                target = anchor(f"{number} {name}")
                assert target in anchors(chapter)
                expected.append(f"- [{number}](decisions/{chapter.name}#{target}) {name}")
    lines = [line for line in INDEX.read_text("utf-8").splitlines() if line.startswith(("## ", "- ["))]
    missing = [line for line in expected if line not in lines]
    assert missing == [], "add to docs/developers/decisions.md:\n" + "\n".join(missing)
    assert lines == expected


def test_every_number_cited_in_code_or_documentation_exists() -> None:
    known = {number for _, number, _ in decisions()}
    files = [*ROOT.glob("*.md"), *ROOT.glob("*.py"), *(file for folder in FOLDERS for kind in ("py", "md", "toml")
             for file in (ROOT / folder).rglob(f"*.{kind}"))]  # fmt: skip
    unknown = {(file.relative_to(ROOT).as_posix(), cited) for file in files
               for cited in CITED.findall(file.read_text("utf-8")) if cited not in known}  # fmt: skip
    assert unknown == set()


def test_chapters_stay_short() -> None:
    assert {chapter.name for chapter in CHAPTERS if len(chapter.read_text("utf-8").splitlines()) > 300} == set()
