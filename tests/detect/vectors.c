/* Code that executes vector instructions, and computes with others. Every value is right: only
 * calls without its vector instructions show it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = 5 a[i] + b[i], wrapping", .contract = {XL_EXACT},                           \
    .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT}
#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)                   \
    {                                                                                              \
        vectors_all(a, b, r, n);                                                                   \
    }

static inline int32_t vectors_right(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * 5 + (uint32_t)b);
}

static inline void vectors_all(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = vectors_right(a[i], b[i]);
}

XL_VEC xl_i32 vectors_step(xl_i32 a, xl_i32 b, size_t vl)
{
    return xl_i32_add(xl_i32_add(a, xl_i32_shl(a, 2, vl), vl), b, vl);
}

/* What vectors computed is overwritten. */
XL_KERNEL(vectors_dropped, RECORD)
REFERENCE(vectors_dropped)

XL_VECTOR(void, vectors_dropped)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, vectors_step(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
    }
    vectors_all(a, b, r, n);
}

/* The same in each block. */
XL_KERNEL(vectors_unused, RECORD, .vector_steps = 1)
REFERENCE(vectors_unused)

XL_VECTOR(void, vectors_unused)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
        vectors_all(a + i, b + i, r + i, vl);
    }
}

/* The second half is scalar. */
XL_KERNEL(vectors_half, RECORD)
REFERENCE(vectors_half)

XL_VECTOR(void, vectors_half)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    const size_t half = n / 2;
    for (size_t i = 0, vl; i < half; i += vl) {
        vl = xl_i32_vl(half - i);
        xl_i32_store(r + i, vectors_step(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
    }
    vectors_all(a + half, b + half, r + half, n - half);
}

/* The vectors are for lengths that no call has. */
XL_KERNEL(vectors_unreached, RECORD)
REFERENCE(vectors_unreached)

XL_VECTOR(void, vectors_unreached)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    size_t i = 0;
    for (size_t vl; n > SIZE_MAX / 16 && i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, vectors_step(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
    }
    vectors_all(a + i, b + i, r + i, n - i);
}

/* Scalar results are copied by vectors. */
XL_KERNEL(vectors_copy, RECORD)
REFERENCE(vectors_copy)

XL_VECTOR(void, vectors_copy)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    int32_t block[256];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        vectors_all(a + i, b + i, block, vl);
        xl_i32_store(r + i, xl_i32_load(block, vl), vl);
    }
}

/* Its record says that it computes lane by lane, and it does not. */
XL_KERNEL(vectors_by_lane, RECORD, .by_lane = {{"sse4 avx2 vxe2", "why not"}})
REFERENCE(vectors_by_lane)

XL_VECTOR(void, vectors_by_lane)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, vectors_step(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
    }
}
