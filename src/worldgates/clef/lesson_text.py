"""The guide's texts in the two chapters of the lesson (`data/lesson-*.json`).

A question stands on a line of its own. What to do is between double asterisks.
"""

from __future__ import annotations

from worldgates.core.text import Words


def lesson(words: Words, topic: str) -> str:
    """The guide's text for a topic."""
    return _chapter_1(words, topic) or _chapter_2(words, topic)


def _chapter_1(words: Words, topic: str) -> str:
    tr = words.translate
    match topic:
        case "readers":
            return tr(
                "Which reader do you keep?\n"
                "The way home takes the three keys on the reader's card, and the key of the side that faces Kernault: "
                "here it is combat. A reader's own key can pay once."
            )
        case "readers_storyteller":
            return tr(
                "He needs death three times, and this world gives only one such key. "
                "Whose own key fits the side that faces Kernault?"
            )
        case "first_draw":
            return tr(
                "You have two actions a turn. With one of them you may draw from the pile of your world, once a turn: "
                "**draw a card**."
            )
        case "reveal":
            return tr(
                "What do you do with your second action?\n"
                "Ambactes carries love, which opens no way from here. Your reader's combat key does, "
                "but only once it is revealed."
            )
        case "reveal_pass":
            return tr("An action that you give up is lost. Your reader's key has to be revealed before it can pay.")
        case "reveal_shield":
            return tr(
                "He would shield you, but nobody can harm you yet, and he would go under the pile. "
                "Use the action for your way home."
            )
        case "second_draw":
            return tr("Bruno left with Epona, and a door opened. You still need magic three times: **draw**.")
        case "effect":
            return tr(
                "A card is a key or an effect, never both. Nothing asks you for death, "
                "so **tap the Cauldron and play it**: it draws two cards."
            )
        case "where":
            return tr(
                "Where do you go?\n"
                "Leaving costs the key of the side that you cross, or both keys of a corner. "
                "The drawers show bad encounters and the keys to be found: you need magic."
            )
        case "where_conan":
            return tr(
                "One key is cheap, but the drawer shows two bad encounters and little magic. "
                "And it is a corner: going home from there takes five keys."
            )
        case "where_door":
            return tr(
                "A closed door may hide anything, and from a corner the way home takes five keys. "
                "Which open world has magic and touches Kernault?"
            )
        case "arrive":
            return tr(
                "Ambactes stayed behind: encounters are bound to their world, objects travel with you. "
                "You have an action left: **draw here**."
            )
        case "risk":
            return tr(
                "From here the way home takes love and three times magic; the Fairy Queen is one of them. "
                "One card of this pile is bad, but **draw**."
            )
        case "counter":
            return tr(
                "A bad encounter! It would throw you out and the Fairy Queen would stay here, "
                "but the Golden Torc cancels magic: **play it**."
            )
        case "queen":
            return tr(
                "What is the Fairy Queen worth now?\n"
                "She is one key of magic, or up to three cards of a pile that still holds love and magic."
            )
        case "queen_pass":
            return tr("You would keep one key of four. While your hand is nearly empty, three cards for one are more.")
        case "queen_travel":
            return tr(
                "You would pay with your only key and arrive in a corner with an empty hand. "
                "What can she do for you here?"
            )
        case "two_loves":
            return tr("You hold love twice, and once is enough. What you lack is magic, twice: **draw**.")
        case "spare":
            return tr(
                "Which card do you play?\n"
                "You hold love twice and magic twice. The way home takes love once and magic three times."
            )
        case "spare_dew":
            return tr(
                "A love key to spare, but all it does is unmask Bruno. Which of your cards looks for what you lack?"
            )
        case "spare_wand":
            return tr("The Wand steals a card, but it is one of your magic keys, and those are what you lack.")
        case "spare_pixie":
            return tr("He exchanges a card for one of Bruno's, but he is one of your magic keys. Keep him.")
        case "pick":
            return tr(
                "Which card do you take?\n"
                "Only you see the top of the pile, and a bad encounter that is only looked at does nothing."
            )
        case "pick_torc":
            return tr("Knowledge opens nothing on your way home. Which key is still missing?")
        case "pick_undine":
            return tr("One love key is enough, and you hold the Dew of Truth. Which key is still missing?")
        case "go_home":
            return tr(
                "Love for the side that faces Kernault, magic three times for your reader: you hold all four. "
                "**Tap Kernault and go home.**"
            )
        case "end_1":
            return tr(
                "You are home, and you win. The second chapter shows how players stop each other, and how they trade."
            )
    return ""


def _chapter_2(words: Words, topic: str) -> str:
    tr = words.translate
    match topic:
        case "miss":
            return tr(
                "Clea met the Ankou and misses her next turn, both actions of it. "
                "You need combat and love three times, and hold love once: **draw**."
            )
        case "defend":
            return tr(
                "Which card do you give to stop the Ankou?\n"
                "He would take your second action and your whole next turn. "
                "The Herbal and the Loaf both cancel death, his symbol."
            )
        case "defend_loaf":
            return tr(
                "It would work, but the Loaf carries love, and you need that three times. "
                "Which of the two opens nothing on your way home?"
            )
        case "trade":
            return tr(
                "Which card do you offer Clea?\n"
                "In the same world you may trade a card for a card. Her reader is face up: she needs death."
            )
        case "trade_mail":
            return tr("It carries death too, but it is your only defence against combat. You hold another death key.")
        case "trade_loaf":
            return tr("You need love yourself. Offer what she needs and you don't.")
        case "accept":
            return tr(
                "You hear only the kind and the key: an object with combat, which you lack. "
                "Both of you come closer to home: **accept**."
            )
        case "cancel":
            return tr(
                "Bruno's Thunderbolt would steal one of your cards. It carries combat, "
                "and the Dead King's Mail cancels combat: **play it**."
            )
        case "gone":
            return tr(
                "Bruno's card and his action are gone, and Clea missed her turn. You still need love twice: **draw**."
            )
        case "cake":
            return tr(
                "Which card do you play?\n"
                "The Lion's Cake draws three cards, the Loaf two. You hold love and combat for your way home."
            )
        case "cake_loaf":
            return tr("The Loaf is your love key, and it still defends you against death. Magic opens nothing for you.")
        case "cake_pass":
            return tr("You lack two keys, and Clea is back this round. Don't give an action away.")
        case "net":
            return tr(
                "Your trade gave Clea her last key: how do you stop her?\n"
                "The Net holds her back until her next turn, and the Loaf cancels one of her death keys for good. "
                "After her it is your turn."
            )
        case "net_loaf":
            return tr(
                "Then only a love key would complete your way home. If you give the Net, love or combat will do: "
                "the Skeleton Key stands for the other."
            )
        case "complete":
            return tr(
                "Clea keeps her cards, but may not leave before her next turn. "
                "You lack one key, love or combat: **draw**."
            )
        case "wild":
            return tr(
                "The Skeleton Key stands for any key in a payment: here for combat. **Tap Kernault and go home.**"
            )
        case "end_2":
            return tr("You win, one turn before Clea. Watch what others need, and keep a card that can stop them.")
    raise KeyError(topic)
