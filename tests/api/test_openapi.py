"""The OpenAPI document says what strangers need: types, words, refusals and examples of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from plancia_api import create_app
from plancia_api.answer_headers import deprecated
from plancia_api.app import openapi_document
from plancia_api.openapi import base_name, descriptions, inner_schemas
from plancia_archive import Archive
from plancia_archive.disputes.lines import OUTCOMES
from plancia_archive.disputes.states import STATES
from plancia_archive.statistics import REGISTERED
from plancia_events import read
from tests.api.conftest import filled

DOCUMENT = openapi_document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
UNTYPED = {"openapi"}  # the document itself


def operations() -> Iterator[tuple[str, str, dict[str, Any], list[Any]]]:
    """Path, method, operation and all its parameters."""
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation, [*item.get("parameters", []), *operation["parameters"]]


def contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The content of the body and of each answer of an operation, by media type."""
    for part in (operation.get("requestBody", {}), *operation["responses"].values()):
        yield from part.get("content", {}).values()


def all_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema with the name of the component or operation that has it."""
    roots = [*SCHEMAS.items()]
    roots += [(one["operationId"], media["schema"]) for _, _, one, _ in operations() for media in contents(one)]
    while roots:
        name, schema = roots.pop()
        yield name, schema
        roots += [(name, inner) for inner in inner_schemas(schema)]


def test_every_schema_member_and_parameter_is_described() -> None:
    missing = [name for name, schema in SCHEMAS.items() if not schema.get("description")]
    missing += [f"{owner}.{name}" for owner, schema in all_schemas()
                for name, member in schema.get("properties", {}).items() if not member.get("description")]  # fmt: skip
    missing += [f"{operation['operationId']}({one['name']})" for _, _, operation, parameters in operations()
                for one in parameters if not one.get("description")]  # fmt: skip
    assert sorted({*missing}) == [], "describe them in api/plancia_api/descriptions.toml"


def test_every_description_describes_something() -> None:
    members = {name for _, schema in all_schemas() for name in schema.get("properties", {})}
    owned = {(base_name(owner), name) for owner, schema in all_schemas() for name in schema.get("properties", {})}
    parameters = {
        (base_name(one["operationId"]), entry["name"]) for _, _, one, all_of in operations() for entry in all_of
    }
    words = descriptions()
    unused = [*({*words["schemas"]} - {*SCHEMAS}), *({*words["members"]} - members)]
    unused += {*words["parameters"]} - {name for _, name in parameters}
    unused += [f"{owner}.{name}" for owner, own in words["of"].items() for name in own
               if (owner, name) not in owned | parameters]  # fmt: skip
    assert sorted(unused) == []


def test_nothing_is_left_untyped() -> None:
    loose = {owner for owner, schema in all_schemas() if is_loose(schema)} - UNTYPED
    assert sorted(loose) == []
    assert "items: false" not in str(DOCUMENT) and not any(schema.get("items") is False for _, schema in all_schemas())


def is_loose(schema: dict[str, Any]) -> bool:
    """Whether a schema says no more than that a value is an object, a list, or anything."""
    if schema.get("type") == "object":
        return not schema.get("properties") and not isinstance(schema.get("additionalProperties"), dict)
    if schema.get("type") == "array":
        return "items" not in schema and "prefixItems" not in schema
    return not {*schema} & {"type", "enum", "const", "$ref", "oneOf", "anyOf", "allOf"}


def test_dry_run_and_language_are_declared_where_they_act() -> None:
    declared = {one["operationId"]: {entry["name"] for entry in parameters} for _, _, one, parameters in operations()}
    assert {name for name, names in declared.items() if "dry_run" in names} == {
        "append_events", "add_ruling", "rename_person", "merge_person", "erase_person", "keep_person",
    }  # fmt: skip
    assert [name for name, names in declared.items() if "lang" not in names] == []


def test_words_of_closed_lists_are_told() -> None:
    assert SCHEMAS["RulingBody"]["properties"]["outcome"]["enum"] == sorted(OUTCOMES)
    assert {*SCHEMAS["DisputeAnswer"]["properties"]["state"]["enum"]} == {*STATES}


def test_every_statistic_has_a_schema_of_its_rows() -> None:
    assert {*SCHEMAS["AnyStatistic"]["discriminator"]["mapping"]} == {*REGISTERED}
    row = SCHEMAS["ResultsBySeatRow"]
    assert row["required"] == ["players", "seat", "games", "wins", "share", "low", "high"]


def test_every_example_fits_its_schema() -> None:
    faults = []
    for _, _, operation, parameters in operations():
        told = [(media["schema"], media["example"]) for media in contents(operation) if "example" in media]
        told += [(entry["schema"], entry["example"]) for entry in parameters if "example" in entry]
        for schema, example in told:
            whole = {**schema, "components": DOCUMENT["components"]}
            faults += [f"{operation['operationId']}: {fault.json_path}: {fault.message[:200]}"
                       for fault in Draft202012Validator(whole).iter_errors(example)]  # fmt: skip
    assert faults == []


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return filled(tmp_path_factory.mktemp("openapi") / "a.db")


REFUSED: tuple[tuple[str, str, str, dict[str, Any], int], ...] = (  # operation, method and path, request, status
    ("list_games", "GET", "/games?after=x", {}, 400), ("list_games", "GET", "/games?colour=R", {}, 422),
    ("list_games", "GET", "/games", {"headers": {"Accept": "image/png"}}, 406),
    ("list_games", "GET", "/games", {"headers": {"Authorization": "Bearer x"}}, 401),
    ("one_game", "GET", "/games/none", {}, 404), ("search", "GET", "/search", {}, 400),
    ("keep_game", "POST", "/games", {"data": "x"}, 401),
    ("keep_game", "POST", "/games", {"data": "x", "content_type": "text/html", "auth": True}, 415),
    ("keep_game", "POST", "/games", {"data": "x", "content_type": "text/x-rgn", "auth": True}, 422),
    ("append_events", "POST", "/games/serata-1/events", {"json": {"lines": ["NOTE A {x}"]}, "auth": True}, 428),
    ("append_events", "POST", "/games/serata-1/events",
     {"json": {"lines": ["NOTE A {x}"]}, "auth": True, "headers": {"If-Match": '"1"'}}, 412),
    ("judge_game", "POST", "/judge", {"data": b" " * 5_000_000, "content_type": "text/x-rgn"}, 413),
    ("list_tokens", "GET", "/tokens", {"auth": True}, 403),
    ("close_dispute", "POST", "/disputes/{dispute}/close", {"json": {"why": "x"}, "auth": True}, 409),
)  # fmt: skip


@pytest.mark.parametrize(("name", "method", "path", "asked", "status"), REFUSED)
def test_a_refusal_is_declared(
    archive: Archive, name: str, method: str, path: str, asked: dict[str, Any], status: int
) -> None:
    asked = dict(asked)
    headers = dict(asked.pop("headers", {}))
    if asked.pop("auth", False):
        headers["Authorization"] = f"Bearer {archive.tokens.make('o', ['write'])}"
    dispute = archive.disputes.listed()[0].dispute
    client = create_app(archive).test_client()
    answer = client.open("/api/v1" + path.format(dispute=dispute), method=method, headers=headers, **asked)
    assert answer.status_code == status, answer.text
    operation = next(one for _, _, one, _ in operations() if one["operationId"] == name)
    declared = DOCUMENT["components"]["responses"][operation["responses"][str(status)]["$ref"].rpartition("/")[2]]
    assert answer.mimetype in declared["content"]
    schema = {**declared["content"][answer.mimetype]["schema"], "components": DOCUMENT["components"]}
    Draft202012Validator(schema).validate(answer.get_json())


def test_a_default_stands_nowhere(tmp_path: Path) -> None:
    assert [one["operationId"] for _, _, one, _ in operations() if "default" in one["responses"]] == []


def test_a_game_is_named_as_commands_name_it(archive: Archive) -> None:
    client, game = create_app(archive).test_client(), archive.resolve("serata-2")
    content = archive.db.execute("SELECT content FROM game WHERE game = ?", [game]).fetchone()[0]
    for name in (game, "serata-2", f"c_{content[:8]}"):
        assert client.get(f"/api/v1/games/{name}/score").get_json()["game"] == game
    assert client.get("/api/v1/games/serata-2.rgn").mimetype == "text/x-rgn"
    assert client.get("/api/v1/games/serata-77").get_json()["code"] == "not-found"
    (row,) = client.get("/api/v1/games?game=serata-2").get_json()["items"]
    assert (row["game"], row["name"]) == (game, "serata-2")
    assert "serata-2" in client.get("/api/v1/games.csv?game=" + game).text
    disputes = client.get("/api/v1/disputes?game=serata-2").get_json()["items"]
    assert disputes == client.get(f"/api/v1/disputes?game={game}").get_json()["items"]
    assert client.get("/api/v1/disputes?game=zzz").status_code == 404


def test_a_name_that_two_games_have_is_refused_as_declared(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    text = archive.text(archive.resolve("serata-2"))
    archive.add_game(read(text.replace('"rgn 1"]', '"rgn 1"]\n[Leg "2"]', 1)).games[0])
    assert create_app(archive).test_client().get("/api/v1/disputes?game=serata-2").status_code == 409
    (listed,) = [one for _, _, one, _ in operations() if one["operationId"] == "list_disputes"]
    assert "409" in listed["responses"]


def test_a_word_has_one_type_and_times_one_form(archive: Archive) -> None:
    client = create_app(archive).test_client()
    (row,) = client.get("/api/v1/disputes").get_json()["items"]
    dispute = client.get(f"/api/v1/disputes/{row['dispute']}").get_json()
    assert row["due"] == dispute["due"] and row["tournament"] is dispute["tournament"] is None
    assert row["line_count"] == len(dispute["lines"]) and row["outcome"] is None
    for time in (row["due"], row["opened_at"], dispute["lines"][0]["at"]):
        assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d\d\dZ", time)
    headers = {"Authorization": f"Bearer {archive.tokens.make('w', ['write'])}"}
    game = client.get("/api/v1/games?game=serata-2", headers=headers).get_json()["items"][0]
    judged = client.get("/api/v1/games/serata-2", headers=headers).get_json()
    assert isinstance(game["winners"], list) and game["clean"] is False and game["declared"] == judged["declared"] == {}


def test_headers_that_are_declared_are_sent(archive: Archive) -> None:
    app = create_app(archive, writes_per_minute=2)

    @deprecated("2026-11-24", "/docs", sunset="2027-11-24")
    def old() -> str:
        return "old"

    app.add_url_rule("/api/v1/old", "old", old)
    client = app.test_client()
    read = client.get("/api/v1/health", headers={"X-Request-Id": "mine-1"})
    assert read.headers["X-Request-Id"] == "mine-1" and "RateLimit" not in read.headers
    forged = client.get("/api/v1/none", headers={"X-Request-Id": "a b"})
    assert re.fullmatch("[0-9a-f]{16}", forged.headers["X-Request-Id"])
    judged = [client.post("/api/v1/judge", data="x", content_type="text/x-rgn") for _ in range(3)]
    assert [answer.status_code for answer in judged] == [422, 422, 429]
    assert judged[0].headers["RateLimit-Policy"].startswith('"writes";q=2;w=60')
    assert judged[0].headers["RateLimit"].startswith('"writes";r=1;t=30')
    assert judged[2].headers["RateLimit"].startswith('"writes";r=0;t=') and int(judged[2].headers["Retry-After"]) > 0
    answer = client.get("/api/v1/old")
    assert answer.headers["Deprecation"] == "@1795478400" and 'rel="deprecation"' in answer.headers["Link"]
    assert answer.headers["Sunset"] == "Wed, 24 Nov 2027 00:00:00 GMT"
