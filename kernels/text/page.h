/* How far a load can go on z without a fault: vec_load_bndry stops at a boundary.
 * SPDX-License-Identifier: MIT
 *
 * gcc's own __lcbb, which counts these bytes, does not compile at -O0.
 */
#ifndef XL_KERNELS_TEXT_PAGE_H
#define XL_KERNELS_TEXT_PAGE_H

#include "kernel.h"

enum { XL_PAGE_BYTES = 4096 };

/* The bytes from p on that are in one vector and one page. */
XL_VEC size_t xl_page_lanes(const uint8_t *p)
{
    size_t left = XL_PAGE_BYTES - (uintptr_t)p % XL_PAGE_BYTES, lanes = xl_u8_lanes();
    return left < lanes ? left : lanes;
}

#endif
