"""The page of who keeps the club's archive: codes for phones, a backup, the examination of the archive, the version."""

from __future__ import annotations

import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, request, send_file

from plancia_api.action_routes import perform
from plancia_api.auth import authorise, current_grant
from plancia_api.current_archive import live_archive
from plancia_api.lan_address import phone_host
from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.pages.sessions import check_form, see_other
from plancia_archive import verify
from plancia_archive.actions import CreateToken, RevokeToken
from plancia_archive.dates import local_time
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.exports.backups import backup as write_backup
from plancia_archive.registers.roles import Role
from plancia_archive.registers.written_copies import DOWNLOAD, record_copy
from plancia_data import messages

blueprint = Blueprint("keeper_forms", "plancia_api", template_folder="templates")
FIRST_PAGES: dict[Role, str] = {"recorder": "/record", "arbiter": "/disputes", "reader": "/"}  # of a phone, by its role
HOURS = 12  # that a phone's code is valid: an evening
SHOWN_FINDINGS = 20


def keeper_page(**done: object) -> Response:
    """Returns the page with what was just done: `phone`, `checked` and `findings`."""
    rows = [row for row in live_archive().tokens.all() if row["state"] == "valid" and row["role"] in FIRST_PAGES]
    return page(
        "keeper.html", k=messages("keeper", language()), phones=rows, hours=HOURS, reachable=bool(phone_host()),
        roles=list(FIRST_PAGES), version=version("plancia"), place=str(live_archive().path), **done,
    )  # fmt: skip


@blueprint.get("/keeper")
def keeper() -> Response:
    """What a keeper does with the archive beside games and tournaments; who is not signed in is asked to."""
    if current_grant() is None:
        return see_other("/sign-in?next=/keeper")
    authorise("token.write")
    return keeper_page()


@blueprint.post("/keeper/phone")
def let_phone_in() -> Response:
    """Makes a token for a phone, and shows its code and address this once."""
    check_form()
    authorise("token.write")
    asked = request.form.get("role", "")
    role: Role = next((role for role in FIRST_PAGES if role == asked), "recorder")
    until = time.time_ns() // 1_000_000 + HOURS * 3_600_000
    name = f"{messages('keeper', language())['phone']} {local_time(until - HOURS * 3_600_000):%d/%m %H:%M:%S}"
    done = perform(CreateToken, "", lambda: CreateToken(name=name, role=role, until=until))
    host = phone_host() or urlsplit(request.host_url).netloc
    address = f"{request.scheme}://{host}/sign-in?next={FIRST_PAGES[role]}#{done.answer['secret']}"
    return keeper_page(phone=address, phone_role=role, code=qr_svg_inline(address))


@blueprint.post("/keeper/revoke")
def send_phone_away() -> Response:
    """Revokes the token of a phone."""
    check_form()
    authorise("token.write")
    perform(RevokeToken, request.form.get("phone", ""), RevokeToken)
    return see_other("/keeper#phones")


@blueprint.post("/keeper/backup")
def download_backup() -> Response:
    """Sends the whole archive as a ZIP file, and records that a copy with names was made (`person erase` lists it)."""
    check_form()
    authorise("token.write")
    archive = live_archive()
    name = f"plancia-{local_time(time.time_ns() // 1_000_000):%Y-%m-%d-%H%M}.zip"
    folder = tempfile.TemporaryDirectory()  # it may be larger than what memory has: it goes when all is sent
    try:
        write_backup(archive, Path(folder.name) / name)
        record_copy(archive, "backup", DOWNLOAD + name)
        answer = send_file(Path(folder.name) / name, mimetype="application/zip", as_attachment=True)
    except BaseException:
        folder.cleanup()
        raise
    answer.call_on_close(folder.cleanup)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/keeper/check")
def check_archive() -> Response:
    """Examines the whole archive, every game judged again, and says in a line whether it is intact."""
    check_form()
    authorise("token.write")
    words = messages("cli", language())
    findings = [
        f"{found.where}: {words['finding.' + found.code]} {found.detail}".rstrip() for found in verify(live_archive())
    ]
    return keeper_page(checked=True, count=len(findings), findings=findings[:SHOWN_FINDINGS])
