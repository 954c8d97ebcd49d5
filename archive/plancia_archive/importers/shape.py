"""What an importer gives, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancia_data import board
from plancia_events import Game, Problem

MESSAGES = {
    "kind": (
        "non si capisce che tipo di file è ({what}): indicarlo con --from",
        "cannot tell what file this is ({what}): name it with --from",
    ),
    "gzip": ("archivio gzip rovinato o incompleto: {what}", "gzip file damaged or cut short: {what}"),
    "too-large": ("più di {what} byte una volta scompattato", "more than {what} bytes once unpacked"),
    "content": ("contenuto non capito: {what}", "content not understood: {what}"),
    "command": ("comando non previsto: {what}", "unexpected command: {what}"),
    "empty": ("nessuna partita nel file", "no game in the file"),
}  # fmt: skip

LAND = dict(zip(board("eg").ids, board("eg").codes, strict=True))


class ImportProblem(ValueError):
    """A source that cannot be imported: file, line (0 unknown), what is wrong."""

    def __init__(self, file: str, line: int, code: str, what: str = "") -> None:
        self.file = file
        self.line = line
        self.code = code
        self.what = what
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """The problem in words."""
        said = MESSAGES[self.code][1 if lang == "en" else 0].format(what=self.what)
        return f"{self.file}:{self.line}: {said}" if self.line else f"{self.file}: {said}"


@dataclass
class Imported:
    """A game, what was left out in its conversion, and the problems of its text where it is one."""

    game: Game
    left_out: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
