/* The door of a kernel module: the host's shared object of records and references.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#ifndef XL_ABI_OF_ALL /* of crosslane.yml, which SLEEF's kernels have not */
#define XL_ABI_OF_ALL ""
#endif

extern const struct xl_kernel *const __start_xl_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const struct xl_kernel *const __stop_xl_kernels[]
    __attribute__((weak, visibility("hidden")));

extern const struct xl_variant_entry *const __start_xl_named[]
    __attribute__((weak, visibility("hidden")));
extern const struct xl_variant_entry *const __stop_xl_named[]
    __attribute__((weak, visibility("hidden")));

const struct xl_kernel *const *xl_kernels(size_t *count);
const struct xl_variant_entry *const *xl_named(size_t *count);

const char *xl_abi(void);

/* What crosslane.yml asks of each kernel: words of `.abi`. */
const char *xl_abi(void)
{
    return XL_ABI_OF_ALL;
}

/* Every kernel of the module; *count of them. They live as long as the module is loaded. */
const struct xl_kernel *const *xl_kernels(size_t *count)
{
    *count = (size_t)(__stop_xl_kernels - __start_xl_kernels);
    return __start_xl_kernels;
}

/* Every XL_VARIANT of the module, likewise. */
const struct xl_variant_entry *const *xl_named(size_t *count)
{
    *count = (size_t)(__stop_xl_named - __start_xl_named);
    return __start_xl_named;
}
