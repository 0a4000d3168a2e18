/* Inputs that must not decide how long a call takes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define EACH                                                                                       \
    "sse2 sse4 avx2 avx512 neon neon32 sve sve2 vsx vsx3 vsx31 vx vxe vxe2 rvv rva23 lsx lasx"

/* secret_kept: The correct twin of the kernels beside it: public inputs choose what is read of a
 * table, and are divided. */
XL_KERNEL(secret_kept, .summary = "r[i] = (a[i] ^ b[i]) + table[n / by % 256]",
          .contract = {XL_EXACT}, .secret = {"a b"},
          .args = {XL_IN_FIXED(u8, table, 256), XL_IN(u8, a, 1), XL_IN(u8, b, 1),
                   XL_VALUE_RANGE(u32, by, 1, 1000), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(secret_kept)
(const uint8_t *table, const uint8_t *a, const uint8_t *b, uint32_t by, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] ^ b[i]) + table[n / by % 256]);
}

XL_VECTOR(void, secret_kept)
(const uint8_t *table, const uint8_t *a, const uint8_t *b, uint32_t by, uint8_t *r, size_t n)
{
    const uint8_t more = table[n / by % 256];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_xor(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl);
        xl_u8_store(r + i, xl_u8_add(x, xl_u8_set1(more, vl), vl), vl);
    }
}

/* secret_compared: Broken: returns at the first difference, as memcmp does. */
XL_KERNEL(secret_compared, .summary = "whether a and b are equal", .contract = {XL_EXACT},
          .secret = {"a"}, .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(secret_compared)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            *result = 0;
}

XL_VECTOR(int32_t, secret_compared)(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_m8 same = xl_u8_eq(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl);
        if (xl_m8_count(same, vl) != vl)
            return 0;
    }
    return 1;
}

/* secret_counted: Broken: the value says how often a loop runs. */
XL_KERNEL(secret_counted, .summary = "r[i] = the number of decimal digits of a[i]",
          .contract = {XL_EXACT}, .secret = {"a"}, .by_lane = {{EACH, "a loop for each element"}},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(secret_counted)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 1;
        for (uint64_t power = 10; a[i] >= power; power *= 10)
            r[i]++;
    }
}

XL_VECTOR(void, secret_counted)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t digits = 1;
        for (uint32_t x = a[i]; x > 9; x /= 10)
            digits++;
        r[i] = digits;
    }
}

/* secret_looked_up: Broken: the value says what is read of a table. */
XL_KERNEL(secret_looked_up, .summary = "r[i] = table[a[i]]", .contract = {XL_EXACT},
          .secret = {"a"}, .by_lane = {{EACH, "a load for each element"}},
          .args = {XL_IN_FIXED(u8, table, 256), XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(secret_looked_up)(const uint8_t *table, const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[a[i]];
}

XL_VECTOR(void, secret_looked_up)(const uint8_t *table, const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[a[i]];
}

/* secret_divided: Broken: divides by the value. */
XL_KERNEL(secret_divided, .summary = "r[i] = 4000000000 / (a[i] | 1)", .contract = {XL_EXACT},
          .secret = {"a"}, .by_lane = {{EACH, "a division for each element"}},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(secret_divided)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 4000000000u / (a[i] | 1);
}

XL_VECTOR(void, secret_divided)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 4000000000u / (a[i] | 1);
}
