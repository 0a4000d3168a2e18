/* gcc 14.2, armhf, -O2 -march=armv7-a -mfpu=neon-vfpv4: a vector compare becomes four VFP compares.
 * SPDX-License-Identifier: MIT
 * The assembly must have a vcgt.f32 of q registers, and has vcmpe.f32. Subnormals then count.
 */
#include <arm_neon.h>

uint32x4_t less(float32x4_t a, float32x4_t b);

uint32x4_t less(float32x4_t a, float32x4_t b)
{
    return vcltq_f32(a, b);
}
