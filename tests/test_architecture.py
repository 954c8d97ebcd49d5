"""Imports run along the arrows, and each library stays in its home."""

from __future__ import annotations

import ast
import importlib
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SIZES = ROOT / "tests" / "sizes.toml"
MAY = {
    "data": set(),
    "events": {"data"},
    "replay": {"data", "events"},
    "archive": {"data", "events", "replay"},
    "api": {"data", "events", "replay", "archive"},
    "cli": {"data", "events", "replay", "archive"},
}
FACE = ROOT / "api" / "plancia"  # `import plancia`: the Python face, imported by nobody
FACE_MAY = {"data", "events", "replay", "archive"}
HOMES = {
    "msgspec": {"events", "archive"}, "sqlite_utils": {"archive"}, "pysqlite3": {"archive"}, "sqlite3": {"archive"},
    "flask": {"api"}, "flask_smorest": {"api"}, "marshmallow": {"api"}, "waitress": {"api"},
    "flask_compress": {"api"}, "click": {"cli"}, "tabulate": {"cli"}, "librt": {"events", "replay"},
    "openpyxl": {"archive"}, "rapidfuzz": {"archive"}, "pyarrow": {"archive"},
    "cryptography": {"archive"}, "segno": {"archive"}, "platformdirs": {"cli"}, "rfc3161_client": {"archive"},
    "resvg_py": {"api"}, "icalendar": {"api"},
    "apsw": set(),  # the benches alone
}  # fmt: skip

CIRCLES = {  # imports that close a circle all the same: (importer, imported)
    "replay": [("kernel.rule", "kernel.table")],  # for annotations only, which mypyc needs to compile native calls
}
PUBLIC = {  # the modules that other packages may import, by folder; `__init__` is the folder itself
    "data": {
        "": "board_map extras forms",
    },
    "events": {
        "": "json_messages json_schema kinds names ops",
        "kinds": "arbiter ending setup turn",
        "packed": "log",
        "text": "canonical_check canonical_lines event_text expected_forms game headers json_reader objective_names "
        "reader splitting tidiness",
    },
    "replay": {
        "batch": "compare_judgements correction_effects diff_rulesets turn_ends",
        "judging": "corrections dates explanations forms hidden_results judgement movetext prepare replay "
        "replayed_game result_verdicts scores seat_headers slips step_states table_json verdicts winner without_event",
        "kernel": "table trace",
        "recording": "completing completion derivable due due_words errors opening play territory_counts vocabulary",
        "rulesets": "clauses coverage registry ruleset",
        "drawing": "board_svg event_svg last_move wording",
        "": "drawing synthetic",
        "synthetic": "game mutations",
        "text": "comments event_sentences fact_values narrator sentences spoken_sources",
    },
    "archive": {
        "actions": "action",
        "anchors": "anchor_files timestamps",
        "disputes": "correction_evidence decision files game_sections disputed_result judged_effect "
        "lines outcomes photo_metadata readings recorded_lines register ruling_preview ruling_texts "
        "states store ",
        "evidence": "bundle foreign_files qr_codes receipt_form receipts result verdict_words verifier_inputs "
        "verify_bundle verify_receipt",
        "exports": "backups crosstables csv_cells datasette_copy dumps foreign_records merges parquet "
        "reports tables",
        "facts": "event_rows judgement_changes odds redaction",
        "": "actions dates importers snapshots statistics tournaments workers writers",
        "importers": "base bundles preparing rgn",
        "integrity": "fsck verify",
        "log": "approvals archive_key archive_stream authors connections creation entry_format entry_times "
        "foreign_logs game_head published read_only side_files "
        "storable_game stored_rulesets submission temp_files validation wal_checkpoint withdrawals",
        "queries": "filter_values filters game_titles latest irregularities lineup result_status "
        "search text_search verdict_listing",
        "people": "free_text pasted_names register shown_names",
        "registers": "person_erasure person_merges readers refusals roles "
        "token_events tokens written_copies",
        "statistics": "charts listing notes player_profile registry svg typed_results what_if",
        "tlog": "checkpoint errors keys policy signed_note text_fields tlog_proof witness "
        "witness_files",
        "tournaments": "disputed_tables events import_games log open_tables result_sheets round_approval "
        "validation",
        "past": "moments view_cache views",
    },
}  # fmt: skip


FLOORS = {  # the rooms of a package from the ground up: a room may import from those before it, and none after
    "events": "parts packed kinds text",
    "replay": "kernel rules rulesets text judging synthetic batch recording drawing",
    "archive": "people tlog facts log snapshots importers anchors evidence writers tournaments queries registers "
    "statistics disputes integrity past exports actions",
    "api": "answers routes pages publishing",
    "cli": "support *",  # `*`: the files directly in the package, here the commands
}
FACES = {"archive": "archive"}  # composes the rooms below it; they may name it for annotations only
BELOW_FACE = ("people", "tlog", "facts", "log", "tournaments", "registers", "queries", "disputes")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The nodes of the syntax tree of a file, whose first is the module."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def reachable(path: Path, room: str) -> set[str]:
    """The packages that a file may import."""
    if path.is_relative_to(FACE):
        return FACE_MAY | ({"cli"} if path.name == "__main__.py" else set())
    return MAY[room] | {room}


@pytest.mark.parametrize("room", sorted(MAY))
def test_arrows_and_homes(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        for name in imports(path):
            top = name.split(".")[0]
            if top.startswith("plancia_"):
                other = top.removeprefix("plancia_")
                served = path.name in ("serve.py", "publish.py") and room == "cli" and other == "api"
                assert other in reachable(path, room) or served, f"{path}: {name}"
            assert top != "plancia" or path.is_relative_to(FACE), f"{path}: {name}"
            if top in HOMES:
                assert room in HOMES[top], f"{path}: {name}"


def test_files_are_one_topic_long() -> None:
    for room in MAY:
        for path in (ROOT / room).rglob("*.py"):
            assert len(path.read_text("utf-8").splitlines()) <= 600, path  # D-185


def test_rules_ask_terms_and_helpers_not_the_classes_of_other_rules() -> None:
    from plancia_replay.kernel.rule import Rule
    from plancia_replay.rulesets.registry import rule_classes

    classes = {(kind.__module__, kind.__name__) for kind in rule_classes().values()}
    assert len(classes) > 150 and all(issubclass(kind, Rule) for kind in rule_classes().values())
    for path in (ROOT / "replay" / "plancia_replay" / "rules").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom):
                taken = {(node.module, alias.name) for alias in node.names} & classes
                assert not taken, (
                    f"{path.name}:{node.lineno}: ask a method of Rule, a term or a helper of {node.module}"
                )


def modules(room: str) -> dict[str, Path]:
    """The modules of a package by their dotted names; a folder has the name of its `__init__`."""
    top = ROOT / room / f"plancia_{room}"
    parts = {path: path.relative_to(top.parent).with_suffix("").parts for path in top.rglob("*.py")}
    return {".".join(part for part in names if part != "__init__"): path for path, names in parts.items()}


MODULES = {room: modules(room) for room in MAY}
EVERY = {name for known in MODULES.values() for name in known}


@cache
def imported(path: Path) -> set[str]:
    """The project's modules that a file imports, wherever the import stands."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            deep = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (deep & EVERY) | ({node.module} if deep - EVERY else set())
    return found & EVERY


def arrows_up(package: str) -> dict[tuple[str, str], list[str]]:
    """Imports from a room of a package to a higher one, by the two rooms: `module -> module` of each."""
    order, top = FLOORS[package].split(), f"plancia_{package}."
    found: dict[tuple[str, str], list[str]] = {}
    for name, path in MODULES[package].items():
        for other in imported(path):
            lower, higher = (one.removeprefix(top).partition(".")[0] for one in (name, other))
            if lower in order and other.startswith(top) and higher != lower and higher != FACES.get(package):
                higher = higher if higher in order else "*"
                if higher in order and order.index(higher) > order.index(lower):
                    found.setdefault((lower, higher), []).append(f"{name} -> {other}")
    return found


def test_every_room_has_its_floor() -> None:
    for package, order in FLOORS.items():
        top = ROOT / package / f"plancia_{package}"
        folders = {path.parent.name for path in top.glob("*/*.py")}
        assert folders <= set(order.split()), f"give each room of {package} its place in FLOORS"


@pytest.mark.parametrize("package", sorted(FLOORS))
def test_no_room_imports_from_a_higher_one(package: str) -> None:
    assert arrows_up(package) == {}, "move what both need down, or pass it in"


def test_rooms_below_the_archive_know_it_by_name_only() -> None:
    """`archive.py` makes the registers of these rooms: a function there may take an `Archive`, and make none."""
    for room in BELOW_FACE:
        for path in (ROOT / "archive" / "plancia_archive" / room).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            for_types = {id(node) for block in tree.body if isinstance(block, ast.If) for node in ast.walk(block)}
            taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and id(node) not in for_types]
            assert "plancia_archive.archive" not in {node.module for node in taken}, f"{path}: under TYPE_CHECKING only"


@cache
def users() -> dict[str, set[str]]:
    """Which modules of the project import each module."""
    found: dict[str, set[str]] = {name: set() for name in EVERY}
    for known in MODULES.values():
        for name, path in known.items():
            for other in imported(path) - {name}:
                found[other].add(name)
    return found


def one_user_modules() -> list[str]:
    """The modules that one module of the project imports, which lies in the same folder: a part of that one's topic."""
    paths = {name: path for known in MODULES.values() for name, path in known.items()}
    alone = {name: paths[next(iter(by))] for name, by in users().items() if len(by) == 1}
    return sorted(
        name for name, user in alone.items() if user.name != "__init__.py" and user.parent == paths[name].parent
    )


def sizes() -> dict[str, int]:
    """What tests/sizes.toml holds: how much there is of what ought to become less."""
    texts = [path.read_text("utf-8") for known in MODULES.values() for path in known.values()]
    return {
        "one_user_modules": len(one_user_modules()),
        "untyped_dicts": sum(text.count("dict[str, Any]") for text in texts),
        "arrows_up": sum(len(arrows_up(package)) for package in FLOORS),
        "lines": sum(len(text.splitlines()) for text in texts),
    }


@pytest.mark.parametrize("name", ["one_user_modules", "untyped_dicts", "arrows_up", "lines"])
def test_what_ought_to_become_less_does_not_grow(name: str) -> None:
    limit = tomllib.loads(SIZES.read_text("utf-8"))[name]
    count, most, slack = sizes()[name], limit["most"], limit["slack"]
    assert count <= most, f"{name}: {count}, of at most {most}. {limit['instead']}"
    assert count >= most - slack, f"{name} fell to {count}: `python3 run.py make` lowers {most}"


def test_an_arrow_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FLOORS, "events", "text kinds packed parts")
    assert {("text", "kinds"), ("kinds", "packed")} <= arrows_up("events").keys()


def test_a_module_with_one_user_is_found() -> None:
    by = users()
    assert by["plancia_archive.errors"] > {"plancia_archive.archive"}
    assert all(len(by[name]) == 1 for name in one_user_modules())
    assert "plancia_archive.archive" not in one_user_modules()


@pytest.mark.parametrize("room", sorted(PUBLIC))
def test_other_packages_import_public_modules_only(room: str) -> None:
    public = {f"{folder}.{name}".strip(".") for folder, names in PUBLIC[room].items() for name in names.split()}
    unknown = {name for name in public if f"plancia_{room}.{name}" not in MODULES[room]}
    assert not unknown, f"no such modules: {unknown}"
    for other in sorted(MAY.keys() - {room}):
        for path in (ROOT / other).rglob("*.py"):
            given = set(vars(importlib.import_module(f"plancia_{room}")).get("__all__", ()))
            inner = {name.partition(".")[2] for name in imported(path) if name.startswith(f"plancia_{room}.")} - given
            assert inner <= public, f"{path}: {sorted(inner - public)} is not public (PUBLIC in {Path(__file__).name})"


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle, or nothing."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while leaves := {name for name, targets in left.items() if not targets & left.keys()}:
        left = {name: targets for name, targets in left.items() if name not in leaves}
    return sorted(left)


@pytest.mark.parametrize("room", sorted(MAY))
def test_no_files_of_a_package_import_one_another_in_a_circle(room: str) -> None:
    arrows = {name: (imported(path) & MODULES[room].keys()) - {name} for name, path in MODULES[room].items()}
    for one, other in CIRCLES.get(room, ()):
        arrows[f"plancia_{room}.{one}"].discard(f"plancia_{room}.{other}")
    assert circle(arrows) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["a", "b", "c", "d"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_generic_judging_names_no_rule_and_no_territory() -> None:
    from plancia_data import board
    from plancia_replay.rulesets.registry import rule_classes

    folder = ROOT / "replay" / "plancia_replay"
    files = [*folder.glob("judging/assumptions/*.py"), *folder.glob("batch/*.py")]
    names = ("findings", "slips", "replayed_game", "scores")
    files += [folder / "judging" / f"{name}.py" for name in names]
    known = [*rule_classes(), *board("eg").codes]
    for path in files:
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named = [name for name in known if node.value == name or node.value.startswith(name + ".")]
                assert not named, (
                    f"{path.name}:{node.lineno}: {named}: state it on the class of the rule, or in the data"
                )


def test_every_write_over_http_has_its_action() -> None:
    import tempfile

    from plancia_api import create_app
    from plancia_api.auth import ACTIONS
    from plancia_api.http_methods import READ_METHODS
    from plancia_archive import Archive

    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "a.db", create=True)
        rules = list(create_app(archive).url_map.iter_rules())
        archive.close()
    writes = {rule.endpoint for rule in rules if set(rule.methods or ()) - set(READ_METHODS)}
    with_witness = {"witness.add_checkpoint"}  # of `plancia serve --witness`
    assert writes == set(ACTIONS) - with_witness, "declare the write in plancia_api.auth.ACTIONS: else it is refused"
