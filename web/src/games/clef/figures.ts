// The glyph of each card. Cards of other card sets use the glyph of their effect.
export const WORLDS: Record<string, { glyph: string; colours: [string, string, string]; land: string }> = {
  kernault: { glyph: "family-house", colours: ["#f2cf7f", "#a8742a", "#4a2c0c"], land: '<path d="M0 150c40-14 70-14 100-6s60 4 100-8v70H0z"/>' },
  gaulois: { glyph: "menhir", colours: ["#c9d98a", "#5c7a36", "#1f3315"], land: '<path d="M0 140c30-16 60-18 90-6s70 2 110-10v80H0z"/><path d="M62 132l6-34 8-4 5 36zM124 128l5-26 7-2 5 28z"/>' },
  chasse: { glyph: "stag-head", colours: ["#e8b978", "#8a4e22", "#33190a"], land: '<path d="M40 150l10-62 10 62zM58 150l8-46 8 46zM126 150l9-58 9 58zM144 150l7-40 7 40z"/><path d="M0 146h200v60H0z"/>' },
  clairiere: { glyph: "spotted-mushroom", colours: ["#f4c6dd", "#5f8f63", "#1d3a33"], land: '<path d="M0 142c50-20 150-20 200 0v64H0z"/><circle cx="66" cy="72" r="2.5"/><circle cx="136" cy="62" r="2"/><circle cx="128" cy="90" r="2.5"/><circle cx="72" cy="104" r="2"/>' },
  miroir: { glyph: "mirror-mirror", colours: ["#dff0f2", "#5f93a8", "#1c3b4e"], land: '<path d="M0 148l20-6 20 6 20-6 20 6 20-6 20 6 20-6 20 6 20-6 20 6v58H0z"/>' },
  milieu: { glyph: "mountaintop", colours: ["#f0d9a0", "#7d8a4a", "#343a18"], land: '<path d="M30 150l34-56 22 30 22-44 52 70z"/><path d="M0 146h200v60H0z"/>' },
  crypte: { glyph: "crypt-entrance", colours: ["#c4bfcf", "#5b5570", "#1c1929"], land: '<path d="M60 150v-34c0-8 14-8 14 0v34zM128 150v-28c0-8 14-8 14 0v28z"/><path d="M0 144h200v62H0z"/>' },
  multivers: { glyph: "galaxy", colours: ["#c7b4ff", "#4a4aa8", "#12123d"], land: '<circle cx="66" cy="70" r="9"/><circle cx="138" cy="110" r="6"/><circle cx="134" cy="62" r="3"/><path d="M0 156c60-20 140-20 200 0v50H0z"/>' },
  conan: { glyph: "dragon-head", colours: ["#ffc08a", "#a83a22", "#3b0d0a"], land: '<path d="M40 150l22-60 14 22 16-38 18 44 12-20 34 52z"/><path d="M0 146h200v60H0z"/>' },
};
const ELSEWHERE = { glyph: "wooden-door", colours: ["#e8d6b0", "#8a6a3a", "#33220c"] as [string, string, string], land: '<path d="M0 146h200v60H0z"/>' };
export const worldFigure = (id: string) => WORLDS[id] ?? ELSEWHERE;

const READERS: Record<string, string> = {
  reveur: "candle-holder", erudite: "spectacle-lenses", enfant_a_la_lampe: "flashlight", bibliophile: "bookshelf", roliste: "dice-twenty-faces-twenty",
  devoreur_de_sagas: "book-pile", gothique: "raven", insomniaque: "owl", romantique: "rose", conteur: "scroll-unfurled",
};
export const readerGlyph = (id: string): string => READERS[id] ?? "open-book";

const DISCOVERIES: Record<string, string> = {
  esus: "battle-axe", ambactes: "roman-shield", epona: "horse-head", ogmios: "sonic-shout", torque: "torc", chaudron: "cauldron", taranis: "lightning-storm", brume_des_tertres: "fog",
  cor: "hunting-horn", epieu: "barbed-spear", grand_cerf: "stag-head", veneur: "cloaked-figure-on-horseback", levrier_blanc: "hound", ankou: "grim-reaper", meute_hurlante: "wolf-howl", bal_des_damnes: "skeleton",
  roi_des_elfes: "elf-helmet", reine_des_fees: "fairy", lutin: "bad-gnome", ondine: "mermaid", baguette_de_coudrier: "fairy-wand", rosee_de_verite: "dew", herbier: "herbs-bundle", feu_follet: "fluffy-flame",
  reine_blanche: "chess-queen", humpty_dumpty: "big-egg", cavalier_blanc: "chess-knight", livre_a_l_envers: "spell-book", epee_vorpale: "shining-sword", gateau_du_lion: "cake-slice", jabberwock: "spiked-dragon-head", reine_rouge: "queen-crown",
  eclaireur: "bowman", vieux_magicien: "wizard-face", dame_des_bois: "woman-elf-face", cotte_du_roi_mort: "chain-mail", carte_ancienne: "treasure-map", miche_du_voyageur: "bread", troll_du_pont: "troll", ombre_du_nord: "shadow-grasp",
  fossoyeur: "hasty-grave", chasseuse_de_vampires: "crossbow", chapelet_d_ail: "garlic", cape_du_comte: "vampire-cape", comte: "vampire-dracula", fiancee_pale: "female-vampire", goule: "shambling-zombie", caveau_scelle: "sarcophagus",
  passeur: "canoe", autre_vous: "double-face-mask", archiviste: "archive-research", boussole_affolee: "compass", passe_partout: "skeleton-key", sablier_renverse: "hourglass", paradoxe: "infinity", faille: "earth-crack",
  barbare: "barbarian", necromancienne: "raise-skeleton", filet_du_belluaire: "fishing-net", amulette_de_jade: "emerald-necklace", elixir_de_dragon: "round-potion", dragon_rouge: "dragon-breath", sorcier_serpent: "snake-totem", idole_aux_cent_yeux: "totem-head",
};
const EFFECTS: Record<string, string> = {
  cancel: "roman-shield", stop_move: "fishing-net", wild: "skeleton-key", look_hand: "all-seeing-eye", search: "archive-research", peek: "all-seeing-eye", draw: "card-draw", free_travel: "horse-head", jump: "treasure-map",
  banish: "exit-door", steal: "robber-hand", swap: "shaking-hands", unmask: "double-face-mask", shield: "torc", summon: "hunting-horn", lose: "shadow-grasp", miss_turn: "hourglass", thrown: "lightning-storm", show_hand: "totem-head",
};
export const discoveryGlyph = (id: string, effect: string): string => DISCOVERIES[id] ?? EFFECTS[effect] ?? "open-book";
