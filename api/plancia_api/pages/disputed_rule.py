"""The rule that a dispute names, as pages show it: the words of its clause, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_archive.disputes.states import Dispute
from plancia_data import citation, text_in


@dataclass(frozen=True)
class CitedClause:
    """The words of a clause in the language of the page, and its citation: document, line, number."""

    says: str
    cite: str


def disputed_rule(dispute: Dispute) -> CitedClause | None:
    """Returns the clause that a dispute names in the rules of its game; None where these have none of that number."""
    if not (dispute.game and dispute.rule):
        return None
    rules = archive().rules_of(archive().game(dispute.game))
    clause = next((one for one in rules.content["clauses"] if one["rule_id"] == dispute.rule), None)
    if clause is None:
        return None
    return CitedClause(
        str(text_in(clause["says"], language())), citation(clause["document"], clause["line"], dispute.rule)
    )
