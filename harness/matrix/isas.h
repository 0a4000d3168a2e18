/* Tables of the architectures and ISAs of arch/.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ISAS_H
#define XL_HARNESS_MATRIX_ISAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bits above an integer argument that is narrower than a register; arch/arches.def. */
enum xl_arg_extension {
    XL_EXTEND_UNDEFINED,
    XL_EXTEND_UNDEFINED_32,
    XL_EXTEND_SIGN_32,
    XL_EXTEND_BY_TYPE
};

/* The mode of the floating-point unit in a call, in the order of the fields of XL_STATE in
 * arch/arches.def. XL_FLUSHING rounds to nearest, and subnormals are zeros. */
enum xl_rounding { XL_TO_NEAREST, XL_DOWN, XL_UP, XL_TO_ZERO, XL_FLUSHING, XL_ROUNDINGS };

enum { XL_IEEE_FLAGS = 5, XL_MAX_KEPT = 64 };

/* An XL_STATE of arch/arches.def. */
struct xl_state {
    enum xl_arg_extension arg_extension;
    const char *control; /* the control word's name */
    uint64_t start, kept, sticky;
    uint64_t rounding[XL_ROUNDINGS - 1]; /* from XL_DOWN on; 0: it has no such mode */
    uint64_t flags[XL_IEEE_FLAGS];       /* invalid, by zero, overflow, underflow, inexact */
    const char *names[XL_MAX_KEPT];
};

/* An XL_DWARF of arch/arches.def. */
struct xl_dwarf_register {
    const char *name;
    unsigned number;
};
struct xl_dwarf {
    unsigned stack_pointer;
    uint64_t above; /* bytes from the caller's stack pointer to the canonical frame address */
    struct xl_dwarf_register kept[XL_MAX_KEPT]; /* ends with a name that is NULL */
};

struct xl_arch {
    const char *name, *debian, *triple, *qemu, *suite;
    const struct xl_state *state;
    const struct xl_dwarf *dwarf;
    unsigned bits; /* of an address, and of a size_t */
    bool big_endian;
};

struct xl_isa {
    const char *arch; /* "scalar": every arch has it */
    const char *name, *flags, *control;
    bool flushes;             /* f32 subnormals */
    const char *missing_type; /* "f32", "f64": it has no vectors of those; NULL: it has both */
    const char *family;       /* of instructions: none sse avx ... */
};

/* Other CPU features: arch/feature.h. */
struct xl_feature_name {
    const char *arch, *name;
};

enum { XL_MAX_ARCHES = 32 };

extern const struct xl_arch xl_arches[];
extern const size_t xl_arch_count;
extern const struct xl_isa xl_isas[];
extern const size_t xl_isa_count;
extern const struct xl_feature_name xl_feature_names[];
extern const size_t xl_feature_name_count;

/* NULL if there is none. */
const struct xl_arch *xl_arch_find(const char *name);

/* Whether programs of this arch run on this machine without an emulator. */
bool xl_arch_is_native(const struct xl_arch *arch);

/* Whether this machine's CPU and kernel offer it. */
bool xl_isa_is_native(const struct xl_isa *isa);

/* An ISA of this arch, or of every arch; NULL if there is none. */
const struct xl_isa *xl_isa_find(const char *arch, const char *name);

/* Whether it is the first ISA of its family. Its code must trap where the family is off; an ISA
 * that extends another may have no instruction that traps. */
bool xl_isa_is_first(const struct xl_isa *isa);

/* The ISA before it in its family, which it extends. NULL: it is the first. */
const struct xl_isa *xl_isa_before(const struct xl_isa *isa);

#endif
