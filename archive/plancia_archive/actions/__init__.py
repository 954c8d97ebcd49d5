"""The writes that are declared once, for every face of the archive (actions/action.py)."""

from msgspec import UNSET

from plancia_archive.actions.action import Action
from plancia_archive.actions.disputes import AddAnswer, AddAppeal, AddEvidence, AddRuling, CloseDispute, OpenDispute
from plancia_archive.actions.games import ApproveGame, ApproveRound, ConfirmGame, WithdrawGame
from plancia_archive.actions.lines import AppendLines, CiteCorrection
from plancia_archive.actions.people import ErasePerson, KeepPerson, MergePerson, RenamePerson
from plancia_archive.actions.tokens import CreateToken, RenewToken, RevokeToken
from plancia_archive.actions.tournaments import AddEvents, ChangeSeats, DrawnTable, TakeBackDraw

ACTIONS: tuple[type[Action], ...] = (
    ConfirmGame, WithdrawGame, ApproveGame, ApproveRound, AppendLines, CiteCorrection, AddEvents,
    ChangeSeats, TakeBackDraw,
    OpenDispute, AddEvidence, AddAnswer, AddRuling, AddAppeal, CloseDispute,
    CreateToken, RevokeToken, RenewToken,
    RenamePerson, MergePerson, ErasePerson, KeepPerson,
)  # fmt: skip

__all__ = [
    "ACTIONS", "UNSET", "Action", "AddAnswer", "AddAppeal", "AddEvents", "AddEvidence", "AddRuling", "AppendLines",
    "ApproveGame", "ApproveRound", "ChangeSeats", "CiteCorrection", "CloseDispute", "ConfirmGame", "CreateToken",
    "DrawnTable", "ErasePerson", "KeepPerson", "MergePerson", "OpenDispute", "RenamePerson", "RenewToken",
    "RevokeToken", "TakeBackDraw", "WithdrawGame",
]  # fmt: skip
