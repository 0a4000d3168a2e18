/* The vector vocabulary on VSX 3.1 (POWER10): vsx3.h, whose _ARCH_PWR10 parts use vmulld and vextractbm.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_PPC64EL_VSX31_H
#define XL_ARCH_PPC64EL_VSX31_H

#ifndef _ARCH_PWR10
#error "vsx31.h: compile with isas.def's flags for vsx31"
#endif
#include "vsx3.h"

#endif
