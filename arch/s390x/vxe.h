/* The vector vocabulary on VXE (z14): vx.h, whose parts for it have f32 lanes and IEEE minimum and maximum.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_S390X_VXE_H
#define XL_ARCH_S390X_VXE_H

#if __ARCH__ < 12
#error "vxe.h: compile with isas.def's flags for vxe"
#endif
#include "vx.h"

#endif
