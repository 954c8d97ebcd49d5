"""Resolves a variant's name to its clauses: those of its bases, its own and those of chosen options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NotRequired, TypedDict, TypeVar, cast

from plancia_data import board_of, close_matches, editions, messages, text_in, variant_ids, variant_source
from plancia_data.forms import RuleUse, Setting, VariantHead, VariantSource, Words


class RuleSetError(ValueError):
    """A rule-set that cannot be made. `code` is stable; `text(lang)` says what, where and what to do.

    `near` are names that may have been meant, out of the `candidates` or of what is `known`.
    """

    def __init__(
        self, code: str, variant: str, clause: str, what: str, known: str | Words = "",
        candidates: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self.code = code
        self.variant = variant
        self.clause = clause
        self.what = what
        self.known = known
        names = candidates or (known.split(", ") if isinstance(known, str) else ())
        word = what.partition("=")[2] if code == "option-value-unknown" else what.rpartition(":")[2].partition("?")[0]
        self.near = close_matches(word, names) if code.endswith("-unknown") else ()
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """The sentence in a language."""
        known_names = text_in(self.known, lang) if isinstance(self.known, dict) else self.known
        sentence = messages("rulesets", lang)[self.code].format(
            variant=self.variant, clause=self.clause or "-", what=self.what, known=known_names
        )
        suggestion = messages("notation", lang)["near"].format(near=", ".join(self.near)) if self.near else ""
        return f"{sentence}. {suggestion}" if suggestion else sentence


V = TypeVar("V")
Options = dict[str, Setting]  # of a rule, by name


class ResolvedClause(TypedDict):
    """A clause as a resolved rule-set keeps it; one that is cited has the name of its `rule` too."""

    variant: str
    document: str
    rule_id: str
    line: int
    says: Words
    use: RuleUse
    confidence: NotRequired[Words]
    reading: NotRequired[Words]
    read_for: NotRequired[list[str]]
    open: NotRequired[list[str]]
    cites: NotRequired[dict[str, list[str]]]
    rule: NotRequired[str]


class StoredBoard(TypedDict):
    id: NotRequired[str]
    borders: list[list[int]]
    continent_of: list[int]
    continents: list[str]
    incomes: list[int]


class StoredDeck(TypedDict):
    id: str
    symbols: list[int]
    jolly: int


class StoredRules(TypedDict):
    """A resolved rule-set as the log keeps it."""

    format: int
    name: str
    title: Words
    board: StoredBoard
    deck: StoredDeck
    goals_id: str
    goals: dict[str, list[int]]
    goals_other: NotRequired[dict[str, list[int]]]
    options: dict[str, str]
    clauses: list[ResolvedClause]


@dataclass
class Clause:
    """One line of a document bound to rules: its citation, its meaning, the rules it uses.

    `adjust` changes options of rules that other clauses bind, where they are bound at all; `opens` makes such rules, or
    single options of them, a supposition, save where another option of the header binds them. `open` names what the
    document leaves open and the clause supposes: "RULE.OPTION", a whole "RULE", "board", or "objectives" (what the
    sources of the list disagree on). `cites` names rules of other clauses whose findings at the stages given are this
    line's matter: they cite it. `needs` names rules without which this clause says nothing: it binds and answers only
    where those are bound. `read_for` names rules (or "RULE.WORDING") whose findings depend on the reading.
    `left_open` has options of its rules, or of a base's, that its reading leaves open, with the value of the other
    reading: they are assumed as those of `open` are, and change no rule-set (D-176). `answers` is as `cites`, and
    `told_for` as `read_for`, and neither changes a rule-set (D-184). `bears` has the parts of the reading, from 1, that
    bear on a finding, by its rule, "RULE.WORDING", "RULE.STAGE", "RULE.VERDICT" or what it supposes; none for none.
    `reworded` says the same parts of the reading in better words, which findings tell; it changes no rule-set.
    """

    variant: str
    document: str
    rule_id: str
    line: int
    says: Words
    use: RuleUse
    alternative: str = ""
    replaces: str = ""
    drop: list[str] = field(default_factory=list)
    reading: Words | None = None
    confidence: Words | None = None
    open: list[str] = field(default_factory=list)
    adjust: RuleUse = field(default_factory=dict)
    opens: list[str] = field(default_factory=list)
    cites: dict[str, list[str]] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    read_for: list[str] = field(default_factory=list)
    left_open: Options = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)
    told_for: list[str] = field(default_factory=list)
    bears: dict[str, list[int]] = field(default_factory=dict)
    reworded: Words | None = None

    def content(self) -> ResolvedClause:
        """The clause as a resolved rule-set keeps it."""
        content: ResolvedClause = {
            "variant": self.variant, "document": self.document, "rule_id": self.rule_id, "line": self.line,
            "says": self.says, "use": self.use,
        }  # fmt: skip
        if self.reading:
            content["reading"] = self.reading
        if self.read_for:
            content["read_for"] = self.read_for
        if self.confidence:
            content["confidence"] = self.confidence
        if self.open:
            content["open"] = sorted(self.open)
        if self.cites:
            content["cites"] = self.cites
        return content


def read_clauses(source: VariantSource) -> list[Clause]:
    """The clauses of one variant source, in document order."""
    head = source["variant"]
    clauses = []
    for entry in source.get("clause", []):
        clauses.append(
            Clause(
                variant=f"{head['id']}@{head['edition']}",
                document=str(entry.get("document", head.get("document", ""))),
                rule_id=str(entry["rule_id"]),
                line=int(entry.get("line", 0)),
                says=base_texts(entry["says"]),
                use={name: dict(options) for name, options in flatten(entry.get("use", {})).items()},
                alternative=str(entry.get("alternative", "")),
                replaces=str(entry.get("replaces", "")),
                drop=list(entry.get("drop", [])),
                reading=base_texts(entry.get("reading")),
                confidence=base_texts(entry.get("confidence")),
                open=list(entry.get("open", [])),
                adjust=flatten(entry.get("adjust", {})),
                opens=list(entry.get("opens", [])),
                cites={name: list(stages) for name, stages in flatten(entry.get("cites", {})).items()},
                needs=list(entry.get("needs", [])),
                read_for=list(entry.get("read_for", [])),
                left_open={
                    f"{rule}.{option}": value
                    for rule, options in flatten(entry.get("left_open", {})).items()
                    for option, value in options.items()
                },
                answers={name: list(stages) for name, stages in flatten(entry.get("answers", {})).items()},
                told_for=list(entry.get("told_for", [])),
                bears=dict(entry.get("bears", {})),
                reworded=base_texts(entry.get("reworded")),
            )
        )
    return clauses


@cache
def answering_clauses(variant: str) -> list[Clause]:
    """The clauses of a variant's newest edition that answer for findings (`Clause.answers`), by its id."""
    clauses = read_clauses(load_variant(variant)[0]) if variant in variant_ids() else []
    return [clause for clause in clauses if clause.answers]


@cache
def marked_clauses(variant: str) -> dict[tuple[str, int], list[Clause]]:
    """The newest clauses of a variant by number and line, where one says what changes no rule-set."""
    clauses = read_clauses(load_variant(variant)[0]) if variant in variant_ids() else []
    found: dict[tuple[str, int], list[Clause]] = {}
    for clause in clauses:
        found.setdefault((clause.rule_id, clause.line), []).append(clause)
    return {
        key: named
        for key, named in found.items()
        if any(c.left_open or c.told_for or c.bears or c.reworded for c in named)
    }


def newest_clauses(clause: ResolvedClause) -> list[Clause]:
    """The clauses of the newest edition that have the number and line of a clause, and say what changes no rule-set.

    Of several choices under one number that which says the same.
    """
    found = marked_clauses(str(clause["variant"]).partition("@")[0]).get((clause["rule_id"], clause["line"]), [])
    return [newest for newest in found if newest.says == clause["says"]] or found


def reading_words(clause: ResolvedClause) -> Words | None:
    """The reading of a clause, in the better words that the newest edition has for it; None for no reading."""
    reading = clause.get("reading")
    return next((c.reworded for c in newest_clauses(clause) if c.reworded and c.reading == reading), reading)


def base_texts(texts: Any) -> Any:
    """A text in Italian and English alone: further languages are looked up when it is read, and change no rule-set."""
    return {lang: texts[lang] for lang in ("it", "en")} if isinstance(texts, dict) else texts


def flatten(use: Mapping[str, V]) -> dict[str, V]:
    """Accepts `use."a.b" = {}` and `use.a.b = {}` alike: a rule name has exactly one dot."""
    options_by_rule: dict[str, V] = {}
    for key, value in use.items():
        if "." in key:
            options_by_rule[key] = value
        else:
            for name, options in cast("dict[str, V]", value).items():
                options_by_rule[f"{key}.{name}"] = options
    return options_by_rule


def load_variant(name: str) -> tuple[VariantSource, str]:
    """The source of "id@edition" (or "id": its edition), and its full name."""
    variant, _, edition = name.partition("@")
    if variant not in variant_ids():
        raise RuleSetError("variant-unknown", name, "", variant, ", ".join(variant_ids()))
    source = variant_source(variant)
    current_edition = str(source["variant"]["edition"])
    if edition and edition != current_edition:
        if edition not in map(str, editions(variant)):
            raise RuleSetError("edition-unknown", variant, "", edition)
        return variant_source(variant, int(edition)), f"{variant}@{edition}"
    return source, f"{variant}@{current_edition}"


def resolve_bases(name: str) -> tuple[VariantHead, list[Clause]]:
    """Returns the head of a variant and its main clauses (those of no alternative), the clauses of its bases first.

    A rule replaces the one of the same name in a base. Raises RuleSetError for an unknown variant or edition.
    """
    source, _ = load_variant(name)
    head = source["variant"].copy()
    clauses: list[Clause] = []
    if head.get("extends"):
        base_head, clauses = resolve_bases(str(head["extends"]))
        if head.get("open"):
            for clause in clauses:
                clause.open = sorted(clause.use)
        stated_keys = {
            key for key in ("board", "objectives") if key in head
        }  # what a variant names it does not suppose
        for clause in clauses:
            clause.open = [name for name in clause.open if name not in stated_keys]
        head.setdefault("board", base_head.get("board", ""))
        head.setdefault("deck", base_head.get("deck", ""))
        head.setdefault("objectives", base_head.get("objectives", ""))
    for clause in read_clauses(source):
        if not clause.alternative:
            clauses = append_clause(clauses, clause)
            mark_open(clauses, clause)
    return head, clauses


def append_clause(clauses: list[Clause], clause: Clause) -> list[Clause]:
    """Appends a clause; the rules it uses, drops or opens are removed from the earlier clauses."""
    replaced_rules = set(clause.use) | set(clause.drop)
    for previous in clauses:
        if replaced_rules & set(previous.use):
            previous.use = {name: options for name, options in previous.use.items() if name not in replaced_rules}
        previous.open = [
            name
            for name in previous.open
            if not {name, name.rpartition(".")[0]} & replaced_rules and name not in clause.open
        ]
    return [*clauses, clause]


def adjust_options(clauses: list[Clause], clause: Clause) -> None:
    """Changes options of rules that are bound, and lays others open, as a chosen clause says."""
    mark_open(clauses, clause)
    for name, options in clause.adjust.items():
        for bound_clause in clauses:
            if name in bound_clause.use:
                bound_clause.use = {**bound_clause.use, name: {**bound_clause.use[name], **options}}


def mark_open(clauses: list[Clause], clause: Clause) -> None:
    """Marks rules, or single options, that a clause opens as assumed where other clauses bind them."""
    for bound_clause in clauses:
        if not bound_clause.alternative:  # what another option of the header says is said
            bound_clause.open += [
                name for name in clause.opens if binds_rule(name, bound_clause) and name not in bound_clause.open
            ]


def binds_rule(name: str, clause: Clause) -> bool:
    """True if a clause binds this rule, or the rule that has this option."""
    return name in clause.use or name.rpartition(".")[0] in clause.use


def collect_clauses(spec: str) -> tuple[str, VariantHead, list[Clause]]:
    """Full name, head and clauses of a header's variant text. Raises RuleSetError."""
    parts = [part.strip() for part in spec.split("+")]
    _, base = load_variant(parts[0])
    variant_head, clauses = resolve_bases(parts[0])
    record_source, _ = load_variant("record")
    clauses = [*read_clauses(record_source), *clauses]
    names = [base]
    replaced: dict[str, str] = {}
    adjusting: list[Clause] = []
    for option in sorted(parts[1:]):
        variant, _, alternative = option.rpartition(":")
        variant = variant or base
        chosen_clauses = [
            c for c in read_clauses(load_variant(variant)[0]) if c.alternative == alternative and alternative
        ]
        if not chosen_clauses:
            alternatives = sorted({c.alternative for c in read_clauses(load_variant(variant)[0]) if c.alternative})
            raise RuleSetError("alternative-unknown", variant, "", option, ", ".join(alternatives) or "-")
        for clause in chosen_clauses:
            if clause.replaces and clause.replaces in replaced and replaced[clause.replaces] != option:
                raise RuleSetError("alternatives-clash", variant, "", f"{replaced[clause.replaces]}, {option}")
            if clause.replaces:
                replaced[clause.replaces] = option
                for replaced_clause in clauses:
                    if replaced_clause.rule_id == clause.replaces:
                        replaced_clause.use, replaced_clause.cites = {}, {}
            clauses = append_clause(clauses, clause)
        names.append(option)
        adjusting += chosen_clauses
    bound_rules = {name for clause in clauses for name in clause.use}
    for clause in clauses:
        if not bound_rules.issuperset(clause.needs):
            clause.use, clause.cites = {}, {}
    for clause in adjusting:
        adjust_options(clauses, clause)
    return " + ".join([names[0], *sorted(names[1:])]), variant_head, clauses


class Variant(TypedDict):
    variant: str
    title: Words
    document: str
    board: str
    extends: str | None
    clauses: int


def variant_rows() -> list[Variant]:
    """Every variant: id with edition, titles, document, base, number of clauses."""
    sources = [(name, variant_source(name)) for name in variant_ids()]
    return [
        {
            "variant": f"{name}@{source['variant']['edition']}", "title": source["variant"]["title"],
            "document": source["variant"]["document"], "board": board_of(name),
            "extends": source["variant"].get("extends"), "clauses": len(source.get("clause", [])),
        } for name, source in sources
    ]  # fmt: skip
