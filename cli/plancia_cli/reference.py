"""variants, board, glossary, completion: what the data room says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form, printed
from plancia_data import text_in

pass_state = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("variant", required=False, metavar="[ID]")
@printed("text")
@pass_state
def variants(state: CliContext, variant: str | None, form: Form) -> None:
    """List the variants, or print one clause by clause with its sources.

    \b
    Example: plancia variants monopoli
    """
    from plancia_data import variant_ids, variant_source
    from plancia_replay import RuleSetError, load_ruleset
    from plancia_replay.rulesets.clauses import source_of

    if variant is None:
        heads = ["variant", "title", "extends", "document", "clauses"]
        form.rows([entry(name, variant_source(name)) for name in variant_ids()], heads, heads[:-1])
        return
    try:
        rules = load_ruleset(variant)
        source, _ = source_of(variant.split("+")[0].strip())
    except RuleSetError as error:
        state.fail(error.text(state.lang))
    if form.kind != "text":
        whole = {"variant": rules.id, "rules": rules.hash, "head": source["variant"],
                 "clauses": source.get("clause", []), "source": source, "resolved": rules.resolved()}  # fmt: skip
        form.rows(whole["clauses"], ["rule_id", "line", "alternative", "says", "use", "reading", "silent"], whole=whole)
        return
    if Path(state.archive).is_file():
        from plancia_archive.log.stored_rulesets import others

        if kept := others(state.open(), rules.id, rules.hash):
            state.tell("rules-others", name=rules.id, rules=", ".join(digest[:12] for digest in kept))
    head = source["variant"]
    click.echo(f"{rules.id}  {text_in(head['title'], state.lang)}")
    click.echo(f"{head['document']}" + (f"  ({state.say('extends')} {head['extends']})" if head.get("extends") else ""))
    click.echo(f"{state.say('rules-hash')} {rules.hash}\n")
    for clause in source.get("clause", []):
        print_clause(state, clause)


def entry(name: str, source: dict[str, Any]) -> dict[str, Any]:
    """A variant in the list of variants."""
    head = source["variant"]
    return {"variant": f"{name}@{head['edition']}", "title": head["title"], "document": head["document"],
            "extends": head.get("extends"), "clauses": len(source.get("clause", []))}  # fmt: skip


def print_clause(state: CliContext, clause: dict[str, Any]) -> None:
    """One clause: number, line, words, rules with options, reading, confidence."""
    from plancia_replay.rulesets.clauses import flatten

    line = f" {state.say('line')} {clause['line']}" if clause.get("line") else ""
    alternative = f" [{clause['alternative']}]" if clause.get("alternative") else ""
    click.echo(f"{clause['rule_id']}{line}{alternative}: {text_in(clause['says'], state.lang)}")
    for name, options in flatten(clause.get("use", {})).items():
        shown = " ".join(f"{key}={value}" for key, value in options.items())
        click.echo(f"    {name} {shown}".rstrip())
    for key in ("reading", "silent", "confidence"):
        value = clause.get(key)
        if value:
            click.echo(f"    {state.say(key)}: {text_in(value, state.lang) if isinstance(value, dict) else value}")
    for key, word in (("drop", "drops"), ("needs", "needs")):
        if clause.get(key):
            click.echo(f"    {state.say(word)}: {', '.join(clause[key])}")


@click.command()
@click.option("--board", "board_id", default="eg", show_default=True, help="Which board.")
@printed("text")
@pass_state
def board(state: CliContext, board_id: str, form: Form) -> None:
    """The territories with code, names, continent and borders, and a drawn board.

    \b
    Example: plancia board --json
    """
    from plancia_cli.support.board_text import drawn
    from plancia_data import board as load
    from plancia_data import board_ids, in_language

    if board_id not in board_ids():
        state.fail(state.say("no-board", what=board_id, known=", ".join(board_ids())))
    found = load(board_id)
    continent = {land: in_language(state.lang, entry[1], entry[2]) for entry in found.continents for land in entry[4]}
    if form.kind != "text":
        heads = ["code", "it", "en", "continent", "points", "borders"]
        rows = [
            dict(zip(heads, (code, found.names_it[i], found.names_en[i], continent[i], found.degree(i),
                             [found.codes[k] for k in found.neighbours[i]]), strict=True))
            for i, code in enumerate(found.codes)
        ]  # fmt: skip
        form.rows(rows, heads)
        return
    click.echo(drawn({code: ["", found.degree(i)] for i, code in enumerate(found.codes)}, state.lang).split("\n\n")[0])
    click.echo()
    for i, code in enumerate(found.codes):
        near = " ".join(found.codes[k] for k in found.neighbours[i])
        click.echo(f"{code} {found.names_it[i]:<26} {found.names_en[i]:<22} {continent[i]:<13} {near}")


@click.command()
@printed()
@pass_state
def glossary(state: CliContext, form: Form) -> None:
    """Italian terms with their English names.

    \b
    Example: plancia glossary
    """
    from plancia_data import glossary as terms

    form.rows(list(terms()), ["it", "en", "means"])


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    Example: eval "$(plancia completion bash)"
             plancia completion powershell | Out-String | Invoke-Expression
    """
    from click.shell_completion import get_completion_class

    from plancia_cli.main import plancia

    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(plancia, {}, "plancia", "_PLANCIA_COMPLETE").source())
