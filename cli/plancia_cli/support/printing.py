"""Answers on standard output or into a file, in the forms that every command offers."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from plancia_cli.support.colour_legend import legend, letters_in
from plancia_cli.support.context import CliContext, print_json, write_bytes
from plancia_data import languages, messages, text_in

FORMS = ("table", "csv", "tsv", "xlsx", "json", "jsonl")
Row = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """How an answer is wanted: `kind` is one of FORMS, or "text" for the words of commands that have some."""

    kind: str
    headers: bool = True
    output: str | None = None
    lang: str = "it"
    decimal_comma: bool = False

    @property
    def objects(self) -> bool:
        """Is JSON wanted?"""
        return self.kind in ("json", "jsonl")

    def rows(
        self,
        rows: Sequence[Row],
        heads: Sequence[str],
        shown: Sequence[str] = (),
        whole: Any = None,
        widths: Sequence[int] = (),
    ) -> None:
        """Prints rows under the same field names in every form.

        A table shows the fields of `shown` where there are any, wrapped within `widths` (letters a column) where there
        are some; JSON prints `whole` where it is given, JSON Lines a row each.
        """
        if self.kind == "json":
            self.write(dumped(rows if whole is None else whole, 2) + "\n")
        elif self.kind == "jsonl":
            self.write("".join(dumped(row) + "\n" for row in rows))
        elif self.kind in ("csv", "tsv"):
            self.separated(rows, heads)
        elif self.kind == "xlsx":
            self.workbook(rows, heads)
        else:
            columns = list(shown or heads)
            cells = [[self.worded(head, row.get(head)) for head in columns] for row in rows]
            self.write(tabled(cells, [self.title(head) for head in columns] if self.headers else None, widths))
            told = legend(letters_in(rows, columns), self.lang) if self.headers else ""
            if told and self.output is None:
                self.write(f"\n{told}\n")

    def workbook(self, rows: Sequence[Row], heads: Sequence[str]) -> None:
        """An XLSX file; it needs a file to go to."""
        from plancia_archive.exports.csv_cells import workbook

        if self.output is None:
            raise click.UsageError(self.state.say("xlsx-file"))
        cells = [[self.cell(row.get(head)) for head in heads] for row in rows]
        write_bytes(self.state, self.output, workbook(heads if self.headers and heads else None, cells))

    def title(self, head: str) -> str:
        """The heading of a column in a table: words in the reader's language for the name of a field."""
        words = messages("columns", self.lang)
        name, _, number = head.rpartition("_")
        numbered = words.get(f"{name}_n") if number.isdigit() else None
        return str(numbered.format(n=number) if numbered else words.get(head, head))

    def worded(self, head: str, value: Any) -> Any:
        """A cell of a table: a coded value (`unfinished`, `illegal`) in the reader's language."""
        code = f"{head}={value}" if isinstance(value, (str, bool)) else ""
        return messages("columns", self.lang).get(code) or self.cell(value)

    def separated(self, rows: Sequence[Row], heads: Sequence[str]) -> None:
        """CSV or TSV: plain for programs on standard output, as spreadsheets want it in a file."""
        from plancia_archive.exports.csv_cells import decimal_comma, separated, spreadsheet

        cells = [[self.cell(row.get(head)) for head in heads] for row in rows]
        first = heads if self.headers and heads else None  # without rows they may not be known
        delimiter = "," if self.kind == "csv" else "\t"
        if self.decimal_comma:
            cells = [[decimal_comma(cell) for cell in row] for row in cells]
            delimiter = ";" if self.kind == "csv" else delimiter
        if self.output is None or self.output == "-":
            self.write(separated(first, cells, delimiter))
        else:
            write_bytes(self.state, self.output, spreadsheet(first, cells, delimiter))

    def cell(self, value: Any) -> Any:
        """What stands in a cell: words in the reader's language, lists with blanks, other objects as JSON."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, dict) and {"it", "en"} <= set(value) <= set(languages()):
            return text_in(value, self.lang)
        if isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value):
            return " ".join("-" if item is None else str(item) for item in value)
        return dumped(value) if isinstance(value, (dict, list)) else value

    def write(self, text: str) -> None:
        """To the file asked for, else to standard output."""
        if self.output is None:
            click.echo(text, nl=False)
        else:
            write_bytes(self.state, self.output, text.encode())

    def one(self, value: Any, alone: bool = True) -> None:
        """One object as JSON: over several lines where it stands alone and JSON Lines are not asked for."""
        print_json(value, pretty=alone and self.kind == "json")

    @property
    def state(self) -> CliContext:
        """The options of the command that runs."""
        return click.get_current_context().ensure_object(CliContext)


def dumped(value: Any, indent: int | None = None) -> str:
    """JSON, letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


def tabled(cells: list[list[Any]], heads: list[str] | None, widths: Sequence[int] = ()) -> str:
    """A table in full width, or wrapped within the widths of its columns; nothing is cut off."""
    from tabulate import tabulate

    most = list(widths) if widths and cells else None
    if not heads and not cells:
        return ""
    if not heads:
        return str(tabulate(cells, tablefmt="plain", disable_numparse=True, maxcolwidths=most)) + "\n"
    return str(tabulate(cells, heads, disable_numparse=True, maxcolwidths=most)) + "\n"


def printed(default: str = "table", json_help: str = "Short for --format json.") -> Callable[[Any], Any]:
    """Gives a command `--format`, `--json`, `--no-headers` and, where rows are all it prints, `--output`.

    The command gets a `form`. With `default` "text" its own words are one more form.
    """
    forms = FORMS if default != "text" else tuple(form for form in FORMS if form != "xlsx")  # that has no --output
    choices = forms if default in forms else (default, *forms)
    options = [
        click.option("--format", "printed_as", type=click.Choice(choices), default=default, show_default=True,
                     help="How to print."),
        click.option("--json", "as_json", is_flag=True, help=json_help),
        click.option("--no-headers", is_flag=True, help="Tables, CSV and TSV without the line of field names."),
        click.option("--decimal-comma", is_flag=True, help="CSV as spreadsheets in Italy want it: ; and 24,5."),
    ]  # fmt: skip
    if default != "text":
        options.append(click.option("--output", "-o", help="Write to this file; CSV then as spreadsheets want it."))

    def add(function: Any) -> Any:
        @functools.wraps(function)
        def wrapped(
            *given: Any, printed_as: str, as_json: bool, no_headers: bool, decimal_comma: bool, **named: Any
        ) -> Any:
            lang = click.get_current_context().ensure_object(CliContext).lang
            output = named.pop("output", None) if default != "text" else None
            kind = "xlsx" if (output or "").lower().endswith(".xlsx") else printed_as
            form = Form("json" if as_json else kind, not no_headers, output, lang, decimal_comma)
            return function(*given, form=form, **named)

        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return add
