"""Writes states of Molthar tables for the harness. Run in the root: PYTHONPATH=src python web/harness/make_states.py"""

import json
from pathlib import Path

import worldgates.bots.molthar as bots
from worldgates.core.session import Session
from worldgates.core.streams import seeded
from worldgates.molthar.game import GAME

HERE = Path(__file__).parent
NAMES = ["Ada", "Bruno", "Chiara", "Mehdi", "Jeanne"]


def state(session, seat, language="en"):
    table, text = session.table, GAME.text(language)
    view = session.view(seat)
    asked = None
    if not table.over and table.to_act == seat:
        asked = {
            "seat": seat,
            "question": text.question(view),
            "choices": [{"action": a, "text": text.action(a, view)} for a in session.legal()],
        }
    return {
        "type": "state",
        "number": len(session.actions),
        "status": "over" if table.over else "playing",
        "seats": [
            {
                "name": n,
                "colour": i,
                "kind": "person" if i == seat else "bot",
                "mine": i == seat,
                "present": True,
                "replaced": False,
                "resigned": False,
                "level": "greedy",
                "clock": None,
                "running": False,
            }
            for i, n in enumerate(session.player_names)
        ],
        "seat": seat,
        "view": view,
        "asked": asked,
        "mine_asked": seat if asked else None,
        "kept": 0,
        "sentences": [],
        "can_undo": False,
        "skipping": False,
        "payoffs": session.table.payoffs() if table.over else None,
        "ranking": session.table.ranking() if table.over else None,
        "seed": None,
        "next_table": None,
        "watching": [],
    }


def save(name, session, seat=0, language="en"):
    (HERE / "states" / f"{name}.json").write_text(
        json.dumps({"language": language, "state": state(session, seat, language)}, ensure_ascii=False)
    )


def greedy_game(players, seed):
    session = Session.new(GAME, players, seed, player_names=NAMES[:players], starting_seat=0)
    bot = [bots.Greedy(seeded(seed * 10 + i)) for i in range(players)]
    return session, bot


def until(players, seed, test):
    session, bot = greedy_game(players, seed)
    while not session.table.over:
        if test(session):
            return session
        session.play(bot[session.table.to_act].choose(session.table))
    return session if test(session) else None


def find(name, players, test, language="en", seat=0, seeds=range(1, 80)):
    for seed in seeds:
        session = until(players, seed, lambda s: test(s))
        if session:
            return save(name, session, seat, language)
    print("not found", name)
    return None


def mine(s, what, seat=0):
    return not s.table.over and s.table.to_act == seat and s.game.decision(s.table) == what


def position(name, language="en", play=(), seat=0, **given):
    session = Session.load({"game": "molthar", **given})
    for action in play:
        session.play(session.action(action))
    save(name, session, seat, language)


def p(name, hand=(), portal=(None, None), activated=(), diamonds=0, **more):
    return {
        "name": name,
        "hand": list(hand),
        "portal": list(portal),
        "activated": list(activated),
        **({"diamonds": diamonds} if diamonds else {}),
        **more,
    }


(HERE / "states").mkdir(exist_ok=True)
for language in ("en", "fr", "it"):
    (HERE / "states" / f"cards.{language}.json").write_text(json.dumps(GAME.cards(language), ensure_ascii=False))

MARKET = {"pearls": {"market": [6, 2, "3*", 1]}, "characters": {"market": ["unicorn", "wizard"]}}
MARKET2 = {"pearls": {"market": [6, 2, "3*", 1]}, "characters": {"market": ["unicorn", "goblin"]}}
ADA = p(
    "Ada",
    [1, 4, 4, 7, 8],
    ["red_riding_hood", "gnome"],
    ["dwarf_5", "dragon", "treefolk", "puss_in_boots", "hansel_and_gretel"],
    2,
)
BRUNO = p("Bruno", [7, 2, 5, 3], ["lion", "wisp_3_6"], ["giant", "odd_golem", "barbarian", "phoenix"], 1)
CHIARA = p(
    "Chiara",
    [2, 8, 8],
    ["medusa", "fairy_godmother"],
    ["cerberus", "goblin", "winged_monkey", "snow_white", "amazon"],
    3,
)
MEHDI = p("Mehdi", [1, 2, 3, 4, 5], ["tweedle", "mad_hatter"], ["even_golem", "dwarf_2", "death"])
JEANNE = p("Jeanne", [6], ["odd_halfling", "wraith"], ["pirate_captain", "fire_imp", "goblin", "eternal_boy"], 2)
CHIARA2 = p("Chiara", [2, 8, 8], ["giant", "fairy_godmother"], ["cerberus", "barbarian", "dwarf_3"], 3)
BRUNO2 = p("Bruno", [7, 2, 5, 3], ["lion", "wisp_3_6"], ["odd_golem", "phoenix"], 1)
MEHDI2 = p("Mehdi", [1, 2, 3, 4, 5], ["tweedle", "even_golem"], ["pixie", "dwarf_1", "wisp_4_5"])
JEANNE2 = p("Jeanne", [6], ["odd_halfling", "hansel_and_gretel"], ["pirate_captain", "dwarf_7", "even_halfling"], 2)
TURN = {"turn": {"seat": 0, "actions_left": 2, "actions_taken": 1}}

find("start", 3, lambda s: mine(s, "action"))
position("mock", players=[ADA, BRUNO, CHIARA], **MARKET, **TURN)
position("mock5", players=[ADA, BRUNO, CHIARA, MEHDI, JEANNE], **MARKET, **TURN)
position("mock5_fr", "fr", players=[ADA, BRUNO, CHIARA, MEHDI, JEANNE], **MARKET, **TURN)
find("mid2", 2, lambda s: mine(s, "action") and s.table.round >= 9)
find("mid3", 3, lambda s: mine(s, "action") and s.table.round >= 8)
find("mid5_it", 5, lambda s: mine(s, "action") and s.table.round >= 8, "it")
find("wait", 3, lambda s: not s.table.over and s.table.to_act == 1 and s.table.round >= 6)
find("final", 3, lambda s: mine(s, "action") and s.view(0)["final_round"])
find(
    "twelve",
    3,
    lambda s: (
        mine(s, "action") and not s.view(0)["final_round"] and max(q["points"] for q in s.view(0)["players"]) >= 12
    ),
)
find("over", 3, lambda s: s.table.over)
find("over5_fr", 5, lambda s: s.table.over, "fr")
find("discard", 3, lambda s: mine(s, "discard") and len(s.view(0)["players"][0]["hand"]) >= 6)

RICH = p(
    "Ada",
    [1, 2, 3, 3, 4, 5, 6, 7, 8],
    ["winged_monkey", "wraith"],
    [
        "dwarf_5",
        "dragon",
        "fire_imp",
        "amazon",
        "eternal_boy",
        "winged_monkey",
        "dwarf_2",
        "snow_white",
        "goblin",
        "treefolk",
    ],
    4,
)
position("ways", players=[RICH, BRUNO2, CHIARA2], **MARKET, **TURN)
position("ways_fr", "fr", players=[RICH, BRUNO2, CHIARA2, MEHDI2, JEANNE2], **MARKET, **TURN)
position(
    "wisp", players=[p("Ada", [3, 3, 3, 6, 6, 8], ["goblin", None], ["dwarf_6"], 1), BRUNO, CHIARA], **MARKET, **TURN
)
SPEND = {"do": "activate", "seat": 0, "slot": 0, "diamonds": 0}
PIXIE = p("Ada", [5, 6, 7, 1], ["pixie", None], ["goblin"], 1)
position("rob", players=[PIXIE, BRUNO, CHIARA, MEHDI], play=[SPEND | {"spend": [5, 6, 7]}], **MARKET, **TURN)
position(
    "rob_fr", "fr", players=[PIXIE, BRUNO, CHIARA, MEHDI, JEANNE], play=[SPEND | {"spend": [5, 6, 7]}], **MARKET, **TURN
)
position(
    "rob_pearl",
    players=[PIXIE, BRUNO, CHIARA],
    play=[SPEND | {"spend": [5, 6, 7]}, {"do": "rob", "seat": 1}],
    **MARKET,
    **TURN,
)
position(
    "banish",
    players=[p("Ada", [1, 2, 4, 6], ["medusa", None], ["goblin"], 1), BRUNO2, CHIARA2],
    play=[SPEND | {"spend": [1, 2, 4]}],
    **MARKET,
    **TURN,
)
position(
    "banish5_fr",
    "fr",
    players=[p("Ada", [1, 2, 4, 6], ["medusa", None], ["goblin"], 1), BRUNO2, CHIARA2, MEHDI2, JEANNE2],
    play=[SPEND | {"spend": [1, 2, 4]}],
    **MARKET,
    **TURN,
)
position(
    "take_back",
    players=[p("Ada", [3, 4, 5, 6], ["puss_in_boots", "medusa"], ["goblin"], 1), BRUNO2, CHIARA2],
    play=[SPEND | {"spend": [3, 4, 5]}],
    **MARKET,
    **TURN,
)
FIRST = {"turn": {"seat": 0, "actions_left": 3, "actions_taken": 0}}
POWERS = p(
    "Ada",
    [2, 2, 4, 7, 8],
    ["medusa", "cerberus"],
    ["mad_hatter", "wizard", "snow_white", "death", "red_riding_hood"],
    2,
)
position("before_first", players=[POWERS, BRUNO2, CHIARA2], **MARKET2, **FIRST)
position("before_first_fr", "fr", players=[POWERS, BRUNO2, CHIARA2, MEHDI2, JEANNE2], **MARKET2, **FIRST)
position("peeked", players=[POWERS, BRUNO2, CHIARA2], play=[{"do": "peek"}], **MARKET2, **FIRST)
position(
    "after_last", players=[POWERS, BRUNO2, CHIARA2], **MARKET2, turn={"seat": 0, "actions_left": 0, "actions_taken": 3}
)
position("empty_portal", players=[p("Ada", [2, 5]), BRUNO, CHIARA], **MARKET, **FIRST)
session = until(3, 5, lambda s: s.table.round >= 8)
save("spectator", session, -1)
print(sorted(x.stem for x in (HERE / "states").glob("*.json")))
