/* Stands in for a kernel that did not compile, so that every other kernel of the build still links
 * and runs.
 * SPDX-License-Identifier: MIT
 * Compiled by compile-kernel.sh with XL_BROKEN_NAMES set to XL_BROKEN(NAME) for each kernel of the
 * file.
 */
#include "kernel.h"

#ifdef XL_KERNEL_HOST
#define XL_BROKEN(NAME)                                                                            \
    static const struct xl_kernel broken_##NAME = {.version = XL_KERNEL_VERSION,                   \
                                                   .name = #NAME,                                  \
                                                   .family = XL_FAMILY,                            \
                                                   .summary = "does not compile"};                 \
    XL_SECTION("xl_kernels")                                                                       \
    static const struct xl_kernel *const broken_entry_##NAME = &broken_##NAME;
#else
#define XL_BROKEN(NAME)                                                                            \
    static const struct xl_variant broken_##NAME = {#NAME, XL_STRING(XL_ISA), 0, 1, 0};            \
    XL_SECTION("xl_variants")                                                                      \
    static const struct xl_variant *const broken_entry_##NAME = &broken_##NAME;
#endif

XL_BROKEN_NAMES
