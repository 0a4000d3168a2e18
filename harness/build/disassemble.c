/* Writes the listing of an agent: what llvm-objdump prints of the kernels, of the libraries that
 * they need, and of the agent.
 * SPDX-License-Identifier: MIT
 */
#include "build/build.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "code/disassembly.h"
#include "code/link_map.h"

/* What is disassembled. */
struct listing {
    const struct xl_build *b;
    const struct xl_arch *arch;
    const char *sysroot, *tools;
    char *real_tools;      /* where a symbolic link leads; or NULL */
    char *objdump, *sleef; /* sleef: the library; NULL: it is not linked */
    struct xl_text parts, code, readable;
};

static bool is_below(const char *path, const char *folder)
{
    const size_t length = folder ? strlen(folder) : 0;
    return length && strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whether an object is of the C library or the compiler, which may name its own files where a
 * symbolic link to them leads. */
static bool is_of_toolchain(const struct listing *l, const char *object)
{
    static const char *const folders[] = {"/lib*", "/usr/lib*", "/usr/*-linux-gnu*"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (fnmatch(folders[i], object, FNM_PATHNAME | FNM_LEADING_DIR) == 0)
            return true;
    return is_below(object, l->sysroot) || is_below(object, l->tools) ||
           is_below(object, l->real_tools) || strstr(object, "/cxx/library/libstdc++.a(");
}

/* Adds what llvm-objdump prints with these options, which are freed. */
static int add_output(const struct listing *l, char *options, const char *file, struct xl_text *to,
                      struct xl_error *err)
{
    char *output;
    const int failed = xl_objdump(l->objdump, l->arch, options, file, &output, err);
    if (!failed)
        xl_text_add_bytes(to, output, strlen(output));
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
    int failed = add_output(l, xl_format("-d %s %s", l->sleef ? "" : "-t", range), l->b->agent,
                            &l->code, err);
    if (!failed && !l->sleef && strstr(l->code.at + begin, " _Z"))
        failed = add_output(l, xl_format("-t -C %s", range), l->b->agent, &l->readable, err);
    return failed;
}

/* Adds the parts of the code, and disassembles what is not the toolchain's: nine tenths of all are.
 * The linker puts nearly all of that behind the kernels, and its own stubs behind it. */
static int add_code(struct listing *l, struct xl_error *err)
{
    struct xl_link_map map;
    int failed = xl_link_map_read(l->b->agent, &map)
                     ? 0
                     : xl_fail(err, "%s has no map of the linker", l->b->agent);
    uint64_t from = 0, to = 0, again = 0;
    bool was_toolchain = false;
    for (size_t i = 0; i < map.count; i++) {
        const struct xl_link_part *p = &map.at[i];
        const bool is_toolchain = is_of_toolchain(l, p->object);
        if (!is_toolchain || !was_toolchain)
            xl_text_add(&l->parts, "%" PRIx64 " %s\n", p->address,
                        is_toolchain ? XL_TOOLCHAIN : p->object);
        if (!is_toolchain && !from)
            from = p->address;
        else if (is_toolchain && !was_toolchain && from)
            to = p->address, again = 0;
        else if (!is_toolchain && to && !again)
            again = p->address;
        was_toolchain = is_toolchain;
    }
    xl_link_map_free(&map);
    if (!failed && from)
        failed = add_range(l, from, to, err);
    if (!failed && again)
        failed = add_range(l, again, 0, err);
    return failed;
}

/* SLEEF's kernels link a library that the assembler included as data: its symbols are in no range,
 * and its code is read from the library itself. */
static int add_sleef_symbols(struct listing *l, struct xl_error *err)
{
    return l->sleef ? add_output(l, xl_copy_text("-t"), l->b->agent, &l->code, err) : 0;
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
        fprintf(a.f, "%s %s %s\n%s", XL_LISTING, l->b->isa, xl_objdump_options(l->arch),
                l->parts.at ? l->parts.at : "");
        if (l->readable.at)
            fprintf(a.f, "%s\n%s", XL_LISTING_READABLE, l->readable.at);
        fprintf(a.f, "%s\n%s", XL_LISTING_CODE, l->code.at ? l->code.at : "");
    }
    return xl_atomic_file_end(&a, err);
}

/* Whether the listing is newer than the agent, and was made in the same way. */
static bool is_current(const struct listing *l, const char *file)
{
    struct stat agent, listing;
    char *line = xl_first_line(l->b->folder, strrchr(file, '/') + 1),
         *wanted = xl_format("%s %s %s", XL_LISTING, l->b->isa, xl_objdump_options(l->arch));
    const bool is = line && strcmp(line, wanted) == 0 && !stat(l->b->agent, &agent) &&
                    !stat(file, &listing) &&
                    (listing.st_mtim.tv_sec != agent.st_mtim.tv_sec
                         ? listing.st_mtim.tv_sec > agent.st_mtim.tv_sec
                         : listing.st_mtim.tv_nsec > agent.st_mtim.tv_nsec);
    free(line);
    free(wanted);
    return is;
}

/* llvm-objdump of the tools; of CROSSLANE_TOOLS=host, on PATH, or NULL. */
static char *find_objdump(const char *tools)
{
    if (strcmp(tools, "host") != 0)
        return xl_objdump_of(tools);
    char *found = xl_find_command("llvm-objdump-19");
    return found ? found : xl_find_command("llvm-objdump");
}

int xl_build_disassemble(const struct xl_build *b, struct xl_error *err)
{
    char *file = xl_join_path(b->folder, "disassembly-%s", b->isa),
         *made_from = xl_first_line(b->folder, "made-from"), *rest = made_from;
    char *sysroot = rest ? strsep(&rest, " ") : NULL, *tools = rest ? strsep(&rest, " ") : NULL;
    struct listing l = {.b = b,
                        .arch = xl_arch_find(b->arch),
                        .sysroot = sysroot ? sysroot : "",
                        .tools = tools ? tools : "host",
                        .real_tools = realpath(tools ? tools : "", NULL)};
    l.objdump = find_objdump(l.tools);
    l.sleef = xl_first_line(b->folder, "sleef/library");
    int failed = 0;
    if (!is_current(&l, file)) {
        remove(file);
        failed = l.objdump && (add_sleef_symbols(&l, err) || add_code(&l, err) ||
                               add_sleef_code(&l, err) || write_listing(&l, file, err))
                     ? -1
                     : 0;
    }
    free(l.parts.at);
    free(l.code.at);
    free(l.readable.at);
    free(l.objdump);
    free(l.sleef);
    free(l.real_tools);
    free(made_from);
    free(file);
    return failed;
}
