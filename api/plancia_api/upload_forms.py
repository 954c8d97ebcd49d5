"""Forms with files: each file is hashed while it arrives, with a larger limit than other bodies."""

from __future__ import annotations

import re
from typing import IO, cast

from flask import Request, request

from plancia_api.auth import current_grant
from plancia_api.problems import Problem
from plancia_archive.disputes.files import Upload

UPLOAD_PATHS = re.compile(
    r"/(disputes/new|(api/v1/)?(disputes/d_[0-9A-Z]{8}|games/[^/]+/corrections/[0-9]+)/evidence)/?\Z"
)
MAX_UPLOAD_BYTES = (
    64 * 1024 * 1024
)  # bytes: four times a file that is kept, so that a form with a larger one comes back


class UploadRequest(Request):
    """A request whose files are written to `Upload` objects."""

    def _get_file_stream(
        self, total_content_length: int | None, content_type: str | None, filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:  # fmt: skip
        return cast("IO[bytes]", Upload())


def allow_upload() -> None:
    """Lets a caller with a token send a body of MAX_UPLOAD_BYTES bytes; call before the form is read."""
    if current_grant() is None:
        return
    request.max_content_length = MAX_UPLOAD_BYTES


def uploaded_files(*fields: str) -> list[tuple[str, Upload, str]]:
    """Returns the files of the fields of the form that have one: field, upload, the sender's file name.

    Raises Problem 422 for a field with several, of which all but one would be lost.
    """
    files = [(field, file) for field in fields for file in request.files.getlist(field) if file.filename]
    if len({field for field, _ in files}) < len(files):
        raise Problem("invalid", f"{', '.join(fields)}: 0..1", field=fields[0])
    return [(field, cast("Upload", file.stream), str(file.filename)) for field, file in files]


def uploaded_file() -> tuple[Upload, str] | None:
    """Returns the file in the field `file` and the sender's name for it; None without one. Raises Problem 422."""
    files = uploaded_files("file")
    return files[0][1:] if files else None
