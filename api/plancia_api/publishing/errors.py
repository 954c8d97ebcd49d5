"""The error of publishing: a code whose words are `publish-CODE` of the command line, and their values."""

from __future__ import annotations

from typing import Any


class PublishError(Exception):
    """The site could not be written.

    `code` is one of: `not-a-site` (the folder has files and is no published site), `foreign` (a file of somebody else
    stands where a page belongs), `manifest` (the list of published files cannot be read), `page` (a page cannot be
    rendered), `write` (a file or folder cannot be written; `errno` says why). `values` are those of its words.
    """

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def write_error(file: object, error: OSError) -> PublishError:
    """Returns the error for a file that cannot be written."""
    return PublishError("write", file=str(file), errno=error.errno or 0, why=error.strerror or str(error))
