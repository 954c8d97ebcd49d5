"""A typed client made from the OpenAPI document alone: a class for each schema, strict about members, and a decoder
for each operation. What it makes is Python source, as the generators that people use do."""

from __future__ import annotations

import json
import keyword
import sys
import types
import typing
from typing import Any

import msgspec

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def source(document: dict[str, Any]) -> str:
    """The module: classes, and `ANSWERS`, operation id -> type of its JSON answer."""
    components = document["components"]["schemas"]
    generated = Made(components)
    lines = ["import typing", "import msgspec", "from typing import Any, Literal", ""]
    answers: dict[str, str] = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            good: dict[str, Any] = next((answer for status, answer in sorted(operation.get("responses", {}).items())
                         if status.startswith("2")), {}) if method != "parameters" else {}  # fmt: skip
            content = good.get("content", {}).get("application/json")
            if content is not None and "." not in path.rpartition("/")[2]:
                answers[operation["operationId"]] = generated.type_of(content["schema"], operation["operationId"])
    lines += generated.classes.values()
    table = ", ".join(f"{name!r}: {kind}" for name, kind in answers.items())
    return "\n".join([*lines, "", f"ANSWERS: dict[str, Any] = {{{table}}}", ""])


class Made:
    """The classes generated so far, in the order in which they can be defined."""

    def __init__(self, components: dict[str, Any]) -> None:
        self.components = components
        self.classes: dict[str, str] = {}

    def type_of(self, schema: dict[str, Any], name: str) -> str:
        """The type of a schema; objects with properties become classes."""
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2])
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        for union in ("oneOf", "anyOf"):
            if union in schema:
                parts = [self.type_of(one, f"{name}_{n}") for n, one in enumerate(schema[union])]
                return f"typing.Union[{', '.join(dict.fromkeys(parts))}]"
        if "allOf" in schema:
            return self.joined(schema["allOf"], name)
        kind = schema.get("type")
        if isinstance(kind, list):
            return f"typing.Union[{', '.join(self.type_of({**schema, 'type': one}, name) for one in kind)}]"
        if kind == "array":
            return self.array(schema, name)
        if kind == "object":
            if "properties" in schema:
                return self.struct(name, schema)
            more = schema.get("additionalProperties", True)
            return f"dict[str, {self.type_of(more, name + '_value') if isinstance(more, dict) else 'Any'}]"
        return PLAIN.get(str(kind), "Any")

    def array(self, schema: dict[str, Any], name: str) -> str:
        """A list, or a tuple where each place has its own schema."""
        if "prefixItems" in schema:
            parts = [self.type_of(one, f"{name}_{n}") for n, one in enumerate(schema["prefixItems"])]
            return f"tuple[{', '.join(parts)}]"
        items = schema.get("items")
        return f"list[{self.type_of(items, name + '_item') if isinstance(items, dict) else 'Any'}]"

    def named(self, name: str) -> str:
        """The type of a component."""
        schema = self.components[name]
        if schema.get("type") == "object" and "properties" in schema:
            return self.struct(name, schema)
        return self.type_of(schema, name)

    def joined(self, parts: list[dict[str, Any]], name: str) -> str:
        """A kind with the members that stand beside its own."""
        base, more = parts
        own = self.components[base["$ref"].rpartition("/")[2]]
        joined = {
            "properties": {**own["properties"], **more["properties"]},
            "required": [*own["required"], *more["required"]],
        }
        return self.struct(name, joined)

    def struct(self, name: str, schema: dict[str, Any]) -> str:
        """A class; one member `kind` of one value is its tag. Members beyond it are refused, unless the schema
        types them."""
        if name in self.classes:
            return name
        self.classes[name] = ""
        properties, required = schema["properties"], set(schema.get("required", ()))
        field, tag = next(
            ((field, properties[field].get("enum", [])) for field in ("kind", "statistic") if field in properties),
            ("", []),
        )
        config = f', tag_field="{field}", tag="{tag[0]}"' if len(tag) == 1 else ""
        closed = not isinstance(schema.get("additionalProperties"), dict)
        lines = [f"class {name}(msgspec.Struct, kw_only=True, forbid_unknown_fields={closed}{config}):"]
        for member, one in properties.items():
            if config and member == field:
                continue
            kind = self.type_of(one, f"{name}_{member}")
            safe = f"{member}_" if keyword.iskeyword(member) else member
            value = f'msgspec.field(name="{member}"' + ("" if member in required else ", default=msgspec.UNSET") + ")"
            optional = kind if member in required else f"typing.Union[{kind}, msgspec.UnsetType]"
            lines.append(f"    {safe}: {optional} = {value}")
        del self.classes[name]
        self.classes[name] = "\n".join([*lines, *(["    pass"] if len(lines) == 1 else [])]) + "\n"
        return name


def client(document: dict[str, Any]) -> dict[str, Any]:
    """Operation id -> type, of the module as it is made and run."""
    module = types.ModuleType("made_typed_client")
    sys.modules[module.__name__] = module  # where its annotations are looked up
    exec(compile(source(document), module.__name__, "exec"), module.__dict__)
    return dict(module.ANSWERS)


def decoded(kinds: dict[str, Any], operation: str, body: bytes) -> Any:
    """An answer as the client sees it. Raises msgspec.ValidationError for one that is not as described."""
    kind = kinds[operation]
    if operation == "add_ruling":  # a dispute or, of a dry run, what would change: the union has no tag
        kind = typing.get_args(kind)["dry_run" in json.loads(body)]
    return msgspec.json.decode(body, type=kind, strict=True)
