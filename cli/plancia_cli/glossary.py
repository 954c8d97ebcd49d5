"""glossary: Italian terms with their English names."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@with_format()
@pass_cli_context
def glossary(context: CliContext, printer: Printer) -> None:
    """Italian terms with their English names.

    \b
    Example: plancia glossary
    """
    from plancia_data import glossary as terms

    printer.print_rows(list(terms()), ["it", "en", "means"])
