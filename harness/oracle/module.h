/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_MODULE_H
#define XL_HARNESS_ORACLE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "contract.h"
#include "oracle/record.h"

/* Records of kernels with XL_VARIANTs, and a copy for each of these functions. */
struct xl_variants {
    struct xl_kernel *records;
    size_t count;
};

/* Copies of all records of a module, with the rules of crosslane.yml in `.abi`. NULL: it has none.
 */
struct xl_ruled {
    struct xl_kernel *records;
    size_t count;
};

struct xl_kernels {
    void *module;
    /* Sorted by family, then name; a kernel is followed by its XL_VARIANTs. */
    const struct xl_kernel **kernels;
    size_t count;
    struct xl_ruled ruled;
    struct xl_variants variants;
    struct xl_resolutions resolutions;
};

enum { XL_LOAD_LIMIT_MS = 20000 }; /* without --call-limit */

/* Loads a module that kernels.cmake built, as data: none of its code runs here. Its constructors,
 * which references need, are tried in another process within the limit. Returns 0, or -1 with err.
 * The records live until xl_kernels_unload. */
int xl_kernels_load(const char *file, int limit_ms, struct xl_kernels *k, struct xl_error *err);
void xl_kernels_unload(struct xl_kernels *k);

/* The file of each kernel, as kernels.cmake writes it into a build directory: lines "KERNEL FILE",
 * without directory and extension. NULL: no list. The caller frees it. */
char *xl_names_read(const char *build_directory);

/* Whether one of the lines, between newlines, is this name. */
bool xl_names_has(const char *lines, const char *name);

/* The file of a kernel; its own name if the list lacks it or is NULL. */
void xl_names_file(const char *names, const char *kernel, char *file, size_t size);

/* Loads a shared object without running its constructors.
 *
 * A constructor of a kernel's file, or of the library that its reference calls, is foreign code.
 * In the host tool it could end the run with status 0, hang it, close its output, or leave an
 * atexit function, a signal handler or a thread behind. Records are data and need no constructor.
 * So the tool loads a copy whose constructors are hidden from the dynamic loader. A process that
 * was forked for references runs them. The loader still runs the constructors of needed libraries,
 * and the resolvers of IFUNCs; xl_kernels_load has seen them return.
 *
 * The copy is in memory, so $ORIGIN in its RPATH is not the directory of the file. */

/* Loads the file. Returns dlopen's handle, or NULL with err. For one thread at a time. */
void *xl_module_open(const char *file, struct xl_error *err);

/* Whether this is the loader's name of a copy. */
bool xl_module_is_copy(const char *name);

/* Unloads it without running its destructors. */
void xl_module_close(void *handle);

/* Runs the constructors of all loaded modules. */
void xl_module_run_all_constructors(void);

#endif
