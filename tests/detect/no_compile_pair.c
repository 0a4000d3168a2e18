/* Broken: two kernels of a file that compiles on the host alone.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(no_compile_either, .summary = "r[i] = a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(no_compile_neither, .summary = "r[i] = a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(no_compile_either)(const uint8_t *a, uint8_t *r, size_t n)
{
    memcpy(r, a, n);
}

XL_REFERENCE(no_compile_neither)(const uint8_t *a, uint8_t *r, size_t n)
{
    memcpy(r, a, n);
}

#ifndef XL_KERNEL_HOST
this is no C;
#endif
