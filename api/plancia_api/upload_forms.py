"""Forms with files: each file is hashed while it arrives, with a larger limit than other bodies."""

from __future__ import annotations

import re
from typing import IO, Any, cast

from flask import Request, request
from werkzeug.datastructures import FileStorage

from plancia_api.auth import current_grant
from plancia_archive.disputes.uploads import Upload

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
    """Returns the files of the fields of the form that have one: field, upload, the sender's file name."""
    files = []
    for field in fields:
        file: FileStorage | None = request.files.get(field)
        if file is not None and file.filename:
            upload: Any = file.stream
            files.append((field, cast(Upload, upload), file.filename))
    return files
