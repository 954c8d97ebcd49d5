"""The commands of the arbiter's page run as it prints them, in both languages: the dispute and the server too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.disputes.states import STATES
from plancia_data import messages
from tests.season import ROOT, commands, run

PAGES = {"en": "arbiter.md", "it": "arbiter.it.md"}
PHOTO = b"\xff\xd8\xff" + bytes(60)
REPORT_FAILURE = "case $? in 0|3) ;; *) echo FAILED;; esac"  # 3: findings
SERVE = "plancia serve circolo.db --host 0.0.0.0"


def page(lang: str) -> str:
    return (ROOT / "docs" / PAGES[lang]).read_text("utf-8")


def fenced_blocks(text: str) -> list[list[str]]:
    """The lines of each block of code between rows of three backquotes."""
    return [block.strip().splitlines() for block in re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)]


def serves_pages(folder: Path, lang: str) -> bool:
    """Runs the server as the page says, at a free port of this machine alone, and asks it for the start page."""
    words = SERVE.replace("0.0.0.0", "127.0.0.1").split()[1:]
    env = {**os.environ, "PLANCIA_LANG": lang}
    process = subprocess.Popen(
        [sys.executable, "-m", "plancia_cli", *words, "--port", "0"],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        (address,) = re.findall(r"127\.0\.0\.1:\d+", process.stdout.readline())[:1]
        with urllib.request.urlopen(f"http://{address}/", timeout=30) as answer:
            return answer.status == 200 and b"Torneo del circolo Arci" in answer.read()
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout:
            process.stdout.close()


@pytest.mark.parametrize("lang", ["en", pytest.param("it", marks=pytest.mark.soak)])  # the same commands
def test_every_block_of_the_page_is_run(tmp_path: Path, lang: str) -> None:
    text = page(lang)
    evidence_block, serve_block, dispute_block = fenced_blocks(text)
    assert serve_block == [SERVE] and len(dispute_block) >= 10
    assert [line.split()[1] for line in evidence_block] == ["append", "cite"]  # test_correction_evidence.py runs them
    opening, *later = dispute_block
    assert opening.startswith("plancia dispute open ")
    before = [command for command, _ in commands(text.partition(f"\n```\n{SERVE}")[0])]
    after = [command for command, _ in commands(text.rpartition("\n```\n")[2])]
    (tmp_path / "foglio.jpg").write_bytes(PHOTO)
    script = [*before, f"ID=$({opening} | grep -o 'd_[0-9A-Z]*'); echo $ID",
              *(re.sub(r"\bID\b", "$ID", line) for line in later), *after]  # fmt: skip
    printed = run([f"{command}\n{REPORT_FAILURE}" for command in script], tmp_path, PLANCIA_LANG=lang)
    for command, told in zip(script, printed, strict=True):
        assert "FAILED" not in told, (command, told)
    archive = Archive.open(tmp_path / "circolo.db")
    (row,) = archive.disputes.listed()
    dispute, game = archive.disputes.get(row.dispute), archive.resolve("prima-serata")
    assert dispute.state == "closed" and len(dispute.of_kind("ruling")) == 2
    assert archive.approvals.get(game) is not None
    archive.close()
    decision = (tmp_path / "decision.html").read_text("utf-8")
    assert dispute.id in decision and f'lang="{lang}"' in decision
    head = re.findall(r"\n(\d+)\n(\S{44})\n", (tmp_path / "testa.txt").read_text("utf-8"))
    assert head, "the checkpoint that the page writes to a file"
    checked = run(["plancia verify prova.bundle.json --key $(plancia key show | grep -o '[^ ]*+[0-9a-f]*+[^ ]*')"],
                  tmp_path, PLANCIA_LANG=lang, PLANCIA_ARCHIVE="circolo.db")  # fmt: skip
    assert messages("cli", lang)["proven"] in checked[0] and dispute.id in checked[0]
    assert serves_pages(tmp_path, lang)


@pytest.mark.parametrize("lang", PAGES)
def test_the_table_of_states_has_the_words_of_the_badges(lang: str) -> None:
    words = messages("pages", lang)
    for state in STATES[:4]:
        (shown,) = re.findall(rf"^\| `{state}`.*?\*(.*?)\* \|", page(lang), re.M)
        assert shown == words[f"badge.{state}"]
        others = (messages("disputes", lang)[f"state.{state}"], messages("columns", lang)[f"state={state}"],
                  messages("cli", lang)[f"dispute.{state}"])  # fmt: skip
        assert state in ("open", "ruled") or all(other.startswith(shown) for other in others)


@pytest.mark.parametrize("lang", PAGES)
def test_the_buttons_that_the_page_names_are_on_the_pages(lang: str) -> None:
    known = {*messages("pages", lang).values(), *messages("api", lang).values()}
    known |= {word for name in ("page_words.mjs",) for word in re.findall(
        r'"([^"]+)"', (ROOT / "docs" / "verify" / "src" / name).read_text("utf-8"))}  # fmt: skip
    named = set(re.findall(r"\*([A-Z][^*\n]+)\*", page(lang).replace("**", "")))
    first_words = {word.partition(" {")[0] for word in known}
    assert named and not named - known - first_words, named - known
