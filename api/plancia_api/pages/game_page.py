"""The page of a game: `/games/ID`, with `?print` the report to sign; it is readable without scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, cast

from flask import Blueprint, Response, request

from plancia_api.auth import may
from plancia_api.current_archive import archive, live_archive
from plancia_api.evidence_files import game_evidence_download
from plancia_api.game_cache import cached_judgement, game_head
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.game_story import Turn
from plancia_api.pages.game_view import GameView, counted_findings, load_view, shown_text
from plancia_api.pages.record_start import playable_variants
from plancia_api.pages.rendering import is_published, number_argument, page, spoken_number, web_address
from plancia_api.pages.turning import Turning, find_turning
from plancia_api.pages.variant_titles import variant_title
from plancia_api.routes.corrections import corrections_json
from plancia_api.shown_names import confirmation_words, display_name, game_title, insert_names
from plancia_archive.disputes.lines import DISPUTE_ID, GAME_ID
from plancia_archive.disputes.recorded_lines import add_authors, find_recorded_lines
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.result_status import game_status, supersession_status
from plancia_archive.tournaments.open_tables import typed_in_place_of
from plancia_data import Counted, board, in_language, messages, variant_ids, variant_source
from plancia_events.kinds.ending import seconds_of_day
from plancia_replay import Judgement
from plancia_replay.drawing import BoardOptions, board_svg, last_move_at
from plancia_replay.judging.step_states import Force, Steps
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.sentences import place_names, vocabulary

blueprint = Blueprint("game_page", "plancia_api", template_folder="templates")
CORRECTIONS_A_PAGE = 20
MAX_MARKED = 7  # territories that one event changed, drawn with a mark
REPORTED = 25  # findings on the report, which is to fit on two pages
FRAME_WIDTH, FRAME_HEIGHT = 640, 760  # of the frame in pixels, where the site does not limit it
WIDTH, HEIGHT = 360, 170  # of the plot, in units of the drawing
LEFT, RIGHT, TOP, BOTTOM = 34, 84, 10, 24
MIN_LABEL_DISTANCE = 17  # least distance of two labels at the right end
MAX_LABEL_LETTERS = 9  # of a name beside its line
LANDS, ARMIES = 0, 1  # the fields of `Force`
Outcome = list[tuple[str, str]]  # label and value


@dataclass(frozen=True)
class EvidenceForm:
    """A form of evidence for the correction `event` that was refused: messages by field, and what was typed."""

    event: int
    errors: dict[str, str]
    typed: Mapping[str, str]


@blueprint.get("/games/<string:game_id>")
def game(game_id: str) -> Response:
    """A game: board, story, seats, course, findings; the board after the event `at` (the last one by default)."""
    view = load_view(game_id)
    if "print" in request.args:
        values = page_values(view)
        address = web_address(f"/games/{game_id}")
        code = qr_svg_inline(address) if address else ""
        return page(
            "game_report.html",
            **values,
            rounds=round_totals(cast(Course, values["course"])),
            REPORTED=REPORTED,
            code=code,
        )
    return game_response(view)


def game_response(view: GameView, refused: EvidenceForm | None = None) -> Response:
    """Returns the page of a game; the form of evidence that was `refused` is open on it."""
    may_cite = not is_published() and may("game.append", view.head.game_id)
    return page(
        "game.html", **page_values(view), **action_values(view), may_cite=may_cite, refused=refused,
        known_evidence=known_evidence(view.head.game_id) if may_cite else [],
        cited=number_argument("cited", 0, most=view.last),
    )  # fmt: skip


def known_evidence(game_id: str) -> list[tuple[str, str]]:
    """The disputes of a game and their files, as choices of a field: id or SHA-256, and words."""
    words, found = messages("pages", language()), list[tuple[str, str]]()
    for row in archive().disputes.listed(None, game_id):
        dispute = archive().disputes.get(row.dispute)
        found.append((dispute.id, f"{words['dispute']} {dispute.id}"))
        found += [(line["sha256"], f"{insert_names({'about': line['about']})['about']} ({dispute.id})")
                  for line in dispute.of_kind("evidence")]  # fmt: skip
    return found


def frame_html(game_id: str, title: str, query: str = "", width: int = FRAME_WIDTH, height: int = FRAME_HEIGHT) -> str:
    """The frame of a game; `query` is what follows the address of its page."""
    address = f"{request.host_url}embed/games/{game_id}{query}"
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}" '
        'style="border:0;max-width:100%" loading="lazy"></iframe>'
    )


def shared_values(view: GameView) -> dict[str, object]:
    """Returns the template variables that page, report and frame of a game share."""
    return {
        "v": view, "game_id": view.head.game_id, "game": view.game, "title": game_title(view.head.game_id),
        "say": messages("game", language()), "names": view.data_names, "judgement": view.judgement,
        "points_assume": view.judgement.points_assume(language()),
        "shown_text": shown_text, "stopped": insert_names(view.judgement.impossible), "drawing": drawing(view),
        "live": not is_over(view.game), "tag": live_tag(view.head),
    }  # fmt: skip


def live_tag(head: GameHead) -> str:
    """A digest that changes when the page of a game would: by an event, a correction, a dispute or an approval."""
    status = game_status(archive(), head.game_id)
    return hashlib.sha256(f"{head.tag} {status}".encode()).hexdigest()[:16]


@blueprint.get("/games/<string:game_id>/tag")
def tag(game_id: str) -> Response:
    """The digest by which the page of a live game sees that it has to read the game again."""
    answer = json_response({"tag": live_tag(game_head(game_id))})
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def page_values(view: GameView) -> dict[str, object]:
    """Returns the template variables that page and report of a game share."""
    game_id = view.head.game_id
    say = messages("game", language())
    course = view.kept("course", lambda: compute_course(view.story, view.steps))
    names = view.data_names
    return {
        **shared_values(view),
        "status": game_status(archive(), game_id), "standing": insert_names(supersession_status(archive(), game_id)),
        "continents": continents(view), "course": course,
        "course_says": course_sentence(course, names, say),
        "charts": view.kept("charts", lambda: course_charts(course, say, names)) if course.rows else [],
        "turned": view.kept("turned", lambda: (turned(view),))[0], "length": length_words(view),
        "confirmed": [confirmation_words(one) for one in archive().confirmations.list_for_game(game_id)],
        "left_off": left_off_notice(view), **correction_values(view),
    }  # fmt: skip


def course_charts(course: Course, say: Mapping[str, str], names: dict[str, str]) -> list[tuple[str, str]]:
    """The charts of the course of a game, each with its title."""
    figures = ((LANDS, "course-lands"), (ARMIES, "course-armies"))
    return [(say[key], chart_svg(course, figure, say[key], names)) for figure, key in figures]


def turned(view: GameView) -> Turning | None:
    """What turned the game."""
    return find_turning(view.game, view.rules, view.judgement, view.by == "corrected") if is_over(view.game) else None


def length_words(view: GameView) -> str:
    """How long the game took: by its times of day, else, of a game recorded live, by its entries; "" where unknown."""
    end = max(view.game.numbers_of("OVER"), default=view.last)
    times = [event.at for event in view.game.events[:end] if event.at]
    seconds = (seconds_of_day(times[-1]) - seconds_of_day(times[0])) % 86400 if times else 0
    if end and not times and view.game.header("Provenance") == "live":
        lines = find_recorded_lines(archive(), view.head.game_id, (1, end))
        seconds = ((lines[end]["recorded_at"] or 0) - (lines[1]["recorded_at"] or 0)) // 1000
    hours, minutes = divmod(seconds // 60, 60)
    say = messages("game", language())["length" if hours else "length-short"]
    return say.format(hours=hours, minutes=minutes) if seconds >= 60 else ""


def left_off_notice(view: GameView) -> str:
    """Says of a recording that stopped that the result of its table is the one typed from the sheet; else empty."""
    place = None if is_over(view.game) else typed_in_place_of(archive(), view.head.game_id)
    return messages("tournament", language())["left-off-page"].format(**insert_names(place)) if place else ""


def action_values(view: GameView) -> dict[str, object]:
    """Returns the variables of the page only: permitted actions, other rules, disputes."""
    game_id = view.head.game_id
    rows = view.game.rows(max(view.at - 1, 0), 1)
    return {
        "variants": rule_set_titles(view.game.header("Variant") or ""), "judged": judged_under(view),
        "disputes": archive().disputes.listed(None, game_id),
        "may_approve": may("game.approve", game_id), "version": view.head.version,
        "may_continue": not is_published() and not is_over(view.game) and may("game.append", game_id),
        "frame": frame_html(game_id, game_title(game_id).text), "address": request.host_url,
        "line": insert_names(add_authors(archive(), game_id, rows)), **objection_values(view),
    }  # fmt: skip


def objection_values(view: GameView) -> dict[str, object]:
    """Whether the moves may be objected to, and whether the reader came to choose one (`object` in the query)."""
    may_object = game_status(archive(), view.head.game_id)["status"] != "final" and not is_published()
    return {"may_object": may_object, "is_choosing": may_object and "object" in request.args}


def correction_values(view: GameView) -> dict[str, object]:
    """The first corrections of a game with the names of players who wrote them, and the events in conflict now.

    A conflict that a later correction removed is not among these. None for a game without corrections.
    """
    if not view.game.numbers_of("VOID", "FIX"):
        return {"corrections": None}
    game_id = view.head.game_id
    found = insert_names(corrections_json(game_head(game_id), 0, CORRECTIONS_A_PAGE))
    players = live_archive().tokens.players()
    items = [{**item, "author_name": display_name(players[item["author"]]) if item["author"] in players else "",
              "references": [{**one, "address": reference_address(game_id, one)} for one in item["references"]]}
             for item in found["items"]]  # fmt: skip
    standing = {conflict["event"] for conflict in found["together"]["conflicts"]}
    return {"corrections": {**found, "items": items}, "standing_conflicts": standing}


def reference_address(game_id: str, reference: dict[str, Any]) -> str:
    """Returns the address of a piece of evidence: its file, dispute or game; "" for another id."""
    if reference["sha256"]:
        return f"/games/{game_id}/evidence/{reference['sha256']}"
    name = reference["id"] or ""
    return f"/disputes/{name}" if DISPUTE_ID.match(name) else f"/games/{name}" if GAME_ID.match(name) else ""


@blueprint.get("/games/<string:game_id>/evidence/<string:digest>")
def evidence_file(game_id: str, digest: str) -> Response:
    """A file of evidence about a game, as a download, for a session that may read it."""
    return game_evidence_download(archive().resolve(game_id), digest)


def round_totals(course: Course) -> list[tuple[int, tuple[Force, ...]]]:
    """Territories and armies of the seats at the end of each round; 0 is the set-up."""
    return list({turn.round if turn else 0: forces for _, turn, forces in course.rows}.items())


def drawing(view: GameView) -> str:
    """The drawn board at the event shown, with the last move."""
    return draw(view) if view.is_chosen else view.kept("drawing", lambda: draw(view))


def draw(view: GameView) -> str:
    """Draws the board at the event shown."""
    changed = {LAND_CODES[change.territory] for change in view.steps.steps[view.at].lands} if view.at else set()
    options = BoardOptions(
        board_id=str(view.rules.content["board"]["id"]), lang=language(), prefix="b", legend=False,
        layout="auto", outlines=outlines_address(), tags=True,
        title=messages("game", language())["board-after"].format(event=view.at),
    )  # fmt: skip
    marked = changed if len(changed) <= MAX_MARKED else set()  # a deal changes all: marks would say nothing
    return board_svg(view.board, options, move=last_move_at(view.game, view.at), changed=marked)


def continents(view: GameView) -> list[tuple[str, list[tuple[str, str, str, int]]]]:
    """The board as tables: each continent with its territories, their owners and armies."""
    lang = language()
    places = [(code, name, *view.board.get(code, ["?", 0])) for code, name in place_names(lang).items()]
    return [
        (in_language(lang, it, en), [places[land] for land in lands]) for _, it, en, _, lands in board("eg").continents
    ]


@dataclass(frozen=True)
class Course:
    """The figures of the seats after each turn: event number, the turn, and (territories, armies) by seat."""

    colours: str
    last: int
    rows: list[tuple[int, Turn | None, tuple[Force, ...]]]


def compute_course(story: list[Turn], steps: Steps) -> Course:
    """Returns the figures after each turn, from the first turn on."""
    last = len(steps.steps) - 1
    turns = [turn for turn in story if turn.stage == "turn"]
    if not turns:
        return Course(steps.colours, last, [])
    ends = [turn.number - 1 for turn in turns[1:]] + [last]
    first = turns[0].number - 1
    rows = [(end, turn, steps.steps[end].force) for turn, end in zip(turns, ends, strict=True)]
    return Course(steps.colours, last, [(first, None, steps.steps[first].force), *rows])


def chart_svg(course: Course, figure: int, title: str, names: dict[str, str]) -> str:
    """Draws one figure (LANDS or ARMIES) as lines with labels at their ends; the page's script moves `path.cursor`."""
    maximum = max((force[figure] for _, _, forces in course.rows for force in forces), default=0)
    step = next(size for size in (5, 10, 20, 50, 100, 200, 500, 10_000) if maximum / size <= 5)
    axis_maximum = max(step, -(-maximum // step) * step)

    def x_of(event: float) -> float:
        return LEFT + WIDTH * event / max(1, course.last)

    def y_of(value: int) -> float:
        return TOP + HEIGHT * (1 - value / axis_maximum)

    parts = [
        f'<svg class="chart" viewBox="0 0 {LEFT + WIDTH + RIGHT} {TOP + HEIGHT + BOTTOM}" role="img" '
        f'aria-label="{escape(title)}" data-left="{LEFT}" data-width="{WIDTH}">'
    ]
    for value in range(0, axis_maximum + 1, step):
        parts.append(
            f'<path class="grid" d="M{LEFT} {y_of(value):.0f}h{WIDTH}"/>'
            f'<text x="{LEFT - 6}" y="{y_of(value) + 4:.0f}" text-anchor="end">{value}</text>'
        )
    parts += [
        f'<text x="{x_of(end):.0f}" y="{TOP + HEIGHT + 19}" text-anchor="middle">{number}</text>'
        for number, end in round_marks(course)
    ]
    labels = short_labels(course.colours, names)
    heights: list[float] = []
    for seat, letter in enumerate(course.colours):
        values = [(x_of(event), y_of(forces[seat][figure])) for event, _, forces in course.rows]
        line = " ".join(f"{x:.0f},{y:.0f}" for x, y in values)
        parts.append(f'<polyline class="l{letter}" points="{line}"/>')
    ends = sorted((y_of(course.rows[-1][2][seat][figure]), letter) for seat, letter in enumerate(course.colours))
    for height, letter in ends:
        heights.append(max(height, heights[-1] + MIN_LABEL_DISTANCE if heights else height))
        parts.append(
            f'<text class="end l{letter}" x="{LEFT + WIDTH + 6}" y="{heights[-1] + 4:.1f}">'
            f"{escape(labels[letter])}</text>"
        )
    parts.append(f'<path class="cursor" d="M{LEFT} {TOP}v{HEIGHT}" transform="translate({WIDTH} 0)"/></svg>')
    return "".join(parts)


def short_labels(colours: str, names: dict[str, str]) -> dict[str, str]:
    """Returns labels by letter: names cut to fit, or the colour letters if two cut names are equal."""
    labels = {letter: names.get(letter, letter)[:MAX_LABEL_LETTERS] for letter in colours}
    return labels if len(set(labels.values())) == len(labels) else {letter: letter for letter in colours}


def round_marks(course: Course) -> list[tuple[int, float]]:
    """Returns at most ten rounds, each with the number of its last event."""
    ends = {turn.round: event for event, turn, _ in course.rows if turn and turn.round}
    interval = max(1, -(-len(ends) // 10))
    return [(number, event) for number, event in ends.items() if number % interval == 0]


def course_sentence(course: Course, names: dict[str, str], say: dict[str, str]) -> str:
    """Returns a sentence on who ends with most territories and on the most armies of the game; "" without turns."""
    if not course.rows:
        return ""
    final = course.rows[-1][2]
    most_territories = max(force.territories for force in final)
    leaders = [seat for seat, force in enumerate(final) if force.territories == most_territories]
    most_armies, _, seat, turn = max(
        (force.armies, -event, seat, turn) for event, turn, forces in course.rows if turn
        for seat, force in enumerate(forces)
    )  # fmt: skip
    values = {
        "most": names.get(course.colours[seat], ""), "peak": Counted(most_armies), "round": Counted(turn.round),
        "player": names.get(course.colours[leaders[0]], ""), "lands": Counted(most_territories),
        "armies": Counted(final[leaders[0]].armies),
    }  # fmt: skip
    return say["course-says" if len(leaders) == 1 else "course-says-tie"].format(**values)


@dataclass(frozen=True)
class JudgedUnder:
    """The result of the button that judges: `rows` are (label, by the game's own rules, by the others).

    `own` and `other` are the names of the rules, the other one empty where the game was judged by its own; `compare`
    is the address of the page that compares the two.
    """

    own: str
    other: str
    rows: list[tuple[str, str, str]]
    compare: str

    @property
    def is_same(self) -> bool:
        """True where the other rules change nothing of the result."""
        return all(own == other for _, own, other in self.rows)


def judged_under(view: GameView) -> JudgedUnder | None:
    """What the query `under` asks for, with no value the game's own rules; None without it."""
    if "under" not in request.args:
        return None
    own = cached_judgement(view.head, language(), "corrected")
    first = outcome(view, own)
    second = outcome(view, view.judgement) if view.under else first
    rows = [(label, own_value, other) for (label, own_value), (_, other) in zip(first, second, strict=True)]
    other = variant_title(view.judgement.variant) if view.under else ""
    compare = f"/variants/{own.variant}?with={view.judgement.variant}" if other else ""
    return JudgedUnder(variant_title(own.variant), other, rows, compare)


def outcome(view: GameView, judgement: Judgement) -> Outcome:
    """The end of a game, its winner, the points of each seat, its findings counted."""
    say, colours = messages("game", language()), vocabulary(language())
    undecided = messages("api", language())["verdict_undecidable"]
    winners = ", ".join(seat_name(view, letter) for letter in judgement.end["winners"])
    totals = {letter: entry["points"] for letter, entry in judgement.scores.items()}
    points = [
        (view.seat_words.get(letter) or str(colours[f"colour.{letter}"]),
         undecided if judgement.undecided(letter) else spoken_number(totals.get(letter)))
        for letter in view.game.players
    ]  # fmt: skip
    stopped = judgement.impossible["event"] if judgement.impossible else 0
    return [
        (say["under-end"], str(judgement.end["says"])),
        (say["under-winner"], undecided if judgement.end.get("undecidable") else winners),
        *points,
        (say["findings"], counted_findings(judgement)),
        *([(say["stopped-here"], say["at-line"].format(event=stopped))] if stopped else []),
    ]


def seat_name(view: GameView, letter: str) -> str:
    """The name of a seat, or its colour where names are not shown."""
    return view.seat_words.get(letter) or str(vocabulary(language())[f"colour.{letter}"])


def rule_set_titles(own: str) -> list[tuple[str, str]]:
    """Id and title of the variants to judge by: those of the family of the header `own`, then what people play."""

    def family(variant: str) -> str:
        base = str(variant_source(variant)["variant"].get("extends", "")).partition("@")[0]
        return variant if base in ("", "eg") else family(base)

    name, played = own.partition("+")[0].partition("@")[0].strip(), playable_variants()
    name = name if name in variant_ids() else "eg"
    related = [one for one in variant_ids() if family(one) == family(name)]
    names = sorted(
        {*related, *played}, key=lambda one: (one != name, one not in related, variant_title(one).casefold())
    )
    return [(one, variant_title(one)) for one in names]
