/* Writes the listing of an agent: what llvm-objdump prints of the kernels, of the libraries that
 * they need, and of the agent.
 * SPDX-License-Identifier: MIT
 */
#include "build/disassemble.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "code/disassembly.h"

/* What is disassembled. */
struct listing {
    const char *isa;
    char *agent;
    const struct xl_arch *arch;
    const char *sysroot, *tools;
    const char *compiler;             /* its tree, if it has its own; or NULL */
    char *real_tools, *real_compiler; /* where a symbolic link leads; or NULL */
    char *objdump, *sleef;            /* sleef: the library; NULL: it is not linked */
    struct xl_text parts, code, readable;
};

static bool is_below(const char *path, const char *directory)
{
    const size_t length = directory ? strlen(directory) : 0;
    return length && strncmp(path, directory, length) == 0 && path[length] == '/';
}

/* Whether an object is of the C library or the compiler, which may name its own files where a
 * symbolic link to them leads. */
static bool is_of_toolchain(const struct listing *l, const char *object)
{
    static const char *const directories[] = {"/lib*", "/usr/lib*", "/usr/*-linux-gnu*"};
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++)
        if (fnmatch(directories[i], object, FNM_PATHNAME | FNM_LEADING_DIR) == 0)
            return true;
    return is_below(object, l->sysroot) || is_below(object, l->tools) ||
           is_below(object, l->real_tools) || is_below(object, l->compiler) ||
           is_below(object, l->real_compiler) || strstr(object, "/cxx/library/libstdc++.a(");
}

/* Adds what llvm-objdump prints with these options, which are freed, but for the file's path: the
 * listing is the same in every checkout. */
static int add_output(const struct listing *l, char *options, const char *file, struct xl_text *to,
                      struct xl_error *err)
{
    char *output;
    const int failed = xl_objdump(l->objdump, l->arch, options, file, &output, err);
    const char *format = failed ? NULL : strstr(output, ":\tfile format "),
               *from = format ? format + strcspn(format, "\n") : output;
    if (!failed)
        xl_text_add_bytes(to, from, strlen(from));
    free(output);
    free(options);
    return failed;
}

/* Disassembles from one address to another; to: 0 for the end. */
static int add_range(struct listing *l, uint64_t from, uint64_t to, struct xl_error *err)
{
    char range[128];
    const size_t begin = l->code.used;
    int used = snprintf(range, sizeof range, "-j .text --start-address=0x%" PRIx64, from);
    if (to)
        snprintf(range + used, sizeof range - (size_t)used, " --stop-address=0x%" PRIx64, to);
    int failed =
        add_output(l, xl_format("-d %s %s", l->sleef ? "" : "-t", range), l->agent, &l->code, err);
    if (!failed && !l->sleef && strstr(l->code.at + begin, " _Z"))
        failed = add_output(l, xl_format("-t -C %s", range), l->agent, &l->readable, err);
    return failed;
}

/* The ranges of the code that is not the toolchain's, which nine tenths are. The linker puts nearly
 * all of that behind the kernels, and its own stubs behind it. */
struct ranges {
    uint64_t from, to, again; /* 0: none */
    bool was_toolchain;
};

/* Adds a part of the code, which is of the object that ends here. */
static void add_part(struct listing *l, struct ranges *r, uint64_t address, const char *object,
                     const char *end)
{
    char *name = xl_format("%.*s", (int)(end - object), object);
    const bool is_toolchain = is_of_toolchain(l, name);
    const char *slash = is_toolchain ? strrchr(name, '/') : NULL;
    xl_text_add(&l->parts, "%" PRIx64 " %s%s\n", address, is_toolchain ? XL_TOOLCHAIN : "",
                slash ? slash + 1 : name);
    free(name);
    if (!is_toolchain && !r->from)
        r->from = address;
    else if (is_toolchain && !r->was_toolchain && r->from)
        r->to = address, r->again = 0;
    else if (!is_toolchain && r->to && !r->again)
        r->again = address;
    r->was_toolchain = is_toolchain;
}

/* Reads a line of the linker's map. *is_long: the line before ended after a long name of a section.
 */
static void read_line(struct listing *l, struct ranges *r, const char *line, bool *is_long)
{
    unsigned long long address, size = 0;
    int name = 0;
    const bool was_long = *is_long;
    /* lld: VMA LMA SIZE ALIGN OBJECT:(SECTION) */
    const char *end = strstr(line, ":(.text");
    *is_long = false;
    if (!end || sscanf(line, " %llx %*x %llx %*u %n", &address, &size, &name) != 2 || !name) {
        /* GNU ld: SECTION ADDRESS SIZE OBJECT, with the end of the line after a long name. */
        const bool is_text = strncmp(line, " .text", 6) == 0;
        const char *rest = is_text ? line + 1 + strcspn(line + 1, " \n") : line;
        end = line + strcspn(line, "\n");
        *is_long = is_text && rest == end;
        if ((!is_text && !was_long) ||
            sscanf(rest, " 0x%llx 0x%llx %n", &address, &size, &name) != 2 || !name)
            return;
        line = rest;
    }
    if (size && address && line + name < end)
        add_part(l, r, address, line + name, end);
}

static int add_code(struct listing *l, struct xl_error *err)
{
    char *map = xl_format("%s.map", l->agent), *line = NULL;
    size_t room = 0;
    bool is_long = false;
    struct ranges r = {0};
    FILE *f = fopen(map, "re");
    int failed = f ? 0 : xl_fail(err, "%s: %s", map, strerror(errno));
    while (f && getline(&line, &room, f) >= 0)
        read_line(l, &r, line, &is_long);
    if (f)
        fclose(f);
    free(line);
    free(map);
    if (!failed && r.from)
        failed = add_range(l, r.from, r.to, err);
    if (!failed && r.again)
        failed = add_range(l, r.again, 0, err);
    return failed;
}

/* SLEEF's kernels link a library that the assembler included as data: its symbols are in no range,
 * and its code is read from the library itself. */
static int add_sleef_symbols(struct listing *l, struct xl_error *err)
{
    return l->sleef ? add_output(l, xl_copy_text("-t"), l->agent, &l->code, err) : 0;
}

static int add_sleef_code(struct listing *l, struct xl_error *err)
{
    const char *at = l->sleef ? strstr(l->code.at, " xl_sleef_library\n") : NULL;
    if (!at)
        return 0;
    while (at > l->code.at && at[-1] != '\n')
        at--;
    return add_output(l, xl_format("-d --adjust-vma=0x%.*s", (int)strcspn(at, " "), at), l->sleef,
                      &l->code, err);
}

static int write_listing(const struct listing *l, const char *file, struct xl_error *err)
{
    struct xl_atomic_file a;
    xl_atomic_file_begin(&a, file);
    if (a.f) {
        fprintf(a.f, "%s %s %s\n%s", XL_LISTING, l->isa, xl_objdump_options(l->arch),
                l->parts.at ? l->parts.at : "");
        if (l->readable.at)
            fprintf(a.f, "%s\n%s", XL_LISTING_READABLE, l->readable.at);
        fprintf(a.f, "%s\n%s", XL_LISTING_CODE, l->code.at ? l->code.at : "");
    }
    return xl_atomic_file_end(&a, err);
}

int xl_build_disassemble(const char *directory, const char *isa, const struct xl_arch *arch,
                         struct xl_error *err)
{
    char *file = xl_join_path(directory, "disassembly-%s", isa),
         *made_from = xl_first_line(directory, "made-from"), *rest = made_from;
    char *sysroot = rest ? strsep(&rest, " ") : NULL, *tools = rest ? strsep(&rest, " ") : NULL;
    struct listing l = {.isa = isa,
                        .agent = xl_join_path(directory, "agent-%s", isa),
                        .arch = arch,
                        .sysroot = sysroot ? sysroot : "",
                        .tools = tools ? tools : "host",
                        .real_tools = realpath(tools ? tools : "", NULL)};
    if (rest)
        strsep(&rest, " "); /* the digest of rules */
    l.compiler = rest ? strsep(&rest, " ") : NULL;
    if (l.compiler && strstr(l.compiler, "/compiler-"))
        l.real_compiler = realpath(l.compiler, NULL);
    else
        l.compiler = NULL;
    l.objdump = xl_objdump_of(l.tools);
    l.sleef = xl_first_line(directory, "sleef/library");
    const bool is_needed = access(file, F_OK) != 0 && l.objdump;
    const int failed = is_needed && (add_sleef_symbols(&l, err) || add_code(&l, err) ||
                                     add_sleef_code(&l, err) || write_listing(&l, file, err))
                           ? -1
                           : 0;
    free(l.parts.at);
    free(l.code.at);
    free(l.readable.at);
    free(l.agent);
    free(l.objdump);
    free(l.sleef);
    free(l.real_tools);
    free(l.real_compiler);
    free(made_from);
    free(file);
    return failed;
}
