"""The games every contestant reads: imported games kept with the tests, repeated under fresh names."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
WHOLE = HERE.parent / "tests" / "games" / "rcm"
GAMES = HERE.parent / "tests" / "games" / "imported"


def texts(copies: int) -> list[bytes]:
    """Canonical texts of tournament games with full dice."""
    found = sorted(GAMES.glob("rrl-*.rgn"))
    if not found:
        raise SystemExit(f"no games in {GAMES}")
    return [file.read_bytes() for file in found] * copies


def without_checkpoints(text: bytes) -> bytes:
    """The game without stated boards, so that every contestant does the same work."""
    return b"".join(line for line in text.splitlines(keepends=True) if not line.startswith(b"CHECK "))
