"""The words in which pages refuse something: what happened and what to do, without commands of the program."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from flask import request

from plancia_api.language import language
from plancia_archive import ArchiveError
from plancia_data import messages


def refusal_text(error: ArchiveError) -> str:
    """The sentence for a refusal of the archive; the archive's own where pages have none for its code."""
    return str(messages("page_refusals", language()).get(error.code) or error.text(language()))


def error_page_values(code: str, reason: str, status: int, title: str, detail: str) -> dict[str, Any]:
    """The variables of the page of an error: title, sentence, where to go from there.

    `code` is the code of a problem, `reason` that of the archive where it refused; `title` and `detail` stand where
    pages have no words of their own.
    """
    words = messages("page_refusals", language())
    text = words.get(reason) or (detail if detail and detail != title else words.get(code, ""))
    return {"code": code, "status": status, "title": words.get(f"title.{code}") or title[:1].upper() + title[1:],
            "detail": text, "back": back_path(), "sign_in": sign_in_path() if status in (401, 403) else ""}  # fmt: skip


def back_path() -> str:
    """The page of this server from which the request came; the start page without one."""
    referrer = urlsplit(request.referrer or "")
    if referrer.netloc != request.host or (referrer.path == request.path and request.method == "GET"):
        return "/"
    return referrer.path + (f"?{referrer.query}" if referrer.query else "")


def sign_in_path() -> str:
    """The path of the sign-in form that comes back to this page, or for a form to the page that it stands on."""
    return "/sign-in?next=" + quote(request.path if request.method == "GET" else back_path())
