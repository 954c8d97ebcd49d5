"""A finding says what was wrong: of a rule that asks for several things, the one that was not done."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from plancia_data import board, messages, words
from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.judging.verdicts import sentence_key, stored_sentence
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.text.fact_values import Assumed
from plancia_replay.text.sentences import account_source_text, assumed_options, verdict_sentence
from tests.test_cases import text_of

GAMES = Path(__file__).parents[1] / "games"

TEAMS = ['[Team "RG BN"]']


@pytest.mark.parametrize(
    ("target", "event", "says"),
    [
        ("G SIA 4", "ATT B CIN>SIA 3v1 -1-1 by=B", "Blue throws for Siam (4 armies), Green has to"),
        (
            "- SIA 4",
            "ATT B CIN>SIA 3v1 -1-1",
            "Siam (4 armies), for which nobody plays, is defended with 1 army: the attacker, Blue, leads its defence "
            "and has to put up 3",
        ),
        ("- SIA 4", "ATT B CIN>SIA 3v3 -3-2 by=R", "Red throws for Siam (4 armies), Blue has to"),
    ],
)
def test_who_throws_and_with_how_many(target: str, event: str, says: str) -> None:
    case = {"board": ["B CIN 9", target], "rest_armies": 3, "turn": "B", "headers": TEAMS, "events": [event]}
    verdicts = judge(read(text_of("stucchi@1", case)[0], "case").games[0], lang="en").verdicts
    assert [verdict.says for verdict in verdicts if verdict.rule_id == "STU-11"] == [says]


@pytest.mark.parametrize(
    ("board", "event", "rule", "says"),
    [
        (
            ["R AOC 3", "R AOR 3", "R NGU 3", "R INS 3", "R CIN 9", "G SIA 3"],
            "ATT R CIN>SIA 3v3 -3-2",
            "attack.friendly_ban",
            "Rosso attacca il compagno Verde, e Rosso ha un continente intero (Oceania): allora fra compagni non ci si "
            "attacca, finché non rinuncia alla rendita dei continenti o non ne ha più nessuno",
        ),
        (
            ["R CIN 9", "G IND 1", "G SIB 3", "G CIT 3", "G JAC 3", "G MON 3", "G KAM 3", "G GIA 3"],
            "ATT R CIN>IND 3v1 -1-1",
            "attack.friendly_ban",
            "Rosso attacca il compagno Verde, e Verde ha un'area che vale come continente (Siberia, Cita, Jacuzia, "
            "Mongolia, Kamchatka, Giappone): allora fra compagni non ci si attacca, finché non rinuncia alla "
            "rendita dei continenti o non ne ha più nessuno",
        ),
    ],
)
def test_who_may_not_attack_his_partner_is_told_the_continent(
    board: list[str], event: str, rule: str, says: str
) -> None:
    headers = [*TEAMS, '[Option "attack.friendly_ban.held=any"]']
    case = {"board": board, "rest_armies": 3, "turn": "R", "headers": headers, "events": [event]}
    assert said_of("stucchi@1", case, rule, "it") == [says]


def test_what_had_ended_the_game_is_told() -> None:
    case = {"bare": True, "events": ["ORDER * R B G N", "TURN R", "OVER * agreement", "CLAIM R WORLD"]}
    for lang, says in (
        ("it", "La partita era già finita all'evento 3: accordo"),
        ("en", "The game had already ended at event 3: agreement"),
    ):
        assert said_of("monopoli@1", case, "game.over_is_final", lang) == [says]


def said_of(variant: str, case: dict[str, object], rule: str, lang: str) -> list[str]:
    verdicts = judge(read(text_of(variant, case)[0], "case").games[0], lang=lang).verdicts
    return [verdict.says for verdict in verdicts if verdict.rule == rule]


def test_what_is_assumed_is_told_with_its_facts_and_what_it_supposes() -> None:
    text = (GAMES / "firenze" / "arbiter-die.rgn").read_text("utf-8").splitlines()
    for place in [place for place, line in enumerate(text) if line.startswith("SET B")][:-4:-1]:
        del text[place]
    game = read("\n".join(text), "game").games[0]
    numbers = "3:35 4:30 5:25 6:20"
    rest = f"(supposing that the armies due at the start go by the number of players ({numbers}))"
    told = [verdict.says for verdict in judge(game, lang="en").verdicts if verdict.rule == "setup.endowment"]
    assert told == [f"Blue has placed 26 initial armies as play begins instead of 35 {rest}"]
    told = [verdict.says for verdict in judge(game, lang="it").verdicts if verdict.rule == "setup.endowment"]
    rest = f"(supponendo che le armate iniziali dipendano dal numero di giocatori ({numbers}))"
    assert told == [f"Blu all'inizio del gioco ha disposto 26 armate iniziali invece di 35 {rest}"]


def test_a_supposition_is_written_as_a_header_option() -> None:
    assumes: Assumed = {
        "cards.set_value": {"three_cannons": 4, "ladder": "", "jolly_substitutes": False, "at_once": True},
        "cards.no_territory_bonus": {}, "end_roll.due.optional": False, "cards.sets_per_turn.most": 1,
    }  # fmt: skip
    assert assumed_options(assumes) == [
        "cards.set_value.three_cannons=4", "cards.set_value.at_once=true", "cards.no_territory_bonus=true",
        "end_roll.due.optional=false", "cards.sets_per_turn.most=1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "the record has the result alone, and nothing can be counted again"),
        ("it", "il verbale ha solo il risultato, e non c'è niente da ricontare"),
    ],
)
def test_a_score_that_nobody_can_count_names_its_player_and_says_why(lang: str, says: str) -> None:
    text = (
        '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "r"]\n[Blue "b"]\n[Completeness "result-only"]\n'
        '[Provenance "sheet"]\n[Result "R 31 B 24.5"]\n'
    )
    game = read(text, "sheet").games[0]
    found = [verdict.says for verdict in judge(game, lang=lang).verdicts if verdict.rule == "record.score"]
    verb = "declares" if lang == "en" else "dichiara"
    unit = "points" if lang == "en" else "punti"
    names = ("Red", "Blue") if lang == "en" else ("Rosso", "Blu")
    half = "24.5" if lang == "en" else "24,5"
    assert found == [f"{names[0]} {verb} 31 {unit}: {says}", f"{names[1]} {verb} {half} {unit}: {says}"]


@pytest.mark.parametrize(
    ("variant", "case", "rule", "says"),
    [
        (
            "stucchi@1",
            {"board": ["B CIN 9", "G SIA 4"], "rest_armies": 3, "turn": "B", "events": ["ATT B CIN>SIA 654:321 -3-2"]},
            "combat.table",
            "Blue attacks Siam from China with dice: under these rules no dice are thrown, and losses are fixed",
        ),
        (
            "firenze@1",
            {"bare": True, "order": "RBGN", "events": ["ORDER * R B G N", "PICK G GRO armies=2"]},
            "pick.in_order",
            "Green picks Greenland with 2 armies: one is placed",
        ),
        (
            "rcm@1",
            {"bare": True, "order": "RBGN", "events": ["ORDER * R B G N", "PICK N GRO armies=2"]},
            "pick.from_last",
            "Black picks Greenland with 2 armies: one is placed",
        ),
        (
            "eg@1",
            {"board": ["R CIN 9", "B ISL 9"], "order": "RBG", "rest": "R", "turn": "R", "events": ["ELIM B G"]},
            "elimination.recorded",
            "The elimination of Green belongs to who is on turn (Red), not to Blue",
        ),
        (
            "eg@1",
            {"board": ["R CIN 9", "B ISL 9", "G ARG 9"], "rest": "N", "rest_armies": 3, "turn": "R",
             "events": ["CARDS B B>R elimination ???"]},
            "elimination.cards_to_eliminator",
            "Blue still holds 1 territory: he is not eliminated and keeps his cards",
        ),
        (
            "rcm@1",
            {"board": ["R CIN 9", "B ISL 9", "G ARG 9"], "rest": "N", "rest_armies": 3, "turn": "R",
             "events": ["CARDS B B>deck elimination ???"]},
            "elimination.cards_to_deck",
            "Blue still holds 1 territory: he is not eliminated and keeps his cards",
        ),
        (
            "uno-contro-uno@1",
            {"board": ["B CIN 9"], "order": "RBN", "rest": "R",
             "rest_armies": 3, "headers": ['[Virtual "N"]'], "turn": "R", "events": ["CLAIM R world"]},
            "claim.continents",
            "Red claims the whole board and lacks 1 territory",
        ),
    ],
)  # fmt: skip
def test_a_sentence_does_not_contradict_itself(variant: str, case: dict[str, object], rule: str, says: str) -> None:
    assert said_of(variant, case, rule, "en") == [says]


def test_names_and_words_stand_in_sentences_in_place_of_codes() -> None:
    def sentence(rule: str, facts: dict[str, Any], lang: str) -> str:
        clause: Any = {"rule": rule, "says": {"it": "", "en": ""}}
        return verdict_sentence(clause, facts, "illegal", lang)

    share = {"player": "R", "found": 3, "most": 2, "continent": "sud_america", "territory": "BRA"}
    starts = "Red starts with 3 territories of South America: at most 2 may be his"
    assert sentence("deal.max_share", share, "en") == starts
    assert sentence("deal.max_share", share, "it") == "Rosso comincia con 3 territori di Sud America: al massimo 2"
    level = {"player": "R", "declared": "R", "computed": "B V"}
    assert sentence("record.winner", level, "it") == "Il verbale nomina vincitore Rosso, dal conto risulta Blu, Viola"
    alarm = {"round": 3, "needed": "penultimate", "wording": "early"}
    assert sentence("announcement.at_time_out", alarm, "it").startswith("Si annuncia il penultimo giro nel giro 3")
    status = {"player": "R", "found": "frozen"}
    assert "(congelato)" in sentence("status.known", status, "it")
    objective = {"player": "R", "objective": "frozen"}
    assert "frozen" in sentence("objective.listed", objective, "it")  # a name of the record's own stays


@pytest.mark.parametrize(
    ("what", "it", "en"),
    [
        ("strip:11", "Brasile, nella striscia", "Brazil, in the strip"),
        ("objective:0", "Alaska, nell'obiettivo", "Alaska, in the objective"),
        ("BRA", "Brasile", "Brazil"), ("nord_america", "Nord America", "North America"),
        ("table", "punti del tavolo", "points of the table"), ("draw", "pareggio", "draw"), ("gap", "distacco", "gap"),
        ("armies", "armate", "armies"), ("cards", "carte", "cards"), ("winner", "vittoria", "victory"),
    ],
)  # fmt: skip
def test_a_line_of_an_account_is_told_in_words(what: str, it: str, en: str) -> None:
    assert (account_source_text(what, "it"), account_source_text(what, "en")) == (it, en)


def test_every_line_of_a_ranking_is_cited() -> None:
    for file in (GAMES / "rcm").glob("*.rgn"):
        for entry in judge(read(file.read_text("utf-8"), file.name).games[0]).scores.values():
            assert all(line["rule_id"] and line["cite"] for line in entry["ranking_account"])


def rules_as_written() -> dict[str, ast.ClassDef]:
    """The classes of rules by name, from the files themselves: a compiled class tells no source."""
    found = {}
    for file in (Path(__file__).parents[2] / "replay" / "plancia_replay" / "rules").rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            for line in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "NAME" and line.value is not None:
                    found[str(ast.literal_eval(line.value))] = node
    return {name: node for name, node in found.items() if isinstance(node, ast.ClassDef)}


def undecidable_somewhere(rule: ast.ClassDef) -> bool:
    """May a rule answer UNDECIDABLE?"""
    return any(isinstance(node, ast.Name) and node.id == "UNDECIDABLE" for node in ast.walk(rule))


def test_every_rule_that_cannot_always_decide_has_a_sentence_for_that() -> None:
    rules = rules_as_written()
    assert set(rules) == set(rule_classes())
    wanted = sorted(name for name, rule in rules.items() if undecidable_somewhere(rule))
    assert len(wanted) > 25
    for lang in ("it", "en"):
        assert [name for name in wanted if f"{name}.undecided" not in words(lang)] == []


@pytest.mark.parametrize(
    ("variant", "events", "rule_id"),
    [
        ("rcm@1", ["DRAW R CIN SIA", "TRIS R CIN =2"], "RCM-21"),
        ("stucchi@1", ["DRAW R CIN SIA ARG", "END R", "TURN R", "TRIS R CIN SIA ARG =8"], "STU-20"),
        ("monopoli@1", ["ANN * last-round", "END R", "EROLL N 66", "OVER * end-roll"], "MON-21"),
        ("monopoli@1", ["OVER * elimination"], "REC-03"),
    ],
)
def test_a_kept_finding_is_told_again_as_it_was(variant: str, events: list[str], rule_id: str) -> None:
    case = {"board": ["R ALA 9"], "rest_armies": 3, "turn": "R", "events": events}
    game = read(text_of(variant, case)[0], "case").games[0]
    rules = ruleset_for_game(game)
    found = next(verdict for verdict in judge(game, rules, lang="en").verdicts if verdict.rule_id == rule_id)
    assert stored_sentence(rules, found.to_json(), "en") == (found.says, found.reading)


@pytest.mark.parametrize(
    ("events", "says"),
    [
        (["ROLL * order R6 B6 G2 N1", "ORDER * B R N G seats=R2"],
         "The highest throw is tied and was not thrown again: nobody may choose the seat yet "
         "(supposing that who throws the same throws again)"),
        (["ROLL * order R6 B5 G2 N1", "ORDER * B R N G seats=R2,B2"],
         "The seats chosen in the order Blue, Red, Black, Green are not from 1 to 4, or two are the same"),
        (["ROLL * order R6 B5 G2 N1", "ORDER * B R N G seats=B2"], "Red, with the highest throw, chooses the seat"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_choice_of_a_seat_is_said(events: list[str], says: str) -> None:
    case = {"bare": True, "headers": ['[Team "RG BN"]'], "events": events}
    assert said_of("stucchi@1", case, "order.choose_seat", "en") == [says]


@pytest.mark.parametrize(
    ("variant", "event", "rule", "write"),
    [
        ("firenze@1", "STAT B B withdrawn", "withdrawal.armies_stay", "passive"),
        ("rcm@1", "STAT B B passive", "withdrawal.garrison", "withdrawn"),
        ("eg@1", "STAT B B frozen", "status.known", "withdrawn, passive"),
        ("stucchi@1", "STAT B B debt", "status.known", "withdrawn, passive, renounced"),
    ],
)
def test_v14_a_standing_that_the_rules_do_not_have_says_what_to_write(
    variant: str, event: str, rule: str, write: str
) -> None:
    case = {"board": ["R CIN 9", "B ISL 9"], "rest_armies": 3, "turn": "B", "events": [event]}
    for lang in ("it", "en"):
        (told,) = said_of(variant, case, rule, lang)
        assert write in told


def test_v15_an_excess_after_a_penalty_cites_the_line_that_lowered_the_limit() -> None:
    case = {
        "board": ["R CIN 121"], "rest_armies": 1, "order": "RBGN", "rest": "N", "turn": "R", "headers": TEAMS,
        "events": ["FOUL A R LIMIT found=arbiter", "TAKE R CIN-2 why=limit", "PUT R CIN+1"],
    }  # fmt: skip
    verdicts = judge(read(text_of("stucchi@1", case)[0], "case").games[0], lang="en").verdicts
    (found,) = [verdict for verdict in verdicts if verdict.rule == "limit.armies"]
    assert (found.rule_id, found.cite) == ("STU-44", "001_3df357dfdfbf253e.txt:21")
    assert "119" in found.says and "earlier excess" in found.says


@pytest.mark.parametrize(
    ("variant", "headers", "event", "rule", "shown"),
    [
        ("rcm@1", [], "ATT R CIN>SIA 6:6 -1-0", "attack.superiority", True),  # which armies count is a reading
        ("rcm@1", [], "CLAIM B objective", "claim.target_points.off_turn", True),
        ("rcm@1", [], "CLAIM R objective", "claim.target_points", False),  # the number of points is written
        ("stucchi@1", TEAMS, "STAT R R frozen", "status.known", False),
    ],
)
def test_the_reading_is_told_where_the_finding_hangs_on_it(
    variant: str, headers: list[str], event: str, rule: str, shown: bool
) -> None:
    case = {
        "board": ["R CIN 2", "B SIA 9"], "rest": "B", "rest_armies": 3, "turn": "R", "headers": headers,
        "events": [event],
    }  # fmt: skip
    verdicts = judge(read(text_of(variant, case)[0], "case").games[0], lang="en").verdicts
    (found,) = [verdict for verdict in verdicts if sentence_key(verdict.to_json()) == rule]
    assert bool(found.reading) is shown


INFLECTED = re.compile(r"\b(?:\w+(?:ato|uto|ito|eso|reso|erto|olto|ibero)|suo|\w+r(?:lo|la))\b")
OF_SOMETHING_ELSE = {  # said of a player, of a throw, of what is hidden, or of the word "territorio"
    "attack.void_throws": "suo segnato", "attack.void_throws.defence": "segnato",
    "attack.passive_roller": "abbandonato", "setup.own_land.undecided": "avuto coperto",
    "placement.own_land.undecided": "avuto coperto", "attack.own_source.undecided": "avuto coperto",
    "garrison.sanction.not_attacked": "suo", "garrison.sanction.not_taken": "suo",
    "attack.mandatory": "attaccato", "garrison.pending_loss.taken": "lasciato preso",
    "garrison.pending_loss.in_vain": "lasciato attaccato potuto", "garrison.pending_loss.unwritten": "lasciato debito",
    "withdrawal.garrison": "abbandonato",
    "withdrawal.garrison.kept_out": "coperto abbandonato abbandonato", "withdrawal.garrison.several": "abbandonato",
    "withdrawal.garrison.sunk": "abbandonato", "garrison.all.bared": "scoperto", "garrison.all.bared_one": "stato",
    "placement.own_land.passive": "abbandonato", "garrison.all.own": "scoperto", "garrison.all.own_one": "scoperto",
}  # fmt: skip


def test_italian_words_about_a_territory_have_its_gender() -> None:
    """A participle or adjective in a sentence about a territory is chosen by it, or is said of something else."""
    found = {}
    for key, text in words("it").items():
        if any(f"{{{place}" in text for place in ("territory", "source", "target")):
            found[key] = " ".join(INFLECTED.findall(re.sub(r"\{[^}]*\}", "", text)))
    assert {key: said for key, said in found.items() if said} == OF_SOMETHING_ELSE, "{territory:preso|presa}"


@pytest.mark.parametrize(
    ("land", "lang", "says"),
    [
        ("SIB", "it", "Siberia è stata conquistata, e Rosso va avanti senza averla occupata"),
        ("URA", "it", "Urali sono stati conquistati, e Rosso va avanti senza averli occupati"),
        ("SIB", "en", "Siberia was conquered and Red goes on without having occupied it"),
    ],
)
def test_a_territory_has_its_gender(land: str, lang: str, says: str) -> None:
    clause: Any = {"rule": "record.occupation", "says": {}}
    assert verdict_sentence(clause, {"territory": land, "player": "R"}, "illegal", lang) == says


def test_the_feminine_territories_are_those_with_a_feminine_article() -> None:
    """The article of the sentences about events (`events_it.toml`), where it shows the gender, agrees."""
    lists = dict(entry.split(": ") for entry in messages("events", "it")["articles"].split("; "))
    feminine = set(words("it")["feminine"].split())
    assert set(lists["la"].split()) <= feminine <= set(board("eg").codes)
    assert not feminine & set(f"{lists['il']} {lists['gli']}".split())
    assert set(words("it")["plural"].split()) == set(f"{lists['i']} {lists['gli']}".split())


def test_a_jolly_is_told_by_its_name() -> None:
    clause: Any = {"rule": "cards.held", "says": {}}
    facts = {"player": "R", "cards": ["JOL", "CIN"], "card": "JOL"}
    assert verdict_sentence(clause, facts, "illegal", "it") == "Rosso dà jolly, Cina, e jolly non è nella sua mano"
    assert verdict_sentence(clause, facts, "illegal", "en") == "Red gives jolly, China, and jolly is not in his hand"
