"""Writes about a person: another name, a merge, an erasure, or its refusal. Each can be tried before it is done.

Over HTTP an address has references and never names, since servers log addresses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from plancia_archive.actions.action import Action, Caller, Done, Option, Said, ShortText, newest

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def version_of(archive: Archive, *people: str) -> int:
    """Returns the number of lines about these people in the log."""
    from plancia_archive.people.register import STREAM

    statement = "SELECT coalesce(sum(count), 0) FROM entry WHERE game = ?"
    return sum(int(archive.db.execute(statement, [STREAM + person]).fetchone()[0]) for person in people)


def changed(
    archive: Archive, caller: Caller, answer: Mapping[str, object], people: Sequence[str], said: Sequence[Said],
    told: Sequence[Said] = (), result: object = None,
) -> Done:  # fmt: skip
    """Returns what a write did, or would do, with the version of these people and the newest entry about the first."""
    from plancia_archive.people.register import STREAM

    answer = {**answer, "version": version_of(archive, *people), "dry_run": caller.dry_run}
    if caller.dry_run:
        return Done(answer, [], [], told, result=result)
    return Done(answer, newest(archive, STREAM + people[0]), said, told, result=result)


class RenamePerson(Action):
    """Change the name that a person is shown by; the old name remains an alias."""

    operation, group, quiet, tried = "rename_person", "people", True, True
    address, right, bodies = "players/{player}/name", "person.write", ("NameBody",)
    example, command, target = {"name": "Mario Rossi"}, "person rename", "PLAYER"
    help = """Change the name that a player is shown by, to a new one or a known spelling; the old name remains an
    alias.

    \b
    Example: plancia person rename "M. Rossi" "Mario Rossi"
    """

    name: Annotated[ShortText, Option(name="NAME")]

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.registers.person_erasure import require_person

        with archive.lock:
            person = require_person(archive, name)
            answer = {"player": person, "name": archive.people.check_name(person, self.name)}
            if caller.writes(version_of(archive, person)):
                with archive.writing():
                    archive.people.rename(person, self.name)
            return changed(archive, caller, answer, [person], [person])


class MergePerson(Action):
    """Merge the person `other`, by reference, into this one. `plancia person part` undoes it."""

    operation, group, quiet, tried = "merge_person", "people", True, True
    address, right, bodies = "players/{player}/merge", "person.write", ("OtherBody",)
    example, command, target = {"other": "p_00000003"}, "person merge", "PLAYER"
    help = """Merge two people: OTHER becomes an alias of PLAYER, whose name and reference stay.

    The log keeps both references; lists, statistics, standings and exports show one. `person part` undoes it. It is
    refused for two players who met in a game or a tournament. What would change is printed, and confirmed unless --yes.

    \b
    Example: plancia person merge "Mario Rossi" "Rosi Mario" --dry-run
    """

    other: Annotated[ShortText, Option(name="OTHER")]

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.registers.person_merges import check_merge, games_of, merge_people

        with archive.lock:
            person, other = check_merge(archive, name, self.other)
            other_name, aliases = archive.people.name(other), archive.people.spellings(other)
            answer = {
                "player": person, "name": archive.people.name(person), "other": other, "other_name": other_name,
                "aliases": aliases, "games": len(games_of(archive, other)),
            }  # fmt: skip
            if caller.writes(version_of(archive, person, other)):
                merge_people(archive, person, other)
            spellings = "; ".join(filter(None, [other_name, ", ".join(aliases)]))
            would: list[Said] = [("would-merge", {"spellings": spellings})] if caller.dry_run else []
            return changed(archive, caller, answer, [person, other], [("merged", {})], would)


class ErasePerson(Action):
    """Erase the name, the aliases and the salt of a person. It cannot be undone.

    `mentions` is what keeps the name: `where` is a stream of the log (`entries` are its numbers), `token NAME`,
    `file SHA-256` or `person REFERENCE`, of another person; not `whole` where the surname alone stands. `copies` are
    the files with names written since, which the keeper has to delete. `cleaned` is false while another
    program reads the old pages of the file: then the request is sent again. For a person erased before, the file is
    cleaned again.
    """

    operation, group, quiet, tried = "erase_person", "people", True, True
    address, right, bodies = "players/{player}/erase", "person.write", ("ErasureBody",)
    example, command, target = {"basis": "GDPR, article 17"}, "person erase", "PLAYER"
    help = """Erase a person's name and all its spellings from the archive's file, for good.

    Games keep the reference, and every proof still verifies. Before it asks, the command lists what keeps the name or
    the surname: entries of the log, tokens, other persons, files. Copies and backups made before cannot be reached:
    those written by this program are listed. For a reference that was erased before, the
    file is cleaned again.

    \b
    Example: plancia person erase "Mario Rossi" --basis "GDPR, article 17"
    """

    basis: Annotated[ShortText, Option("Why, in one line, without names.", default="request of the person")] = (
        "request of the person"
    )

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.dates import format_time
        from plancia_archive.registers.person_erasure import (
            count_participations,
            erase_record,
            find_mentions,
            normalise_basis,
            require_person,
        )
        from plancia_archive.registers.written_copies import list_copies

        with archive.lock:
            was_erased = archive.people.is_erased(name)
            person = name if was_erased else require_person(archive, name)
            games, tournaments = count_participations(archive, person)
            mentions = [] if was_erased else find_mentions(archive, person)
            copies = list_copies(archive, person)
            answer: dict[str, object] = {"player": person, "games": games, "tournaments": tournaments}
            answer |= {"mentions": [one.to_json() for one in mentions], "copies": copies}
            told: list[Said] = [("would-erase", {})]
            if caller.dry_run:
                answer["basis"] = normalise_basis(archive, self.basis, person)
            elif was_erased or caller.writes(version_of(archive, person)):
                answer["cleaned"] = erase_record(archive, person, self.basis).cleaned
                told = [("erased-backups", {})]
                told += [("erased-copy" if one["present"] else "erased-copy-moved",
                          {**one, "written_at": format_time(one["written_at"])}) for one in copies]  # fmt: skip
            return changed(archive, caller, answer, [person], [("erased", {})], told, mentions)


class KeepPerson(Action):
    """Record in the log that the erasure of a person was refused, and on what basis; names in it become references."""

    operation, group, quiet, tried = "keep_person", "people", True, True
    address, right, bodies = "players/{player}/keep", "person.write", ("BasisBody",)
    example, command, target = {"basis": "GDPR, article 17(3)(d)"}, "person keep", "PLAYER"
    help = """Record in the log that the erasure of a person was refused, and on what basis.

    \b
    Example: plancia person keep "Mario Rossi" --basis "GDPR, article 17(3)(d): archive of the national championship"
    """

    basis: Annotated[ShortText, Option("Why the record is kept, in one line, without names.")]

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.registers.person_erasure import normalise_basis, record_erasure_refusal, require_person

        with archive.lock:
            person = require_person(archive, name)
            answer = {"player": person, "basis": normalise_basis(archive, self.basis, person)}
            if caller.writes(version_of(archive, person)):
                record_erasure_refusal(archive, person, self.basis)
            return changed(archive, caller, answer, [person], [("kept-person", {})])
