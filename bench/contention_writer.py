"""A writer of `bench/contention.py`: appends numbered lines to a game and prints each when the archive returned."""

from __future__ import annotations

import sys

from plancia_archive import Archive, ArchiveError


def main() -> None:
    """ARCHIVE GAME NAME COUNT: waits for a line on standard input, then writes."""
    place, game, name, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    archive = Archive.open(place)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(count):
        line = f"{name}-{number}"
        while True:
            try:
                version = archive.append(game, [f"NOTE A {{{line}}}"], archive.version(game), line).version
            except ArchiveError as error:  # Conflict: another was first; busy: the lock was not free in time
                if error.code not in ("conflict", "locked"):
                    raise
            else:
                break
        print(version, line, flush=True)


if __name__ == "__main__":
    main()
