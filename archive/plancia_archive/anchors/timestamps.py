"""Requests and verifies timestamp tokens (RFC 3161) with the library rfc3161-client (extra `anchors`)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.tlog.errors import ServiceError, StoreError
from plancia_archive.tlog.http_post import post
from plancia_archive.tlog.text_fields import excerpt

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

QUERY_MEDIA_TYPE, REPLY_MEDIA_TYPE = "application/timestamp-query", "application/timestamp-reply"  # RFC 3161, 3.4


def read_certificates(path: Path) -> list[Certificate]:
    """Reads root certificates from a PEM file.

    Raises ServiceError `anchor-ca` for a file without certificates, StoreError `store-read`.
    """
    from cryptography.x509 import load_pem_x509_certificates

    try:
        return load_pem_x509_certificates(path.read_bytes())
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise ServiceError("anchor-ca", path) from error


def request_token(text: bytes, url: str, roots: list[Certificate], allow_http: bool = False) -> bytes:
    """Requests a token over a text from an authority, verifies it and returns it (TimeStampResp, RFC 3161, 2.4.2).

    Raises ServiceError: those of `post`, `anchor-status` for an HTTP error, and those of `verify_token`.
    """
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    request = TimestampRequestBuilder().data(text).hash_algorithm(HashAlgorithm.SHA256).build()
    response = post(url, request.as_bytes(), QUERY_MEDIA_TYPE, allow_http)
    if response.status != 200 or response.media_type != REPLY_MEDIA_TYPE:
        raise ServiceError("anchor-status", f"{excerpt(url)}: {response.status} {excerpt(response.media_type)}")
    verify_token(response.body, text, roots, request.nonce)
    return response.body


def verify_token(token: bytes, text: bytes, roots: list[Certificate], nonce: int | None = None) -> datetime:
    """Verifies a token over a text, signed under one of the root certificates; returns its time, by the authority's
    clock.

    The certificates must have been valid at that time. Raises ServiceError: `anchor-token` for an unreadable token or
    an error response, `anchor-false` for a token over another text, by another signer or for another request.
    """
    from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

    stamped_time = token_time(token)
    verifier = VerifierBuilder(roots=list(roots), nonce=nonce).build()
    try:
        if not verifier.verify_message(decode_timestamp_response(token), text):
            raise ServiceError("anchor-false", "-")
    except (VerificationError, ValueError) as error:
        raise ServiceError("anchor-false", str(error)[:200]) from error
    return stamped_time


def token_time(token: bytes) -> datetime:
    """Returns the time of a token without verifying it. Raises ServiceError `anchor-token`."""

    from rfc3161_client import PKIStatus, decode_timestamp_response

    try:
        response = decode_timestamp_response(token)
        if response.status != PKIStatus.GRANTED:
            raise ServiceError("anchor-token", f"status {response.status} {' '.join(response.status_string)}"[:200])
        return response.tst_info.gen_time
    except ValueError as error:
        raise ServiceError("anchor-token", str(error)[:200]) from error
