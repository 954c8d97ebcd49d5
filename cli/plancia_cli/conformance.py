"""conformance and conformance-driver: programs that implement RGN, against the suite and against Plancia."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.jobs_option import progress
from plancia_cli.support.printing import Printer, Row, with_format

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plancia_cli.support.conformance_suite import Asked
    from plancia_cli.support.driver_process import Reply

pass_cli_context = click.make_pass_decorator(CliContext)
CLASSES = ("reader", "canonical", "writer", "json", "replayer", "judge", "receipt")
OUTCOMES = ("passed", "failed", "unsupported")
MAX_DIFFERENCES = 20  # printed of --texts
SECONDS_BETWEEN_LINES = 10  # of progress, without a terminal


@click.command()
@click.option("--with", "command", required=True, metavar="COMMAND", help='The program to test, such as "node rgn.js".')
@click.option("--class", "classes", type=click.Choice(CLASSES), multiple=True, help="Only this class; repeatable.")
@click.option("--suite", metavar="DIR", help="The folder of the suite; by default that of the sources or the package.")
@click.option("--texts", metavar="DIR", help="Instead of the suite, compare the answers for the games of a folder with "
              "those of Plancia.")  # fmt: skip
@click.option("--timeout", type=click.FloatRange(0.1), default=10.0, show_default=True,
              help="Seconds between two answers.")  # fmt: skip
@with_format("text", "Counts and faults as JSON.")
@pass_cli_context
def conformance(
    context: CliContext, command: str, classes: tuple[str, ...], suite: str | None, texts: str | None, timeout: float,
    printer: Printer,
) -> None:  # fmt: skip
    """Run an implementation of RGN against the conformance suite. Exit code 3 if something differs.

    The program reads one JSON request a line on standard input and writes one answer a line on standard output. The
    README of the suite (tests/conformance) describes the requests; "plancia conformance-driver" is such a program.

    \b
    Example: plancia conformance --with "node rgn.js" --class reader --class writer
             plancia conformance --with "node rgn.js" --suite build/rulings
             plancia conformance --with "node rgn.js" --texts games
    """
    if texts is not None:
        compare_texts(context, command, texts, timeout, printer)
    from plancia_cli.support.conformance_suite import SuiteError, find_suite

    try:
        found = find_suite(suite)
        requests = list(found.requests(classes or CLASSES))
    except SuiteError as error:
        context.fail(context.say("suite-missing", why=error))
    replies = run_program(context, command, [asked.payload for asked in requests], timeout)
    outcomes, faults = judge_replies(context, requests, replies)
    rows = counted(outcomes, classes or CLASSES)
    if printer.format == "text":
        Printer("table", lang=context.lang).print_rows(rows, ["class", *OUTCOMES])
        for fault in faults:
            click.echo(f"{fault['test']} ({fault['class']}): {fault['fault']}")
        failed = len({fault["test"] for fault in faults})
        click.echo(
            context.say("suite-run", version=found.version, tests=len({a.test for a in requests}), failed=failed)
        )
    else:
        payload = {"suite": found.version, "program": command, "classes": rows, "faults": faults}
        printer.print_rows(rows, ["class", *OUTCOMES], payload=payload)
    sys.exit(FOUND if faults else CLEAN)


def run_program(
    context: CliContext, command: str, payloads: Sequence[dict[str, object]], timeout: float
) -> list[Reply]:
    """The replies of the program. Ends the command where it cannot be started."""
    from plancia_cli.support.driver_process import ask

    try:
        with progress(context.say("asking"), len(payloads)) as step:
            return list(ask(command, payloads, timeout, told_step(context, step, len(payloads))))
    except OSError as error:
        context.fail(context.say("driver-start", command=command, why=context.error_reason(error)))
    except ValueError:
        raise click.BadParameter(context.say("driver-command", command=command), param_hint="--with") from None


def told_step(context: CliContext, step: Callable[[], None], total: int) -> Callable[[], None]:
    """Returns `step`, which where no bar is shown says now and then how many requests were asked."""
    count, start = 0, time.monotonic()
    told = start

    def advance() -> None:
        nonlocal count, told
        count += 1
        step()
        now = time.monotonic()
        if not context.progress_shown and now - told >= SECONDS_BETWEEN_LINES:
            told = now
            context.tell("asked", count=count, total=total, seconds=round(now - start))

    return advance


def fault_text(context: CliContext, reply: Reply) -> str:
    """What is wrong with a reply itself; empty for an answer."""
    if reply.fault:
        return context.say(f"driver-{reply.fault}", what=reply.detail)
    return context.say("driver-error", what=reply.answer["error"]) if "error" in reply.answer else ""


def judge_replies(
    context: CliContext, requests: Sequence[Asked], replies: Sequence[Reply]
) -> tuple[dict[tuple[str, str], str], list[Row]]:
    """The outcome of each test in each class, the worst of its requests, and what differs."""
    outcomes: dict[tuple[str, str], str] = {}
    faults: list[Row] = []
    for asked, reply in zip(requests, replies, strict=True):
        broken = fault_text(context, reply)
        differing = {} if broken or reply.answer.get("unsupported") is True else asked.faults(reply.answer)
        for name in asked.expected:
            key = (asked.test, name)
            if fault := broken or differing.get(name, ""):
                outcomes[key] = "failed"
                faults.append({"test": asked.test, "class": name, "request": request_name(asked), "fault": fault})
            elif reply.answer.get("unsupported") is True:
                outcomes[key] = "failed" if outcomes.get(key) == "failed" else "unsupported"
            else:
                outcomes.setdefault(key, "passed")
    return outcomes, faults


def request_name(asked: Asked) -> str:
    """A request in short: the operation, and for a state the game, the event and whether corrections act."""
    place = [asked.payload[key] for key in ("game", "event") if key in asked.payload]
    recorded = [] if asked.payload.get("corrected", True) else ["recorded"]
    return " ".join(map(str, (asked.payload["op"], *place, *recorded)))


def counted(outcomes: dict[tuple[str, str], str], classes: Sequence[str]) -> list[Row]:
    """The number of tests of each class by outcome; a class without a test is left out."""
    rows: list[Row] = []
    for name in classes:
        found = [outcome for (_, of), outcome in outcomes.items() if of == name]
        if found:
            rows.append({"class": name, **{outcome: found.count(outcome) for outcome in OUTCOMES}})
    return rows


def compare_texts(context: CliContext, command: str, folder: str, timeout: float, printer: Printer) -> None:
    """Compares a program with Plancia on the game files of a folder, prints the counts, and ends the command."""
    from plancia_cli.support.conformance_texts import compare, requests_for

    try:
        requests = requests_for(folder)
    except OSError as error:
        context.fail(context.say("cannot-read", file=folder, why=context.error_reason(error)))
    if not requests:
        context.fail(context.say("no-texts", folder=folder))
    replies = run_program(context, command, [asked.payload for asked in requests], timeout)
    texts: Callable[[Reply], str] = lambda reply: fault_text(context, reply)  # noqa: E731
    rows, differences = compare(requests, replies, texts)
    if printer.format == "text":
        Printer("table", lang=context.lang).print_rows(rows, ["figure", "agree", "differ", "unsupported"])
        for difference in differences[:MAX_DIFFERENCES]:
            click.echo(f"{difference['file']} ({difference['request']}): {difference['fault']}")
        if len(differences) > MAX_DIFFERENCES:
            click.echo(context.say("further-differences", count=len(differences) - MAX_DIFFERENCES))
    else:
        payload = {"program": command, "figures": rows, "differences": differences}
        printer.print_rows(rows, ["figure", "agree", "differ", "unsupported"], payload=payload)
    sys.exit(FOUND if differences else CLEAN)


@click.command(name="conformance-driver")
def conformance_driver() -> None:
    """Answer the requests of the conformance protocol: one JSON object a line, until the end of standard input.

    \b
    Example: plancia conformance --with "plancia conformance-driver"
    """
    from plancia_cli.support.conformance_answers import answer

    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            found: dict[str, object] = {"id": None, "error": f"not JSON: {error}"}
        else:
            found = answer(request)
        sys.stdout.buffer.write(json.dumps(found, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
