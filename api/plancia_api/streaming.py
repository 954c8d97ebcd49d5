"""Bulk answers: everything that matches, line after line, in bounded memory, as the archive stood at one moment."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from flask import Response, request

from plancia_api import rate_limits
from plancia_api.negotiation import MEDIA, form
from plancia_api.seam import archive as served
from plancia_api.seam import known, set_etag, tag_of
from plancia_archive import Archive, Filters
from plancia_archive.exports.csv_cells import guarded
from plancia_archive.log.read_view import readers_wait, snapshot, spooled

ROWS = 500
Rows = Iterator[dict[str, Any]]


def stream_rows(rows: Callable[[Archive], Rows], heads: tuple[str, ...] = (), name: str = "plancia") -> Response:
    """The rows of a snapshot as NDJSON or CSV, with an ETag; 304 where nothing was kept since. Raises Problem 429."""
    return stream_bytes(lambda view: written(rows(view), heads), name)


def stream_bytes(pieces: Callable[[Archive], Iterator[bytes]], name: str) -> Response:
    """Pieces of a snapshot as one answer, which holds a place among the few bulk answers at a time."""
    view = snapshot(served())
    tag = tag_of(view.last())
    already = known(tag)
    if already:
        view.close()
        return set_etag(Response(status=304), already)
    try:
        free = rate_limits.take_bulk()
    except BaseException:
        view.close()
        raise
    made = pieces(view) if request.method != "HEAD" else iter(())
    left = [free, view.close]
    answer = Response(until_done(spooled(made) if readers_wait() else made, left), mimetype=MEDIA[form()])
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.{form()}"'
    answer.call_on_close(lambda: leave(left))  # also where nobody has taken the first piece
    return set_etag(answer, tag)


def until_done(pieces: Iterator[bytes], left: list[Callable[[], None]]) -> Iterator[bytes]:
    """The pieces, and then what is left to do."""
    try:
        yield from pieces
    finally:
        leave(left)


def leave(left: list[Callable[[], None]]) -> None:
    """Does what is left to do, once."""
    while left:
        left.pop()()


def rows_response(rows: Iterable[dict[str, Any]], heads: tuple[str, ...] = ()) -> Response:
    """A short list as NDJSON or CSV."""
    return Response(b"".join(written(iter(rows), heads)), mimetype=MEDIA[form()])


def written(rows: Rows, heads: tuple[str, ...]) -> Iterator[bytes]:
    """Rows in the form asked for, some hundred at a time."""
    return as_csv(rows, heads) if form() == "csv" else as_lines(rows)


def as_lines(rows: Rows) -> Iterator[bytes]:
    """One JSON object a line."""
    while batch := list(islice(rows, ROWS)):
        yield "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in batch).encode()


def as_csv(rows: Rows, heads: tuple[str, ...]) -> Iterator[bytes]:
    """CSV that spreadsheets open right (as in a dump): UTF-8 with its mark, CRLF, no cell that runs as a formula."""
    first = next(rows, None)
    heads = heads or tuple(first or ())
    yield "\ufeff".encode() + line_of([list(heads)] if heads else [])  # without rows they may not be known
    batch = [first] if first is not None else []
    while batch := [*batch, *islice(rows, ROWS)]:
        yield line_of([[guarded(cell(row.get(head))) for head in heads] for row in batch])
        batch = []


def line_of(rows: list[list[Any]]) -> bytes:
    """Rows of cells as lines of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode()


def cell(value: Any) -> Any:
    """A cell: a list or an object as JSON, everything else as it is."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value


def games_of(
    view: Archive, filters: Filters, after: str | None, most: int | None, newest: bool = False,
    seated: Callable[[Archive, list[dict[str, Any]]], None] = lambda view, rows: None,
) -> Rows:  # fmt: skip
    """The rows of the games of a filter, read a page at a time; `seated` gives a page more members."""
    while True:
        size = ROWS if most is None else min(ROWS, most)
        rows, following = view.games(filters, after, size, newest)
        seated(view, rows)
        for row in rows:
            row.pop("number")
            yield row
        most = None if most is None else most - len(rows)
        if following is None or most == 0:
            return
        after = following
