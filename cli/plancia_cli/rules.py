"""rules, diff and the questions "what if": variants beside each other, and a game under another variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form, printed
from plancia_data import text_in

if TYPE_CHECKING:
    from plancia_replay import RuleSet, WhatIf

pass_state = click.make_pass_decorator(CliContext)


@click.command()
@click.option("--variant", "-v", help="Only the clauses of this variant.")
@click.option("--document", "-d", help="Only clauses of this document (the beginning of its name).")
@click.option("--engine", is_flag=True, help="The rules of the engine, with their options and defaults.")
@click.option("--kept", metavar="HASH", help="A resolved rule-set as the archive keeps it, as JSON.")
@printed()
@pass_state
def rules(
    state: CliContext, variant: str | None, document: str | None, engine: bool, kept: str | None, form: Form
) -> None:
    """Every clause of every document: its number, what it says, its rule, its cases, its status.

    Status: checked (rules, tried by cases), choice (an option that takes rules away), carried (judged by another
    clause, tried by cases of its number), reason (no rule, and the clause says why), hole. Cases are named by their
    path in the source.

    \b
    Example: plancia rules --variant monopoli
             plancia rules --document 000 --json
    """
    from plancia_replay.rulesets.coverage import table

    if engine or kept:
        print_rules(state, kept, form)
        return
    found = [
        row for row in table()
        if (variant is None or variant in (row["variant"], row["variant"].partition("@")[0]))
        and (document is None or row["document"].startswith(document))
    ]  # fmt: skip
    if not found:
        state.fail(state.say("no-clauses", what=variant or document or "-"))
    heads = ["rule_id", "document", "line", "says", "rule", "cases", "status", "variant", "reason"]
    if form.kind == "table":
        form.rows([in_short(row) for row in found], list(COLUMNS), widths=list(COLUMNS.values()))
    else:
        form.rows(found, heads)


COLUMNS = {  # of the table of clauses, with the letters that fit
    "rule_id": 7, "variant": 16, "document": 12, "line": 4, "status": 7, "rule": 31, "cases": 30, "says": 34,
    "reason": 20,
}  # fmt: skip


def in_short(row: dict[str, Any]) -> dict[str, Any]:
    """A clause as a table shows it: its document as -d takes it, its cases without folders."""
    cases = [case.rpartition("/")[2].removesuffix(".toml") for case in row["cases"]]
    return {**row, "document": row["document"].partition("_")[0], "cases": cases}


def print_rules(state: CliContext, kept: str | None, form: Form) -> None:
    """Every rule of the engine, or a rule-set that the archive keeps."""
    from plancia_archive import ArchiveError
    from plancia_replay.rulesets.registry import options_of, rule_classes

    if kept is None:
        form.rows([{"rule": name, "options": options_of(name)} for name in sorted(rule_classes())], ["rule", "options"])
        return
    try:
        whole = state.open().rules(kept).resolved()
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    form.rows(whole["clauses"], list(whole["clauses"][0]) if whole["clauses"] else [], whole=whole)


def ruleset(state: CliContext, spec: str, options: dict[str, str] | None = None) -> RuleSet:
    """A rule-set by its text, or the error told."""
    from plancia_replay import RuleSetError, load_ruleset

    try:
        return load_ruleset(spec, options)
    except RuleSetError as error:
        state.fail(error.text(state.lang))


@click.command()
@click.argument("first", metavar="VARIANT")
@click.argument("second", metavar="VARIANT")
@printed("text")
@pass_state
def diff(state: CliContext, first: str, second: str, form: Form) -> None:
    """Two variants clause by clause: rules of one only, and rules with other options.

    \b
    Example: plancia diff monopoli torneo
             plancia diff rcm@1 "rcm@1 + cards-to-eliminator"

    < stands for the first alone, > for the second alone, ~ for a rule of both with other options.
    """
    from plancia_replay import difference

    found = difference(ruleset(state, first), ruleset(state, second))
    if form.kind != "text":
        form.rows(differing(found), ["side", "rule", "rule_id", "cite", "says", "options"], whole=found)
        return
    for key, values in found["setting"].items():
        click.echo(f"{state.say('setting.' + key)}: {values[0] or '-'} | {values[1] or '-'}")
    for side, mark in (("only_first", "<"), ("only_second", ">")):
        for entry in found[side]:
            click.echo(f"{mark} {cited(state, entry)}")
    for entry in found["changed"]:
        click.echo(f"~ [{entry['rule']}]")
        if entry["first"]["cite"] == entry["second"]["cite"] and entry["first"]["says"] == entry["second"]["says"]:
            click.echo(f"    {cited(state, entry['first'])}")
        else:
            click.echo(f"    < {cited(state, entry['first'])}\n    > {cited(state, entry['second'])}")
        for option, (mine, yours) in entry["options"].items():
            click.echo(f"    {option}: {spoken(state, mine)} | {spoken(state, yours)}")
    if not any(found[key] for key in ("setting", "only_first", "only_second", "changed")):
        click.echo(state.say("no-difference"))


def differing(found: dict[str, Any]) -> list[dict[str, Any]]:
    """A difference as rows: settings and changed rules have one row for each side."""
    keys = ("rule", "rule_id", "cite", "says")
    rows: list[dict[str, Any]] = []
    for name, values in found["setting"].items():
        rows += [{"side": side, "rule": name, "options": value} for side, value in zip(SIDES, values, strict=True)]
    for side in SIDES:
        rows += [{"side": side, **{key: entry.get(key) for key in keys}} for entry in found[f"only_{side}"]]
    for entry in found["changed"]:
        for place, side in enumerate(SIDES):
            options = {name: pair[place] for name, pair in entry["options"].items()}
            rows.append({"side": side, **{key: entry[side].get(key) for key in keys}, "rule": entry["rule"],
                         "options": options})  # fmt: skip
    return rows


def cited(state: CliContext, entry: dict[str, Any]) -> str:
    """One side of a difference: number, citation, rule, our words."""
    return f"{entry['rule_id']} ({entry['cite']}) [{entry['rule']}] {text_in(entry['says'], state.lang)}"


def spoken(state: CliContext, value: Any) -> str:
    """An option's value as people read it."""
    if isinstance(value, bool):
        return state.say("yes" if value else "no")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


SIDES = ("first", "second")
RULES = ("recorded", "under")
MOST = 40  # verdicts of a side shown to people; --json has them all


def print_whatif(state: CliContext, found: WhatIf) -> None:
    """A game under another variant, as people read it."""
    data = found.to_json()
    click.echo(state.say("whatif", game=data["game"], variant=data["variant"], under=data["under"]))
    if data["first"]:
        text = data["first"]["text"] or state.say("header")
        click.echo("  " + state.say("first-difference", event=data["first"]["event"], text=text))
    for side, mark in (("gained", "+"), ("lost", "-")):
        for verdict in data[side][:MOST]:
            click.echo(f"  {mark} {state.say('event')} {verdict['event']}: {verdict['says']}")
            kind = state.say("verdict." + verdict["verdict"])
            click.echo(f"      {verdict['rule_id']} ({verdict['cite']}) [{verdict['rule']}] {kind}")
        if len(data[side]) > MOST:
            click.echo(f"  {mark} ... {len(data[side]) - MOST}")
    names = (data["variant"], data["under"])
    for name, stop in zip(names, data["impossible"], strict=True):
        if stop:
            told = state.say("impossible", event=stop["event"], line=stop["line"], says=stop["says"])
            click.echo(f"  {name}: {told}")
    click.echo(f"  {state.say('undecided', count=len(data['undecided']))}")
    for name, event in zip(names, data["ends_at"], strict=True):
        if event and data["ends_at"][0] != data["ends_at"][1]:
            click.echo("  " + state.say("ends-at", variant=name, event=event))
    print_figures(state, data)
    if data["same"]:
        click.echo("  " + state.say("no-difference"))


def compared(data: dict[str, Any], scores: bool) -> list[dict[str, Any]]:
    """A comparison as rows: the verdicts of one side only, or both scores of each colour."""
    if scores:
        rows = []
        for colour, points in data["scores"].items():
            why = reasons(data, colour, "points")
            sides = [name for name, says in zip(RULES, why, strict=True) if says]
            rows.append({"game": data["game"], "colour": colour, "recorded": points[0], "under": points[1],
                         "undecidable": " ".join(sides) or None})  # fmt: skip
        return rows
    return [{"side": side, "game": data["game"], **verdict} for side in ("gained", "lost") for verdict in data[side]]


def print_scores(state: CliContext, found: WhatIf, explain: bool) -> None:
    """Both scores of a game, and the lines of the account that only one side has."""
    data = found.to_json()
    click.echo(state.say("whatif", game=data["game"], variant=data["variant"], under=data["under"]))
    print_figures(state, data, data["accounts"] if explain else {})
    if found.same_scores:
        click.echo("  " + state.say("no-difference"))


def print_figures(state: CliContext, data: dict[str, Any], accounts: dict[str, Any] | None = None) -> None:
    """Both ends, then both scores and both ranking points side by side."""
    from plancia_cli.judge import account_line

    word = state.say("open")
    won = [word if end.get("undecidable") else " ".join(end["winners"]) or "-" for end in data["end"]]
    ends = [f"{end['says']}, {who}" for end, who in zip(data["end"], won, strict=True)]
    click.echo("  " + state.say("both-ends", one=ends[0], other=ends[1]))
    for letter, points in data["scores"].items():
        why = reasons(data, letter, "points")
        click.echo(f"  {letter} {paired(points, why, word)}{told_why(why)}")
        if letter in data["rankings"]:
            unranked = reasons(data, letter, "ranking")
            ranking = state.say("ranking", points=paired(data["rankings"][letter], unranked, word))
            click.echo(f"    {ranking}{told_why([says for says in unranked if says not in why])}")
        for lines, mark, says in zip((accounts or {}).get(letter, ()), "-+", why, strict=False):
            for line in lines if not says else ():
                click.echo(f"    {mark} {account_line(state, line)}")


def reasons(data: dict[str, Any], letter: str, what: str) -> list[str]:
    """Why each side's figure of a colour is not decidable; empty where it is."""
    return [
        next((entry["says"] for entry in side if entry["player"] == letter and what in entry["of"]), "")
        for side in data["undecidable"]
    ]


def told_why(says: list[str]) -> str:
    """The reasons behind two figures, one that both sides share told once."""
    return "".join(f": {one}" for one in dict.fromkeys(says) if one)


def paired(values: list[Any], why: list[str], word: str) -> str:
    """Two figures side by side, a dash where there is none, a word for one that is not decidable."""
    return " | ".join(word if says else "-" if value is None else str(value)
                      for value, says in zip(values, why, strict=True))  # fmt: skip
