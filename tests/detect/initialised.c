/* Initialising calls: one in each guest, before the kernel's first call; and one that dies.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(initialised_once, PLUS_1(u8))
XL_KERNEL(initialised_never, PLUS_1(u8))
XL_KERNEL(initialised_to_death, PLUS_1(u8))
PLUS_1_REFERENCE(initialised_once, uint8_t)
PLUS_1_REFERENCE(initialised_never, uint8_t)
PLUS_1_REFERENCE(initialised_to_death, uint8_t)

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
