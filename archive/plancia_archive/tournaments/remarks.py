"""What organisers should know about a tournament and no rule refuses, as sentences in Italian and English."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.results import NotYet, result_of
from plancia_archive.tournaments.standings import shown
from plancia_archive.tournaments.state import Table, Tournament
from plancia_archive.tournaments.systems import Result

if TYPE_CHECKING:
    from plancia_archive.store import Archive

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
    "opponent": (
        "tavolo {where}: la seconda partita è tra gli stessi due ({cite})",
        "table {where}: the second game is between the same two ({cite})",
    ),
    "corrected": (
        "tavolo {where}: la partita {what} è stata corretta dopo la chiusura, la classifica resta quella di allora",
        "table {where}: game {what} was corrected after the close, the standings stay those of then",
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
        return TEXTS[self.code][1 if lang == "en" else 0].format(**values)

    def to_json(self, lang: str = "it") -> dict[str, Any]:
        """The public form."""
        return {"code": self.code, "where": self.where, "text": self.text(lang)}


def remarks(archive: Archive, state: Tournament) -> list[Remark]:
    """Every remark of a tournament: its shapes, then its tables in the order of rounds."""
    found = shapes(state)
    for (_, _), table in sorted(state.tables.items()):
        found += of_table(archive, state, table)
        found += of_legs(state, table)
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
    seated = sum(len(table.seats) for table in tables)
    return at == state.rounds and seated < len(state.players) - len(state.left) and not any(t.settled for t in tables)


def plus(sizes: list[int]) -> str:
    """Sizes of tables as people write them."""
    return "+".join(map(str, sizes))


def of_table(archive: Archive, state: Tournament, table: Table) -> list[Remark]:
    """What there is to say of one table's result."""
    where = f"{table.round}/{table.name}"
    if not table.settled:
        return [Remark("missing", where)]
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
    """What there is to say of a linked game: its variant, corrections after the close, declared points that differ."""
    game_id = table.game or ""
    found = []
    judged = archive.judgement(game_id)
    due = state.rules.given.get("variant")
    if due and judged.variant.partition("@")[0] != due:
        found.append(Remark("variant", where, judged.variant, str(due)))
    if state.closed and state.frozen.get(game_id, archive.version(game_id)) != archive.version(game_id):
        found.append(Remark("corrected", where, game_id))
    wrong = {str(v.facts.get("player")): v.facts for v in judged.verdicts
             if v.rule == "record.score" and v.verdict == "illegal"}  # fmt: skip
    if wrong and judged.impossible is None and judged.end["reason"] != "unfinished":
        people = {colour: archive.people.name(one) for colour, one in archive.game(game_id).players.items()}
        told = [[f"{people.get(colour, colour)} {facts[key]}" for colour, facts in wrong.items()]
                for key in ("declared", "computed")]  # fmt: skip
        found.append(Remark("declared", where, ", ".join(told[0]), ", ".join(told[1])))
    return found


def of_legs(state: Tournament, table: Table) -> list[Remark]:
    """Two games with swapped seats: round 2 repeats round 1 the other way round, 4 repeats 3 (ONE-09)."""
    given = state.rules.given
    if given.get("legs") != 2 or table.round % 2:
        return []
    first = state.tables.get((table.round - 1, table.name))
    where = f"{table.round}/{table.name}"
    if first is None or set(first.seats) != set(table.seats):
        return [Remark("opponent", where, cite=given["legs_cite"])]
    return [] if table.seats == first.seats[::-1] else [Remark("legs", where, cite=given["legs_cite"])]


def differing(claimed: dict[str, Fraction], result: Result) -> list[tuple[str, str, str]]:
    """Points of a sheet that differ from those of a result: player, claimed, recomputed."""
    return [
        (player, shown(points), shown(result.points[player]))
        for player, points in claimed.items() if points != result.points.get(player)
    ]  # fmt: skip
