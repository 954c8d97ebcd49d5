"""What the transparency log refuses; the words are in the catalogue `tlog` of plancia_data."""

from __future__ import annotations

from plancia_data import messages


class TlogError(ValueError):
    """A refusal. `code` is stable; `what` is the detail of the message; `text(lang)` says what and what to do."""

    def __init__(self, code: str, what: object = "") -> None:
        self.code = code
        self.what = str(what)
        super().__init__(code, self.what)

    def text(self, lang: str = "it") -> str:
        """The message in a language."""
        return messages("tlog", lang)[self.code].format(what=self.what)

    def __str__(self) -> str:
        return self.text("en")


class ProofError(TlogError):
    """A Merkle proof that cannot be made or does not verify, or a text that is not a proof."""


class NoteError(TlogError):
    """A signed note or a key that is not well-formed, or a signature that does not verify."""


class CheckpointError(TlogError):
    """A checkpoint or head that is not well-formed."""


class PolicyError(TlogError):
    """A policy that is not well-formed, or a checkpoint that does not satisfy it."""


class TileError(TlogError):
    """A path or the content of a tile that is not well-formed."""


class RequestError(TlogError):
    """A request to a witness that is not well-formed."""


class ServiceError(TlogError):
    """A witness or timestamp authority that cannot be reached, or that refuses."""


class StoreError(TlogError):
    """The stored state of a witness that cannot be read or written; the witness must not sign."""
