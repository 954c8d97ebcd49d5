"""The pages that show disputes: the list, one with everything about it, receipts, files, the decision to print."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, TypedDict

from flask import Blueprint, Response, request

from plancia_api.auth import authorise, current_grant, may, own_player
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.game_cache import cached_body, cached_judgement, game_head, visible_game
from plancia_api.language import language
from plancia_api.negotiation import MEDIA_TYPES
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.game_view import own_view
from plancia_api.pages.rendering import dispute_words, page, web_address
from plancia_api.pages.ruling_fields import correctable_table
from plancia_api.pages.tournament_view import shown_table
from plancia_api.problems import Problem
from plancia_api.rate_limits import count_replay
from plancia_api.receipts import make_receipt
from plancia_api.shown_names import display_name, game_title, game_titles, names_shown
from plancia_archive import ArchiveError
from plancia_archive.disputes.decision import named_references, render_decision
from plancia_archive.disputes.disputed_result import disputed_table, result_sentence
from plancia_archive.disputes.files import detect_media_type, read_file
from plancia_archive.disputes.game_sections import Section, game_sections
from plancia_archive.disputes.judged_effect import reading_choices
from plancia_archive.disputes.photo_metadata import without_metadata
from plancia_archive.disputes.readings import GameOutcome
from plancia_archive.disputes.ruling_texts import RulingText, SeenGame, final_score, outcome_after, ruling_texts
from plancia_archive.disputes.states import ROLES, STATES, TRANSITIONS, Dispute, KeptLine, author_of_line
from plancia_archive.disputes.store import STREAM, DisputeRow
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.evidence.receipts import Receipt
from plancia_archive.facts.redaction import ALL_SEATS
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.queries.game_titles import GameTitle
from plancia_archive.registers.roles import DECIDING_ROLES, Grant
from plancia_data import citation, messages, text_in
from plancia_replay.drawing import BoardOptions
from plancia_replay.text.sentences import vocabulary

ACTIONS = {"ruling": "dispute.rule", "closed": "dispute.rule"}  # of kinds of lines; others: dispute.object
CLAIMANT_ONLY_KINDS = ("withdrawn",)  # of players, the one who objected alone


def permitted_kinds(dispute: Dispute) -> list[str]:
    """Returns the kinds of lines that the caller may add now."""
    grant = current_grant()
    return [kind for kind in TRANSITIONS[dispute.state] if grant is not None and may_add_line(grant, dispute, kind)]


def may_add_line(grant: Grant, dispute: Dispute, kind: str) -> bool:
    """Returns True if the token permits a line of this kind."""
    if grant.role not in ROLES[kind]:
        return False
    if kind == "closed" and dispute.state == "ruled" and archive().log.clock() < dispute.due:
        return False  # the time for an appeal is the loser's
    if kind == "answer" and grant.role == "player" and grant.player == dispute.claimant and not is_answered(dispute):
        return False  # there is nothing yet that the objector could answer
    if grant.role == "player" and kind in CLAIMANT_ONLY_KINDS and grant.player != dispute.claimant:
        return False
    return may(ACTIONS.get(kind, "dispute.object"), dispute.game, dispute.tournament, dispute.event)


def is_answered(dispute: Dispute) -> bool:
    """True where somebody else than the objector wrote an answer, evidence or an appeal."""
    return any(line.get("by", dispute.claimant) != dispute.claimant for line in dispute.lines)


def parties(game: str, tournament: str, with_arbiter: bool = False, event: int = 0) -> list[dict[str, str]]:
    """Returns the parties for whom the caller may write, as choices of a field: value and text.

    Those of an event of a tournament that is about a table are who sits there, in the order of play.
    """
    if own := own_player():
        return [{"value": own, "text": display_name(own)}]
    store = archive().disputes
    seats: dict[str, Any] = store.seats(game, tournament)
    if tournament and (table := disputed_table(archive(), tournament, event)):
        seats = {player: player for player in table.seats}
    choices = [
        {"value": seat, "text": seat_text(seat, display_name(player)) if game else display_name(player)}
        for seat, player in seats.items()
    ]
    grant = current_grant()
    if with_arbiter and grant is not None and grant.role in DECIDING_ROLES:
        choices.append({"value": "A", "text": ""})
    return choices


def seat_text(letter: str, name: str) -> str:
    """Returns the name of a player with the colour of the seat; the colour alone where names are not shown."""
    colour = str(vocabulary(language())[f"colour.{letter}"])
    return colour if not names_shown() else f"{name} ({colour.lower()})"


blueprint = Blueprint("dispute_pages", "plancia_api", template_folder="templates")
MAX_ROWS = 500  # rows of the list
ANY_OPEN, ANY_SETTLED = "open-any", "settled"
STATE_FILTERS = (ANY_OPEN, *STATES, ANY_SETTLED)
PICTURE_MEDIA_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")  # that browsers show
LINE_EXAMPLES = (  # one for each kind of line that a ruling adds to a game
    ("VOID", "VOID A 12 {...}"), ("FIX", "FIX A 12 ATT R CIN>SIA 62:53 -1-1 {...}"),
    ("FOUL", "FOUL A R LIMIT for=12 {...}"), ("PEN", "PEN A R remove-armies 10 for=12 {...}"),
    ("NOTE", "NOTE A about=12 {...}"),
)  # fmt: skip
EXTENSION_BY_MEDIA_TYPE = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/heic": ".heic",
              "image/gif": ".gif", "application/pdf": ".pdf", "audio/ogg": ".ogg"}  # fmt: skip


def with_names(text: str) -> str:
    """Returns the text with names in place of references where names are shown."""
    return ShownNames(archive().people, language()).text(text) if names_shown() else text


@blueprint.get("/disputes")
def disputes() -> Response:
    """Disputes, open ones first, the newest first; `state`, `game` and `tournament` narrow the list."""
    state_filter = request.args.get("state", "")
    game, tournament = request.args.get("game", "")[:100], request.args.get("tournament", "")[:61]
    game_id = archive().resolve(game) if game else ""
    rows = archive().disputes.listed(None, game_id, tournament)
    counts = {name: sum(matches_state(row, name) for row in rows) for name in STATE_FILTERS}
    matching = [row for row in rows if matches_state(row, state_filter)]
    matching.sort(key=lambda row: (not row.is_open, -row.number))
    rows = matching[:MAX_ROWS]
    titles = game_titles({row.game for row in rows if row.game} | ({game_id} if game_id else set()))
    entries = [
        (row, titles[row.game] if row.game else tournament_title(row.tournament), party_name(row.claimant))
        for row in rows
    ]
    return page(
        "disputes.html", entries=entries, more=len(matching) > MAX_ROWS, chosen=state_filter, counts=counts,
        narrowed={"game": game, "tournament": tournament}, now=archive().log.clock(),
        title=titles[game_id] if game_id else tournament_title(tournament) if tournament else None,
    )  # fmt: skip


def matches_state(row: DisputeRow, state: str) -> bool:
    """True for a row in the chosen state, for every row without one."""
    if state in (ANY_OPEN, ANY_SETTLED):
        return row.is_open == (state == ANY_OPEN)
    return state not in STATES or row.state == state


@blueprint.get("/disputes/<string:dispute_id>")
def show_dispute(dispute_id: str) -> Response:
    """A dispute with all that is known of it, and the forms of what the caller may do now."""
    return dispute_page(archive().disputes.get(dispute_id))


def dispute_page(
    dispute: Dispute, failed: str = "", errors: dict[str, str] | None = None, preview: list[Section] | None = None
) -> Response:
    """Returns the page of a dispute.

    With `failed` the form of that action is open, with what was typed and `errors` by field. `preview` has the
    sections of what the typed ruling would change.
    """
    lines = [{**line, "author": author_of(line, dispute)} for line in dispute.lines]
    moves = permitted_kinds(dispute)
    table = correctable_table(dispute) if "ruling" in moves else None
    head = game_head(dispute.game) if dispute.game and "ruling" in moves else None
    judge = partial(cached_judgement, head, language()) if head and head.seats == ALL_SEATS else None
    answer = page(
        "dispute.html", dispute=dispute, lines=lines, sections=sections(dispute), moves=moves,
        table=shown_table(archive().tournaments.get(dispute.tournament), table) if table else None,
        readings=reading_choices(archive().log, dispute, language(), judge) if "ruling" in moves else [],
        people=parties(dispute.game, dispute.tournament, True, dispute.event), named=with_names,
        claimant=party_name(dispute.claimant),
        files=[line for line in lines if line["kind"] == "evidence"], opening=lines[0], now=archive().log.clock(),
        rulings=rulings_of(dispute), whole=sees_whole_game(dispute), failed=failed, errors=errors or {},
        final_score=final_score(dispute, language(), with_names, seen_game(dispute)),
        typed=request.form if failed else {}, title=subject_title(dispute), pictures=PICTURE_MEDIA_TYPES,
        result=disputed_result_words(dispute.tournament, dispute.event),
        examples=LINE_EXAMPLES, names_shown=names_shown(), t=messages("tournament", language()),
        preview=[section_fields(section) for section in preview or []], clause=disputed_rule(dispute),
    )  # fmt: skip
    answer.status_code = 422 if failed and preview is None else 200
    return answer


def rulings_of(dispute: Dispute) -> list[RulingText]:
    """Returns the rulings of a dispute as this caller sees them."""
    return ruling_texts(archive(), dispute, language(), with_names, current_reader(), seen_game(dispute))


def seen_game(dispute: Dispute) -> SeenGame | None:
    """Returns the ruled game of a dispute as this caller sees it; its outcomes are kept for its head."""
    if not (dispute.game and dispute.ruling):
        return None
    head = game_head(dispute.game)
    game = visible_game(head)
    rules = archive().rules_of(game)

    def kept_outcome(count: int) -> GameOutcome:
        body = cached_body(head, "outcome", str(count), compute=lambda: outcome_after(game, rules, count).to_json())
        return GameOutcome.from_json(body)

    return SeenGame(game, rules, kept_outcome)


def sees_whole_game(dispute: Dispute) -> bool:
    """True where nothing of the dispute's game is hidden from the caller."""
    return not dispute.game or current_reader().sees_whole_game(dispute.game)


def party_name(party: str) -> str:
    """Returns the name of a player where names are shown, else the reference; the letter of a seat without a player."""
    return display_name(party) if party.startswith(REFERENCE_PREFIX) else party


def author_of(line: KeptLine, dispute: Dispute) -> dict[str, str]:
    """Returns the author of a line: `name`, empty for the arbiter without one, and `entered_by`, a role or empty."""
    party, role = author_of_line(line, dispute.claimant)
    return {"name": party_name(party), "entered_by": role}


def subject_title(dispute: Dispute) -> GameTitle:
    """Returns the title of the game or tournament that a dispute is about."""
    return game_title(dispute.game) if dispute.game else tournament_title(dispute.tournament)


def tournament_title(name: str) -> GameTitle:
    """Returns the title of a tournament in the form of a game's."""
    return GameTitle(with_names(archive().tournaments.get(name).title), (), "", name)


def disputed_result_words(tournament: str, event: int) -> str:
    """Returns round, table and points of a disputed result as it was when the objection was made, and as it is now."""
    return with_names(result_sentence(archive(), tournament, event, language())) if tournament else ""


def sections(dispute: Dispute) -> list[SectionFields]:
    """Position, clause and recomputation of a dispute about a game, computed once for each version of game and texts.

    Texts are stored with references; names are put in when they are shown.
    """
    if not dispute.game:
        return []

    def compute_sections() -> bytes:
        board = BoardOptions(layout="auto", outlines=outlines_address(), tags=True)
        game = visible_game(head)
        found = game_sections(
            game, archive().rules_of(game), dispute, language(), str, board, names_shown(),
            lambda: cached_judgement(head, language()),
        )  # fmt: skip
        return json.dumps([section_fields(section) for section in found]).encode()

    key = "dispute", dispute.id, str(len(dispute.lines)), language(), str(names_shown())
    head = game_head(dispute.game)
    found: list[SectionFields] = json.loads(cached_body(head, *key, compute=compute_sections))
    return found


class SectionFields(TypedDict):
    heading: str
    items: list[str]
    text: str
    drawings: list[str]


def section_fields(section: Section) -> SectionFields:
    """Returns a section by the names that the template has for its parts."""
    heading, items, text, drawings = section
    return {"heading": heading, "items": items, "text": text, "drawings": drawings}


@blueprint.get("/disputes/<string:dispute_id>/receipt/<int(max=999):number>")
def receipt(dispute_id: str, number: int) -> Response:
    """The receipt of a line: where it stands in the log, what happens next and until when."""
    dispute = archive().disputes.get(dispute_id)
    if not 1 <= number <= len(dispute.lines):
        raise Problem("not-found", f"1..{len(dispute.lines)}")
    line, receipt_data = dispute.lines[number - 1], make_receipt(STREAM + dispute.id, number)
    return page(
        "receipt.html", dispute=dispute, line=line, leaf=receipt_data["leaf"], head=receipt_data["head"],
        title=subject_title(dispute), number=number, whole=sees_whole_game(dispute),
        qr=qr_svg_inline(receipt_data["head"]),
        files=files_of_line(dispute, number, head_size(receipt_data)), pictures=PICTURE_MEDIA_TYPES, named=with_names,
        rulings=[one for one in rulings_of(dispute) if one.line is line] if line["kind"] == "ruling" else [],
        people=named_references(archive(), dispute, with_names), sentence=disputed_sentence(dispute),
        author=author_of(line, dispute), clause=disputed_rule(dispute),
    )  # fmt: skip


def disputed_sentence(dispute: Dispute) -> str:
    """Returns the disputed move, or typed result, in words; empty where the dispute is about neither."""
    if not (dispute.game and dispute.event):
        return disputed_result_words(dispute.tournament, dispute.event)
    view = own_view(game_head(dispute.game))
    return with_names(view.told_plainly(dispute.event)) if dispute.event <= view.last else ""


def files_of_line(dispute: Dispute, number: int, size: int) -> list[KeptLine]:
    """Returns the file of a line, or those sent with an objection, as far as a head of `size` entries covers them."""
    line = dispute.lines[number - 1]
    if line["kind"] == "evidence":
        return [line]
    following = takewhile(lambda other: other["kind"] == "evidence", dispute.lines[number:])
    evidence_lines = (other for other in following if other["index"] < size and other.get("by") == line.get("claimant"))
    return list(evidence_lines) if line["kind"] == "opened" else []


@blueprint.get("/disputes/<string:dispute_id>/receipt/<int(max=999):number>/file")
def receipt_file(dispute_id: str, number: int) -> Response:
    """The receipt as a file that `plancia verify` and the verifying page check."""
    dispute = archive().disputes.get(dispute_id)
    if not 1 <= number <= len(dispute.lines):
        raise Problem("not-found", f"1..{len(dispute.lines)}")
    if not sees_whole_game(dispute):
        raise ArchiveError("role", "hidden.read")
    text = json.dumps(make_receipt(STREAM + dispute.id, number), ensure_ascii=False, indent=1) + "\n"
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{dispute.id}-{number}.receipt.json"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@blueprint.get("/disputes/<string:dispute_id>/files/<string:digest>")
def evidence_file(dispute_id: str, digest: str) -> Response:
    """A file of evidence, as a download, for a session that may read it."""
    content, media = evidence_content(dispute_id, digest)
    answer = Response(content, mimetype="application/octet-stream")
    name = digest[:16] + EXTENSION_BY_MEDIA_TYPE.get(media, "")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.get("/disputes/<string:dispute_id>/files/<string:digest>/picture")
def evidence_picture(dispute_id: str, digest: str) -> Response:
    """A photo of evidence to show on its page, for a session that may read it; 404 for a file that is no picture.

    The type is that of the first bytes, never the sender's, so that no file is shown as something that runs scripts. It
    is shown without metadata, such as where it was taken (D-174).
    """
    content, _ = evidence_content(dispute_id, digest)
    media = detect_media_type(content)
    if media not in PICTURE_MEDIA_TYPES:
        raise Problem("not-found", digest[:64])
    answer = Response(without_metadata(content), mimetype=media)
    answer.headers["Content-Disposition"] = f'inline; filename="{digest[:16]}{EXTENSION_BY_MEDIA_TYPE[media]}"'
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer


def evidence_content(dispute_id: str, digest: str) -> tuple[bytes, str]:
    """Returns content and recorded type of a file of evidence. Raises Problem 401, 403 or 404, ArchiveError."""
    dispute = archive().disputes.get(dispute_id)
    authorise("dispute.read", game=dispute.game or None, tournament=dispute.tournament or None, event=dispute.event)
    line = next((line for line in dispute.of_kind("evidence") if line["sha256"] == digest), None)
    if line is None:
        raise Problem("not-found", digest[:64])
    return read_file(archive().path, digest), str(line["media"])


@blueprint.get("/disputes/<string:dispute_id>/decision")
def printable_decision(dispute_id: str) -> Response:
    """The decision to print, with names where this page shows them."""
    count_replay()
    address = web_address(f"/disputes/{dispute_id}")
    text = render_decision(archive(), dispute_id, language(), with_names, "html", current_reader(), address)
    answer = Response(text, mimetype=MEDIA_TYPES["html"])
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    answer.headers["Content-Language"] = language()
    return answer


def receipt_head_sizes(dispute: Dispute) -> list[int]:
    """Returns the sizes of the heads on the receipts of a dispute, so that the bundle can be compared with each."""
    stream = STREAM + dispute.id
    return sorted({head_size(make_receipt(stream, number)) for number in range(1, len(dispute.lines) + 1)})


def head_size(receipt_data: Receipt) -> int:
    """Returns the number of entries in the head of a receipt."""
    return int(str(receipt_data["head"]).rsplit(" ", 2)[1])


@blueprint.get("/disputes/<string:dispute_id>/bundle")
def bundle(dispute_id: str) -> Response:
    """The evidence bundle of the game of a dispute, which the verifying page checks (docs/verify.md).

    With `names=1` it carries the names of the people, for readers to whom this page shows them.
    """
    dispute = archive().disputes.get(dispute_id)
    if not dispute.game:
        raise Problem("not-found", dispute_words()["no-bundle"])
    if not sees_whole_game(dispute):
        raise ArchiveError("role", "hidden.read")
    count_replay()
    with_people = request.args.get("names") == "1" and names_shown()
    text = bundle_text(make_bundle(archive(), dispute.game, receipt_head_sizes(dispute), with_people))
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{dispute.id}.bundle.json"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@dataclass(frozen=True)
class CitedClause:
    """The words of a clause in the language of the page, and its citation: document, line, number."""

    says: str
    cite: str


def disputed_rule(dispute: Dispute) -> CitedClause | None:
    """Returns the clause that a dispute names in the rules of its game; None where these have none of that number."""
    if not (dispute.game and dispute.rule):
        return None
    rules = archive().rules_of(visible_game(game_head(dispute.game)))
    clause = next((one for one in rules.content["clauses"] if one["rule_id"] == dispute.rule), None)
    if clause is None:
        return None
    return CitedClause(
        str(text_in(clause["says"], language())), citation(clause["document"], clause["line"], dispute.rule)
    )
