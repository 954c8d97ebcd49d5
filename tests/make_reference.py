"""The reference of the API, from its OpenAPI document: docs/api-reference.md, written by python -m tests.make_pages."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, urlencode

from plancia_api.app import openapi_document
from plancia_api.problems import PROBLEM_TYPES

OPENING = """# Reference of the API

Made from the OpenAPI document (`/api/v1/openapi.json`, `plancia openapi`); a test compares. What holds for all routes
stands in [api.md](api.md). Every read takes `lang` (`it`, `en`) and `If-None-Match`, and every answer of a read has an
`ETag`; they are not said again below. Ids in the examples are invented.
"""
SAID_ONCE = ("lang", "If-None-Match")


def reference() -> str:
    """The whole page."""
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
            "A token is optional." if optional else "Needs a token whose role permits it ([roles.md](roles.md)).",
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
    lines += [f"| `{code}` | {status} | {it} | {en} |" for code, (status, it, en) in PROBLEM_TYPES.items()]
    return "\n".join(lines) + "\n"
