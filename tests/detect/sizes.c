/* What n can be: a kernel that traps at any other; one that is wrong at another; and one that is
 * wrong at a number that nothing but its record leads to.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sizes_kept, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .sizes = {.least = 64, .multiple_of = 32},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(sizes_forgotten, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .sizes = {.least = 64, .multiple_of = 16},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(sizes_threshold, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .sizes = {.thresholds = {7777}}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(sizes_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_REFERENCE(sizes_forgotten)(const uint8_t *a, uint8_t *r, size_t n)
{
    sizes_kept_reference(a, r, n);
}

XL_REFERENCE(sizes_threshold)(const uint8_t *a, uint8_t *r, size_t n)
{
    sizes_kept_reference(a, r, n);
}

static void add(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, sizes_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n < 64 || n % 32)
        __builtin_trap();
    add(a, r, n);
}

XL_VECTOR(void, sizes_forgotten)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, r, n - n % 32);
}

XL_VECTOR(void, sizes_threshold)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, r, n);
    if (n == 7778)
        r[n - 1] = 0;
}
