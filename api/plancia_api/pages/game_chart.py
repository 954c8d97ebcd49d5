"""Territories and armies of the players over a game, as SVG that the page's style sheet colours, and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from plancia_api.pages.game_story import Turn
from plancia_data import Counted
from plancia_replay.judging.step_states import Steps

WIDTH, HEIGHT = 360, 170  # of the plot, in units of the drawing
LEFT, RIGHT, TOP, BOTTOM = 34, 84, 10, 24
MIN_LABEL_DISTANCE = 17  # least distance of two labels at the right end
MAX_LABEL_LETTERS = 9  # of a name beside its line
LANDS, ARMIES = 0, 1  # places of the figures in `Step.force`


@dataclass(frozen=True)
class Course:
    """The figures of the seats after each turn: event number, the turn, and (territories, armies) by seat."""

    colours: str
    last: int
    rows: list[tuple[int, Turn | None, tuple[tuple[int, int], ...]]]


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
    most_territories = max(force[LANDS] for force in final)
    leaders = [seat for seat, force in enumerate(final) if force[LANDS] == most_territories]
    most_armies, _, seat, turn = max(
        (force[ARMIES], -event, seat, turn) for event, turn, forces in course.rows if turn
        for seat, force in enumerate(forces)
    )  # fmt: skip
    values = {
        "most": names.get(course.colours[seat], ""), "peak": Counted(most_armies), "round": Counted(turn.round),
        "player": names.get(course.colours[leaders[0]], ""), "lands": Counted(most_territories),
        "armies": Counted(final[leaders[0]][ARMIES]),
    }  # fmt: skip
    return say["course-says" if len(leaders) == 1 else "course-says-tie"].format(**values)
