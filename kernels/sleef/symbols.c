/* What the name of a function of libsleef says, and the contract that follows from it.
 * SPDX-License-Identifier: MIT
 */
#include "symbols.h"

#include <ctype.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XL_ZEROS_any 0
#define XL_ZEROS_signed 1

static const struct xl_sleef_function functions[] = {
#define XL_FUNCTION(NAME, SHAPE, ZEROS, REFERENCE)                                                 \
    {#NAME, #SHAPE, #REFERENCE, XL_SHAPE_##SHAPE, XL_ZEROS_##ZEROS},
#include "functions.def"
#undef XL_FUNCTION
};

#define XL_TAKES_all 0
#define XL_TAKES_same 1

static const struct xl_sleef_isa isas[] = {
#define XL_SLEEF_ISA(ARCH, NAME, OURS, TAKES, SUFFIX)                                              \
    {#ARCH, #NAME, #OURS, SUFFIX, XL_TAKES_##TAKES},
#include "isas.def"
#undef XL_SLEEF_ISA
};

/* The ISA that the name ends in: what stands before it is '_' or a digit, or it would be the end of
 * another ISA's name. */
static const struct xl_sleef_isa *find_isa(const char *arch, const char *name, size_t *length)
{
    for (size_t i = 0; i < sizeof isas / sizeof isas[0]; i++) {
        size_t own = strlen(isas[i].name);
        if (strcmp(isas[i].arch, arch) != 0 || *length <= own ||
            strncmp(name + *length - own, isas[i].name, own) != 0)
            continue;
        char before = name[*length - own - 1];
        if (before != '_' && !isdigit((unsigned char)before))
            continue;
        *length -= own;
        return &isas[i];
    }
    return NULL;
}

/* "_", "_u10": the end of what is left. Returns the error, -1 if there is none, -2 if it is no such
 * end. */
static int take_error(const char *name, size_t *length)
{
    size_t digits = *length;
    if (*length && name[*length - 1] == '_') {
        *length -= 1;
        return -1;
    }
    while (digits && isdigit((unsigned char)name[digits - 1]))
        digits--;
    if (digits < 2 || digits == *length || name[digits - 1] != 'u' || name[digits - 2] != '_')
        return -2;
    int error = atoi(name + digits);
    *length = digits - 2;
    return error;
}

/* "f4", "dx": the same. */
static int take_lanes(const char *name, size_t *length, char *type)
{
    size_t at = *length;
    int lanes = 0;
    if (at && name[at - 1] == 'x')
        at--;
    else
        while (at && isdigit((unsigned char)name[at - 1]))
            at--;
    if (at < 2 || at == *length || (name[at - 1] != 'f' && name[at - 1] != 'd'))
        return -1;
    if (name[at] != 'x')
        lanes = atoi(name + at);
    *type = name[at - 1];
    *length = at - 1;
    return lanes;
}

static const struct xl_sleef_function *find_function(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return &functions[i];
    return NULL;
}

static void name_kernel(struct xl_sleef_symbol *s)
{
    char error[16] = "";
    if (s->error >= 0)
        snprintf(error, sizeof error, "_u%02d", s->error);
    snprintf(s->kernel, sizeof s->kernel, "sleef_%s%s%s_%s%s",
             s->same == 'f'   ? "finz_"
             : s->same == 'c' ? "cinz_"
                              : "",
             s->function->name, error, s->type == 'f' ? "f32" : "f64", s->isa->suffix);
}

enum xl_sleef_kind xl_sleef_parse(const char *arch, const char *name, struct xl_sleef_symbol *s)
{
    static const char start[] = "Sleef_";
    *s = (struct xl_sleef_symbol){.error = -1};
    if (strncmp(name, start, strlen(start)) != 0)
        return XL_SLEEF_OTHER;
    name += strlen(start);
    if (strncmp(name, "finz_", 5) == 0 || strncmp(name, "cinz_", 5) == 0) {
        s->same = name[0];
        name += 5;
    }
    size_t length = strlen(name);
    s->isa = find_isa(arch, name, &length);
    if (!s->isa || (s->isa->same_only && !s->same))
        return XL_SLEEF_OTHER;
    s->error = take_error(name, &length);
    s->lanes = s->error < -1 ? -1 : take_lanes(name, &length, &s->type);
    if (s->lanes < 0)
        return XL_SLEEF_OTHER;
    s->function = find_function(name, length);
    if (!s->function)
        return XL_SLEEF_UNKNOWN;
    name_kernel(s);
    /* sleef.h declares functions of integer vectors for doubles alone: those of floats are SLEEF's
     * own. */
    int has_int = s->function->shape == XL_SHAPE_VI_V || s->function->shape == XL_SHAPE_V_I;
    return s->function->shape == XL_SHAPE_NONE || (has_int && s->type == 'f') ? XL_SLEEF_OTHER
                                                                              : XL_SLEEF_KERNEL;
}

/* Errors that the documentation has otherwise than the name, in ULP, and what else it allows. All
 * is from SLEEF, "Single & Double Precision Math library reference",
 * https://sleef.org/2-references/libm/, under the function's own name; for the fast ones from
 * https://github.com/shibatch/sleef/pull/229. An error there is either within `ulp` or within
 * `absolute`. */
static const struct promise {
    const char *function;
    int error;
    char type;
    double ulp, absolute;
} promises[] = {
    {"sinpi", 5, 'f', 0.506, FLT_MIN},
    {"sinpi", 5, 'd', 0.506, DBL_MIN},
    {"cospi", 5, 'f', 0.506, FLT_MIN},
    {"cospi", 5, 'd', 0.506, DBL_MIN},
    {"sincospi", 5, 'f', 0.506, FLT_MIN},
    {"sincospi", 5, 'd', 0.506, DBL_MIN},
    /* C11 has no sinpi: a zero of any sign, which is less than the least number away. */
    {"sincospi", 35, 'f', 3.5, 0x1p-149},
    {"sincospi", 35, 'd', 3.5, 0x1p-1074},
    {"sqrt", 5, 'f', 0.5001, 0},
    {"sqrt", 5, 'd', 0.5001, 0},
    {"hypot", 5, 'f', 0.5001, 0},
    {"hypot", 5, 'd', 0.5001, 0},
    {"exp10", 10, 'f', 1.09, 0},
    {"exp10", 10, 'd', 1.09, 0},
    {"tanh", 10, 'f', 1.0001, 0},
    {"atanh", 10, 'f', 1.0001, 0},
    {"asinh", 10, 'f', 1.001, 0},
    {"acosh", 10, 'f', 1.001, 0},
    {"erfc", 15, 'f', 1.5, FLT_MIN},
    {"erfc", 15, 'd', 2.5, DBL_MIN}, /* 1.5 below 26.2, which the domain does not tell apart */
    {"lgamma", 10, 'f', 1, 1e-8},    /* 1 ULP alone for positive arguments, likewise */
    {"lgamma", 10, 'd', 1, 1e-15},
    {"fastsin", 3500, 'f', 350, 2e-6},
    {"fastcos", 3500, 'f', 350, 2e-6},
    {"fma", -1, 'f', 0.50001, FLT_MIN},
    {"fma", -1, 'd', 0.5, 0},
};

/* Where the promise holds; from the same places. Outside, an arbitrary or infinite result is
 * allowed. */
static const struct {
    const char *function;
    int error; /* -1: whatever it is */
    char type;
    struct xl_sleef_domain domains[3];
} domains[] = {
    {"sinpi", -1, 'f', {{-1e7, 1e7}}},
    {"sinpi", -1, 'd', {{-1e9, 1e9}}},
    {"cospi", -1, 'f', {{-1e7, 1e7}}},
    {"cospi", -1, 'd', {{-1e9, 1e9}}},
    {"sincospi", -1, 'f', {{-1e7, 1e7}}},
    {"sincospi", -1, 'd', {{-1e9, 1e9}}},
    {"sinh", 10, 'f', {{-88.5, 88.5}}},
    {"sinh", 35, 'f', {{-88, 88}}},
    {"sinh", -1, 'd', {{-709, 709}}},
    {"cosh", 10, 'f', {{-88.5, 88.5}}},
    {"cosh", 35, 'f', {{-88, 88}}},
    {"cosh", -1, 'd', {{-709, 709}}},
    {"asinh", 10, 'f', {{-1.84e19, 1.84e19}}},
    {"asinh", 10, 'd', {{-1.34e154, 1.34e154}}},
    {"acosh", 10, 'f', {{1, 1.84e19}}},
    {"acosh", 10, 'd', {{1, 1.34e154}}},
    {"lgamma", 10, 'f', {{-4e36, 4e36}}},
    {"lgamma", 10, 'd', {{-2e305, 2e305}}},
    /* No documented range: these avoid the overflow and underflow that SLEEF calls the fast
       functions prone to. */
    {"fastsin", 3500, 'f', {{-30, 30}}},
    {"fastcos", 3500, 'f', {{-30, 30}}},
    {"fastpow", 3500, 'f', {{0.1, 25}, {-25, 25}}},
    /* |x y + z| up to 1e33 and 1e300. */
    {"fma", -1, 'f', {{-1e16, 1e16}, {-1e16, 1e16}, {-1e32, 1e32}}},
    {"fma", -1, 'd', {{-1e149, 1e149}, {-1e149, 1e149}, {-1e299, 1e299}}},
    /* |x / y| below 1e38 and 1e300: a rectangle within. */
    {"fmod", -1, 'f', {{-1e18, 1e18}, {1e-18, 1e18}}},
    {"fmod", -1, 'd', {{-1e149, 1e149}, {1e-149, 1e149}}},
    {"remainder", -1, 'f', {{-1e18, 1e18}, {1e-18, 1e18}}},
    {"remainder", -1, 'd', {{-1e149, 1e149}, {1e-149, 1e149}}},
    /* C leaves the exponent of what is not finite open (C11 7.12.6.4). */
    {"expfrexp", -1, 'f', {{-FLT_MAX, FLT_MAX}}},
    {"expfrexp", -1, 'd', {{-DBL_MAX, DBL_MAX}}},
};

static void set_domains(const struct xl_sleef_symbol *s, struct xl_sleef_contract *c)
{
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++)
        if (strcmp(domains[i].function, s->function->name) == 0 && domains[i].type == s->type &&
            (domains[i].error < 0 || domains[i].error == s->error))
            memcpy(c->domains, domains[i].domains, sizeof c->domains);
}

struct xl_sleef_contract xl_sleef_contract(const struct xl_sleef_symbol *s)
{
    struct xl_sleef_contract c = {.ulp = s->error / 10.0};
    c.bitwise =
        strcmp(s->function->name, "fabs") == 0 || strcmp(s->function->name, "copysign") == 0;
    if (s->same) { /* the same bits everywhere: of every argument */
        c.exact = 1;
        return c;
    }
    set_domains(s, &c);
    if (s->function->shape == XL_SHAPE_V_I) {
        c.exact = 1;
        return c;
    }
    if (s->error < 0) {
        c.ulp = 0; /* the value is determined */
        c.exact = s->function->signed_zeros;
    }
    for (size_t i = 0; i < sizeof promises / sizeof promises[0]; i++) {
        const struct promise *p = &promises[i];
        if (strcmp(p->function, s->function->name) != 0 || p->error != s->error ||
            p->type != s->type)
            continue;
        c.exact = 0;
        c.ulp = p->ulp;
        c.absolute = p->absolute;
    }
    if (strncmp(s->function->name, "fast", 4) == 0)
        c.ulp = 350; /* the name has a zero more than the others */
    return c;
}
