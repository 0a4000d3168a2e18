/* The vector vocabulary on SVE2.1: that of SVE, compiled for SVE2.1.
 * SPDX-License-Identifier: MIT
 *
 * A compiler may choose its encodings, such as those of predicates as counters. Its new operations have no counterpart in vec.h.
 */
#ifndef XL_ARCH_AARCH64_SVE2P1_H
#define XL_ARCH_AARCH64_SVE2P1_H

#include "sve.h"

#endif
