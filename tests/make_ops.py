"""Makes events/plancia_events/ops.py: the numbers of packed rows by name, from the kinds of event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plancia_events.kinds import KINDS, Trait
from plancia_events.kinds.turn import CARD_RECEIVER_NUMBERS

PAGE = Path(__file__).parent.parent / "events/plancia_events/ops.py"
HEAD = '''"""The numbers of packed rows by name: kinds of event, words whose places slots hold, kinds by trait.

Made from the kinds by `python -m tests.make_ops` and held by a test. Import the names themselves: mypyc puts
a module's integers in as constants.
"""

from __future__ import annotations

from typing import Final
'''


def name_of(tag: str, word: str) -> str:
    """The name of a word of a kind: CARDS_HAND_LIMIT."""
    return f"{tag}_{word.upper().replace('-', '_')}"


def constant_of(kind: type[Any]) -> str:
    """The name of a kind's number: its tag; X for the users' own, whose tag is the form X-NAME."""
    return str(kind.TAG).partition("-")[0]


def page() -> str:
    """The whole module."""
    lines = [HEAD]
    lines += [f"{constant_of(kind)}: Final = {kind.OP}" for kind in KINDS]
    lines.append(f"KIND_NUMBERS: Final = {max(kind.OP for kind in KINDS) + 1}  # rows are numbered below it")
    for kind in KINDS:
        lines += [f"{name_of(kind.TAG, word)}: Final = {place}" for place, word in enumerate(kind.SLOT_WORDS)]
    for trait in Trait:
        tags = [constant_of(kind) for kind in KINDS if trait in kind.TRAITS]
        lines.append(f"{trait.name}: Final[tuple[int, ...]] = ({', '.join(tags) if len(tags) > 1 else tags[0] + ','})")
    lines += [
        f"{name_of('CARDS_TO', to)}: Final = {number}" for to, number in CARD_RECEIVER_NUMBERS.items() if len(to) > 1
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
