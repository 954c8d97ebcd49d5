"""Every write that is declared (plancia_archive.actions) has route, description, command and receipt."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest

from plancia_api.app import openapi_document
from plancia_api.auth import ACTIONS as RIGHTS
from plancia_api.openapi import examples
from plancia_archive.actions import ACTIONS, AddEvents
from plancia_archive.actions.action import Action, members_of
from plancia_archive.registers.roles import PERMISSIONS
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_cli.support.translating import set_language, split_paragraphs
from plancia_data import messages

ROOT = Path(__file__).resolve().parent.parent
every_action = pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
document = cache(openapi_document)


@cache
def commands() -> dict[str, click.Command]:
    """The commands by their words, with help in English."""
    set_language("en")
    return {" ".join(path).removeprefix("plancia "): command for path, command in walk_commands(plancia)}


def test_every_declaration_is_an_action() -> None:
    names = [path.stem for path in (ROOT / "archive" / "plancia_archive" / "actions").glob("[a-z]*.py")]
    found = [one for name in names for one in vars(import_module(f"plancia_archive.actions.{name}")).values()]
    declared = {one for one in found if isinstance(one, type) and issubclass(one, Action)}
    assert declared - {Action} == set(ACTIONS), "name it in ACTIONS of plancia_archive/actions/__init__.py"
    assert len({action.operation for action in ACTIONS}) == len(ACTIONS)


@every_action
def test_what_it_says_has_words(action: type[Action]) -> None:
    source = ast.parse(textwrap.dedent(inspect.getsource(action)))
    texts = {node.value for node in ast.walk(source) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    words = {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)}
    missing = [one for one in words for lang in ("it", "en") if one not in messages("cli", lang)]
    assert not missing, "add what it says to words/cli_it.toml and cli_en.toml"


@every_action
def test_its_form_stands_on_a_page(action: type[Action]) -> None:
    if action.form:
        address = re.sub(r"\{\w+\}", r"{{[^}]+}}", action.form)
        templates = (ROOT / "api" / "plancia_api" / "templates").glob("*.html")
        markup = re.compile(rf'<form [^>]*action="/{address}".*?</form>', re.DOTALL)
        found = [form for one in templates for form in markup.findall(one.read_text("utf-8"))]
        assert found, f"no template has a form for {action.form}"
        needed = {"csrf", *(one.name for one in members_of(action) if one.required and one.option.in_body)}
        for form in found:
            fields = set(re.findall(r' name="(\w+)"', form))
            known = needed | {one.name for one in members_of(action)}
            assert needed <= fields <= known, "its form needs `csrf` and a field for each member that has to be there"


def test_every_right_is_asked_for() -> None:
    """A right that no declared write has is asked for by its name; what pages ask only decides what they show."""
    rooms = (path for room in ("api", "archive") for path in (ROOT / room).rglob("*.py") if path.parent.name != "pages")
    source = "".join(path.read_text("utf-8") for path in rooms)
    unused = [one for one in PERMISSIONS if one not in RIGHTS.values() and source.count(f'"{one}"') < 2]
    assert unused == ["game.correct"], "no write needs it: take it out of PERMISSIONS"  # log/recorder_lines.py has it


@every_action
def test_it_has_a_route_and_a_right(action: type[Action]) -> None:
    assert f"/api/v1/{action.address}" in document()["paths"], "add it to a blueprint with `add_route`"
    assert RIGHTS[f"{action.group}.{action.operation}"] == action.right and action.right in PERMISSIONS
    for page in ("roles.md", "roles.it.md"):
        text = (ROOT / "docs" / page).read_text("utf-8")
        assert f"`{action.right}`" in text, f"docs/{page} does not say who has {action.right}"


@every_action
def test_its_body_is_described(action: type[Action]) -> None:
    operation = document()["paths"][f"/api/v1/{action.address}"]["post"]
    assert operation["operationId"] == action.operation and operation["tags"] == [action.group]
    assert operation["summary"] and action.__doc__ and operation["summary"] in " ".join(action.__doc__.split())
    members = {member.name for member in members_of(action) if member.option.in_body}
    schemas = [document()["components"]["schemas"][name] for name in action.bodies]
    assert members == {name for schema in schemas for name in schema["properties"]}, "name its body in `bodies`"
    if members:
        assert any(is_valid(action.example, schema) for schema in schemas), "its `example` is no body of it"
        assert all(member.get("description") for schema in schemas for member in schema["properties"].values())


@every_action
def test_what_is_tried_first_needs_the_version_that_was_answered(action: type[Action]) -> None:
    operation = document()["paths"][f"/api/v1/{action.address}"]["post"]
    assert ({"dry_run", "If-Match"} <= {one["name"] for one in operation["parameters"]}) is action.tried


def is_valid(value: Any, schema: dict[str, Any]) -> bool:
    """True for a value that a body of the document takes."""
    return bool(jsonschema.Draft202012Validator({**schema, "components": document()["components"]}).is_valid(value))


@every_action
def test_it_was_asked_and_answered_with_a_receipt(action: type[Action]) -> None:
    example = examples().get(action.operation)
    assert example, "ask it in tests/example_writes.py"
    (answer,) = example["answers"].values()
    assert answer.get("receipts" if action.several else "receipt"), "give the places of its entries in `Done`"


@every_action
def test_it_has_a_command_with_its_members(action: type[Action]) -> None:
    if action is AddEvents:  # `adds` makes the commands that add events
        return
    command = commands().get(action.command)
    assert command is not None, "name the command in COMMANDS of plancia_cli/main.py, or add it to its group"
    assert " ".join(str(command.help).split()) == " ".join(action.help.split())
    options = {name for parameter in command.params for name in (*parameter.opts, parameter.human_readable_name)}
    for member in members_of(action):
        if member.option.on_command:
            assert {member.option.name, f"--{member.name}"} & options, f"{action.command} does not take {member.name}"
    italian = messages("help", "it")
    texts = [action.help, *(member.option.help for member in members_of(action))]
    paragraphs = [" ".join(one.split()) for text in texts for one in split_paragraphs(text) if one and one[0] != "\b"]
    assert not [one for one in paragraphs if one not in italian], "add them to words/help_it.toml"
