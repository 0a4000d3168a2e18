/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_MODULE_H
#define XL_HARNESS_ORACLE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "contract.h"
#include "oracle/record.h"

/* XL_VARIANTs: a kernel's record once more for each function that is its code. */

/* Records of kernels that have XL_VARIANTs, and one for each of these. */
struct xl_variants {
    struct xl_kernel *records;
    size_t count;
};

/* Adds to the kernels, which have room for them, those of so many XL_VARIANTs. Returns 0, or -1
 * with err. xl_variant_entries_free undoes it, whatever the result. */
int xl_variant_entries_take(struct xl_variants *v, const struct xl_variant_entry *const *named,
                            size_t named_count, const struct xl_kernel **kernels, size_t *count,
                            struct xl_error *err);
void xl_variant_entries_free(struct xl_variants *v);

struct xl_kernels {
    void *module;
    /* Sorted by family, then name; behind a kernel the same once more for each XL_VARIANT. */
    const struct xl_kernel **kernels;
    size_t count;
    struct xl_variants variants;
    struct xl_resolutions resolutions;
};

enum { XL_LOAD_LIMIT_MS = 20000 }; /* where nobody gave a limit of calls */

/* Loads a module that kernels.cmake built, as data: none of its own code runs here. Its
 * constructors are tried in another process, within the limit, for the references want them.
 * Returns 0, or -1 with err. The records live until xl_kernels_unload. */
int xl_kernels_load(const char *file, int limit_ms, struct xl_kernels *k, struct xl_error *err);
void xl_kernels_unload(struct xl_kernels *k);

/* Which file each kernel of a folder is in: the list that kernels.cmake writes into a build's
 * folder. */

/* The list, a line "KERNEL FILE" each, the file without its folder and ending; NULL: there is none.
 * The caller frees it. */
char *xl_names_read(const char *build_folder);

/* Whether one of the lines, which stand between newlines, is this name. */
bool xl_names_has(const char *lines, const char *name);

/* The file of a kernel: its own name where the list does not have it, or is NULL. */
void xl_names_file(const char *names, const char *kernel, char *file, size_t size);

/* Where a kernel's record is. */

/* Puts "FILE:LINE:COLUMN: error: " of the kernel's XL_KERNEL before the message. module: of the
 * kernel, in CMake's folder of its build. Leaves the message as it is where the place is not known.
 */
void xl_add_location(const char *module, const char *kernel, struct xl_error *err);

#endif
