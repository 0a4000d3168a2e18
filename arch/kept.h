/* What the registers that a function must keep hold before the guarded call.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_KEPT_H
#define XL_ARCH_KEPT_H

#include <stdint.h>

/* Of entry number I of XL_STATE: distinct in each. */
#define XL_KEPT_VALUE(I) (UINT64_C(0x9e3779b97f4a7c15) * ((uint64_t)(I) + 1))

#endif
