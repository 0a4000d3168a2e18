/* Text in UTF-8, UTF-16 and UTF-32.
 * SPDX-License-Identifier: MIT
 *
 * The low bits of c->round are the layout, the high bits the error. c->walk is its position.
 */
#include "oracle/planted.h"

#include "oracle/strides.h"

enum {
    SPLITS = 6,  /* layouts: characters at the ends of vectors, ASCII between them */
    UNIFORM = 9, /* layouts: characters of one length, beginning with each of their bytes */
    MIXED = 4,   /* layouts: characters of every length */
    LAYOUTS = SPLITS + UNIFORM + MIXED,
    ERROR_AT = 5, /* number of bits of the layout */
    ERRORS = 6,
    CLASSES = 2, /* positions of an error: late, or in the tail */
    SOON = 8,    /* vectors */
    VECTORS = 34,
    LEAST_VECTORS = 18,
    LEAST_PLACES = 8,
    AT_ENDS = 3 * ERRORS, /* cases */
    MOST_UNITS = 4
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

bool xl_is_text(const struct xl_arg *arg)
{
    const bool is_unit = arg->type == XL_u8 || arg->type == XL_u16 || arg->type == XL_u32;
    return xl_arg_is_read(arg) && xl_arg_is_strip(arg) && is_unit && arg->lo == arg->hi &&
           arg->down == XL_DOWN_one && arg->across == XL_SIZE_n;
}

bool xl_reads_text(const struct xl_kernel *kernel)
{
    size_t operands = 0, texts = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        operands += xl_arg_is_operand(&kernel->args[k]);
        texts += xl_is_text(&kernel->args[k]);
    }
    return texts && operands == 1 && kernel->contract.kind == XL_EXACT && !kernel->elementwise &&
           xl_has_sum(kernel);
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

void xl_fill_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array)
{
    const size_t error = c->round >> ERROR_AT;
    uint32_t units[MOST_UNITS];
    for (size_t i = 0, length; i < elements; i += length) {
        const uint64_t random = xl_mix(c->seed, i);
        length = encode(type, length_at(type, c, i, random), random, units);
        if (length > elements - i)
            length = encode(type, 1, random, units);
        for (size_t k = 0; k < length; k++)
            xl_bits_set(type, array, i + k, units[k]);
    }
    for (size_t k = 0; error && k < MOST_UNITS && c->walk % c->n + k < elements; k++)
        xl_bits_set(type, array, c->walk % c->n + k, error_unit(type, error - 1, k));
}

static size_t places_of(size_t lanes)
{
    return lanes > LEAST_PLACES ? lanes : LEAST_PLACES;
}

size_t xl_text_count(const struct xl_kernel *kernel, size_t lanes)
{
    return xl_reads_text(kernel) ? LAYOUTS + CLASSES * places_of(lanes) + AT_ENDS : 0;
}

void xl_text_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t lanes = c->lanes, rest = lanes > 1 ? lanes - 1 : 1;
    const size_t fit = (4096 - XL_ALIGNMENTS) / lanes / 4,
                 vectors = fit < VECTORS ? LEAST_VECTORS : VECTORS;
    c->fill = XL_FILL_TEXT;
    c->seed &= ~UINT64_C(63); /* with such a seed, .prepare leaves elements alone */
    c->n = xl_max_n(kernel, vectors * lanes + (i * 5 + 1) % (rest + 1));
    c->round = (unsigned)i;
    if (i < LAYOUTS)
        return;
    i -= LAYOUTS;
    c->round = (unsigned)(i * 7 % LAYOUTS | (1 + (i + i / ERRORS) % ERRORS) << ERROR_AT);
    if (i < CLASSES * places_of(lanes)) {
        const size_t k = i / CLASSES, turn = k + k / lanes, lane = k % lanes;
        c->walk = i % CLASSES ? vectors * lanes + k % rest
                              : (SOON + turn % (vectors - SOON)) * lanes + lane;
        return;
    }
    i -= CLASSES * places_of(lanes);
    const size_t before = 1 + i / ERRORS, end = (1 + i % ERRORS * 3) * lanes;
    c->walk = end - (before < end ? before : end);
}
