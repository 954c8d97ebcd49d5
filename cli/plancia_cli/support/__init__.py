"""Shared by the commands: options and context, output formats, sources of games, translated help."""
