"""Sentences about play say who did what, in words and with the numbers that decide, and show no notation."""

from __future__ import annotations

import re

import pytest

from plancia_data import words
from plancia_events import read
from plancia_replay import judge
from plancia_replay.text.sentences import account_source_text, assumption_headers
from tests.case_files import CASES, cases_of
from tests.test_cases import text_of

TEAMS = ['[Team "RG BN"]']


def said_of(variant: str, case: dict[str, object], rule: str, lang: str) -> list[str]:
    verdicts = judge(read(text_of(variant, case)[0], "case").games[0], lang=lang).verdicts
    return [verdict.says for verdict in verdicts if verdict.rule == rule]


NOTATION = re.compile(r"\b(?!RGN\b)(?:[A-Z]{3,7}|[a-z-]+=\w+)\b|\{write\}|Virtual|turns-only")
ABOUT_THE_RECORD = {  # these say which word or line the record should have: they are for who writes it
    "end_roll.arbiter_die.unmarked", "dummy.named", "feminine", "plural",
}  # fmt: skip


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_sentence_about_play_has_no_notation(lang: str) -> None:
    """Players are told what was done, not how a line is written; faults of the record itself begin with `record.`."""
    shown = {
        key: found
        for key, text in words(lang).items()
        if not key.startswith("record.") and (found := NOTATION.findall(re.sub(r"\{[^w}][^}]*\}", "", text)))
    }
    assert set(shown) <= ABOUT_THE_RECORD, shown


@pytest.mark.parametrize("lang", ["it", "en"])
def test_territories_neither_attack_nor_defend(lang: str) -> None:
    acts = re.compile(r"\{(?:source|target)\}(?: \([^)]*\))? (?:attacca|difende|combatte|attacks?|defends?|fights?)\b")
    assert {key: text for key, text in words(lang).items() if acts.search(text)} == {}


def test_the_header_that_settles_a_supposition_is_written_out() -> None:
    assert assumption_headers({"board": "no-meo-egi", "limit.double_excess": {}}) == (
        '[Board "no-meo-egi"] [Option "limit.double_excess=true"]'
    )
    case = {"board": ["R MEO 9", "B EGI 2"], "rest_armies": 3, "turn": "R", "events": ["ATT R MEO>EGI 654:32 -0-2"]}
    verdicts = judge(read(text_of("firenze@1", case)[0], "case").games[0], lang="it").verdicts
    assert [one.assumes for one in verdicts if one.rule == "attack.adjacent"] == ['[Board "no-meo-egi"]']


@pytest.mark.parametrize(
    ("variant", "case", "rule", "it", "en"),
    [
        (
            "firenze@1",
            {"board": ["B IND 9", "R CIN 3"], "rest_armies": 3, "turn": "B",
             "events": ["DECL B IND>CIN 2", "ATT B IND>CIN 542:631 -1-2"]},
            "attack.announced_dice",
            "Blu attacca Cina da India con 3 dadi: ne aveva annunciati 2",
            "Blue attacks China from India with 3 dice: 2 were announced",
        ),
        (
            "firenze@1",
            {"board": ["B IND 9", "R CIN 3"], "rest_armies": 3, "turn": "B",
             "events": ["ATT B IND>CIN 542:631 -1-2 void=d662"]},
            "attack.void_throws",
            "Il tiro di 3 dadi in difesa di Cina (3 armate) è segnato nullo ed era buono",
            "The throw of 3 dice in defence of China (3 armies) is recorded as void and was good",
        ),
        (
            "firenze@1",
            {"board": ["B IND 9", "R CIN 3"], "rest_armies": 3, "turn": "B",
             "events": ["ATT B IND>CIN 542:631 -1-2 void=a662"]},
            "attack.void_throws",
            "Blu attacca Cina da India (9 armate): il suo tiro di 3 dadi è segnato nullo ed era buono",
            "Blue attacks China from India (9 armies): his throw of 3 dice is recorded as void and was good",
        ),
        (
            "firenze@1",
            {"board": ["B IND 9", "R CIN 3"], "rest_armies": 3, "turn": "B",
             "events": ["ATT B IND>CIN 542:63 -1-1 void=d6663"]},
            "attack.void_throws",
            "Per Cina (3 armate) la difesa ritira con 2 dadi: meno di quanti le armate gliene danno "
            "(supponendo che il numero giusto sia il più alto)",
            "For China (3 armies) the defence throws again with 2 dice: fewer than the armies allow "
            "(supposing that the right number is the greatest)",
        ),
        (
            "eg@1",
            {"board": ["B IND 9", "R CIN 3"], "rest_armies": 3, "turn": "B",
             "events": ["ATT B IND>CIN 652:632 -1-2"]},
            "attack.losses_by_dice",
            "Blu attacca Cina da India: perdite scritte 1 in attacco e 2 in difesa, per i dadi sono 2 in attacco e 1 "
            "in difesa",
            "Blue attacks China from India: losses written 1 in attack and 2 in defence, by the dice they are 2 in "
            "attack and 1 in defence",
        ),
        (
            "monopoli@1",
            {"board": ["R CIN 9"], "rest_armies": 3, "turn": "R", "events": ["TRIS R ??? ??? ??? =10+0 hand=3"]},
            "cards.set_value",
            "Rosso cambia carte coperte: non si vede se valgono 10 armate",
            "Red exchanges hidden cards: whether they bring 10 armies cannot be seen",
        ),
        (
            "stucchi@1",
            {"board": ["R CIN 9"], "rest_armies": 3, "turn": "R", "headers": TEAMS,
             "events": ["CLOCK * expired", "ANN A penultimate"]},
            "announcement.at_time_out",
            "Nel giro 1 si annuncia il penultimo giro: in queste regole a tempo scaduto si annuncia il terzultimo giro",
            "In round 1 the last round but one is announced: under these rules it is the last round but two "
            "once the time is over",
        ),
        (
            "eg@1",
            {"board": ["R CIN 9"], "rest_armies": 3, "turn": "R",
             "events": ["DRAW R ???", "DRAW R ???", "TRIS R AFG =4"]},
            "cards.held",
            "Rosso ha carte coperte in mano: non si vede se c'è Afghanistan",
            "Red has hidden cards in hand: whether Afghanistan is among them cannot be seen",
        ),
    ],
)  # fmt: skip
def test_who_did_what_is_said_in_both_languages(
    variant: str, case: dict[str, object], rule: str, it: str, en: str
) -> None:
    assert said_of(variant, case, rule, "it") == [it]
    assert said_of(variant, case, rule, "en") == [en]


ROUNDS = [f"{tag} {colour}" for _ in range(2) for colour in "RBGN" for tag in ("TURN", "END")]
LANDS = [f"R {land} 3" for land in ("SIA", "IND", "URA", "AFG", "BRA", "PER", "ISL", "SCA", "CON")]


@pytest.mark.parametrize(
    ("events", "declared", "removed"),
    [
        # three are due: nine declared are six too many, of which three go, and no more (001 line 19)
        (["REIN R 9+0+0=9", "PUT R SIA+9", "END R"], "Rosso dichiara 9 armate, gliene spettano 3",
         "Rosso ha tolto 0 armate dalla plancia: doveva togliere le 9 messe di troppo e 3 di penalità"),
        (["REIN R 4+0+0=4 counted=9", "END R"], "Rosso conta 9 armate, gliene spettano 3",
         "Rosso ha tolto 0 armate dalla plancia: doveva toglierne 3 di penalità, e non ne aveva messe"),
        (["REIN R 4+0+0=4", "PUT R SIA+4", "TAKE R SIA-3 why=declaration", "END R"],
         "Rosso dichiara 4 armate, gliene spettano 3",
         "Rosso ha tolto 3 armate dalla plancia: doveva togliere le 2 messe di troppo"),
    ],
)  # fmt: skip
def test_what_a_wrong_count_takes_off_the_board_is_told_in_its_parts(
    events: list[str], declared: str, removed: str
) -> None:
    case = {
        "board": LANDS, "rest_armies": 3, "before": ROUNDS, "headers": TEAMS, "events": ["TURN R", *events],
    }  # fmt: skip
    first, second = said_of("stucchi@1", case, "declaration.not_over", "it")
    assert first.startswith(declared) and second.startswith(removed)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ("PASS B", "Blu passa: in questa variante nessun turno si passa"),
        ("TURN B chance", "Blu gioca un turno supplementare: in questa variante non ce ne sono"),
        ("TURN B extra", "Blu gioca un turno di un giro in più: in questa variante finito l'ultimo giro non se ne "
                         "gioca nessuno"),
    ],
)  # fmt: skip
def test_where_the_game_stops_at_once_it_is_said_which_turn_was_not_to_be(event: str, says: str) -> None:
    case = {"board": ["R CIN 9"], "rest_armies": 3, "before": ["TURN R", "END R"], "bare": False, "events": [event]}
    assert said_of("rcm@1 + hard-stop", case, "end.hard_stop", "it") == [says]


@pytest.mark.parametrize(
    ("board", "dice", "says"),
    [
        (["R SIA 3", "R CIN 3", "B ISL 3"], "R5 B2",
         "Si tira a sorte e non c'è parità: Rosso è primo da solo con 73 punti"),
        (["R SIA 3", "R CIN 3", "B ISL 3", "G EOC 3"], "B5 G2",
         "Si tira a sorte e non c'è parità: Rosso è primo da solo con 73 punti"),
        (["R SIA 3", "B ISL 3", "G SIB 1"], "R5 B2 G1",
         "Verde tira al sorteggio con 15,5 punti: il sorteggio è solo fra chi è pari in testa, con 36,5"),
        (["R SIA 3", "B GBR 1", "B GIA 1", "B IND 1"], "R5 B2",
         "Si tira a sorte, e dopo gli spareggi non c'è più parità: con 36,5 punti Rosso è primo da solo"),
        (["R SIA 3", "B ISL 3", "G EOC 3"], "R2 B5",
         "Verde non tira al sorteggio, e con 36,5 punti non è dietro a chi tira: "
         "il sorteggio è fra tutti quelli pari in testa"),
        (["R SIA 3", "B ISL 3"], "R2 B5 N1",
         "Nero tira al sorteggio e non è più in gioco: il sorteggio è solo fra chi è pari in testa"),
        (["R SIA 3", "R CIN 3", "B ISL 3"], "R2",
         "Si tira a sorte e non c'è parità: Rosso è primo da solo con 73 punti"),
        (["R SIA 3", "B ISL 3"], "R2",
         "Blu non tira al sorteggio, e con 36,5 punti non è dietro a chi tira: "
         "il sorteggio è fra tutti quelli pari in testa"),
    ],
)  # fmt: skip
def test_a_lot_says_who_is_wrong_in_it_and_why(board: list[str], dice: str, says: str) -> None:
    before = ["OBJ R fir-2", "OBJ B fir-8", "OBJ G fir-5", "TURN R", "END R", "STAT A N passive", "TURN B", "END B"]
    case: dict[str, object] = {"board": board, "before": before, "rest": "N", "events": [f"ROLL * lot {dice}"]}
    assert said_of("firenze@1", case, "tiebreak.lot_needed", "it") == [says]


def test_a_result_of_the_header_with_a_doubling_that_was_lost_says_so() -> None:
    cases = cases_of(CASES / "rcm" / "RCM-36_frozen_in_extra_turn.toml")
    case = next(case for case in cases if "counts the strip double" in case["says"])
    case |= {"headers": ['[Result "R 54"]'], "events": ["OVER * agreement"]}
    why = "he was frozen in an extra turn, so his strip does not count double"
    assert said_of("rcm@3", case, "record.score", "en") == [f"Red declares 54 points, the account gives 32: {why}"]


def test_a_risiko_below_the_target_of_the_table_is_measured_by_it() -> None:
    """000 line 6: with four the target is 160, so 159 fall short whatever a RisiKo! asks for."""
    case = {"board": ["R CIN 9"], "rest_armies": 3, "turn": "R", "rest": "N", "events": ["CLAIM R risiko"]}
    says = "Rosso dichiara il RisiKo! con 7 punti, e non arriva nemmeno a 160, il traguardo di questo tavolo"
    assert said_of("rcm@3", case, "claim.risiko_points", "it") == [says]


@pytest.mark.parametrize(
    ("variant", "board", "before", "headers", "expected"),
    [
        ("firenze@1", ["R CIN 2", "R URA 2"], ["OBJ R fir-2"], [],
         {"Cina, nell'obiettivo": 35, "Urali, accanto a un territorio dell'obiettivo non preso": 15}),
        ("firenze@1", ["R MAD 2", "R AFS 2", "R AFO 2"], ["OBJ R fir-2"], [],
         {"Madagascar, protetto: non confina con avversari": 15, "Africa del Sud, fuori dall'obiettivo": 10,
          "Africa Orientale, fuori dall'obiettivo": 10}),
        ("firenze@1", ["R MAD 2", "R AFS 2", "R AFO 2"], ["OBJ R fir-2"], ['[Option "score.classes.stack=protected"]'],
         {"Madagascar, protetto: non confina con avversari": 15, "Madagascar, fuori dall'obiettivo": 10,
          "Africa del Sud, fuori dall'obiettivo": 10, "Africa Orientale, fuori dall'obiettivo": 10}),
        ("firenze@1", ["R MAD 2"], [], [], {"Madagascar": 10}),  # the objective is not known
        ("stucchi@1", ["R INS 3", "R SIA 3", "R CIN 3", "R ARG 3"], ["OBJ R stu-oceania"], TEAMS,
         {"Indonesia, nell'obiettivo": 4, "Siam, nella striscia": 4, "Cina, nella striscia": 4,
          "Argentina, fuori dall'obiettivo": 1, "bonus di un obiettivo con continenti piccoli o medi": 12}),
    ],
)  # fmt: skip
def test_an_account_says_by_which_class_a_territory_counts(
    variant: str, board: list[str], before: list[str], headers: list[str], expected: dict[str, int]
) -> None:
    case = {
        "board": board, "rest": "N", "rest_armies": 3, "turn": "R", "before": before, "headers": headers,
        "events": ["OVER * agreement"],
    }  # fmt: skip
    scores = judge(read(text_of(variant, case)[0], "case").games[0]).scores
    lines = {account_source_text(one["what"], "it"): one["points"] for one in scores["R"]["account"]}
    assert {name: points for name, points in lines.items() if name not in ("armate", "carte")} == expected


def test_a_score_that_differs_names_its_parts_by_class() -> None:
    board = ["R CIN 2", "R URA 2", "R MAD 2"]
    case = {"board": board, "rest": "N", "rest_armies": 3, "turn": "R", "before": ["OBJ R fir-2"],
            "headers": ['[Board "no-meo-egi"]', '[Option "score.classes.stack=none"]'],
            "events": ["OVER * agreement", "SCORE R 99"]}  # fmt: skip
    parts = "territori fuori dall'obiettivo 10, territori accanto a uno dell'obiettivo non preso 15, "
    rest = "territori dell'obiettivo 35, armate 3"
    assert said_of("firenze@1", case, "record.score", "it") == [
        f"Rosso dichiara 99 punti, ne risultano 63: {parts}{rest}"
    ]


ROUND_15: list[tuple[str, dict[str, object], str, str]] = [
    ("firenze@1", {"board": ["R SIA 3", "B GBR 1"], "before": ["CLOCK * started", "TURN R", "CLOCK * expired"],
                   "events": ["ANN A penultimate"]},
     "announcement.at_time_out", "Nel giro 1 si annuncia il penultimo giro: in queste regole, scaduto il tempo, "
     "si finisce soltanto il giro in corso"),
    ("uno-contro-uno@1", {"board": ["R CIN 4", "B SIA 1"], "turn": "R", "events": ["MOVE R CIN>SIA 4"]},
     "move.leaves_one", "Su Cina, spostando 4 armate, non resta nulla: delle sue 4 una deve restare"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "case", "rule", "says"), ROUND_15)
def test_what_round_15_found_hard_to_understand(variant: str, case: dict[str, object], rule: str, says: str) -> None:
    assert says in said_of(variant, {"rest": "N", "rest_armies": 3, **case}, rule, "it")
