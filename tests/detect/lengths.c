/* Outputs whose length is said by another: one that leaves anything behind it, and another thing
 * each time; one whose result says too much; and a reference whose does.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define ARGS {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT, XL_RETURNS_SIZE}
XL_KERNEL(lengths_kept, .summary = "r = what is above 127 of a", .contract = {XL_EXACT},
          .by_lane = {{"all", "its scalar part is not what is tested"}},
          .lengths = {{"r", "result"}}, .args = ARGS)
XL_KERNEL(lengths_too_long, .summary = "r = what is above 127 of a", .contract = {XL_EXACT},
          .lengths = {{"r", "result"}}, .args = ARGS)
XL_KERNEL(lengths_of_reference, .summary = "r = what is above 127 of a", .contract = {XL_EXACT},
          .lengths = {{"r", "result"}}, .args = ARGS)

XL_REFERENCE(lengths_kept)(const uint8_t *a, uint8_t *r, size_t n, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 127)
            r[(*kept)++] = a[i];
}

XL_REFERENCE(lengths_too_long)(const uint8_t *a, uint8_t *r, size_t n, size_t *kept)
{
    lengths_kept_reference(a, r, n, kept);
}

XL_REFERENCE(lengths_of_reference)(const uint8_t *a, uint8_t *r, size_t n, size_t *kept)
{
    lengths_kept_reference(a, r, n, kept);
    *kept += n == 17 ? 18 : 0;
}

/* The rest is what the largest of all is, by vectors, and how often this was called. */
static size_t keep(const uint8_t *a, uint8_t *r, size_t n)
{
    static uint8_t calls;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 127)
            r[kept++] = a[i];
    for (size_t i = kept, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(r + i, vl), xl_u8_set1(calls, vl), vl), vl);
    }
    calls++;
    return kept;
}

XL_VECTOR(size_t, lengths_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    return keep(a, r, n);
}

XL_VECTOR(size_t, lengths_too_long)(const uint8_t *a, uint8_t *r, size_t n)
{
    const size_t kept = keep(a, r, n);
    return kept && kept == n ? kept - 1 : kept;
}

XL_VECTOR(size_t, lengths_of_reference)(const uint8_t *a, uint8_t *r, size_t n)
{
    return keep(a, r, n) + (n == 17 ? 18 : 0);
}
