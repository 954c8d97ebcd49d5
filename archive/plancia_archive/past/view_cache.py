"""Views of earlier states that a server keeps: few, private, shared by requests, gone when the process ends."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.exports.temp_files import delete_temp, temp_folder
from plancia_archive.past.views import make_view, open_view
from plancia_archive.tlog.checkpoint import Checkpoint

MOST_VIEWS = 4
Key = tuple[str, str]  # head and digest of the names of people: a renamed or erased person makes other views


@dataclass
class Kept:
    """A view with the number of requests that use it."""

    view: Archive
    path: Path
    leases: int = 0
    dropped: bool = False


class PastViews:
    """Views by head, at most `most` of them besides those in use. Safe for several threads.

    The files lie in a temporary folder of this process that only its user may read.
    """

    def __init__(self, most: int = MOST_VIEWS) -> None:
        self.most = most
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self.lock = threading.Lock()
        self.making = threading.Lock()  # one view is made at a time
        self.stack = ExitStack()
        self.folder: Path | None = None
        self.count = 0
        self.swept = -1  # last entry of the log when the views were swept
        weakref.finalize(self, self.stack.close)

    def has(self, archive: Archive, head: Checkpoint) -> bool:
        """True if the view exists already."""
        with self.lock:
            return self.key(archive, head) in self.kept

    def key(self, archive: Archive, head: Checkpoint) -> Key:
        """The key of a view."""
        with archive.lock:
            return head.head(), archive.people.stamp()

    def lease(self, archive: Archive, head: Checkpoint) -> Kept:
        """A view for one request; `release` it. Raises ArchiveError, OSError."""
        key = self.key(archive, head)
        if (found := self.taken(key)) is not None:
            return found
        with self.making:
            if (found := self.taken(key)) is not None:  # made by another request meanwhile
                return found
            made = self.make(archive, head)
            with self.lock:
                self.kept[key] = made
                made.leases += 1
                self.drop(key[1])
            return made

    def taken(self, key: Key) -> Kept | None:
        """An existing view, leased."""
        with self.lock:
            found = self.kept.get(key)
            if found is not None:
                self.kept.move_to_end(key)
                found.leases += 1
            return found

    def make(self, archive: Archive, head: Checkpoint) -> Kept:
        """Makes a view in the folder of this process."""
        if self.folder is None:
            self.folder = self.stack.enter_context(temp_folder())
        self.count += 1
        path = self.folder / f"{self.count}.db"
        try:
            make_view(archive, head, path)
            return Kept(open_view(path, head, archive.path), path)
        except BaseException:
            delete_temp(path)
            raise

    def sweep(self, archive: Archive) -> None:
        """Drops views whose names of people are no longer today's, such as the name of a person erased since."""
        last = archive.last_index()
        if self.kept and last != self.swept:
            with archive.lock:
                names = archive.people.stamp()
            with self.lock:
                self.drop(names)
                self.swept = last

    def drop(self, names: str) -> None:
        """Drops views of other names of people, and the ones unused for longest beyond `most`; call with the lock."""
        stale = [key for key in self.kept if key[1] != names]
        stale += [key for key in self.kept if key not in stale][: max(0, len(self.kept) - len(stale) - self.most)]
        for key in stale:
            old = self.kept.pop(key)
            old.dropped = True
            if not old.leases:
                self.delete(old)

    def release(self, used: Kept) -> None:
        """Gives a leased view back."""
        with self.lock:
            used.leases -= 1
            if used.dropped and not used.leases:
                self.delete(used)

    def delete(self, old: Kept) -> None:
        """Closes a view and deletes its file."""
        old.view.close()
        delete_temp(old.path)
