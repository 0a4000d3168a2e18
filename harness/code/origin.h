/* Whether somebody wrote vector code, or the compiler vectorized scalar code: by DWARF.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_ORIGIN_H
#define XL_HARNESS_CODE_ORIGIN_H

#include <stdint.h>

struct Elf;

enum xl_origin {
    XL_ORIGIN_UNKNOWN, /* without debug information */
    XL_ORIGIN_VECTORIZED,
    XL_ORIGIN_WRITTEN /* by intrinsics, vector types or assembly */
};

/* "unknown", "vectorized", "written". */
const char *xl_origin_name(enum xl_origin origin);

struct xl_origins;

/* Reads the debug information of an ELF file of the architecture, both of which must outlive the
 * result. elf NULL has none. xl_origins_free releases it. */
struct xl_origins *xl_origins_read(struct Elf *elf, const char *arch);

/* The origin of a vector instruction at this address. */
enum xl_origin xl_origins_find(struct xl_origins *origins, uint64_t address);

void xl_origins_free(struct xl_origins *origins);

#endif
