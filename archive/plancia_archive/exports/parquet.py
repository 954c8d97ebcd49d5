"""Tables as Parquet files, with the types and meanings of tables.toml; needs pyarrow (the extra `parquet`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.tables import ExportTable
from plancia_data import described_tables

CONVERSIONS: dict[str, Callable[[Any], Any]] = {"integer": int, "number": float, "string": str}


def format_parquet(table: ExportTable) -> bytes:
    """Returns a Parquet file compressed with zstd: the same bytes for the same rows and version of pyarrow.

    A column is int64, float64 or text as tables.toml says, whatever its values are; the metadata of the file and of its
    columns have what they mean, in English. Raises ArchiveError if pyarrow is missing.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ArchiveError("extra", "parquet") from error
    arrow_types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
    described = described_tables()[table.name]
    fields, arrays = [], []
    for index, column in enumerate(described.columns):
        kind, convert = arrow_types[column.type], CONVERSIONS[column.type]
        values = [None if row[index] is None else convert(row[index]) for row in table.rows]
        arrays.append(pyarrow.array(values, kind))
        fields.append(pyarrow.field(column.name, kind, metadata={"description": column.meaning["en"]}))
    schema = pyarrow.schema(fields, {"title": table.name, "description": described.meaning["en"]})
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), buffer, compression="zstd")
    return buffer.getvalue()
