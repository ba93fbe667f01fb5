"""The messages between client and server. Everything on the wire is one of these structs, and is validated strictly.

Actions, events and options belong to the game. Here their fields have the base types that all games share (`Action`,
`Event`, `Options`); they are serialized as their concrete types, which the JSON schema (schema.py) lists. A client's
action is decoded as an action of its table's game: `client_messages`.

`VERSION` increases when an old client can no longer talk to a new server; the client then asks for a reload.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeVar, get_args

import msgspec

from worldgates.clef import Record as ClefRecord
from worldgates.clef import View as ClefView
from worldgates.core.formats import Strict
from worldgates.core.gametype import NAMES
from worldgates.core.shapes import Action, Event, Options, Shape
from worldgates.molthar import Record as MoltharRecord
from worldgates.molthar import View as MoltharView
from worldgates.server.errors import RejectionCode

AnyView = MoltharView | ClefView
AnyRecord = MoltharRecord | ClefRecord
ActionT = TypeVar("ActionT", bound=Action)

VERSION: Final = 1
LONGEST_NAME: Final = 24
LONGEST_BOT: Final = 40
LONGEST_CHAT: Final = 500
COLOURS: Final = 8

Language = Literal["en", "fr", "it"]
# Enumerated values that the schema and the client's types list; they are validated elsewhere.
LanguageCode = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(get_args(Language))})]
GameId = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(NAMES)})]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Colour = Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
BotLevel = Annotated[str, msgspec.Meta(max_length=LONGEST_BOT)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


# Requests.


class Me(Strict, tag_field="kind", tag="me"):
    """The visitor who creates the table."""


class Friend(Strict, tag_field="kind", tag="friend"):
    """A player who joins with the link or the code."""


class Here(Strict, tag_field="kind", tag="here"):
    """Another person on this screen."""

    name: Name


class BotSeat(Strict, tag_field="kind", tag="bot"):
    """A bot: one of those that `/api/about` lists."""

    level: BotLevel = "easy"


SeatRequest = Me | Friend | Here | BotSeat


class Clock(Strict):
    """Minutes for the whole game and seconds added per decision; or hours per decision."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    hours: Annotated[int, msgspec.Meta(ge=0, le=720)] = 0


# Seconds to react, if not everybody has answered before; or a fixed time, which shows nobody who hesitated.
ReactionTime = Literal[5, 10, 20, "fixed"]
# How long bots pause before they play.
BotSpeed = Literal["slow", "normal", "fast"]
TableName = Annotated[str, msgspec.Meta(max_length=40)]


class NewTable(Strict):
    """POST /api/tables"""

    game: GameId
    seats: Annotated[list[SeatRequest], msgspec.Meta(min_length=2, max_length=5)]
    name: TableName = ""
    # Their type depends on the game.
    options: dict[str, Any] = {}
    starting_seat: SeatNumber | None = msgspec.field(default=None, name="first")
    clock: Clock | None = None
    # Whether the list of open tables shows it to everybody.
    public: bool = False
    # The chapter of the game's lesson, which has its own seats and deal; 0 is a game without a guide.
    lesson: int = 0
    # The spectator delay in seconds.
    delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    reactions: ReactionTime = 10
    bot_speed: BotSpeed = "normal"


class Join(Strict):
    """POST /api/tables/{id}/join"""

    seat: SeatNumber | None = None


class Introduction(Strict):
    """PUT /api/me"""

    name: Name
    colour: Colour = 0
    language: Language = "en"


class MailRequest(Strict):
    """PUT /api/me/mail: the e-mail address for notices; empty for none."""

    email: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^$|^[^@\s<>,;]+@[^@\s<>,;]+$")]


class MailShown(msgspec.Struct):
    # Whether this server sends e-mail at all.
    offered: bool
    email: str
    confirmed: bool


# Responses.


class GameShown(msgspec.Struct):
    id: GameId
    titles: dict[LanguageCode, str]
    min_players: int = msgspec.field(name="least_players")
    max_players: int = msgspec.field(name="most_players")
    # The default options.
    options: Options
    edition: str


class About(msgspec.Struct):
    v: int
    version: str
    games: list[GameShown]
    bots: list[str]
    languages: list[LanguageCode]
    # Whether other machines can connect to it.
    open: bool = False


class Health(msgspec.Struct):
    status: Literal["ok"]
    version: str
    tables: int
    pages: int


class Clause(msgspec.Struct):
    """A clause of the rules. Before the first come `goal` and `turn`, which say in short what a reader needs first."""

    id: str
    title: str
    text: str
    section: str
    # A picture that belongs to it, as SVG.
    picture: str = ""


class Card(Shape, frozen=True):
    """A card, with its data and texts. Each game has structs for its own cards."""


SeatKind = Literal["person", "bot", "open"]


class SeatListed(msgspec.Struct):
    name: str
    colour: int
    kind: SeatKind


Status = Literal["waiting", "playing", "over", "abandoned"]


class Summary(msgspec.Struct, kw_only=True):
    """A table in a list. It contains nothing secret."""

    id: str
    code: str
    name: str
    game: GameId
    status: Status
    round: int
    # The visitor's own seats, and whether it is the turn of one of them.
    mine: list[int]
    waits_for_me: bool
    seats: list[SeatListed]
    # Whether it is a correspondence game, when it last changed, and whether the visitor won it.
    slow: bool = False
    changed: float = 0.0
    won: bool = False
    # The name of the player who created it; empty if they have no seat.
    host: str = ""


class Joined(Summary, kw_only=True):
    """The table, and the seat that was taken."""

    seat: int


class Profile(msgspec.Struct):
    name: str
    colour: int
    language: LanguageCode


class Known(Profile):
    """A visitor and their tables, most recently changed first."""

    tables: list[Summary]


class ErrorAnswer(msgspec.Struct):
    """Why a request was rejected, and the key concerned (or the code of a rejection)."""

    error: str
    key: str


# From the browser, over the socket.


class Hello(Strict, tag_field="type", tag="hello"):
    """The first message: the protocol version of the client, its language, and its seat."""

    v: int
    language: Language = "en"
    seat: SeatNumber | None = None


class Look(Strict, tag_field="type", tag="look"):
    """Switch to the view of another of the visitor's seats, or of none (the curtain between players on one screen)."""

    seat: SeatNumber | None


class Speak(Strict, tag_field="type", tag="speak"):
    """Change the language."""

    language: Language


class Play(Strict, Generic[ActionT], tag_field="type", tag="play"):
    """An action; `number` is that of the state it answers, so that a move sent twice is played once."""

    number: Number
    seat: SeatNumber
    action: ActionT


class Undo(Strict, tag_field="type", tag="undo"):
    number: Number
    seat: SeatNumber


class Chat(Strict, tag_field="type", tag="chat"):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CHAT)]


class Hint(Strict, tag_field="type", tag="hint"):
    seat: SeatNumber


class Skip(Strict, tag_field="type", tag="skip"):
    """Let the bots play without pauses until a person has to decide."""


class Replace(Strict, tag_field="type", tag="replace"):
    """Let a bot play for a seat, or take the seat back."""

    seat: SeatNumber
    bot: bool


class Resign(Strict, tag_field="type", tag="resign"):
    seat: SeatNumber


class Abandon(Strict, tag_field="type", tag="abandon"):
    """End the game without a result."""


class Rematch(Strict, tag_field="type", tag="rematch"):
    pass


class Free(Strict, tag_field="type", tag="free"):
    """Leave the lesson and play on without its guide."""


class Back(Strict, tag_field="type", tag="back"):
    """In a lesson: back to the learner's last decision."""

    number: Number


class More(Strict, tag_field="type", tag="more"):
    """Ask for 15 more seconds in a reaction window, once per window."""

    number: Number
    seat: SeatNumber


class Order(Strict, tag_field="type", tag="order"):
    """Set the standing orders of a seat. They take effect at once, also for the current question."""

    seat: SeatNumber
    # Let every card pass, unless somebody goes home: until it is withdrawn.
    let_pass: bool = False
    # Refuse every trade, until the end of the current turn.
    refuse_trades: bool = False


class Fill(Strict, tag_field="type", tag="fill"):
    """The host gives a free seat to a bot."""

    seat: SeatNumber
    level: BotLevel = "easy"


class Start(Strict, tag_field="type", tag="start"):
    """The host begins: bots get all free seats."""

    level: BotLevel = "easy"


class Remove(Strict, tag_field="type", tag="remove"):
    """Before the game, free a seat: the host anybody's, others their own."""

    seat: SeatNumber


class Rename(Strict, tag_field="type", tag="rename"):
    """The host gives the table another name."""

    name: TableName


class SetSpeed(Strict, tag_field="type", tag="speed"):
    """A player changes the speed of the bots."""

    speed: BotSpeed


_Others = (
    Hello
    | Look
    | Speak
    | Undo
    | Chat
    | Hint
    | Skip
    | Replace
    | Resign
    | Abandon
    | Rematch
    | Free
    | Back
    | More
    | Order
    | Fill
    | Start
    | Remove
    | Rename
    | SetSpeed
)
FromBrowser = _Others | Play[Action]


@cache
def client_messages(action: Any) -> Any:
    """The decoder for client messages at a table of one game, with that game's actions."""
    return _Others | Play[action]


# To the browser, over the socket.


class SeatShown(msgspec.Struct):
    name: str
    colour: int
    kind: SeatKind
    mine: bool
    present: bool
    # A bot plays for an absent person.
    replaced: bool = False
    resigned: bool = False
    level: str = ""
    # Seconds left, and whether the clock runs.
    clock: float | None = None
    running: bool = False
    # While all decide at the same time: whether this player has.
    decided: bool = False


class Sentence(msgspec.Struct):
    """A line of the log: the event in words, its clause, and its data for animations."""

    number: int
    text: str
    clause: str
    event: Event


class Said(msgspec.Struct):
    """A line of the chat. `seat` is that of the player who wrote it; a spectator has none, whatever their name."""

    number: int
    name: str
    colour: int
    text: str
    at: float
    seat: int | None = None


class Choice(msgspec.Struct):
    action: Action
    text: str


class Asked(msgspec.Struct):
    """The decision that the viewer has to make."""

    seat: int
    question: str
    choices: list[Choice]


class Wrong(msgspec.Struct):
    """A wrong answer to the guide's question: where it is at the table, and the reason."""

    action: Action
    target: str
    reason: str


class Guide(msgspec.Struct):
    """The guide in a lesson: the progress, what to know now, and what to do.

    While others play there is no text; at the end of the chapter there is a text and no action. `target` is the place
    at the table to press and `about` are those that the text speaks of. If there are wrong answers, the text asks.
    """

    chapter: int
    chapters: int
    step: int
    of: int
    text: str = ""
    action: Action | None = None
    action_text: str = ""
    target: str = ""
    about: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    can_go_back: bool = False


class Reaction(msgspec.Struct):
    """A reaction window: the seconds left, and the total."""

    left: float
    seconds: float
    # Whether it lasts to its end; otherwise it ends when all have answered.
    fixed: bool = False
    # Whether it waits for answers without a time limit.
    waits: bool = False
    # Whether it is about a card that is aimed at the viewer's seat.
    attack: bool = False
    # Whether the viewer's seat may ask for more time.
    more: bool = False


class Orders(msgspec.Struct):
    """The standing orders of a seat, which only its player sees."""

    let_pass: bool
    refuse_trades: bool


class State(msgspec.Struct, tag_field="type", tag="state"):
    """The table as the viewer may see it.

    `sentences` are new log lines; of the lines that the client has, it keeps the first `kept` (an undo removes some).
    """

    number: int
    status: Status
    seats: list[SeatShown]
    seat: int | None
    view: AnyView | None
    asked: Asked | None
    # A seat of the viewer's that has to decide, whichever seat they view, for the curtain.
    mine_asked: int | None
    kept: int
    sentences: list[Sentence]
    can_undo: bool
    skipping: bool
    reaction: Reaction | None = None
    guide: Guide | None = None
    payoffs: tuple[float, ...] | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    seed: str | None = None
    next_table: str | None = None
    # The spectators' names; empty strings for those without a name.
    watching: list[str] = []
    # Why the viewer cannot undo, in a sentence; empty if they can, or never could.
    why_no_undo: str = ""
    # The standing orders of the viewer's seat, in a running game.
    orders: Orders | None = None
    bot_speed: BotSpeed = "normal"
    # Whether the viewer hosts the table, and may change it before the game.
    hosting: bool = False


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The response to hello: the constant data, the chat, and the first state."""

    v: int
    id: str
    code: str
    name: str
    game: GameId
    edition: str
    options: Options
    commitment: str
    clock: Clock | None
    language: LanguageCode
    chat: list[Said]
    state: State
    # Whether it began as a lesson: its deal was set by hand.
    lesson: bool = False
    # The spectator delay in seconds.
    delay: int = 0
    reactions: ReactionTime = 10


class ChatLine(msgspec.Struct, tag_field="type", tag="chat"):
    line: Said


class Hinted(msgspec.Struct, tag_field="type", tag="hint", omit_defaults=True):
    """The answer to a request for a hint: the action, the reason for it, and its chance against the next best."""

    number: int
    action: Action
    text: str
    why: str
    # The seat's chance to win, from imagined games; missing if nothing had to be searched.
    chance: float | None = None
    next_text: str = ""
    next_chance: float | None = None
    playouts: int = 0


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A request was rejected; `code` is for the client, `text` for the user."""

    code: RejectionCode
    text: str
    number: int


class Notice(msgspec.Struct, tag_field="type", tag="notice"):
    """Something that happened to the viewer alone; `code` is for the client, `text` for the user."""

    code: Literal["time_ran_out", "removed"]
    text: str
    seat: int
    number: int


ToBrowser = State | Welcome | ChatLine | Hinted | Refused | Notice
