"""Errors of the transparency log. Their messages are in the catalogue `tlog` of plancia_data."""

from __future__ import annotations

from plancia_data import messages


class TlogError(ValueError):
    """Base class of the errors. `code` is a stable identifier; `what` is the value that the message quotes."""

    def __init__(self, code: str, what: object = "") -> None:
        self.code = code
        self.what = str(what)
        super().__init__(code, self.what)

    def text(self, lang: str = "it") -> str:
        """Returns the message in a language, `it` or `en`."""
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
    """A witness or timestamp authority that cannot be reached, or that rejects the request."""


class StoreError(TlogError):
    """The stored state of a witness that cannot be read or written; the witness must not sign."""
