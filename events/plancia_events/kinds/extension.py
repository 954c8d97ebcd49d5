"""Events that users add to the notation: `X-NAME`. They are kept and shown, change nothing, and are never judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from plancia_events.kinds.base import Event, Slots, add_optional_word
from plancia_events.kinds.traits import Trait
from plancia_events.parts.extension import EXTENSION_NAME, EXTENSION_WORD, ExtensionWords

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

Name = Annotated[str, msgspec.Meta(pattern=f"^{EXTENSION_NAME}$")]
Word = Annotated[str, msgspec.Meta(pattern=f"^{EXTENSION_WORD}$")]


class Extension(Event, frozen=True, kw_only=True, tag="extension"):
    """An event of the users' own: its `name`, which begins with `X-`, and free words, kept as written."""

    OP = 44
    TAG = "X-NAME"  # the form: a line has the event's own name
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV-*A"
    SYNTAX = (ExtensionWords("words"),)
    name: Name
    words: list[Word] = []

    def written_tag(self) -> str:
        return self.name

    def pack_fields(self, log: Log) -> Slots:
        return (log.add_word(self.name), add_optional_word(log, " ".join(self.words) or None), 0, 0, 0, 0)
