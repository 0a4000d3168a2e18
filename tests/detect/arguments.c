/* Sixteen arguments of every width, in registers and on the stack, and a result of 64 bits; and
 * arguments of which one is cut short.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define ARGS                                                                                       \
    {XL_VALUE(u8, a),                                                                              \
     XL_VALUE(i64, b),                                                                             \
     XL_IN(u32, x, 1),                                                                             \
     XL_VALUE(u64, c),                                                                             \
     XL_VALUE(i16, d),                                                                             \
     XL_VALUE(u64, e),                                                                             \
     XL_VALUE_RANGE(f32, f, -1000, 1000),                                                          \
     XL_VALUE(i64, g),                                                                             \
     XL_OUT(u32, r, 1),                                                                            \
     XL_COUNT,                                                                                     \
     XL_VALUE(i8, h),                                                                              \
     XL_VALUE(u64, i),                                                                             \
     XL_VALUE(u16, j),                                                                             \
     XL_VALUE_RANGE(f32, k, -1000, 1000),                                                          \
     XL_VALUE(i64, l),                                                                             \
     XL_VALUE(u32, m),                                                                             \
     XL_RETURNS(i64)}
#define PARAMETERS                                                                                 \
    uint8_t a, int64_t b, const uint32_t *x, uint64_t c, int16_t d, uint64_t e, float f,           \
        int64_t g, uint32_t *r, size_t n, int8_t h, uint64_t i, uint16_t j, float k, int64_t l,    \
        uint32_t m
#define PASSED a, b, x, c, d, e, f, g, r, n, h, i, j, k, l, m

XL_KERNEL(arguments_kept, .summary = "r = x + m; all others mixed", .contract = {XL_EXACT},
          .args = ARGS)
XL_KERNEL(arguments_cut, .summary = "r = x + m; all others mixed", .contract = {XL_EXACT},
          .args = ARGS)

/* Each has a part in it, and none can stand in for another. */
static int64_t mix(uint8_t a, int64_t b, uint64_t c, int16_t d, uint64_t e, float f, int64_t g,
                   int8_t h, uint64_t i, uint16_t j, float k, int64_t l, uint32_t m)
{
    const uint64_t all[] = {a,
                            (uint64_t)b,
                            c,
                            (uint64_t)d,
                            e,
                            (uint64_t)(int64_t)f,
                            (uint64_t)g,
                            (uint64_t)h,
                            i,
                            j,
                            (uint64_t)(int64_t)k,
                            (uint64_t)l,
                            m};
    uint64_t sum = 0;
    for (size_t at = 0; at < sizeof all / sizeof all[0]; at++)
        sum = (sum ^ all[at]) * UINT64_C(0x9e3779b97f4a7c15);
    return (int64_t)sum;
}

XL_REFERENCE(arguments_kept)(PARAMETERS, int64_t *result)
{
    for (size_t at = 0; at < n; at++)
        r[at] = x[at] + m;
    *result = mix(a, b, c, d, e, f, g, h, i, j, k, l, m);
}

XL_REFERENCE(arguments_cut)(PARAMETERS, int64_t *result)
{
    arguments_kept_reference(PASSED, result);
}

static void add(const uint32_t *x, uint32_t *r, size_t n, uint32_t m)
{
    for (size_t at = 0, vl; at < n; at += vl) {
        vl = xl_u32_vl(n - at);
        xl_u32_store(r + at, xl_u32_add(xl_u32_load(x + at, vl), xl_u32_set1(m, vl), vl), vl);
    }
}

XL_VECTOR(int64_t, arguments_kept)(PARAMETERS)
{
    add(x, r, n, m);
    return mix(a, b, c, d, e, f, g, h, i, j, k, l, m);
}

XL_VECTOR(int64_t, arguments_cut)(PARAMETERS)
{
    add(x, r, n, m);
    return mix(a, b, c, d, e, f, g, h, i, j, k, (int32_t)l, m);
}
