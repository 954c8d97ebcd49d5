"""The names of the files in a backup, and the tables and columns that it contains."""

from __future__ import annotations

from urllib.parse import quote

BACKED_UP_TABLES = ("person", "alias", "request", "checkpoint")
FOLDER_AND_ENDING = {"ruleset": ("rules/", ".json"), "tournament": ("tournaments/", ".jsonl"),
          "withdrawal": ("withdrawals/", ".jsonl"), "person": ("persons/", ".jsonl"),
          "archive": ("archive/", "log.jsonl"), "token": ("tokens/", ".jsonl"), "dispute": ("disputes/", ".jsonl"),
          "approval": ("approvals/", ".jsonl"), "correction": ("corrections/", ".jsonl"),
          "foreign": ("foreign/", ".jsonl")}  # fmt: skip
ENTRY_COLUMNS = ("log_index", "game", "first", "count", "request_id", "recorded_at", "prev", "body", "leaf",
                 "header")  # fmt: skip


def backup_file_name(stream: str) -> str:
    """Returns the name of the file in a backup that holds a stream of the log."""
    kind, colon, name = stream.partition(":")
    if not colon:
        return f"games/{quote(stream, safe='')}.rgn"
    folder, ending = FOLDER_AND_ENDING.get(kind, (f"{quote(kind, safe='')}/", ".log"))
    return f"{folder}{quote(name, safe='')}{ending}"
