"""Molthar in words: cards, actions, questions and events, in the language of the reader."""

from __future__ import annotations

from typing import Any, Final

from worldgates.core.games import GameText
from worldgates.core.text import Words, words
from worldgates.molthar.cards import BY_ID, CHARACTERS, Character

# The clause behind each kind of event, for whoever asks why something happened.
CLAUSES: Final = {
    "set_up": "M4",
    "turn": "M5",
    "take": "M6",
    "reveal_pearl": "M6",
    "reveal_character": "M8",
    "refresh": "M7",
    "swap_symbol": "M10",
    "shuffle": "M3",
    "discard_character": "M8",
    "place": "M8",
    "activate": "M9",
    "twelve": "M22",
    "diamond": "M18",
    "no_diamond": "M3",
    "more_actions": "M19",
    "bonus": "M19",
    "no_target": "M19",
    "rob": "M19",
    "rob_pearl": "M19",
    "take_back": "M19",
    "banish": "M19",
    "trade_two": "M20",
    "swap": "M20",
    "peek": "M20",
    "redraw": "M20",
    "draw": "M20",
    "discard": "M11",
    "final_round": "M22",
    "over": "M23",
}


def pearls(values: list[int | str]) -> str:
    """Some pearls, for a sentence: `6, 6, 8`."""
    return ", ".join(str(value) for value in values)


class MoltharText(GameText):
    def __init__(self, language: str) -> None:
        self.words: Words = words(language)

    def title(self) -> str:
        return self.words.translate("Portals of Molthar")

    # Cards.

    def card(self, card: str) -> str:
        return self.words.translate(CHARACTERS[BY_ID[card]].name)

    def requirement(self, character: Character) -> str:
        """The combination to pay (M13)."""
        tr, text = self.words.translate, character.requirement
        kinds = {
            "pair": tr("any pair"),
            "three of a kind": tr("three of a kind"),
            "four of a kind": tr("four of a kind"),
            "two pairs": tr("two pairs"),
            "pair + 6 6": tr("any pair and two 6s"),
            "three odd": tr("three odd pearls"),
            "three even": tr("three even pearls"),
        }
        if text in kinds:
            return kinds[text]
        if text.endswith(" + diamond"):
            return tr("{pearls} and a diamond", pearls=text.removesuffix(" + diamond"))
        if " or " in text:
            one, _, other = text.partition(" or ")
            return tr("{one} or {other}", one=one, other=other)
        if text.startswith("three cards sum "):
            return tr("three pearls with the sum {sum}", sum=text.split()[-1])
        if text.startswith("any number of cards sum "):
            return tr("any number of pearls with the sum {sum}", sum=text.split()[-1])
        if text.startswith("run of "):
            return tr("{length} consecutive values", length=text.split()[-1])
        return text

    def ability(self, character: Character) -> str:
        """What the character can do, or nothing."""
        tr, ability = self.words.translate, character.ability
        if ability == "pictured ?":
            return tr("Once in each activation it serves as a pearl of any value.")
        if ability.startswith("pictured "):
            return tr("Once in each activation it serves as a pearl {value}.", value=ability.split()[1])
        sentences = {
            "": "",
            "wisp": tr("While it lies on a portal, both neighbours of its owner may activate it too."),
            "take back": tr("Take back into your hand one of the pearls you have just spent."),
            "bonus for the next": tr("The next player has one more action in their next turn."),
            "three more actions": tr("You have three more actions this turn."),
            "rob": tr("Look at the hand of an opponent and take one pearl from it."),
            "banish": tr("Discard a character from the portal of an opponent."),
            "threes as anything": tr("When you activate a character, the 3s in your hand may count as any value."),
            "ones as eight": tr("When you activate a character, the 1s in your hand may count as 8."),
            "hand limit": tr("Your hand limit rises by 1."),
            "one more action": tr("You have one more action in every turn, starting with this one."),
            "diamonds lower": tr("A diamond may also lower one of your pearls by 1."),
            "trade two": tr("At any time in your turn you may discard a 2 to take a diamond."),
            "swap": tr("You may swap a character of your portal with a face-up one."),
            "peek": tr("You may look at the top character of the pile."),
            "redraw": tr("Once a turn you may discard your whole hand and draw as many pearls."),
        }
        return sentences[ability]

    def timing(self, character: Character) -> str:
        """When the ability can be used, where its own sentence does not say so."""
        tr = self.words.translate
        timings = {
            "on activation": tr("Once, when activated"),
            "before first action": tr("Before your first action"),
            "after last action": tr("After your last action"),
        }
        return timings.get(character.timing, "")

    def explain(self, card: str) -> list[tuple[str, str]]:
        tr, character = self.words.translate, CHARACTERS[BY_ID[card]]
        points = self.words.count("{n} point", "{n} points", int(character.points))
        lines = [
            (self.card(card), ""),
            (tr("Costs: {requirement}", requirement=self.requirement(character)), "M13"),
            (tr("Gives: {points}", points=points), "M17"),
        ]
        if character.diamonds:
            diamonds = self.words.count("{n} diamond", "{n} diamonds", int(character.diamonds))
            lines[2] = (tr("Gives: {points}, {diamonds}", points=points, diamonds=diamonds), "M17")
        if character.ability:
            clause = "M21" if character.is_wisp else "M19" if character.red else "M20"
            if character.pictured or character.wild:
                clause = "M14"
            ability, timing = self.ability(character), self.timing(character)
            lines.append((tr("{timing}: {ability}", ability=ability, timing=timing) if timing else ability, clause))
        return lines

    # What can be done.

    def action(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr = self.words.translate
        me = view["players"][view["seat"]]
        market = view["characters"]["market"]
        match action["do"]:
            case "take" if action["from"] == "pile":
                return tr("Take the top pearl of the pile, unseen")
            case "take":
                return tr("Take the pearl {pearl}", pearl=view["pearls"]["market"][action["from"]])
            case "refresh":
                return tr("Replace the face-up pearls")
            case "place":
                return self._place(action, me["portal"], market)
            case "activate":
                return self._activate(action, view)
            case "trade_two":
                return tr("Discard a 2 and take a diamond")
            case "swap":
                mine, other = self.card(me["portal"][action["slot"]]), self.card(market[action["with"]])
                return tr("Swap {mine} of your portal with {other}", mine=mine, other=other)
            case "peek":
                return tr("Look at the top character of the pile")
            case "redraw":
                return tr("Discard your hand and draw as many pearls")
            case "end_turn":
                return tr("End the turn")
            case "discard":
                return tr("Discard the pearl {pearl}", pearl=action["pearl"])
            case "rob":
                return tr("Look at the hand of {player}", player=view["players"][action["seat"]]["name"])
            case "rob_pearl":
                return tr("Steal the pearl {pearl}", pearl=action["pearl"])
            case "banish":
                victim = view["players"][action["seat"]]
                character = self.card(victim["portal"][action["slot"]])
                return tr("Discard {character} from the portal of {player}", character=character, player=victim["name"])
            case "take_back":
                return tr("Take back the pearl {pearl}", pearl=action["pearl"])
        raise KeyError(action["do"])

    def _place(self, action: dict[str, Any], portal: list[str], market: list[str]) -> str:
        tr = self.words.translate
        from_pile = action["from"] == "pile"
        if "discard" not in action:
            if from_pile:
                return tr("Place the top character of the pile on your portal")
            return tr("Place {character} on your portal", character=self.card(market[action["from"]]))
        gone = self.card(portal[action["discard"]])
        if from_pile:
            return tr("Discard {gone} and place the top character of the pile", gone=gone)
        return tr("Discard {gone} and place {character}", gone=gone, character=self.card(market[action["from"]]))

    def _activate(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr, count = self.words.translate, self.words.count
        owner = view["players"][action["seat"]]
        spend, diamonds = pearls(action["spend"]), action["diamonds"]
        values = {"character": self.card(owner["portal"][action["slot"]]), "pearls": spend, "player": owner["name"]}
        if action["seat"] == view["seat"]:
            if spend and diamonds:
                return count(
                    "Activate {character} with {pearls} and {n} diamond",
                    "Activate {character} with {pearls} and {n} diamonds",
                    diamonds,
                    **values,
                )
            if spend:
                return tr("Activate {character} with {pearls}", **values)
            if diamonds:
                return count(
                    "Activate {character} with pictured pearls and {n} diamond",
                    "Activate {character} with pictured pearls and {n} diamonds",
                    diamonds,
                    **values,
                )
            return tr("Activate {character} with pictured pearls alone", **values)
        if spend and diamonds:
            return count(
                "Activate {character} on the portal of {player} with {pearls} and {n} diamond",
                "Activate {character} on the portal of {player} with {pearls} and {n} diamonds",
                diamonds,
                **values,
            )
        if spend:
            return tr("Activate {character} on the portal of {player} with {pearls}", **values)
        return tr("Activate {character} on the portal of {player} with pictured pearls alone", **values)

    def question(self, view: dict[str, Any]) -> str:
        tr, decision = self.words.translate, view["decision"]
        if decision["what"] == "action":
            left = view["turn"]["actions_left"]
            return self.words.count("Your turn: {n} action left", "Your turn: {n} actions left", left)
        if decision["what"] == "discard":
            me = view["players"][view["seat"]]
            return self.words.count(
                "Discard {n} pearl, down to your hand limit",
                "Discard {n} pearls, down to your hand limit",
                me["hand_size"] - me["hand_limit"],
            )
        questions = {
            "after": tr("After your last action: anything else?"),
            "rob": tr("Whose hand do you look at?"),
            "rob_pearl": tr("Which pearl do you take?"),
            "banish": tr("Which character do you discard?"),
            "take_back": tr("Which pearl do you take back?"),
            "over": tr("The game is over."),
        }
        return questions[decision["what"]]

    # The first game, with a guide.

    def lesson(self, topic: str) -> str:
        tr = self.words.translate
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

    # What happened.

    def clause(self, event: dict[str, object]) -> str:
        return CLAUSES[str(event["event"])]

    def event(self, event: dict[str, Any], player_names: list[str]) -> str:
        tr = self.words.translate
        what = event["event"]
        who = player_names[event["seat"]] if "seat" in event else ""
        whom = player_names[event["victim"]] if "victim" in event else ""
        card = self.card(event["character"]) if "character" in event else ""
        pearl = event.get("pearl", "")
        match what:
            case "set_up":
                first = player_names[event["starting_seat"]]
                return tr("The table is laid. {player} is the starting player.", player=first)
            case "turn":
                return self.words.count(
                    "Round {round}: it is the turn of {player}, {n} action.",
                    "Round {round}: it is the turn of {player}, {n} actions.",
                    event["actions"],
                    player=who,
                    round=event["round"],
                )
            case "take" if event["from"] != "pile":
                return tr("{player} takes the pearl {pearl}.", player=who, pearl=pearl)
            case "take" if pearl:
                return tr("{player} takes the top pearl of the pile: {pearl}.", player=who, pearl=pearl)
            case "take":
                return tr("{player} takes the top pearl of the pile without showing it.", player=who)
            case "reveal_pearl":
                return tr("A pearl {pearl} is laid out.", pearl=pearl)
            case "reveal_character":
                return tr("{character} is laid out.", character=card)
            case "refresh":
                return tr(
                    "{player} discards the face-up pearls {pearls} and lays out new ones.",
                    player=who,
                    pearls=pearls(event["pearls"]),
                )
            case "swap_symbol":
                return tr("The swap symbol: the face-up characters are replaced.")
            case "shuffle" if event["pile"] == "pearls":
                return tr("The discarded pearls are shuffled into a new pile.")
            case "shuffle":
                return tr("The discarded characters are shuffled into a new pile.")
            case "discard_character":
                return tr("{player} discards {character} from the portal.", player=who, character=card)
            case "place" if event["from"] == "pile":
                return tr("{player} places the top character of the pile: {character}.", player=who, character=card)
            case "place":
                return tr("{player} places {character}.", player=who, character=card)
            case "activate":
                return self._activated(event, player_names)
            case "twelve":
                return self.words.count(
                    "{player} has {n} point: this round is played to its end, then comes the last one.",
                    "{player} has {n} points: this round is played to its end, then comes the last one.",
                    event["points"],
                    player=who,
                )
            case "diamond" if card:
                return tr("{player} receives a diamond; on its hidden side is {character}.", player=who, character=card)
            case "diamond":
                return tr("{player} receives a diamond.", player=who)
            case "no_diamond":
                return tr("There is no diamond left for {player}.", player=who)
            case "more_actions":
                return self.words.count(
                    "{player} has {n} more action.", "{player} has {n} more actions.", event["actions"], player=who
                )
            case "bonus":
                return tr("{player} has one more action in the next turn.", player=who)
            case "no_target":
                return tr("There is nothing to choose from: nothing happens.")
            case "rob" if "hand" in event:
                return tr(
                    "{player} looks at the hand of {victim}: {pearls}.",
                    player=who,
                    victim=whom,
                    pearls=pearls(event["hand"]),
                )
            case "rob":
                return tr("{player} looks at the hand of {victim}.", player=who, victim=whom)
            case "rob_pearl" if pearl:
                return tr("{player} takes a pearl {pearl} from {victim}.", player=who, victim=whom, pearl=pearl)
            case "rob_pearl":
                return tr("{player} takes a pearl from {victim}.", player=who, victim=whom)
            case "take_back":
                return tr("{player} takes back the pearl {pearl}.", player=who, pearl=pearl)
            case "banish":
                return tr(
                    "{player} discards {character} from the portal of {victim}.",
                    player=who,
                    victim=whom,
                    character=card,
                )
            case "trade_two":
                return tr("{player} discards a 2 for a diamond.", player=who)
            case "swap":
                return tr(
                    "{player} swaps {gave} with {got}.",
                    player=who,
                    gave=self.card(event["gave"]),
                    got=self.card(event["got"]),
                )
            case "peek" if card:
                return tr("{player} looks at the top character of the pile: {character}.", player=who, character=card)
            case "peek":
                return tr("{player} looks at the top character of the pile.", player=who)
            case "redraw":
                return tr("{player} discards the whole hand: {pearls}.", player=who, pearls=pearls(event["pearls"]))
            case "draw" if event.get("pearls"):
                return tr("{player} draws {pearls}.", player=who, pearls=pearls(event["pearls"]))
            case "draw":
                return self.words.count(
                    "{player} draws {n} pearl without showing it.",
                    "{player} draws {n} pearls without showing them.",
                    event["number"],
                    player=who,
                )
            case "discard":
                return tr("{player} discards the pearl {pearl}.", player=who, pearl=pearl)
            case "final_round":
                return tr("The last round begins.")
            case "over":
                return self._over(event, player_names)
        raise KeyError(what)

    def _activated(self, event: dict[str, Any], player_names: list[str]) -> str:
        tr, count = self.words.translate, self.words.count
        diamonds = len(event["diamonds"])
        values = {
            "player": player_names[event["seat"]],
            "owner": player_names[event["owner"]],
            "character": self.card(event["character"]),
            "pearls": pearls(event["spend"]),
        }
        if event["owner"] != event["seat"]:
            if diamonds:
                return count(
                    "{player} activates {character} on the portal of {owner} with {pearls} and {n} diamond.",
                    "{player} activates {character} on the portal of {owner} with {pearls} and {n} diamonds.",
                    diamonds,
                    **values,
                )
            if event["spend"]:
                return tr("{player} activates {character} on the portal of {owner} with {pearls}.", **values)
            return tr("{player} activates {character} on the portal of {owner} with pictured pearls alone.", **values)
        if event["spend"] and diamonds:
            return count(
                "{player} activates {character} with {pearls} and {n} diamond.",
                "{player} activates {character} with {pearls} and {n} diamonds.",
                diamonds,
                **values,
            )
        if event["spend"]:
            return tr("{player} activates {character} with {pearls}.", **values)
        if diamonds:
            return count(
                "{player} activates {character} with pictured pearls and {n} diamond.",
                "{player} activates {character} with pictured pearls and {n} diamonds.",
                diamonds,
                **values,
            )
        return tr("{player} activates {character} with pictured pearls alone.", **values)

    def _over(self, event: dict[str, Any], player_names: list[str]) -> str:
        tr = self.words.translate
        winners = [player_names[seat] for seat in event["ranking"][0]]
        points = event["points"][event["ranking"][0][0]]
        if len(winners) == 1:
            return self.words.count(
                "{player} wins with {n} point.", "{player} wins with {n} points.", points, player=winners[0]
            )
        return tr("{players} share the victory.", players=", ".join(winners))
