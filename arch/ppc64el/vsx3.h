/* The vector vocabulary on VSX 3 (POWER9): vsx.h, whose _ARCH_PWR9 parts use lxvl, stxvl and vctzlsbb.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_PPC64EL_VSX3_H
#define XL_ARCH_PPC64EL_VSX3_H

#ifndef _ARCH_PWR9
#error "vsx3.h: compile with isas.def's flags for vsx3"
#endif
#include "vsx.h"

#endif
