/* Inputs for searches and for code that reads text: their elements, and the calls that have them.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/planted.h"

#include <string.h>

#include "oracle/strides.h"
#include "oracle/values.h"

enum { MAX_NEEDLES = 16 };

/* The values that are searched for. */
struct needles {
    size_t count;
    uint64_t bits[MAX_NEEDLES];
};

static bool is_haystack(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) && arg->per_n && !xl_arg_has_shape(arg);
}

static bool is_needle(const struct xl_kernel *kernel, size_t index)
{
    const struct xl_arg *arg = &kernel->args[index];
    if (arg->kind != XL_ARG_VALUE && !(arg->kind == XL_ARG_IN && !arg->per_n))
        return false;
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (is_haystack(&kernel->args[k]) && kernel->args[k].type == arg->type)
            return !arg->is_size;
    return false;
}

bool xl_can_plant(const struct xl_kernel *kernel)
{
    return kernel->contract.kind == XL_EXACT && xl_count_args(kernel, is_haystack);
}

/* Whether it can be compared with another array. */
static bool is_paired(const struct xl_kernel *kernel, size_t index)
{
    const size_t first = xl_follows(kernel, index);
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (k != index && xl_follows(kernel, k) == first)
            return is_haystack(&kernel->args[k]);
    return false;
}

/* The positions of one or two planted elements; for XL_PLANTED_SPREAD, the distance and the first
 * position. */
struct places {
    size_t first, second;
};

static struct places places_in(const struct xl_case *c)
{
    const struct places p = {c->walk & UINT32_MAX, c->walk >> 32};
    return c->round & XL_PLANTED_MODES || !c->n ? p
                                                : (struct places){p.first % c->n, p.second % c->n};
}

/* The number of a planted element, from 1 on; 0: element i is not planted. */
static size_t planted(const struct xl_case *c, struct places p, size_t i)
{
    if (!(c->round & XL_PLANTED_MODES))
        return i == p.first ? 1 : i == p.second ? 2 : 0;
    if (c->round & XL_PLANTED_NONE)
        return 0;
    if (c->round & XL_PLANTED_SPREAD)
        return i % p.first == p.second ? 1 + i / p.first % 2 : 0;
    const size_t vector = i / c->lanes, lane = i % c->lanes, run = vector % (c->lanes + 1);
    return vector / (c->lanes + 1) % 2 ? lane >= run : lane < run;
}

static uint64_t top_of(enum xl_type type)
{
    return UINT64_C(1) << (xl_type_bits(type) - 1);
}

/* The rank of a number in ascending order, from 0 on. */
static uint64_t rank_of(enum xl_type type, uint64_t bits)
{
    if (xl_type_is_float(type) && bits & top_of(type))
        return ~bits & xl_type_mask(type);
    return xl_type_is_signed(type) ? bits ^ top_of(type) : bits;
}

static uint64_t bits_of_rank(enum xl_type type, uint64_t rank)
{
    if (xl_type_is_float(type) && !(rank & top_of(type)))
        return ~rank & xl_type_mask(type);
    return xl_type_is_signed(type) ? rank ^ top_of(type) : rank;
}

/* A small or larger number, which can be added to a needle's rank without overflow. */
static uint64_t few(enum xl_type type, uint64_t random)
{
    return random & 1 ? random >> 1 & 3 : (random >> 1) % (xl_type_mask(type) / 8);
}

static uint64_t poison_of(enum xl_type type, const struct xl_case *c)
{
    return c->poison * UINT64_C(0x0101010101010101) & xl_type_mask(type);
}

/* A value to search for: any, a special one, or the poison around the array. For kinds that compare
 * by order, a value with many others on both sides. */
static uint64_t needle_bits(const struct xl_arg *arg, const struct xl_case *c, uint64_t random)
{
    const uint64_t mask = xl_type_mask(arg->type);
    if (c->round & XL_PLANTED_NONE)
        return poison_of(arg->type, c);
    if (c->round % XL_PLANTED_KINDS > 1)
        return xl_type_is_float(arg->type)
                   ? xl_domain_bits(arg, random)
                   : bits_of_rank(arg->type, mask / 4 + random % (mask / 2));
    if (xl_type_is_float(arg->type))
        return xl_domain_bits(arg, random);
    return random >> 62 ? random & mask : xl_special_bits(arg->type, random % XL_SPECIALS);
}

static bool is_among(const struct needles *needles, uint64_t bits)
{
    for (size_t i = 0; i < needles->count; i++)
        if (needles->bits[i] == bits)
            return true;
    return false;
}

/* Whether the other elements have no zero, which may end a search. */
static bool has_no_zero(const struct xl_case *c)
{
    return c->round / XL_PLANTED_KINDS % XL_PLANTED_WAYS != 3;
}

/* A value that is no needle; half of the time it differs from one in one bit. */
static uint64_t other_than(enum xl_type type, const struct needles *needles,
                           const struct xl_case *c, uint64_t random)
{
    uint64_t bits = random & xl_type_mask(type);
    if (random >> 63)
        bits = needles->bits[random % needles->count] ^ UINT64_C(1)
                                                            << (random >> 8) % xl_type_bits(type);
    const bool no_zero = has_no_zero(c);
    for (unsigned bit = 0; bit < xl_type_bits(type); bit++) {
        if (!is_among(needles, bits) && (bits || !no_zero))
            break;
        bits ^= UINT64_C(1) << bit;
    }
    return bits;
}

static uint64_t sought_bits(const struct xl_arg *arg, const struct needles *needles,
                            const struct xl_case *c, size_t plant, uint64_t random)
{
    const enum xl_type type = arg->type;
    const uint64_t needle = needles->bits[random % needles->count];
    const uint64_t rank = rank_of(type, needles->bits[0]), by = 1 + few(type, random);
    switch (c->round % XL_PLANTED_KINDS) {
    case 0:
        return plant ? needle : other_than(type, needles, c, random);
    case 1:
        return plant ? other_than(type, needles, c, random) : needle;
    case 2:
        return bits_of_rank(type, plant ? rank - by : rank + by);
    default:
        return bits_of_rank(type, plant ? rank + by : rank - by);
    }
}

/* For arrays that are compared with each other; all get the same random word. The second of two
 * planted elements differs in the other direction. */
static uint64_t compared_bits(const struct xl_arg *arg, bool is_first, const struct xl_case *c,
                              size_t plant, uint64_t random)
{
    const bool is_float = xl_type_is_float(arg->type);
    const unsigned fraction = arg->type == XL_f32 ? 23 : 52;
    const unsigned any = (unsigned)(random >> 32) % (is_float ? fraction : xl_type_bits(arg->type));
    const uint64_t word = random & xl_type_mask(arg->type),
                   filled = word || !has_no_zero(c) ? word : any + 1;
    const uint64_t base = is_float || xl_arg_has_domain(arg) ? xl_domain_bits(arg, random) : filled;
    const unsigned way = c->round / XL_PLANTED_KINDS % XL_PLANTED_WAYS;
    const bool is_less = (way ^ plant) & 1;
    uint64_t bit = UINT64_C(1) << any;
    switch (c->round % XL_PLANTED_KINDS) {
    case 0:
        bit = way == 0 ? 1 : way == 1 ? top_of(arg->type) : bit;
        break;
    case 1: /* the next or the previous number */
        return is_first || !plant ? base : is_less ? base + 1 : base - 1;
    case 2: /* only the planted elements are equal */
        return is_first || plant ? base : base ^ bit;
    default: /* in any bits */
        return is_first || !plant ? base : is_less ? base ^ (random | 1) : base ^ (random << 1 | 1);
    }
    return !plant ? base : is_first == is_less ? base & ~bit : base | bit;
}

/* Letters in ascending order; planted: separators. */
static uint64_t character(const struct xl_case *c, size_t i, size_t plant)
{
    static const char others[] = "\n \"\\,=<&\t\r/:{}\x7f%";
    return plant ? (unsigned char)others[c->seed / 64 % (sizeof others - 1)]
                 : 'a' + (c->n ? i * 26 / c->n % 26 : 0);
}

/* Even numbers in ascending order; planted: equal to the previous one, or less. */
static uint64_t ordered_bits(enum xl_type type, size_t i, size_t plant, unsigned way)
{
    const size_t less = !plant ? 0 : way % 2 ? 2 : 3;
    return xl_type_is_float(type) ? xl_float_bits(type, 2 * (double)i - (double)less)
                                  : 2 * i - less;
}

/* Planted: the least, the greatest, the only one that is not zero, or out of order. */
static uint64_t outlier_bits(const struct xl_arg *arg, const struct xl_case *c, size_t i,
                             size_t plant, uint64_t random)
{
    const enum xl_type type = arg->type;
    const uint64_t top = top_of(type), below = random & (top - 1), mask = xl_type_mask(type);
    const unsigned way = c->round / XL_PLANTED_KINDS % XL_PLANTED_WAYS;
    const uint64_t special = below >> random % xl_type_bits(type);
    switch (c->round % XL_PLANTED_KINDS) {
    case 0:
        if (plant)
            return xl_type_is_signed(type) && way % 2 ? top : 0;
        return (special ? special : 1) | (xl_type_is_signed(type) || way / 2 ? 0 : random & top);
    case 1:
        if (xl_type_is_signed(type))
            return plant     ? (way % 2 ? top - 1 : 0)
                   : way / 2 ? -(special & 0x7f) - 1
                             : special | top;
        return plant ? (way % 2 ? mask : top) : way / 2 ? special & 0x7f : special;
    case 2:
        return plant ? UINT64_C(1) << (random >> 32) % xl_type_bits(type) : 0;
    default:
        return xl_type_size(type) <= 2 ? character(c, i, plant) : ordered_bits(type, i, plant, way);
    }
}

static uint64_t outlier_float(const struct xl_arg *arg, const struct xl_case *c, size_t i,
                              size_t plant, uint64_t random)
{
    const unsigned way = c->round / XL_PLANTED_KINDS % XL_PLANTED_WAYS;
    const uint64_t infinity = xl_extreme_bits(arg->type, 1), top = top_of(arg->type);
    const bool are_two = (c->walk & UINT32_MAX) != c->walk >> 32;
    const uint64_t other = way / 2 ? 0 : xl_domain_bits(arg, random);
    if (c->round % XL_PLANTED_KINDS == 3)
        return ordered_bits(arg->type, i, plant, way);
    if (!plant != (c->round % XL_PLANTED_KINDS == 0 && way == 3 && are_two))
        return other;
    if (xl_arg_has_domain(arg) && c->round % XL_PLANTED_KINDS)
        return xl_float_bits(arg->type, c->round % XL_PLANTED_KINDS == 1 ? arg->hi : arg->lo);
    switch (c->round % XL_PLANTED_KINDS) {
    case 0: /* a NaN, or all but two are NaNs */
        return infinity | (way % 2 ? infinity >> 1 : 1) | (way / 2 ? top : 0);
    case 1:
        return way % 2 ? infinity : xl_float_bits(arg->type, 1000);
    default:
        return (way % 2 ? infinity : xl_float_bits(arg->type, 1000)) | top;
    }
}

/* Values between zero and the poison around the array. */
static uint64_t modest_bits(enum xl_type type, uint64_t random)
{
    return xl_type_is_float(type) ? xl_float_bits(type, (double)(random % 89 + 1))
                                  : random % 89 + 1;
}

static void get_needles(const struct xl_kernel *kernel, enum xl_type type, const struct xl_case *c,
                        struct needles *needles)
{
    uint64_t elements[MAX_NEEDLES] = {0};
    needles->count = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const size_t count = xl_arg_elements(&kernel->args[k], c);
        if (!is_needle(kernel, k) || kernel->args[k].type != type || count > MAX_NEEDLES)
            continue;
        xl_fill_planted(kernel, k, c, elements);
        for (size_t i = 0; i < count && needles->count < MAX_NEEDLES; i++)
            needles->bits[needles->count++] = xl_bits_get(type, elements, i);
    }
}

/* The needles as a sequence; before it, the same sequence with a wrong last element. */
static void plant_sequence(const struct xl_arg *arg, const struct needles *needles,
                           const struct xl_case *c, size_t elements, void *array)
{
    const size_t first = places_in(c).first, second = places_in(c).second;
    for (size_t k = 0; k < needles->count; k++) {
        if (first + k < elements)
            xl_bits_set(arg->type, array, first + k,
                        k + 1 < needles->count || first == second
                            ? needles->bits[k]
                            : other_than(arg->type, needles, c, c->seed));
        if (second + k < elements)
            xl_bits_set(arg->type, array, second + k, needles->bits[k]);
    }
}

void xl_fill_planted(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                     void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    const size_t elements = xl_arg_elements(arg, c);
    const bool is_hay = is_haystack(arg), is_sought = is_needle(kernel, index);
    const bool is_pair = is_hay && is_paired(kernel, index);
    const bool is_first = xl_follows(kernel, index) == index;
    const uint64_t mask = xl_type_mask(arg->type);
    uint64_t state = xl_mix(c->seed, is_pair ? xl_follows(kernel, index) : index);
    const struct places places = places_in(c);
    struct needles needles = {0};
    if (is_hay)
        get_needles(kernel, arg->type, c, &needles);
    for (size_t i = 0; i < elements; i++) {
        const uint64_t random = xl_mix(state, i);
        const size_t plant = is_hay ? planted(c, places, arg->per_n == 1 ? i : i / arg->per_n) : 0;
        uint64_t bits = is_sought       ? needle_bits(arg, c, random)
                        : !is_hay       ? xl_domain_bits(arg, random)
                        : is_pair       ? compared_bits(arg, is_first, c, plant, random)
                        : needles.count ? sought_bits(arg, &needles, c, plant, random)
                        : c->round & XL_PLANTED_NONE  ? modest_bits(arg->type, random)
                        : xl_type_is_float(arg->type) ? outlier_float(arg, c, i, plant, random)
                                                      : outlier_bits(arg, c, i, plant, random);
        bits &= mask;
        if (xl_arg_has_domain(arg) && !xl_arg_allows(arg, bits))
            bits = xl_domain_bits(arg, random) & mask;
        xl_bits_set(arg->type, array, i, bits);
    }
    if (needles.count > 1 && !is_pair && !xl_arg_has_domain(arg) && c->n &&
        c->round / XL_PLANTED_KINDS % XL_PLANTED_WAYS % 2 && !(c->round & XL_PLANTED_MODES) &&
        c->round % XL_PLANTED_KINDS == 0)
        plant_sequence(arg, &needles, c, elements, array);
}

static size_t planted_kinds(const struct xl_kernel *kernel)
{
    bool is_float = false;
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (is_needle(kernel, k) || (is_haystack(&kernel->args[k]) && is_paired(kernel, k)))
            return 1;
        else
            is_float |= is_haystack(&kernel->args[k]) && xl_type_is_float(kernel->args[k].type);
    return is_float ? 3 : 2;
}

/* ---- Which elements are planted, and in how many cases ---- */

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
    for (size_t k = 0; kernel->args[k].kind; k++) {
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
    const size_t kinds = planted_kinds(kernel);
    return xl_can_plant(kernel) ? kinds * (CLASSES * places_of(lanes) + PAIRS) +
                                      (XL_PLANTED_KINDS - kinds) * FEW + FAR_CASES + lanes
                                : 0;
}

void xl_planted_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t kinds = planted_kinds(kernel), vectors = vectors_of(kernel, c->lanes);
    const size_t singles = CLASSES * places_of(c->lanes), others = (XL_PLANTED_KINDS - kinds) * FEW;
    size_t kind = i % kinds, k = i / kinds, way = k + k / CLASSES / XL_PLANTED_WAYS;
    c->fill = XL_FILL_PLANTED;
    c->seed &= ~UINT64_C(63); /* with such a seed, .prepare leaves elements alone */
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

/* ---- Text in UTF-8, UTF-16 and UTF-32: the low bits of c->round are the layout, then come the
 * error, the end and the run; c->walk is the error's position, or the run's length ---- */

enum {
    SPLITS = 6,  /* layouts: characters at the ends of vectors, ASCII between them */
    UNIFORM = 9, /* layouts: characters of one length, beginning with each of their bytes */
    MIXED = 4,   /* layouts: characters of every length */
    LAYOUTS = SPLITS + UNIFORM + MIXED,
    ERROR_AT = 5, /* number of bits of the layout */
    ERRORS = 6,
    ERROR_CLASSES = 2,    /* positions of an error: late, or in the tail */
    SOON_VECTORS = 8,     /* vectors */
    AT_ENDS = 3 * ERRORS, /* cases */
    MOST_UNITS = 4,
    LETTERS = LAYOUTS, /* a layout: letters and digits */
    ENDS = 14,
    END_UNITS = 3,
    END_LAYOUTS = 3,
    END_BLOCK = 64,
    RUNS = 6,
    RUNS_PER_LANE = 2,
    END_AT = 8, /* number of bits of the layout and of the error */
    RUN_AT = 13 /* and of the end */
};

static const struct {
    unsigned char length,
        before; /* units of a character, and how many of them are before the end */
} splits[SPLITS] = {{4, 1}, {4, 2}, {4, 3}, {3, 1}, {3, 2}, {2, 1}};

static const unsigned char uniform_lengths[UNIFORM] = {2, 2, 3, 3, 3, 4, 4, 4, 4},
                           uniform_from[UNIFORM] = {0, 1, 0, 1, 2, 0, 1, 2, 3};

/* Invalid code: a first unit without the next one, or with too few; a later unit alone; an overlong
 * form, or a pair in the wrong order; half of a pair; a code point that is too large. */
static const uint8_t errors_8[ERRORS][MOST_UNITS] = {
    {0xe2, 0x82, 'x', 'x'},  {0x80, 'x', 'x', 'x'},   {0xf0, 0x9f, 0x98, 'x'},
    {0xe0, 0x80, 0x80, 'x'}, {0xed, 0xa0, 0x80, 'x'}, {0xf4, 0x90, 0x80, 0x80}};
static const uint16_t errors_16[ERRORS][MOST_UNITS] = {
    {0xd83d, 'x', 'x', 'x'},       {0xdc00, 'x', 'x', 'x'},    {0xdfff, 0xd800, 'x', 'x'},
    {0xdbff, 0xdbff, 0xdfff, 'x'}, {0xd83d, 0xe000, 'x', 'x'}, {0xd83d, 0xde00, 0xde00, 'x'}};
static const uint32_t errors_32[ERRORS][MOST_UNITS] = {
    {0xd800, 'x', 'x', 'x'},     {0xdfff, 'x', 'x', 'x'}, {0x110000, 'x', 'x', 'x'},
    {0x80000041, 'x', 'x', 'x'}, {0xdc00, 'x', 'x', 'x'}, {0xffffffff, 'x', 'x', 'x'}};

/* Ends in the middle of something: a character, a line break, an escape, a quoted part, a group of
 * base64. */
static const uint8_t ends_8[ENDS][END_UNITS] = {
    {0xc3}, {0xe2}, {0xe2, 0x82}, {0xf0},     {0xf0, 0x9f}, {0xf0, 0x9f, 0x98}, {'\r'},
    {'\\'}, {'"'},  {'%'},        {'%', '4'}, {'\\', 'u'},  {'Q', '='},         {'\r', '\r'}};
static const uint16_t ends_16[ENDS][END_UNITS] = {{0xd83d},
                                                  {0xd800},
                                                  {0xdbff},
                                                  {0xd83d, 0xde00, 0xd83d},
                                                  {0xd83d, 0xd83d},
                                                  {0xdc00},
                                                  {'\r'},
                                                  {'\\'},
                                                  {'"'},
                                                  {'%'},
                                                  {'%', '4'},
                                                  {'\\', 'u'},
                                                  {'Q', '='},
                                                  {'\r', '\r'}};

/* The same unit from a lane of the last vector on, and before it another one. */
static const uint8_t run_units[RUNS] = {'\\', 'Q', '\r', '"', ' ', '='},
                     run_befores[RUNS] = {'x', '\n', 'x', '\\', 'x', 'Q'};

bool xl_is_text(const struct xl_arg *arg)
{
    const bool is_unit = arg->type == XL_u8 || arg->type == XL_u16 || arg->type == XL_u32;
    return xl_arg_is_read(arg) && xl_arg_is_strip(arg) && is_unit && arg->lo == arg->hi &&
           arg->down == XL_DOWN_one && arg->across == XL_SIZE_n;
}

bool xl_reads_text(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, xl_is_text) && xl_count_args(kernel, xl_arg_is_operand) == 1 &&
           kernel->contract.kind == XL_EXACT && !kernel->elementwise && xl_has_sum(kernel);
}

/* A character with this number of bytes in UTF-8, sometimes the first or the last such character.
 */
static uint32_t character_of(size_t length, uint64_t random)
{
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000, 0x110000};
    const uint32_t from = least[length], to = length == 1 ? 0x7f : least[length + 1];
    uint32_t code = from + (uint32_t)(random >> 8) % (to - from);
    if (random % 8 < 2)
        code = random % 8 ? from : to - 1;
    return code >= 0xd800 && code < 0xe000 ? code + 0x2000 : code;
}

static size_t encode(enum xl_type type, size_t length, uint64_t random, uint32_t units[MOST_UNITS])
{
    static const uint32_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    uint32_t code = character_of(length, random);
    if (type == XL_u8) {
        for (size_t k = length - 1; k > 0; k--, code >>= 6)
            units[k] = 0x80 | (code & 0x3f);
        units[0] = leads[length] | code;
        return length;
    }
    units[0] = code;
    if (type == XL_u32 || code < 0x10000)
        return 1;
    units[0] = 0xd7c0 + (code >> 10);
    units[1] = 0xdc00 | (code & 0x3ff);
    return 2;
}

/* The number of bytes in UTF-8 of the character that begins at unit i. */
static size_t length_at(enum xl_type type, const struct xl_case *c, size_t i, uint64_t random)
{
    const size_t layout = c->round & ((1 << ERROR_AT) - 1), lanes = c->lanes;
    if (layout >= SPLITS + UNIFORM)
        return 1 + (random >> 40) % MOST_UNITS;
    if (layout >= SPLITS) {
        const size_t from = uniform_from[layout - SPLITS];
        return i < from ? 1 : uniform_lengths[layout - SPLITS];
    }
    for (size_t k = 0; k < 2;
         k++) { /* at this end or the next one, because a character may be longer */
        const size_t end = (i / lanes + 1 + k) * lanes, which = (end / lanes + layout) % SPLITS;
        const bool is_pair = type == XL_u16 && which % 3;
        if (type == XL_u8 ? i + splits[which].before == end : is_pair && i + 1 == end)
            return type == XL_u8 ? splits[which].length : MOST_UNITS;
    }
    return 1;
}

static uint32_t error_unit(enum xl_type type, size_t error, size_t unit)
{
    return type == XL_u8    ? errors_8[error][unit]
           : type == XL_u16 ? errors_16[error][unit]
                            : errors_32[error][unit];
}

/* Replaces the last elements by an end, or by a run. */
static void end_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array)
{
    const size_t end = c->round >> END_AT & ((1U << (RUN_AT - END_AT)) - 1),
                 run = c->round >> RUN_AT;
    size_t count = 0;
    while (end && end <= ENDS && count < END_UNITS && ends_8[end - 1][count] &&
           ends_16[end - 1][count])
        count++;
    for (size_t k = 0; k < count && k < elements; k++)
        xl_bits_set(type, array, elements - 1 - k,
                    type == XL_u8 ? ends_8[end - 1][count - 1 - k]
                                  : ends_16[end - 1][count - 1 - k]);
    if (!run || run > RUNS)
        return;
    for (size_t k = 0; k < c->walk && k < elements; k++)
        xl_bits_set(type, array, elements - 1 - k, run_units[run - 1]);
    if (c->walk < elements)
        xl_bits_set(type, array, elements - 1 - c->walk, run_befores[run - 1]);
}

void xl_fill_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const size_t error = c->round >> ERROR_AT & ((1U << (END_AT - ERROR_AT)) - 1);
    const bool is_plain = (c->round & ((1U << ERROR_AT) - 1)) == LETTERS;
    uint32_t units[MOST_UNITS];
    for (size_t i = 0, length; i < elements; i += length) {
        const uint64_t random = xl_mix(c->seed, i);
        length = encode(type, length_at(type, c, i, random), random, units);
        if (length > elements - i || is_plain)
            length = encode(type, 1, random, units);
        if (is_plain)
            units[0] = (uint8_t)letters[random % (sizeof letters - 1)];
        for (size_t k = 0; k < length; k++)
            xl_bits_set(type, array, i + k, units[k]);
    }
    for (size_t k = 0; error && k < MOST_UNITS && c->walk % c->n + k < elements; k++)
        xl_bits_set(type, array, c->walk % c->n + k, error_unit(type, error - 1, k));
    end_text(type, c, elements, array);
}

/* Each end behind whole vectors of letters and of mixed characters, and behind blocks of letters;
 * an end behind each rest; and runs from each lane on. */
static size_t end_count(size_t lanes)
{
    return (size_t)END_LAYOUTS * ENDS + (1 + RUNS_PER_LANE) * lanes;
}

static void get_end(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    static const unsigned char whole[] = {1, 2, 4, 3, 8, 17};
    const size_t lanes = c->lanes, seed = c->walk / XL_WALK_STRIDE, turn = seed + i;
    const size_t vectors = whole[(turn + i / ENDS) % sizeof whole];
    unsigned layout = LETTERS, end = 0, run = 0;
    c->n = vectors * lanes;
    if (i < (size_t)END_LAYOUTS * ENDS) {
        end = 1 + (unsigned)(i % ENDS);
        if (i / ENDS == 1)
            layout = (unsigned)(LAYOUTS - 1 - i % MIXED);
        if (i / ENDS == 2)
            c->n = END_BLOCK * (1 + turn % 3);
    } else if ((i -= (size_t)END_LAYOUTS * ENDS) < lanes) {
        end = 1 + (unsigned)(turn % ENDS);
        c->n += i + 1;
    } else {
        i -= lanes;
        c->walk = 1 + i / RUNS_PER_LANE;
        run = 1 + (unsigned)((seed + c->walk + i % RUNS_PER_LANE * (RUNS / RUNS_PER_LANE)) % RUNS);
    }
    c->n = xl_max_n(kernel, c->n);
    c->round = layout | end << END_AT | run << RUN_AT;
}

size_t xl_text_count(const struct xl_kernel *kernel, size_t lanes)
{
    return xl_reads_text(kernel)
               ? LAYOUTS + ERROR_CLASSES * places_of(lanes) + AT_ENDS + end_count(lanes)
               : 0;
}

void xl_text_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t lanes = c->lanes, rest = lanes > 1 ? lanes - 1 : 1;
    const size_t fit = SMALL_BYTES / lanes / 4,
                 vectors = fit < MOST_VECTORS ? LEAST_VECTORS : MOST_VECTORS;
    c->fill = XL_FILL_TEXT;
    c->seed &= ~UINT64_C(63);
    c->n = xl_max_n(kernel, vectors * lanes + (i * 5 + 1) % (rest + 1));
    c->round = (unsigned)i;
    if (i < LAYOUTS)
        return;
    i -= LAYOUTS;
    c->round = (unsigned)(i * 7 % LAYOUTS | (1 + (i + i / ERRORS) % ERRORS) << ERROR_AT);
    if (i < ERROR_CLASSES * places_of(lanes)) {
        const size_t k = i / ERROR_CLASSES, turn = k + k / lanes, lane = k % lanes;
        c->walk = i % ERROR_CLASSES
                      ? vectors * lanes + k % rest
                      : (SOON_VECTORS + turn % (vectors - SOON_VECTORS)) * lanes + lane;
        return;
    }
    i -= ERROR_CLASSES * places_of(lanes);
    if (i >= AT_ENDS) {
        get_end(kernel, i - AT_ENDS, c);
        return;
    }
    const size_t before = 1 + i / ERRORS, end = (1 + i % ERRORS * 3) * lanes;
    c->walk = end - (before < end ? before : end);
}
