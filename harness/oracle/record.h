/* The record of a kernel: its ISAs, its variants, its signature.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_RECORD_H
#define XL_HARNESS_ORACLE_RECORD_H

#include <stdbool.h>

#include "base/error.h"
#include "contract.h"
#include "matrix/isas.h"

/* False for the placeholder (broken.c) of a kernel that did not compile on the host. */
bool xl_kernel_compiled(const struct xl_kernel *kernel);

/* The reason of `.by_lane` for an ISA, or NULL. XL_ALL_ISAS: the reason for all. */
#define XL_ALL_ISAS "all"
const char *xl_kernel_by_lane(const struct xl_kernel *kernel, const char *isa);

/* Whether the code for an ISA is checked for `.secret`. */
bool xl_kernel_keeps_secrets(const struct xl_kernel *kernel, const char *isa);

/* Whether `.abi` has this word of abi_rules.def. */
bool xl_kernel_asks(const struct xl_kernel *kernel, const char *rule);

/* The rule of abi_rules.def by which a call may not change this entry of XL_STATE, if the ABI
 * allows that and the record does not ask for the rule. NULL: a call must not change it. *is_noted:
 * whether a run notes it. */
const char *xl_unasked_rule(const struct xl_kernel *kernel, const char *entry, bool *is_noted);

/* The words that `.abi` can have; NULL follows the last one. */
extern const char *const xl_abi_rules[];

/* The reason why a kernel has no variant for an ISA, or NULL: it must have one. */
const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa);

/* Whether the kernel runs on this ISA. If it has XL_VARIANTs for the ISA, only those do. */
bool xl_kernel_is_for(const struct xl_kernel *kernel, const char *isa);

/* Whether a kernel's record is for this ISA, in any variant. */
bool xl_kernel_has_isa(const struct xl_kernel *kernel, const char *isa);

/* The function of an XL_VARIANT, or NULL. */
const char *xl_kernel_function(const struct xl_kernel *kernel);

/* The features that the kernel needs besides the ISA; "": none. */
const char *xl_kernel_needs(const struct xl_kernel *kernel, const char *isa);

/* Whether it has `.dispatch`. */
bool xl_kernel_is_dispatched(const struct xl_kernel *kernel);

/* The kernel's signature in one line, such as "f32[n] f32[n] -> f32[n]". */
void xl_kernel_shape(const struct xl_kernel *kernel, char *text, size_t size);

/* A kernel's record on a row: with the alignment for the row's ISA, and size_t ranges that the
 * guest's size_t holds. */

/* 0, or -1 with err: the record names an XL_VARIANT that is not among these kernels. */
int xl_kernel_check_variants(const struct xl_kernel *kernel, const struct xl_kernel *const *kernels,
                             size_t count, struct xl_error *err);

/* The records of all rows that differ from the kernel's own. */
struct xl_resolutions {
    struct xl_resolved *records;
    size_t count;
};

/* Makes them for kernels and their XL_VARIANTs. The caller calls xl_resolutions_free. */
void xl_resolve(struct xl_resolutions *r, const struct xl_kernel *const *kernels, size_t count);
void xl_resolutions_free(struct xl_resolutions *r);

/* One of them, or the kernel's own. */
const struct xl_kernel *xl_resolved(const struct xl_resolutions *r, const struct xl_kernel *kernel,
                                    const struct xl_arch *arch, const struct xl_isa *isa);

#endif
