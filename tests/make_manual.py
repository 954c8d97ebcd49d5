"""Builds the reference: python3 -m tests.make_manual [FOLDER], else into build/docs.

Pages to read or print of what the product says by itself (`plancia --help`, `/docs` and `plancia openapi`, `plancia
rules`), and which are not kept for that reason (D-191): every command in both languages, every route of the API, every
clause of the documented variants with its rule and its cases.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from click.testing import CliRunner

from plancia_api.app import openapi_document
from plancia_api.problems import STATUS_BY_CODE, problem_title
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_data import expected_rule_numbers, variant_ids, variant_source
from plancia_replay.rulesets.coverage import clause_coverage, documented_variants

BUILT = Path(__file__).parent.parent / "build" / "docs"
COMMANDS = {
    "en": "# The command line\n\nMade from `--help`. Options before the command: `--lang`, `--archive`.",
    "it": "# La riga di comando\n\nFatta da `--help`. Opzioni prima del comando: `--lang`, `--archive`.",
}
OPENING = """# Reference of the API

Made from the OpenAPI document (`/api/v1/openapi.json`, `plancia openapi`). What holds for all routes stands in
`docs/api.md`. Every read takes `lang` (`it`, `en`) and `If-None-Match`, and every answer of a read has an `ETag`; they
are not said again below. Ids in the examples are invented.
"""
SAID_ONCE = ("lang", "If-None-Match")


def reference() -> str:
    """The page of the API."""
    document = openapi_document()
    parts = [OPENING, "## Routes\n", contents(document)]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters" and not narrowed(document, path):
                parts.append(section(document, path, method, item, operation))
    return "\n".join([*parts, codes()])


def narrowed(document: dict[str, Any], path: str) -> bool:
    """Is it the address of one form of another route?"""
    place, dot, _ = path.rpartition(".")
    return bool(dot) and place in document["paths"]


def contents(document: dict[str, Any]) -> str:
    """Every address with its operation id."""
    lines = ["| request | operation |", "| --- | --- |"]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            name = operation["operationId"]
            shown = f"`{name}`" if narrowed(document, path) else f"[`{name}`](#{name})"
            lines.append(f"| `{method.upper()} {path}` | {shown} |")
    return "\n".join(lines) + "\n"


def section(document: dict[str, Any], path: str, method: str, item: dict[str, Any], operation: dict[str, Any]) -> str:
    """One operation: what it says, its parameters, an example."""
    lines = [f"## {operation['operationId']}", "", f"`{method.upper()} {path}`", "", operation["summary"]]
    if operation.get("description"):
        lines += ["", operation["description"]]
    if operation.get("security"):
        optional = {} in operation["security"]
        lines += [
            "",
            "A token is optional." if optional else "Needs a token whose role permits it (docs/roles.md).",
        ]
    parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
    shown = [one for one in parameters if one["name"] not in SAID_ONCE]
    if shown:
        lines += ["", "| parameter | in | type | |", "| --- | --- | --- | --- |"]
        lines += [row(one) for one in shown]
    successes = {code: answer for code, answer in operation["responses"].items() if code.startswith("2")}
    status, good = max((code, answer) for code, answer in successes.items() if "content" in answer)
    formats = ", ".join(f"`{media}`" for media in good["content"])
    lines += ["", f"Formats of the answer ({status}): {formats}.", ""]
    lines += ["```", request(path, method, parameters, operation), "```", ""]
    for media, content in list(good["content"].items())[:1]:
        if "example" in content:
            text = content["example"]
            kind = "json" if "json" in media and not isinstance(text, str) else ""
            pretty = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False, indent=1)
            lines += [f"```{kind}", pretty.rstrip("\n"), "```", ""]
    return "\n".join(lines)


def row(parameter: dict[str, Any]) -> str:
    """A parameter as a row of a table."""
    schema = parameter["schema"]
    kind = schema.get("type", "")
    if "minimum" in schema or "maximum" in schema:
        kind += f" {schema.get('minimum', '')}-{schema.get('maximum', '')}"
    if "enum" in schema:
        kind = ", ".join(f"`{value}`" for value in schema["enum"])
    if "pattern" in schema:
        kind += f" `{schema['pattern']}`"
    if "default" in schema:
        kind += f", {schema['default']} unless told"
    needed = "required" if parameter.get("required") else ""
    said = parameter.get("description", "")
    told = "; ".join(part for part in (needed, said) if part)
    return f"| `{parameter['name']}` | {parameter['in']} | {kind} | {told} |"


def request(path: str, method: str, parameters: list[dict[str, Any]], operation: dict[str, Any]) -> str:
    """The example as a command."""
    given = {one["name"]: plain(one["example"]) for one in parameters if "example" in one}
    places = {one["name"]: one["in"] for one in parameters}
    inside = {name: quote(str(value), safe="@") for name, value in given.items() if places[name] == "path"}
    query = {name: value for name, value in given.items() if places[name] == "query"}
    address = path.format(**inside) + ("?" + urlencode(query) if query else "")
    parts = ["curl", f'"$BASE{address.removeprefix("/api/v1")}"']
    if method == "post" and "requestBody" not in operation:
        parts += ["-X POST", '-H "Authorization: Bearer $TOKEN"']
    elif method == "post":
        media, body = next(
            (media, content["example"]) for media, content in operation["requestBody"]["content"].items()
            if media == "application/json" or media == "text/x-rgn"
        )  # fmt: skip
        parts += ["-X POST", '-H "Authorization: Bearer $TOKEN"', f'-H "Content-Type: {media}"']
        parts += [f"-H '{name}: {given[name]}'" for name in ("If-Match", "Idempotency-Key") if name in given][:1]
        told = isinstance(body, str)
        parts.append("--data-binary @evening.rgn" if told else f"--data '{json.dumps(body, ensure_ascii=False)}'")
    return " ".join(parts)


def plain(value: Any) -> Any:
    """A value as a query string has it."""
    return json.dumps(value) if isinstance(value, bool) else value


def codes() -> str:
    """The codes of errors."""
    lines = ["## Errors", "", "| code | status | Italian | English |", "| --- | --- | --- | --- |"]
    lines += [f"| `{code}` | {status} | {problem_title(code, 'it')} | {problem_title(code, 'en')} |"
              for code, status in STATUS_BY_CODE.items()]  # fmt: skip
    return "\n".join(lines) + "\n"


def commands(lang: str) -> str:
    """Every command's help in a language."""
    parts = [COMMANDS[lang]]
    for name in [" ".join(path) for path, _ in walk_commands(plancia)]:
        asked = ["--lang", lang, *name.split(), "--help"]
        output = CliRunner().invoke(plancia, asked, terminal_width=100, prog_name="plancia").output
        text = "\n".join(line.rstrip() for line in output.rstrip().splitlines())
        parts.append(f"## plancia {name}\n\n```\n{text}\n```")
    return "\n\n".join(part.replace("plancia \n", "plancia\n", 1) for part in parts) + "\n"


def uncovered_clauses() -> list[str]:
    """Every clause with rules but no case, or with neither rules nor a reason."""
    return [
        f"{row['variant']} {row['rule_id']} line {row['line']}" for row in clause_coverage() if row["status"] == "hole"
    ]


def missing_numbers() -> list[str]:
    """The numbers of the catalogue that no clause carries, of the variants that there are."""
    carried = {row["rule_id"] for row in clause_coverage()}
    entries = [entry for entry in expected_rule_numbers() if entry["variant"] in variant_ids()]
    return [number for entry in entries for number in entry["numbers"] if number not in carried]


def document_totals() -> list[dict[str, Any]]:
    """One row per document: its rule numbers and lines, and how many of them clauses cover."""
    rows = clause_coverage()
    carried = {row["rule_id"] for row in rows}
    document_rows = []
    for entry in expected_rule_numbers():
        variant_rows = [row for row in rows if row["variant"].partition("@")[0] == entry["variant"]]
        document_rows.append({
            "document": variant_rows[0]["document"] if variant_rows else "",
            "variant": entry["variant"],
            "prefix": entry["prefix"],
            "numbers": len(entry["numbers"]),
            "carried": len(carried & set(entry["numbers"])),
            "lines": entry["lines"],
            "covered": len({row["line"] for row in variant_rows if row["line"]}) if entry["lines"] else 0,
        })  # fmt: skip
    return document_rows


def rules_of(variant: str) -> str:
    """The coverage page of one variant, in document order."""
    head = variant_source(variant)["variant"]
    lines = [
        f"# {head['title']['en']} (`{variant}@{head['edition']}`)",
        "",
        f"{head['title']['it']}. Document: `{head['document']}`. Made from the data.",
        "",
        "| line | number | option | says | rules | cases | status |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for entry in (entry for entry in clause_coverage() if entry["variant"].startswith(variant + "@")):
        cases = "<br>".join(f"`{path.removeprefix('tests/cases/')}`" for path in entry["cases"])
        rules = "<br>".join(f"`{name}`" for name in entry["rule"])
        says = f"{entry['says']['en']}<br>*{entry['says']['it']}*"
        if entry["reason"]:
            says += f"<br>Without a rule: {entry['reason']['en']} (*{entry['reason']['it']}*)."
        row = (entry["line"] or "", entry["rule_id"], entry["alternative"], says, rules, cases, entry["status"])
        lines.append("| " + " | ".join(str(cell) for cell in row) + " |")
    return "\n".join(lines) + "\n"


def coverage() -> str:
    """The page with the totals."""
    rows = clause_coverage()
    lines = [
        "# Coverage of the documents",
        "",
        "Every line of the five documents is carried by a clause: a rule with cases (*checked*), a choice that takes",
        "rules away (*choice*), a sentence that another clause's rule judges, tried by cases of its own number",
        "(*carried*), or a stated reason why there is nothing to judge (*reason*). `plancia rules` prints the same.",
        "",
        "| variant | clauses | checked | choice | carried | reason | hole |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in documented_variants():
        mine = [row["status"] for row in rows if row["variant"].startswith(name + "@")]
        counts = " | ".join(str(mine.count(kind)) for kind in ("checked", "choice", "carried", "reason", "hole"))
        lines.append(f"| [{name}]({name}.md) | {len(mine)} | {counts} |")
    lines += ["", "| document | numbers | carried | lines | covered |", "| --- | --- | --- | --- | --- |"]
    sums = document_totals()
    for entry in sums:
        covered = (entry["lines"], entry["covered"]) if entry["lines"] else ("", "")
        cells = (f"`{entry['document']}`", f"{entry['numbers']} {entry['prefix']}", entry["carried"], *covered)
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    whole = [sum(entry[key] for entry in sums) for key in ("numbers", "carried", "lines", "covered")]
    lines.append("| all | " + " | ".join(str(number) for number in whole) + " |")
    left = [f"- {where}" for where in (*uncovered_clauses(), *(f"{number}: no clause" for number in missing_numbers()))]
    return "\n".join([*lines, "", "Holes:" if left else "Holes: none.", *([""] if left else []), *left]) + "\n"


def made() -> dict[str, str]:
    """Every page by its name."""
    rules = {f"rules/{name}.md": rules_of(name) for name in documented_variants()}
    return {
        "cli.md": commands("en"), "cli.it.md": commands("it"), "api-reference.md": reference(),
        "rules/README.md": coverage(), **rules,
    }  # fmt: skip


def main() -> None:
    """Writes them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT
    for name, text in made().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(folder)


if __name__ == "__main__":
    main()
