"""25 tasks with the client that openapi-python-client makes: no cast, no `Any`, no `type: ignore` (mypy --strict).

python tasks.py BASE TOKEN KEEPER GAME.json, against a server of tests/api/clients/test_clients.py
"""

from __future__ import annotations

import json
import sys
from typing import TypeVar

from plancia_client import AuthenticatedClient, models
from plancia_client.api.corrections import corrections
from plancia_client.api.disputes import add_answer, add_evidence, add_ruling, close_dispute, list_disputes, open_dispute
from plancia_client.api.events import append_events, events
from plancia_client.api.games import keep_game, list_games, list_games_csv, one_game, one_game_rgn, state
from plancia_client.api.judgements import judge_game, score, verdicts
from plancia_client.api.odds import odds
from plancia_client.api.people import rename_person
from plancia_client.api.players import list_players
from plancia_client.api.recording import complete_in_game, due_now
from plancia_client.api.search import search
from plancia_client.api.statistics import one_statistic, supposing
from plancia_client.api.tlog import consistency_proof, game_proof, inclusion_proof, log_head
from plancia_client.api.tokens import create_token, list_refusals, renew_token, revoke_token
from plancia_client.api.tournament_events import add_events, tournament_events
from plancia_client.api.tournaments import standings
from plancia_client.api.variants import one_variant

T = TypeVar("T")
BASE, TOKEN, KEEPER, GAME = sys.argv[1:]
client = AuthenticatedClient(base_url=BASE, token=TOKEN)
keeper = AuthenticatedClient(base_url=BASE, token=KEEPER)
with open(GAME, encoding="utf-8") as file:
    text: dict[str, object] = json.load(file)
done: list[str] = []


def got(kind: type[T], answer: object) -> T:
    """The answer, which has to be of this kind."""
    assert isinstance(answer, kind), answer
    return answer


# 1, 2: the list, page by page; a filter
page = list_games.sync(client=client, limit=1, variant="monopoli")
assert page and not isinstance(page, models.ProblemForm)
following = list_games.sync(client=client, limit=1, after=page.next_ or "")
row = page.items[0]
assert row.name == "serata-2" and row.players[0].seat and following
done += ["list games", "filter games"]

# 3: a game by the id of its recorder
game = got(models.GameAnswer, one_game.sync("serata-2", client=client))
assert game.game == row.game and game.end.says and game.events
done.append("game by name")

# 4: store a game; a repeated request is the same one
body = models.GameBody.from_dict(text)
kept = got(models.StoreAnswer, keep_game.sync(client=client, body=body, idempotency_key="client-1"))
again = got(models.StoreAnswer, keep_game.sync(client=client, body=body, idempotency_key="client-1"))
assert again.receipt.leaf == kept.receipt.leaf
done.append("store a game")

# 5, 6: append at a version; at another one the refusal says which it is
note = models.LinesBody(lines=["NOTE A {from a client}"])
refused = got(models.ProblemForm, append_events.sync(kept.game, client=client, body=note, if_match='"1"'))
assert refused.code == "precondition-failed" and refused.current == kept.version
added = got(
    models.AppendAnswer, append_events.sync(kept.game, client=client, body=note, if_match=f'"{refused.current}"')
)
assert added.version == kept.version + 1
done += ["refused append", "append"]

# 7: try an append without storing
void = models.LinesBody(lines=[f"VOID A {added.version - 1} {{written twice}}"])
tried = got(models.AppendAnswer, append_events.sync(kept.game, client=client, body=void, dry_run=True, lang="en"))
assert tried.dry_run is True
done.append("dry run")

# 8: a correction with its evidence
void.evidence = [models.EvidenceById(id="sheet-12", about="the sheet of table 3")]
corrected = got(models.AppendAnswer, append_events.sync(kept.game, client=client, body=void, idempotency_key="c-2"))
listed = got(models.CorrectionsAnswer, corrections.sync(kept.game, client=client))
assert corrected.evidence_receipt and listed.items[0].references[0].recorded_at
done.append("correction")

# 9, 10, 11: judge; findings and scores, also under other rules
judged = got(models.JudgementAnswer, judge_game.sync(client=client, body=body, lang="en"))
findings = got(models.VerdictsAnswer, verdicts.sync("serata-2", client=client, under="torneo@1"))
facts = [finding.facts.player for finding in findings.items]
scores = got(models.ScoresAnswer, score.sync("serata-2", client=client, under="torneo@1"))
assert judged.variant and facts and scores.compared
done += ["judge", "findings", "scores"]

# 12, 13: what is due, and what is said completed into lines
due = got(models.DueAnswer, due_now.sync("serata-2", client=client))
spoken = models.SaidBody(said=["nota il dado è caduto"])
completed = got(models.CompletionAnswer, complete_in_game.sync("serata-2", client=client, body=spoken))
assert due.due.phase and completed.said[0].lines
done += ["due", "complete"]

# 14: the table after an event
table = got(models.GameState, state.sync("serata-2", 20, client=client))
assert table.board.additional_properties
done.append("state")

# 15, 16, 17: a dispute from the objection to its end
objection = models.GameDisputeBody(game=kept.game, claim="two dice", claimant="Bruno", event=5)
dispute = got(models.DisputeWriteAnswer, open_dispute.sync(client=client, body=objection))
photo = models.DisputeEvidenceBody(content="/9j/4AAQ", about="the sheet", by="B")
got(models.DisputeWriteAnswer, add_evidence.sync(dispute.dispute, client=client, body=photo))
answer = models.DisputeTextBody(text="there were three", by="G")
got(models.DisputeWriteAnswer, add_answer.sync(dispute.dispute, client=client, body=answer))
ruling = models.RulingBody(outcome="partly", text="one die", lines=["NOTE A {one die}"])
would = got(models.RulingPreviewAnswer, add_ruling.sync(dispute.dispute, client=client, body=ruling, dry_run=True))
ruled = got(models.DisputeWriteAnswer, add_ruling.sync(dispute.dispute, client=client, body=ruling))
assert would.effect.lines and ruled.state == "ruled" and ruled.due
rows = list_disputes.sync(client=client, game=kept.game)
assert rows and not isinstance(rows, models.ProblemForm) and rows.items[0].outcome == "partly"
early = got(
    models.ProblemForm, close_dispute.sync(dispute.dispute, client=client, body=models.CloseBody(why="no appeal"))
)
assert early.status == 409
done += ["dispute", "ruling", "list disputes"]

# 18, 19: a tournament with its events, and its standings
seats = ["Anna", "Bruno", "Carla", "Dino"]
points = models.TournamentResultPoints.from_dict(dict(zip(seats, ["40", "30", "20", "10"], strict=True)))
opening = models.TournamentEventsBody(events=[
    models.TournamentOpened(kind="opened", title="Client", system="open"),
    *(models.TournamentEntered(kind="entered", player=player) for player in seats),
    models.TournamentTable(kind="table", round_=1, table="A", seats=seats),
    models.TournamentResult(kind="result", round_=1, table="A", points=points),
])  # fmt: skip
got(models.StoreAnswer, add_events.sync("client", client=client, body=opening, if_match='"0"'))
order = got(models.Standings, standings.sync("client", client=client))
assert order.items[0].name == "Anna"
log = tournament_events.sync("client", client=client)
assert log and not isinstance(log, models.ProblemForm)
assert [event.seats for event in log.items if isinstance(event, models.ListedTournamentTable)]
done += ["tournament", "standings"]

# 20, 21: rows of a statistic, and what other rules would have changed
wins = got(models.ResultsBySeatStatistic, one_statistic.sync("results-by-seat", client=client, provenance="all"))
assert sum(row_of_seat.wins for row_of_seat in wins.rows) > 0
what_if = got(models.AlternativeStatistic, supposing.sync(client=client, under="torneo@1", provenance="all"))
assert all(changed.what for changed in what_if.changed) and what_if.rows[0].games >= 0
done += ["statistic", "what-if"]

# 22: search, odds, a variant
found = search.sync(client=client, position="SIA=x")
assert found and not isinstance(found, models.ProblemForm) and found.items[0].event
assert got(models.Odds, odds.sync(client=client, attackers=3, defenders=2)).conquest_decimal > 0
assert got(models.VariantAnswer, one_variant.sync("monopoli", client=client)).clauses[0].says.en
done.append("search")

# 23: exports as text, and what has not changed since
csv = got(str, list_games_csv.sync(client=client))
rgn = got(str, one_game_rgn.sync(kept.game, client=client))
first = events.sync_detailed(kept.game, client=client, after=2)
unchanged = events.sync_detailed(kept.game, client=client, after=2, if_none_match=first.headers["etag"])
assert csv.count("\n") > 2 and rgn.startswith("[Notation") and unchanged.status_code == 304
assert first.parsed and not isinstance(first.parsed, models.ProblemForm)
done.append("exports")

# 24: people and tokens, by the keeper
people = list_players.sync(client=keeper)
assert people and not isinstance(people, models.ProblemForm)
person, name = people.items[0].player, models.NameBody(name="Anna Verdi")
change = got(models.PersonChange, rename_person.sync(person, client=keeper, body=name, dry_run=True))
got(models.PersonChange, rename_person.sync(person, client=keeper, body=name, if_match=f'"{change.version}"'))
limits = models.Limits(tournaments=["client"], tables=["A"])
token = got(
    models.NewToken, create_token.sync(client=keeper, body=models.TokenBody(name="t", role="recorder", limits=limits))
)
until = models.RenewalBody.from_dict({"expires": "2100-01-01T00:00:00Z"})
renewed = got(models.ChangedToken, renew_token.sync(token.token, client=keeper, body=until))
revoked = got(models.ChangedToken, revoke_token.sync(token.token, client=keeper))
assert renewed.expires_at and renewed.expires_at.year == 2100 and revoked.state == "revoked"
refusals = list_refusals.sync(client=keeper)
assert refusals and not isinstance(refusals, models.ProblemForm) and refusals.items[0].at.year >= 2025
done.append("people and tokens")

# 25: proofs
head = got(models.LogHead, log_head.sync(client=client))
proof = got(models.InclusionProof, inclusion_proof.sync(client=client, index=kept.receipt.index, size=head.size))
step = got(models.ConsistencyProof, consistency_proof.sync(client=client, from_=1, to=head.size))
bundle = got(models.ProofBundle, game_proof.sync(kept.game, client=client))
assert proof.leaf == kept.receipt.leaf and step.root == proof.root and bundle.subject.game == kept.game
done.append("proofs")
print(f"{len(done)} done")
