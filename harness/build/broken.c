/* Stands in for a kernel that did not compile, so that every other kernel of the build still links
 * and runs.
 * SPDX-License-Identifier: MIT
 * Compiled by compile-kernel.sh with XL_BROKEN set to the
 * kernel's name.
 */
#include "kernel.h"

#ifdef XL_KERNEL_HOST
static const struct xl_kernel broken = {.version = XL_KERNEL_VERSION,
                                        .name = XL_STRING(XL_BROKEN),
                                        .family = XL_STRING(XL_FAMILY),
                                        .summary = "does not compile"};
XL_SECTION("xl_kernels") static const struct xl_kernel *const broken_entry = &broken;
#else
static const struct xl_variant broken = {XL_STRING(XL_BROKEN), XL_STRING(XL_ISA), 0, 1};
XL_SECTION("xl_variants") static const struct xl_variant *const broken_entry = &broken;
#endif
