/* Code that takes other arguments than the record has: said before it is called.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + step", .contract = {XL_EXACT},                                       \
    .args = {XL_IN(u8, a, 1), XL_VALUE(u8, step), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(signature_right, RECORD)
XL_KERNEL(signature_fewer, RECORD)
XL_KERNEL(signature_float, RECORD)
/* Of which its results depend on the lower half alone. */
XL_KERNEL(signature_narrower, .summary = "r[i] = a[i] + step, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE(u16, step), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(signature_void, .summary = "the sum", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t step, uint8_t *r, size_t n)                       \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + step);                                                         \
    }

REFERENCE(signature_right)
REFERENCE(signature_fewer)
REFERENCE(signature_float)

XL_REFERENCE(signature_narrower)(const uint8_t *a, uint16_t step, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + step);
}

XL_REFERENCE(signature_void)(const uint8_t *a, size_t n, uint32_t *sum)
{
    for (*sum = 0; n > 0; n--)
        *sum += *a++;
}

__attribute__((unused)) static void add(const uint8_t *a, uint8_t step, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(step, vl), vl), vl);
    }
}

/* Bytes may be anything, an enumeration is an integer, and a size is of any width. */
typedef enum { SIGNATURE_STEPS = 200 } __attribute__((packed)) signature_step;

XL_VECTOR(void, signature_right)(const void *a, const signature_step step, char *restrict r, int n)
{
    add((const uint8_t *)a, (uint8_t)step, (uint8_t *)r, (size_t)n);
}

XL_VECTOR(void, signature_fewer)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, 1, r, n);
}

XL_VECTOR(void, signature_narrower)(const uint8_t *a, uint8_t step, uint8_t *r, size_t n)
{
    add(a, step, r, n);
}

XL_VECTOR(void, signature_float)(const uint8_t *a, float step, uint8_t *r, size_t n)
{
    add(a, (uint8_t)step, r, n);
}

XL_VECTOR(void, signature_void)(const uint8_t *a, size_t n)
{
    (void)a;
    (void)n;
}
