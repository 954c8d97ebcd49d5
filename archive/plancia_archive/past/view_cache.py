"""A cache of views of earlier states, shared by the requests of a server and deleted when the process ends."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.log.temp_files import delete_temp, temp_folder
from plancia_archive.past.views import make_view, open_view
from plancia_archive.tlog.checkpoint import Checkpoint

MAX_VIEWS = 4
ViewKey = tuple[str, str]  # head and digest of the names of people: a renamed or erased person makes other views


@dataclass
class CachedView:
    """A cached view, its file, and the number of requests that use it."""

    view: Archive
    path: Path
    leases: int = 0
    dropped: bool = False


class PastViewCache:
    """Least recently used cache of views by head: at most `max_views`, and those in use. Safe for several threads.

    The files are in a temporary folder of this process that only its user may read.
    """

    def __init__(self, max_views: int = MAX_VIEWS) -> None:
        self.max_views = max_views
        self.views: OrderedDict[ViewKey, CachedView] = OrderedDict()
        self.lock = threading.Lock()
        self.creation_lock = threading.Lock()  # one view is made at a time
        self.stack = ExitStack()
        self.folder: Path | None = None
        self.created_count = 0
        self.swept_index = -1  # last entry of the log when the views were swept
        weakref.finalize(self, self.stack.close)

    def has(self, archive: Archive, head: Checkpoint) -> bool:
        """True if the view of a head is cached."""
        with self.lock:
            return self.key(archive, head) in self.views

    def key(self, archive: Archive, head: Checkpoint) -> ViewKey:
        """Returns the cache key of the view of a head."""
        with archive.lock:
            return head.head(), archive.people.stamp()

    def lease(self, archive: Archive, head: Checkpoint) -> CachedView:
        """Returns a cached or new view for one request, which must `release` it. Raises ArchiveError, OSError."""
        key = self.key(archive, head)
        if (cached := self.lease_existing(key)) is not None:
            return cached
        with self.creation_lock:
            if (cached := self.lease_existing(key)) is not None:  # made by another request meanwhile
                return cached
            view = self.create(archive, head)
            with self.lock:
                self.views[key] = view
                view.leases += 1
                self.drop(key[1])
            return view

    def lease_existing(self, key: ViewKey) -> CachedView | None:
        """Leases a cached view; None without one."""
        with self.lock:
            cached = self.views.get(key)
            if cached is not None:
                self.views.move_to_end(key)
                cached.leases += 1
            return cached

    def create(self, archive: Archive, head: Checkpoint) -> CachedView:
        """Creates a view in the temporary folder of this process."""
        if self.folder is None:
            self.folder = self.stack.enter_context(temp_folder())
        self.created_count += 1
        path = self.folder / f"{self.created_count}.db"
        try:
            make_view(archive, head, path)
            return CachedView(open_view(path, head, archive.path), path)
        except BaseException:
            delete_temp(path)
            raise

    def sweep(self, archive: Archive) -> None:
        """Drops views with outdated names of people, such as the name of a person who was erased since."""
        last_index = archive.last_index()
        if self.views and last_index != self.swept_index:
            with archive.lock:
                names_digest = archive.people.stamp()
            with self.lock:
                self.drop(names_digest)
                self.swept_index = last_index

    def drop(self, names_digest: str) -> None:
        """Drops views with other names of people and the least recently used beyond `max_views`. Call with the lock."""
        stale = [key for key in self.views if key[1] != names_digest]
        stale += [key for key in self.views if key not in stale][
            : max(0, len(self.views) - len(stale) - self.max_views)
        ]
        for key in stale:
            cached = self.views.pop(key)
            cached.dropped = True
            if not cached.leases:
                self.delete(cached)

    def release(self, cached: CachedView) -> None:
        """Releases a leased view."""
        with self.lock:
            cached.leases -= 1
            if cached.dropped and not cached.leases:
                self.delete(cached)

    def delete(self, cached: CachedView) -> None:
        """Closes a view and deletes its file."""
        cached.view.close()
        delete_temp(cached.path)
