"""Tables as Parquet files, where pyarrow is installed (the extra `parquet`)."""

from __future__ import annotations

import io
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.tables import Rows


def parquet(table: Rows) -> bytes:
    """A Parquet file compressed with zstd, the same bytes for the same rows and the same pyarrow.

    A column is of integers or of floats where all its values are such, else text. Raises ArchiveError where pyarrow
    is missing.
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
        kind = kind_of(values)
        columns[head] = pyarrow.array([None if v is None else kind(v) for v in values], kinds[kind])
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), out, compression="zstd")
    return out.getvalue()


def kind_of(values: list[Any]) -> type:
    """The narrowest of int, float and str that holds every value; text where there is none."""
    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {int}:
        return int
    return float if kinds and kinds <= {int, float} else str
