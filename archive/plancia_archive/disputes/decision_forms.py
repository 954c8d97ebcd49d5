"""The forms of a printed decision: sections in Markdown or as one HTML file, and times for paper."""

from __future__ import annotations

from html import escape
from typing import Any

from plancia_archive.dates import format_time, local_time
from plancia_replay.drawing import BOARD_STYLE

Section = tuple[str, list[str], str, list[str]]  # heading, items, preformatted text, drawings
STYLE = (
    "body{font:16px/1.45 sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:#111;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:#f4f4f4;padding:.5rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}.sign{margin-top:3rem;border-top:1px solid}"
    "@page{size:A4;margin:16mm}@media print{body{max-width:none;padding:0;font-size:11pt}li,pre{break-inside:avoid}"
    "h2{break-after:avoid}}.board{margin:.8rem 0;break-inside:avoid}.board figcaption{font-weight:600}"
    ".qr svg{width:42mm;height:42mm}" + BOARD_STYLE + ".board .pb{--pb-name:13.5px}"
)


def format_both_times(milliseconds: int) -> str:
    """Formats Unix milliseconds in the zone of the machine with its offset, and in UTC: `20:00:00 +02:00 (... Z)`.

    UTC alone where the machine's zone is UTC.
    """
    local = local_time(milliseconds)
    if not local.utcoffset():
        return format_time(milliseconds)
    offset = local.strftime("%z")
    return f"{local:%Y-%m-%d %H:%M:%S} {offset[:3]}:{offset[3:5]} ({format_time(milliseconds)})"


def escape_markdown(text: str) -> str:
    """Returns a text as a Markdown list item: on one line, with the characters of the syntax escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#|" else letter for letter in " ".join(text.split()))


def render_markdown(title: str, sections: list[Section], words: dict[str, Any]) -> str:
    """Renders the sections in Markdown, without drawings."""
    parts = [f"# {title}"]
    for heading, items, text, _ in sections:
        parts.append(f"## {heading}")
        if text:
            parts.append("\n".join(f"    {line}" for line in text.splitlines()))
        parts.append("\n".join(f"- {escape_markdown(item)}" for item in items))
    return "\n\n".join([*parts, f"{words['signature']}: ____________________"]) + "\n"


def render_html(title: str, sections: list[Section], words: dict[str, Any], lang: str) -> str:
    """Renders the sections as one HTML file without scripts."""
    parts = []
    for heading, items, text, drawings in sections:
        list_items = "".join(f"<li>{escape(item)}</li>" for item in items)
        preformatted = f"<pre>{escape(text)}</pre>" if text else ""
        parts.append(f"<h2>{escape(heading)}</h2>{preformatted}<ul>{list_items}</ul>{''.join(drawings)}")
    return (
        f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{''.join(parts)}"
        f'<p class="sign">{escape(str(words["signature"]))}</p></body></html>\n'
    )
