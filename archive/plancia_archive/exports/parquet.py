"""Tables as Parquet files; needs pyarrow (the extra `format_parquet`)."""

from __future__ import annotations

import io
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.tables import Rows


def format_parquet(table: Rows) -> bytes:
    """Returns a Parquet file compressed with zstd: the same bytes for the same rows and version of pyarrow.

    A column is int64 or float64 if all its values are, else text. Raises ArchiveError if pyarrow is missing.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ArchiveError("extra", "parquet") from error
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    columns = {}
    for place, head in enumerate(table.heads):
        values = [row[place] for row in table.rows]
        kind = column_type(values)
        columns[head] = pyarrow.array([None if v is None else kind(v) for v in values], kinds[kind])
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), out, compression="zstd")
    return out.getvalue()


def column_type(values: list[Any]) -> type:
    """Returns the narrowest of int, float and str that fits every value; str for an empty column."""
    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {int}:
        return int
    return float if kinds and kinds <= {int, float} else str
