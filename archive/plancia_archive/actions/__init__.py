"""The writes that are declared once, for every face of the archive (actions/action.py)."""

from plancia_archive.actions.action import Action
from plancia_archive.actions.games import ApproveGame, ApproveRound, ConfirmGame, WithdrawGame

ACTIONS: tuple[type[Action], ...] = (ConfirmGame, WithdrawGame, ApproveGame, ApproveRound)

__all__ = ["ACTIONS", "Action", "ApproveGame", "ApproveRound", "ConfirmGame", "WithdrawGame"]
