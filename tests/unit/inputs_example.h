/* What the tests of inputs and of fills share: kernels, and what is in their buffers.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_INPUTS_EXAMPLE_H
#define XL_TESTS_INPUTS_EXAMPLE_H

#include <float.h>
#include <math.h>

#include "base/file.h"
#include "oracle/case.h"
#include "oracle/compare.h"
#include "oracle/inputs.h"
#include "oracle/values.h"
#include "unit.h"

static const struct xl_kernel map_f32 = {.name = "map_f32",
                                         .contract = {XL_EXACT},
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_IN, XL_f32, "b", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

static const struct xl_kernel tan_f32 = {.name = "tan_f32",
                                         .function = "tan",
                                         .elementwise = 1,
                                         .contract = {XL_ULP, .ulp = 1},
                                         .dense = {{-1, 0.5}, {3, 3}, {100, 1e30}},
                                         .period = 1.5707963267948966,
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

/* A kernel for what no other asks for: few bits; another type; a bound; a value. */
#define IN(TYPE) {XL_ARG_IN, XL_##TYPE, "a", 1, 0, 0, 0}
#define OUT(TYPE) {XL_ARG_OUT, XL_##TYPE, "r", 1, 0, 0, 0}
#define N {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}
static const struct xl_kernel few_bits = {
    .name = "few", .elementwise = 1, .args = {IN(u8), IN(i8), OUT(u8), N}};
static const struct xl_kernel converting = {
    .name = "cvt", .elementwise = 1, .args = {IN(f64), OUT(f32), N}};
static const struct xl_kernel bounded = {
    .name = "sum", .contract = {XL_BOUND}, .args = {IN(f32), OUT(f32), N}};
static const struct xl_kernel dividing = {
    .name = "div", .args = {{XL_ARG_VALUE, XL_i32, "by", 0, 1, 0, 0}, IN(i32), OUT(i32), N}};
static const struct xl_kernel searching = {
    .name = "find", .args = {IN(u16), N, {XL_ARG_RESULT, XL_u64, "result", 0, 1, 0, 0}}};
static const struct xl_kernel squaring = {.name = "root", .args = {IN(u32), OUT(u32), N}};

enum { ROOM = XL_MAX_BUFFER_BYTES / 4 }; /* elements of the largest buffer, of 4 bytes each */

static inline uint64_t bits_of(float x)
{
    return xl_bits_get(XL_f32, &x, 0);
}

static inline bool is_special(uint64_t bits, size_t w)
{
    return bits == xl_special_bits(XL_f32, w);
}

/* Which special value an element is; XL_SPECIALS for none. */
static inline size_t which_special(uint64_t bits)
{
    size_t w = 0;
    while (w < XL_SPECIALS && !is_special(bits, w))
        w++;
    return w;
}

/* Fills `a` with the first case that has the fill; the number of its elements, 0 if there is none.
 */
static inline size_t fill_with(const struct xl_kernel *kernel, enum xl_fill fill, unsigned count,
                               uint64_t seed, size_t which, void *a)
{
    for (size_t i = 0; i < xl_case_count(kernel, 128, count); i++) {
        struct xl_case c = xl_case_get(kernel, 128, count, seed, i);
        if (c.fill == fill && which-- == 0) {
            xl_fill_input(kernel, 0, &c, a);
            return c.n;
        }
    }
    return 0;
}

#endif
