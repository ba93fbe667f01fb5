// Checks that the page can build every legal action, and shows the ways of legal journeys as paid. In web/: node
// harness/clef_reach.mjs FILE FILE has one decision per line: `{"view": …, "choices": […]}`. The script fails at the
// first action that the page can't build; its last line names the kinds of actions that it has built.
import { readFileSync } from "node:fs";
import { load } from "./load.mjs";

const logic = await load("src/games/clef/logic.ts");
const { equalActions } = await load("src/board/equalActions.ts");

/** The draft with which the page starts an action; null if the page offers no way to start it. */
function begun(view, choices, action) {
  const offers = logic.offersFrom(view, choices);
  switch (action.do) {
    case "draw":
    case "reveal":
    case "pass":
      return offers[action.do] ? { do: action.do } : null;
    case "travel":
    case "go_home": {
      const place = logic.targetOf(view, action),
        way = logic.wayTo(view, place);
      return offers.ways.has(place) && way && !way.missing.length ? logic.wayDraft(view, place) : null;
    }
    case "effect":
      return offers.effects.get(action.cards[0])?.some((cards) => cards.join() === action.cards.join())
        ? { do: "effect", cards: action.cards }
        : null;
    case "discard":
      return offers.discards.has(action.card) ? { do: "discard", card: action.card } : null;
    case "offer":
      return offers.offers.has(action.card) && offers.partners.has(action.seat) ? { do: "offer" } : null;
    default:
      return { do: action.do };
  }
}

let states = 0,
  actions = 0,
  taps = 0;
const kinds = new Set();
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { view, choices } = JSON.parse(line);
  states++;
  for (const { action } of choices) {
    actions++;
    const fail = (why, draft) => {
      console.error(why, JSON.stringify({ action, draft, decision: view.decision }));
      process.exit(1);
    };
    let draft = begun(view, choices, action);
    if (!draft) fail("cannot be begun", draft);
    draft = logic.filled(draft, choices);
    for (let field; (field = logic.next(draft, choices)); taps++) {
      const value = logic
        .options(draft, choices, field)
        .find((each) => JSON.stringify(each) === JSON.stringify(action[field]));
      if (value === undefined) fail(`no way to say ${field}`, draft);
      draft = logic.filled({ ...draft, [field]: value }, choices);
    }
    for (let tries = 0; action.keys && tries < 6; tries++, taps++) {
      const now = logic.chosen(draft, choices),
        wanted = action.keys.find((card) => !now.keys.includes(card));
      if (!wanted) break;
      draft = logic.pay(draft, choices, wanted) ?? fail(`cannot pay with ${wanted}`, draft);
    }
    if (!equalActions(logic.chosen(draft, choices), action)) fail("ends elsewhere", draft);
    kinds.add(action.do);
  }
}
console.log(`${actions} actions of ${states} decisions can be built in ${taps} steps.`);
console.log([...kinds].sort().join(" "));
