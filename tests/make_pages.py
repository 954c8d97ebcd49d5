"""Makes the index of cases, the pages of docs/rules and docs/cli.md again: python -m tests.make_pages."""

from __future__ import annotations

import tomllib
from pathlib import Path

from plancia_data import variant_source
from plancia_replay.coverage import documented, holes, missing, table, totals

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rules"
INDEX = ROOT / "data" / "plancia_data" / "cases.toml"
COMMANDS_PAGES = {"en": ROOT / "docs" / "cli.md", "it": ROOT / "docs" / "cli.it.md"}


def case_index() -> str:
    """Rule number -> case files: by the file's name, by the verdicts expected, by `covers`."""
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "tests" / "cases").glob("*/*.toml")):
        path = file.relative_to(ROOT).as_posix()
        data = tomllib.loads(file.read_text("utf-8"))
        numbers = {file.stem.partition("_")[0], *data.get("covers", [])}
        for case in data["case"]:
            numbers |= {row["rule_id"] for row in case.get("expect", [])} | set(case.get("covers", []))
        for number in numbers:
            found.setdefault(number, set()).add(path)
    lines = ["# Rule number -> the ruling cases that try it; made by tests/make_pages.py.", "[cases]"]
    for number in sorted(found):
        lines.append(f'"{number}" = [' + ", ".join(f'"{path}"' for path in sorted(found[number])) + "]")
    return "\n".join(lines) + "\n"


def page(variant: str) -> str:
    """The coverage page of one variant, in document order."""
    head = variant_source(variant)["variant"]
    lines = [
        f"# {head['title']['en']} (`{variant}@{head['edition']}`)",
        "",
        f"{head['title']['it']}. Document: `{head['document']}`. Made from the data by `tests/make_pages.py`.",
        "",
        "| line | number | option | says | rules | cases | status |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for entry in (entry for entry in table() if entry["variant"].startswith(variant + "@")):
        cases = "<br>".join(f"`{path.removeprefix('tests/cases/')}`" for path in entry["cases"])
        rules = "<br>".join(f"`{name}`" for name in entry["rule"])
        says = f"{entry['says']['en']}<br>*{entry['says']['it']}*"
        if entry["reason"]:
            says += f"<br>Without a rule: {entry['reason']['en']} (*{entry['reason']['it']}*)."
        row = (entry["line"] or "", entry["rule_id"], entry["alternative"], says, rules, cases, entry["status"])
        lines.append("| " + " | ".join(str(cell) for cell in row) + " |")
    return "\n".join(lines) + "\n"


def summary() -> str:
    """The page with the totals."""
    rows = table()
    lines = [
        "# Coverage of the documents",
        "",
        "Every line of the five documents is carried by a clause: a rule with cases (*checked*), a choice that takes",
        "rules away (*choice*), a sentence that another clause's rule judges, tried by cases of its own number",
        "(*carried*), or a stated reason why there is nothing to judge (*reason*). These pages are made from the data",
        "(`python -m tests.make_pages`) and compared by a test; `plancia rules` prints the same table.",
        "",
        "| variant | clauses | checked | choice | carried | reason | hole |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in documented():
        mine = [row["status"] for row in rows if row["variant"].startswith(name + "@")]
        counts = " | ".join(str(mine.count(kind)) for kind in ("checked", "choice", "carried", "reason", "hole"))
        lines.append(f"| [{name}]({name}.md) | {len(mine)} | {counts} |")
    lines += ["", "| document | numbers | carried | lines | covered |", "| --- | --- | --- | --- | --- |"]
    sums = totals()
    for entry in sums:
        covered = (entry["lines"], entry["covered"]) if entry["lines"] else ("", "")
        cells = (f"`{entry['document']}`", f"{entry['numbers']} {entry['prefix']}", entry["carried"], *covered)
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    whole = [sum(entry[key] for entry in sums) for key in ("numbers", "carried", "lines", "covered")]
    lines.append("| all | " + " | ".join(str(number) for number in whole) + " |")
    left = [f"- {where}" for where in (*holes(), *(f"{number}: no clause" for number in missing()))]
    return "\n".join([*lines, "", "Holes:" if left else "Holes: none.", *([""] if left else []), *left]) + "\n"


def commands(lang: str) -> str:
    """The reference of the command line in a language: the opening of the page, then every command's help."""
    from click.testing import CliRunner

    from plancia_cli.main import plancia
    from plancia_cli.walking import walked

    opening = COMMANDS_PAGES[lang].read_text("utf-8").partition("\n## ")[0].rstrip()
    parts = [opening]
    for name in [" ".join(path) for path, _ in walked(plancia)]:
        asked = ["--lang", lang, *name.split(), "--help"]
        output = CliRunner().invoke(plancia, asked, terminal_width=100, prog_name="plancia").output
        text = "\n".join(line.rstrip() for line in output.rstrip().splitlines())
        parts.append(f"## plancia {name}\n\n```\n{text}\n```")
    return "\n\n".join(part.replace("plancia \n", "plancia\n", 1) for part in parts) + "\n"


def statistics() -> str:
    """The page of the statistics, from their definitions."""
    from plancia_archive.statistics import REGISTERED

    lines = [
        "# Statistics",
        "",
        "`plancia stats NAME` and `GET /api/v1/statistics/NAME` answer from the same definitions, over the filters",
        "`player`, `variant`, `event`, `since`, `until`, `completeness` and `provenance` (by HTTP also `winner` and",
        "`illegal`).",
        "Every answer says how many games matched, how many qualified, and which were left out and why. Shares carry",
        "their 95 % interval (Wilson); tests over many players carry Holm's correction. Odds are exact fractions.",
        "",
        "| name | what | a game counts only if not |",
        "| --- | --- | --- |",
    ]
    for one in REGISTERED.values():
        lines.append(f"| `{one.id}` | {one.en} (*{one.it}*). {one.rows.__doc__} | {', '.join(one.needs)} |")
    return "\n".join(lines) + "\n"


def made() -> dict[Path, str]:
    """Every file that is made, with its content (the index of cases first: the pages read it)."""
    files = {PAGES / f"{name}.md": page(name) for name in documented()}
    return {
        INDEX: case_index(), **files, PAGES / "README.md": summary(),
        **{page: commands(lang) for lang, page in COMMANDS_PAGES.items()},
        ROOT / "docs" / "statistics.md": statistics(),
    }  # fmt: skip


def main() -> None:
    """Writes them."""
    INDEX.write_text(case_index(), "utf-8")
    PAGES.mkdir(parents=True, exist_ok=True)
    from plancia_data import library

    library.document.cache_clear()
    for path, text in made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
