"""Judging games: verdicts, scores, winner and final table of a game, as rows."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field

from plancia.rows import Row, Rows
from plancia_events import Game
from plancia_replay import Judgement as Replayed
from plancia_replay import RuleSet, other_ruleset_for_game, ruleset_for_game
from plancia_replay import judge as replay_and_judge
from plancia_replay.judging.forms import Board, PrintedJudgement
from plancia_replay.text.sentences import account_source_text, place_names

VERDICT_COLUMNS = ("event", "line", "verdict", "kind", "rule_id", "rule", "says", "cite", "reading", "facts")
SCORE_COLUMNS = ("colour", "player", "points", "declared", "ranking", "winner", "undecidable")
ACCOUNT_COLUMNS = ("colour", "account", "points", "what", "rule_id", "cite")
TABLE_COLUMNS = ("territory", "name", "colour", "armies")


@dataclass(frozen=True)
class Judgement:
    """A game judged under a rule-set. Colours are the letters of the notation: R, B, G, Y, N, V.

    `variant` names the rules; `clean` is true where nothing is illegal, no declared score differs and the replay
    reached the end; `winner` is a colour, None for nobody, several or not decidable, and `winners` are all of them;
    `reason` is the end of the game, such as "objective", "target" or "unfinished".

    `verdicts`: event (0 the headers), line of the source (0 unknown), verdict ("illegal", "undecidable", "assumed",
    "warning"), kind ("play", or "record" where the record contradicts itself), rule_id and cite (the article, file and
    line of the document), rule, says (the sentence), reading (where the document is doubtful), facts (a dict).
    `scores`: a row a colour, with points recomputed (None where they cannot be decided), declared (the Result header,
    None without), ranking (points that count in a ranking, None where the variant has none or they cannot be decided),
    winner (a bool), undecidable (why the points are not certain, None where they are). `accounts`: each line of each
    score, with its points. `final`: the table at the end, a row a territory. `details` is the judgement as the replay
    engine gives it.
    """

    game: Game = field(repr=False)
    variant: str
    clean: bool
    winner: str | None
    winners: tuple[str, ...]
    reason: str
    verdicts: Rows
    scores: Rows
    accounts: Rows
    final: Rows
    details: Replayed = field(repr=False)

    def to_json(self) -> PrintedJudgement:
        """Returns the object that `plancia judge --json` prints, without the game."""
        return self.details.to_json()

    def _repr_html_(self) -> str:
        """Returns rules, end, verdicts and scores as HTML for a notebook."""
        head = f"{self.details.game or '?'}: {self.variant}, {self.details.end['says']}, {self.winner or '-'}"
        return f"<p>{html.escape(head)}</p>{self.verdicts._repr_html_()}{self.scores._repr_html_()}"


def judge(
    game: Game, under: str | RuleSet | None = None, *, lang: str = "en", first_leg: Game | None = None
) -> Judgement:
    """Replays and judges a game under its own variant, or `under` another such as "rcm@1 + no-strip".

    `under` keeps the deck and the board that the game's headers name. `lang`, "it" or "en", is the language of the
    sentences; `first_leg` the first game of a match, where this is the second. Nothing in the game itself raises:
    illegal events are verdicts, an impossible one ends the replay and is in `details.impossible`.

    Raises RuleSetError for rules that do not exist, ValueError for a game whose headers name no variant.
    """
    if under is None and game.header("Variant") is None:
        raise ValueError('the headers of the game name no variant: say which rules, as in under="monopoli@1"')
    rules = other_ruleset_for_game(game, under) if isinstance(under, str) else under or ruleset_for_game(game)
    return make_judgement(game, replay_and_judge(game, rules, lang, first_leg), lang)


def make_judgement(game: Game, details: Replayed, lang: str, players: Mapping[str, str] | None = None) -> Judgement:
    """Converts a judgement of the replay engine; `players` are the names by colour, else those of the headers."""
    return Judgement(
        game=game,
        variant=details.variant,
        clean=details.clean,
        winner=details.told_end["winner"],
        winners=tuple(details.told_end["winners"]),
        reason=details.end["reason"],
        verdicts=Rows((verdict.to_json() for verdict in details.verdicts), VERDICT_COLUMNS),
        scores=Rows(score_rows(details, game.players if players is None else players), SCORE_COLUMNS),
        accounts=Rows(account_rows(details, lang), ACCOUNT_COLUMNS),
        final=Rows(territory_rows(details.final, lang), TABLE_COLUMNS),
        details=details,
    )


def score_rows(details: Replayed, players: Mapping[str, str]) -> list[Row]:
    """Returns a row per colour."""
    return [
        {
            "colour": colour, "player": players.get(colour), "points": entry["points"],
            "declared": details.declared.get(colour), "ranking": entry.get("ranking"),
            "winner": colour in details.told_end["winners"], "undecidable": details.undecided(colour) or None,
        }
        for colour, entry in details.told_scores.items()
    ]  # fmt: skip


def account_rows(details: Replayed, lang: str) -> list[Row]:
    """Returns every line of the accounts of scores and of ranking points."""
    return [
        {**line, "what": account_source_text(line["what"], lang), "colour": colour, "account": account}
        for colour, entry in details.told_scores.items()
        for account, lines in (("score", entry["account"]), ("ranking", entry.get("ranking_account", ())))
        for line in lines
    ]


def territory_rows(board: Board, lang: str) -> list[Row]:
    """Returns a row per territory that somebody owns, from owner and armies by code."""
    name_by_code = place_names(lang)
    return [
        {"territory": code, "name": name_by_code[code], "colour": colour, "armies": armies}
        for code, (colour, armies) in board.items()
    ]
