/* The arguments of a function: read from its debug information, compared with a kernel's record.
 * SPDX-License-Identifier: MIT
 *
 * DWARF 5, sections 3.3 (subroutines), 4.1 (parameters) and 5 (types).
 */
#include "run/signature.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/inputs.h"

enum {
    XL_DEEPEST_TYPE = 16
}; /* typedefs and qualifiers that are followed; a hostile file may have more */

static unsigned number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word value;
    return dwarf_attr_integrate(die, attribute, &a) && !dwarf_formudata(&a, &value)
               ? (unsigned)value
               : 0;
}

static bool is_name_for_another(int tag)
{
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
           tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

static enum xl_class class_of(Dwarf_Die *type)
{
    const unsigned encoding = number_of(type, DW_AT_encoding);
    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        return XL_CLASS_POINTER;
    case DW_TAG_enumeration_type:
        return XL_CLASS_INTEGER;
    case DW_TAG_base_type:
        return encoding == DW_ATE_float           ? XL_CLASS_FLOAT
               : encoding == DW_ATE_complex_float ? XL_CLASS_OTHER
                                                  : XL_CLASS_INTEGER;
    default:
        return XL_CLASS_OTHER;
    }
}

/* The type of a parameter or of a function's result. */
static struct xl_parameter type_of(Dwarf_Die *die)
{
    Dwarf_Die type = *die;
    for (int depth = 0; depth < XL_DEEPEST_TYPE; depth++) {
        Dwarf_Attribute a;
        Dwarf_Die next;
        if (!dwarf_attr_integrate(&type, DW_AT_type, &a) || !dwarf_formref_die(&a, &next))
            return (struct xl_parameter){XL_CLASS_NONE, 0};
        type = next;
        if (!is_name_for_another(dwarf_tag(&type)))
            return (struct xl_parameter){class_of(&type), number_of(&type, DW_AT_byte_size)};
    }
    return (struct xl_parameter){XL_CLASS_OTHER, 0};
}

/* A function that is also inlined elsewhere is described by another entry. */
static Dwarf_Die declared_in(Dwarf_Die *function)
{
    Dwarf_Attribute a;
    Dwarf_Die origin;
    return dwarf_attr(function, DW_AT_abstract_origin, &a) && dwarf_formref_die(&a, &origin)
               ? origin
               : *function;
}

static bool take_parameters(Dwarf_Die *function, struct xl_signature *s)
{
    Dwarf_Die die;
    if (dwarf_child(function, &die))
        return true;
    do {
        if (dwarf_tag(&die) == DW_TAG_unspecified_parameters)
            return false;
        if (dwarf_tag(&die) != DW_TAG_formal_parameter)
            continue;
        if (s->count < XL_MAX_PARAMETERS)
            s->parameters[s->count] = type_of(&die);
        s->count++;
    } while (dwarf_siblingof(&die, &die) == 0);
    return true;
}

static bool take(Dwarf_Die *found, struct xl_signature *s)
{
    Dwarf_Die function = declared_in(found);
    const char *file = dwarf_decl_file(&function), *slash = file ? strrchr(file, '/') : NULL;
    snprintf(s->where, sizeof s->where, "%.100s:%u",
             slash  ? slash + 1
             : file ? file
                    : "?",
             number_of(&function, DW_AT_decl_line));
    s->returns = type_of(&function);
    return take_parameters(&function, s) &&
           (s->count || dwarf_hasattr_integrate(&function, DW_AT_prototyped));
}

/* Finds the function among the entries of a unit or a namespace. */
static bool find_function(Dwarf_Die *parent, uint64_t entry, Dwarf_Die *found)
{
    Dwarf_Addr low;
    if (dwarf_child(parent, found))
        return false;
    do {
        Dwarf_Die inner;
        if (dwarf_tag(found) == DW_TAG_subprogram && dwarf_lowpc(found, &low) == 0 && low == entry)
            return true;
        if (dwarf_tag(found) == DW_TAG_namespace && find_function(found, entry, &inner)) {
            *found = inner;
            return true;
        }
    } while (dwarf_siblingof(found, found) == 0);
    return false;
}

bool xl_signature_read(struct Elf *elf, uint64_t entry, struct xl_signature *signature)
{
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, found;
    bool is_known = false;
    *signature = (struct xl_signature){.count = 0};
    while (dwarf && !is_known && dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
        if (dwarf_haspc(&unit, entry) != 0 && find_function(&unit, entry, &found)) {
            is_known = take(&found, signature);
            break;
        }
    dwarf_end(dwarf);
    return is_known;
}

/* The comparison ignores what a pointer points to, since libraries take bytes for anything, and the
 * width of a size. */

_Static_assert((int)XL_MAX_ARGS <= (int)XL_MAX_PARAMETERS, "are there that many parameters?");

static const char *class_name(enum xl_class class)
{
    static const char *const names[] = {[XL_CLASS_NONE] = "nothing",
                                        [XL_CLASS_POINTER] = "a pointer",
                                        [XL_CLASS_INTEGER] = "an integer",
                                        [XL_CLASS_FLOAT] = "a float",
                                        [XL_CLASS_OTHER] = "something else"};
    return names[class];
}

static enum xl_class class_of_arg(const struct xl_arg *arg)
{
    if (xl_arg_is_buffer(arg))
        return XL_CLASS_POINTER;
    return xl_type_is_float(arg->type) ? XL_CLASS_FLOAT : XL_CLASS_INTEGER;
}

/* Whether a function may take an argument of this type as an integer of so many bytes. That depends
 * on how the ABI extends it. */
static bool can_widen(enum xl_arg_extension extension, enum xl_type type, unsigned bytes)
{
    switch (extension) {
    case XL_EXTEND_UNDEFINED:
        return bytes == xl_type_size(type);
    case XL_EXTEND_UNDEFINED_32:
        return bytes <= 4;
    case XL_EXTEND_SIGN_32:
        return bytes <= 4 || type != XL_u32;
    default:
        return true;
    }
}

/* Whether a parameter differs from the record. Numbers by value must have their width; sizes and
 * strides may have any width; a result may be wider, since the extension is checked. */
static bool differs(const struct xl_arg *arg, const struct xl_parameter *p,
                    enum xl_arg_extension extension)
{
    const size_t size = xl_type_size(arg->type);
    const bool is_number =
        (arg->kind == XL_ARG_VALUE || arg->kind == XL_ARG_RESULT) && !arg->is_size;
    if (p->class == XL_CLASS_OTHER || arg->kind > XL_ARG_STRIDE)
        return false;
    if (p->class != class_of_arg(arg) || !is_number || p->bytes == size)
        return p->class != class_of_arg(arg);
    return p->class == XL_CLASS_FLOAT || p->bytes < size ||
           (arg->kind == XL_ARG_VALUE && !can_widen(extension, arg->type, p->bytes));
}

static void describe_difference(const struct xl_signature *s, const char *function,
                                const struct xl_arg *arg, const struct xl_parameter *p, char *text,
                                size_t size)
{
    const bool is_result = arg->kind == XL_ARG_RESULT;
    char wide[32] = "";
    if (p->class == class_of_arg(arg))
        snprintf(wide, sizeof wide, " of %u bytes", p->bytes);
    snprintf(text, size, "%s: %s %s %s%s%s%s, the record has %s %s%s", s->where, function,
             is_result ? "returns" : "takes", class_name(p->class), wide, is_result ? "" : " for ",
             is_result ? "" : arg->name, is_result ? "a result of" : "an argument of",
             xl_arg_is_buffer(arg) ? "pointer to " : "", xl_type_name(arg->type));
}

bool xl_signature_mismatch(const struct xl_kernel *kernel, enum xl_arg_extension extension,
                           const char *function, const struct xl_signature *s, char *text,
                           size_t size)
{
    size_t count = 0;
    const struct xl_arg *result = NULL;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind == XL_ARG_RESULT)
            result = &kernel->args[i];
        else
            count++;
    if (s->count != count) {
        snprintf(text, size, "%s: %s takes %zu argument%s, the record has %zu", s->where, function,
                 s->count, xl_s(s->count), count);
        return true;
    }
    for (size_t i = 0; i < count && i < XL_MAX_ARGS; i++)
        if (differs(&kernel->args[i], &s->parameters[i], extension)) {
            describe_difference(s, function, &kernel->args[i], &s->parameters[i], text, size);
            return true;
        }
    if (!result || !differs(result, &s->returns, extension))
        return false;
    describe_difference(s, function, result, &s->returns, text, size);
    return true;
}
