/* Names of the functions of the C and C++ library, by the symbol indexes of their archives.
 * SPDX-License-Identifier: MIT
 */
#include "suite/library_names.h"

#include <fcntl.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "build/build.h"

static void read_archive(const char *file, struct xl_library_names *names)
{
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
    size_t count = 0;
    Elf_Arsym *symbols = elf ? elf_getarsym(elf, &count) : NULL;
    for (size_t i = 0; symbols && i < count && symbols[i].as_name; i++)
        xl_push(names, xl_copy_text(symbols[i].as_name));
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void xl_library_names_read(const struct xl_arch *arch, const char *sysroot,
                           struct xl_library_names *names)
{
    static const char *const archives[] = {"libc.a", "libm.a", "libmvec.a"};
    char *cxx = xl_build_tree_path("sysroots/mk-cxx", arch->name);
    *names = (struct xl_library_names){0};
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++) {
        char *file = xl_format("%s/usr/lib/%s/%s", sysroot, arch->triple, archives[i]);
        read_archive(file, names);
        free(file);
    }
    char *files[] = {xl_format("%s/cxx/library/libstdc++.a", cxx ? cxx : ""),
                     xl_format("%s/usr/lib/gcc/%s/14/libgcc.a", sysroot, arch->triple)};
    for (size_t i = 0; i < 2; i++) {
        read_archive(files[i], names);
        free(files[i]);
    }
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
