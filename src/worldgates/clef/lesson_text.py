"""The guide's texts in the first game."""

from __future__ import annotations

from worldgates.core.text import Words


def lesson(words: Words, topic: str) -> str:
    """The text for a topic."""
    tr = words.translate
    match topic:
        case "readers":
            return tr(
                "You are a reader, lost in the worlds of your books; whoever gets home to Kernault first "
                "wins. Keep one of these two readers, in secret: it shows the three keys it needs to go "
                "home, and one of its own."
            )
        case "draw":
            return tr(
                "In your turn you have two actions. With one you may draw from the pile of the world you "
                "are in, once a turn."
            )
        case "reveal":
            return tr("Your reader has a key too. Reveal it, and the key can pay for you, once in the game.")
        case "trade":
            return tr(
                "Others are in the same world: you can trade a card for a card. Each player says only "
                "which key the card has, and whether it is an object or an encounter."
            )
        case "accept":
            return tr("This is what is offered in return. Now you decide.")
        case "actions":
            return tr("A trade is an action. Your second one: draw.")
        case "answer":
            return tr("Now you are offered a trade. Put up a card in return, or refuse.")
        case "travel":
            return tr(
                "Leaving a world costs the keys on the edge you cross: one for a side, both for a corner."
                " Cards pay with the key they carry, and a closed door is turned up when somebody enters."
            )
        case "behind":
            return tr("Encounters belong to their world and stay there when you leave; objects travel with you.")
        case "effect":
            return tr("A card can also be played for what it says. This one draws up to three cards.")
        case "bad":
            return tr(
                "A bad encounter! You hold a card that cancels its symbol and could counter it. But it "
                "takes only what you don't have: let it pass and keep your card."
            )
        case "lose":
            return tr("This one does hit you. Choose the card to give up.")
        case "hand":
            return tr("A hand holds five cards at most. This one brings three.")
        case "search":
            return tr("Encounters help in their own world: this one lets you search the pile for what you need.")
        case "defend":
            return tr("Here it is again, and now you hold a card that cancels its symbol. Use it.")
        case "home":
            return tr(
                "Look at your way home: the key of the side that faces Kernault, and the three of your "
                "reader. One is still missing."
            )
        case "pass":
            return tr("Nothing else helps you now. Pass, and give up the rest of your turn.")
        case "go_home":
            return tr("All four keys are in your hand. Go home!")
        case "end":
            return tr("You're home. Now you know enough to play against others.")
    raise KeyError(topic)
