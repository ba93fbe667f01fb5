"""Writes states of La clef des mondes for the harness. Run it in the root of the project.

PYTHONPATH=src python web/harness/clef_states.py                  writes example states into harness/states
PYTHONPATH=src python web/harness/clef_states.py 300 FILE         writes every decision of 300 games as JSON lines
"""

import json
import sys
from pathlib import Path

from worldgates.bots import decide, make_bot
from worldgates.clef.game import GAME
from worldgates.core.session import Session
from worldgates.core.streams import seeded

HERE = Path(__file__).parent
NAMES = ["Anaïs", "Bastien", "Camille", "Maximilienne-Joséphine", "Giovambattista"]


def asked(session, seat, language):
    table, text = session.table, GAME.text(language)
    if table.over or table.to_act != seat:
        return None
    view = session.view(seat)
    choices = [{"action": action, "text": text.action(action, view)} for action in session.legal()]
    return {"seat": seat, "question": text.question(view), "choices": choices}


def state(session, seat, language, news=()):
    table, text = session.table, GAME.text(language)
    names = session.player_names
    question = asked(session, seat, language)
    seats = [
        {
            "name": name,
            "colour": number,
            "kind": "person" if number == seat else "bot",
            "mine": number == seat,
            "present": True,
            "replaced": False,
            "resigned": False,
            "level": "greedy",
            "clock": None,
            "running": False,
        }
        for number, name in enumerate(names)
    ]
    sentences = []
    for number, event in enumerate(news):
        facts = event.seen_by(seat)
        sentences.append(
            {"number": number + 1, "text": text.event(facts, names), "clause": text.clause(facts), "event": facts}
        )
    return {
        "type": "state",
        "number": len(session.actions),
        "status": "over" if table.over else "playing",
        "seats": seats,
        "seat": None if seat < 0 else seat,
        "view": session.view(seat),
        "asked": question,
        "mine_asked": seat if question else None,
        "kept": 0,
        "sentences": sentences,
        "can_undo": False,
        "skipping": False,
        "payoffs": table.payoffs() if table.over else None,
        "ranking": table.ranking() if table.over else None,
        "seed": None,
        "next_table": None,
        "advice": {},
    }


def save(name, session, seat=0, language="fr"):
    whole = {"game": "clef", "language": language, "state": state(session, seat, language)}
    if whole["state"]["view"]["decision"]["what"] == "react":
        whole["state"]["reaction"] = {"left": 6.0, "seconds": 8.0}
    (HERE / "states" / f"clef_{name}.json").write_text(json.dumps(whole, ensure_ascii=False))


def games(players, seeds, kinds=("greedy", "random"), **options):
    """Games as they go on: after each action the session, so that a caller can stop where it likes."""
    for seed in seeds:
        session = Session.new(GAME, players, seed, {"max_rounds": 60, **options}, NAMES[:players], 0)
        levels = [kinds[(seed + number) % len(kinds)] for number in range(players)]
        bots = [make_bot(level, "clef", seeded(seed * 10 + number)) for number, level in enumerate(levels)]
        while not session.table.over:
            yield session
            session.play(decide(bots[session.table.to_act], session.table))
        yield session


def find(name, players, test, language="fr", seat=0, seeds=range(1, 120), **options):
    for session in games(players, seeds, ("greedy",), **options):
        if test(session):
            return save(name, session, seat, language)
    print("not found:", name)
    return None


def mine(session, what, seat=0):
    return not session.table.over and session.table.to_act == seat and session.game.decision(session.table) == what


def does(session, what):
    return any(action["do"] == what for action in session.legal())


def player(name, world, hand, character, **more):
    return {"name": name, "world": world, "hand": hand, "character": character, **more}


WORLDS = [["miroir", "clairiere", "milieu"], ["gaulois", "kernault", "chasse"], ["conan", "crypte", "multivers"]]
OPEN = ["miroir", "clairiere", "gaulois", "chasse", "conan"]


def position(name, players, language="fr", seat=0, play=(), worlds=WORLDS, face_up=OPEN, left=2, **given):
    turn = {"seat": 0, "actions_left": left}
    laid = {"game": "clef", "worlds": worlds, "face_up": [*face_up, "kernault"], "players": players, "turn": turn}
    session = Session.load({**laid, "round": 9, "seed": 3, **given})
    for action in play:
        session.play(session.action(action))
    save(name, session, seat, language)


def named():
    (HERE / "states").mkdir(exist_ok=True)
    for language in ("en", "fr", "it"):
        cards = json.dumps(GAME.cards(language), ensure_ascii=False)
        (HERE / "states" / f"clef_cards.{language}.json").write_text(cards)
    anais = player("Anaïs", "chasse", ["epieu", "cor", "grand_cerf", "veneur"], "reveur")
    bastien = player("Bastien", "conan", ["herbier", "barbare", "torque", "elixir_de_dragon"], "gothique")
    camille = player("Camille", "chasse", ["epee_vorpale", "rosee_de_verite"], "erudite", revealed=True, key_spent=True)
    three = [anais, bastien, camille]
    position("mock", three)
    position("mock_en", three, "en")
    position("mock_it", three, "it")
    crowd = [
        player(NAMES[number], "chasse", hand, reader, turns_to_miss=int(number == 3), shielded=number == 4)
        for number, (hand, reader) in enumerate(
            [
                (["epieu", "cor", "grand_cerf", "veneur", "passe_partout"], "reveur"),
                (["levrier_blanc"], "gothique"),
                (["herbier", "rosee_de_verite"], "erudite"),
                (["epee_vorpale", "sablier_renverse", "chapelet_d_ail"], "enfant_a_la_lampe"),
                ([], "devoreur_de_sagas"),
            ]
        )
    ]
    crowd[2] |= {"revealed": True}
    crowd[3] |= {"revealed": True, "key_spent": True}
    every = [world for row in WORLDS for world in row if world != "kernault"]
    position("crowd", crowd, face_up=every)
    corner = [[*row] for row in WORLDS]
    corner[0][2], corner[1][2] = "chasse", "milieu"
    position("corner", crowd[:4], worlds=corner, face_up=every)
    position("empty", [player("Anaïs", "chasse", [], "reveur"), bastien])
    position(
        "home",
        [
            player(
                "Anaïs", "chasse", ["cor", "rosee_de_verite", "carte_ancienne", "epieu", "amulette_de_jade"], "reveur"
            ),
            bastien,
        ],
    )
    position("offered", three, seat=2, play=[{"do": "offer", "seat": 2, "card": "veneur"}])
    position("offering", three, play=[{"do": "offer", "seat": 2, "card": "veneur"}])
    answered = [{"do": "offer", "seat": 2, "card": "veneur"}, {"do": "answer", "card": "epee_vorpale"}]
    position("answered", three, play=answered)
    position("watch_trade", three, seat=1, play=answered)
    guard = [
        player("Anaïs", "chasse", ["epieu", "cor"], "reveur"),
        player("Camille", "chasse", ["cotte_du_roi_mort", "filet_du_belluaire"], "erudite"),
    ]
    position("react", guard, seat=1, play=[{"do": "travel", "to": "clairiere", "keys": ["epieu", "cor"]}])
    position(
        "react_watch", [*guard, bastien], seat=2, play=[{"do": "travel", "to": "clairiere", "keys": ["epieu", "cor"]}]
    )
    digger = player("Anaïs", "crypte", ["fossoyeur", "cape_du_comte"], "reveur")
    position("search", [digger, bastien], face_up=every, play=[{"do": "effect", "cards": ["fossoyeur"]}])
    queen = player("Anaïs", "miroir", ["reine_blanche", "humpty_dumpty"], "reveur")
    position("peek", [queen, bastien], play=[{"do": "effect", "cards": ["reine_blanche"]}])
    thief = player("Anaïs", "conan", ["barbare"], "reveur")
    victim = player("Bastien", "conan", ["herbier", "torque", "necromancienne"], "gothique")
    position("steal", [thief, victim], play=[{"do": "effect", "cards": ["barbare"], "seat": 1}])
    trolls = {"milieu": ["troll_du_pont", "miche_du_voyageur"]}
    hit = player("Anaïs", "milieu", ["epieu", "cor", "cotte_du_roi_mort"], "reveur")
    position("defend", [hit, bastien], face_up=[*OPEN, "milieu"], piles=trolls, play=[{"do": "draw"}])
    hit = player("Anaïs", "milieu", ["epieu", "cor", "herbier"], "reveur")
    bare = player("Bastien", "conan", ["torque"], "gothique")
    position("lose", [hit, bare], face_up=[*OPEN, "milieu"], piles=trolls, play=[{"do": "draw"}])
    # Every kind of effect that is played as an action, each with several targets.
    near = player("Camille", "clairiere", ["gateau_du_lion", "passe_partout"], "erudite")
    objects = ["carte_ancienne", "cape_du_comte", "rosee_de_verite", "torque", "cor"]
    position(
        "effects1",
        [
            player("Anaïs", "chasse", objects, "reveur"),
            crowd[1],
            near,
            player("Elsa", "chasse", ["herbier"], "conteur"),
        ],
    )
    fairies = player("Anaïs", "clairiere", ["lutin", "reine_des_fees", "ondine", "epieu"], "reveur")
    position("effects2", [fairies, near, player("Elsa", "clairiere", ["herbier"], "conteur"), crowd[1]])
    gauls = player(
        "Anaïs", "gaulois", ["esus", "epona", "ogmios", "chaudron", "baguette_de_coudrier"], "reveur", revealed=True
    )
    position(
        "effects3",
        [gauls, player("Bastien", "gaulois", ["torque"], "gothique"), player("Elsa", "miroir", ["herbier"], "conteur")],
    )
    hunters = player("Anaïs", "chasse", ["grand_cerf", "levrier_blanc", "passe_partout"], "reveur")
    position(
        "effects4",
        [
            hunters,
            player("Bastien", "chasse", ["torque"], "gothique"),
            player("Elsa", "chasse", ["herbier"], "conteur"),
        ],
    )
    find("start", 3, lambda s: mine(s, "choose_character"))
    find("start_it", 5, lambda s: mine(s, "choose_character"), "it")
    find("mid2_en", 2, lambda s: mine(s, "action") and s.table.round >= 6, "en")
    find("mid3", 3, lambda s: mine(s, "action") and s.table.round >= 6)
    find("mid5_it", 5, lambda s: mine(s, "action") and s.table.round >= 6, "it")
    find("wait", 3, lambda s: not s.table.over and s.table.to_act == 1 and s.table.round >= 4)
    find("spectator", 4, lambda s: not s.table.over and s.table.round >= 5, seat=-1)
    find("over", 3, lambda s: s.table.over)
    find("over5_it", 5, lambda s: s.table.over, "it")


def many(number, path):
    """Every decision of many games: what the one who decides sees and may do."""
    with Path(path).open("w") as file:
        for seed in range(1, number + 1):
            players = 2 + seed % 4
            for session in games(players, [seed], reveal_while_paying=seed % 5 == 0):
                if not session.table.over:
                    seat = session.table.to_act
                    choices = [{"action": action, "text": ""} for action in session.legal()]
                    file.write(json.dumps({"view": session.view(seat), "choices": choices}) + "\n")


if len(sys.argv) == 3:
    many(int(sys.argv[1]), sys.argv[2])
else:
    named()
