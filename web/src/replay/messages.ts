// The messages of the replay, statistics and big screen pages, loaded only with them.
import type { Language } from "../protocol.gen";
import { locale } from "../i18n/index.svelte";

const en = {
  // Replay
  replay: "Replay", replayOf: (game: string) => `Replay: ${game}`,
  controls: "Playback", position: "Moment of the game", step: (n: number, all: number) => `Step ${n} of ${all}`,
  toStart: "To the beginning", back: "One step back", backTurn: "One turn back", play: "Play", pause: "Pause", on: "One step on", onTurn: "One turn on", toEnd: "To the end",
  speed: "Speed", eyes: "Seen by", spectator: "spectators", open: "all cards open",
  keys: "Keys: ← → step, Page ↑ ↓ turn, Home and End, Space plays.",
  result: "Result", download: "Download the record", copyLink: "Copy the link to this moment", check: "Was the deal fair?", openOther: "Open another record", toTable: "To the table",
  begin: "The cards are dealt.",
  loading: "The game is being laid out again…",
  notOver: "This game is not over yet", notOverText: "A game can be looked back at when it has ended. Until then you can look on.", watchIt: "Look on",
  gone: "There is no such game", goneText: "The link may be misspelt, or the game was put away.",
  // A record from disk
  openRecord: "Open a record", openText: "Drop the file of a game here, or choose it. It is laid out again step by step; nothing is kept.", choose: "Choose a file…", dropIt: "Drop it here",
  fromTerminal: "The record of a finished game can be downloaded on its last page; worldgates replay and worldgates verify read the same file.",
  notJson: "This file is not a record: it is not written in JSON.", notRecord: (why: string) => `This is not a record that can be shown: ${why}.`, tooLarge: "This file is too large for a record.", unreadable: "This file cannot be read.",
  // The check of the deal
  fairText: "Before the first card the table was bound to a secret seed by a commitment; now the seed is open. Whoever has both can deal again and compare.",
  commitment: "Commitment", seed: "Seed", notedHere: "noted by this browser before the end of the game", notNoted: "This browser was not there before the end, so it can only compare with the commitment in the record. If you noted another, put it here.",
  noCommitment: "none", checkDeal: "Check the deal", checking: "Dealing again…", honest: "The deal was fair.", dishonest: "Something is wrong with this record.", fine: "In order", wrong: "Not in order",
  // Statistics
  statistics: "My games", noGames: "No finished game yet", noGamesText: "When you have played a game to its end, its result stands here, and you can look at it again.", toLobby: "To the lobby",
  played: (n: number): string => (n === 1 ? "game" : "games"), won: "won", share: "of all games won", streak: (n: number): string => (n === 1 ? "victory in a row" : "victories in a row"), longest: (n: number) => `at most ${n}`,
  best: "best score", mean: "on average", rounds: "rounds on average", against: "Against", bots: "bots alone", people: "people", byPlayers: "At the table", nPlayers: (n: string) => `${n} players`, lastGames: "Last games",
  gamesWon: (won: string, played: number) => `${won} of ${played}`, place: (n: number, of: number) => `${n === 1 ? "1st" : n === 2 ? "2nd" : n === 3 ? "3rd" : `${n}th`} of ${of}`, points: (n: number) => (n === 1 ? "1 point" : `${n} points`),
  counted: "Games in which you had one seat. A shared victory counts in parts.", lookBack: "Look back",
  // The big screen
  bigScreen: "Big screen", joinAt: "Join at", withCode: "with the code", freeSeats: (n: number) => (n === 1 ? "One seat is free" : `${n} seats are free`), beginsSoon: "The game begins soon",
  leaveScreen: "Back to the table", fullScreen: "Full screen", lookers: (n: number) => (n === 1 ? "1 looks on" : `${n} look on`), later: (minutes: string) => `shown ${minutes} later`,
};
export type ReplayMessages = typeof en;

const fr: ReplayMessages = {
  replay: "Revoir", replayOf: (game) => `Revoir : ${game}`,
  controls: "Lecture", position: "Moment de la partie", step: (n, all) => `Étape ${n} sur ${all}`,
  toStart: "Au début", back: "Une étape en arrière", backTurn: "Un tour en arrière", play: "Lire", pause: "Pause", on: "Une étape en avant", onTurn: "Un tour en avant", toEnd: "À la fin",
  speed: "Vitesse", eyes: "Vu par", spectator: "les spectateurs", open: "toutes cartes ouvertes",
  keys: "Touches : ← → étape, Page ↑ ↓ tour, Début et Fin, Espace lit.",
  result: "Résultat", download: "Télécharger la feuille de partie", copyLink: "Copier le lien vers ce moment", check: "La donne était-elle honnête ?", openOther: "Ouvrir une autre feuille", toTable: "À la table",
  begin: "Les cartes sont distribuées.",
  loading: "On remet la partie en place…",
  notOver: "Cette partie n’est pas finie", notOverText: "On peut revoir une partie quand elle est terminée. D’ici là, on peut la regarder.", watchIt: "Regarder",
  gone: "Cette partie n’existe pas", goneText: "Le lien est peut-être mal écrit, ou la partie a été rangée.",
  openRecord: "Ouvrir une feuille de partie", openText: "Déposez ici le fichier d’une partie, ou choisissez-le. Elle est rejouée pas à pas ; rien n’est gardé.", choose: "Choisir un fichier…", dropIt: "Déposez-le ici",
  fromTerminal: "La feuille d’une partie finie se télécharge à sa dernière page ; worldgates replay et worldgates verify lisent le même fichier.",
  notJson: "Ce fichier n’est pas une feuille de partie : il n’est pas écrit en JSON.", notRecord: (why) => `Cette feuille ne peut pas être montrée : ${why}.`, tooLarge: "Ce fichier est trop grand pour une feuille de partie.", unreadable: "Ce fichier est illisible.",
  fairText: "Avant la première carte, un engagement a lié la table à une graine secrète ; la graine est maintenant connue. Qui a les deux peut redistribuer et comparer.",
  commitment: "Engagement", seed: "Graine", notedHere: "noté par ce navigateur avant la fin de la partie", notNoted: "Ce navigateur n’était pas là avant la fin : il ne peut comparer qu’avec l’engagement de la feuille. Si vous en avez noté un autre, mettez-le ici.",
  noCommitment: "aucun", checkDeal: "Vérifier la donne", checking: "On redistribue…", honest: "La donne était honnête.", dishonest: "Quelque chose ne va pas dans cette feuille.", fine: "En ordre", wrong: "Pas en ordre",
  statistics: "Mes parties", noGames: "Aucune partie finie", noGamesText: "Quand vous aurez joué une partie jusqu’au bout, son résultat sera ici, et vous pourrez la revoir.", toLobby: "À l’accueil",
  played: (n) => (n < 2 ? "partie" : "parties"), won: "gagnées", share: "des parties gagnées", streak: (n) => (n < 2 ? "victoire d’affilée" : "victoires d’affilée"), longest: (n) => `au plus ${n}`,
  best: "meilleur score", mean: "en moyenne", rounds: "tours en moyenne", against: "Contre", bots: "des robots seuls", people: "des personnes", byPlayers: "À la table", nPlayers: (n) => `${n} joueurs`, lastGames: "Dernières parties",
  gamesWon: (won, played) => `${won} sur ${played}`, place: (n, of) => `${n === 1 ? "1er" : `${n}e`} sur ${of}`, points: (n) => (n < 2 ? `${n} point` : `${n} points`),
  counted: "Les parties où vous aviez une seule place. Une victoire partagée compte en partie.", lookBack: "Revoir",
  bigScreen: "Grand écran", joinAt: "Rejoignez la table sur", withCode: "avec le code", freeSeats: (n) => (n < 2 ? "Une place est libre" : `${n} places sont libres`), beginsSoon: "La partie va commencer",
  leaveScreen: "Retour à la table", fullScreen: "Plein écran", lookers: (n) => (n < 2 ? "1 personne regarde" : `${n} personnes regardent`), later: (minutes) => `montré ${minutes} plus tard`,
};

const it: ReplayMessages = {
  replay: "Rivedi", replayOf: (game) => `Rivedi: ${game}`,
  controls: "Riproduzione", position: "Momento della partita", step: (n, all) => `Passo ${n} di ${all}`,
  toStart: "All’inizio", back: "Un passo indietro", backTurn: "Un turno indietro", play: "Avvia", pause: "Pausa", on: "Un passo avanti", onTurn: "Un turno avanti", toEnd: "Alla fine",
  speed: "Velocità", eyes: "Visto da", spectator: "spettatori", open: "tutte le carte scoperte",
  keys: "Tasti: ← → passo, Pag ↑ ↓ turno, Inizio e Fine, Spazio avvia.",
  result: "Risultato", download: "Scarica il verbale", copyLink: "Copia il link a questo momento", check: "La distribuzione era onesta?", openOther: "Apri un altro verbale", toTable: "Al tavolo",
  begin: "Le carte sono distribuite.",
  loading: "Si rimette in tavola la partita…",
  notOver: "Questa partita non è finita", notOverText: "Una partita si può rivedere quando è finita. Fino ad allora si può guardare.", watchIt: "Guarda",
  gone: "Questa partita non esiste", goneText: "Forse il link è scritto male, o la partita è stata riposta.",
  openRecord: "Apri un verbale", openText: "Trascina qui il file di una partita, o sceglilo. Si rivede passo per passo; niente viene conservato.", choose: "Scegli un file…", dropIt: "Lascialo qui",
  fromTerminal: "Il verbale di una partita finita si scarica dalla sua ultima pagina; worldgates replay e worldgates verify leggono lo stesso file.",
  notJson: "Questo file non è un verbale: non è scritto in JSON.", notRecord: (why) => `Questo verbale non si può mostrare: ${why}.`, tooLarge: "Questo file è troppo grande per un verbale.", unreadable: "Questo file non si può leggere.",
  fairText: "Prima della prima carta un impegno ha legato il tavolo a un seme segreto; ora il seme è noto. Chi li ha entrambi può ridistribuire e confrontare.",
  commitment: "Impegno", seed: "Seme", notedHere: "annotato da questo browser prima della fine della partita", notNoted: "Questo browser non c’era prima della fine: può confrontare solo con l’impegno del verbale. Se ne hai annotato un altro, scrivilo qui.",
  noCommitment: "nessuno", checkDeal: "Controlla la distribuzione", checking: "Si ridistribuisce…", honest: "La distribuzione era onesta.", dishonest: "Qualcosa non va in questo verbale.", fine: "In ordine", wrong: "Non in ordine",
  statistics: "Le mie partite", noGames: "Ancora nessuna partita finita", noGamesText: "Quando avrai giocato una partita fino in fondo, il suo risultato sarà qui, e potrai rivederla.", toLobby: "All’ingresso",
  played: (n) => (n === 1 ? "partita" : "partite"), won: "vinte", share: "delle partite vinte", streak: (n) => (n === 1 ? "vittoria di fila" : "vittorie di fila"), longest: (n) => `al massimo ${n}`,
  best: "miglior punteggio", mean: "in media", rounds: "giri in media", against: "Contro", bots: "solo bot", people: "persone", byPlayers: "Al tavolo", nPlayers: (n) => `${n} giocatori`, lastGames: "Ultime partite",
  gamesWon: (won, played) => `${won} su ${played}`, place: (n, of) => `${n}º su ${of}`, points: (n) => (n === 1 ? "1 punto" : `${n} punti`),
  counted: "Le partite in cui avevi un solo posto. Una vittoria condivisa conta in parte.", lookBack: "Rivedi",
  bigScreen: "Grande schermo", joinAt: "Unisciti su", withCode: "con il codice", freeSeats: (n) => (n === 1 ? "Un posto è libero" : `${n} posti sono liberi`), beginsSoon: "La partita sta per cominciare",
  leaveScreen: "Torna al tavolo", fullScreen: "Schermo intero", lookers: (n) => (n === 1 ? "1 persona guarda" : `${n} persone guardano`), later: (minutes) => `mostrato ${minutes} dopo`,
};

const ALL: Record<Language, ReplayMessages> = { en, fr, it };

export const replayMessages = (): ReplayMessages => ALL[locale.language];
