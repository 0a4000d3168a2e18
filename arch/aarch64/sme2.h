/* The vector vocabulary on CPUs with SME2: that of SVE, outside of streaming mode, where gathers, compaction and first-faulting loads are.
 * SPDX-License-Identifier: MIT
 *
 * A kernel for SME2 enters streaming mode by itself, with arm_sme.h (ACLE, "SME language extensions and intrinsics"). The ISA's vector
 * length is that of streaming mode.
 */
#ifndef XL_ARCH_AARCH64_SME2_H
#define XL_ARCH_AARCH64_SME2_H

#include <arm_sme.h>

#include "sve.h"

#define XL_VECTOR_BYTES() svcntsb()

#endif
