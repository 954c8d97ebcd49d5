"""Writes about the result of a game or of a round: withdrawn or restored, confirmed, approved or reopened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, UnsetType

from plancia_archive.actions.action import Action, Caller, Done, Option, Subject, Text, Version, given, newest

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


class WithdrawGame(Action):
    """Take a game out of lists and statistics, with the reason; nothing is deleted. `undo` restores it.

    `instead` is the stored game that counts in its place.
    """

    operation, group = "withdraw_game", "settlement"
    address, right = "games/{game_id}/withdrawal", "game.withdraw"
    bodies, example = ("WithdrawalBody",), {"why": "stored twice"}
    command = "withdraw"
    help = """Exclude a stored game from lists, statistics and standings, with a reason.

    Nothing is deleted: the game stays in the log and can be read by its id; the withdrawal is a log entry of its own.
    plancia list --withdrawn lists withdrawn games; plancia import --replaces withdraws a game in favour of a corrected
    one.

    \b
    Example: plancia withdraw serata-1 --why "kept twice"
             plancia withdraw serata-1 --undo --why "it was another evening"
    """

    why: Annotated[Text, Option("The reason, in one line; it is stored in the log.")]
    instead: Annotated[Text | UnsetType, Option("The stored game that replaces it.", metavar="GAME")] = UNSET
    undo: Annotated[bool, Option("Restore a withdrawn game.")] = False

    def fault(self) -> dict[str, str]:
        return {"instead": "undo"} if self.undo and self.instead is not UNSET else {}

    def subjects(self, archive: Archive, name: str) -> Iterable[Subject]:
        return [] if self.instead is UNSET else [Subject(archive.resolve(self.instead))]

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.log.withdrawals import STREAM_PREFIX
        from plancia_archive.queries.result_status import supersession_status

        with archive.writing():
            if self.undo:
                archive.withdrawals.restore(name, self.why)
            else:
                instead = [subject.game for subject in self.subjects(archive, name)]
                archive.withdrawals.withdraw(name, self.why, *instead)
            answer = {"game": name, "version": archive.version(name), **supersession_status(archive, name)}
            said = "restored-game" if self.undo else "withdrawn-game"
            return Done(answer, newest(archive, STREAM_PREFIX + name), [(said, {})])


class ConfirmGame(Action):
    """Confirm the result of an own game that is over, with the token of its player; `version` is that which is meant.

    A confirmation is not taken back: who changes their mind opens a dispute.
    """

    operation, group = "confirm_game", "settlement"
    address, right = "games/{game_id}/confirmation", "game.confirm"
    bodies, example = ("ConfirmationBody",), {"version": 43}
    form, back = "record/{game_id}/confirm", "record/{game_id}/result"
    command = "confirm"
    help = """Record that PLAYER confirms the result of a game that is over.

    PLAYER sits in it: a name, a reference or a colour. A confirmation holds for the version of the game, and is not
    taken back: who changes their mind opens a dispute. It is entered by the keeper, and says so wherever it is shown;
    players confirm with their own tokens over HTTP.

    \b
    Example: plancia confirm prima-serata Viola
    """

    player: Annotated[str, Option(name="PLAYER", in_body=False)] = ""  # over HTTP whose token it is
    version: Annotated[
        Version | UnsetType, Option("The version that is confirmed; the command fails otherwise.", "--expected")
    ] = UNSET

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.log.approvals import STREAM_PREFIX
        from plancia_data import messages

        player = self.player or caller.player
        with archive.writing():
            line = archive.confirmations.confirm(name, player, caller.player, given(self.version))
            places = newest(archive, STREAM_PREFIX + name)
        shown = {"player": archive.people.name(line["player"]) or line["player"],
                 "role": messages("columns", caller.lang)[f"role={line['role']}"]}  # fmt: skip
        return Done({"game": name, **line}, places, [("game-confirmed", shown)])


class ApproveGame(Action):
    """Make the result of a game final, at the version `expected`; with `undo` and `why` reopen it.

    A game with open disputes is a 409 that names them.
    """

    operation, group = "approve_game", "approvals"
    address, right = "games/{game_id}/approval", "game.approve"
    bodies, example = ("GameApprovalBody",), {"expected": 25}
    form = "games/{game_id}/approve"
    command, target, takes_role = "approve", "GAME|TOURNAMENT", True
    help = """Make the result of a game final: no line is added to it until it is reopened, with the reason.

    A game with open disputes cannot be approved. Of a round, recorded games and typed results are approved alike; what
    cannot be is named with the reason, and the command fails.

    \b
    Example: plancia approve prima-serata --as arbiter
             plancia approve autunno --round 2 --as arbiter
             plancia approve prima-serata --undo --why "a photo of the sheet turned up"
    """

    expected: Annotated[Version | UnsetType, Option("The version that is approved; the command fails otherwise.")] = (
        UNSET
    )
    undo: Annotated[bool, Option("Reopen an approved game.")] = False
    why: Annotated[str | UnsetType, Option("The reason for reopening, in one line.")] = UNSET

    def fault(self) -> dict[str, str]:
        return {"why": "undo"} if self.why is not UNSET and not self.undo else {}

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.log.approvals import STREAM_PREFIX
        from plancia_archive.queries.result_status import game_status

        with archive.writing():
            if self.undo:
                archive.approvals.reopen(name, self.why or "", given(self.expected))
                version = archive.version(name)
            else:
                version = archive.approvals.approve(name, given(self.expected))
            answer = {"game": name, "version": version, **game_status(archive, name)}
            said = "game-reopened" if self.undo else "game-approved"
            return Done(answer, newest(archive, STREAM_PREFIX + name), [(said, {})])


class ApproveRound(Action):
    """Make the results of a round final: games `approved` now and `before`, tables with a result `typed` from a sheet.

    `left` are the tables that cannot be approved, each with the reason; it is a 409 if all are. `receipts` are those of
    the approvals of games, in the order of `approved`, then `before`, then that of the typed results.
    """

    operation, group = "approve_tournament_round", "approvals"
    address, right = "tournaments/{name}/approval", "game.approve"
    bodies, example, several = ("RoundApprovalBody",), {"round": 1}, True
    command, help, target, takes_role = ApproveGame.command, ApproveGame.help, ApproveGame.target, True

    round: Annotated[Version, Option("Approve all results of this round of the tournament.")]
    seen: Annotated[int, Option(in_body=False, on_command=False)] = 0  # version of the tournament that the page showed

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.log.approvals import STREAM_PREFIX
        from plancia_archive.queries.result_status import standings_status
        from plancia_archive.tournaments.log import STREAM
        from plancia_archive.tournaments.round_approval import approve_round

        with archive.writing():
            done = approve_round(archive, name, self.round, self.seen or None)
            places = newest(archive, *(STREAM_PREFIX + game for game in (*done.approved, *done.before)))
            places += newest(archive, STREAM + name) if done.typed else []
        left = [{"table": one.table.name, "code": one.state, "text": one.text(caller.lang)} for one in done.left]
        answer = {
            "tournament": name, "round": self.round, "approved": done.approved, "before": done.before,
            "typed": done.typed, "typed_before": done.typed_before, "left": left,
            **standings_status(archive, archive.tournaments.get(name), self.round),
        }  # fmt: skip
        games, typed = [*done.before, *done.approved], [*done.typed_before, *done.typed]
        said = [("round-approved", {"games": ", ".join(games) or "-"})]
        said += [("round-typed", {"tables": ", ".join(typed)})] if typed else []
        return Done(answer, places, said, [("round-left", {**one, "why": one["text"]}) for one in left], bool(left))
