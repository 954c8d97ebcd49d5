"""publish: the pages of the archive as a static site."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, with_format
from plancia_data import DEFAULT_LANGUAGE, languages

pass_cli_context = click.make_pass_decorator(CliContext)
FIELDS = ["folder", "files", "written", "unchanged", "removed", "bytes"]


def check_base_url(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Callback that validates an address on the web. Raises click.BadParameter."""
    if value is None:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise click.BadParameter(ctx.ensure_object(CliContext).say("publish-base-url", what=value))
    return value


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--private", is_flag=True, help="No names of people: references in their place.")
@click.option(
    "--site-lang", "langs", multiple=True, type=click.Choice(languages()),
    help="A language of the site; repeatable. The first stands at the root, each further one in a folder of its name. "
    "By default all, Italian first.",
)  # fmt: skip
@click.option(
    "--base-url", metavar="URL", callback=check_base_url,
    help="Where the site is going to be, for canonical links, sitemap.xml and the QR code on reports.",
)  # fmt: skip
@with_jobs()
@with_format()
@pass_cli_context
def publish(
    context: CliContext, folder: str, private: bool, langs: tuple[str, ...], base_url: str, jobs: int, printer: Printer
) -> None:
    """Write the pages of the archive as a static site, for any web space or a folder on a stick.

    Games are stepped through without a server. What somebody without a token may not see is not published. Publishing
    again writes what changed and deletes the pages of what is gone; other files of the folder are never touched.

    \b
    Example: plancia publish sito
             plancia publish sito --private --base-url https://circolo.example/risiko/
    """
    from plancia_api.publishing import PublishError
    from plancia_api.publishing import publish as publish_site

    archive = context.open()
    chosen = tuple(dict.fromkeys(langs)) or (DEFAULT_LANGUAGE, *(one for one in languages() if one != DEFAULT_LANGUAGE))
    try:
        with progress(context.say("publishing"), len(archive.game_ids())) as step:
            done = publish_site(
                archive, Path(folder), chosen, private=private, base_url=base_url, jobs=jobs, step=step
            )  # fmt: skip
    except PublishError as error:
        fail_publishing(context, error)
    row = {"folder": folder, "files": done.files, "written": done.written, "unchanged": done.unchanged,
           "removed": done.removed, "bytes": done.size}  # fmt: skip
    printer.print_rows([row], FIELDS, payload=row)


def fail_publishing(context: CliContext, error: Exception) -> None:
    """Ends the command with the words of a PublishError."""
    values = dict(getattr(error, "values", {}))
    if "errno" in values:
        values["why"] = context.error_reason(OSError(values["errno"], values["why"]))
    context.fail(context.say(f"publish-{getattr(error, 'code', '')}", **values))
