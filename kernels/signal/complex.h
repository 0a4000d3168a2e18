/* Complex numbers, real and imaginary parts in turn, in vectors of each.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_SIGNAL_COMPLEX_H
#define XL_KERNELS_SIGNAL_COMPLEX_H

#include "kernel.h"

/* The vocabulary takes numbers of 32 bits apart, of whatever kind they are. */
XL_VEC void xl_f32_load_complex(const float *p, xl_f32 *real, xl_f32 *imaginary, size_t vl)
{
    xl_u32 even, odd;
    xl_u32_load2((const uint32_t *)(const void *)p, &even, &odd, vl);
    *real = xl_f32_bitcast_u32(even);
    *imaginary = xl_f32_bitcast_u32(odd);
}

XL_VEC void xl_f32_store_complex(float *p, xl_f32 real, xl_f32 imaginary, size_t vl)
{
    xl_u32_store2((uint32_t *)(void *)p, xl_u32_bitcast_f32(real), xl_u32_bitcast_f32(imaginary),
                  vl);
}

#endif
