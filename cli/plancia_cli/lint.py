"""lint and fmt: the problems of texts in the notation, where their form is not canonical, and rewriting them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CLEAN, ERROR, FOUND, CliContext, read_bytes, write_bytes
from plancia_cli.support.judging import worse_code
from plancia_cli.support.printing import Printer, Row, with_format

if TYPE_CHECKING:
    from plancia_events import Problem, Reading
    from plancia_events.text.tidiness import FormFinding

pass_cli_context = click.make_pass_decorator(CliContext)
GZIP_START = b"\x1f\x8b"
COMPRESSED = (
    "{file} è compresso con gzip, e fmt non riscrive i file compressi: decomprimerlo (gunzip), o plancia convert "
    "{file}",
    "{file} is compressed with gzip, and fmt does not rewrite compressed files: decompress it (gunzip), or plancia "
    "convert {file}",
)
FIELDS = ("file", "line", "column", "kind", "code", "detail", "found", "expected")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_format("text", "An array of all findings.")
@pass_cli_context
def lint(context: CliContext, files: tuple[str, ...], printer: Printer) -> None:
    """Check the text of records: what cannot be read, and lines that are not in the canonical form.

    Every problem has a code, a line and a column; an untidy line is shown as it would be written. Of JSON, what cannot
    be read is told, with its pointer. Whether the game was played by the rules is for plancia judge; plancia fmt
    rewrites untidy files.

    Exit code 0: all canonical; 3: readable, but not canonical; 1: a problem. A folder stands for its .rgn files.

    \b
    Example: plancia lint partita.rgn
             plancia lint serata1 --json
    """
    code = CLEAN
    rows: list[Row] = []
    for name in text_files(context, files):
        data, reading = read_text(context, name)
        from plancia_events.text.tidiness import find_untidy

        findings = [] if is_json(data) else find_untidy(data, reading)
        code = worse_code(code, ERROR if reading.problems else FOUND if findings else CLEAN)
        rows += [problem_row(context, problem) for problem in reading.problems]
        rows += [form_row(context, name, finding) for finding in findings]
        if printer.format == "text":
            for problem in reading.problems:
                click.echo(problem.text(context.lang))
            for finding in findings:
                click.echo(finding_text(context, name, finding))
            if not reading.problems and not findings:
                context.tell("lint-tidy", file=name)
    if printer.format != "text":
        printer.print_rows(rows, FIELDS)
    sys.exit(code)


def text_files(context: CliContext, names: tuple[str, ...]) -> list[str]:
    """The files named, and those with the suffix .rgn of a folder."""
    files: list[str] = []
    for name in names:
        found = [str(path) for path in sorted(Path(name).rglob("*.rgn"))] if name and Path(name).is_dir() else [name]
        if not found:
            context.fail(context.say("lint-no-files", file=name))
        files += found
    return files


def read_text(context: CliContext, name: str) -> tuple[bytes, Reading]:
    """The bytes of a file, decompressed, and what can be read of it, also of JSON. Ends the command for other files."""
    from plancia_archive.importers import decompress
    from plancia_events import read, read_json

    data = decompress(read_bytes(context, name), name)
    label = "<stdin>" if name == "-" else name
    if is_json(data):
        return data, read_json(data.decode("utf-8-sig", errors="replace"), label)
    return data, read(data, label)


def is_json(data: bytes) -> bool:
    """True for a file that begins as JSON."""
    from plancia_archive.importers.rgn import JSON_START

    return JSON_START.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


def problem_row(context: CliContext, problem: Problem) -> Row:
    """The row of a parse problem."""
    return {"kind": "problem", **problem.to_json(context.lang)}


def form_row(context: CliContext, name: str, finding: FormFinding) -> Row:
    """The row of a departure from the canonical form."""
    return {
        "kind": "form", "file": name, "line": finding.line, "column": 1, "code": finding.code, "found": finding.found,
        "expected": finding.canonical, "detail": context.say(f"lint.{finding.code}"),
    }  # fmt: skip


def finding_text(context: CliContext, name: str, finding: FormFinding) -> str:
    """A departure as text: its place, what it is, and the line before and after."""
    text = f"{name}:{finding.line}: {context.say(f'lint.{finding.code}')} [{finding.code}]"
    before = [f"    - {finding.found}"] if finding.found else []
    return "\n".join([text, *before, *(f"    + {line}" for line in finding.canonical.splitlines())])


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@click.option("--drop-comments", is_flag=True, help="Drop the lines that begin with `;`, which the form does not have.")
@pass_cli_context
def fmt(context: CliContext, files: tuple[str, ...], check: bool, diff: bool, drop_comments: bool) -> None:
    """Rewrite texts of records in the canonical form, in place. What they say stays the same.

    A file that has a problem is not touched, nor is one with lines that begin with `;`, unless --drop-comments is
    given. `-` reads standard input and writes standard output.

    Exit code 0: written, or canonical already; 1: a file that was not touched; 3: with --check or --diff, a file would
    change.

    \b
    Example: plancia fmt partita.rgn
             plancia fmt serata1 --check
    """
    code = CLEAN
    for name in text_files(context, files):
        code = worse_code(code, format_file(context, name, check, diff, drop_comments))
    sys.exit(code)


def format_file(context: CliContext, name: str, check: bool, diff: bool, drop_comments: bool) -> int:
    """Rewrites one file, or says what would change; returns the exit code."""
    from plancia_data import in_language
    from plancia_events.text.tidiness import canonical_text, is_comment_line, source_lines

    if name != "-" and read_bytes(context, name).startswith(GZIP_START):
        context.tell_line(in_language(context.lang, *COMPRESSED).format(file=name))
        return ERROR
    data, reading = read_text(context, name)
    if is_json(data):
        context.tell("lint-json", file=name)
        return ERROR
    if reading.problems:
        for problem in reading.problems:
            context.tell_line(problem.text(context.lang))
        context.tell("fmt-problems", file=name, count=len(reading.problems))
        return ERROR
    comments = [number for number, line in enumerate(source_lines(data), start=1) if is_comment_line(line)]
    if comments and not drop_comments:
        context.tell("fmt-comments", file=name, count=len(comments), line=comments[0])
        return ERROR
    text = canonical_text(reading)
    if diff:
        click.echo(difference(name, data, text), nl=False)
    elif check:
        if data != text.encode():
            click.echo(context.say("fmt-would", file=name))
    elif name == "-":
        write_bytes(context, None, text.encode())
    elif data != text.encode():
        rewrite(context, name, text.encode())
        context.tell("fmt-written", file=name)
    return FOUND if (check or diff) and data != text.encode() else CLEAN


def rewrite(context: CliContext, name: str, data: bytes) -> None:
    """Replaces the content of a file atomically; it keeps its mode, and a link stays a link."""
    path = Path(name).resolve()
    mode = path.stat().st_mode
    write_bytes(context, str(path), data)
    path.chmod(mode)


def difference(name: str, data: bytes, text: str) -> str:
    """A unified difference; a byte-order mark, carriage returns and a missing last line feed are shown."""
    import difflib

    before = data.decode("utf-8").splitlines(keepends=True) if b"\r" not in data else [
        line + "\n" for line in data.decode("utf-8").replace("\r", "\\r").split("\n")
    ]  # fmt: skip
    shown = [line.replace("\ufeff", "\\ufeff") for line in before]
    lines = difflib.unified_diff(shown, text.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else line + "\n\\ no line feed at the end\n" for line in lines)
