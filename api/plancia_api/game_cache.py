"""Cache of games, judgements and encoded answers, computed once per head of a game.

The keys contain the head of the game (log/game_head.py), so an append, a correction or a merge of players, by this
process or another, is a miss: no invalidation is needed. A judgement depends on the rule-set, whose hash the head
covers, and on the program, whose cache ends with the process. The cache has no names of people, only references;
parts of pages have, and lie in a cache of their own, which is emptied when a name changes (D-181).
Readers who are shown different seats of an open game use different heads, so that no reader is served values hidden
from them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar, cast

from flask import request

from plancia_api.app_keys import AppKey
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.shown_names import names_shown
from plancia_archive.disputes.lines import GAME_ID
from plancia_archive.facts.redaction import ALL_SEATS
from plancia_archive.log.game_head import GameHead, read_game_head
from plancia_events import Game
from plancia_replay import Judgement, judge
from plancia_replay.batch.correction_effects import list_corrections
from plancia_replay.judging.forms import CorrectionEffect, CorrectionsForm
from plancia_replay.recording.play import Play


class LruCache:
    """A cache of at most `capacity` bytes, by the estimated sizes of its values; safe for several threads.

    Two threads that miss the same key both compute the value; the lock is never held during a computation.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.used = 0
        self.values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self.lock = threading.Lock()
        self.stamp = ""

    def require(self, stamp: str) -> None:
        """Drops all values that were stored under another stamp: a digest of what none of the keys has."""
        with self.lock:
            if stamp != self.stamp:
                self.values.clear()
                self.used, self.stamp = 0, stamp

    def get(self, key: Hashable) -> Any:
        """Returns the value, None on a miss."""
        with self.lock:
            if key not in self.values:
                return None
            self.values.move_to_end(key)
            return self.values[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Stores a value of about `size` bytes; one larger than a quarter of the capacity is not stored."""
        if size > self.capacity // 4:
            return
        with self.lock:
            self.used += size - self.values.pop(key, (None, 0))[1]
            self.values[key] = value, size
            while self.used > self.capacity:
                self.used -= self.values.popitem(last=False)[1][1]


Value = TypeVar("Value")
CACHE = AppKey[LruCache]("cache")
PAGE_PARTS = AppKey[LruCache]("page-parts")  # emptied when a name changes
CACHE_BYTES = 64 * 1024 * 1024  # bytes, as estimated below: some 400 games of an evening, judged and encoded
EVENT_BYTES = 450  # an event as line, row and object (420 measured)
VERDICT_BYTES = 2000  # a verdict with its facts and sentences
PLAY_BYTES = 40_000  # the table and its copy at the start of the turn (measured)
JUDGEMENT_BYTES = 16_000  # the final table, scores and accounts (measured)


def resolve_game_name() -> None:
    """Replaces the name of a game in a path of the API by its id, as commands do: header Game, or `c_` and a hash.

    Raises ArchiveError for a name that no game has, or that several have.
    """
    name = (request.view_args or {}).get("game_id")
    if name is not None and request.path.startswith("/api/") and not GAME_ID.match(name):
        assert request.view_args is not None
        request.view_args["game_id"] = archive().resolve(name)


def game_head(game_id: str) -> GameHead:
    """Returns the head of the game as the caller sees it. Raises ArchiveError for an unknown game, Problem 401."""
    head, reader = read_game_head(archive().log, game_id), current_reader()
    if reader.sees_everything or reader.redact(archive(), game_id, unredacted_game(head)) is unredacted_game(head):
        return head
    return replace(head, seats=reader.seats(game_id))


def unredacted_game(head: GameHead) -> Game:
    """Returns the game with its hidden values; not for answers. Raises ArchiveError."""
    key = replace(head, seats=ALL_SEATS)
    return get_or_compute(key, ("game",), lambda: archive().game(head.game_id), game_size)


def visible_game(head: GameHead) -> Game:
    """Returns the game as the caller sees it. Threads share it: callers must not change it. Raises ArchiveError."""
    if head.seats == ALL_SEATS:  # redacted all the same where it has been continued since its head was read
        return current_reader().redact(archive(), head.game_id, unredacted_game(head))
    reader = current_reader()
    return get_or_compute(head, ("game",), lambda: reader.game(archive(), head.game_id), game_size)


def play_of(head: GameHead, game: Game) -> Play:
    """Returns the game that the caller sees, as it is in progress; it may be continued. Raises RuleSetError."""
    play: Play = get_or_compute(
        head, ("play",), lambda: Play(game, archive().rules_of(game)), lambda _: PLAY_BYTES + game_size(game)
    )
    return play.copy()  # asking what is due writes into the table


def keep_appended(before: GameHead, game: Game, play: Play) -> None:
    """Caches the game as an append left it, and `play` where that is what the caller sees: the next append needs both.

    `before` is the head that the caller saw before the append.
    """
    head, memo = read_game_head(archive().log, before.game_id), CACHE.current
    if head.version != game.version or head.version != len(play.events) + 1:
        return  # continued by somebody else since
    memo.put((head, "game"), game, game_size(game))
    shown, first = game_head(before.game_id), before.version - 1
    if shown.seats == before.seats and play.events[first:] == visible_game(shown).events[first:]:
        memo.put((shown, "play"), play, PLAY_BYTES + game_size(game))


def cached_judgement(head: GameHead, lang: str, mode: str = "corrected") -> Judgement:
    """Returns the judgement of a game under its own rules, in a language; callers must not change it.

    `mode` is `corrected` or `recorded`. Raises ArchiveError.
    """
    return get_or_compute(
        head, ("judgement", lang, mode), lambda: compute_judgement(head, lang, mode), judgement_size
    )  # fmt: skip


def cached_corrections(
    head: GameHead, lang: str, after: int, limit: int, before_compute: Callable[[], None]
) -> CorrectionsForm:  # fmt: skip
    """Returns a page of corrections with their effects; calls `before_compute` before a computation.

    Raises ArchiveError, and the errors of `before_compute`.
    """

    def compute() -> CorrectionsForm:
        if visible_game(head).numbers_of("VOID", "FIX"):
            before_compute()
        return list_corrections(visible_game(head), archive().rules_of(visible_game(head)), lang, after, limit)

    return get_or_compute(head, ("corrections", lang, str(after), str(limit)), compute, corrections_size)


def cached_body(head: GameHead, *key: str, compute: Callable[[], bytes]) -> bytes:
    """Returns the encoded body of an answer that has no names and depends only on the head and the key."""
    return get_or_compute(head, ("body", *key), compute, len)


def compute_judgement(head: GameHead, lang: str, mode: str) -> Judgement:
    """Judges the game."""
    game = visible_game(head)
    judgement = judge(game, archive().rules_of(game), lang, as_corrected=mode == "corrected")
    judgement.game = head.game_id
    return judgement


def get_or_compute_named(head: GameHead, key: tuple[str, ...], compute: Callable[[], Value], size: int) -> Value:
    """Returns a cached part of a page, which may have the names of people that the caller is shown."""
    memo = PAGE_PARTS.current
    with archive().lock:
        memo.require(archive().people.stamp())
    return get_or_compute(head, (*key, str(names_shown())), compute, lambda _: size, memo)


def get_or_compute(
    head: GameHead, key: tuple[str, ...], compute: Callable[[], Value], estimate_size: Callable[[Value], int],
    memo: LruCache | None = None,
) -> Value:  # fmt: skip
    """Returns a cached value, computed on a miss; it is not stored if the game changed during the computation."""
    memo = memo or CACHE.current
    cached = memo.get((head, *key))
    if cached is not None:
        return cast(Value, cached)
    value = compute()
    if read_game_head(archive().log, head.game_id) == replace(head, seats=ALL_SEATS):
        memo.put((head, *key), value, estimate_size(value))
    return value


def game_size(game: Game) -> int:
    """Returns the estimated size of a game in memory, in bytes."""
    return EVENT_BYTES * (len(game.events) + len(game.headers))


def corrections_size(corrections: CorrectionsForm) -> int:
    """Returns the estimated size of a page of corrections in memory, in bytes."""
    effects: list[CorrectionEffect] = [corrections["together"], *corrections["items"]]
    findings = sum(len(effect["gone"]) + len(effect["appeared"]) + len(effect["conflicts"]) for effect in effects)
    return VERDICT_BYTES * (findings + 2 * len(effects))


def judgement_size(judgement: Judgement) -> int:
    """Returns the estimated size of a judgement in memory, in bytes."""
    return JUDGEMENT_BYTES + VERDICT_BYTES * len(judgement.verdicts)
