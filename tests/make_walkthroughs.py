"""Writes the outputs in the pages of the manual again: python -m tests.make_walkthroughs.

The commands of each page are run in order, and the lines below a command are replaced by what it prints, where the page
shows any.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.season import ROOT, commands, part, plain, run

PAGES = {
    f"{name}{ending}.md": lang for name in ("season", "first-evening", "arbiter")
    for lang, ending in (("en", ""), ("it", ".it"))
}  # fmt: skip


def by_command_line(page: str) -> str:
    """The part of a page that is run by command line."""
    return part(page, http=False) if "HTTP\n" in page else page


def outputs(page: str, lang: str) -> list[tuple[str, list[str], str]]:
    """Each command of a page, the lines it shows and what the command prints."""
    steps = commands(by_command_line(page))
    with tempfile.TemporaryDirectory() as folder:
        printed = run([command for command, _ in steps], Path(folder), PLANCIA_LANG=lang)
    return [(command, shown, told) for (command, shown), told in zip(steps, printed, strict=True)]


def refreshed(page: str, lang: str) -> str:
    """The page with the outputs of today."""
    at = 0
    for command, shown, told in outputs(page, lang):
        at = page.index("    " + command.replace("\n", "\n    "), at)
        if not shown or plain(told) == plain("\n".join(shown)):
            continue
        old, new = ("\n".join(("    " + line).rstrip() for line in lines) for lines in (shown, told.splitlines()))
        start = page.index(old, at)
        page = page[:start] + new + page[start + len(old) :]
    return page


def main() -> None:
    """Writes them."""
    for name, lang in PAGES.items():
        path = ROOT / "docs" / name
        path.write_text(refreshed(path.read_text("utf-8"), lang), "utf-8")


if __name__ == "__main__":
    main()
