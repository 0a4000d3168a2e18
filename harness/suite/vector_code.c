/* The vector code of a file: its disassembly, with which of it was executed.
 * SPDX-License-Identifier: MIT
 */
#include "suite/vector_code.h"

#include <fnmatch.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "build/build.h"
#include "code/disassembly.h"
#include "code/elf.h"
#include "code/source_lines.h"

/* Of a function with written vector code, only that counts: the compiler may have vectorized other
 * parts of it. */
static void set_origin(struct xl_vector_code *code, struct xl_vector_function *f,
                       struct xl_origins *origins)
{
    struct xl_vector_insn *insns = code->insns.at + f->first;
    size_t written = 0;
    for (size_t i = 0; i < f->all; i++) {
        if (!insns[i].is_vector)
            continue;
        const enum xl_origin origin = xl_origins_find(origins, insns[i].address);
        insns[i].is_written = origin == XL_ORIGIN_WRITTEN;
        written += insns[i].is_written;
        f->origin = origin > f->origin ? origin : f->origin;
    }
    for (size_t i = 0; i < f->all && written; i++)
        insns[i].is_vector = insns[i].is_written;
    f->vectors = written ? written : f->vectors;
}

/* Adds a function if it has vector code. */
static void add_function(struct xl_vector_code *code, const struct xl_row *row,
                         const struct xl_disassembly *l, const struct xl_disassembled_function *of,
                         struct xl_origins *origins)
{
    const enum xl_family family = xl_family_find(row->isa->family);
    const struct xl_isa *before = xl_isa_before(row->isa);
    const char *arch = row->arch->name;
    size_t vectors = 0;
    code->is_stripped |= strcmp(of->name, ".text") == 0;
    for (size_t i = of->first; i < of->end; i++)
        vectors += xl_family_counts(family, l->instructions[i].family);
    if (!vectors)
        return;
    struct xl_vector_function f = {.name = of->name[0] == '.' ? xl_format("0x%" PRIx64, of->address)
                                                              : xl_copy_text(of->name),
                                   .address = of->address,
                                   .first = code->insns.count,
                                   .vectors = vectors};
    for (size_t i = of->first; i < of->end; i++) {
        const struct xl_instruction *from = &l->instructions[i];
        if (from->family == XL_FAMILY_unknown)
            continue;
        const bool is_beyond =
            xl_extension_beyond(arch, row->isa->name, "", from->mnemonic, from->operands);
        const struct xl_vector_insn insn = {
            .address = from->address,
            .is_vector = xl_family_counts(family, from->family),
            .is_own = !is_beyond && before &&
                      xl_extension_beyond(arch, before->name, "", from->mnemonic, from->operands)};
        f.all++;
        f.last = from->address;
        f.own += insn.is_own;
        f.is_beyond |= is_beyond;
        xl_push(&code->insns, insn);
    }
    set_origin(code, &f, origins);
    xl_push(code, f);
}

/* A file's code, while its symbols are read. */
struct sizing {
    struct xl_vector_code *code;
    Elf *elf;
};

static int compare_addresses(const void *a, const void *b)
{
    const struct xl_vector_function *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void take_size(void *data, const GElf_Sym *symbol, const char *name)
{
    const struct sizing *s = data;
    const struct xl_vector_function key = {.address = xl_code_address(s->elf, symbol->st_value)};
    (void)name;
    if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC || !s->code->count)
        return;
    struct xl_vector_function *f =
        bsearch(&key, s->code->at, s->code->count, sizeof key, compare_addresses);
    if (f)
        f->size = symbol->st_size;
}

/* Whether the symbol is one of Rust: mangled as v0, or with a hash at its end. */
static bool is_rust(const char *name)
{
    enum { DIGITS = 16 };
    bool is_any = strncmp(name, "_R", 2) == 0;
    for (const char *at = name; strncmp(name, "_ZN", 3) == 0 && (at = strstr(at, "17h")); at++)
        is_any |= strspn(at + 3, "0123456789abcdef") == DIGITS && at[3 + DIGITS] == 'E';
    return is_any;
}

/* Whether a source file is of Rust's standard library, or of a package of Rust or Go from outside
 * the project. Rust's intrinsics belong to the crates that call them. */
static bool is_of_libraries(const char *file)
{
    static const char *const patterns[] = {"/rust/*",
                                           "/rustc/*",
                                           "/usr/src/rustc-*",
                                           "*cargo/registry/*",
                                           "*/usr/share/gocode/*",
                                           "*/go/pkg/mod/*"};
    bool is_any = false;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        is_any |= fnmatch(patterns[i], file, 0) == 0;
    return is_any && !strstr(file, "/core_arch/src/");
}

/* The source file of a function; NULL: unknown. */
static const char *file_of(const struct xl_source *source, uint64_t address)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    const size_t count = xl_source_frames(source, address, frames);
    return count ? frames[count - 1].file : NULL;
}

static void take_go(void *address, const GElf_Sym *symbol, const char *name)
{
    if (strcmp(name, "runtime.main") == 0)
        *(uint64_t *)address = symbol->st_value;
}

void xl_vector_code_find_libraries(struct xl_vector_code *code, const char *file)
{
    struct xl_error ignored;
    struct xl_elf elf = xl_elf_open(file);
    uint64_t go = 0; /* a function of Go's runtime, which is in GOROOT/src/runtime */
    bool is_any = xl_elf_each_symbol(elf.elf, SHT_SYMTAB, take_go, &go) && go;
    for (size_t i = 0; i < code->count; i++)
        is_any |= is_rust(code->at[i].name);
    struct xl_source *source = is_any ? xl_source_read(elf.elf, &ignored) : NULL;
    const char *root = source && go ? file_of(source, go) : NULL,
               *end = root ? strstr(root, "/src/runtime/") : NULL;
    const size_t length = end ? (size_t)(end - root) + strlen("/src/") : 0;
    for (size_t i = 0; source && i < code->count; i++) {
        const char *path = file_of(source, code->at[i].address);
        code->at[i].is_system |=
            path ? is_of_libraries(path) || (length && strncmp(path, root, length) == 0)
                 : is_rust(code->at[i].name);
    }
    xl_source_free(source);
    xl_elf_close(&elf);
}

int xl_vector_code_read(const char *file, const char *tools, const struct xl_row *row,
                        struct xl_vector_code *code, struct xl_error *err)
{
    struct xl_disassembly l;
    *code = (struct xl_vector_code){0};
    if (xl_disassembly_of(file, tools, row->arch, &l, err))
        return -1;
    struct xl_elf elf = xl_elf_open(file);
    struct xl_origins *origins = xl_origins_read(elf.elf, row->arch->name);
    for (size_t i = 0; i < l.function_count; i++)
        add_function(code, row, &l, &l.functions[i], origins);
    xl_elf_each_symbol(elf.elf, SHT_SYMTAB, take_size, &(struct sizing){code, elf.elf});
    xl_origins_free(origins);
    xl_elf_close(&elf);
    xl_disassembly_free(&l);
    return 0;
}

static bool is_cxx(const char *name)
{
    return strncmp(name, "_Z", 2) == 0;
}

/* Demangles the symbols that are of a language, with c++filt's options for it. */
static int demangle(struct xl_vector_code *code, const char *tools, bool (*is_of)(const char *),
                    const char *style, const char *option, struct xl_error *err)
{
    struct xl_text names = {0};
    for (size_t i = 0; i < code->count; i++)
        if (is_of(code->at[i].name))
            xl_text_add(&names, "%s\n", code->at[i].name);
    char *filter = xl_join_path(tools, "usr/bin/c++filt"), *text = NULL, *rest = NULL;
    FILE *output = names.at ? tmpfile() : NULL;
    size_t size = 0;
    bool has_all = output &&
                   xl_pipe_through((const char *const[]){filter, "-s", style, option, NULL},
                                   names.at, names.used, fileno(output)) == 0 &&
                   fseek(output, 0, SEEK_SET) == 0 && getdelim(&text, &size, '\0', output) > 0;
    const char *name = has_all ? strtok_r(text, "\n", &rest) : NULL;
    for (size_t i = 0; i < code->count && has_all; i++)
        if (is_of(code->at[i].name) && (has_all = name != NULL)) {
            free(code->at[i].name);
            code->at[i].name = xl_copy_text(name);
            name = strtok_r(NULL, "\n", &rest);
        }
    const int failed =
        names.at && !has_all ? xl_fail(err, "%s cannot read symbols of C++ or Rust", filter) : 0;
    if (output)
        fclose(output);
    free(filter);
    free(text);
    free(names.at);
    return failed;
}

int xl_vector_code_demangle(struct xl_vector_code *code, const char *tools, struct xl_error *err)
{
    /* Rust's first: what they become is no symbol. */
    return demangle(code, tools, is_rust, "rust", "--no-verbose", err) ||
                   demangle(code, tools, is_cxx, "auto", "--no-params", err)
               ? -1
               : 0;
}

static int compare_names(const void *a, const void *b)
{
    const struct xl_vector_function *const *x = a, *const *y = b;
    const int order = strcmp((*x)->name, (*y)->name);
    return order ? order : *x < *y ? -1 : 1;
}

void xl_vector_code_name_copies(struct xl_vector_code *code)
{
    struct xl_vector_function **sorted = xl_alloc(code->count ? code->count : 1, sizeof *sorted);
    for (size_t i = 0; i < code->count; i++)
        sorted[i] = &code->at[i];
    qsort(sorted, code->count, sizeof *sorted, compare_names);
    for (size_t first = 0, i = 1; i < code->count; i++) {
        if (strcmp(sorted[first]->name, sorted[i]->name) != 0) {
            first = i;
            continue;
        }
        char *name = xl_format("%s (%zu)", sorted[first]->name, i - first + 1);
        free(sorted[i]->name);
        sorted[i]->name = name;
    }
    free(sorted);
}

void xl_vector_code_count(struct xl_vector_code *code, const struct xl_executed_file *file)
{
    for (size_t i = 0; i < code->count; i++) {
        struct xl_vector_function *f = &code->at[i];
        f->executed = f->executed_vectors = f->executed_own = 0;
        f->is_unknown = file->is_by_entries && !xl_executed_is_entry(file, f->address);
        if (file->is_by_entries && xl_executed_has(file, f->address, XL_EXECUTED))
            f->executed_vectors = f->vectors;
        for (size_t k = f->first; k < f->first + f->all && !file->is_by_entries; k++)
            if (xl_executed_has(file, code->insns.at[k].address, XL_EXECUTED)) {
                f->executed++;
                f->executed_vectors += code->insns.at[k].is_vector;
                f->executed_own += code->insns.at[k].is_own;
            }
    }
}

bool xl_vector_function_has(const struct xl_vector_code *code, const struct xl_vector_function *f,
                            const struct xl_executed_file *file, unsigned marks)
{
    for (size_t k = f->first; k < f->first + f->all; k++)
        if (code->insns.at[k].is_vector && xl_executed_has(file, code->insns.at[k].address, marks))
            return true;
    return false;
}

void xl_vector_code_free(struct xl_vector_code *code)
{
    for (size_t i = 0; i < code->count; i++)
        free(code->at[i].name);
    free(code->at);
    free(code->insns.at);
    *code = (struct xl_vector_code){0};
}

/* ---- Names of the C and C++ library, by the symbols of their archives ---- */

static void take_name(void *names, const GElf_Sym *symbol, const char *name)
{
    struct xl_library_names *all = names;
    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF)
        xl_push(all, ((struct xl_library_name){xl_copy_text(name), 0}));
}

/* Of C. Functions in assembly and indirect ones have other types. */
static void take_c_name(void *names, const GElf_Sym *symbol, const char *name)
{
    struct xl_library_names *all = names;
    const bool is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL,
               is_function = GELF_ST_TYPE(symbol->st_info) == STT_FUNC,
               is_reserved_label = !is_function && strncmp(name, "__", 2) == 0;
    if (symbol->st_shndx != SHN_UNDEF &&
        (!is_local || (is_function && symbol->st_size) || is_reserved_label))
        xl_push(all,
                ((struct xl_library_name){xl_copy_text(name), is_local ? symbol->st_size : 0}));
}

static void read_archive(const char *file, xl_elf_take_symbol *take, struct xl_library_names *names)
{
    struct xl_elf archive = xl_elf_open(file);
    Elf_Cmd next = ELF_C_READ_MMAP;
    for (Elf *object; archive.elf && (object = elf_begin(archive.fd, next, archive.elf));) {
        xl_elf_each_symbol(object, SHT_SYMTAB, take, names);
        next = elf_next(object);
        elf_end(object);
    }
    xl_elf_close(&archive);
}

/* Takes the pattern, which is freed. */
static void read_archives(char *pattern, xl_elf_take_symbol *take, struct xl_library_names *names)
{
    glob_t files = {0};
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            read_archive(files.gl_pathv[i], take, names);
    globfree(&files);
    free(pattern);
}

static int by_name_and_size(const void *a, const void *b)
{
    const struct xl_library_name *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : x->size < y->size ? -1 : x->size > y->size;
}

void xl_library_names_read(const struct xl_arch *arch, const char *sysroot,
                           struct xl_library_names *names)
{
    /* Below /usr/lib. libm.a may be a script that names libm-VERSION.a. */
    static const struct {
        const char *directory, *name;
        xl_elf_take_symbol *take;
    } archives[] = {{"", "libc.a", take_c_name},          {"", "libm.a", take_c_name},
                    {"", "libm-*.a", take_c_name},        {"", "libmvec.a", take_c_name},
                    {"", "libgtest.a", take_name},        {"", "libgmock.a", take_name},
                    {"gcc/", "*/libgcc.a", take_name},    {"gcc/", "*/libgcc_eh.a", take_name},
                    {"gcc/", "*/libatomic.a", take_name}, {"gcc/", "*/libstdc++.a", take_name}};
    char *cxx = xl_build_tree_path("sysroots/mk-cxx", arch->name);
    *names = (struct xl_library_names){0};
    read_archives(xl_format("%s/cxx/library/libstdc++.a", cxx ? cxx : ""), take_name, names);
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++)
        read_archives(xl_format("%s/usr/lib/%s%s/%s", sysroot, archives[i].directory, arch->triple,
                                archives[i].name),
                      archives[i].take, names);
    free(cxx);
    if (names->count)
        qsort(names->at, names->count, sizeof *names->at, by_name_and_size);
}

bool xl_library_names_have(const struct xl_library_names *names, const struct xl_vector_function *f)
{
    size_t low = 0, high = names->count;
    while (low < high) { /* the first of the name */
        const size_t middle = low + (high - low) / 2;
        if (strcmp(names->at[middle].name, f->name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < names->count && strcmp(names->at[low].name, f->name) == 0; low++)
        if (!names->at[low].size
                ? f->origin != XL_ORIGIN_WRITTEN
                : f->origin == XL_ORIGIN_UNKNOWN && f->size && f->size <= names->at[low].size)
            return true;
    return false;
}

void xl_library_names_free(struct xl_library_names *names)
{
    while (names->count)
        free(names->at[--names->count].name);
    free(names->at);
    *names = (struct xl_library_names){0};
}
