"""The guide's texts in the two chapters of the lesson (`data/lesson-*.json`).

A question stands on a line of its own. What to do is between double asterisks, and circled numbers are pearls.
"""

from __future__ import annotations

from worldgates.core.text import Words


def lesson(words: Words, topic: str) -> str:
    """The guide's text for a topic."""
    return _chapter_1(words, topic) or _chapter_2(words, topic)


def _chapter_1(words: Words, topic: str) -> str:
    tr = words.translate
    match topic:
        case "place":
            return tr(
                "Characters bring points, and once somebody has 12 the game is nearly over. "
                "You have three actions a turn: **tap the Gnome** to place it on your portal."
            )
        case "pearl":
            return tr(
                "Which pearl do you need?\n"
                "The Gnome costs a pair and two ⑥, as it says above the picture. You hold ④④ and one ⑥."
            )
        case "pearl_2":
            return tr(
                "No card on your portal asks for a ②. Compare the Gnome's price with your hand, and choose again."
            )
        case "pearl_3":
            return tr("A ③ helps neither the Gnome nor the Tweedle Twin. Which value does the Gnome name twice?")
        case "pearl_1":
            return tr("You have the pair already: ④④. What is missing is not a ①; choose again.")
        case "limit":
            return tr(
                "What do you do with your last action?\n"
                "You hold six pearls, and at the end of a turn you may keep only five."
            )
        case "limit_take":
            return tr("Then you would hold seven and have to discard two. Spend pearls instead: who can be paid now?")
        case "limit_place":
            return tr("Your portal is full: somebody would have to go, and you would still hold too many pearls.")
        case "character":
            return tr(
                "Whom do you place?\n"
                "Look at the prices and at the four pearls on the table. The Wizard wants three values in a row."
            )
        case "character_lion":
            return tr(
                "Five points, but four ⑧, and there isn't one on the table. It would block your portal for many turns."
            )
        case "character_pile":
            return tr(
                "From the pile you place a card unseen. Why gamble, when the pearls for a face-up card are right here?"
            )
        case "run":
            return tr("①②③ or ②③④ would do, so the ② and the ③ fit both. **Take the ②.**")
        case "last_action":
            return tr("Your third action ends the turn. **Take the ③**, then Bruno plays.")
        case "diamond":
            return tr(
                "Which pearl completes the row?\n"
                "Bruno took the ① and the ④. But the Gnome gave you a diamond, and it makes one pearl count 1 more."
            )
        case "diamond_6":
            return tr(
                "⑥⑦⑧ would work, but it costs both ⑦, and the Tweedle Twin needs them. Which pearl makes a row with ②③?"
            )
        case "diamond_8":
            return tr("⑦⑧ is two in a row, and a diamond never lowers a pearl. Try the small values.")
        case "diamond_7":
            return tr("Three ⑦ are no row, and a diamond raises only one of them. Try the small values.")
        case "raise":
            return tr("With the diamond one ③ counts as ④: ②③④. **Tap the Wizard and pay.**")
        case "plan":
            return tr(
                "Blue abilities are yours for the rest of the game; you will use the Wizard's next turn. "
                "The Tweedle Twin wants ⑦⑦⑧⑧: **take the ⑧**."
            )
        case "peek":
            return tr(
                "Before your first action the Wizard shows you the top card of the pile, for free. **Look at it.**"
            )
        case "unseen":
            return tr("A Goblin: any pair, one point. Only you know it's there, so **place it from the pile**.")
        case "second_8":
            return tr("There is the second ⑧. **Take it.**")
        case "harvest":
            return tr("⑦⑦⑧⑧ is complete: three points and a diamond. **Tap the Tweedle Twin and pay.**")
        case "end_1":
            return tr(
                "Gather, place, activate: that is the whole game. "
                "The second chapter shows red cards, wisps and the last round."
            )
    return ""


def _chapter_2(words: Words, topic: str) -> str:
    tr = words.translate
    match topic:
        case "red":
            return tr(
                "Red abilities work once, at the moment you activate the card. "
                "The Pixie takes a pearl out of somebody's hand: **tap her and pay**."
            )
        case "rob":
            return tr(
                "Whose hand do you want?\n"
                "You hold ④④⑧. Nobody shows their pearls, but portals tell what their owners gather."
            )
        case "rob_clea":
            return tr("Clea's Dwarf wants ②②, which is no use to you. Whose card asks for something you nearly have?")
        case "rob_pearl":
            return tr(
                "Which pearl do you take?\n"
                "Bruno's Will-o'-the-Wisp costs ④④④ or ⑤⑤⑤ and gives three points. On his portal it is open to his "
                "neighbours too."
            )
        case "rob_8":
            return tr(
                "With ⑧⑧ you could pay Hansel and Gretel, two points. But a third pearl of another value brings three."
            )
        case "rob_1":
            return tr("A ① fits nothing that you can pay. Compare your ④④⑧ with the cards of your neighbours.")
        case "wisp":
            return tr(
                "A wisp belongs to whoever pays first: its owner, or a player beside him. "
                "**Tap it on Bruno's portal and pay ④④④**: that makes 12 points."
            )
        case "refresh":
            return tr(
                "None of these is an ⑧: **refresh all four** for your last action. "
                "If a pearl with the swap symbol turns up, both characters are replaced as well."
            )
        case "tie":
            return tr(
                "What can decide a tie?\n"
                "You have 12, so this is everybody's last turn. Clea has 10, and the Fairy Godmother would make it "
                "14: as much as you can get."
            )
        case "tie_place":
            return tr("Whom you place now must be paid in this same turn. There are not enough actions left for that.")
        case "tie_refresh":
            return tr("The ⑧ that you need would be swept away. Look for what brings you a diamond.")
        case "trade":
            return tr(
                "In a tie the player with more diamonds wins. Snow White turns the ② into one, for free: **use her**."
            )
        case "last_8":
            return tr("Two actions for two points: **take the ⑧** first.")
        case "last":
            return tr("Now **activate Hansel and Gretel**: 14 points. Then Bruno and Clea have their last turns.")
        case "end_2":
            return tr("14 to 14, and your diamonds decide: you win! That was the last of the rules.")
    raise KeyError(topic)
