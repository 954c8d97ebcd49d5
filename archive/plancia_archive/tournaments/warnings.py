"""What organisers should know about a tournament and no rule refuses, as sentences in Italian and English."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.results import NotYet, judged, result_of, seated, teams_at
from plancia_archive.tournaments.standings import shown
from plancia_archive.tournaments.state import Table, Tournament
from plancia_data import in_language
from plancia_events.kinds.setup import OrderFixed
from plancia_replay.judging.prepare import as_played

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_events import Game

TEXTS: dict[str, tuple[str, str]] = {
    "shape": (
        "turno {where}: tavoli di {what}, il regolamento prevede {due} ({cite})",
        "round {where}: tables of {what}, the rules foresee {due} ({cite})",
    ),
    "entrants": (
        "{what} iscritti: il regolamento ne prevede {due} ({cite})",
        "{what} entrants: the rules foresee {due} ({cite})",
    ),
    "missing": (
        "tavolo {where}: manca il risultato",
        "table {where}: there is no result yet",
    ),
    "gone": (
        "tavolo {where}: {what} si è ritirato e il tavolo non ha ancora giocato: formarlo di nuovo (--replace)",
        "table {where}: {what} has left and the table has not played yet: form it again (--replace)",
    ),
    "running": (
        "tavolo {where}: la partita {what} è ancora in corso e non conta",
        "table {where}: game {what} is still running and does not count",
    ),
    "impossible": (
        "tavolo {where}: la partita {what} si ferma a un evento impossibile e non conta finché non è corretta",
        "table {where}: game {what} stops at an impossible event and does not count until it is corrected",
    ),
    "no-result": (
        "tavolo {where}: la partita {what} è annullata o interrotta e non conta",
        "table {where}: game {what} was cancelled or abandoned and does not count",
    ),
    "withdrawn": (
        "tavolo {where}: la partita {what} è stata ritirata e non conta: collegare quella che la sostituisce "
        "(--replace)",
        "table {where}: game {what} was withdrawn and does not count: link the one that stands instead (--replace)",
    ),
    "undecided": (
        "tavolo {where}: il testo della partita {what} non dice i punti: dichiararli (SCORE) o scrivere il risultato",
        "table {where}: the record of game {what} does not tell the points: declare them (SCORE) or type the result",
    ),
    "unfit": (
        "tavolo {where}: il sistema di classifica non prevede questo risultato ({what})",
        "table {where}: the ranking system does not foresee this result ({what})",
    ),
    "level": (
        "tavolo {where}: {what} pari in testa, nessuno vince finché non se ne nomina uno (--winner)",
        "table {where}: {what} level at the top, nobody wins until one is named (--winner)",
    ),
    "variant": (
        "tavolo {where}: la partita {what}, la classifica è di {due}",
        "table {where}: the game is of {what}, the ranking of {due}",
    ),
    "legs": (
        "tavolo {where}: nella seconda partita i posti vanno invertiti ({cite})",
        "table {where}: in the second game the seats are swapped ({cite})",
    ),
    "teams": (
        "tavolo {where}: nella partita le squadre non sono quelle degli iscritti: {what}",
        "table {where}: in the game the teams are not those of the entrants: {what}",
    ),
    "opponent": (
        "tavolo {where}: la seconda partita è tra gli stessi due ({cite})",
        "table {where}: the second game is between the same two ({cite})",
    ),
    "corrected": (
        "tavolo {where}: la partita {what} è stata corretta dopo la chiusura, la classifica resta quella di allora",
        "table {where}: game {what} was corrected after the close, the standings stay those of then",
    ),
    "illegal": (
        "tavolo {where}: la partita {what} ha {due} eventi irregolari (plancia judge) e conta lo stesso",
        "table {where}: game {what} has {due} illegal events (plancia judge) and counts all the same",
    ),
    "declared": (
        "tavolo {where}: {what} dichiarati, {due} ricalcolati: contano i ricalcolati",
        "table {where}: {what} declared, {due} recomputed: the recomputed ones count",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Remark:
    """One remark: a stable code, where (round or round/table), what was found and what is foreseen."""

    code: str
    where: str
    what: str = ""
    due: str = ""
    cite: str = ""

    def text(self, lang: str = "it") -> str:
        """The sentence."""
        values = {"where": self.where, "what": self.what, "due": self.due, "cite": self.cite}
        return in_language(lang, *TEXTS[self.code]).format(**values)

    def to_json(self, lang: str = "it") -> dict[str, Any]:
        """The public form."""
        return {"code": self.code, "where": self.where, "text": self.text(lang)}


def remarks(archive: Archive, state: Tournament) -> list[Remark]:
    """Every remark of a tournament: its shapes, then its tables in the order of rounds."""
    found = shapes(state)
    for (_, _), table in sorted(state.tables.items()):
        found += of_table(archive, state, table)
        found += of_legs(archive, state, table)
    return found


def shapes(state: Tournament) -> list[Remark]:
    """Entrants and tables that the rules do not foresee (MON-02)."""
    given = state.rules.given
    due: dict[str, list[int]] = given.get("tables") or {}
    if not due:
        return []
    found = []
    if state.rounds and str(len(state.players)) not in due:
        found.append(Remark("entrants", "", str(len(state.players)), ", ".join(due), given["tables_cite"]))
    for at in range(1, state.rounds + 1):
        sizes = sorted(len(table.seats) for table in state.of_round(at))
        if sizes and not forming(state, at) and due.get(str(sum(sizes))) != sizes:
            right = due.get(str(sum(sizes)))
            wanted = plus(right) if right else "/".join(plus(shape) for shape in due.values())
            found.append(Remark("shape", str(at), plus(sizes), wanted, given["tables_cite"]))
    return found


def forming(state: Tournament, at: int) -> bool:
    """Is the last round still being seated? Then its shape is not there yet."""
    tables = state.of_round(at)
    sitting = sum(len(table.seats) for table in tables)
    return at == state.rounds and sitting < len(state.players) - len(state.left) and not any(t.settled for t in tables)


def plus(sizes: list[int]) -> str:
    """Sizes of tables as people write them."""
    return "+".join(map(str, sizes))


def of_table(archive: Archive, state: Tournament, table: Table) -> list[Remark]:
    """What there is to say of one table's result."""
    where = f"{table.round}/{table.name}"
    if not table.settled:
        gone = [archive.people.name(player) for player in table.seats if player in state.left]
        return [Remark("missing", where), *([Remark("gone", where, ", ".join(gone))] if gone else [])]
    found = []
    if table.game:
        try:
            found = of_game(archive, state, table, where)
        except ArchiveError as error:
            return [Remark("unfit", where, error.what)]
    try:
        result = result_of(archive, table, state)
    except NotYet as reason:
        what = reason.what if reason.code == "unfit" else table.game or ""
        return [*found, Remark(reason.code, where, what)]
    if result is not None and not state.rules.winners(result) and state.rules.given.get("shared") == "nobody":
        names = sorted(archive.people.name(player) for player in state.rules.level(result))
        found.append(Remark("level", where, ", ".join(names)))
    return found


def of_game(archive: Archive, state: Tournament, table: Table, where: str) -> list[Remark]:
    """What there is to say of a linked game: variant, illegal events, a correction after the close, declared points."""
    game_id = table.game or ""
    found = []
    game, judgement = judged(archive, game_id)
    due = state.rules.given.get("variant")
    if due and judgement.variant.partition("@")[0] != due:
        found.append(Remark("variant", where, judgement.variant, str(due)))
    if state.closed and state.frozen.get(game_id, archive.version(game_id)) != archive.version(game_id):
        found.append(Remark("corrected", where, game_id))
    counts = judgement.impossible is None and judgement.end["reason"] != "unfinished"
    illegal = sum(v.verdict == "illegal" and not v.rule.startswith("record.") for v in judgement.verdicts)
    if illegal and counts:
        found.append(Remark("illegal", where, game_id, str(illegal)))
    if sides := other_teams(archive, state, table, game):
        found.append(Remark("teams", where, ", ".join(sides)))
    wrong = {str(v.facts.get("player")): v.facts for v in judgement.verdicts
             if v.rule == "record.score" and v.verdict == "illegal"}  # fmt: skip
    if wrong and counts:
        people = {colour: archive.people.name(one) for colour, one in game.players.items()}
        told = [[f"{people.get(colour, colour)} {facts[key]}" for colour, facts in wrong.items()]
                for key in ("declared", "computed")]  # fmt: skip
        found.append(Remark("declared", where, ", ".join(told[0]), ", ".join(told[1])))
    return found


def other_teams(archive: Archive, state: Tournament, table: Table, game: Game) -> list[str]:
    """The sides of a game of teams that are not the teams of the entrants, as names joined by +."""
    if state.rules.given["points"] != "teams" or not any(state.players.get(player) for player in table.seats):
        return []
    players = seated(game)
    sides = [{players[c] for c in side if c in players} for side in (game.header("Team") or "").split()]
    due = [set(team) for team in teams_at(table, state)]
    return ["+".join(sorted(map(archive.people.name, side))) for side in sides if side not in due]


def of_legs(archive: Archive, state: Tournament, table: Table) -> list[Remark]:
    """Two games with swapped seats: round 2 repeats round 1 the other way round, 4 repeats 3 (ONE-09)."""
    given = state.rules.given
    if given.get("legs") != 2 or table.round % 2:
        return []
    first = state.tables.get((table.round - 1, table.name))
    where = f"{table.round}/{table.name}"
    if first is None or set(first.seats) != set(table.seats):
        return [Remark("opponent", where, cite=given["legs_cite"])]
    one, other = order_of(archive, first), order_of(archive, table)
    if len(one) != len(other):  # the dummy's place is known of one game only
        one, other = [place for place in one if place], [place for place in other if place]
    pair = dict(zip(first.seats, first.seats[::-1], strict=True))
    swapped = [pair.get(place, place) for place in one]
    return [] if other == swapped else [Remark("legs", where, cite=given["legs_cite"])]


def order_of(archive: Archive, table: Table) -> list[str]:
    """The order of play: as the linked game tells it, the dummy an empty text in it; else that of the seats."""
    if table.game:
        game, _ = judged(archive, table.game)
        order = next((event.order for _, event in as_played(game) if isinstance(event, OrderFixed)), None)
        players = seated(game)
        if order is not None:
            return [players.get(colour, "") for colour in order]
    return table.seats


def differing(claimed: dict[str, Fraction], result: Result) -> list[tuple[str, str, str]]:
    """Points of a sheet that differ from those of a result: player, claimed, recomputed."""
    return [
        (player, shown(points), shown(result.points[player]))
        for player, points in claimed.items() if points != result.points.get(player)
    ]  # fmt: skip
