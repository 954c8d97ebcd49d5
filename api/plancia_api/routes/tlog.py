"""The log over HTTP: head, proofs, and the tiles of C2SP tlog-tiles under /api/v1/tlog.

The checkpoint changes and is revalidated; tiles and bundles never change, and caches keep them (RFC 9111, RFC 8246).
"""

from __future__ import annotations

import hashlib

from flask import Response, request

from plancia_api.answers.log import ConsistencyProof, InclusionProof, LogHead, ProofBundle
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader, hidden_message
from plancia_api.etags import find_matching_etag, with_etag
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.negotiation import MEDIA_TYPES, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import ConsistencyQuery, InclusionQuery, ProofQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.evidence.bundle import bundle_at, bundle_text, sign_game
from plancia_archive.facts.redaction import has_hidden_values
from plancia_archive.log.published import Published
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.text_fields import to_base64
from plancia_data import in_language

blueprint = StrictBlueprint("tlog", "tlog", url_prefix="/api/v1", description="The log: head, tiles, proofs.")
IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"  # a year, the longest that is usual
BYTES_SCHEMA = {"type": "string", "contentMediaType": MEDIA_TYPES["bin"]}


def published_log() -> Published:
    """Returns the published form of the archive's log: checkpoint, tiles and bundles of entries."""
    return Published(archive().checkpoints)


@blueprint.operation("/head", answer=LogHead)
def log_head() -> Response:
    """The head of the log as it stands: origin, size, root, the line of all three, and the verifier key.

    `key` is null for an archive without a key. The head is not signed; the signed one is `/tlog/checkpoint`.
    """

    size = archive().last_index() + 1

    def build_response() -> Response:
        head = archive().checkpoints.head(size)
        members = {"origin": head.origin, "size": head.size, "root": to_base64(head.root)}
        return json_response({**members, "key": published_log().key(), "line": head.head()})

    return with_etag(build_response, size, published_log().key())


@blueprint.operation("/tlog/checkpoint")
@offers("txt")
@blueprint.response(200, {"type": "string"}, content_type=MEDIA_TYPES["txt"])
def checkpoint() -> Response:
    """The newest signed checkpoint with its cosignatures (C2SP tlog-checkpoint); 404 before the first."""
    note = published_log().checkpoint()
    if note is None:
        it = "nessuna testa firmata finora: la firma plancia checkpoint"
        raise Problem("not-found", in_language(language(), it, "no checkpoint so far: plancia checkpoint signs one"))
    text = note.text()
    return with_etag(lambda: Response(text, content_type=f"{MEDIA_TYPES['txt']}; charset=utf-8"), text)


@blueprint.operation("/tlog/tile/<path:place>")
@offers("bin")
@blueprint.response(200, BYTES_SCHEMA, content_type=MEDIA_TYPES["bin"])
def tile(place: str) -> Response:
    """Hashes of the tree, `LEVEL/NUMBER` or `LEVEL/NUMBER.p/WIDTH` (C2SP tlog-tiles), 32 bytes each.

    Tiles exist up to the size of the checkpoint; beyond it, and for any other spelling of a path, the answer is 404.
    """
    return immutable_response(f"tile/{place}")


@blueprint.operation("/tlog/tile/entries/<path:number>")
@offers("bin")
@blueprint.response(200, BYTES_SCHEMA, content_type=MEDIA_TYPES["bin"])
def entry_bundle(number: str) -> Response:
    """Entries of the log, `NUMBER` or `NUMBER.p/WIDTH` (C2SP tlog-tiles): each after its length in two bytes.

    An entry has references of players and no names, as the text of a game has. Bundles with an entry of a game that is
    not over are answered with 403 where something of it is hidden from the caller.
    """
    answer = immutable_response(f"tile/entries/{number}")
    hidden_games, reader = hidden_games_in_bundle(number), current_reader()
    if any(not reader.sees_whole_game(game) for game in hidden_games):
        raise Problem("forbidden", hidden_message(), reason="hidden")
    if hidden_games:
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers["Vary"] = "Authorization"
    return answer


def hidden_games_in_bundle(number: str) -> list[str]:
    """Returns the open games with hidden values that have an entry, or a dispute with one, in a bundle of entries."""
    log = archive().log
    return [
        game for game in published_log().games_of_bundle(f"tile/entries/{number}") if has_hidden_values(log.game(game))
    ]


def immutable_response(path: str) -> Response:
    """Returns the bytes at a path of the log, cacheable for good, or a 304. Raises Problem 404."""
    if request.environ.get("plancia.path", request.path) != request.path:  # the suffix .bin is no path of a log
        raise Problem("not-found")
    log = published_log()
    content = log.read_path(path)
    if content is None:
        raise Problem("not-found")
    tag = hashlib.sha256(content).hexdigest()[:32]
    matching_tag = find_matching_etag(tag)
    answer = Response(status=304) if matching_tag else Response(content, content_type=MEDIA_TYPES["bin"])
    answer.set_etag(matching_tag or tag)
    answer.headers["Cache-Control"] = IMMUTABLE_CACHE_CONTROL
    return answer


@blueprint.operation("/proofs/inclusion", answer=InclusionProof)
def inclusion_proof(query: InclusionQuery) -> Response:
    """The audit path of an entry (RFC 9162, 2.1.3): that it is in the log of `size` entries, by default today's.

    `leaf` is hexadecimal as in a receipt; `root` and the hashes of `proof` are base64.
    """
    index, head = query.index, head_at(query.size)
    if index >= head.size:
        raise Problem("invalid", range_message("index", f"0..{head.size - 1}" if head.size else "-"))

    def build_response() -> Response:
        tree = archive().checkpoints.tree
        with archive().lock:
            leaf = tree.subtrees(head.size)(0, index)
            proof = tree.inclusion(index, head.size)
        members = {"index": index, "leaf": leaf.hex(), "size": head.size, "root": to_base64(head.root)}
        return json_response({**members, "proof": [to_base64(digest) for digest in proof]})

    return with_etag(build_response, head.head())


@blueprint.operation("/proofs/consistency", answer=ConsistencyProof)
def consistency_proof(query: ConsistencyQuery) -> Response:
    """The proof that the log of `from` entries is the beginning of that of `to` (RFC 9162, 2.1.4), by default today's.

    The roots and the hashes of `proof` are base64.
    """
    head = head_at(query.to)
    if query.start > head.size:
        raise Problem("invalid", range_message("from", f"1..{head.size}"))
    old_head = head_at(query.start)

    def build_response() -> Response:
        with archive().lock:
            proof = archive().checkpoints.tree.consistency(old_head.size, head.size)
        members = {
            "from": old_head.size,
            "from_root": to_base64(old_head.root),
            "to": head.size,
            "root": to_base64(head.root),
        }
        return json_response({**members, "proof": [to_base64(digest) for digest in proof]})

    return with_etag(build_response, old_head.head(), head.head())


@blueprint.operation("/games/<string:game_id>/proof", answer=ProofBundle)
def game_proof(query: ProofQuery, game_id: str) -> Response:
    """The bundle that proves a game, as `plancia prove` makes it: every entry about it, proofs, signed checkpoint.

    With `since` it is linked to the head of that many entries too. A game that is not over is a 403 where something of
    it is hidden from the caller, since the entries hold exact bytes.
    """
    if not current_reader().sees_whole_game(game_id):
        raise Problem("forbidden", hidden_message(), reason="hidden")
    note, since = sign_game(archive(), game_id), [query.since] if query.since is not None else []

    def build_response() -> Response:
        return Response(bundle_text(bundle_at(archive(), game_id, since)), mimetype="application/json")

    return with_etag(build_response, game_id, note)


def head_at(size: int | None) -> Checkpoint:
    """Returns the head of the first `size` entries, or of all. Raises ArchiveError `head-size`."""
    return archive().checkpoints.head(size)


def range_message(parameter: str, valid: str) -> str:
    """Returns the detail of the Problem for a number out of the log's range."""
    template = in_language(language(), "{}: il registro ammette {}", "{}: the log allows {}")
    return template.format(parameter, valid)
