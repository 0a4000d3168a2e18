/* Initialising calls: one in each guest, before the kernel's first call; and one that dies.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(initialised_once, RECORD)
XL_KERNEL(initialised_never, RECORD)
XL_KERNEL(initialised_to_death, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(initialised_once)
REFERENCE(initialised_never)
REFERENCE(initialised_to_death)

__attribute__((unused)) static uint8_t calls, never; /* of the initialising function */

XL_INIT(initialised_once)
{
    calls++;
}

XL_INIT(initialised_to_death)
{
    __builtin_trap();
}

__attribute__((unused)) static void add(const uint8_t *a, uint8_t step, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(step, vl), vl), vl);
    }
}

XL_VECTOR(void, initialised_once)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, calls, r, n);
}

XL_VECTOR(void, initialised_never)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, never, r, n);
}

XL_VECTOR(void, initialised_to_death)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, 1, r, n);
}
