/* Tables of the architectures and ISAs of arch/.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/isas.h"

#include <string.h>

#define XL_BIG_little false
#define XL_BIG_big true

#define XL_NARROW_junk XL_EXTEND_UNDEFINED
#define XL_NARROW_junk32 XL_EXTEND_UNDEFINED_32
#define XL_NARROW_sign32 XL_EXTEND_SIGN_32
#define XL_NARROW_extend XL_EXTEND_BY_TYPE
#define XL_LIST(...) __VA_ARGS__
#define XL_STATE(ARCH, NARROW, CONTROL, START, KEPT, STICKY, ROUNDING, FLAGS, ...)                 \
    static const struct xl_state state_##ARCH = {                                                  \
        XL_NARROW_##NARROW, CONTROL,         START,        KEPT, STICKY,                           \
        {XL_LIST ROUNDING}, {XL_LIST FLAGS}, {__VA_ARGS__}};
#define XL_DWARF(ARCH, STACK_POINTER, ABOVE, ...)                                                  \
    static const struct xl_dwarf dwarf_##ARCH = {STACK_POINTER, ABOVE, {__VA_ARGS__}};
#define XL_ELF(ARCH, BITS, ...) enum { bits_##ARCH = BITS };
#include "arches.def"

const struct xl_arch xl_arches[] = {
#define XL_ARCH(NAME, DEBIAN, TRIPLE, QEMU, SUITE, ORDER)                                          \
    {#NAME,         #DEBIAN,       TRIPLE,      #QEMU,         #SUITE,                             \
     &state_##NAME, &dwarf_##NAME, bits_##NAME, XL_BIG_##ORDER},
#include "arches.def"
};
const size_t xl_arch_count = sizeof xl_arches / sizeof xl_arches[0];

#define XL_FLOAT_ieee false, NULL
#define XL_FLOAT_flushes true, "f64"
#define XL_FLOAT_f64_only false, "f32"

const struct xl_isa xl_isas[] = {
#define XL_ISA(NAME, FLAGS, CONTROL, FLOAT, FAMILY)                                                \
    {XL_ISA_ARCH, #NAME, FLAGS, CONTROL, XL_FLOAT_##FLOAT, #FAMILY},
#include "arches.def"
};
const size_t xl_isa_count = sizeof xl_isas / sizeof xl_isas[0];

const struct xl_feature_name xl_feature_names[] = {
#define XL_FEATURE(NAME, WORD, BIT) {XL_ISA_ARCH, #NAME},
#include "arches.def"
};
const size_t xl_feature_name_count = sizeof xl_feature_names / sizeof xl_feature_names[0];

const struct xl_arch *xl_arch_find(const char *name)
{
    for (size_t i = 0; i < xl_arch_count; i++)
        if (strcmp(xl_arches[i].name, name) == 0)
            return &xl_arches[i];
    return NULL;
}

bool xl_arch_is_native(const struct xl_arch *arch)
{
    return strcmp(arch->name, XL_HOST_ARCH) == 0;
}

#define XL_ISA(NAME, ...) bool xl_has_##NAME(void); /* of features.c of arch/ */
#include XL_HOST_ISAS
#undef XL_ISA

bool xl_isa_is_native(const struct xl_isa *isa)
{
#define XL_ISA(NAME, ...)                                                                          \
    if (strcmp(isa->arch, XL_HOST_ARCH) == 0 && strcmp(isa->name, #NAME) == 0)                     \
        return xl_has_##NAME();
#include XL_HOST_ISAS
#undef XL_ISA
    return strcmp(isa->arch, "scalar") == 0;
}

const struct xl_isa *xl_isa_find(const char *arch, const char *name)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].name, name) == 0 &&
            (strcmp(xl_isas[i].arch, arch) == 0 || strcmp(xl_isas[i].arch, "scalar") == 0))
            return &xl_isas[i];
    return NULL;
}

const struct xl_isa *xl_isa_before(const struct xl_isa *isa)
{
    const struct xl_isa *before = NULL;
    for (size_t i = 0; i < xl_isa_count && &xl_isas[i] != isa; i++)
        if (strcmp(xl_isas[i].arch, isa->arch) == 0 && strcmp(xl_isas[i].family, isa->family) == 0)
            before = &xl_isas[i];
    return before;
}

bool xl_isa_is_first(const struct xl_isa *isa)
{
    return !xl_isa_before(isa);
}
