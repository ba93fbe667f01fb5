"""Portals of Molthar: its table, and structs for all values of its public API.

>>> from worldgates.molthar import GAME, Activate, Table, Take
>>> table = Table.new(players=3, seed=7)
>>> action = GAME.legal(table)[0]
>>> action
Take(source=0)
>>> action == Take.from_json('{"do": "take", "from": 0}')
True
>>> table.play(GAME.encode(table, Take(source="pile")))
>>> GAME.view(table, ["Ada", "Bo", "Cleo"], seat=0).turn.actions_left
2
>>> Activate(seat=0, slot=1, spend=(6, 6, 8, 8), diamonds=1)
Activate(seat=0, slot=1, spend=(6, 6, 8, 8), diamonds=1)

Actions are named after what a player does (`Take`), events with the past tense of it (`Took`).
"""

from worldgates.molthar.actions import (
    Activate,
    AnyAction,
    Banish,
    Discard,
    EndTurn,
    Peek,
    Place,
    Redraw,
    Refresh,
    Rob,
    RobPearl,
    Swap,
    Take,
    TakeBack,
    TradeTwo,
)
from worldgates.molthar.events import (
    ActionsGained,
    Activated,
    AnyEvent,
    Banished,
    BonusGained,
    CharacterDiscarded,
    CharacterRevealed,
    CharactersExchanged,
    DiamondReceived,
    Discarded,
    Drew,
    FinalRoundBegan,
    GameOver,
    NoDiamond,
    NoTarget,
    PearlRevealed,
    PearlRobbed,
    Peeked,
    Placed,
    Redrew,
    Refreshed,
    Robbed,
    SetUp,
    Shuffled,
    Swapped,
    Took,
    TookBack,
    TradedTwo,
    TurnBegan,
    TwelveReached,
)
from worldgates.molthar.explain import (
    CharacterExplain,
    Explain,
    PaymentExplain,
    PearlUse,
)
from worldgates.molthar.game import (
    GAME,
)
from worldgates.molthar.position import (
    CharactersPosition,
    KnowledgePosition,
    KnownDiamond,
    KnownHands,
    Options,
    PearlsPosition,
    PendingPosition,
    PlayerPosition,
    Position,
    TurnPosition,
)
from worldgates.molthar.record import (
    Record,
)
from worldgates.molthar.requirements import (
    Ability,
    AnyRequirement,
    Either,
    Exact,
    OfAKind,
    PairAnd,
    Requirement,
    Run,
    Sum,
    Three,
    TwoPairs,
)
from worldgates.molthar.table import (
    MoltharTable as Table,
)
from worldgates.molthar.text import (
    CharacterCard,
)
from worldgates.molthar.view import (
    CharactersView,
    DecisionView,
    PearlsView,
    PlayerView,
    View,
)

__all__ = [
    "GAME",
    "Ability",
    "ActionsGained",
    "Activate",
    "Activated",
    "AnyAction",
    "AnyEvent",
    "AnyRequirement",
    "Banish",
    "Banished",
    "BonusGained",
    "CharacterCard",
    "CharacterDiscarded",
    "CharacterExplain",
    "CharacterRevealed",
    "CharactersExchanged",
    "CharactersPosition",
    "CharactersView",
    "DecisionView",
    "DiamondReceived",
    "Discard",
    "Discarded",
    "Drew",
    "Either",
    "EndTurn",
    "Exact",
    "Explain",
    "FinalRoundBegan",
    "GameOver",
    "KnowledgePosition",
    "KnownDiamond",
    "KnownHands",
    "NoDiamond",
    "NoTarget",
    "OfAKind",
    "Options",
    "PairAnd",
    "PaymentExplain",
    "PearlRevealed",
    "PearlRobbed",
    "PearlUse",
    "PearlsPosition",
    "PearlsView",
    "Peek",
    "Peeked",
    "PendingPosition",
    "Place",
    "Placed",
    "PlayerPosition",
    "PlayerView",
    "Position",
    "Record",
    "Redraw",
    "Redrew",
    "Refresh",
    "Refreshed",
    "Requirement",
    "Rob",
    "RobPearl",
    "Robbed",
    "Run",
    "SetUp",
    "Shuffled",
    "Sum",
    "Swap",
    "Swapped",
    "Table",
    "Take",
    "TakeBack",
    "Three",
    "Took",
    "TookBack",
    "TradeTwo",
    "TradedTwo",
    "TurnBegan",
    "TurnPosition",
    "TwelveReached",
    "TwoPairs",
    "View",
]
