/* Which calls a kernel gets, and what is in their buffers. All of it follows from the seed.
 * SPDX-License-Identifier: MIT
 */
#include "judge/inputs.h"

#include <math.h>
#include <string.h>

/* What each kind of type is most often got wrong at. Both lists have a prime number of entries, so
 * that an index that steps through pairs of them drifts through the lanes of every vector length.
 */
static const uint64_t special_f32[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
    0x7f800001, 0xffa00000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff,
    0xff7fffff, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x4effffff, 0x4f000000,
    0xcf000000, 0xcf000001, 0x4f800000, 0x4b000001, 0x34000000, 0x3f7fffff, 0x3f800001,
};
static const uint64_t special_f64[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345,
    0x7ff0000000000001, 0xfff4000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff,
    0xffefffffffffffff, 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000,
    0x4004000000000000, 0xc004000000000000, 0x41dfffffffc00000, 0x41e0000000000000,
    0xc1e0000000000000, 0x4330000000000001, 0x3cb0000000000000, 0x3fefffffffffffff,
    0x3ff0000000000001, 0x4340000000000000, 0x3ca0000000000000,
};
/* Truncated to the type, each is a limit of some width, or next to one. */
static const uint64_t special_int[] = {
    0,
    1,
    2,
    3,
    0x7f,
    0x80,
    0x81,
    0xfe,
    0xff,
    0x100,
    0x7ffe,
    0x7fff,
    0x8000,
    0x8001,
    0xfffe,
    0xffff,
    0x10000,
    0x7ffffffe,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xffffffff,
    0x100000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0x8000000000000001,
    0xfffffffffffffffe,
    0xffffffffffffffff,
    0x5555555555555555,
    0xaaaaaaaaaaaaaaaa,
    0x0123456789abcdef,
};
enum { XL_SPECIALS = 31 };
_Static_assert(sizeof special_f32 == XL_SPECIALS * sizeof(uint64_t), "31 special floats");
_Static_assert(sizeof special_f64 == XL_SPECIALS * sizeof(uint64_t), "31 special doubles");
_Static_assert(sizeof special_int == XL_SPECIALS * sizeof(uint64_t), "31 special integers");

const char *xl_fill_name(enum xl_fill fill)
{
    static const char *const names[XL_FILLS] = {"bits", "special", "pairs", "small"};
    return names[fill];
}

const char *xl_place_name(enum xl_place place)
{
    static const char *const names[XL_PLACES] = {"end", "start", "offset"};
    return names[place];
}

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t state = a ^ (b + 1) * 0xd1342543de82ef95;
    return next_random(&state);
}

static uint64_t hash_name(const char *name)
{
    uint64_t h = 0;
    for (; *name; name++)
        h = mix(h, (unsigned char)*name);
    return h;
}

/* Lanes of the kernel's narrowest element: the longest strip it can be written in. */
static size_t kernel_lanes(const struct xl_kernel *kernel, size_t vl_bits)
{
    size_t narrowest = 8;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        if ((arg->kind == XL_ARG_IN || arg->kind == XL_ARG_OUT) &&
            xl_type_size(arg->type) < narrowest)
            narrowest = xl_type_size(arg->type);
    }
    return vl_bits ? vl_bits / 8 / narrowest : 4;
}

/* The largest n for which every argument fits its slot, up to XL_LARGE_N. */
static size_t large_n(const struct xl_kernel *kernel)
{
    size_t n = XL_LARGE_N;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        size_t size = xl_type_size(arg->type);
        if (arg->per_n && arg->fixed * size < XL_MAX_BUFFER_BYTES) {
            size_t most = (XL_MAX_BUFFER_BYTES / size - arg->fixed) / arg->per_n;
            n = most < n ? most : n;
        }
    }
    return n;
}

/* Of these in each of the other rounding modes, one in four is of random bits and not of special
 * values. */
size_t xl_rounding_case_count(const struct xl_kernel *kernel)
{
    return kernel->contract.rounding ? (XL_ROUNDINGS - 1) * XL_SPECIALS : 0;
}

/* Four groups: every size at every place; special values through every lane; large; rounding modes.
 */
size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count)
{
    size_t sizes = 4 * kernel_lanes(kernel, vl_bits) + 4;
    return count * sizes * XL_PLACES + XL_SPECIALS + (size_t)count * XL_FILLS +
           xl_rounding_case_count(kernel);
}

struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i)
{
    size_t sizes = 4 * kernel_lanes(kernel, vl_bits) + 4;
    size_t group = count * sizes * XL_PLACES;
    struct xl_case c = {.seed = mix(mix(seed, hash_name(kernel->name)), i),
                        .round = (unsigned)i,
                        .offset = 1 + (unsigned)(i / XL_PLACES) % 7};
    c.place = (enum xl_place)(i % XL_PLACES);
    if (i < group) {
        c.n = i / XL_PLACES % sizes;
        c.fill = (enum xl_fill)(c.seed % XL_FILLS);
    } else if (i - group < XL_SPECIALS) {
        c.n = sizes - 1;
        c.fill = XL_FILL_SPECIAL;
        c.round = (unsigned)(i - group);
    } else if (i - group - XL_SPECIALS >= (size_t)count * XL_FILLS) {
        size_t k = i - group - XL_SPECIALS - (size_t)count * XL_FILLS;
        c.n = sizes - 1;
        c.fill = k % 4 == 3 ? XL_FILL_BITS : XL_FILL_SPECIAL;
        c.round = (unsigned)(k % XL_SPECIALS);
        c.rounding = (enum xl_rounding)(XL_DOWN + k / XL_SPECIALS);
    } else {
        c.n = large_n(kernel);
        c.fill = (enum xl_fill)((i - group - XL_SPECIALS) % XL_FILLS);
        c.place = (i & 1) ? XL_PLACE_END : XL_PLACE_OFF;
    }
    return c;
}

size_t xl_arg_elements(const struct xl_arg *arg, size_t n)
{
    return arg->per_n * n + arg->fixed;
}

static uint64_t special_bits(enum xl_type type, size_t i)
{
    i %= XL_SPECIALS;
    return type == XL_f32 ? special_f32[i] : type == XL_f64 ? special_f64[i] : special_int[i];
}

/* -8 to 8 in halves for floats, whole for integers; unsigned types from 0. */
static uint64_t small_bits(enum xl_type type, uint64_t random)
{
    int64_t whole = (int64_t)(random % 17) - (xl_type_is_signed(type) ? 8 : 0);
    float f32 = (float)whole * 0.5f;
    double f64 = (double)whole * 0.5;
    uint64_t bits = (uint64_t)whole;
    if (type == XL_f32)
        memcpy(&bits, &f32, sizeof f32);
    if (type == XL_f64)
        memcpy(&bits, &f64, sizeof f64);
    return bits;
}

/* Uniform over [lo, hi]. */
static uint64_t domain_bits(const struct xl_arg *arg, uint64_t random)
{
    double x = arg->lo + (arg->hi - arg->lo) * ((double)(random >> 11) * 0x1p-53);
    uint64_t bits = 0;
    float f32 = (float)x;
    int64_t whole = (int64_t)llround(x);
    switch (arg->type) {
    case XL_f32:
        memcpy(&bits, &f32, sizeof f32);
        return bits;
    case XL_f64:
        memcpy(&bits, &x, sizeof x);
        return bits;
    default:
        return (uint64_t)whole;
    }
}

static uint64_t truncate_bits(enum xl_type type, uint64_t bits)
{
    return bits & (UINT64_MAX >> (64 - 8 * xl_type_size(type)));
}

static uint64_t element(const struct xl_arg *arg, size_t index, const struct xl_case *c, size_t i,
                        uint64_t random)
{
    uint64_t bits = random;
    switch (c->fill) {
    case XL_FILL_SPECIAL:
        /* Operands move at different speeds, so that they do not always meet the same partner. */
        bits = special_bits(arg->type, i + c->round * (2 * index + 1) + index * 7);
        break;
    case XL_FILL_PAIRS:
        bits = special_bits(arg->type, index == 0   ? i
                                       : index == 1 ? i / XL_SPECIALS
                                                    : i / XL_SPECIALS + i * 3);
        break;
    case XL_FILL_SMALL:
        bits = small_bits(arg->type, random);
        break;
    default:
        break;
    }
    bits = truncate_bits(arg->type, bits);
    if (arg->lo == arg->hi)
        return bits;
    double value = xl_bits_value(arg->type, bits);
    return value >= arg->lo && value <= arg->hi
               ? bits
               : truncate_bits(arg->type, domain_bits(arg, random));
}

void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    uint64_t state = mix(c->seed, index);
    size_t elements = xl_arg_elements(arg, c->n);
    for (size_t i = 0; i < elements; i++) {
        uint64_t random = next_random(&state);
        xl_bits_set(arg->type, array, i, element(arg, index, c, i, random));
    }
}
