/* Names of the functions of the C and C++ library, by the symbol indexes of their archives.
 * SPDX-License-Identifier: MIT
 */
#include "suite/library_names.h"

#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "build/build.h"
#include "code/elf.h"

static void take_function(void *names, const GElf_Sym *symbol, const char *name)
{
    struct xl_library_names *all = names;
    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF)
        xl_push(all, xl_copy_text(name));
}

/* reads_objects: local functions too. Those of C may be named as a project's. */
static void read_archive(const char *file, bool reads_objects, struct xl_library_names *names)
{
    struct xl_elf archive = xl_elf_open(file);
    Elf *elf = archive.elf;
    size_t count = 0;
    Elf_Arsym *symbols = elf && !reads_objects ? elf_getarsym(elf, &count) : NULL;
    for (size_t i = 0; symbols && i < count && symbols[i].as_name; i++)
        xl_push(names, xl_copy_text(symbols[i].as_name));
    Elf_Cmd next = ELF_C_READ_MMAP;
    for (Elf *object; elf && reads_objects && (object = elf_begin(archive.fd, next, elf));) {
        xl_elf_each_symbol(object, SHT_SYMTAB, take_function, names);
        next = elf_next(object);
        elf_end(object);
    }
    xl_elf_close(&archive);
}

/* Takes the pattern, which is freed. */
static void read_archives(char *pattern, bool reads_objects, struct xl_library_names *names)
{
    glob_t files = {0};
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            read_archive(files.gl_pathv[i], reads_objects, names);
    globfree(&files);
    free(pattern);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void xl_library_names_read(const struct xl_arch *arch, const char *sysroot,
                           struct xl_library_names *names)
{
    /* Below /usr/lib. libm.a may be a script that names libm-VERSION.a. */
    static const struct {
        const char *folder, *name;
        bool reads_objects;
    } archives[] = {{"", "libc.a", false},          {"", "libm.a", false},
                    {"", "libm-*.a", false},        {"", "libmvec.a", false},
                    {"", "libgtest.a", true},       {"", "libgmock.a", true},
                    {"gcc/", "*/libgcc.a", true},   {"gcc/", "*/libgcc_eh.a", true},
                    {"gcc/", "*/libatomic.a", true}};
    char *cxx = xl_build_tree_path("sysroots/mk-cxx", arch->name);
    *names = (struct xl_library_names){0};
    read_archives(xl_format("%s/cxx/library/libstdc++.a", cxx ? cxx : ""), true, names);
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++)
        read_archives(xl_format("%s/usr/lib/%s%s/%s", sysroot, archives[i].folder, arch->triple,
                                archives[i].name),
                      archives[i].reads_objects, names);
    free(cxx);
    if (names->count)
        qsort(names->at, names->count, sizeof *names->at, by_name);
}

bool xl_library_names_have(const struct xl_library_names *names, const char *name)
{
    return names->count &&
           bsearch(&name, names->at, names->count, sizeof *names->at, by_name) != NULL;
}

void xl_library_names_free(struct xl_library_names *names)
{
    while (names->count)
        free(names->at[--names->count]);
    free(names->at);
    *names = (struct xl_library_names){0};
}
