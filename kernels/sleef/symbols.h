/* What the name of a function of libsleef says, and the contract that follows from it.
 * SPDX-License-Identifier: MIT
 *
 * A name is Sleef_[finz_|cinz_]<function><f|d><lanes|x>_[u<error>]<ISA>: Sleef_sinf4_u10advsimd,
 * Sleef_finz_fabsdx_sve. (SLEEF, "Single & Double Precision Math library reference", "Function
 * naming convention", https://sleef.org/2-references/libm/)
 */
#ifndef XL_KERNELS_SLEEF_SYMBOLS_H
#define XL_KERNELS_SLEEF_SYMBOLS_H

#include <stddef.h>

enum { XL_SLEEF_NAME = 64 };

enum xl_sleef_shape {
    XL_SHAPE_NONE,
    XL_SHAPE_V_V,
    XL_SHAPE_V2_V,
    XL_SHAPE_V3_V,
    XL_SHAPE_VI_V,
    XL_SHAPE_V_I,
    XL_SHAPE_V_VV
};

/* A line of functions.def. */
struct xl_sleef_function {
    const char *name, *shape_name, *reference;
    enum xl_sleef_shape shape;
    int signed_zeros;
};

/* A line of isas.def. */
struct xl_sleef_isa {
    const char *arch, *name, *ours, *suffix;
    int same_only;
};

struct xl_sleef_symbol {
    const struct xl_sleef_function *function;
    const struct xl_sleef_isa *isa;
    char same; /* 'f' of finz_, 'c' of cinz_, else 0 */
    char type; /* 'f' or 'd' */
    int lanes; /* 0: as many as the CPU has */
    int error; /* of the name, in tenths of an ULP; -1: it has none */
    char kernel[XL_SLEEF_NAME];
};

enum xl_sleef_kind {
    XL_SLEEF_OTHER, /* no vector function of a listed ISA, or one that isas.def leaves out */
    XL_SLEEF_KERNEL,
    XL_SLEEF_UNKNOWN /* a vector function that functions.def does not have */
};

/* Reads a name of the dynamic symbols of this architecture's libsleef. */
enum xl_sleef_kind xl_sleef_parse(const char *arch, const char *name,
                                  struct xl_sleef_symbol *symbol);

/* The domain of an operand, both ends included; lo == hi: everything. */
struct xl_sleef_domain {
    double lo, hi;
};

/* What the function promises. */
struct xl_sleef_contract {
    int bitwise;     /* it changes signs alone */
    int exact;       /* the same bits as the reference */
    double ulp;      /* else within so many units in the last place; 0: the very value, ... */
    double absolute; /* ... or within this */
    struct xl_sleef_domain domains[3]; /* of the operands */
};

struct xl_sleef_contract xl_sleef_contract(const struct xl_sleef_symbol *symbol);

#endif
