"""Bulk answers: streams of all matching rows in bounded memory, from one snapshot of the archive (D-134).

NDJSON has one JSON object per line; CSV follows RFC 4180, with a byte-order mark for spreadsheets.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from flask import Response, request

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.etags import compute_etag, find_matching_etag, set_etag
from plancia_api.negotiation import MEDIA_TYPES, answer_format
from plancia_archive import Archive, Filters
from plancia_archive.exports.csv_cells import escape_formula
from plancia_archive.facts.event_rows import Row
from plancia_archive.snapshots import open_snapshot, readers_block_writers, spool

BATCH_SIZE = 500  # rows in memory at a time
Rows = Iterator[Mapping[str, Any]]


def stream_rows(rows: Callable[[Archive], Rows], headings: tuple[str, ...] = (), name: str = "plancia") -> Response:
    """Returns the rows of a snapshot as NDJSON or CSV with an ETag, or a 304. Raises Problem 429."""
    return stream_bytes(lambda view: encode_rows(rows(view), headings), name)


def stream_bytes(chunks: Callable[[Archive], Iterator[bytes]], name: str) -> Response:
    """Returns the chunks of a snapshot as one answer with an ETag, or a 304. Raises Problem 429.

    The answer occupies one of the slots for bulk answers until it is sent or closed.
    """
    view = open_snapshot(archive())
    tag = compute_etag(view.last_index())
    matching_tag = find_matching_etag(tag)
    if matching_tag:
        view.close()
        return set_etag(Response(status=304), matching_tag)
    try:
        release = rate_limits.acquire_bulk_slot()
    except BaseException:
        view.close()
        raise
    body = chunks(view) if request.method != "HEAD" else iter(())
    cleanup_functions = [release, view.close]
    answer = Response(
        with_cleanup(spool(body) if readers_block_writers() else body, cleanup_functions),
        mimetype=MEDIA_TYPES[answer_format()],
    )
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.{answer_format()}"'
    answer.call_on_close(lambda: clean_up(cleanup_functions))  # also where the client left before the first chunk
    return set_etag(answer, tag)


def with_cleanup(chunks: Iterator[bytes], cleanup_functions: list[Callable[[], None]]) -> Iterator[bytes]:
    """Yields the chunks; calls the cleanup functions after the last one, or if sending fails."""
    try:
        yield from chunks
    finally:
        clean_up(cleanup_functions)


def clean_up(cleanup_functions: list[Callable[[], None]]) -> None:
    """Calls each cleanup function once, even if this is called twice."""
    while cleanup_functions:
        cleanup_functions.pop()()


def rows_response(rows: Iterable[Mapping[str, Any]], headings: tuple[str, ...] = ()) -> Response:
    """Returns a short list as NDJSON or CSV."""
    return Response(b"".join(encode_rows(iter(rows), headings)), mimetype=MEDIA_TYPES[answer_format()])


def encode_rows(rows: Rows, headings: tuple[str, ...]) -> Iterator[bytes]:
    """Yields the rows in the negotiated format, one batch per chunk."""
    return csv_chunks(rows, headings) if answer_format() == "csv" else ndjson_chunks(rows)


def ndjson_chunks(rows: Rows) -> Iterator[bytes]:
    """Yields the rows as NDJSON, one JSON object per line, one batch per chunk."""
    while batch := list(islice(rows, BATCH_SIZE)):
        yield "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in batch).encode()


def csv_chunks(rows: Rows, headings: tuple[str, ...]) -> Iterator[bytes]:
    """Yields the rows as CSV in UTF-8 with a byte-order mark and CRLF; formulas are escaped for spreadsheets.

    Without `headings` the keys of the first row are the column headings.
    """
    first_row = next(rows, None)
    headings = headings or tuple(first_row or ())
    yield "\ufeff".encode() + format_csv([list(headings)] if headings else [])
    batch = [first_row] if first_row is not None else []
    while batch := [*batch, *islice(rows, BATCH_SIZE)]:
        yield format_csv([[escape_formula(cell_value(row.get(heading))) for heading in headings] for row in batch])
        batch = []


def format_csv(rows: list[list[Any]]) -> bytes:
    """Returns rows of cells as lines of CSV."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue().encode()


def cell_value(value: Any) -> Any:
    """Returns the value of a cell: lists and objects as JSON text, anything else unchanged."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value


def iterate_game_rows(
    view: Archive, filters: Filters, after: str | None, limit: int | None, newest: bool = False,
    extend: Callable[[Archive, list[Row]], None] = lambda view, rows: None,
) -> Rows:  # fmt: skip
    """Yields the rows of the games that a filter selects, read in batches; `extend` adds members to each batch."""
    while True:
        size = BATCH_SIZE if limit is None else min(BATCH_SIZE, limit)
        rows, cursor = view.games(filters, after, size, newest)
        extend(view, rows)
        for row in rows:
            row.pop("number")
            yield row
        limit = None if limit is None else limit - len(rows)
        if cursor is None or limit == 0:
            return
        after = cursor
