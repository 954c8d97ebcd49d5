"""Prints rows and objects as tables, CSV, TSV, XLSX, JSON or JSON Lines, on standard output or to a file."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from plancia_cli.support.context import CliContext, print_json, write_bytes
from plancia_data import languages, messages, text_in

COLOUR_LETTERS = "RBGYNV-*A"
COLOUR_COLUMNS = ("actor", "colour", "colours", "from", "to", "turn", "winner", "winners")  # columns of letters


def format_legend(letters: Iterable[str], lang: str) -> str:
    """Each letter with its word, in the order of the notation; "" if no letter is a colour."""
    from plancia_data import messages, words

    letters_present = set(letters)
    names = words(lang)
    entries = [
        f"{letter} {names[f'colour.{letter}'].lower()}" for letter in COLOUR_LETTERS if letter in letters_present
    ]
    if not letters_present & set(COLOUR_LETTERS[:6]):  # a dash alone needs no legend
        return ""
    return str(messages("cli", lang)["legend"]).format(letters=", ".join(entries))


def letters_in(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> set[str]:
    """The colour letters in a table's columns of letters."""
    letters: set[str] = set()
    for column in columns:
        if column in COLOUR_COLUMNS:
            values = {str(row.get(column) or "") if not isinstance(row.get(column), list) else " ".join(row[column])
                      for row in rows}  # fmt: skip
            words = {part for value in values for part in value.split()}
            if words.issubset(COLOUR_LETTERS):
                letters |= words
    return letters


FORMATS = ("table", "csv", "tsv", "xlsx", "json", "jsonl")
Row = dict[str, Any]  # by field; each command says which


@dataclass(frozen=True)
class Printer:
    """Prints the result of a command; `format` is one of FORMATS, or "text" for the command's own text."""

    format: str
    headers: bool = True
    output: str | None = None
    lang: str = "it"
    decimal_comma: bool = False

    @property
    def is_json(self) -> bool:
        """True for JSON and JSON Lines."""
        return self.format in ("json", "jsonl")

    def print_rows(
        self,
        rows: Sequence[Mapping[str, Any]],
        fields: Sequence[str],
        columns: Sequence[str] = (),
        payload: Any = None,
        widths: Sequence[int] = (),
    ) -> None:
        """Prints rows under the same field names in every format.

        Tables show `columns`, else all `fields`; `widths` (letters per column) wraps them. JSON prints `payload`, else
        the rows; JSON Lines one row per line.
        """
        if self.format == "json":
            self.write(to_json(rows if payload is None else payload, 2) + "\n")
        elif self.format == "jsonl":
            self.write("".join(to_json(row) + "\n" for row in rows))
        elif self.format in ("csv", "tsv"):
            self.write_csv(rows, fields)
        elif self.format == "xlsx":
            self.write_xlsx(rows, fields)
        else:
            self.write_table(rows, list(columns or fields), widths)

    def write_table(
        self, rows: Sequence[Mapping[str, Any]], columns: Sequence[str], widths: Sequence[int] = ()
    ) -> None:
        """A table for people; on standard output a legend of the colour letters follows."""
        cells = [[self.display_cell(column, row.get(column)) for column in columns] for row in rows]
        self.write(format_table(cells, [self.title(column) for column in columns] if self.headers else None, widths))
        legend = format_legend(letters_in(rows, columns), self.lang) if self.headers else ""
        if legend and self.output is None:
            self.write(f"\n{legend}\n")

    def write_xlsx(self, rows: Sequence[Mapping[str, Any]], fields: Sequence[str]) -> None:
        """An XLSX file; raises click.UsageError without --output."""
        from plancia_archive.exports.csv_cells import format_xlsx

        if self.output is None:
            raise click.UsageError(self.context.say("xlsx-file"))
        cells = [[self.cell(row.get(field)) for field in fields] for row in rows]
        write_bytes(self.context, self.output, format_xlsx(fields if self.headers and fields else None, cells))

    def title(self, field: str) -> str:
        """A table's heading for a field, in the reader's language; the field name if there is none."""
        titles = messages("columns", self.lang)
        name, _, number = field.rpartition("_")
        numbered_title = titles.get(f"{name}_n") if number.isdigit() else None
        return str(numbered_title.format(n=number) if numbered_title else titles.get(field, field))

    def display_cell(self, field: str, value: Any) -> Any:
        """A cell of a table: coded values (`unfinished`, `illegal`) in the reader's language."""
        code = f"{field}={value}" if isinstance(value, (str, bool)) else ""
        return messages("columns", self.lang).get(code) or self.cell(value)

    def write_csv(self, rows: Sequence[Mapping[str, Any]], fields: Sequence[str]) -> None:
        """CSV or TSV: on standard output plain, for programs; in a file in the dialect of spreadsheets."""
        from plancia_archive.exports.csv_cells import format_csv, spreadsheet_csv, with_decimal_comma

        cells = [[self.cell(row.get(field)) for field in fields] for row in rows]
        header = fields if self.headers and fields else None  # a result without rows may have no field names
        delimiter = "," if self.format == "csv" else "\t"
        if self.decimal_comma:
            cells = [[with_decimal_comma(cell) for cell in row] for row in cells]
            delimiter = ";" if self.format == "csv" else delimiter
        if self.output is None or self.output == "-":
            self.write(format_csv(header, cells, delimiter))
        else:
            write_bytes(self.context, self.output, spreadsheet_csv(header, cells, delimiter))

    def cell(self, value: Any) -> Any:
        """A value for a cell: texts in the reader's language, lists with blanks, other objects as JSON."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, dict) and {"it", "en"} <= set(value) <= set(languages()):
            return text_in(value, self.lang)
        if isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value):
            return " ".join("-" if item is None else str(item) for item in value)
        return to_json(value) if isinstance(value, (dict, list)) else value

    def write(self, text: str) -> None:
        """Writes text to the --output file, else to standard output."""
        if self.output is None:
            click.echo(text, nl=False)
        else:
            write_bytes(self.context, self.output, text.encode())

    def print_object(self, value: Any, alone: bool = True) -> None:
        """Prints one object as JSON; indented if it is the only one and the format is not JSON Lines."""
        print_json(value, pretty=alone and self.format == "json")

    @property
    def context(self) -> CliContext:
        """The context of the running command."""
        return click.get_current_context().ensure_object(CliContext)


def to_json(value: Any, indent: int | None = None) -> str:
    """JSON text, not escaped to ASCII."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


def format_table(cells: list[list[Any]], titles: list[str] | None, widths: Sequence[int] = ()) -> str:
    """A table in full width, or wrapped within the widths of its columns; nothing is truncated."""
    from tabulate import tabulate

    max_widths = list(widths) if widths and cells else None
    if not titles and not cells:
        return ""
    if not titles:
        return str(tabulate(cells, tablefmt="plain", disable_numparse=True, maxcolwidths=max_widths)) + "\n"
    return str(tabulate(cells, titles, disable_numparse=True, maxcolwidths=max_widths)) + "\n"


def with_format(default: str = "table", json_help: str = "Short for --format json.") -> Callable[[Any], Any]:
    """Decorator that adds `--format`, `--json`, `--no-headers`, `--decimal-comma` and `--output` to a command.

    The command gets a `printer`. With `default` "text" there is one more format, the command's own text, and no
    `--output`.
    """
    formats = FORMATS if default != "text" else tuple(name for name in FORMATS if name != "xlsx")  # needs --output
    choices = formats if default in formats else (default, *formats)
    decorators = [
        click.option("--format", "output_format", type=click.Choice(choices), default=default, show_default=True,
                     help="Output format."),
        click.option("--json", "as_json", is_flag=True, help=json_help),
        click.option("--no-headers", is_flag=True, help="Tables, CSV and TSV without a header row."),
        click.option("--decimal-comma", is_flag=True,
                     help="CSV with ; as separator and decimal commas (24,5), for Italian spreadsheets."),
    ]  # fmt: skip
    if default != "text":
        decorators.append(
            click.option("--output", "-o", help="Write to this file; CSV is then written for spreadsheets.")
        )

    def add_options(function: Any) -> Any:
        @functools.wraps(function)
        def wrapper(
            *args: Any, output_format: str, as_json: bool, no_headers: bool, decimal_comma: bool, **options: Any
        ) -> Any:
            context = click.get_current_context().ensure_object(CliContext)
            output = options.pop("output", None) if default != "text" else None
            format_name = "xlsx" if (output or "").lower().endswith(".xlsx") else output_format
            printer = Printer("json" if as_json else format_name, not no_headers, output, context.lang, decimal_comma)
            context.prints_json = printer.is_json
            return function(*args, printer=printer, **options)

        for option in reversed(decorators):
            wrapper = option(wrapper)
        return wrapper

    return add_options
