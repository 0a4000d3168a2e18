/* Whether somebody wrote vector code, or the compiler vectorized scalar code: by DWARF.
 * SPDX-License-Identifier: MIT
 *
 * Of these, one is enough for an instruction to be written:
 * - its line is in a header of intrinsics, or in an assembly file;
 * - the function around it, which may be inlined, has a variable, a parameter or a result of a
 *   vector type, or of a structure of vectors;
 * - its source line has the name of an intrinsic, or `asm`. Intrinsics that are builtins leave
 *   nothing else: those of RISC-V and SVE, and gcc's for POWER and z. Nor do clang's, because they
 *   have the attribute `nodebug`.
 *
 * DWARF 5, 3.1.1 (DW_AT_language), 3.3 (functions, inlined calls), 6.2 (lines). DW_AT_GNU_vector is
 * an extension of GNU, which clang has, too.
 */
#include "code/origin.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "families.h"

enum {
    XL_DEEPEST = 256,     /* nesting of entries that is followed; a hostile file may have more */
    XL_DEEPEST_TYPE = 16, /* likewise of types */
    XL_ANSWERS = 8192,    /* that are remembered */
    XL_NAME = 64,         /* the longest identifier that can be an intrinsic's, and 1 */
    XL_ASSEMBLER = 0x8001 /* DW_LANG_Mips_Assembler, which GNU as and NASM have for assembly */
};

/* A line of the table. It ends where the next one begins. */
struct line {
    uint64_t address;
    const char *file;
    unsigned number;
    size_t order; /* of several at one address, the last counts */
    bool is_end;  /* the end of a sequence: no line follows */
    bool is_written;
};

/* A range of a function, perhaps an inlined one. */
struct range {
    uint64_t from, to;
    size_t depth;
    bool has_vectors;
};

struct ranges {
    struct range *at;
    size_t count, room;
};

/* Which lines of a source file have names of intrinsics. */
struct text {
    const char *file;
    bool *has_name; /* of line 1 and on */
    size_t count, room;
};

/* A path that is relative to the directory of its compilation, and the whole one. */
struct joined {
    const char *named;
    char *path;
};

/* An answer about an entry of the debug information. */
struct answer {
    Dwarf_Off entry; /* 0: none */
    bool is_yes;
};

struct xl_origins {
    Dwarf *dwarf;
    const char *arch;
    struct {
        struct line *at;
        size_t count, room;
    } lines;
    struct {
        struct joined *at;
        size_t count, room;
    } joined;
    struct ranges ranges; /* disjoint, by address, of the innermost functions */
    struct {
        struct text *at;
        size_t count, room;
    } texts;
    size_t last_text; /* that was asked for */
    struct answer types[XL_ANSWERS], functions[XL_ANSWERS];
};

const char *xl_origin_name(enum xl_origin origin)
{
    static const char *const names[] = {"unknown", "vectorized", "written"};
    return names[origin];
}

/* ---- Types ---- */

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute a;
    return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

/* Types that compilers have no entry with DW_AT_GNU_vector for. */
static bool is_vector_name(const char *name)
{
    static const char *const names[] = {"__SV*", "__rvv_*", "__vector_pair", "__vector_quad", NULL};
    return name && xl_is_one_of(names, name);
}

static bool is_vector(Dwarf_Die *type, int depth);

/* Whether a structure has vectors only; whether a union has one. */
static bool has_vector_members(Dwarf_Die *type, int depth)
{
    const bool is_union = dwarf_tag(type) == DW_TAG_union_type;
    size_t members = 0, vectors = 0;
    Dwarf_Die member, of;
    if (dwarf_child(type, &member))
        return false;
    do {
        const int tag = dwarf_tag(&member);
        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
            dwarf_hasattr(&member, DW_AT_external) || !type_of(&member, &of))
            continue;
        members++;
        vectors += is_vector(&of, depth);
    } while (dwarf_siblingof(&member, &member) == 0);
    return vectors && (is_union || vectors == members);
}

static bool is_vector(Dwarf_Die *type, int depth)
{
    Dwarf_Die of;
    if (depth == XL_DEEPEST_TYPE)
        return false;
    switch (dwarf_tag(type)) {
    case DW_TAG_array_type:
        return dwarf_hasattr(type, DW_AT_GNU_vector) ||
               (type_of(type, &of) && is_vector(&of, depth + 1));
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return has_vector_members(type, depth + 1);
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return is_vector_name(dwarf_diename(type)) ||
               (type_of(type, &of) && is_vector(&of, depth + 1));
    default:
        return is_vector_name(dwarf_diename(type));
    }
}

/* The remembered answer about an entry, or the place for one. Returns whether it is known. */
static bool recall(struct answer *answers, Dwarf_Die *entry, struct answer **answer)
{
    const Dwarf_Off offset = dwarf_dieoffset(entry);
    *answer = &answers[offset % XL_ANSWERS];
    if ((*answer)->entry == offset)
        return true;
    **answer = (struct answer){offset, false};
    return false;
}

/* Whether an entry has a vector type: a variable; or a function, as its result. */
static bool has_vector_type(struct xl_origins *o, Dwarf_Die *entry)
{
    Dwarf_Die type;
    struct answer *answer;
    if (!type_of(entry, &type))
        return false;
    if (!recall(o->types, &type, &answer))
        answer->is_yes = is_vector(&type, 0);
    return answer->is_yes;
}

/* ---- Functions ---- */

/* Whether a function or a block has vector variables of its own. */
static bool has_vector_variables(struct xl_origins *o, Dwarf_Die *parent, int depth)
{
    Dwarf_Die die;
    if (depth == XL_DEEPEST || dwarf_child(parent, &die))
        return false;
    do {
        const int tag = dwarf_tag(&die);
        if ((tag == DW_TAG_formal_parameter || tag == DW_TAG_variable) && has_vector_type(o, &die))
            return true;
        if (tag == DW_TAG_lexical_block && has_vector_variables(o, &die, depth + 1))
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* The same of its copies: an inlined one may lack variables that it did not need. */
static bool has_vectors(struct xl_origins *o, Dwarf_Die *function, int depth)
{
    Dwarf_Attribute a;
    Dwarf_Die origin;
    struct answer *answer;
    if (has_vector_type(o, function) || has_vector_variables(o, function, depth))
        return true;
    if (!dwarf_attr(function, DW_AT_abstract_origin, &a) || !dwarf_formref_die(&a, &origin))
        return false;
    if (!recall(o->functions, &origin, &answer))
        answer->is_yes = has_vector_variables(o, &origin, depth);
    return answer->is_yes;
}

static void take_function(struct xl_origins *o, Dwarf_Die *die, int depth)
{
    Dwarf_Addr base, from, to;
    struct range r = {.depth = (size_t)depth};
    bool is_known = false;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &from, &to)) > 0;) {
        if (!from || from >= to) /* the linker dropped it */
            continue;
        if (!is_known)
            r.has_vectors = has_vectors(o, die, depth);
        is_known = true;
        r.from = from;
        r.to = to;
        xl_push(&o->ranges, r);
    }
}

static void take_functions(struct xl_origins *o, Dwarf_Die *parent, int depth)
{
    Dwarf_Die die;
    if (depth == XL_DEEPEST || dwarf_child(parent, &die))
        return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
            take_function(o, &die, depth);
            take_functions(o, &die, depth + 1);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            take_functions(o, &die, depth + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* The outer ones first. */
static int by_nesting(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    return x->depth < y->depth ? -1 : x->depth > y->depth;
}

static void add_part(struct ranges *to, uint64_t from, uint64_t end, const struct range *of)
{
    if (from < end)
        xl_push(to, ((struct range){from, end, of->depth, of->has_vectors}));
}

/* Replaces nested ranges by the parts of each that no other is in. */
static void flatten(struct ranges *nested)
{
    struct ranges open = {0}, flat = {0};
    uint64_t at = 0;
    if (nested->count)
        qsort(nested->at, nested->count, sizeof *nested->at, by_nesting);
    for (size_t i = 0; i <= nested->count; i++) {
        struct range next = {.from = UINT64_MAX};
        if (i < nested->count)
            next = nested->at[i];
        for (; open.count && open.at[open.count - 1].to <= next.from; open.count--) {
            add_part(&flat, at, open.at[open.count - 1].to, &open.at[open.count - 1]);
            at = open.at[open.count - 1].to;
        }
        if (open.count) {
            add_part(&flat, at, next.from, &open.at[open.count - 1]);
            if (next.to > open.at[open.count - 1].to)
                next.to = open.at[open.count - 1].to;
        }
        at = next.from;
        if (i < nested->count)
            xl_push(&open, next);
    }
    free(open.at);
    free(nested->at);
    *nested = flat;
}

/* ---- Lines ---- */

/* Headers of intrinsics, in which they are inline functions; directories of Rust's; assembly. */
static bool is_written_file(const char *path)
{
    static const char *const headers[] = {"arm_neon.h", "arm_sve.h",      "arm_sme.h", "arm_bf16.h",
                                          "altivec.h",  "riscv_vector.h", "mm3dnow.h", NULL};
    static const char *const suffixes[] = {"intrin.h", ".S", ".s", ".sx", ".asm", ".nasm"};
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    if (!path)
        return false;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (xl_ends_with(name, suffixes[i]))
            return true;
    return xl_is_one_of(headers, name) || strstr(path, "/core_arch/") ||
           strstr(path, "/core_simd/");
}

/* The whole path of a file of the unit. clang's are relative if they are below the directory in
 * which it ran. */
static const char *whole_path(struct xl_origins *o, Dwarf_Die *unit, const char *named)
{
    Dwarf_Attribute a;
    if (!named || named[0] == '/')
        return named;
    for (size_t i = o->joined.count; i-- > 0;) /* most often, the last one */
        if (o->joined.at[i].named == named)
            return o->joined.at[i].path;
    const char *directory = dwarf_attr(unit, DW_AT_comp_dir, &a) ? dwarf_formstring(&a) : NULL;
    const struct joined whole = {named, xl_join_path(directory ? directory : ".", "%s", named)};
    xl_push(&o->joined, whole);
    return whole.path;
}

static void take_lines(struct xl_origins *o, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t count = 0;
    const char *named = NULL, *file = NULL;
    const bool is_assembly = dwarf_srclang(unit) == XL_ASSEMBLER;
    bool is_written = is_assembly;
    if (dwarf_getsrclines(unit, &lines, &count))
        return; /* a unit without code has none */
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        struct line taken = {.order = o->lines.count};
        int number = 0;
        if (dwarf_lineaddr(line, &taken.address) || dwarf_lineno(line, &number) ||
            dwarf_lineendsequence(line, &taken.is_end))
            continue;
        const char *path = dwarf_linesrc(line, NULL, NULL);
        if (path != named) {
            named = path;
            file = whole_path(o, unit, path);
            is_written = is_assembly || is_written_file(path);
        }
        taken.file = file;
        taken.number = (unsigned)number;
        taken.is_written = is_written;
        xl_push(&o->lines, taken);
    }
}

/* At one address, the end of a sequence comes before the start of another. */
static int by_address(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->is_end != y->is_end)
        return x->is_end ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* ---- Names in source lines ---- */

/* NEON's intrinsics have types of elements, as in vaddq_f32 (Arm C Language Extensions). */
static bool is_neon(const char *name)
{
    bool is = false;
    for (const char *at = strchr(name, '_'); *name == 'v' && at && !is; at = strchr(at + 1, '_')) {
        const char *type = strncmp(at + 1, "bf", 2) == 0 ? at + 2 : at + 1;
        is = *type && strchr("fsup", *type) && isdigit((unsigned char)type[1]);
    }
    return is;
}

/* Whether an identifier, with what follows it, is an intrinsic of the architecture, a vector
 * operation of the compilers, or `asm`. */
static bool is_intrinsic(const char *arch, const char *name, const char *after)
{
    const bool is_arm = strcmp(arch, "aarch64") == 0 || strcmp(arch, "armhf") == 0;
    static const char *const general[] = {"asm", "__asm", "__asm__", "__vector", NULL};
    static const struct {
        const char *arch, *names[8]; /* arch "": any */
    } table[] = {
        {"", {"__builtin_shuffle*", "__builtin_convertvector", NULL}},
        {"x86_64", {"_mm*", "__builtin_ia32_*", NULL}},
        {"aarch64", {"sv*", "__builtin_neon_*", "__builtin_aarch64_*", "__builtin_sve_*", NULL}},
        {"armhf", {"__builtin_neon_*", NULL}},
        {"ppc64el",
         {"vec_*", "__builtin_altivec_*", "__builtin_vsx_*", "__builtin_vec_*", "__builtin_mma_*",
          NULL}},
        {"s390x", {"vec_*", "__builtin_s390_*", NULL}},
        {"riscv64", {"__riscv_*", "__builtin_riscv_*", "__builtin_rvv_*", NULL}},
        {"loong64", {"__lsx_*", "__lasx_*", "__builtin_lsx_*", "__builtin_lasx_*", NULL}},
    };
    if (xl_is_one_of(general, name))
        return true;
    const bool has_vector = strcmp(arch, "ppc64el") == 0 || strcmp(arch, "s390x") == 0;
    if (has_vector && strcmp(name, "vector") == 0) /* AltiVec's keyword, before a type */
        return after[0] == ' ' && isalpha((unsigned char)after[1]);
    if (after[strspn(after, " ")] != '(')
        return false;
    bool is = is_arm && is_neon(name);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        is |= (!*table[i].arch || strcmp(table[i].arch, arch) == 0) &&
              xl_is_one_of(table[i].names, name);
    return is;
}

static bool has_intrinsic(const char *arch, const char *line)
{
    for (const char *at = line; *at;) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        char name[XL_NAME];
        if (length && length < sizeof name) {
            memcpy(name, at, length);
            name[length] = '\0';
            if (is_intrinsic(arch, name, at + length))
                return true;
        }
        at += length ? length : 1;
    }
    return false;
}

static void read_text(struct text *text, const char *arch)
{
    size_t size = 0;
    char file[PATH_MAX],
        *bytes = realpath(text->file, file) ? xl_file_read_untrusted(file, &size) : NULL;
    for (char *at = bytes, *next; at; at = next) {
        next = strchr(at, '\n');
        if (next)
            *next++ = '\0';
        const size_t line = text->count++;
        if (text->count > text->room) {
            text->room = 2 * text->count + 64;
            text->has_name = xl_resize(text->has_name, text->room, sizeof *text->has_name);
        }
        text->has_name[line] = has_intrinsic(arch, at);
    }
    free(bytes);
}

static bool has_name(struct xl_origins *o, const struct line *line)
{
    size_t i = o->last_text;
    if (!line->file || !line->number)
        return false;
    if (i >= o->texts.count || strcmp(o->texts.at[i].file, line->file) != 0)
        for (i = 0; i < o->texts.count && strcmp(o->texts.at[i].file, line->file) != 0;)
            i++;
    if (i == o->texts.count) {
        struct text text = {.file = line->file};
        read_text(&text, o->arch);
        xl_push(&o->texts, text);
    }
    o->last_text = i;
    const struct text *text = &o->texts.at[i];
    return line->number <= text->count && text->has_name[line->number - 1];
}

/* ---- All of it ---- */

struct xl_origins *xl_origins_read(struct Elf *elf, const char *arch)
{
    struct xl_origins *o = xl_alloc(1, sizeof *o);
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    o->arch = arch;
    o->dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    while (o->dwarf && dwarf_get_units(o->dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0) {
        take_lines(o, &unit);
        take_functions(o, &unit, 0);
    }
    if (o->lines.count)
        qsort(o->lines.at, o->lines.count, sizeof *o->lines.at, by_address);
    flatten(&o->ranges);
    return o;
}

enum xl_origin xl_origins_find(struct xl_origins *o, uint64_t address)
{
    const size_t lines = xl_count_up_to(o->lines.at, o->lines.count, sizeof *o->lines.at, address),
                 ranges =
                     xl_count_up_to(o->ranges.at, o->ranges.count, sizeof *o->ranges.at, address);
    const struct line *line = lines ? &o->lines.at[lines - 1] : NULL;
    const struct range *range = ranges ? &o->ranges.at[ranges - 1] : NULL;
    if (!line || line->is_end)
        return XL_ORIGIN_UNKNOWN;
    return line->is_written || (range && address < range->to && range->has_vectors) ||
                   has_name(o, line)
               ? XL_ORIGIN_WRITTEN
               : XL_ORIGIN_VECTORIZED;
}

void xl_origins_free(struct xl_origins *o)
{
    for (size_t i = 0; i < o->texts.count; i++)
        free(o->texts.at[i].has_name);
    for (size_t i = 0; i < o->joined.count; i++)
        free(o->joined.at[i].path);
    free(o->joined.at);
    free(o->texts.at);
    free(o->ranges.at);
    free(o->lines.at);
    dwarf_end(o->dwarf);
    free(o);
}
