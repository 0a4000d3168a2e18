/* The vector vocabulary on VXE2 (z15): vxe.h, whose parts for it convert between f32 and i32 lanes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_S390X_VXE2_H
#define XL_ARCH_S390X_VXE2_H

#if __ARCH__ < 13
#error "vxe2.h: compile with isas.def's flags for vxe2"
#endif
#include "vxe.h"

#endif
