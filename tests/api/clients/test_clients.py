"""Two generators that are not ours make clients that compile under strict types and do 25 tasks against a server.

Needed, else skipped: `pip install openapi-python-client`, and `npm install --global openapi-typescript openapi-fetch
typescript@5 @types/node` (PLANCIA_NODE_MODULES names another folder of packages).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from waitress.server import create_server

from plancia_api import create_app
from plancia_api.app import openapi_document
from plancia_data import samples
from plancia_events import read
from tests.api.conftest import filled

HERE = Path(__file__).parent
TASKS = 25
pytestmark = pytest.mark.soak
PYTHON_GENERATOR = shutil.which("openapi-python-client")
NODE_PACKAGES = ("openapi-typescript", "openapi-fetch", "typescript", "@types/node")


def run(*command: object, cwd: Path) -> str:
    """The output of a command that has to succeed."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def node_modules() -> Path | None:
    """The folder of the packages of Node.js; None if one of them is absent."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    named = os.environ.get("PLANCIA_NODE_MODULES") or subprocess.check_output(["npm", "root", "--global"], text=True)
    folder = Path(named.strip())
    return folder if all((folder / package).is_dir() for package in NODE_PACKAGES) else None


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[str]]:
    """The arguments of the tasks: address, tokens of an arbiter and of a keeper, a game that is not stored."""
    archive = filled(tmp_path / "a.db")
    archive.checkpoints.sign()
    game = read(samples()["monopoli-serata.rgn"].replace(b"serata-1", b"client-1")).games[0].to_json()
    (tmp_path / "game.json").write_text(json.dumps(game), "utf-8")
    (tmp_path / "openapi.json").write_text(json.dumps(openapi_document()), "utf-8")
    server = create_server(create_app(archive), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    tokens = archive.tokens.make("t", ["write"]), archive.tokens.grant("k", "keeper")[1]
    yield [f"http://127.0.0.1:{server.effective_port}", *tokens, str(tmp_path / "game.json")]
    server.close()


@pytest.mark.skipif(PYTHON_GENERATOR is None, reason="no openapi-python-client: pip install openapi-python-client")
def test_a_python_client_does_its_tasks(served: list[str], tmp_path: Path) -> None:
    place = tmp_path / "client"
    generate = (PYTHON_GENERATOR, "generate", "--path", tmp_path / "openapi.json", "--config", HERE / "config.yaml")
    told = run(*generate, "--output-path", place, "--meta", "setup", cwd=tmp_path)
    assert "Unable to process schema" not in told and "Cannot parse response" not in told
    shutil.copy(HERE / "tasks.py", place)
    interpreter = str(PYTHON_GENERATOR).replace(
        "openapi-python-client", "python"
    )  # its environment has httpx and attrs
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", interpreter, "tasks.py", cwd=place)
    assert run(interpreter, "tasks.py", *served, cwd=place).strip() == f"{TASKS} done"


@pytest.mark.skipif(node_modules() is None, reason=f"without {', '.join(NODE_PACKAGES)}: npm install --global")
def test_a_typescript_client_does_its_tasks(served: list[str], tmp_path: Path) -> None:
    place = tmp_path / "client"
    place.mkdir()
    (place / "node_modules").symlink_to(node_modules() or "")
    (place / "package.json").write_text('{"type": "module"}', "utf-8")
    for name in ("tasks.ts", "tsconfig.json"):
        shutil.copy(HERE / name, place)
    modules = place / "node_modules"
    run("node", modules / "openapi-typescript/bin/cli.js", tmp_path / "openapi.json", "-o", "schema.d.ts", cwd=place)
    run("node", modules / "typescript/bin/tsc", "-p", "tsconfig.json", cwd=place)
    assert run("node", "tasks.js", *served, cwd=place).strip() == f"{TASKS} done"
