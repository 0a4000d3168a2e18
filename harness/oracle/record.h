/* What a kernel's record says: its ISAs, its variants, its signature.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_RECORD_H
#define XL_HARNESS_ORACLE_RECORD_H

#include <stdbool.h>

#include "base/error.h"
#include "contract.h"
#include "matrix/isas.h"

/* False for what broken.c put in the place of a kernel that did not compile on the host. */
bool xl_kernel_compiled(const struct xl_kernel *kernel);

/* Why a kernel's code for an ISA computes one lane after the other, or NULL: it does not say so.
 * XL_ALL_ISAS: what it says of all. */
#define XL_ALL_ISAS "all"
const char *xl_kernel_by_lane(const struct xl_kernel *kernel, const char *isa);

/* The reason why a kernel has no variant for an ISA, or NULL: it must have one. */
const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa);

/* Whether it is a kernel of this ISA at all; of a kernel that has XL_VARIANTs for the ISA, only
 * they are. */
bool xl_kernel_is_for(const struct xl_kernel *kernel, const char *isa);

/* Whether a kernel's record is for this ISA, in whatever variants. */
bool xl_kernel_has_isa(const struct xl_kernel *kernel, const char *isa);

/* The function of an XL_VARIANT, or NULL. */
const char *xl_kernel_function(const struct xl_kernel *kernel);

/* The features that the kernel needs for an ISA, besides it; "": none. */
const char *xl_kernel_needs(const struct xl_kernel *kernel, const char *isa);

/* Whether its .dispatch says which implementation it takes. */
bool xl_kernel_is_dispatched(const struct xl_kernel *kernel);

/* 0, or -1 with err: .needs or .dispatch names what is no ISA and no feature. */
int xl_kernel_check_features(const struct xl_kernel *kernel, struct xl_error *err);

/* 0, or -1 with err: the word of this field is no name of an ISA. */
int xl_kernel_check_isa(const struct xl_kernel *kernel, const char *field, const char *word,
                        size_t length, struct xl_error *err);

/* The kernel's signature in one line, such as "f32[n] f32[n] -> f32[n]". */
void xl_kernel_shape(const struct xl_kernel *kernel, char *text, size_t size);

/* A kernel's record as it is on a row: aligned as the code of the row's ISA asks for, and with no
 * size_t that the guest's does not hold. */

/* Records of all rows that there can be, where they differ from the kernel's own. */
struct xl_resolutions {
    struct xl_resolved *records;
    size_t count;
};

/* Makes them, of so many kernels and their XL_VARIANTs. Returns 0, or -1 with err: an alignment is
 * of no XL_VARIANT. xl_resolutions_free undoes it, whatever the result. */
int xl_resolve(struct xl_resolutions *r, const struct xl_kernel *const *kernels, size_t count,
               struct xl_error *err);
void xl_resolutions_free(struct xl_resolutions *r);

/* One of them, or the kernel's own. */
const struct xl_kernel *xl_resolved(const struct xl_resolutions *r, const struct xl_kernel *kernel,
                                    const struct xl_arch *arch, const struct xl_isa *isa);

#endif
