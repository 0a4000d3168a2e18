/* Which elements are planted, and in how many cases.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/planted.h"
#include "oracle/strides.h"

enum {
    LATE = 0, /* classes of places */
    SOON,
    IN_TAIL,
    CLASSES,
    EARLY = 16, /* vectors */
    MOST_VECTORS = 34,
    LEAST_VECTORS = 18,
    SMALL_BYTES = 4096 - XL_ALIGNMENTS, /* of a buffer in a call that is made with others */
    LEAST_PLACES = 8,                   /* of a class, where there are fewer lanes */
    PAIRS = 12,
    FEW = 4,
    FAR_KINDS = 2,
    FAR_CASES = 2 * FAR_KINDS,
    FAR_VECTORS = 300, /* more than 8 bits count */
    FAR_FROM = 257,
    FAR_ELEMENTS = 66047, /* more than 16 bits count */
    FAR_FIRST = 65537,
    SPREAD_TIMES = 16
};

/* Bytes of all arrays' elements for one of n, at most. */
static size_t widest(const struct xl_kernel *kernel)
{
    size_t most = 1;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const size_t bytes = xl_arg_is_buffer(arg) ? arg->per_n * xl_type_size(arg->type) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Whole vectors of most cases: so few that calls are made many at a time. */
static size_t vectors_of(const struct xl_kernel *kernel, size_t lanes)
{
    const size_t fit = SMALL_BYTES / widest(kernel) / lanes, whole = fit ? fit - 1 : 0;
    return whole < LEAST_VECTORS ? LEAST_VECTORS : whole > MOST_VECTORS ? MOST_VECTORS : whole;
}

static size_t places_of(size_t lanes)
{
    return lanes > LEAST_PLACES ? lanes : LEAST_PLACES;
}

static void set_places(struct xl_case *c, size_t first, size_t second)
{
    c->walk = (uint64_t)second << 32 | first;
}

/* Number k of a class goes through all lanes; and through the vectors of the class, for each kind
 * from another one on. */
static void get_single(size_t k, size_t class, size_t kind, size_t vectors, struct xl_case *c)
{
    const size_t lane = (k + k / c->lanes) % c->lanes, rest = c->lanes > 1 ? c->lanes - 1 : 1;
    const size_t turn = k + 5 * kind % 11, whole = class == LATE ? vectors : EARLY + 1;
    size_t first = whole * c->lanes + k % rest;
    if (class != IN_TAIL)
        first = (class == LATE ? EARLY + turn % (vectors - EARLY) : turn % EARLY) * c->lanes + lane;
    c->n = whole * c->lanes + rest;
    set_places(c, first, first);
}

/* Two in one vector, or in two of a block, the later one in a lane before the other's. */
static void get_pair(size_t i, struct xl_case *c)
{
    static const struct {
        unsigned char vector, apart;
    } pairs[PAIRS] = {{1, 1}, {0, 0}, {0, 2}, {2, 1}, {0, 1}, {1, 2},
                      {3, 0}, {0, 3}, {3, 1}, {1, 0}, {1, 5}, {0, 7}};
    const size_t far = pairs[i].apart, lanes = c->lanes;
    const size_t lane = lanes > 2 ? 1 + i % (lanes - 2) : lanes - 1;
    const size_t first = (8 + pairs[i].vector) * lanes + lane - (!far && lanes > 1);
    c->n = (EARLY + 1) * lanes + 1;
    set_places(c, first, first + (far ? far * lanes - (lanes > 1) : i % 3 || lanes < 4 ? 1 : 2));
}

/* At a rest of any length, where the array is not at a page's end. */
static void get_behind(size_t i, struct xl_case *c)
{
    static const uint8_t poisons[] = {0xff, 0, 0xa5, 0x5a};
    c->placement = i % 3 ? XL_PLACEMENT_OFF : XL_PLACEMENT_START;
    c->n = (i % 2 ? 4 : 1) * c->lanes + i % c->lanes;
    c->poison = poisons[(i + i / c->lanes) % sizeof poisons];
    c->round = XL_PLANTED_NONE;
}

/* More vectors than 8 bits count; and more bytes than 16 bits, or elements up to the last. */
static void get_far(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t drawn = c->seed >> 16, many = (FAR_VECTORS - FAR_FROM) * c->lanes;
    size_t first = FAR_FROM * c->lanes + drawn % many;
    c->n = xl_max_n(kernel, FAR_VECTORS * c->lanes);
    if (i >= FAR_KINDS && widest(kernel) == 1) {
        c->n = xl_max_n(kernel, FAR_ELEMENTS);
        first = FAR_FIRST + drawn % (FAR_ELEMENTS - FAR_FIRST);
    } else if (i >= FAR_KINDS) {
        c->n = xl_max_n(kernel, XL_LARGE_N);
        first = c->n - 1 - (drawn & 3 ? drawn % (c->n / 2 + 1) : 0);
    }
    set_places(c, first, first);
}

size_t xl_planted_count(const struct xl_kernel *kernel, size_t lanes)
{
    const size_t kinds = xl_planted_kinds(kernel);
    return xl_can_plant(kernel) ? kinds * (CLASSES * places_of(lanes) + PAIRS) +
                                      (XL_PLANTED_KINDS - kinds) * FEW + FAR_CASES + lanes
                                : 0;
}

void xl_planted_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t kinds = xl_planted_kinds(kernel), vectors = vectors_of(kernel, c->lanes);
    const size_t singles = CLASSES * places_of(c->lanes), others = (XL_PLANTED_KINDS - kinds) * FEW;
    size_t kind = i % kinds, k = i / kinds, way = k + k / CLASSES / XL_PLANTED_WAYS;
    c->fill = XL_FILL_PLANTED;
    c->seed &= ~UINT64_C(63); /* what .prepare leaves alone */
    c->round = 0;
    if (k < singles) {
        get_single(k / CLASSES, k % CLASSES, kind, vectors, c);
    } else if ((k -= singles) < PAIRS) {
        get_pair(k, c);
    } else if ((i -= kinds * (singles + PAIRS)) < others) {
        kind = kinds + i / FEW;
        way = i;
        get_single((c->seed / 64 + i) % places_of(c->lanes), LATE, kind, vectors, c);
    } else if ((i -= others) < FAR_CASES) {
        kind = i % FAR_KINDS;
        get_far(kernel, i, c);
    } else {
        get_behind(i - FAR_CASES, c);
    }
    c->round |= (unsigned)(kind + XL_PLANTED_KINDS * (way % XL_PLANTED_WAYS));
    c->n = xl_max_n(kernel, c->n);
}

void xl_spread_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    static const unsigned char kinds[XL_SPREAD_CASES][2] = {{1, 1}, {0, 2}, {0, 0}};
    const size_t step = 9 * c->lanes + 1, lanes = c->lanes, drawn = c->seed >> 8;
    const bool are_runs = i + 1 == XL_SPREAD_CASES;
    c->fill = XL_FILL_PLANTED;
    c->seed &= ~UINT64_C(63);
    c->round = (unsigned)(kinds[i][drawn % 2] +
                          XL_PLANTED_KINDS * (i ? drawn / 2 % XL_PLANTED_WAYS : 2 + drawn / 2 % 2));
    c->round |= are_runs ? XL_PLANTED_RUNS : XL_PLANTED_SPREAD;
    c->n = xl_max_n(kernel, are_runs ? 2 * (lanes + 1) * lanes : SPREAD_TIMES * step);
    set_places(c, step, drawn % lanes);
}
