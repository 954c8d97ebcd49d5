"""Bar charts of statistics as SVG: a title, a description with the whole data, nothing loaded from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

CHARTS: dict[str, tuple[tuple[str, ...], str]] = {
    "results-by-player": (("player",), "wins"), "results-by-seat": (("players", "seat"), "share"),
    "results-by-objective": (("objective",), "share"), "results-by-variant": (("variant", "reason"), "games"),
    "lengths": (("what",), "mean"), "throws": (("dice", "attack_losses", "defence_losses"), "share"),
    "luck": (("player",), "luck"), "dice": (("player",), "chi_square"), "conquests": (("territory",), "conquests"),
    "illegal": (("rule_id",), "findings"), "cards": (("variant",), "cards_a_game"),
    "eliminations": (("variant", "eliminations"), "games"), "streaks": (("player",), "longest"),
}  # fmt: skip
ROW, LEFT, WIDTH, MOST = 22, 220, 420, 60


def bars(found: dict[str, Any], title: str) -> str | None:
    """The chart of an answer, or None for a statistic that is better read. Shows its first 60 rows."""
    if found["statistic"] not in CHARTS:
        return None
    labels, value = CHARTS[found["statistic"]]
    rows = [(" ".join(str(row[name]) for name in labels), float(row[value] or 0)) for row in found["rows"][:MOST]]
    greatest = max((abs(number) for _, number in rows), default=0.0) or 1.0
    height = 60 + ROW * max(1, len(rows))
    counted = f"{found['qualified']}/{found['games']}"
    data = "; ".join(f"{label}: {number:g}" for label, number in rows) or "-"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="{LEFT + WIDTH + 90}" '
        f'height="{height}" viewBox="0 0 {LEFT + WIDTH + 90} {height}" font-family="sans-serif" font-size="13">',
        f'<title id="t">{escape(title)}: {escape(value)}</title>',
        f'<desc id="d">{escape(counted)}. {escape(data)}</desc>',
        f'<text x="8" y="22" font-size="16">{escape(title)} ({escape(value)}, n = {escape(counted)})</text>',
    ]
    for place, (label, number) in enumerate(rows):
        top = 40 + ROW * place
        long = abs(number) / greatest * WIDTH
        colour = "#2a6f97" if number >= 0 else "#b23a48"
        lines.append(f'<text x="{LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(label[:32])}</text>')
        lines.append(f'<rect x="{LEFT}" y="{top}" width="{long:.1f}" height="{ROW - 6}" fill="{colour}"/>')
        lines.append(f'<text x="{LEFT + long + 6:.1f}" y="{top + 14}">{number:g}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
