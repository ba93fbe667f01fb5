"""The guide's texts in the first game, for each topic of `data/lesson.json`."""

from __future__ import annotations

from worldgates.core.text import Words


def tutorial(words: Words, topic: str) -> str:
    """The guide's text for a topic; `end` is the last topic."""
    tr = words.translate
    match topic:
        case "goal":
            return tr(
                "Whoever first gathers 12 power points calls the last rounds, and the most points win. "
                "Points come from characters: place them on your portal now, activate them later."
            )
        case "portal":
            return tr(
                "Your portal has room for two characters. Besides the two that lie open you may take the "
                "top card of the pile, unseen."
            )
        case "pearls":
            return tr(
                "Characters cost pearls; above each picture stands which. Take a pearl that one of yours "
                "asks for. This is your third action, and a turn has three."
            )
        case "activate":
            return tr(
                "You hold what this character costs. To activate it you give the pearls away, and get its "
                "points and diamonds."
            )
        case "ability":
            return tr(
                "A blue character has an ability too, and it is yours for the whole game. Touch the card to "
                "read it. Meanwhile a place on your portal is free again."
            )
        case "turn":
            return tr(
                "Any action as often as you like, three in a turn: take a pearl, replace the four open "
                "pearls, place a character, activate one."
            )
        case "pile":
            return tr("If none of the open pearls suits you, draw one from the pile, or have all four replaced.")
        case "plan":
            return tr("Your Tweedle Twin wants two pairs. Look what is missing, and gather it.")
        case "replace":
            return tr("Your portal is full. To place another character you discard one that you have given up.")
        case "hand":
            return tr("When your turn ends you may keep five pearls. Choose which one goes.")
        case "diamonds":
            return tr(
                "You are one short: a diamond raises a pearl by one while you pay. Here it makes a 7 of "
                "your 6, and the two pairs are complete."
            )
        case "use":
            return tr("Now use your ability: a 2 becomes a diamond. Abilities cost no action.")
        case "end":
            return tr(
                "That is all you need. From here on you play as you like; whatever you touch explains "
                "itself, and the book at the top holds all the rules."
            )
    raise KeyError(topic)
