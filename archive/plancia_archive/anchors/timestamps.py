"""Timestamp tokens (RFC 3161) over the text of a checkpoint, by the library rfc3161-client (extra `anchors`)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.tlog.errors import ServiceError, StoreError
from plancia_archive.tlog.http_post import post
from plancia_archive.tlog.text_fields import excerpt

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

QUERY, REPLY = "application/timestamp-query", "application/timestamp-reply"  # RFC 3161, 3.4


def read_certificates(path: Path) -> list[Certificate]:
    """The certificates of a PEM file, which the authority's certificate must lead to.

    Raises ServiceError `anchor-ca` for a file without certificates, StoreError `store-read`.
    """
    from cryptography.x509 import load_pem_x509_certificates

    try:
        return load_pem_x509_certificates(path.read_bytes())
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise ServiceError("anchor-ca", path) from error


def request_token(text: bytes, url: str, roots: list[Certificate], insecure_http: bool = False) -> bytes:
    """A verified token of an authority over a text, as the authority sent it (TimeStampResp, RFC 3161, 2.4.2).

    Raises ServiceError: those of `post`, `anchor-status` for an HTTP error, and those of `verify_token`.
    """
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    request = TimestampRequestBuilder().data(text).hash_algorithm(HashAlgorithm.SHA256).build()
    reply = post(url, request.as_bytes(), QUERY, insecure_http)
    if reply.status != 200 or reply.media_type != REPLY:
        raise ServiceError("anchor-status", f"{excerpt(url)}: {reply.status} {excerpt(reply.media_type)}")
    verify_token(reply.body, text, roots, request.nonce)
    return reply.body


def verify_token(token: bytes, text: bytes, roots: list[Certificate], nonce: int | None = None) -> datetime:
    """When an authority that the certificates vouch for stamped a text, by its clock.

    The certificates must have been valid at that time. Raises ServiceError: `anchor-token` for what is no token or a
    refusal of the authority, `anchor-false` for a token over another text, by another signer or for another request.
    """
    from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

    time = stamped_at(token)
    verifier = VerifierBuilder(roots=list(roots), nonce=nonce).build()
    try:
        if not verifier.verify_message(decode_timestamp_response(token), text):
            raise ServiceError("anchor-false", "-")
    except (VerificationError, ValueError) as error:
        raise ServiceError("anchor-false", str(error)[:200]) from error
    return time


def stamped_at(token: bytes) -> datetime:
    """The time that a token states; nothing is verified. Raises ServiceError `anchor-token`."""
    from rfc3161_client import PKIStatus, decode_timestamp_response

    try:
        response = decode_timestamp_response(token)
        if response.status != PKIStatus.GRANTED:
            raise ServiceError("anchor-token", f"status {response.status} {' '.join(response.status_string)}"[:200])
        return response.tst_info.gen_time
    except ValueError as error:
        raise ServiceError("anchor-token", str(error)[:200]) from error
