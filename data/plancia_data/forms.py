"""What the files of this package hold, by table: variants, sources, ranking systems, objectives, importers."""

from __future__ import annotations

from typing import NotRequired, TypedDict

Setting = str | int | bool  # the value of a parameter of a rule
RuleUse = dict[str, dict[str, Setting]]  # the parameters of rules, by name


class Words(TypedDict):
    it: str
    en: str


class VariantHead(TypedDict):
    id: str
    edition: int
    title: Words
    document: str
    extends: NotRequired[str]
    board: NotRequired[str]
    deck: NotRequired[str]
    objectives: NotRequired[str]
    open: NotRequired[bool]


class VariantClause(TypedDict):
    rule_id: str
    line: int
    says: Words
    document: NotRequired[str]
    reading: NotRequired[Words]
    read_for: NotRequired[list[str]]
    confidence: NotRequired[Words]
    use: NotRequired[RuleUse]
    drop: NotRequired[list[str]]
    silent: NotRequired[Words]
    left_open: NotRequired[RuleUse]
    unjudged: NotRequired[bool]
    open: NotRequired[list[str]]
    opens: NotRequired[list[str]]
    needs: NotRequired[list[str]]
    alternative: NotRequired[str]
    replaces: NotRequired[str | list[str]]
    adjust: NotRequired[RuleUse]
    cites: NotRequired[dict[str, list[str]]]
    answers: NotRequired[dict[str, list[str]]]
    told_for: NotRequired[list[str]]
    bears: NotRequired[dict[str, list[int]]]
    reworded: NotRequired[Words]


class VariantSource(TypedDict):
    """A variant's file; a variant of other clauses alone has none of its own."""

    variant: VariantHead
    clause: NotRequired[list[VariantClause]]


class ExcludedChoices(TypedDict):
    """Conditions that do not hold together, and the reason."""

    id: str
    all: list[str]
    says: Words


class ExplainingText(TypedDict):
    """What pages say beside the sentence of a finding; the file explains the members."""

    says: Words
    rules: NotRequired[list[str]]
    facts: NotRequired[list[str]]
    verdicts: NotRequired[list[str]]
    kind: NotRequired[str]


class DocumentNumbers(TypedDict):
    """The rule numbers that a document must have."""

    variant: str
    prefix: str
    lines: int
    numbers: list[str]


class Source(TypedDict):
    """A document of the rules; clauses cite it by the name `document`."""

    id: str
    document: str
    title: Words
    author: Words
    year: Words
    what: Words
    known: Words


PointsCap = TypedDict(
    "PointsCap",
    {
        "size": NotRequired[int],
        "from": NotRequired[int],
        "above": NotRequired[int],
        "gives": int,
        "who": NotRequired[str],
    },
)


class RankingSettings(TypedDict):
    id: str
    cite: str
    title: Words
    points: str
    ties: list[str]
    variant: NotRequired[str]
    reading: NotRequired[Words]
    shared: NotRequired[str]
    bonus: NotRequired[list[str]]
    tables: NotRequired[dict[str, list[int]]]
    tables_cite: NotRequired[str]
    rows: NotRequired[list[str]]
    gaps: NotRequired[list[str]]
    legs: NotRequired[int]
    legs_cite: NotRequired[str]
    both: NotRequired[str]
    one: NotRequired[str]
    gap: NotRequired[str]
    draw: NotRequired[str]
    gap_min: NotRequired[int]
    seats: NotRequired[str]
    withdrawal: NotRequired[str]
    integer: NotRequired[bool]
    factors: NotRequired[dict[str, str]]
    cap: NotRequired[PointsCap]
    discard: NotRequired[str]
    discard_after: NotRequired[int]
    counts: NotRequired[str]
    thousand: NotRequired[bool]
    hundredth: NotRequired[bool]
    best: NotRequired[int]
    team_best: NotRequired[int]
    places: NotRequired[list[int]]
    negative_places: NotRequired[list[int]]
    winner_base: NotRequired[int]
    winner_factors: NotRequired[dict[str, str]]
    winner_fixed: NotRequired[int]
    reference: NotRequired[int]
    reference_from: NotRequired[int]
    risiko_more: NotRequired[int]
    eliminated: NotRequired[int]


class NationalRanking(TypedDict):
    """Points by class of event, for championships by number of rounds."""

    cite: str
    grades: dict[str, str]
    championship: list[str]


class Importer(TypedDict):
    """A kind of file that can be imported; `engine`: it played the games, `writes`: games are written so too."""

    kind: str
    what: Words
    writes: NotRequired[bool]
    engine: NotRequired[bool]


class Objective(TypedDict):
    """An objective of a list; territories by number, in order."""

    id: str
    number: int
    it: str
    en: str
    territories: list[int]


class Deck(TypedDict):
    """Symbols by territory (0 infantry, 1 cavalry, 2 cannon), and the number of jolly cards."""

    symbols: list[int]
    jolly: int
