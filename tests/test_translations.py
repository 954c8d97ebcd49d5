"""The manual in Italian and in English is one: the same structure, the same commands, the same links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("first-evening", "season", "arbiter", "errors", "verify", "witness", "proofs", "recording")
PAIRS = {
    "README.md": "README.it.md",
    **{f"docs/{name}.md": f"docs/{name}.it.md" for name in PAGES},
}
COMMAND = re.compile(r"(?:plancia|python3|curl|export) .*")
LINK = re.compile(r"\]\(([^)]+)\)")
SWITCH = re.compile(r"\[(?:Leggi in italiano|Read in English|italiano|English)\]\([^)]+\)")


def headings(text: str) -> list[int]:
    """The levels of the headings, in order."""
    return [len(found) for found in re.findall(r"^(#+) ", outside_code(text), re.M)]


def outside_code(text: str) -> str:
    """The text without what stands between fences."""
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def commands(text: str) -> list[str]:
    """The commands of the indented blocks, without what is said beside them, comments and the language chosen."""
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ") and COMMAND.match(line[4:])]
    bare = [re.sub(r"\{[^}]*\}", "{}", re.split(r" {2,}", line)[0]) for line in lines]
    return [re.sub(r"PLANCIA_LANG=\w+", "PLANCIA_LANG", line) for line in bare]


def tables(text: str) -> list[tuple[int, int]]:
    """Rows and columns of each table."""
    found = re.findall(r"(?:^\|.*\|\n)+", outside_code(text), re.M)
    return [(len(table.splitlines()), len(re.split(r"(?<!\\)\|", table.splitlines()[0]))) for table in found]


def links(text: str) -> list[str]:
    """Where the links lead, whatever the language of the page."""
    return sorted(target.replace(".it.md", ".md") for target in LINK.findall(SWITCH.sub("", text)))


def codes(text: str) -> list[str]:
    """The first cells of tables that are codes, in order."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.M)


@pytest.mark.parametrize(("english", "italian"), PAIRS.items())
def test_the_pages_have_one_structure_and_the_same_commands(english: str, italian: str) -> None:
    one, two = ((ROOT / name).read_text("utf-8") for name in (english, italian))
    for what in (headings, commands, tables, links, codes):
        assert what(one) == what(two), f"{italian}: {what.__name__}"
    assert one != two


@pytest.mark.parametrize(("english", "italian"), PAIRS.items())
def test_each_page_leads_to_pages_of_its_language(english: str, italian: str) -> None:
    text = SWITCH.sub("", (ROOT / italian).read_text("utf-8"))
    for target in LINK.findall(text):
        path = (ROOT / italian).parent / target.partition("#")[0]
        twin = path.with_name(path.name.replace(".md", ".it.md"))
        own = target.startswith("http") or path.suffix != ".md" or path.name.endswith(".it.md") or not twin.exists()
        assert own, target


def test_the_readme_leads_italians_to_their_page_first() -> None:
    assert "README.it.md" in (ROOT / "README.md").read_text("utf-8").splitlines()[2]
