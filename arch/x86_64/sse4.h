/* The vector vocabulary in SSE4.2: sse2.h, which takes the newer instructions where the compiler's flags allow them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_SSE4_H
#define XL_ARCH_X86_64_SSE4_H

#ifndef __SSE4_2__
#error "sse4.h: compile with -msse4.2, as in isas.def: without it this would be SSE2"
#endif

#include "sse2.h"

#endif
