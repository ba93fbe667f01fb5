"""Messages between browser and server. Everything that crosses the wire is one of these, and read strictly.

`VERSION` grows when an old page could no longer talk to a new server; the page then asks its reader to reload.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from worldgates.core.formats import Strict

VERSION: Final = 1
LONGEST_NAME: Final = 24
LONGEST_CHAT: Final = 500
COLOURS: Final = 8

Language = Literal["en", "fr", "it"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Colour = Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


# What a table is set for.


class Me(Strict, tag_field="kind", tag="me"):
    """Whoever sets the table."""


class Friend(Strict, tag_field="kind", tag="friend"):
    """Whoever comes with the link or the code."""


class Here(Strict, tag_field="kind", tag="here"):
    """Another person at this screen."""

    name: Name


class BotSeat(Strict, tag_field="kind", tag="bot"):
    level: Literal["greedy", "random"] = "greedy"


SeatRequest = Me | Friend | Here | BotSeat


class Clock(Strict):
    """Minutes for the whole game and seconds that each decision adds; or hours for each decision, over days."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    hours: Annotated[int, msgspec.Meta(ge=0, le=720)] = 0


class NewTable(Strict):
    """POST /api/tables"""

    game: str
    seats: Annotated[list[SeatRequest], msgspec.Meta(min_length=2, max_length=5)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: dict[str, object] = {}
    starting_seat: SeatNumber | None = msgspec.field(default=None, name="first")
    clock: Clock | None = None
    # Whether it is listed for everybody.
    public: bool = False
    # A first game with a guide: the seats and the deal are those of the lesson.
    lesson: bool = False
    # How many seconds later than the players those see the table who only look on.
    delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


class Join(Strict):
    """POST /api/tables/{id}/join"""

    seat: SeatNumber | None = None


class Introduction(Strict):
    """PUT /api/me"""

    name: Name
    colour: Colour = 0
    language: Language = "en"


class MailRequest(Strict):
    """PUT /api/me/mail: where to write to when it is one's turn; empty for nowhere."""

    email: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^$|^[^@\s<>,;]+@[^@\s<>,;]+$")]


class MailShown(msgspec.Struct):
    # Whether this server writes mails at all.
    offered: bool
    email: str
    confirmed: bool


# Answers to requests.


class GameShown(msgspec.Struct):
    id: str
    titles: dict[str, str]
    min_players: int = msgspec.field(name="least_players")
    max_players: int = msgspec.field(name="most_players")
    # As they are unless somebody sets them.
    options: dict[str, Any]
    edition: str


class About(msgspec.Struct):
    v: int
    version: str
    games: list[GameShown]
    bots: list[str]
    languages: list[str]
    # Whether it is reached from other machines.
    open: bool = False


class Health(msgspec.Struct):
    status: Literal["ok"]
    version: str
    tables: int
    pages: int


class Clause(msgspec.Struct):
    """A clause of the rules."""

    id: str
    title: str
    text: str
    section: str


class SeatListed(msgspec.Struct):
    name: str
    colour: int
    kind: Literal["person", "bot", "open"]


Status = Literal["waiting", "playing", "over", "abandoned"]


class Summary(msgspec.Struct, kw_only=True):
    """A table in a list: nothing that only some of its players know."""

    id: str
    code: str
    name: str
    game: str
    status: Status
    round: int
    # The seats of whoever asks, and whether one of them has to decide.
    mine: list[int]
    waits_for_me: bool
    seats: list[SeatListed]
    # Played over days; when something was last done; and of a game that is over, whether whoever asks has won it.
    slow: bool = False
    changed: float = 0.0
    won: bool = False


class Joined(Summary, kw_only=True):
    """The table, and the seat that was taken."""

    seat: int


class Profile(msgspec.Struct):
    name: str
    colour: int
    language: str


class Known(Profile):
    """Whoever asks, and their tables, those that changed last first."""

    tables: list[Summary]


class ErrorAnswer(msgspec.Struct):
    """Why a request was not granted, and the key that it is about (or the code of a refusal)."""

    error: str
    key: str


# From the browser, over the socket.


class Hello(Strict, tag_field="type", tag="hello"):
    """The first message: which version the page speaks, in which language it wants to read, from which seat to look."""

    v: int
    language: Language = "en"
    seat: SeatNumber | None = None


class Look(Strict, tag_field="type", tag="look"):
    """Look from one of one's own seats, or from none (the curtain between two players at one screen)."""

    seat: SeatNumber | None


class Speak(Strict, tag_field="type", tag="speak"):
    """Read in another language from now on."""

    language: Language


class Play(Strict, tag_field="type", tag="play"):
    """An action; `number` is that of the state it answers, so that what is sent twice is played once."""

    number: Number
    seat: SeatNumber
    action: dict[str, object]


class Undo(Strict, tag_field="type", tag="undo"):
    number: Number
    seat: SeatNumber


class Chat(Strict, tag_field="type", tag="chat"):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CHAT)]


class Hint(Strict, tag_field="type", tag="hint"):
    seat: SeatNumber


class Skip(Strict, tag_field="type", tag="skip"):
    """Let the bots play without pauses until somebody is asked."""


class Replace(Strict, tag_field="type", tag="replace"):
    """A bot plays for a seat, or gives it back."""

    seat: SeatNumber
    bot: bool


class Resign(Strict, tag_field="type", tag="resign"):
    seat: SeatNumber


class Abandon(Strict, tag_field="type", tag="abandon"):
    """The game ends here, without a result."""


class Rematch(Strict, tag_field="type", tag="rematch"):
    pass


class Free(Strict, tag_field="type", tag="free"):
    """Leave the guide of a lesson and play on without it."""


FromBrowser = Hello | Look | Speak | Play | Undo | Chat | Hint | Skip | Replace | Resign | Abandon | Rematch | Free


# To the browser, over the socket.


class SeatShown(msgspec.Struct):
    name: str
    colour: int
    # A person, a bot, or nobody yet.
    kind: Literal["person", "bot", "open"]
    mine: bool
    present: bool
    # A bot plays for the person who left.
    replaced: bool = False
    resigned: bool = False
    level: str = ""
    # Seconds left, and whether they run.
    clock: float | None = None
    running: bool = False


class Sentence(msgspec.Struct):
    """A line of the chronicle: what happened in words, the clause behind it, and the facts, for pictures."""

    number: int
    text: str
    clause: str
    event: dict[str, Any]


class Said(msgspec.Struct):
    number: int
    name: str
    colour: int
    text: str
    at: float


class Choice(msgspec.Struct):
    action: dict[str, Any]
    text: str


class Asked(msgspec.Struct):
    """What the reader has to decide."""

    seat: int
    question: str
    choices: list[Choice]


class Guide(msgspec.Struct):
    """What the guide of a lesson says: how far it is, what there is to know now, and what to do."""

    step: int
    of: int
    text: str
    action: dict[str, Any] | None
    action_text: str


class Reaction(msgspec.Struct):
    """Everybody waits for those who might react: how many seconds are left, and of how many."""

    left: float
    seconds: float


class State(msgspec.Struct, tag_field="type", tag="state"):
    """The table as the reader may see it.

    `sentences` are those that are new; of what the reader had before, the first `kept` stay (an undo takes some back).
    """

    number: int
    status: Status
    seats: list[SeatShown]
    seat: int | None
    view: dict[str, Any] | None
    asked: Asked | None
    # Seats of the reader's that are asked, whichever the reader looks from: behind the curtain it is their turn.
    mine_asked: int | None
    kept: int
    sentences: list[Sentence]
    can_undo: bool
    skipping: bool
    reaction: Reaction | None = None
    guide: Guide | None = None
    payoffs: list[float] | None = None
    ranking: list[list[int]] | None = None
    seed: str | None = None
    next_table: str | None = None
    # Who looks on without a seat; those without a name are empty.
    watching: list[str] = []


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The answer to hello: what does not change, and all that was said."""

    v: int
    id: str
    code: str
    name: str
    game: str
    edition: str
    options: dict[str, Any]
    commitment: str
    clock: Clock | None
    language: str
    chat: list[Said]
    state: State
    # How many seconds later than the players those see the table who only look on.
    delay: int = 0


class ChatLine(msgspec.Struct, tag_field="type", tag="chat"):
    line: Said


class Hinted(msgspec.Struct, tag_field="type", tag="hint"):
    number: int
    action: dict[str, Any]
    text: str


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """Something was not done. `code` for the page, `text` for its reader."""

    code: Literal["version", "format", "rules", "stale", "not_yours", "too_fast", "not_now"]
    text: str
    number: int


ToBrowser = State | Welcome | ChatLine | Hinted | Refused
