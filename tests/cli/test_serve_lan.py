"""`plancia serve --lan`: address, QR code and a token that ends with the server; TLS; who may not start it."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from plancia_api import lan_address
from plancia_archive import Archive
from plancia_archive.evidence.qr_codes import qr_text
from plancia_cli.main import plancia
from plancia_data import messages, samples
from plancia_events import read
from tests.certificate_pair import make_pair

LOCAL = ["--lan", "--host", "127.0.0.1", "--port", "0"]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    opened = Archive.open(path, create=True)
    opened.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "monopoli"}])
    opened.close()
    return path


class Served:
    """A running server: what it printed until it was ready."""

    def __init__(self, process: subprocess.Popen[str], printed: str) -> None:
        self.process = process
        self.printed = printed
        self.port = int(re.findall(r"https?://[^/ ]+:(\d+)/", printed)[0])
        (self.url,) = re.findall(r"https?://\S+/sign-in\S*", printed)
        self.token = self.url.partition("#")[2]

    def end(self, number: int = signal.SIGINT) -> str:
        """Ends the server; returns what it still printed, on both streams."""
        self.process.send_signal(number)
        return "".join(self.process.communicate(timeout=30))


@contextmanager
def serving(archive: Path, *options: str, lang: str = "en") -> Iterator[Served]:
    """A server of the command line in its own process, as `python -m plancia_cli` would be."""
    command = [sys.executable, "-c", "from plancia_cli.main import main; main()", "--lang", lang, "serve", str(archive)]
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    lines: list[str] = []
    try:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.count("plk_") and "/sign-in" not in line:
                break
        assert lines and process.poll() is None, process.communicate()
        yield Served(process, "".join(lines))
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(60)


def sign_in(served: Served, context: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> dict[str, str]:
    """The headers of the answer to the form, without following it."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    scheme = "https" if context else "http"
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPSHandler(context=context))
    form = urlencode({"token": served.token, "next": "/"}).encode()
    url = f"{scheme}://{host}:{served.port}/sign-in"
    with pytest.raises(urllib.error.HTTPError) as answered:
        opener.open(urllib.request.Request(url, form, {"Origin": f"{scheme}://{host}:{served.port}"}), timeout=10)
    assert answered.value.code == 303
    return dict(answered.value.headers)


def only_token(archive: Path) -> dict[str, object]:
    opened = Archive.open(archive)
    try:
        (row,) = opened.tokens.all()
        return dict(row)
    finally:
        opened.close()


def test_the_token_signs_in_from_the_fragment_and_ends_with_the_server(archive: Path) -> None:
    opened = Archive.open(archive)
    game = opened.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    opened.close()
    with serving(archive, *LOCAL, "--tournament", "autunno", "--hours", "3") as served:
        assert served.url.startswith(f"http://127.0.0.1:{served.port}/sign-in?next=/record%3Ftournament%3Dautunno#plk_")
        assert qr_text(served.url).strip() in served.printed
        row = only_token(archive)
        assert (row["role"], row["limits"], row["state"]) == ("recorder", {"tournaments": ["autunno"]}, "valid")
        assert abs(int(str(row["expires_at"])) / 1000 - time.time() - 3 * 3600) < 120
        cookie = sign_in(served)["Set-Cookie"]
        assert served.token in cookie and "HttpOnly" in cookie and "Secure" not in cookie
        stream = f"http://127.0.0.1:{served.port}/api/v1/games/{game}/stream"
        with urllib.request.urlopen(stream, timeout=10) as one, urllib.request.urlopen(stream, timeout=10) as two:
            assert one.readline() == two.readline() == b"retry: 3000\n"
            started = time.monotonic()
            left = served.end()
            assert time.monotonic() - started < 4  # waitress waits 5 seconds for threads that do not end
        assert served.token not in left and messages("cli", "en")["lan-plain"] in left
    assert served.process.returncode == 0
    assert only_token(archive)["state"] == "revoked"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_server_revokes_the_token(archive: Path, number: int) -> None:
    with serving(archive, *LOCAL, "--role", "reader", lang="it") as served:
        assert only_token(archive)["role"] == "reader"
        assert messages("cli", "it")["lan-plain"] in served.end(number)
    assert only_token(archive)["state"] == "revoked"


def test_over_tls_the_cookie_is_secure_and_large_answers_arrive(archive: Path, tmp_path: Path) -> None:
    cert, key = make_pair(tmp_path)
    pair = ["--cert", str(cert), "--key", str(key), "--name", "club.example"]
    trusting = ssl.create_default_context(cafile=str(cert))
    with serving(archive, *LOCAL, *pair) as served:
        assert served.url.startswith(f"https://club.example:{served.port}/sign-in?next=/record#plk_")
        with pytest.raises((OSError, urllib.error.URLError)):
            urllib.request.urlopen(f"http://127.0.0.1:{served.port}/", timeout=10)
        assert "Secure" in sign_in(served, trusting, "localhost")["Set-Cookie"]
        url = f"https://localhost:{served.port}"
        with urllib.request.urlopen(f"{url}/api/v1/openapi.json", timeout=20, context=trusting) as answer:
            assert len(json.loads(answer.read())["paths"]) > 50
        body = json.dumps({"text": "x" * 200_000}).encode()
        headers = {"Content-Type": "application/json"}
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(
                urllib.request.Request(f"{url}/api/v1/judge", body, headers), timeout=20, context=trusting
            )
        assert 400 <= refused.value.code < 500
        assert messages("cli", "en")["lan-tls"] in served.end()


def test_behind_a_proxy_the_address_is_that_of_the_proxy(archive: Path) -> None:
    with serving(archive, "--lan", "-p", "0", "--behind-proxy", "127.0.0.1", "--name", "archivio.example") as served:
        assert served.url.startswith("https://archivio.example/sign-in?next=/record#plk_")
        assert messages("cli", "en")["lan-proxy"] in served.end()


def call(archive: Path, *options: str, lang: str = "en") -> tuple[int, str]:
    result = CliRunner().invoke(plancia, ["--lang", lang, "serve", str(archive), *options])
    return result.exit_code, result.output


@pytest.mark.parametrize("lang", ["it", "en"])
def test_without_a_lan_address_it_does_not_start(archive: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr(lan_address, "route_addresses", lambda: ["127.0.0.1", "169.254.3.4", "8.8.8.8"])
    monkeypatch.setattr(lan_address, "name_addresses", lambda: ["127.0.1.1"])
    code, told = call(archive, "--lan", lang=lang)
    assert code == 1 and messages("cli", lang)["no-lan"] in told
    assert not Archive.open(archive).tokens.all()


def test_the_lan_address_is_the_private_one_of_the_default_route_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_address, "route_addresses", lambda: ["203.0.114.7", "192.168.1.20"])
    monkeypatch.setattr(lan_address, "name_addresses", lambda: ["10.0.0.3"])
    assert lan_address.lan_address() == "192.168.1.20"
    monkeypatch.setattr(lan_address, "route_addresses", list)
    assert lan_address.lan_address() == "10.0.0.3"


@pytest.mark.parametrize(("options", "code", "key"), [
    (["--role", "reader"], 2, "lan-only"), (["--hours", "2"], 2, "lan-only"), (["--game", "x"], 2, "lan-only"),
    (["--cert", "x.pem"], 2, "cert-and-key"), (["--lan", "--behind-proxy", "127.0.0.1"], 2, "lan-proxy-name"),
    ([*LOCAL, "--host", "192.0.2.55"], 1, "host-not-here"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(archive: Path, options: list[str], code: int, key: str) -> None:
    said = messages("cli", "en")[key].format(host="192.0.2.55")
    answer = call(archive, *options)
    assert answer[0] == code and said in " ".join(answer[1].split())
    assert not Archive.open(archive).tokens.all()


@pytest.mark.parametrize("options", [["--game", "nowhere"], ["--tournament", "nowhere"]])
def test_an_unknown_game_or_tournament_is_refused(archive: Path, options: list[str]) -> None:
    code, told = call(archive, *LOCAL, *options)
    assert code == 1 and "nowhere" in told and not Archive.open(archive).tokens.all()


def test_files_that_are_no_certificate_and_key_are_refused(archive: Path, tmp_path: Path) -> None:
    cert, key = make_pair(tmp_path)
    other = make_pair(tmp_path, "other.example")[1]
    for pair in ((cert, other), (key, cert), (archive, key), (tmp_path / "missing", key)):
        code, told = call(archive, *LOCAL, "--cert", str(pair[0]), "--key", str(pair[1]))
        assert code == 1 and pair[0].name in told, told


def test_a_missing_archive_is_not_created(tmp_path: Path) -> None:
    code, _ = call(tmp_path / "none.db", *LOCAL)
    assert code == 1 and not (tmp_path / "none.db").exists()
