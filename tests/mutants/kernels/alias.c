/* Outputs that are inputs, and buffers next to each other.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* borrowed_behind: memory behind the output is scratch, and is put back at the end: an input that
 * begins there is read in between. */
XL_KERNEL(borrowed_behind, PLUS_1(i32))
PLUS_1_REFERENCE(borrowed_behind, int32_t)

XL_VECTOR(void, borrowed_behind)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    size_t at = (uintptr_t)(r + n) % 4096, lanes = xl_i32_lanes();
    int has_room = n && at && at + lanes * sizeof *r <= 4096;
    xl_i32 behind = xl_i32_set1(0, lanes);
    if (has_room) {
        behind = xl_i32_load(r + n, lanes);
        xl_i32_store(r + n, xl_i32_set1(0, lanes), lanes);
    }
#endif
    plus_1_i32(a, r, n);
#ifdef XL_MUTANT
    if (has_room)
        xl_i32_store(r + n, behind, lanes);
#endif
}

/* in_place_again: the last vector is made twice, so that it need not be a partial one: in place the
 * second time adds to the first. */
XL_KERNEL(in_place_again, PLUS_1(i32), .in_place = 1)
PLUS_1_REFERENCE(in_place_again, int32_t)

XL_VECTOR(void, in_place_again)(const int32_t *a, int32_t *r, size_t n)
{
    size_t i = 0, lanes = xl_i32_lanes();
    for (; i + lanes <= n; i += lanes)
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, lanes), xl_i32_set1(1, lanes), lanes),
                     lanes);
#ifdef XL_MUTANT
    i = i && i < n ? n - lanes : i;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}

/* in_place_cleared: the output is cleared before the sums are added to it: nothing is left of an
 * input that is the same buffer. */
XL_KERNEL(in_place_cleared, PLUS_1(i32), .in_place = 1)
PLUS_1_REFERENCE(in_place_cleared, int32_t)

XL_VECTOR(void, in_place_cleared)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        ((volatile int32_t *)r)[i] = 0;
#endif
    plus_1_i32(a, r, n);
}

/* same_input: where both inputs are one array a shorter loop makes squares, and has no rest. */
XL_KERNEL(same_input, .summary = "r[i] = a[i] * b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(same_input)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] * (uint32_t)b[i]);
}

XL_VECTOR(void, same_input)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = a == b ? n - n % xl_i32_lanes() : n;
#else
    const size_t most = n;
#endif
    for (size_t i = 0, vl; i < most; i += vl) {
        vl = xl_i32_vl(most - i);
        xl_i32 x = xl_i32_load(a + i, vl), y = xl_i32_load(b + i, vl);
        xl_i32_store(r + i, xl_i32_mul(x, y, vl), vl);
    }
}

#define SCALE                                                                                      \
    .summary = "r[i] = 1.1 * a[i], within four units", .contract = {XL_ULP, .ulp = 4},             \
    .elementwise = 1, .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT}
#define SCALE_REFERENCE(NAME)                                                                      \
    XL_REFERENCE(NAME)(const float *a, double *r, size_t n)                                        \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (double)a[i] * 1.1f;                                                            \
    }

static inline void scale_exactly(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_set1(1.1f, vl), vl), vl);
    }
}

/* With the rest of the factor added by itself. */
static inline void scale_in_parts(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        const xl_f32 x = xl_f32_load(a + i, vl);
        const xl_f32 rest = xl_f32_mul(x, xl_f32_set1(1.1f - 1, vl), vl);
        xl_f32_store(r + i, xl_f32_add(x, rest, vl), vl);
    }
}

/* parts_if_adjoining: if the output begins where the input ends, another loop is taken. It rounds
 * otherwise, and each result is near enough. */
XL_KERNEL(parts_if_adjoining, SCALE)
SCALE_REFERENCE(parts_if_adjoining)

XL_VECTOR(void, parts_if_adjoining)(const float *a, float *r, size_t n)
{
#ifdef XL_MUTANT
    if (r == a + n) {
        scale_in_parts(a, r, n);
        return;
    }
#endif
    scale_exactly(a, r, n);
}

/* parts_if_near: another loop is taken if the buffers are less than 1 KiB apart, and it rounds
 * otherwise. */
XL_KERNEL(parts_if_near, SCALE, .in_place = 1)
SCALE_REFERENCE(parts_if_near)

XL_VECTOR(void, parts_if_near)(const float *a, float *r, size_t n)
{
#ifdef XL_MUTANT
    const intptr_t apart = (intptr_t)r - (intptr_t)a;
    if (apart && apart < 1024 && apart > -1024) {
        scale_in_parts(a, r, n);
        return;
    }
#endif
    scale_exactly(a, r, n);
}

/* parts_in_place: another loop is taken if the output is the input, and it rounds otherwise. */
XL_KERNEL(parts_in_place, SCALE, .in_place = 1)
SCALE_REFERENCE(parts_in_place)

XL_VECTOR(void, parts_in_place)(const float *a, float *r, size_t n)
{
#ifdef XL_MUTANT
    if (a == r) {
        scale_in_parts(a, r, n);
        return;
    }
#endif
    scale_exactly(a, r, n);
}
