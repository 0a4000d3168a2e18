/* Sixteen interleaved vectors of u32: xl_u32_load16 and xl_u32_store16.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_PERMUTE_U32X16_H
#define XL_KERNELS_PERMUTE_U32X16_H

#include "kernel.h"

#define XL_T u32
#define XL_W 32
#include "interleave16.h"

#endif
