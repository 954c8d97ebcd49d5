"""Further edits: logs cut, forked, made anew or put back, keys replaced, members of headers, people, both forms."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from insider_archive import EVENING, OTHER, add, sample
from insider_edits import EDITS, LATER, TABLES, YEAR, edit, raw, rewriting
from insider_tools import STREAM, Insider, rebuilt

from plancia_archive import Archive
from plancia_archive.exports.backups import backup, restore
from plancia_archive.log.side_files import checkpoint_file, key_file
from plancia_archive.people.register import commitment
from plancia_archive.tlog.checkpoint import Checkpoint, sign_checkpoint
from plancia_archive.tlog.keys import new_key, parse_signing_key

__all__ = ["EDITS"]


@edit("tail cut at an older checkpoint, which is put back")
def tail(place: Path) -> None:
    archive = Archive.open(place)
    note = archive.checkpoints.signed_notes()[0].text()
    archive.close()
    insider = Insider(place)
    del insider.entries[-3:]
    insider.finish()
    checkpoint_file(place).write_text(note)


@edit("old copy of the file put back, checkpoint removed")
def old_copy(place: Path) -> None:
    shutil.copy(f"{place}.old", place)
    checkpoint_file(place).unlink()


@edit("old copy put back, log grown again, signed")
def old_copy_grown(place: Path) -> None:
    old_copy(place)
    archive = Archive.open(place)
    for number in range(30):
        archive.people.find_or_make(f"Altro {number}")
    archive.checkpoints.sign()
    archive.close()


@edit("old backup restored, checkpoint removed, same key")
def old_backup(place: Path) -> None:
    archive = Archive.open(Path(f"{place}.old"), read_only=True)
    backup(archive, place.with_name("old.zip"))
    archive.close()
    place.unlink()
    checkpoint_file(place).unlink()
    restore(place.with_name("old.zip"), place)
    rebuilt(place)


@edit("old backup restored as a successor, to lose a game")
def successor(place: Path) -> None:
    archive = Archive.open(Path(f"{place}.old"), read_only=True)
    backup(archive, place.with_name("old.zip"))
    archive.close()
    place.unlink()
    restore(place.with_name("old.zip"), place, behind="disk broken")
    rebuilt(place)


@edit("whole log made anew, same origin and key")
def anew(place: Path) -> None:
    insider = Insider(place)
    (like,) = insider.of(STREAM)
    insider.drop(lambda entry: entry.stream == STREAM)
    for entry in insider.entries:
        entry.author, entry.role = entry.author or "local", entry.role or "keeper"
    key = parse_signing_key(key_file(place).read_text())
    insider.put_lines(like, [{"key": key.verifier.text(), "kind": "opened", "origin": key.name, "v": 1}])
    insider.entries.insert(0, like)
    insider.exchange(insider.game(0), "2026-11-20", "2026-11-01")
    insider.finish()


@edit("whole log made anew, other origin and key")
def other_archive(place: Path) -> None:
    for path in (place, checkpoint_file(place), key_file(place)):
        path.unlink()
    archive = Archive.open(place, create=True)
    for name in (EVENING, OTHER):
        add(archive, sample(name, Date="2026-11-01"))
    archive.close()
    rebuilt(place)


@edit("origin and key of the log replaced")
def other_origin(place: Path) -> None:
    insider = Insider(place)
    key = new_key("plancia/other")
    (entry,) = insider.of(STREAM)
    (event,) = insider.lines(entry)
    insider.put_lines(entry, [{**event, "key": key.verifier.text(), "origin": key.name}])
    key_file(place).write_text(key.text() + "\n")
    insider.finish()


@edit("key of the log replaced, same origin")
def other_key(place: Path) -> None:
    insider = Insider(place)
    (entry,) = insider.of(STREAM)
    (event,) = insider.lines(entry)
    key = new_key(event["origin"])
    insider.put_lines(entry, [{**event, "key": key.verifier.text()}])
    key_file(place).write_text(key.text() + "\n")
    insider.finish()


def header(member: str, value: object) -> Callable[[Insider], None]:
    def change(insider: Insider) -> None:
        setattr(insider.of(insider.game(2))[0], member, value)

    return change


rewriting("author of an entry", header("author", "t_12345678"))
rewriting("role of an entry", header("role", "player"))
rewriting("request of an entry", header("request", "f" * 32))
rewriting("time of an entry", header("at", 1_700_000_000_000))


def exchange_people(insider: Insider) -> None:
    one, other = insider.sql("SELECT player_ref FROM person ORDER BY 1 LIMIT 2")
    first, second = one[0].encode(), other[0].encode()
    for entry in insider.of(insider.game(2)):
        entry.body = entry.body.replace(first, b"??").replace(second, first).replace(b"??", second)


rewriting("two players exchanged in a game", exchange_people)


def renamed(insider: Insider) -> None:
    """Another name, salt kept, its commitment computed and put into the log."""
    ((reference, salt),) = insider.sql("SELECT player_ref, salt FROM person WHERE name = 'Gino'")
    insider.sql("UPDATE person SET name = 'Ugo' WHERE player_ref = ?", reference)
    aliases = [row[0] for row in insider.sql("SELECT plain FROM alias WHERE player_ref = ? ORDER BY plain", reference)]
    value = commitment(bytes(salt), {"aliases": aliases, "name": "Ugo", "player": reference})
    insider.put_lines(insider.of(f"person:{reference}")[-1], [{"commitment": value, "kind": "bound", "v": 1}])


rewriting("person renamed, commitment made anew", renamed)


def merged(insider: Insider) -> None:
    """One person becomes another by a line that is put in between."""
    ((one,), (other,)) = insider.sql("SELECT player_ref FROM person WHERE name IN ('Gino', 'Nadia') ORDER BY name")
    entry = insider.of(f"person:{one}")[-1]
    event = {"kind": "merged", "player": other}
    insider.sql("UPDATE alias SET player_ref = ? WHERE player_ref = ?", one, other)
    insider.sql("DELETE FROM person WHERE player_ref = ?", other)
    line = insider.copy(entry, request="1" * 32)
    insider.put_lines(line, [event])
    insider.entries.insert(insider.entries.index(entry), line)
    aliases = [row[0] for row in insider.sql("SELECT plain FROM alias WHERE player_ref = ? ORDER BY plain", one)]
    ((salt, name),) = insider.sql("SELECT salt, name FROM person WHERE player_ref = ?", one)
    value = commitment(bytes(salt), {"aliases": aliases, "name": name, "player": one})
    insider.put_lines(entry, [{"commitment": value, "kind": "bound", "v": 1}])


rewriting("two persons merged in the past", merged)
rewriting("withdrawal of a game removed", lambda one: one.drop(lambda entry: entry.stream.startswith("withdrawal:")))
rewriting("reason of a withdrawal", lambda one: one.exchange("withdrawal:", "typed twice", "cheating"))


def withdrawn(insider: Insider) -> None:
    like = insider.of("withdrawal:")[0]
    insider.entries.insert(
        insider.entries.index(like), insider.copy(like, stream=f"withdrawal:{insider.game(2)}", request="2" * 32)
    )


rewriting("another game withdrawn in the past", withdrawn)
rewriting("dice of a throw", lambda one: one.exchange(one.game(2), "654:32 -0-2", "653:42 -0-2"))
rewriting("event put into a game", lambda one: one.exchange(one.game(2), "END R\n", "NOTE R {so}\nEND R\n"))
rewriting("last event of a game removed", lambda one: one.exchange(one.game(2), "END B\n", ""))
rewriting("note of a game", lambda one: one.exchange(one.game(-1), "{late}", "{soon}"))


def split(insider: Insider) -> None:
    """The same text in two entries."""
    entry = insider.of(insider.game(2))[0]
    cut = entry.body.index(b"TURN B\n")
    tail = insider.copy(entry, body=entry.body[cut:], request="3" * 32)
    entry.body = entry.body[:cut]
    insider.entries.insert(insider.entries.index(entry) + 1, tail)


rewriting("an entry split in two", split)


def joined(insider: Insider) -> None:
    """The same text in one entry."""
    first, second = insider.of(insider.game(-1))
    first.body += second.body
    insider.entries.remove(second)
    insider.sql("UPDATE request SET version = 1 WHERE game = ?", first.stream)


rewriting("two entries of a game joined", joined)


def rulings(insider: Insider) -> None:
    entry = insider.of("tournament:")[0]
    events = insider.lines(entry)
    insider.put_lines(entry, [*events[:-2], events[-1], events[-2]])


rewriting("two rulings exchanged", rulings)


def moved(insider: Insider) -> None:
    old = insider.game(2)
    new = old[:-3] + "abc"
    for entry in insider.entries:
        entry.stream = entry.stream.replace(old, new)
        entry.body = entry.body.replace(old.encode(), new.encode())


rewriting("game under another id", moved)


@edit("log rewritten from the middle, then grown beyond the anchors")
def fork(place: Path) -> None:
    insider = Insider(place)
    insider.exchange(insider.game(2), "654:32 -0-2", "653:42 -0-2")
    insider.finish()
    archive = Archive.open(place)
    for number in range(5):
        archive.people.find_or_make(f"Altro {number}")
    archive.checkpoints.sign()
    archive.close()


@edit("game appended, dated a year before", LATER)
def appended(place: Path) -> None:
    archive = Archive.open(place)
    game = add(archive, sample(EVENING, Game="serata-0", Date="2025-11-20"))
    archive.close()
    note = checkpoint_file(place).read_bytes()
    insider = Insider(place)
    for entry in insider.of(game):
        entry.at -= YEAR
    insider.save()
    checkpoint_file(place).write_bytes(note)
    rebuilt(place)


def first_form(insider: Insider) -> None:
    entry = insider.entries[1]
    assert not entry.author
    entry.body = entry.body.replace(b"654:32 -0-2", b"653:42 -0-2")


rewriting("older entry (form 1) altered, `migrated` made anew", first_form)


def first_time(insider: Insider) -> None:
    insider.entries[1].at -= YEAR


rewriting("time of an older entry (form 1), `migrated` made anew", first_time)


def first_columns(place: Path) -> None:
    insider = Insider(place)
    insider.sql("UPDATE entry SET recorded_at = recorded_at - 1000 WHERE log_index = 1")
    insider.close()


edit("time of an older entry (form 1), nothing else")(first_columns)


@edit("log cut, table of checkpoints emptied, file removed, nothing signed")
def unsigned(place: Path) -> None:
    insider = Insider(place)
    del insider.entries[-2:]
    insider.save()
    archive = Archive.open(place)
    archive.rebuild(alone=True)
    archive.close()


@edit("checkpoint file replaced by one of another tree", TABLES)
def forged_file(place: Path) -> None:
    key = parse_signing_key(key_file(place).read_text())
    checkpoint_file(place).write_text(sign_checkpoint(Checkpoint(key.name, 3, bytes(32)), key).text())


raw(
    "checkpoint of another tree in the table",
    "UPDATE checkpoint SET note = replace(note, char(10) || size, char(10) || 1)",
    TABLES,
)
raw("a stored tile", "INSERT INTO tile VALUES (0, 0, zeroblob(8192))", TABLES)


def inserted(insider: Insider) -> None:
    like = insider.of(insider.game(2))[0]
    copy = insider.copy(
        like, stream=like.stream[:-3] + "abc", request="4" * 32, body=like.body.replace(b"serata-9", b"serata-3")
    )
    insider.entries.insert(insider.entries.index(like), copy)


rewriting("game inserted in the past", inserted)


def token_line(insider: Insider) -> None:
    like = insider.of("withdrawal:")[0]
    line = insider.copy(like, role="admin", author="t_12345678")
    insider.entries[insider.entries.index(like)] = line


rewriting("withdrawal laid to another author", token_line)
