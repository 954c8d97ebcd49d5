"""Tables as Parquet files; needs pyarrow (the extra `parquet`)."""

from __future__ import annotations

import io
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.tables import ExportTable


def format_parquet(table: ExportTable) -> bytes:
    """Returns a Parquet file compressed with zstd: the same bytes for the same rows and version of pyarrow.

    A column is int64 or float64 if all its values are, else text. Raises ArchiveError if pyarrow is missing.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ArchiveError("extra", "parquet") from error
    arrow_types = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    columns = {}
    for index, column in enumerate(table.columns):
        values = [row[index] for row in table.rows]
        value_type = column_type(values)
        columns[column] = pyarrow.array([None if v is None else value_type(v) for v in values], arrow_types[value_type])
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer, compression="zstd")
    return buffer.getvalue()


def column_type(values: list[Any]) -> type:
    """Returns the narrowest of int, float and str that fits every value; str for an empty column."""
    types = {type(value) for value in values if value is not None}
    if types and types <= {int}:
        return int
    return float if types and types <= {int, float} else str
