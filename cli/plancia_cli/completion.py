"""completion: completion scripts for shells, written by click."""

from __future__ import annotations

import click


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

    completion_class = get_completion_class(shell)
    if completion_class is not None:
        click.echo(completion_class(plancia, {}, "plancia", "_PLANCIA_COMPLETE").source())
