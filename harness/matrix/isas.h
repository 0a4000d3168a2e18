/* The architectures and ISAs of arch/, as tables.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ISAS_H
#define XL_HARNESS_MATRIX_ISAS_H

#include <stdbool.h>
#include <stddef.h>

struct xl_arch {
    const char *name, *debian, *triple, *qemu, *suite;
    bool big_endian;
};

struct xl_isa {
    const char *arch; /* "scalar": every arch has it */
    const char *name, *flags, *control;
    bool flushes;       /* f32 subnormals */
    const char *family; /* of instructions: none sse avx ... */
};

enum { XL_MAX_ARCHES = 32 };

extern const struct xl_arch xl_arches[];
extern const size_t xl_arch_count;
extern const struct xl_isa xl_isas[];
extern const size_t xl_isa_count;

/* NULL if there is none. */
const struct xl_arch *xl_arch_find(const char *name);

/* An ISA of this arch, or of every arch; NULL if there is none. */
const struct xl_isa *xl_isa_find(const char *arch, const char *name);

#endif
