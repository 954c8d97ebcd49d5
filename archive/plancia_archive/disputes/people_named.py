"""Tells which person a reference of a dispute stands for, where the reader may see names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from plancia_archive.disputes.states import Dispute
from plancia_archive.evidence.bundle import player_references

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

REFERENCE_IN_TEXT = re.compile(r"(?<![0-9A-Za-z_-])p_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z_-])")


def named_references(archive: Archive, dispute: Dispute, to_names: Callable[[str], str]) -> list[str]:
    """Returns `NAME = REFERENCE` for each person of the game or of the dispute; empty where names are not shown.

    Bundles and receipts have references only: with this list a reader knows whom their lines are about. `to_names`
    replaces the references in a text by names.
    """
    references = player_references(archive, dispute.game) if dispute.game else []
    references += REFERENCE_IN_TEXT.findall(json.dumps(dispute.lines, default=str))
    names = {reference: to_names(reference) for reference in dict.fromkeys(references)}
    return [f"{name} = {reference}" for reference, name in names.items() if name != reference]
