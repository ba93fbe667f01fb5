/* Portals of Molthar: an independent reference in plain C11.
 *
 * Written from the rules text alone (rules/molthar.md, clauses M1 to M24), never from the Python engine, so that the
 * two can be compared: `molthar check` replays recorded games, `molthar bench` measures. See README.md.
 *
 *   cc -O3 -std=c11 -o molthar molthar.c              (-DCHECK: assert after every step that no card is lost)
 */
#ifdef CHECK
#undef NDEBUG
#else
#define NDEBUG
#endif
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 5, PEARLS = 56, CHARACTERS = 54, KINDS = 40, PEARL_PLACES = 4, FACES = 2, SLOTS = 2, NOBODY = -1 };

/* ---------------------------------------------------------------- chance: sfc32 */

typedef struct { uint32_t a, b, c, counter; } Chance;

static inline uint32_t word(Chance *r)
{
    uint32_t t = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = (r->c << 21 | r->c >> 11) + t;
    return t;
}

static void seed(Chance *r, uint64_t value)
{
    *r = (Chance){ (uint32_t)value, (uint32_t)(value >> 32), 0, 1 };
    for (int i = 0; i < 16; i++) word(r);
}

static inline uint32_t below(Chance *r, uint32_t n)
{
    uint64_t product = (uint64_t)word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold) product = (uint64_t)word(r) * n;
    }
    return (uint32_t)(product >> 32);
}

static void shuffle(Chance *r, uint8_t *cards, int len)
{
    for (int last = len - 1; last >= 1; last--) {
        uint32_t other = below(r, (uint32_t)last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

/* ---------------------------------------------------------------- the 40 kinds, in the order of the CSV */

typedef enum {
    NO_ABILITY, WISP,                                         /* M21 */
    GET_BACK, NEXT_MORE, THREE_MORE, ROBBERY, BANISHMENT,     /* red, M19 */
    PICTURED, PICTURED_ANY, THREES_ANY, ONES_EIGHT, LIMIT, EXTRA, LOWER, TWO_TRADE, SWAPPER, PEEKER, REDRAWER /* blue, M20 */
} Ability;

typedef struct {
    const char *id, *requirement;
    uint8_t copies, points, diamonds, ability, pearl;
} Kind;

static const Kind kinds[KINDS] = {
    { "goblin", "pair", 3, 1, 0, NO_ABILITY, 0 },
    { "cerberus", "three of a kind", 2, 2, 0, NO_ABILITY, 0 },
    { "treefolk", "four of a kind", 1, 3, 0, NO_ABILITY, 0 },
    { "lion", "8 8 8 8", 1, 5, 0, NO_ABILITY, 0 },
    { "fairy_godmother", "7 7 7 7", 2, 4, 0, NO_ABILITY, 0 },
    { "giant", "6 6 8 8", 3, 3, 0, NO_ABILITY, 0 },
    { "tweedle", "7 7 8 8", 2, 3, 1, NO_ABILITY, 0 },
    { "hansel_and_gretel", "8 8", 2, 2, 0, NO_ABILITY, 0 },
    { "gnome", "pair + 6 6", 2, 2, 1, NO_ABILITY, 0 },
    { "odd_halfling", "three odd", 1, 1, 1, NO_ABILITY, 0 },
    { "even_halfling", "three even", 1, 1, 1, NO_ABILITY, 0 },
    { "barbarian", "three cards sum 20", 1, 2, 0, NO_ABILITY, 0 },
    { "unicorn", "1 2 3 4", 1, 1, 2, NO_ABILITY, 0 },
    { "pirate_captain", "2 2 2 + diamond", 1, 3, 0, NO_ABILITY, 0 },
    { "wisp_3_6", "3 3 3 or 6 6 6", 1, 3, 0, WISP, 0 },
    { "wisp_4_5", "4 4 4 or 5 5 5", 1, 3, 0, WISP, 0 },
    { "puss_in_boots", "3 4 5", 1, 1, 0, GET_BACK, 0 },
    { "wraith", "two pairs", 1, 2, 0, NEXT_MORE, 0 },
    { "odd_golem", "1 3 5 7", 1, 2, 0, THREE_MORE, 0 },
    { "even_golem", "2 4 6 8", 1, 2, 0, THREE_MORE, 0 },
    { "pixie", "5 6 7", 2, 1, 0, ROBBERY, 0 },
    { "medusa", "three cards sum 7", 2, 1, 0, BANISHMENT, 0 },
    { "dwarf_1", "1 1", 1, 1, 0, PICTURED, 1 },
    { "dwarf_2", "2 2", 1, 1, 0, PICTURED, 2 },
    { "dwarf_3", "3 3", 1, 1, 0, PICTURED, 3 },
    { "dwarf_4", "4 4", 1, 1, 0, PICTURED, 4 },
    { "dwarf_5", "5 5", 1, 1, 0, PICTURED, 5 },
    { "dwarf_6", "6 6", 1, 1, 0, PICTURED, 6 },
    { "dwarf_7", "7 7", 1, 1, 0, PICTURED, 7 },
    { "phoenix", "1 2", 2, 0, 0, PICTURED, 8 },
    { "dragon", "1 1 1 1", 1, 0, 0, PICTURED_ANY, 0 },
    { "fire_imp", "3 3 3", 1, 1, 0, THREES_ANY, 0 },
    { "eternal_boy", "three cards sum 10", 1, 1, 0, ONES_EIGHT, 0 },
    { "winged_monkey", "any number of cards sum 10", 3, 1, 0, LIMIT, 0 },
    { "red_riding_hood", "4 5 6 7 8", 1, 1, 0, EXTRA, 0 },
    { "amazon", "3 5 7", 1, 1, 1, LOWER, 0 },
    { "snow_white", "2", 1, 0, 1, TWO_TRADE, 0 },
    { "mad_hatter", "run of 5", 1, 2, 0, SWAPPER, 0 },
    { "wizard", "run of 3", 1, 1, 0, PEEKER, 0 },
    { "death", "1 8", 1, 1, 0, REDRAWER, 0 },
};

/* ---------------------------------------------------------------- combinations (M13), as bags of values made once */

/* Eight counts in one word, that of value v in byte v - 1. All counts stay far below 128. */
typedef uint64_t Counts;
#define ONE(v) (UINT64_C(1) << 8 * ((v) - 1))
#define EACH UINT64_C(0x0101010101010101)
#define GUARD UINT64_C(0x8080808080808080)
static inline int count(Counts c, int v) { return c >> 8 * (v - 1) & 0xff; }
static inline bool contains(Counts big, Counts small) { return (((big | GUARD) - small) & GUARD) == GUARD; }

enum { LONGEST = 10, MAX_BAGS = 512 };
typedef struct {
    Counts counts;
    uint8_t size, card[LONGEST];                              /* ascending */
} Bag;

static Bag bags[MAX_BAGS];
static int bag_total;
static struct { int first, end, toll; } combination[KINDS];   /* toll: diamonds that are part of the combination */

static void add_bag(const int *values, int size)
{
    if (bag_total == MAX_BAGS || size < 1 || size > LONGEST) abort();
    Bag *bag = &bags[bag_total++];
    Counts counts = 0;
    int n = 0;
    for (int i = 0; i < size; i++) counts += ONE(values[i]);
    for (int v = 1; v <= 8; v++)
        for (int i = 0; i < count(counts, v); i++) bag->card[n++] = (uint8_t)v;
    bag->counts = counts;
    bag->size = (uint8_t)n;
}

/* Every ascending way to go on from values[0..size-1] to the sum; cards: how many are still to come, -1 = any number. */
static void add_sums(int *values, int size, int cards, int sum)
{
    if (sum == 0 && cards <= 0) add_bag(values, size);
    if (sum <= 0 || cards == 0) return;
    for (int v = size ? values[size - 1] : 1; v <= 8 && v <= sum; v++) {
        values[size] = v;
        add_sums(values, size + 1, cards - (cards > 0), sum - v);
    }
}

static void make_combination(int k)
{
    const char *text = kinds[k].requirement;
    int values[LONGEST], sum, length;
    combination[k].first = bag_total;
    if (isdigit((unsigned char)*text)) {                      /* given values, "or" others, "+ diamond" */
        int n = 0;
        for (; *text && *text != '+'; text++) {
            if (isdigit((unsigned char)*text)) values[n++] = *text - '0';
            else if (*text == 'o') add_bag(values, n), n = 0;
        }
        combination[k].toll = *text == '+';
        add_bag(values, n);
    } else if (sscanf(text, "three cards sum %d", &sum) == 1) {
        add_sums(values, 0, 3, sum);
    } else if (sscanf(text, "any number of cards sum %d", &sum) == 1) {
        add_sums(values, 0, -1, sum);
    } else if (sscanf(text, "run of %d", &length) == 1) {
        for (int low = 1; low + length - 1 <= 8; low++) {
            for (int i = 0; i < length; i++) values[i] = low + i;
            add_bag(values, length);
        }
    } else if (!strcmp(text, "two pairs")) {                  /* M13 ruling: the two may be equal */
        for (int v = 1; v <= 8; v++)
            for (int w = v; w <= 8; w++) add_bag((int[]){ v, v, w, w }, 4);
    } else if (!strcmp(text, "pair + 6 6")) {
        for (int v = 1; v <= 8; v++) add_bag((int[]){ v, v, 6, 6 }, 4);
    } else if (!strcmp(text, "three odd") || !strcmp(text, "three even")) {
        for (int u = text[6] == 'o' ? 1 : 2; u <= 8; u += 2)
            for (int v = u; v <= 8; v += 2)
                for (int w = v; w <= 8; w += 2) add_bag((int[]){ u, v, w }, 3);
    } else {
        int same = !strcmp(text, "pair") ? 2 : !strcmp(text, "three of a kind") ? 3 : !strcmp(text, "four of a kind") ? 4 : 0;
        if (!same) abort();
        for (int v = 1; v <= 8; v++) add_bag((int[]){ v, v, v, v }, same);
    }
    combination[k].end = bag_total;
}

/* ---------------------------------------------------------------- the table */

typedef enum { ACTION, AFTER, DISCARDING, ROB_SEAT, ROB_PEARL, BANISHING, TAKING_BACK, OVER } Phase;

/* Pearls are coded 1..8, or value + 8 for the one 3, 4, 5 with the swap symbol (M1); 0 = an open place. */
static inline int value_of(int code) { return code > 8 ? code - 8 : code; }
static inline int code_of(int value, bool symbol) { return symbol ? value + 8 : value; }

typedef struct {
    Counts hand, pictured;                                    /* M14: pictured pearls of given values */
    uint8_t hand_size, symbols;                               /* symbols: bit v = the v with the symbol is in the hand */
    uint8_t pictured_total, any;                              /* any: pictured `?`, also in pictured_total */
    bool threes_any, ones_eight, lower, trade, swapper, peeker, redrawer;
    uint8_t limit, extra, bonus;                              /* bonus: more actions in the next turn only (M19) */
    uint8_t points, activated_total, diamond_first, diamonds;
    int8_t portal[SLOTS];
    bool came_now[SLOTS];                                     /* M21: came to lie there in this turn */
    uint8_t diamond[64];                                      /* a ring, the one received first at diamond_first */
    uint8_t activated[CHARACTERS];
} Player;

typedef struct {
    Chance chance;
    Phase phase;
    int players, seat, start;
    int actions_left, actions_taken;
    int robbed;                                               /* whose hand is being looked at */
    bool waits, last_round, swapped, peeked, redrawn;
    Counts spent;                                             /* hand pearls just spent, for take_back */
    uint8_t spent_symbols;
    uint8_t market[PEARL_PLACES];
    int8_t face[FACES];
    uint8_t pearl_draws, pearl_discards, draws, discards;     /* piles: the last one is the top */
    uint8_t pearl_draw[PEARLS], pearl_discard[PEARLS], draw[CHARACTERS], discard[CHARACTERS];
    Player player[SEATS];
} Game;

typedef int64_t Action;
enum { TAKE, REFRESH, PLACE, ACTIVATE, TRADE_TWO, SWAP, PEEK, REDRAW, END_TURN, DISCARD, ROB, ROB_ONE, BANISH, TAKE_BACK };
enum { PEARL_PILE = 4, CHARACTER_PILE = 2, NO_SLOT = 2 };
#define MAKE(act, first, second) ((Action)(act) | (Action)(first) << 4 | (Action)(second) << 8)
#define DIAMOND ((Action)1 << 12)
#define SPEND(v) ((Action)1 << (20 + 5 * ((v) - 1)))
static inline int do_of(Action a) { return a & 15; }
static inline int first_of(Action a) { return a >> 4 & 15; }
static inline int second_of(Action a) { return a >> 8 & 15; }
static inline int diamonds_of(Action a) { return a >> 12 & 255; }
static inline int spend_of(Action a, int v) { return a >> (20 + 5 * (v - 1)) & 31; }

/* No payment takes more than ten cards from a hand, so there are at most C(18, 8) = 43758 for one character; only the
 * two on one's own portal can both be long (the two wisps are three cards each). */
enum { MOST_PAYMENTS = 43758, UNSORTED = 1 << 16, MOST_ACTIONS = 1 << 17 };
static_assert(MOST_PAYMENTS + UNSORTED + 2000 < MOST_ACTIONS, "room for the actions");

/* ---------------------------------------------------------------- piles and places (M3, M6, M8, M10) */

static inline bool pearls_left(const Game *g) { return g->pearl_draws || g->pearl_discards; }
static inline bool characters_left(const Game *g) { return g->draws || g->discards; }

static inline bool need_pearl(Game *g)
{
    if (!g->pearl_draws) {                                    /* M3 */
        if (!g->pearl_discards) return false;
        memcpy(g->pearl_draw, g->pearl_discard, g->pearl_discards);
        g->pearl_draws = g->pearl_discards;
        g->pearl_discards = 0;
        shuffle(&g->chance, g->pearl_draw, g->pearl_draws);
    }
    return true;
}

static inline bool need_character(Game *g)
{
    if (!g->draws) {                                          /* M3 */
        if (!g->discards) return false;
        memcpy(g->draw, g->discard, g->discards);
        g->draws = g->discards;
        g->discards = 0;
        shuffle(&g->chance, g->draw, g->draws);
    }
    return true;
}

static inline int draw_character(Game *g) { return need_character(g) ? g->draw[--g->draws] : NOBODY; }

static inline void fill_faces(Game *g)
{
    for (int i = 0; i < FACES; i++)
        if (g->face[i] == NOBODY) g->face[i] = (int8_t)draw_character(g);
}

static inline void discard_character(Game *g, int kind)
{
    g->discard[g->discards++] = (uint8_t)kind;
    fill_faces(g);                                            /* M3: an open place is filled first */
}

static void new_faces(Game *g)                                /* M10 */
{
    for (int i = 0; i < FACES; i++)
        if (g->face[i] != NOBODY) {
            g->discard[g->discards++] = (uint8_t)g->face[i];
            g->face[i] = NOBODY;
        }
    fill_faces(g);
}

static inline void discard_pearl(Game *g, int code) { g->pearl_discard[g->pearl_discards++] = (uint8_t)code; }

static inline void lay_pearl(Game *g, int place)
{
    g->market[place] = 0;
    if (!need_pearl(g)) return;
    int code = g->pearl_draw[--g->pearl_draws];
    g->market[place] = (uint8_t)code;
    if (code > 8) new_faces(g);
}

static inline void fill_market(Game *g)
{
    for (int i = 0; i < PEARL_PLACES; i++)
        if (!g->market[i]) lay_pearl(g, i);
}

static inline void into_hand(Player *p, int code)
{
    int v = value_of(code);
    p->hand += ONE(v);
    p->hand_size++;
    if (code > 8) p->symbols |= (uint8_t)(1 << v);
}

/* One pearl of this value leaves; which one, if the one with the symbol is among several, is a matter of chance. */
static inline int leave(Game *g, Counts *from, uint8_t *symbols, int v)
{
    uint32_t n = (uint32_t)count(*from, v);
    bool symbol = *symbols >> v & 1 && (n == 1 || below(&g->chance, n) == 0);
    *from -= ONE(v);
    if (symbol) *symbols &= (uint8_t)~(1 << v);
    return code_of(v, symbol);
}

static inline int out_of_hand(Game *g, Player *p, int v)
{
    p->hand_size--;
    return leave(g, &p->hand, &p->symbols, v);
}

static inline void draw_into_hand(Game *g, Player *p)         /* unseen: no symbol counts (M10) */
{
    if (need_pearl(g)) into_hand(p, g->pearl_draw[--g->pearl_draws]);
}

static inline void receive_diamond(Game *g, Player *p)        /* M18 */
{
    int kind = draw_character(g);
    if (kind != NOBODY) p->diamond[(p->diamond_first + p->diamonds++) & 63] = (uint8_t)kind;
}

/* ---------------------------------------------------------------- payments (M13 to M16) */

typedef struct {
    const Player *player;
    const Bag *bag;
    Action *out;                                              /* may hold a payment several times until sorted */
    int n, purse;                                             /* purse: diamonds there are, toll included */
} Purchase;

static int by_number(const void *x, const void *y)
{
    Action a = *(const Action *)x, b = *(const Action *)y;
    return (a > b) - (a < b);
}

/* Numbers are ordered by the hand pearls, then the diamonds: of equal hand pearls the first is the cheapest (M15). */
static void keep_cheapest(Purchase *p)
{
    if (p->n > 32) {
        qsort(p->out, (size_t)p->n, sizeof *p->out, by_number);
    } else {
        for (int i = 1; i < p->n; i++) {
            Action a = p->out[i];
            int j = i;
            for (; j > 0 && p->out[j - 1] > a; j--) p->out[j] = p->out[j - 1];
            p->out[j] = a;
        }
    }
    int kept = 1;
    for (int i = 1; i < p->n; i++)
        if (p->out[i] >> 20 != p->out[kept - 1] >> 20) p->out[kept++] = p->out[i];
    p->n = kept;
}

/* Pay the bag's cards i and following, each from one of seven sources. Equal cards take their sources in ascending
 * order (`from`), so that no combination of sources is tried twice. `cost` is the action so far. */
static void pay(Purchase *p, int i, int from, Counts hand, Counts pictured, int any, Action cost)
{
    enum { FROM_PICTURED, FROM_ANY, AS_IT_IS, AS_ANY, AS_EIGHT, RAISED, LOWERED };
    if (i == p->bag->size) {
        p->out[p->n++] = cost;
        if (p->n == UNSORTED) keep_cheapest(p);
        return;
    }
    int v = p->bag->card[i];
    if (i && p->bag->card[i - 1] != v) from = 0;
    switch (from) {
    case FROM_PICTURED:                                       /* M14 */
        if (count(pictured, v)) pay(p, i + 1, FROM_PICTURED, hand, pictured - ONE(v), any, cost);
        /* fall through */
    case FROM_ANY:
        if (any) pay(p, i + 1, FROM_ANY, hand, pictured, any - 1, cost);
        /* fall through */
    case AS_IT_IS:
        if (count(hand, v)) pay(p, i + 1, AS_IT_IS, hand - ONE(v), pictured, any, cost + SPEND(v));
        /* fall through */
    case AS_ANY:                                              /* M16, M20 */
        if (p->player->threes_any && v != 3 && count(hand, 3))
            pay(p, i + 1, AS_ANY, hand - ONE(3), pictured, any, cost + SPEND(3));
        /* fall through */
    case AS_EIGHT:
        if (p->player->ones_eight && v == 8 && count(hand, 1))
            pay(p, i + 1, AS_EIGHT, hand - ONE(1), pictured, any, cost + SPEND(1));
        /* fall through */
    case RAISED:                                              /* M15; only 1 to 7 are raised, 2 to 8 lowered */
        if (diamonds_of(cost) == p->purse) break;
        if (v > 1 && count(hand, v - 1))
            pay(p, i + 1, RAISED, hand - ONE(v - 1), pictured, any, cost + SPEND(v - 1) + DIAMOND);
        /* fall through */
    case LOWERED:
        if (p->player->lower && v < 8 && count(hand, v + 1) && diamonds_of(cost) < p->purse)
            pay(p, i + 1, LOWERED, hand - ONE(v + 1), pictured, any, cost + SPEND(v + 1) + DIAMOND);
    }
}

/* What a player's cards could serve as at most, worked out once for all characters of one decision. */
static Counts reach_of(const Player *p)
{
    Counts reach = p->hand + p->pictured + (uint64_t)p->any * EACH;
    if (p->threes_any) reach += (uint64_t)count(p->hand, 3) * EACH;
    if (p->ones_eight) reach += (uint64_t)count(p->hand, 1) * ONE(8);
    if (p->diamonds) {
        reach += p->hand << 8;
        if (p->lower) reach += p->hand >> 8;
    }
    return reach;
}

/* Lists the ways in which a player can activate a kind that lies at (seat, slot). */
static int list_payments(const Player *p, Counts reach, int kind, int seat, int slot, Action *out)
{
    int cards = p->hand_size + p->pictured_total;
    Purchase purchase = { p, NULL, out, 0, p->diamonds };
    if (combination[kind].toll > p->diamonds) return 0;
    Action start = MAKE(ACTIVATE, seat, slot) + combination[kind].toll * DIAMOND;
    for (const Bag *bag = bags + combination[kind].first, *end = bags + combination[kind].end; bag < end; bag++)
        if (bag->size <= cards && contains(reach, bag->counts)) {
            purchase.bag = bag;
            pay(&purchase, 0, 0, p->hand, p->pictured, p->any, start);
        }
    if (purchase.n > 1) keep_cheapest(&purchase);
    return purchase.n;
}

/* ---------------------------------------------------------------- what may be done */

static int list_activations(const Game *g, Action *out)
{
    const Player *me = &g->player[g->seat];
    Counts reach = reach_of(me);
    int n = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        int kind = me->portal[slot];
        if (kind == NOBODY || (kinds[kind].ability == WISP && g->waits && me->came_now[slot])) continue;   /* M21 */
        n += list_payments(me, reach, kind, g->seat, slot, out + n);
    }
    int left = g->seat + 1 == g->players ? 0 : g->seat + 1, right = g->seat ? g->seat - 1 : g->players - 1;
    for (int side = 0; side < 1 + (left != right); side++) {  /* M21: wisps of the neighbours */
        int seat = side ? right : left;
        for (int slot = 0; slot < SLOTS; slot++) {
            int kind = g->player[seat].portal[slot];
            if (kind != NOBODY && kinds[kind].ability == WISP) n += list_payments(me, reach, kind, seat, slot, out + n);
        }
    }
    return n;
}

static int list_places(const Game *g, Action *out)            /* M8 */
{
    const Player *me = &g->player[g->seat];
    bool full = me->portal[0] != NOBODY && me->portal[1] != NOBODY;
    int n = 0, open = (g->face[0] == NOBODY) + (g->face[1] == NOBODY);
    /* With a full portal one's own card is discarded first: it fills an open place, or is there to be drawn. */
    bool pile = g->draws + g->discards + full > (full ? open : 0);
    for (int slot = full ? 0 : NO_SLOT; slot < (full ? SLOTS : NO_SLOT + 1); slot++) {
        for (int i = 0; i < FACES; i++)
            if (g->face[i] != NOBODY) out[n++] = MAKE(PLACE, i, slot);
        if (pile) out[n++] = MAKE(PLACE, CHARACTER_PILE, slot);
    }
    return n;
}

static inline bool can_trade(const Game *g)                   /* M20: not if no diamond is to be had */
{
    const Player *me = &g->player[g->seat];
    return me->trade && count(me->hand, 2) && characters_left(g);
}

static inline bool can_redraw(const Game *g)
{
    const Player *me = &g->player[g->seat];
    return me->redrawer && !g->redrawn && me->hand_size;
}

static inline bool any_pearl(const Game *g)                   /* face up or to be drawn: take and refresh are possible */
{
    return pearls_left(g) || g->market[0] || g->market[1] || g->market[2] || g->market[3];
}

static bool can_act(const Game *g)                            /* M5 */
{
    static Action unused[MOST_ACTIONS];
    return any_pearl(g) || list_places(g, unused) || list_activations(g, unused);
}

static int list_values(Counts c, int act, Action *out)
{
    int n = 0;
    for (int v = 1; v <= 8; v++)
        if (count(c, v)) out[n++] = MAKE(act, v, 0);
    return n;
}

/* Every legal action once; `out` has room for MOST_ACTIONS. */
static int legal(const Game *g, Action *out)
{
    const Player *me = &g->player[g->seat];
    int n = 0;
    switch (g->phase) {
    case ACTION:
        for (int i = 0; i < PEARL_PLACES; i++)
            if (g->market[i]) out[n++] = MAKE(TAKE, i, 0);                                    /* M6 */
        if (pearls_left(g)) out[n++] = MAKE(TAKE, PEARL_PILE, 0);
        if (any_pearl(g)) out[n++] = MAKE(REFRESH, 0, 0);                                     /* M7 */
        n += list_places(g, out + n);                                                         /* M8 */
        n += list_activations(g, out + n);                                                    /* M9 */
        if (can_trade(g)) out[n++] = MAKE(TRADE_TWO, 0, 0);                                   /* M20 */
        if (g->actions_taken == 0) {
            if (me->swapper && !g->swapped)
                for (int slot = 0; slot < SLOTS; slot++)
                    for (int i = 0; i < FACES; i++)
                        if (me->portal[slot] != NOBODY && g->face[i] != NOBODY) out[n++] = MAKE(SWAP, slot, i);
            if (me->peeker && !g->peeked && characters_left(g)) out[n++] = MAKE(PEEK, 0, 0);
        }
        break;
    case AFTER:                                                                               /* M20 */
        if (can_trade(g)) out[n++] = MAKE(TRADE_TWO, 0, 0);
        if (can_redraw(g)) out[n++] = MAKE(REDRAW, 0, 0);
        out[n++] = MAKE(END_TURN, 0, 0);
        break;
    case DISCARDING:                                                                          /* M11 */
        n = list_values(me->hand, DISCARD, out);
        break;
    case ROB_SEAT:                                                                            /* M19 */
        for (int s = 0; s < g->players; s++)
            if (s != g->seat && g->player[s].hand_size) out[n++] = MAKE(ROB, s, 0);
        break;
    case ROB_PEARL:
        n = list_values(g->player[g->robbed].hand, ROB_ONE, out);
        break;
    case BANISHING:
        for (int s = 0; s < g->players; s++)
            for (int slot = 0; slot < SLOTS; slot++)
                if (s != g->seat && g->player[s].portal[slot] != NOBODY) out[n++] = MAKE(BANISH, s, slot);
        break;
    case TAKING_BACK:
        n = list_values(g->spent, TAKE_BACK, out);
        break;
    case OVER:
        break;
    }
    assert(g->phase == OVER || n > 0);
    return n;
}

/* ---------------------------------------------------------------- what happens */

static void begin_turn(Game *g)
{
    Player *me = &g->player[g->seat];
    g->phase = ACTION;
    g->actions_left = 3 + me->extra + me->bonus;              /* M5, M19, M20 */
    g->actions_taken = 0;
    g->swapped = g->peeked = g->redrawn = false;
    me->bonus = 0;
    me->came_now[0] = me->came_now[1] = false;
}

static void next_turn(Game *g)                                /* M22 */
{
    g->seat = g->seat + 1 == g->players ? 0 : g->seat + 1;
    if (g->seat == g->start) {
        if (g->last_round) {
            g->phase = OVER;
            return;
        }
        for (int s = 0; s < g->players; s++)
            if (g->player[s].points >= 12) g->last_round = true;
    }
    begin_turn(g);
}

/* Goes on to where somebody has to decide. */
static void advance(Game *g)
{
    for (;;) {
        const Player *me = &g->player[g->seat];
        switch (g->phase) {
        case ACTION:
            if (g->actions_left && can_act(g)) return;
            g->phase = AFTER;
            break;
        case AFTER:
            if (can_trade(g) || can_redraw(g)) return;
            g->phase = DISCARDING;
            break;
        case DISCARDING:
            if (me->hand_size > me->limit) return;            /* M11 */
            next_turn(g);
            break;
        default:
            return;
        }
    }
}

static void set_up(Game *g, int players, uint64_t table_seed, bool waits, int start)          /* M1 to M4 */
{
    memset(g, 0, sizeof *g);
    seed(&g->chance, table_seed);
    g->players = players;
    g->waits = waits;
    for (int s = 0; s < SEATS; s++) {
        g->player[s].portal[0] = g->player[s].portal[1] = NOBODY;
        g->player[s].limit = 5;
    }
    for (int v = 1; v <= 8; v++)
        for (int i = 0; i < 7; i++) g->pearl_draw[g->pearl_draws++] = (uint8_t)code_of(v, i == 6 && v >= 3 && v <= 5);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < kinds[k].copies; i++) g->draw[g->draws++] = (uint8_t)k;
    shuffle(&g->chance, g->pearl_draw, PEARLS);
    shuffle(&g->chance, g->draw, CHARACTERS);
    for (int i = 0; i < PEARL_PLACES; i++) g->market[i] = g->pearl_draw[--g->pearl_draws];    /* no swap here, M4 */
    for (int i = 0; i < FACES; i++) g->face[i] = (int8_t)g->draw[--g->draws];
    g->start = g->seat = start >= 0 ? start : (int)below(&g->chance, (uint32_t)players);
    begin_turn(g);
    advance(g);
}

static void gain(Player *p, int kind)                         /* M17, M20: lasts from now on */
{
    p->activated[p->activated_total++] = (uint8_t)kind;
    p->points += kinds[kind].points;
    switch ((Ability)kinds[kind].ability) {
    case PICTURED: p->pictured += ONE(kinds[kind].pearl); p->pictured_total++; break;
    case PICTURED_ANY: p->any++; p->pictured_total++; break;
    case THREES_ANY: p->threes_any = true; break;
    case ONES_EIGHT: p->ones_eight = true; break;
    case LIMIT: p->limit++; break;
    case EXTRA: p->extra++; break;
    case LOWER: p->lower = true; break;
    case TWO_TRADE: p->trade = true; break;
    case SWAPPER: p->swapper = true; break;
    case PEEKER: p->peeker = true; break;
    case REDRAWER: p->redrawer = true; break;
    default: break;
    }
}

static void activate(Game *g, Action a)                       /* M9 */
{
    Player *me = &g->player[g->seat], *owner = &g->player[first_of(a)];
    int kind = owner->portal[second_of(a)];
    owner->portal[second_of(a)] = NOBODY;

    g->spent = 0;
    g->spent_symbols = 0;
    for (int v = 1; v <= 8; v++)
        for (int i = spend_of(a, v); i > 0; i--) {
            int code = out_of_hand(g, me, v);
            g->spent += ONE(v);
            if (code > 8) g->spent_symbols |= (uint8_t)(1 << v);
            discard_pearl(g, code);
        }
    if (kinds[kind].ability != GET_BACK) fill_market(g);      /* M3: filled first; pearls to take back wait, M19 */
    for (int i = diamonds_of(a); i > 0; i--) {                /* M15: the one received first */
        int diamond = me->diamond[me->diamond_first];
        me->diamond_first = (me->diamond_first + 1) & 63;
        me->diamonds--;
        discard_character(g, diamond);
    }
    gain(me, kind);
    for (int i = 0; i < kinds[kind].diamonds; i++) receive_diamond(g, me);

    switch ((Ability)kinds[kind].ability) {                   /* M19; with no target nothing happens */
    case EXTRA: g->actions_left++; break;                     /* M20: including this turn */
    case THREE_MORE: g->actions_left += 3; break;
    case NEXT_MORE: g->player[(g->seat + 1) % g->players].bonus++; break;
    case ROBBERY: g->phase = ROB_SEAT; break;
    case BANISHMENT: g->phase = BANISHING; break;
    case GET_BACK: if (g->spent) g->phase = TAKING_BACK; break;
    default: break;
    }
    if (g->phase == ROB_SEAT || g->phase == BANISHING) {
        bool target = false;
        for (int s = 0; s < g->players; s++) {
            const Player *p = &g->player[s];
            if (s == g->seat) continue;
            target |= g->phase == ROB_SEAT ? p->hand_size > 0 : p->portal[0] != NOBODY || p->portal[1] != NOBODY;
        }
        if (!target) g->phase = ACTION;
    }
    if (g->phase == ACTION) fill_market(g);                   /* nothing was there to take back */
}

static void place(Game *g, int from, int slot)                /* M8 */
{
    Player *me = &g->player[g->seat];
    if (slot == NO_SLOT) {
        slot = me->portal[0] == NOBODY ? 0 : 1;
    } else {
        int old = me->portal[slot];
        me->portal[slot] = NOBODY;
        discard_character(g, old);
    }
    if (from == CHARACTER_PILE) {
        me->portal[slot] = (int8_t)draw_character(g);
    } else {
        me->portal[slot] = g->face[from];
        g->face[from] = (int8_t)draw_character(g);
    }
    me->came_now[slot] = true;
    assert(me->portal[slot] != NOBODY);
}

static void redraw(Game *g)                                   /* M20 */
{
    Player *me = &g->player[g->seat];
    int n = me->hand_size;
    g->redrawn = true;
    for (int v = 1; v <= 8; v++)
        while (count(me->hand, v)) discard_pearl(g, out_of_hand(g, me, v));
    fill_market(g);
    while (n-- > 0) draw_into_hand(g, me);
}

static void take_back(Game *g, int v)                         /* M19 */
{
    int code = leave(g, &g->spent, &g->spent_symbols, v), at = g->pearl_discards - 1;
    while (at > 0 && g->pearl_discard[at] != code) at--;
    assert(g->pearl_discard[at] == code);
    g->pearl_discards--;
    memmove(g->pearl_discard + at, g->pearl_discard + at + 1, (size_t)(g->pearl_discards - at));
    into_hand(&g->player[g->seat], code);
}

/* Plays an action that `legal` lists. */
static void play(Game *g, Action a)
{
    Player *me = &g->player[g->seat];
    int act = do_of(a), first = first_of(a), second = second_of(a);
    if (act <= ACTIVATE) {                                    /* M12: nothing else is an action */
        g->actions_left--;
        g->actions_taken++;
    }
    switch (act) {
    case TAKE:                                                /* M6 */
        if (first == PEARL_PILE) {
            draw_into_hand(g, me);
        } else {
            into_hand(me, g->market[first]);
            lay_pearl(g, first);
        }
        break;
    case REFRESH:                                             /* M7 */
        for (int i = 0; i < PEARL_PLACES; i++)
            if (g->market[i]) discard_pearl(g, g->market[i]);
        memset(g->market, 0, sizeof g->market);
        for (int i = 0; i < PEARL_PLACES; i++) lay_pearl(g, i);
        break;
    case PLACE:
        place(g, first, second);
        break;
    case ACTIVATE:
        activate(g, a);
        break;
    case TRADE_TWO:
        discard_pearl(g, out_of_hand(g, me, 2));
        fill_market(g);
        receive_diamond(g, me);
        break;
    case SWAP: {
        int8_t kind = me->portal[first];
        me->portal[first] = g->face[second];
        g->face[second] = kind;
        me->came_now[first] = true;
        g->swapped = true;
        break;
    }
    case PEEK:
        need_character(g);                                    /* M3: looking needs a card too */
        g->peeked = true;
        break;
    case REDRAW:
        redraw(g);
        break;
    case END_TURN:
        g->phase = DISCARDING;
        break;
    case DISCARD:
        discard_pearl(g, out_of_hand(g, me, first));
        fill_market(g);
        break;
    case ROB:
        g->robbed = first;
        g->phase = ROB_PEARL;
        break;
    case ROB_ONE:
        into_hand(me, out_of_hand(g, &g->player[g->robbed], first));
        break;
    case BANISH: {
        int kind = g->player[first].portal[second];
        g->player[first].portal[second] = NOBODY;
        discard_character(g, kind);
        break;
    }
    case TAKE_BACK:
        take_back(g, first);
        break;
    }
    if (act == ROB_ONE || act == BANISH || act == TAKE_BACK) g->phase = ACTION;
    if (act == TAKE_BACK) fill_market(g);
    advance(g);
}

#ifdef CHECK
static void check_cards(const Game *g)                        /* M1, M2: every card is somewhere, once */
{
    int pearls[14] = { 0 }, characters[KINDS] = { 0 };
    for (int i = 0; i < g->pearl_draws; i++) pearls[g->pearl_draw[i]]++;
    for (int i = 0; i < g->pearl_discards; i++) pearls[g->pearl_discard[i]]++;
    for (int i = 0; i < PEARL_PLACES; i++) pearls[g->market[i]]++;
    for (int i = 0; i < g->draws; i++) characters[g->draw[i]]++;
    for (int i = 0; i < g->discards; i++) characters[g->discard[i]]++;
    for (int i = 0; i < FACES; i++)
        if (g->face[i] != NOBODY) characters[g->face[i]]++;
        else assert(!characters_left(g));
    for (int s = 0; s < SEATS; s++) {
        const Player *p = &g->player[s];
        int size = 0, points = 0;
        assert(s < g->players || (!p->hand_size && !p->diamonds && p->portal[0] == NOBODY && p->portal[1] == NOBODY));
        for (int v = 1; v <= 8; v++) {
            bool symbol = p->symbols >> v & 1;
            assert(count(p->hand, v) >= symbol && count(p->hand, v) <= 7);
            pearls[v] += count(p->hand, v) - symbol;
            if (symbol) pearls[code_of(v, true)]++;
            size += count(p->hand, v);
        }
        assert(size == p->hand_size);
        for (int slot = 0; slot < SLOTS; slot++)
            if (p->portal[slot] != NOBODY) characters[p->portal[slot]]++;
        for (int i = 0; i < p->diamonds; i++) characters[p->diamond[(p->diamond_first + i) & 63]]++;
        for (int i = 0; i < p->activated_total; i++) {
            characters[p->activated[i]]++;
            points += kinds[p->activated[i]].points;
        }
        assert(points == p->points);
        assert(s == g->seat || p->hand_size <= p->limit);
    }
    for (int v = 1; v <= 8; v++) assert(pearls[v] == 7 - (v >= 3 && v <= 5));
    for (int v = 3; v <= 5; v++) assert(pearls[code_of(v, true)] == 1);
    assert(!pearls[9] && !pearls[10]);
    for (int k = 0; k < KINDS; k++) assert(characters[k] == kinds[k].copies);
}
#else
#define check_cards(g) ((void)0)
#endif

/* ---------------------------------------------------------------- for people */

static void print_action(Action a)
{
    static const char *const names[] = { "take", "refresh", "place", "activate", "trade_two", "swap", "peek", "redraw", "end_turn",
                                         "discard", "rob", "rob_pearl", "banish", "take_back" };
    int act = a < 0 ? 15 : do_of(a), first = first_of(a), second = second_of(a);
    printf("    %" PRId64 " = ", a);
    if (act > TAKE_BACK) { puts("no action at all"); return; }
    printf("%s", names[act]);
    switch (act) {
    case TAKE: first == PEARL_PILE ? printf(" from pile") : printf(" from %d", first); break;
    case PLACE:
        first == CHARACTER_PILE ? printf(" from pile") : printf(" from %d", first);
        if (second != NO_SLOT) printf(", discard %d", second);
        break;
    case ACTIVATE:
        printf(" seat %d slot %d, spend [", first, second);
        for (int v = 1; v <= 8; v++)
            for (int i = 0; i < spend_of(a, v); i++) printf(" %d", v);
        printf(" ], diamonds %d", diamonds_of(a));
        break;
    case SWAP: printf(" slot %d with %d", first, second); break;
    case ROB: printf(" seat %d", first); break;
    case BANISH: printf(" seat %d slot %d", first, second); break;
    case DISCARD: case ROB_ONE: case TAKE_BACK: printf(" pearl %d", first); break;
    }
    putchar('\n');
}

static const char *name_of(int kind) { return kind == NOBODY ? "-" : kinds[kind].id; }

static void print_table(const Game *g)
{
    static const char *const phases[] = { "action", "after the last action", "discard", "rob a seat", "rob a pearl", "banish", "take back", "over" };
    printf("  seat %d, decision: %s, actions left %d, taken %d, starting seat %d%s%s\n", g->seat, phases[g->phase], g->actions_left,
           g->actions_taken, g->start, g->last_round ? ", last round" : "", g->waits ? ", wisp_owner_waits" : "");
    printf("  pearls:");
    for (int i = 0; i < PEARL_PLACES; i++) printf(" %d%s", value_of(g->market[i]), g->market[i] > 8 ? "*" : "");
    printf(" (draw %d, discard %d)  characters: %s %s (draw %d, discard %d)\n", g->pearl_draws, g->pearl_discards, name_of(g->face[0]),
           name_of(g->face[1]), g->draws, g->discards);
    for (int s = 0; s < g->players; s++) {
        const Player *p = &g->player[s];
        printf("  seat %d: hand [", s);
        for (int v = 1; v <= 8; v++)
            for (int i = count(p->hand, v); i > 0; i--) printf(" %d%s", v, i == 1 && p->symbols >> v & 1 ? "*" : "");
        printf(" ] portal [ %s%s %s%s ] diamonds %d points %d activated [", name_of(p->portal[0]), p->came_now[0] ? "(new)" : "",
               name_of(p->portal[1]), p->came_now[1] ? "(new)" : "", p->diamonds, p->points);
        for (int i = 0; i < p->activated_total; i++) printf(" %s", name_of(p->activated[i]));
        printf(" ]\n");
    }
}

/* ---------------------------------------------------------------- check */

static Game table;
static Action listed[MOST_ACTIONS];

static int64_t line_number;

_Noreturn static void malformed(const char *what)
{
    fprintf(stderr, "molthar: line %" PRId64 ": %s\n", line_number, what);
    exit(2);
}

static char *read_line(FILE *in)                              /* NULL at the end of the input */
{
    static char line[MOST_ACTIONS * 24];                      /* enough for the longest list of actions */
    line_number++;
    if (!fgets(line, sizeof line, in)) return NULL;
    size_t length = strlen(line);
    if (length + 1 == sizeof line) malformed("the line is too long");
    if (!feof(in) && (!length || line[length - 1] != '\n')) malformed("a zero byte");
    return line;
}

static bool number(const char **at, int64_t *out)             /* false at the end of the line */
{
    while (isspace((unsigned char)**at)) ++*at;
    if (!**at) return false;
    char *end;
    errno = 0;
    *out = strtoll(*at, &end, 10);
    if (errno || end == *at || (*end && !isspace((unsigned char)*end))) malformed("a number expected");
    *at = end;
    return true;
}

static int64_t need(const char **at, int64_t low, int64_t high, const char *what)
{
    int64_t value;
    if (!number(at, &value) || value < low || value > high) malformed(what);
    return value;
}

static bool parse_seed(const char **at, uint64_t *out)
{
    char *end;
    while (isspace((unsigned char)**at)) ++*at;
    if (!isdigit((unsigned char)**at)) return false;
    errno = 0;
    *out = strtoull(*at, &end, 10);
    if (errno || (*end && !isspace((unsigned char)*end))) return false;
    *at = end;
    return true;
}

static void need_end(const char *at)
{
    while (isspace((unsigned char)*at)) at++;
    if (*at) malformed("more on the line than expected");
}

static int64_t games, step, decisions;

static void difference(const char *what)
{
    printf("DIFFERENCE in game %" PRId64 ", step %" PRId64 " (line %" PRId64 "): %s\n", games, step, line_number, what);
}

_Noreturn static void give_up(void)
{
    printf("  The table as the reference sees it:\n");
    print_table(&table);
    exit(1);
}

static void compare_state(int seat, Action *theirs, int n)
{
    int mine = legal(&table, listed);
    if (table.phase == OVER) {
        difference("the recording asks for a decision, the reference says the game is over");
        give_up();
    }
    if (seat != table.seat) {
        difference("another seat has to decide");
        printf("  recording: seat %d, reference: seat %d\n", seat, table.seat);
        give_up();
    }
    qsort(listed, (size_t)mine, sizeof *listed, by_number);
    qsort(theirs, (size_t)n, sizeof *theirs, by_number);
    if (mine == n && !memcmp(listed, theirs, (size_t)n * sizeof *theirs)) return;
    difference("the legal actions differ");
    printf("  extra (in the recording only):\n");
    for (int i = 0; i < n; i++)
        if (!bsearch(&theirs[i], listed, (size_t)mine, sizeof *listed, by_number)) print_action(theirs[i]);
    printf("  missing (in the reference only):\n");
    for (int i = 0; i < mine; i++)
        if (!bsearch(&listed[i], theirs, (size_t)n, sizeof *theirs, by_number)) print_action(listed[i]);
    printf("  listed more than once in the recording (formats.md: every distinct action once):\n");
    for (int i = 1; i < n; i++)
        if (theirs[i] == theirs[i - 1]) print_action(theirs[i]);
    give_up();
}

static void compare_end(const int64_t *points, const int64_t *diamonds)
{
    bool same = true;
    if (table.phase != OVER) {
        difference("the recording is over, the reference is not");
        give_up();
    }
    for (int s = 0; s < table.players; s++)
        if (points[s] != table.player[s].points || diamonds[s] != table.player[s].diamonds) {
            if (same) difference("the final scores differ");
            same = false;
            printf("  seat %d: recording %" PRId64 " points, %" PRId64 " diamonds; reference %d points, %d diamonds\n", s, points[s],
                   diamonds[s], table.player[s].points, table.player[s].diamonds);
        }
    if (!same) give_up();
}

static int check(void)
{
    static Action theirs[MOST_ACTIONS];
    char *line;
    while ((line = read_line(stdin))) {
        const char *at = line;
        while (isspace((unsigned char)*at)) at++;
        if (!*at) continue;
        const char *command = at;
        while (*at && !isspace((unsigned char)*at)) at++;
        size_t length = (size_t)(at - command);
#define IS(text) (length == sizeof(text) - 1 && !memcmp(command, text, length))
        if (IS("game")) {
            uint64_t table_seed;
            int players = (int)need(&at, 2, SEATS, "game: players 2 to 5 expected");
            if (!parse_seed(&at, &table_seed)) malformed("game: a seed from 0 to 2^64 - 1 expected");
            bool waits = need(&at, 0, 1, "game: waits 0 or 1 expected");
            int start = (int)need(&at, -1, players - 1, "game: a starting seat, or -1, expected");
            need_end(at);
            set_up(&table, players, table_seed, waits, start);
            games++;
            step = 0;
        } else if (!games) {
            malformed("`game` expected first");
        } else if (IS("state")) {
            int seat = (int)need(&at, 0, table.players - 1, "state: a seat expected");
            int n = (int)need(&at, 0, MOST_ACTIONS, "state: the number of actions expected");
            for (int i = 0; i < n; i++)
                if (!number(&at, &theirs[i])) malformed("state: fewer actions than announced");
            need_end(at);
            compare_state(seat, theirs, n);
            decisions++;
        } else if (IS("play")) {
            Action a = need(&at, INT64_MIN, INT64_MAX, "play: an action expected");
            need_end(at);
            int n = legal(&table, listed), i = 0;
            while (i < n && listed[i] != a) i++;
            if (i == n) {
                difference("an action is played that is not legal");
                print_action(a);
                give_up();
            }
            play(&table, a);
            check_cards(&table);
            step++;
        } else if (IS("over")) {
            int64_t score[2 * SEATS];
            for (int i = 0; i < 2 * table.players; i++)
                if (!number(&at, &score[i])) malformed("over: points, then diamonds, of every seat expected");
            need_end(at);
            compare_end(score, score + table.players);
        } else {
            malformed("`game`, `state`, `play` or `over` expected");
        }
    }
    if (ferror(stdin)) malformed("the input cannot be read");
    printf("%" PRId64 " games, %" PRId64 " decisions agree\n", games, decisions);
    return 0;
}

/* ---------------------------------------------------------------- bench */

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int bench(int players, uint64_t count_of_games, uint64_t first_seed)
{
    enum { CAP = 100000 };
    Chance choice;
    uint64_t total = 0;
    double began = now();
    seed(&choice, first_seed);
    for (uint64_t i = 0; i < count_of_games; i++) {
        set_up(&table, players, first_seed + i, false, -1);
        for (int made = 0; made < CAP && table.phase != OVER; made++, total++) {
            int n = legal(&table, listed);
            play(&table, listed[below(&choice, (uint32_t)n)]);
            check_cards(&table);
        }
    }
    double seconds = now() - began;
    printf("{\"players\": %d, \"games\": %" PRIu64 ", \"decisions\": %" PRIu64 ", \"seconds\": %.6f, \"decisions_per_s\": %.0f}\n", players,
           count_of_games, total, seconds, seconds > 0 ? (double)total / seconds : 0.0);
    return 0;
}

int main(int argc, char **argv)
{
    for (int k = 0; k < KINDS; k++) make_combination(k);
    if (argc == 2 && !strcmp(argv[1], "check")) return check();
    if (argc == 5 && !strcmp(argv[1], "bench")) {
        uint64_t given[3];
        for (int i = 0; i < 3; i++) {
            const char *at = argv[2 + i];
            if (!parse_seed(&at, &given[i]) || *at) goto usage;
        }
        if (given[0] >= 2 && given[0] <= SEATS) return bench((int)given[0], given[1], given[2]);
    }
usage:
    fputs("usage: molthar check < games\n       molthar bench PLAYERS GAMES SEED   (2 to 5 players)\n", stderr);
    return 2;
}
