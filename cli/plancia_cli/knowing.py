"""variants, board, glossary, completion: what the data room says."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.context import FORMATS, State, print_json, print_table

pass_state = click.make_pass_decorator(State)


@click.command()
@click.argument("variant", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@pass_state
def variants(state: State, variant: str | None, as_json: bool) -> None:
    """List the variants, or print one clause by clause with its sources.

    \b
    Example: plancia variants monopoli
    """
    from plancia_data import variant_ids, variant_source
    from plancia_replay import RuleSetError, load_ruleset
    from plancia_replay.clauses import source_of

    if variant is None:
        rows = []
        for name in variant_ids():
            head = variant_source(name)["variant"]
            full = f"{name}@{head['edition']}"
            rows.append([full, head["title"][state.lang], head.get("extends", ""), head["document"]])
        print_table(rows, ["variant", "title", "extends", "document"], "json" if as_json else "table")
        return
    try:
        rules = load_ruleset(variant)
        source, _ = source_of(variant.split("+")[0].strip())
    except RuleSetError as error:
        state.fail(error.text(state.lang))
    if as_json:
        print_json({"variant": rules.id, "rules": rules.hash, "source": source, "resolved": rules.resolved()})
        return
    head = source["variant"]
    click.echo(f"{rules.id}  {head['title'][state.lang]}")
    click.echo(f"{head['document']}" + (f"  ({state.say('extends')} {head['extends']})" if head.get("extends") else ""))
    click.echo(f"{state.say('rules-hash')} {rules.hash}\n")
    for clause in source.get("clause", []):
        print_clause(state, clause)


def print_clause(state: State, clause: dict[str, Any]) -> None:
    """One clause: number, line, words, rules with options, reading, confidence."""
    from plancia_replay.clauses import flatten

    line = f" {state.say('line')} {clause['line']}" if clause.get("line") else ""
    alternative = f" [{clause['alternative']}]" if clause.get("alternative") else ""
    click.echo(f"{clause['rule_id']}{line}{alternative}: {clause['says'][state.lang]}")
    for name, options in flatten(clause.get("use", {})).items():
        shown = " ".join(f"{key}={value}" for key, value in options.items())
        click.echo(f"    {name} {shown}".rstrip())
    for key in ("reading", "silent", "confidence"):
        value = clause.get(key)
        if value:
            click.echo(f"    {state.say(key)}: {value[state.lang] if isinstance(value, dict) else value}")
    if clause.get("drop"):
        click.echo(f"    {state.say('drops')}: {', '.join(clause['drop'])}")


@click.command()
@click.option("--board", "board_id", default="eg", show_default=True, help="Which board.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@pass_state
def board(state: State, board_id: str, form: str, as_json: bool) -> None:
    """The territories with code, names, continent and borders, and a drawn board.

    \b
    Example: plancia board --json
    """
    from plancia_cli.drawing import drawn
    from plancia_data import board as load
    from plancia_data import board_ids

    if board_id not in board_ids():
        state.fail(state.say("no-board", what=board_id, known=", ".join(board_ids())))
    found = load(board_id)
    continent = {land: entry[1 if state.lang == "it" else 2] for entry in found.continents for land in entry[4]}
    if as_json or form != "table":
        heads = ["code", "it", "en", "continent", "points", "borders"]
        rows: list[list[Any]] = [
            [code, found.names_it[i], found.names_en[i], continent[i], found.degree(i)]
            for i, code in enumerate(found.codes)
        ]
        near_codes = [[found.codes[k] for k in near] for near in found.neighbours]
        if as_json or form in ("json", "jsonl"):
            objects = [dict(zip(heads, [*row, near], strict=True)) for row, near in zip(rows, near_codes, strict=True)]
            if form == "jsonl":
                for one in objects:
                    print_json(one, pretty=False)
            else:
                print_json(objects)
        else:
            print_table([[*row, " ".join(near)] for row, near in zip(rows, near_codes, strict=True)], heads, form)
        return
    click.echo(drawn({code: ["", found.degree(i)] for i, code in enumerate(found.codes)}, state.lang).split("\n\n")[0])
    click.echo()
    for i, code in enumerate(found.codes):
        near = " ".join(found.codes[k] for k in found.neighbours[i])
        click.echo(f"{code} {found.names_it[i]:<26} {found.names_en[i]:<22} {continent[i]:<13} {near}")


@click.command()
@pass_state
def glossary(state: State) -> None:
    """Italian terms with their English names.

    \b
    Example: plancia glossary
    """
    from plancia_data import glossary as terms

    rows: list[list[Any]] = [[term["it"], term["en"], term["means"][state.lang]] for term in terms()]  # type: ignore[index]
    print_table(rows, ["it", "en", "means"])


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    Example: eval "$(plancia completion bash)"
    """
    from click.shell_completion import get_completion_class

    from plancia_cli.main import plancia

    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(plancia, {}, "plancia", "_PLANCIA_COMPLETE").source())
