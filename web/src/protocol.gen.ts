// The types of everything that crosses the wire. Written by tools/client_types.py from the server's structs:
// change those and run it again.

/** The types of each game. A type that does not say which game stands for that of any game. */
export interface Games {
  readonly molthar: {
    readonly Action: MoltharAction;
    readonly Options: MoltharOptions;
    readonly View: MoltharView;
    readonly GameCard: MoltharCharacterCard;
    readonly GameEvent: MoltharEvent;
    readonly GameRecord: MoltharRecord;
  };
  readonly clef: {
    readonly Action: ClefAction;
    readonly Options: ClefOptions;
    readonly View: ClefView;
    readonly GameCard: ClefCard;
    readonly GameEvent: ClefEvent;
    readonly GameRecord: ClefRecord;
  };
}

/** End the game without a result. */
export interface Abandon {
  readonly type: "abandon";
}

export interface About<Game extends GameId = GameId> {
  readonly v: number;
  readonly version: string;
  readonly games: readonly GameShown<Game>[];
  readonly bots: readonly string[];
  readonly languages: readonly Language[];
  readonly open: boolean;
}

/** How well a seat played: the part of the best action's chance that its decisions kept on average. */
export interface Accuracy {
  readonly seat: number;
  readonly name: string;
  readonly accuracy: number;
  readonly slips: number;
  readonly mistakes: number;
}

/** How far an analysis is, in decisions; at the end, what was found. */
export interface AnalysisProgress {
  readonly id: string;
  readonly done: number;
  readonly of: number;
  readonly analysis?: SeenAnalysis;
}

/** POST /api/analyses: a finished game of this server, or a record. */
export interface AnalysisRequest {
  readonly table?: string;
  readonly record?: object | null;
  readonly brief?: boolean;
}

/** The decision that the viewer has to make. */
export interface Asked<Game extends GameId = GameId> {
  readonly seat: number;
  readonly question: string;
  readonly choices: readonly Choice<Game>[];
}

/** In a lesson: back to the learner's last decision. */
export interface Back {
  readonly type: "back";
  readonly number: number;
}

/** A bot: one of those that `/api/about` lists. */
export interface BotSeat {
  readonly kind: "bot";
  readonly level?: string;
}

export interface Chat {
  readonly type: "chat";
  readonly text: string;
}

export interface ChatLine {
  readonly type: "chat";
  readonly line: Said;
}

/** One result of the verification, as a sentence. */
export interface Checked {
  readonly about: string;
  readonly good: boolean;
  readonly text: string;
}

export interface Choice<Game extends GameId = GameId> {
  readonly action: Action<Game>;
  readonly text: string;
}

/** A clause of the rules. Before the first come `goal` and `turn`, which say in short what a reader needs first. */
export interface Clause {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly section: string;
  readonly picture: string;
}

/** Accept the answer to an offer, or refuse it (K21). */
export interface ClefAccept {
  readonly do: "accept";
  readonly yes: boolean;
}

/** What was announced of a card in a trade (K21); its own player knows which card it is. */
export interface ClefAnnounced {
  readonly kind: "MR" | "O" | "R";
  readonly key: ClefKey;
  readonly card?: string;
}

/** Answer an offer with a card; None refuses (K21). */
export interface ClefAnswer {
  readonly do: "answer";
  readonly card: string | null;
}

/** A player draws a bad encounter (K16). */
export interface ClefBadEncounterMet {
  readonly event: "meet";
  readonly seat: number;
  readonly card: string;
}

/** A player cancels a card, or counters a bad encounter (K24, K25). */
export interface ClefCardCancelled {
  readonly event: "cancel";
  readonly seat: number;
  readonly card: string;
  readonly against: string;
}

/** A player puts a card under the pile, unseen (K19). */
export interface ClefCardDiscarded {
  readonly event: "discard";
  readonly seat: number;
  readonly world: string;
  readonly card?: string;
}

/** A player draws a card (K18). */
export interface ClefCardDrawn {
  readonly event: "draw";
  readonly seat: number;
  readonly world: string;
  readonly card?: string;
}

/** A player loses a card (E17). */
export interface ClefCardLost {
  readonly event: "lose";
  readonly seat: number;
  readonly card: string;
}

/** A player has picked one of the cards seen on the pile, or none (EG8). */
export interface ClefCardPicked {
  readonly event: "pick";
  readonly seat: number;
  readonly to: "hand" | "top";
  readonly picked: boolean;
  readonly card?: string;
}

/** A player takes a card of another (E11). */
export interface ClefCardStolen {
  readonly event: "steal";
  readonly seat: number;
  readonly victim: number;
  readonly card?: string;
}

/** A player gives a card and gets one at random (E12). */
export interface ClefCardsSwapped {
  readonly event: "swap";
  readonly seat: number;
  readonly with: number;
  readonly gave?: string;
  readonly got?: string;
}

/** Two players trade a card for a card (K21). */
export interface ClefCardsTraded {
  readonly event: "trade";
  readonly seat: number;
  readonly with: number;
  readonly gave?: string;
  readonly got?: string;
}

/** A player keeps a character in secret (K5). */
export interface ClefCharacterChosen {
  readonly event: "choose";
  readonly seat: number;
  readonly character?: string;
}

/** A character is turned face up (K20); `by` is the player who unmasked it (E13). */
export interface ClefCharacterRevealed {
  readonly event: "reveal";
  readonly seat: number;
  readonly character: string;
  readonly by?: number;
}

/** Keep one of the two characters (K5). */
export interface ClefChooseCharacter {
  readonly do: "choose_character";
  readonly character: string;
}

/** A card in hand, or the character's own key (`"character"`), and the keys that it can count as (E3). */
export interface ClefCoin {
  readonly card: string;
  readonly opens: readonly ClefKey[];
  readonly hindered?: "other_world" | "spent" | "unrevealed";
}

/**
 * What the pile of a face-up world may still give: its own cards that the seat does not know to be elsewhere, and
 * cards of other worlds that it knows to be there.
 */
export interface ClefContents {
  readonly world: string;
  readonly bad: number;
  readonly keys: readonly ClefKey[];
}

/** The deciding seat and its decision. `seat` is None when it is secret (K29) and when the game is over. */
export interface ClefDecision {
  readonly seat: number | null;
  readonly what: "accept" | "action" | "answer" | "choose_character" | "discard" | "over" | "pick" | "react";
  readonly with?: number;
  readonly offered?: ClefAnnounced;
  readonly answered?: ClefAnnounced;
  readonly victim?: number;
  readonly seen?: number;
  readonly to?: "hand" | "top";
  readonly given?: string;
  readonly left?: number;
}

/** Put a card under the pile (K19), or lose it (E17). */
export interface ClefDiscard {
  readonly do: "discard";
  readonly card: string;
}

/** A discovery: a bad encounter has an attack, every other card a key (K13, K16). */
export interface ClefDiscoveryCard {
  readonly type: "discovery";
  readonly id: string;
  readonly set: string;
  readonly name: string;
  readonly world: string;
  readonly kind: "MR" | "O" | "R";
  readonly key: ClefKey | null;
  readonly attack: ClefKey | null;
  readonly opens: readonly ClefKey[];
  readonly effect: ClefEffectFacts;
  readonly text: string;
  readonly flavour: string;
  readonly pair?: ClefPairFacts;
  readonly reaction?: ClefReactionFacts;
}

/** Draw a card of the world where the pawn stands (K18). */
export interface ClefDraw {
  readonly do: "draw";
}

/** The effect of a card: its id, its parameters as in the card set, and its properties. */
export interface ClefEffectFacts {
  readonly id: string;
  readonly when: "action" | "drawing" | "pair" | "payment" | "reaction";
  readonly clause: string;
  readonly targets?: readonly ("card" | "seat" | "world")[];
  readonly moves_player?: boolean;
  readonly on_hand?: boolean;
  readonly defends?: boolean;
  readonly symbol?: ClefKey;
  readonly keys?: readonly ClefKey[];
  readonly where?: string;
  readonly n?: number;
  readonly over?: string;
  readonly how?: string;
  readonly key?: ClefKey;
  readonly to?: string;
}

/** A player shows a card, or two, for an effect, with its targets (K22). */
export interface ClefEffectPlayed {
  readonly event: "effect";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly place?: number;
  readonly world?: string;
  readonly target?: number;
}

/** What a seat can pay with, where it can go from its world, how far it is from home, and what the piles hold. */
export interface ClefExplain {
  readonly purse: readonly ClefCoin[];
  readonly ways: readonly ClefWay[];
  readonly home?: ClefWay;
  readonly plans?: readonly ClefWay[];
  readonly contents?: readonly ClefContents[];
  readonly trades?: readonly ClefTradeEffect[];
  readonly readers?: readonly ClefReaderPlan[];
}

/** The game is over (K27, K28); `keys` has the keys that opened the way home: the door's, then the character's. */
export interface ClefGameOver {
  readonly event: "over";
  readonly ranking: readonly (readonly number[])[];
  readonly keys?: readonly ClefStep[];
}

/** Go home to Kernault (K11). */
export interface ClefGoHome {
  readonly do: "go_home";
  readonly keys: readonly string[];
}

/** A player shows the keys of the way home (K11). */
export interface ClefGoHomePlayed {
  readonly event: "go_home";
  readonly seat: number;
  readonly cards: readonly string[];
}

/** Cards that a seat cannot tell apart, and what each of them may be: each other, if `may_be` is omitted. */
export interface ClefGroup {
  readonly cards: readonly string[];
  readonly may_be?: readonly string[];
}

/** A player looks at the hand of another (E4, E11). */
export interface ClefHandSeen {
  readonly event: "look";
  readonly seat: number;
  readonly victim: number;
  readonly cards?: readonly string[];
}

/** A player shows the whole hand to everybody (E20). */
export interface ClefHandShown {
  readonly event: "show_hand";
  readonly seat: number;
  readonly cards: readonly string[];
}

/** What a seat, or a spectator (None), knows about the cards. */
export interface ClefKnows {
  readonly seat: number | null;
  readonly known: readonly string[];
  readonly groups: readonly ClefGroup[];
}

/** Encounters stay in the world that their player leaves (K14). */
export interface ClefLeftBehind {
  readonly event: "left_behind";
  readonly seat: number;
  readonly world: string;
  readonly number: number;
  readonly cards?: readonly string[];
}

/** A player stops the move of another (E2). */
export interface ClefMoveStopped {
  readonly event: "stop";
  readonly seat: number;
  readonly card: string;
  readonly victim: number;
}

/** A player has nothing to lose (E17). */
export interface ClefNothingLost {
  readonly event: "nothing_lost";
  readonly seat: number;
}

/** Offer a card to a player in the same world (K21). */
export interface ClefOffer {
  readonly do: "offer";
  readonly seat: 0 | 1 | 2 | 3 | 4;
  readonly card: string;
}

/** The options of the game, which fill gaps of the book (K20, K28). */
export interface ClefOptions {
  readonly reveal_while_paying: boolean;
  readonly max_rounds: number | null;
}

/** The effect of a card together with another one (K22). */
export interface ClefPairFacts {
  readonly with: string;
  readonly id: string;
  readonly effect: ClefEffectFacts;
  readonly text: string;
}

/** Give up the rest of the turn (K23). */
export interface ClefPass {
  readonly do: "pass";
}

/** A player gives up the rest of the turn (K23). */
export interface ClefPassed {
  readonly event: "pass";
  readonly seat: number;
}

/** A pawn goes from one place to another (EG4). */
export interface ClefPawnMoved {
  readonly event: "move";
  readonly seat: number;
  readonly from: number;
  readonly place: number;
  readonly world: string;
}

/**
 * The pending decision, its seats in the order in which they decide, and its details.
 *
 * A `react` with `played` is a reaction to a card (K25); without it, a reaction to a `bad_encounter` (K24).
 */
export interface ClefPending {
  readonly decision: "accept" | "action" | "answer" | "choose_character" | "discard" | "over" | "pick" | "react";
  readonly seats?: readonly number[];
  readonly played?: ClefTravel | ClefGoHome | ClefPlayEffect;
  readonly bad_encounter?: string;
  readonly offered?: string;
  readonly answered?: string;
  readonly seen?: number;
  readonly to?: "hand" | "top";
  readonly victim?: number;
  readonly given?: string;
  readonly left?: number;
  readonly winner?: number;
}

/** Pick a card; None if the player takes none (EG8). */
export interface ClefPick {
  readonly do: "pick";
  readonly card: string | null;
}

/** A player looks at the top cards of a pile, to pick one for the hand or the top (E5, E6). */
export interface ClefPileSearched {
  readonly event: "search";
  readonly seat: number;
  readonly number: number;
  readonly to: "hand" | "top";
  readonly cards?: readonly string[];
}

/** Play a card, or two that belong together, for the effect, with its targets (K22, EG1). */
export interface ClefPlayEffect {
  readonly do: "effect";
  readonly cards: readonly string[];
  readonly seat?: 0 | 1 | 2 | 3 | 4;
  readonly world?: string | number;
  readonly card?: string;
}

/** A player of a position. Until a character is chosen, `dealt` has two to choose from (K5). */
export interface ClefPlayer {
  readonly name: string;
  readonly world: string;
  readonly character: string | null;
  readonly revealed: boolean;
  readonly key_spent: boolean;
  readonly hand: readonly string[];
  readonly turns_to_miss: number;
  readonly shielded: boolean;
  readonly held: boolean;
  readonly dealt: readonly string[];
  readonly aside: string | null;
}

/** A player as a seat sees it. */
export interface ClefPlayerView {
  readonly name: string;
  readonly place: number;
  readonly hand_size: number;
  readonly hand: readonly string[];
  readonly character: string | null;
  readonly revealed: boolean;
  readonly key_spent: boolean;
  readonly turns_to_miss: number;
  readonly shielded: boolean;
  readonly held: boolean;
  readonly aside?: string;
  readonly dealt?: readonly string[];
  readonly way_home?: ClefWay;
}

/** The complete state of a table of La clef des mondes. */
export interface ClefPosition {
  readonly game: "clef";
  readonly cards: string | null;
  readonly options: ClefOptions;
  readonly worlds: readonly (readonly string[])[];
  readonly face_up: readonly string[];
  readonly players: readonly ClefPlayer[];
  readonly piles: Readonly<Record<string, readonly string[] | null>>;
  readonly turn: ClefTurn;
  readonly first_seat: number;
  readonly round: number;
  readonly seed: number | string | null;
  readonly pending: ClefPending | null;
  readonly knows: readonly ClefKnows[] | null;
  readonly chance: FastStream | FairStream | null;
}

/** React with a card, `against` the card that it cancels, if it cancels one; None lets it happen (K24, K25). */
export interface ClefReact {
  readonly do: "react";
  readonly card: string | null;
  readonly against?: string;
}

/** The reaction that a card carries beside its effect (EG12). */
export interface ClefReactionFacts {
  readonly effect: ClefEffectFacts;
  readonly text: string;
}

/** A character: its own key, and those it needs to go home (K12). */
export interface ClefReaderCard {
  readonly type: "character";
  readonly id: string;
  readonly set: string;
  readonly name: string;
  readonly key: ClefKey;
  readonly needs: readonly ClefKey[];
  readonly flavour: string;
}

/** The way home that a dealt character would have from the starting world (K5, K11). */
export interface ClefReaderPlan {
  readonly character: string;
  readonly home: ClefWay;
}

/** A record of a game of La clef des mondes. */
export interface ClefRecord {
  readonly game: "clef";
  readonly worldgates: number;
  readonly players: readonly string[];
  readonly made_by?: string;
  readonly rules?: number;
  readonly cards?: string;
  readonly seed?: number | string;
  readonly starting_seat?: number;
  readonly commitment?: string;
  readonly resigned?: readonly number[];
  readonly result?: Outcome;
  readonly actions: readonly ClefAction[];
  readonly options?: ClefOptions;
  readonly position?: ClefPosition;
}

/** Reveal the player's own character (K20). */
export interface ClefReveal {
  readonly do: "reveal";
}

/** Worlds and pawns are laid out; a face-down world is None (K3, K6). */
export interface ClefSetUp {
  readonly event: "set_up";
  readonly first_seat: number;
  readonly worlds: readonly (string | null)[];
  readonly places: readonly number[];
}

/** A player is shielded until the next turn (E14). */
export interface ClefShieldRaised {
  readonly event: "shield";
  readonly seat: number;
}

/** A due key, and the card that pays it, or None if it is missing. */
export interface ClefStep {
  readonly key: ClefKey;
  readonly card: string | null;
}

/** A player offers a card in return, announcing its kind and key (K21). */
export interface ClefTradeAnswered {
  readonly event: "answer";
  readonly seat: number;
  readonly kind: "MR" | "O" | "R";
  readonly key: string;
  readonly card?: string;
}

/** The keys that would be missing on the way home without a card, and with the one announced in exchange (K21). */
export interface ClefTradeEffect {
  readonly gives: string;
  readonly missing: readonly ClefKey[];
}

/** A player offers a card to another, announcing its kind and key (K21). */
export interface ClefTradeOffered {
  readonly event: "offer";
  readonly seat: number;
  readonly to: number;
  readonly kind: "MR" | "O" | "R";
  readonly key: string;
  readonly card?: string;
}

/** A player refuses a trade (K21). */
export interface ClefTradeRefused {
  readonly event: "refuse";
  readonly seat: number;
}

/** Travel to a world, paying with cards and perhaps the character's key, `"character"` (K9). */
export interface ClefTravel {
  readonly do: "travel";
  readonly to: string | number;
  readonly keys: readonly string[];
}

/** A player shows the keys of a way; `world` is set if the world at the place is face up (K23). */
export interface ClefTravelPlayed {
  readonly event: "travel";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly place: number;
  readonly world?: string;
}

/** The current turn, and what is left of it. */
export interface ClefTurn {
  readonly seat: number;
  readonly actions_left: number;
  readonly drawn: boolean;
  readonly offered: boolean;
}

/** A turn begins (K18). */
export interface ClefTurnBegan {
  readonly event: "turn";
  readonly seat: number;
  readonly actions: number;
  readonly round: number;
}

/** A player loses the rest of this turn and the next one (E18). */
export interface ClefTurnLost {
  readonly event: "miss_turn";
  readonly seat: number;
}

/** A player misses a turn (K26). */
export interface ClefTurnMissed {
  readonly event: "miss";
  readonly seat: number;
}

/** A shield keeps a bad encounter off (E14). */
export interface ClefUnharmed {
  readonly event: "unharmed";
  readonly seat: number;
}

/** The table as a seat, or a spectator (`seat` is None), sees it. */
export interface ClefView {
  readonly game: "clef";
  readonly cards: string;
  readonly options: ClefOptions;
  readonly seat: number | null;
  readonly worlds: readonly (readonly (string | null)[])[];
  readonly players: readonly ClefPlayerView[];
  readonly piles: Readonly<Record<string, readonly (string | null)[]>>;
  readonly turn: ClefTurn;
  readonly first_seat: number;
  readonly round: number;
  readonly decision: ClefDecision;
  readonly played?: ClefTravel | ClefGoHome | ClefPlayEffect;
  readonly bad_encounter?: string;
  readonly payoffs?: readonly number[];
  readonly ranking?: readonly (readonly number[])[];
  readonly explain?: ClefExplain;
}

/**
 * A way from a place to an adjacent one: the keys that it costs, each with the card that would pay it.
 *
 * As many keys as possible are paid, each with a different card. The first `edge` keys are those of the side or
 * corner (K9); on the way home the character's needs follow (K11).
 */
export interface ClefWay {
  readonly origin: number;
  readonly place: number;
  readonly to: string | number;
  readonly steps: readonly ClefStep[];
  readonly edge: number;
  readonly missing: readonly ClefKey[];
  readonly reveal_helps?: ClefKey;
}

/** A world and the key on each side, clockwise from the top; Kernault has none, another world may lack some (K9). */
export interface ClefWorldCard {
  readonly type: "world";
  readonly id: string;
  readonly set: string;
  readonly name: string;
  readonly keys: readonly (ClefKey | null)[];
}

/** A world is turned face up (K10). */
export interface ClefWorldOpened {
  readonly event: "open_world";
  readonly place: number;
  readonly world: string;
}

/** Minutes for the whole game and seconds added per decision; or hours per decision. */
export interface Clock {
  readonly minutes: number;
  readonly seconds: number;
  readonly hours: number;
}

/** Why a request was rejected, and the key concerned (or the code of a rejection). */
export interface ErrorAnswer {
  readonly error: string;
  readonly key: string;
}

/** The state of a fair stream: its secret seed, and the number of words drawn. */
export interface FairStream {
  readonly stream: "fair";
  readonly seed: string;
  readonly drawn: number;
}

/** The state of a fast stream: its four words. */
export interface FastStream {
  readonly stream: "fast";
  readonly words: readonly [number, number, number, number];
}

/** The host gives a free seat to a bot. */
export interface Fill {
  readonly type: "fill";
  readonly seat: number;
  readonly level?: string;
}

/** Leave the lesson and play on without its guide. */
export interface Free {
  readonly type: "free";
}

/** A player who joins with the link or the code. */
export interface Friend {
  readonly kind: "friend";
}

export interface GameShown<Game extends GameId = GameId> {
  readonly id: GameId;
  readonly titles: Readonly<Record<Language, string>>;
  readonly least_players: number;
  readonly most_players: number;
  readonly options: Options<Game>;
  readonly edition: string;
}

export interface GameStatistics {
  readonly game: string;
  readonly all: Tally;
  readonly against_bots: Tally;
  readonly against_people: Tally;
  readonly by_players: Readonly<Record<string, Tally>>;
  readonly mean_score: number | null;
  readonly best_score: number | null;
  readonly mean_rounds: number;
  readonly streak: number;
  readonly longest_streak: number;
  readonly last: readonly LastGame[];
}

/**
 * The guide in a lesson: the progress, what to know now, and what to do.
 *
 * While others play there is no text; at the end of the chapter there is a text and no action. `target` is the place
 * at the table to press and `about` are those that the text speaks of. If there are wrong answers, the text asks.
 */
export interface Guide<Game extends GameId = GameId> {
  readonly chapter: number;
  readonly chapters: number;
  readonly step: number;
  readonly of: number;
  readonly text: string;
  readonly action: Action<Game> | null;
  readonly action_text: string;
  readonly target: string;
  readonly about: readonly string[];
  readonly wrong: readonly Wrong<Game>[];
  readonly can_go_back: boolean;
}

export interface Health {
  readonly status: "ok";
  readonly version: string;
  readonly tables: number;
  readonly pages: number;
}

/** The first message: the protocol version of the client, its language, and its seat. */
export interface Hello {
  readonly type: "hello";
  readonly v: number;
  readonly language?: Language;
  readonly seat?: number | null;
}

/** Another person on this screen. */
export interface Here {
  readonly kind: "here";
  readonly name: string;
}

export interface Hint {
  readonly type: "hint";
  readonly seat: number;
}

/** The answer to a request for a hint: the action, the reason for it, and its chance against the next best. */
export interface Hinted<Game extends GameId = GameId> {
  readonly type: "hint";
  readonly number: number;
  readonly action: Action<Game>;
  readonly text: string;
  readonly why: string;
  readonly chance?: number;
  readonly next_text?: string;
  readonly next_chance?: number;
  readonly playouts?: number;
}

/** PUT /api/me */
export interface Introduction {
  readonly name: string;
  readonly colour?: number;
  readonly language?: Language;
}

/** POST /api/tables/{id}/join */
export interface Join {
  readonly seat?: number | null;
}

/** The table, and the seat that was taken. */
export interface Joined {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly game: GameId;
  readonly status: Status;
  readonly round: number;
  readonly mine: readonly number[];
  readonly waits_for_me: boolean;
  readonly seats: readonly SeatListed[];
  readonly slow: boolean;
  readonly changed: number;
  readonly won: boolean;
  readonly host: string;
  readonly seat: number;
}

/** A visitor and their tables, most recently changed first. */
export interface Known {
  readonly name: string;
  readonly colour: number;
  readonly language: Language;
  readonly tables: readonly Summary[];
}

export interface LastGame {
  readonly table: string;
  readonly at: number;
  readonly players: readonly string[];
  readonly place: number;
  readonly of: number;
  readonly score: number | null;
}

/** Switch to the view of another of the visitor's seats, or of none (the curtain between players on one screen). */
export interface Look {
  readonly type: "look";
  readonly seat: number | null;
}

/** PUT /api/me/mail: the e-mail address for notices; empty for none. */
export interface MailRequest {
  readonly email: string;
}

export interface MailShown {
  readonly offered: boolean;
  readonly email: string;
  readonly confirmed: boolean;
}

/** The visitor who creates the table. */
export interface Me {
  readonly kind: "me";
}

/** What a character can do. `value` is that of a pictured pearl; a pictured pearl without a value is a `?` (M14). */
export interface MoltharAbility {
  readonly kind:
    | "banish"
    | "bonus for the next"
    | "diamonds lower"
    | "hand limit"
    | "one more action"
    | "ones as eight"
    | "peek"
    | "pictured"
    | "redraw"
    | "rob"
    | "swap"
    | "take back"
    | "three more actions"
    | "threes as anything"
    | "trade two"
    | "wisp";
  readonly value?: number;
}

/** A seat gained actions in its turn. */
export interface MoltharActionsGained {
  readonly event: "more_actions";
  readonly seat: number;
  readonly actions: number;
}

/** Activate the character on a slot of a seat's portal with these hand pearls, in ascending order, and diamonds. */
export interface MoltharActivate {
  readonly do: "activate";
  readonly seat: 0 | 1 | 2 | 3 | 4;
  readonly slot: 0 | 1;
  readonly spend: readonly number[];
  readonly diamonds: number;
}

/** A seat activated a character on the portal of `owner` with these hand pearls and diamonds (their faces). */
export interface MoltharActivated {
  readonly event: "activate";
  readonly seat: number;
  readonly owner: number;
  readonly slot: number;
  readonly character: string;
  readonly spend: readonly (number | string)[];
  readonly diamonds: readonly string[];
}

/** Discard a character from the portal of an opponent. */
export interface MoltharBanish {
  readonly do: "banish";
  readonly seat: 0 | 1 | 2 | 3 | 4;
  readonly slot: 0 | 1;
}

/** A seat discarded a character from the portal of another. */
export interface MoltharBanished {
  readonly event: "banish";
  readonly seat: number;
  readonly victim: number;
  readonly slot: number;
  readonly character: string;
}

/** A seat has one more action in its next turn. */
export interface MoltharBonusGained {
  readonly event: "bonus";
  readonly seat: number;
}

/** A character card: its data, its name, its ability in words (`text`) and its cost in words (`cost`). */
export interface MoltharCharacterCard {
  readonly id: string;
  readonly name: string;
  readonly copies: number;
  readonly requirement:
    | MoltharOfAKind
    | MoltharTwoPairs
    | MoltharPairAnd
    | MoltharThree
    | MoltharSum
    | MoltharRun
    | MoltharExact
    | MoltharEither;
  readonly points: number;
  readonly diamonds: number;
  readonly colour: "blue" | "green" | "red";
  readonly timing:
    | ""
    | "after last action"
    | "any time"
    | "before first action"
    | "on activation"
    | "while on a portal";
  readonly ability: MoltharAbility | null;
  readonly text: string;
  readonly cost: string;
}

/** A seat discarded a character of its full portal to place another. */
export interface MoltharCharacterDiscarded {
  readonly event: "discard_character";
  readonly seat: number;
  readonly slot: number;
  readonly character: string;
}

/**
 * What the seat still needs for a character.
 *
 * `missing` are the values of the pearls that the nearest combination still lacks, `diamonds` is the number of further
 * diamonds that the character itself costs. Face-up characters have a place; those on a portal have the portal's seat
 * and the slot.
 */
export interface MoltharCharacterExplain {
  readonly character: string;
  readonly missing: readonly number[];
  readonly diamonds: number;
  readonly place?: number;
  readonly seat?: number;
  readonly slot?: number;
}

/** A character was turned up on a face-up place. */
export interface MoltharCharacterRevealed {
  readonly event: "reveal_character";
  readonly place: number;
  readonly character: string;
}

/** A swap symbol was turned up: these face-up characters went to the discard pile. */
export interface MoltharCharactersExchanged {
  readonly event: "swap_symbol";
  readonly characters: readonly string[];
}

/** The face-up characters, and the piles from the top. */
export interface MoltharCharactersPosition {
  readonly market: readonly (string | null)[];
  readonly draw: readonly string[] | null;
  readonly discard: readonly string[];
}

/** The face-up characters, the size of the pile, its top card if the seat knows it, and the discard pile. */
export interface MoltharCharactersView {
  readonly market: readonly (string | null)[];
  readonly draw: number;
  readonly top: string | null;
  readonly discard: readonly string[];
}

/** The deciding seat (null when the game is over), its decision, and for `rob_pearl` the seat being robbed. */
export interface MoltharDecisionView {
  readonly seat: number | null;
  readonly what: "action" | "after" | "banish" | "discard" | "over" | "rob" | "rob_pearl" | "take_back";
  readonly victim?: number;
}

/** A seat received a diamond; seats that had looked at the top of the pile know its face. */
export interface MoltharDiamondReceived {
  readonly event: "diamond";
  readonly seat: number;
  readonly character?: string;
}

/** Discard a pearl, down to the hand limit. */
export interface MoltharDiscard {
  readonly do: "discard";
  readonly pearl: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
}

/** A seat discarded a pearl, down to its hand limit. */
export interface MoltharDiscarded {
  readonly event: "discard";
  readonly seat: number;
  readonly pearl: number | string;
}

/** A seat drew pearls for the hand it had discarded. */
export interface MoltharDrew {
  readonly event: "draw";
  readonly seat: number;
  readonly number: number;
  readonly pearls?: readonly (number | string)[];
}

/** One of several lists of values. */
export interface MoltharEither {
  readonly kind: "either";
  readonly choices: readonly (readonly number[])[];
  readonly diamonds: number;
}

/** Do nothing more after the last action. */
export interface MoltharEndTurn {
  readonly do: "end_turn";
}

/** Pearls of exactly these values. */
export interface MoltharExact {
  readonly kind: "exact";
  readonly values: readonly number[];
  readonly diamonds: number;
}

/** What the rules derive from a position for one seat. Payments are listed while it is the seat's turn to act. */
export interface MoltharExplain {
  readonly characters: readonly MoltharCharacterExplain[];
  readonly payments: readonly MoltharPaymentExplain[];
}

/** The last round began. */
export interface MoltharFinalRoundBegan {
  readonly event: "final_round";
}

/** The game ended. */
export interface MoltharGameOver {
  readonly event: "over";
  readonly ranking: readonly (readonly number[])[];
  readonly points: readonly number[];
}

/** What each seat knows: of hands, the top of the character pile, and diamonds (M24). */
export interface MoltharKnowledgePosition {
  readonly hands: readonly MoltharKnownHands[];
  readonly top: readonly number[];
  readonly shuffles: number;
  readonly diamonds: readonly (readonly MoltharKnownDiamond[])[];
}

/** The seats that know the face of a diamond, and the shuffle of the pile it came from. */
export interface MoltharKnownDiamond {
  readonly seats: readonly number[];
  readonly shuffle: number;
}

/**
 * Pearls that a seat (or a spectator, null) may know to be in each hand.
 *
 * `older` are pearls that have been in some hands since the pile last ran out, `older_in` their number per hand.
 */
export interface MoltharKnownHands {
  readonly seat: number | null;
  readonly hands: readonly (readonly (number | string)[])[];
  readonly older?: readonly (number | string)[];
  readonly older_in?: readonly number[];
}

/** There was no diamond left for a seat. */
export interface MoltharNoDiamond {
  readonly event: "no_diamond";
  readonly seat: number;
}

/** The ability of a character did nothing, because there was nothing to choose from. */
export interface MoltharNoTarget {
  readonly event: "no_target";
  readonly seat: number;
}

/** Two, three or four pearls of one value. */
export interface MoltharOfAKind {
  readonly kind: "of_a_kind";
  readonly number: 2 | 3 | 4;
  readonly diamonds: number;
}

/** The options of Molthar: whether the owner of a Will-o'-the-Wisp waits until their next turn (M21). */
export interface MoltharOptions {
  readonly wisp_owner_waits: boolean;
}

/** Any pair, and pearls of these values. */
export interface MoltharPairAnd {
  readonly kind: "pair_and";
  readonly values: readonly number[];
  readonly diamonds: number;
}

/**
 * How a legal activation is paid: what each hand pearl counts as, and which pictured pearls are used.
 *
 * `pictured` are the values of the pictured pearls used, `wild` the values that a `?` counts as. Diamonds of the
 * action that change no pearl are part of the character's cost.
 */
export interface MoltharPaymentExplain {
  readonly action: MoltharActivate;
  readonly uses: readonly MoltharPearlUse[];
  readonly pictured: readonly number[];
  readonly wild: readonly number[];
}

/** A pearl was turned up on a face-up place. */
export interface MoltharPearlRevealed {
  readonly event: "reveal_pearl";
  readonly place: number;
  readonly pearl: number | string;
}

/** A seat took a pearl from the hand it had looked at. */
export interface MoltharPearlRobbed {
  readonly event: "rob_pearl";
  readonly seat: number;
  readonly victim: number;
  readonly pearl?: number | string;
}

/** A hand pearl in a payment: its value, the value that it counts as, and why. */
export interface MoltharPearlUse {
  readonly pearl: number;
  readonly value: number;
  readonly how: "ability" | "as_it_is" | "diamond";
}

/** The face-up pearls, and the piles from the top. */
export interface MoltharPearlsPosition {
  readonly market: readonly (number | string | null)[];
  readonly draw: readonly (number | string)[] | null;
  readonly discard: readonly (number | string)[];
}

/** The face-up pearls, the size of the pile, and the discard pile from the top. */
export interface MoltharPearlsView {
  readonly market: readonly (number | string | null)[];
  readonly draw: number;
  readonly discard: readonly (number | string)[];
}

/** Look at the top character of the pile. */
export interface MoltharPeek {
  readonly do: "peek";
}

/** A seat looked at the top character of the pile. */
export interface MoltharPeeked {
  readonly event: "peek";
  readonly seat: number;
  readonly character?: string;
}

/** The pending decision, with the seat that is robbed for `rob_pearl` and the pearls spent for `take_back`. */
export interface MoltharPendingPosition {
  readonly decision: "action" | "after" | "banish" | "discard" | "over" | "rob" | "rob_pearl" | "take_back";
  readonly victim?: number;
  readonly spent?: readonly (number | string)[];
}

/** Place a face-up character, or the top one of the pile; on a full portal discard the one on a slot first. */
export interface MoltharPlace {
  readonly do: "place";
  readonly from: 0 | 1 | "pile";
  readonly discard?: 0 | 1;
}

/** A seat placed a character on its portal. */
export interface MoltharPlaced {
  readonly event: "place";
  readonly seat: number;
  readonly from: number | "pile";
  readonly slot: number;
  readonly character: string;
}

/** A player's side of the table. Diamonds are given by their faces, oldest first, or as a number. */
export interface MoltharPlayerPosition {
  readonly name: string;
  readonly hand: readonly (number | string)[];
  readonly portal: readonly (string | null)[];
  readonly activated: readonly string[];
  readonly diamonds: number | readonly string[];
  readonly bonus: number;
}

/**
 * A player's side of the table as a seat sees it.
 *
 * `hand` is the whole hand for its owner; of another hand it has the pearls that are certainly in it. `diamonds` has
 * the face of each diamond, oldest first, or null if the seat does not know it.
 */
export interface MoltharPlayerView {
  readonly name: string;
  readonly hand_size: number;
  readonly hand: readonly (number | string)[];
  readonly hand_limit: number;
  readonly portal: readonly [string | null, string | null];
  readonly activated: readonly string[];
  readonly points: number;
  readonly diamonds: readonly (string | null)[];
  readonly bonus: number;
}

/** The complete state of a table. */
export interface MoltharPosition {
  readonly game: "molthar";
  readonly options: MoltharOptions;
  readonly players: readonly MoltharPlayerPosition[];
  readonly pearls: MoltharPearlsPosition;
  readonly characters: MoltharCharactersPosition;
  readonly starting_seat: number;
  readonly turn: MoltharTurnPosition;
  readonly round: number;
  readonly final_round: boolean;
  readonly seed: number | string | null;
  readonly pending: MoltharPendingPosition | null;
  readonly knows: MoltharKnowledgePosition | null;
  readonly chance: FastStream | FairStream | null;
}

/** A game from its seed and options, or from a position, with all its actions. */
export interface MoltharRecord {
  readonly game: "molthar";
  readonly worldgates: number;
  readonly players: readonly string[];
  readonly made_by?: string;
  readonly rules?: number;
  readonly cards?: string;
  readonly seed?: number | string;
  readonly starting_seat?: number;
  readonly commitment?: string;
  readonly resigned?: readonly number[];
  readonly result?: Outcome;
  readonly options?: MoltharOptions;
  readonly position?: MoltharPosition;
  readonly actions: readonly MoltharAction[];
}

/** Discard the whole hand and draw as many pearls. */
export interface MoltharRedraw {
  readonly do: "redraw";
}

/** A seat discarded its whole hand, to draw as many pearls. */
export interface MoltharRedrew {
  readonly event: "redraw";
  readonly seat: number;
  readonly pearls: readonly (number | string)[];
}

/** Replace the face-up pearls. */
export interface MoltharRefresh {
  readonly do: "refresh";
}

/** A seat replaced the face-up pearls; these went to the discard pile. */
export interface MoltharRefreshed {
  readonly event: "refresh";
  readonly seat: number;
  readonly pearls: readonly (number | string)[];
}

/** Look at the hand of an opponent, to take a pearl from it. */
export interface MoltharRob {
  readonly do: "rob";
  readonly seat: 0 | 1 | 2 | 3 | 4;
}

/** Take a pearl from the hand looked at. */
export interface MoltharRobPearl {
  readonly do: "rob_pearl";
  readonly pearl: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
}

/** A seat looked at the hand of another, to take a pearl from it. */
export interface MoltharRobbed {
  readonly event: "rob";
  readonly seat: number;
  readonly victim: number;
  readonly hand?: readonly (number | string)[];
}

/** Consecutive values. */
export interface MoltharRun {
  readonly kind: "run";
  readonly length: number;
  readonly diamonds: number;
}

/** The table was set up: the starting player was drawn, and these cards are face up. */
export interface MoltharSetUp {
  readonly event: "set_up";
  readonly starting_seat: number;
  readonly pearls: readonly (number | string)[];
  readonly characters: readonly string[];
}

/** A discard pile was shuffled into a new pile. */
export interface MoltharShuffled {
  readonly event: "shuffle";
  readonly pile: "characters" | "pearls";
}

/** Pearls that add up to a total: `cards` of them, or any number. */
export interface MoltharSum {
  readonly kind: "sum";
  readonly total: number;
  readonly cards: 3 | null;
  readonly diamonds: number;
}

/** Swap the character on a slot of the seat's portal with a face-up one. */
export interface MoltharSwap {
  readonly do: "swap";
  readonly slot: 0 | 1;
  readonly with: 0 | 1;
}

/** A seat swapped a character of its portal with a face-up one. */
export interface MoltharSwapped {
  readonly event: "swap";
  readonly seat: number;
  readonly slot: number;
  readonly with: number;
  readonly gave: string;
  readonly got: string;
}

/** Take the pearl on a face-up place, or the top one of the pile. */
export interface MoltharTake {
  readonly do: "take";
  readonly from: 0 | 1 | 2 | 3 | "pile";
}

/** Take back one of the pearls just spent. */
export interface MoltharTakeBack {
  readonly do: "take_back";
  readonly pearl: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
}

/** Three odd or three even pearls. */
export interface MoltharThree {
  readonly kind: "three";
  readonly parity: "even" | "odd";
  readonly diamonds: number;
}

/** A seat took a pearl from a face-up place, or from the pile, in which case only the seat sees which. */
export interface MoltharTook {
  readonly event: "take";
  readonly seat: number;
  readonly from: number | "pile";
  readonly pearl?: number | string;
}

/** A seat took back one of the pearls it had just spent. */
export interface MoltharTookBack {
  readonly event: "take_back";
  readonly seat: number;
  readonly pearl: number | string;
}

/** Discard a 2 for a diamond. */
export interface MoltharTradeTwo {
  readonly do: "trade_two";
}

/** A seat discarded a 2 for a diamond. */
export interface MoltharTradedTwo {
  readonly event: "trade_two";
  readonly seat: number;
  readonly pearl: number | string;
}

/** A seat's turn began. */
export interface MoltharTurnBegan {
  readonly event: "turn";
  readonly seat: number;
  readonly actions: number;
  readonly round: number;
}

/** The current turn, and what has happened in it. `new_wisps` are the slots to which a wisp came (M21). */
export interface MoltharTurnPosition {
  readonly seat: number;
  readonly actions_left: number;
  readonly actions_taken: number;
  readonly swapped: boolean;
  readonly peeked: boolean;
  readonly redrew: boolean;
  readonly new_wisps: readonly number[];
}

/** A seat was the first to reach the points that end the game. */
export interface MoltharTwelveReached {
  readonly event: "twelve";
  readonly seat: number;
  readonly points: number;
}

/** Two pairs, which may be equal. */
export interface MoltharTwoPairs {
  readonly kind: "two_pairs";
  readonly diamonds: number;
}

/** The table as a seat sees it, or as a spectator does, whose `seat` is null and who gets no `explain`. */
export interface MoltharView {
  readonly game: "molthar";
  readonly options: MoltharOptions;
  readonly seat: number | null;
  readonly players: readonly MoltharPlayerView[];
  readonly pearls: MoltharPearlsView;
  readonly characters: MoltharCharactersView;
  readonly starting_seat: number;
  readonly turn: MoltharTurnPosition;
  readonly round: number;
  readonly final_round: boolean;
  readonly decision: MoltharDecisionView;
  readonly payoffs?: readonly number[];
  readonly ranking?: readonly (readonly number[])[];
  readonly explain?: MoltharExplain;
}

/** Ask for 15 more seconds in a reaction window, once per window. */
export interface More {
  readonly type: "more";
  readonly number: number;
  readonly seat: number;
}

/** POST /api/tables */
export interface NewTable {
  readonly game: GameId;
  readonly seats: readonly SeatRequest[];
  readonly name?: string;
  readonly options?: object;
  readonly first?: number | null;
  readonly clock?: Clock | null;
  readonly public?: boolean;
  readonly lesson?: number;
  readonly delay?: number;
  readonly reactions?: 5 | 10 | 20 | "fixed";
  readonly bot_speed?: "fast" | "normal" | "slow";
}

/** Something that happened to the viewer alone; `code` is for the client, `text` for the user. */
export interface Notice {
  readonly type: "notice";
  readonly code: "removed" | "time_ran_out";
  readonly text: string;
  readonly seat: number;
  readonly number: number;
}

/** Set the standing orders of a seat. They take effect at once, also for the current question. */
export interface Order {
  readonly type: "order";
  readonly seat: number;
  readonly let_pass?: boolean;
  readonly refuse_trades?: boolean;
}

/** The standing orders of a seat, which only its player sees. */
export interface Orders {
  readonly let_pass: boolean;
  readonly refuse_trades: boolean;
}

/** The result of a game: each seat's share of the victory, and the ranking, with tied seats grouped together. */
export interface Outcome {
  readonly payoffs: readonly number[];
  readonly ranking: readonly (readonly number[])[];
}

/** An action; `number` is that of the state it answers, so that a move sent twice is played once. */
export interface Play<Game extends GameId = GameId> {
  readonly type: "play";
  readonly number: number;
  readonly seat: number;
  readonly action: Action<Game>;
}

/**
 * POST /api/play-on: a new table from a step of a replay, against bots of a level.
 *
 * `viewer` is the viewpoint of the replay: a seat, or null for a spectator. What it does not see is dealt again,
 * unless all cards are open.
 */
export interface PlayOn {
  readonly seat: number;
  readonly step: number;
  readonly table?: string;
  readonly record?: object | null;
  readonly viewer?: number | null;
  readonly open?: boolean;
  readonly level?: string;
}

export interface Profile {
  readonly name: string;
  readonly colour: number;
  readonly language: Language;
}

/** A reaction window: the seconds left, and the total. */
export interface Reaction {
  readonly left: number;
  readonly seconds: number;
  readonly fixed: boolean;
  readonly waits: boolean;
  readonly attack: boolean;
  readonly more: boolean;
}

/** A request was rejected; `code` is for the client, `text` for the user. */
export interface Refused {
  readonly type: "refused";
  readonly code: RejectionCode;
  readonly text: string;
  readonly number: number;
}

export interface Rematch {
  readonly type: "rematch";
}

/** Before the game, free a seat: the host anybody's, others their own. */
export interface Remove {
  readonly type: "remove";
  readonly seat: number;
}

/** The host gives the table another name. */
export interface Rename {
  readonly type: "rename";
  readonly name: string;
}

/** Let a bot play for a seat, or take the seat back. */
export interface Replace {
  readonly type: "replace";
  readonly seat: number;
  readonly bot: boolean;
}

export interface Replay<Game extends GameId = GameId> {
  readonly game: string;
  readonly edition: string;
  readonly players: readonly string[];
  readonly seat: number | null;
  readonly open: boolean;
  readonly resigned: readonly number[];
  readonly steps: readonly Step<Game>[];
}

/** POST /api/replay: a record, and the seat to view; with `open`, all cards are face up. */
export interface ReplayRequest {
  readonly record: object;
  readonly seat?: number | null;
  readonly open?: boolean;
  readonly language?: Language;
}

export interface Resign {
  readonly type: "resign";
  readonly seat: number;
}

/** A line of the chat. `seat` is that of the player who wrote it; a spectator has none, whatever their name. */
export interface Said {
  readonly number: number;
  readonly name: string;
  readonly colour: number;
  readonly text: string;
  readonly at: number;
  readonly seat: number | null;
}

export interface SeatListed {
  readonly name: string;
  readonly colour: number;
  readonly kind: SeatKind;
}

export interface SeatShown {
  readonly name: string;
  readonly colour: number;
  readonly kind: SeatKind;
  readonly mine: boolean;
  readonly present: boolean;
  readonly replaced: boolean;
  readonly resigned: boolean;
  readonly level: string;
  readonly clock: number | null;
  readonly running: boolean;
  readonly decided: boolean;
}

/** An analysis from one viewpoint; `seat` is None for a spectator. */
export interface SeenAnalysis {
  readonly level: string;
  readonly seat: number | null;
  readonly open: boolean;
  readonly steps: readonly (readonly number[])[];
  readonly decisions: readonly SeenDecision[];
  readonly accuracy: readonly Accuracy[];
  readonly key_moments: readonly number[];
  readonly decided: number | null;
  readonly decided_log: number;
  readonly decided_text: string;
}

/** A judged decision: the step of the replay that shows it, what was played, what was better and why. */
export interface SeenDecision {
  readonly step: number;
  readonly seat: number;
  readonly round: number;
  readonly text: string;
  readonly loss?: number;
  readonly chance?: number;
  readonly best_chance?: number;
  readonly best_text?: string;
  readonly why?: string;
  readonly kind?: string;
}

/** A line of the log: the event in words, its clause, and its data for animations. */
export interface Sentence<Game extends GameId = GameId> {
  readonly number: number;
  readonly text: string;
  readonly clause: string;
  readonly event: GameEvent<Game>;
}

/** A player changes the speed of the bots. */
export interface SetSpeed {
  readonly type: "speed";
  readonly speed: "fast" | "normal" | "slow";
}

/** Let the bots play without pauses until a person has to decide. */
export interface Skip {
  readonly type: "skip";
}

/** Change the language. */
export interface Speak {
  readonly type: "speak";
  readonly language: Language;
}

/** The host begins: bots get all free seats. */
export interface Start {
  readonly type: "start";
  readonly level?: string;
}

/**
 * The table as the viewer may see it.
 *
 * `sentences` are new log lines; of the lines that the client has, it keeps the first `kept` (an undo removes some).
 */
export interface State<Game extends GameId = GameId> {
  readonly type: "state";
  readonly number: number;
  readonly status: Status;
  readonly seats: readonly SeatShown[];
  readonly seat: number | null;
  readonly view: View<Game> | null;
  readonly asked: Asked<Game> | null;
  readonly mine_asked: number | null;
  readonly kept: number;
  readonly sentences: readonly Sentence<Game>[];
  readonly can_undo: boolean;
  readonly skipping: boolean;
  readonly reaction: Reaction | null;
  readonly guide: Guide<Game> | null;
  readonly payoffs: readonly number[] | null;
  readonly ranking: readonly (readonly number[])[] | null;
  readonly seed: string | null;
  readonly next_table: string | null;
  readonly watching: readonly string[];
  readonly why_no_undo: string;
  readonly orders: Orders | null;
  readonly bot_speed: "fast" | "normal" | "slow";
  readonly hosting: boolean;
}

/** A decision, its events, and the table after it. The first step is the deal. */
export interface Step<Game extends GameId = GameId> {
  readonly seat: number | null;
  readonly sentences: readonly Sentence<Game>[];
  readonly view: View<Game>;
}

/** A table in a list. It contains nothing secret. */
export interface Summary {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly game: GameId;
  readonly status: Status;
  readonly round: number;
  readonly mine: readonly number[];
  readonly waits_for_me: boolean;
  readonly seats: readonly SeatListed[];
  readonly slow: boolean;
  readonly changed: number;
  readonly won: boolean;
  readonly host: string;
}

/** Games and victories; a shared victory counts as a fraction. */
export interface Tally {
  readonly played: number;
  readonly won: number;
}

export interface Undo {
  readonly type: "undo";
  readonly number: number;
  readonly seat: number;
}

export interface Verified {
  readonly honest: boolean;
  readonly findings: readonly Checked[];
}

/** POST /api/verify: a record, and the commitment that was published before the game. */
export interface VerifyRequest {
  readonly record: object;
  readonly commitment?: string;
  readonly language?: Language;
}

/** The response to hello: the constant data, the chat, and the first state. */
export interface Welcome<Game extends GameId = GameId> {
  readonly type: "welcome";
  readonly v: number;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly game: GameId;
  readonly edition: string;
  readonly options: Options<Game>;
  readonly commitment: string;
  readonly clock: Clock | null;
  readonly language: Language;
  readonly chat: readonly Said[];
  readonly state: State<Game>;
  readonly lesson: boolean;
  readonly delay: number;
  readonly reactions: 5 | 10 | 20 | "fixed";
}

/** A wrong answer to the guide's question: where it is at the table, and the reason. */
export interface Wrong<Game extends GameId = GameId> {
  readonly action: Action<Game>;
  readonly target: string;
  readonly reason: string;
}

export type Action<Game extends GameId = GameId> = Games[Game]["Action"];

export type ClefAction =
  | ClefChooseCharacter
  | ClefDraw
  | ClefDiscard
  | ClefTravel
  | ClefGoHome
  | ClefPlayEffect
  | ClefReveal
  | ClefOffer
  | ClefAnswer
  | ClefAccept
  | ClefReact
  | ClefPick
  | ClefPass;

export type ClefCard = ClefWorldCard | ClefReaderCard | ClefDiscoveryCard;

export type ClefEvent =
  | ClefSetUp
  | ClefCharacterChosen
  | ClefTurnBegan
  | ClefTurnMissed
  | ClefCardDrawn
  | ClefCardDiscarded
  | ClefCharacterRevealed
  | ClefTravelPlayed
  | ClefGoHomePlayed
  | ClefEffectPlayed
  | ClefCardCancelled
  | ClefMoveStopped
  | ClefLeftBehind
  | ClefWorldOpened
  | ClefPawnMoved
  | ClefTradeOffered
  | ClefTradeAnswered
  | ClefTradeRefused
  | ClefCardsTraded
  | ClefCardsSwapped
  | ClefHandSeen
  | ClefCardStolen
  | ClefPileSearched
  | ClefCardPicked
  | ClefShieldRaised
  | ClefBadEncounterMet
  | ClefUnharmed
  | ClefCardLost
  | ClefNothingLost
  | ClefTurnLost
  | ClefHandShown
  | ClefPassed
  | ClefGameOver;

export type ClefKey = "amour" | "combat" | "connaissance" | "magie" | "mort";

export type ClientMessage<Game extends GameId = GameId> =
  | Hello
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
  | Play<Game>;

export type GameCard<Game extends GameId = GameId> = Games[Game]["GameCard"];

export type GameEvent<Game extends GameId = GameId> = Games[Game]["GameEvent"];

export type GameId = "clef" | "molthar";

export type GameRecord<Game extends GameId = GameId> = Games[Game]["GameRecord"];

export type Language = "en" | "fr" | "it";

export type MoltharAction =
  | MoltharTake
  | MoltharRefresh
  | MoltharPlace
  | MoltharActivate
  | MoltharTradeTwo
  | MoltharSwap
  | MoltharPeek
  | MoltharRedraw
  | MoltharEndTurn
  | MoltharDiscard
  | MoltharRob
  | MoltharRobPearl
  | MoltharBanish
  | MoltharTakeBack;

export type MoltharCard = MoltharCharacterCard;

export type MoltharEvent =
  | MoltharSetUp
  | MoltharTurnBegan
  | MoltharTook
  | MoltharPearlRevealed
  | MoltharCharacterRevealed
  | MoltharRefreshed
  | MoltharCharactersExchanged
  | MoltharShuffled
  | MoltharCharacterDiscarded
  | MoltharPlaced
  | MoltharActivated
  | MoltharTwelveReached
  | MoltharDiamondReceived
  | MoltharNoDiamond
  | MoltharActionsGained
  | MoltharBonusGained
  | MoltharNoTarget
  | MoltharRobbed
  | MoltharPearlRobbed
  | MoltharTookBack
  | MoltharBanished
  | MoltharTradedTwo
  | MoltharSwapped
  | MoltharPeeked
  | MoltharRedrew
  | MoltharDrew
  | MoltharDiscarded
  | MoltharFinalRoundBegan
  | MoltharGameOver;

export type Options<Game extends GameId = GameId> = Games[Game]["Options"];

export type RejectionCode = "format" | "not_now" | "not_yours" | "rules" | "stale" | "too_fast" | "version";

export type SeatKind = "bot" | "open" | "person";

export type SeatRequest = Me | Friend | Here | BotSeat;

export type ServerMessage<Game extends GameId = GameId> =
  | State<Game>
  | Welcome<Game>
  | ChatLine
  | Hinted<Game>
  | Refused
  | Notice;

export type Status = "abandoned" | "over" | "playing" | "waiting";

export type View<Game extends GameId = GameId> = Games[Game]["View"];

/** The version of the protocol. */
export const VERSION = 1;

/** Every request of the HTTP API: its body, and the answer to it. */
export interface Requests {
  readonly "GET /api/about": { readonly body: undefined; readonly answer: About };
  readonly "GET /api/openapi.json": { readonly body: undefined; readonly answer: object };
  readonly "GET /api/socket.json": { readonly body: undefined; readonly answer: object };
  readonly "GET /api/games/{game}/cards": { readonly body: undefined; readonly answer: readonly GameCard[] };
  readonly "GET /api/games/{game}/rules": { readonly body: undefined; readonly answer: readonly Clause[] };
  readonly "GET /api/me": { readonly body: undefined; readonly answer: Known | null };
  readonly "PUT /api/me": { readonly body: Introduction; readonly answer: Profile };
  readonly "GET /api/tables": { readonly body: undefined; readonly answer: readonly Summary[] };
  readonly "POST /api/tables": { readonly body: NewTable; readonly answer: Summary };
  readonly "GET /api/tables/{id}": { readonly body: undefined; readonly answer: Summary };
  readonly "POST /api/tables/{id}/join": { readonly body: Join; readonly answer: Joined };
  readonly "GET /api/tables/{id}/record": { readonly body: undefined; readonly answer: GameRecord };
  readonly "GET /api/me/tables": { readonly body: undefined; readonly answer: readonly Summary[] };
  readonly "GET /api/me/statistics": { readonly body: undefined; readonly answer: readonly GameStatistics[] };
  readonly "GET /api/me/mail": { readonly body: undefined; readonly answer: MailShown };
  readonly "PUT /api/me/mail": { readonly body: MailRequest; readonly answer: MailShown };
  readonly "POST /api/replay": { readonly body: ReplayRequest; readonly answer: Replay };
  readonly "POST /api/verify": { readonly body: VerifyRequest; readonly answer: Verified };
  readonly "POST /api/analyses": { readonly body: AnalysisRequest; readonly answer: AnalysisProgress };
  readonly "GET /api/analyses/{id}": { readonly body: undefined; readonly answer: AnalysisProgress };
  readonly "POST /api/play-on": { readonly body: PlayOn; readonly answer: Summary };
  readonly "GET /healthz": { readonly body: undefined; readonly answer: Health };
  readonly "GET /api/codes/{code}": { readonly body: undefined; readonly answer: Summary };
}
