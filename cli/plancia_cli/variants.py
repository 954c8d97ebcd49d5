"""variants: the list of variants, and one variant clause by clause."""

from __future__ import annotations

from pathlib import Path

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_data import text_in
from plancia_data.forms import VariantClause

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("variant", required=False, metavar="[ID]")
@with_format("text")
@pass_cli_context
def variants(context: CliContext, variant: str | None, printer: Printer) -> None:
    """List the variants, or print one clause by clause with its sources.

    \b
    Example: plancia variants monopoli
    """
    from plancia_replay import load_ruleset
    from plancia_replay.rulesets.clauses import load_variant, variant_rows

    if variant is None:
        columns = ["variant", "title", "board", "extends", "document", "clauses"]
        printer.print_rows(variant_rows(), columns, columns[:-1])
        return
    rules = load_ruleset(variant)
    source, _ = load_variant(variant.split("+")[0].strip())
    if printer.format != "text":
        payload = {"variant": rules.id, "rules": rules.hash, "head": source["variant"],
                 "clauses": source.get("clause", []), "source": source, "resolved": rules.content}  # fmt: skip
        printer.print_rows(
            source.get("clause", []),
            ["rule_id", "line", "alternative", "says", "use", "reading", "silent"],
            payload=payload,
        )
        return
    if Path(context.archive).is_file():
        from plancia_archive.log.stored_rulesets import other_digests

        if digests := other_digests(context.open(), rules.id, rules.hash):
            context.tell("rules-others", name=rules.id, rules=", ".join(digest[:12] for digest in digests))
    head = source["variant"]
    click.echo(f"{rules.id}  {text_in(head['title'], context.lang)}")
    click.echo(
        f"{head['document']}" + (f"  ({context.say('extends')} {head['extends']})" if head.get("extends") else "")
    )
    is_assumed = any("board" in clause.get("open", []) for clause in rules.content["clauses"])
    key = "board-assumed" if is_assumed else "board-of"
    click.echo(context.say(key, board=rules.content["board"]["id"]))
    click.echo(f"{context.say('rules-hash')} {rules.hash}\n")
    for clause in source.get("clause", []):
        print_clause(context, clause)


def print_clause(context: CliContext, clause: VariantClause) -> None:
    """Prints one clause: number, line, sentence, rules with options, reading, confidence."""
    from plancia_replay.rulesets.clauses import flatten

    line = f" {context.say('line')} {clause['line']}" if clause.get("line") else ""
    alternative = f" [{clause['alternative']}]" if clause.get("alternative") else ""
    click.echo(f"{clause['rule_id']}{line}{alternative}: {text_in(clause['says'], context.lang)}")
    for name, options in flatten(clause.get("use", {})).items():
        values = " ".join(f"{key}={value}" for key, value in options.items())
        click.echo(f"    {name} {values}".rstrip())
    told = (("reading", clause.get("reworded") or clause.get("reading")), ("silent", clause.get("silent")))
    for key, texts in (*told, ("confidence", clause.get("confidence"))):
        if texts:
            click.echo(f"    {context.say(key)}: {text_in(texts, context.lang)}")
    for label, names in (("drops", clause.get("drop")), ("needs", clause.get("needs"))):
        if names:
            click.echo(f"    {context.say(label)}: {', '.join(names)}")
