/* Where a kernel's record is.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_RECORD_PLACE_H
#define XL_HARNESS_BUILD_RECORD_PLACE_H

#include "base/error.h"

/* Puts "FILE:LINE:COLUMN: error: " of the kernel's XL_KERNEL before the message. module: of the
 * kernel, in CMake's folder of its build. Leaves the message as it is where the place is not known.
 */
void xl_say_where(const char *module, const char *kernel, struct xl_error *err);

#endif
