"""A write, declared once (D-187): what it acts on, its members, who may do it, what it does and what it says.

The route with its description, the form of a page and the command follow from the declaration. It is imported by each
of them at its start: what a write needs of the archive is imported where it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plancia_archive.disputes.outcomes import Time as Time

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

Text = Annotated[str, Meta(min_length=1)]
ShortText = Annotated[str, Meta(min_length=1, max_length=500)]
Version = Annotated[int, Meta(ge=1)]
Place = tuple[str, int | None]  # a stream and a version of it, None for its newest
Said = tuple[str, Mapping[str, object]] | str  # a word of the command line and what is put into it; or a text


@dataclass(frozen=True)
class Option:
    """How the command line takes a member: `name` is that of the option, or in capitals what stands for an argument.

    `least` is the least number, `default` what is taken without the option. A member that is a flag stands for another
    one, as the command says. Without `in_body` a member is no part of a request's body, since over HTTP something else
    says it; without `on_command` the command line has none.
    """

    help: str = ""
    name: str = ""
    metavar: str | None = None
    least: int | None = None
    default: str | None = None
    is_flag: bool = False
    in_body: bool = True
    on_command: bool = True


class Subject(NamedTuple):
    """What a token's limits are compared with: a game, or a tournament and an event of it, by number or to be added.

    `right` is that which is needed, if it is another one than that of the write.
    """

    game: str = ""
    tournament: str = ""
    event: int | Mapping[str, Any] = 0
    right: str = ""


@dataclass(frozen=True)
class Caller:
    """Who writes: the person of a player's token, the language of texts, the key of the request, the role of the token.

    On the machine of the archive the command line may do what an admin may. With `dry_run` a write that is `tried` is
    not done; `require` raises the error of a request that is meant for another version than this. `expected` is the
    version that a `versioned` write is meant for, None for any.
    """

    player: str = ""
    lang: str = "en"
    request_id: str | None = None
    role: str = "admin"
    dry_run: bool = False
    require: Callable[[int], None] | None = None
    expected: int | None = None

    def writes(self, version: int) -> bool:
        """Returns whether a write that stands at this version is done. Raises what `require` raises."""
        if self.require and not self.dry_run:
            self.require(version)
        return not self.dry_run


@dataclass(frozen=True)
class Done:
    """What a write did: the members of its answer, the entries that it made, and what the command says of it.

    `said` and `told` are words of the command line, on its output and beside it, with the values in them; the members
    of the answer have their places in the words too. `partly` is true where something could not be done. `result` is
    what a face shows in its own way.
    """

    answer: Mapping[str, object]
    places: Sequence[Place]
    said: Sequence[Said]
    told: Sequence[Said] = ()
    partly: bool = False
    result: object = None


class Action(msgspec.Struct):
    """A write; its fields are the members of the body, its docstring is the description over HTTP.

    `operation` is the operation id, `group` its tag, `address` that of its route under /api/v1, with what it acts on in
    braces. `bodies` are the names of its body in the OpenAPI document: where there are several, each has another one of
    the members `one_of`. `right` is the action of `roles.PERMISSIONS` that it needs at least.
    """

    operation: ClassVar[str]
    group: ClassVar[str]
    address: ClassVar[str]
    right: ClassVar[str]
    bodies: ClassVar[tuple[str, ...]] = ()
    one_of: ClassVar[tuple[str, ...]] = ()
    example: ClassVar[Mapping[str, object]] = {}
    keyed: ClassVar[bool] = False  # takes an Idempotency-Key
    creates: ClassVar[bool] = False  # answers with 201
    several: ClassVar[bool] = False  # answers with `receipts`
    tried: ClassVar[bool] = False  # has a dry run, and over HTTP needs the version of its answer as If-Match
    versioned: ClassVar[bool] = False  # over HTTP needs the version of what it acts on as If-Match, or a key
    subject_in_body: ClassVar[bool] = False  # its address names nothing that a token's limits are compared with
    form: ClassVar[str] = ""  # address of its form, which stands on the page `back` or that of what it acts on
    back: ClassVar[str] = ""
    command: ClassVar[str] = ""  # words of the command; without any several commands do it, each in its own way
    help: ClassVar[str] = ""
    target: ClassVar[str] = "GAME"  # what the command calls that which it acts on
    takes_role: ClassVar[bool] = False  # has the option --as
    quiet: ClassVar[bool] = (
        False  # a register, changed many times in a row: its receipts are made where they are asked for
    )
    tells_receipt: ClassVar[bool] = True  # the command says which receipt there is
    shows_head: ClassVar[bool] = False  # prints the head of its receipt, with the option --qr

    def subjects(self, archive: Archive, name: str) -> Iterable[Subject]:
        """Returns what the write concerns besides what its address names. Raises ArchiveError."""
        return ()

    def needed(self) -> str:
        """Returns the right that the write needs with these members."""
        return self.right

    def fault(self) -> dict[str, str]:
        """Returns what is wrong with a member, or the member that it does not go without, by member."""
        return {}

    def version_of(self, archive: Archive, name: str) -> int:
        """Returns the version of what has this id, if the write is `versioned`; 0 for what is not there yet."""
        raise NotImplementedError

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        """Does the write to what has this id. Raises ArchiveError."""
        raise NotImplementedError


@dataclass(frozen=True)
class Member:
    """A member of an action: its type, the least value of a number, the words of a choice, its option.

    `most` is the greatest length of a text, which is not blank then. One that is `filled` is not empty where given.
    """

    name: str
    kind: type
    required: bool
    least: int | None = None
    choices: tuple[str, ...] = ()
    option: Option = Option()
    most: int | None = None
    filled: bool = False


def members_of(action: type[Action]) -> list[Member]:
    """Returns the members of an action in their order."""
    return [member_of(one) for one in msgspec.structs.fields(action)]


def member_of(info: msgspec.structs.FieldInfo) -> Member:
    """Returns the member that a field of a struct declares."""
    hint: Any = info.type
    marks: list[Any] = []
    while get_origin(hint) is Annotated or UnsetType in get_args(hint):
        if get_origin(hint) is Annotated:
            marks += hint.__metadata__
            hint = hint.__origin__
        else:
            (hint,) = (one for one in get_args(hint) if one is not UnsetType)
    option = next((one for one in marks if isinstance(one, Option)), Option())
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    limits = [one for one in marks if isinstance(one, Meta)]
    return Member(
        info.name, json_type(hint), info.required,
        next((int(one.ge) for one in limits if one.ge is not None), option.least), choices, option,
        next((one.max_length for one in limits if one.max_length is not None), None),
        (info.default is UNSET or get_origin(hint) is list) and any(one.min_length for one in limits),
    )  # fmt: skip


def faults_of(write: Action) -> dict[str, str]:
    """Returns what is wrong with the members of a write: a text of a wrong length, else its `fault`."""
    texts = [(one, getattr(write, one.name)) for one in members_of(type(write))]
    lengths = {one.name: f"1..{one.most}" for one, text in texts
               if one.most and (not text.strip() or len(text) > one.most)}  # fmt: skip
    return lengths | {one.name: "1.." for one, text in texts if one.filled and text in ("", [])} or write.fault()


def json_type(hint: Any) -> type:
    """Returns the type of the values that JSON gives for a type: of an object dict, of the words of a choice str."""
    origin = get_origin(hint) or hint
    if origin is Literal:
        return type(get_args(hint)[0])
    return dict if isinstance(origin, type) and issubclass(origin, Mapping) else origin


def newest(archive: Archive, *streams: str) -> list[Place]:
    """Returns the places of the newest entries of streams. Call inside `writing`, before another write is newer."""
    return [(stream, archive.log.next_event(stream)) for stream in streams]


def given(value: Any) -> Any:
    """Returns a member, None for one that was not given."""
    return None if value is UNSET else value
