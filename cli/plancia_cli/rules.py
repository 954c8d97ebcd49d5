"""rules: the clauses of the documents, the rules of the engine, stored rule-sets."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_replay.rulesets.coverage import ClauseCoverage

COLUMNS = ("rule_id", "document", "line", "says", "rule", "cases", "status", "variant", "reason")
COLUMN_WIDTHS = {  # columns of the table, in letters
    "rule_id": 7, "variant": 16, "document": 12, "line": 4, "status": 7, "rule": 31, "cases": 30, "says": 34,
    "reason": 20,
}  # fmt: skip


@click.command()
@click.option("--variant", "-v", help="Only the clauses of this variant.")
@click.option("--document", "-d", help="Only clauses of this document (the beginning of its name).")
@click.option("--engine", is_flag=True, help="The rules of the engine, with their options and defaults.")
@click.option("--kept", "digest", metavar="HASH", help="A resolved rule-set as stored in the archive, as JSON.")
@with_format()
@click.make_pass_decorator(CliContext)
def rules(
    context: CliContext, variant: str | None, document: str | None, engine: bool, digest: str | None, printer: Printer
) -> None:
    """Every clause of every document: its number, what it says, its rule, its cases, its status.

    Status: checked (rules, tried by cases), choice (an option that takes rules away), carried (judged by another
    clause, tried by cases of its number), reason (no rule, and the clause says why), hole. Cases are named by their
    path in the source.

    \b
    Example: plancia rules --variant monopoli
             plancia rules --document 000 --json
    """
    from plancia_replay.rulesets.coverage import clause_coverage

    if digest is not None:
        print_stored_ruleset(context, digest, printer)
        return
    if engine:
        print_engine_rules(printer)
        return
    rows = [
        row for row in clause_coverage()
        if (variant is None or variant in (row["variant"], row["variant"].partition("@")[0]))
        and (document is None or row["document"].startswith(document))
    ]  # fmt: skip
    if not rows:
        context.fail(context.say("no-clauses", what=variant or document or "-"))
    if printer.format == "table":
        printer.print_rows([shorten(row) for row in rows], list(COLUMN_WIDTHS), widths=list(COLUMN_WIDTHS.values()))
    else:
        printer.print_rows(rows, COLUMNS)


def shorten(row: ClauseCoverage) -> Row:
    """A clause for the table: the document's prefix, which -d takes, and the cases without folders."""
    cases = [case.rpartition("/")[2].removesuffix(".toml") for case in row["cases"]]
    return {**row, "document": row["document"].partition("_")[0], "cases": cases}


def print_engine_rules(printer: Printer) -> None:
    """Prints every rule of the engine with its options."""
    from plancia_replay.rulesets.registry import options_of, rule_classes

    printer.print_rows(
        [{"rule": name, "options": options_of(name)} for name in sorted(rule_classes())], ["rule", "options"]
    )


def print_stored_ruleset(context: CliContext, digest: str, printer: Printer) -> None:
    """Prints a rule-set of the archive by its hash or the beginning of it."""

    resolved = context.open().rules(digest).content
    clauses = resolved["clauses"]
    printer.print_rows(clauses, list(clauses[0]) if clauses else [], payload=resolved)
