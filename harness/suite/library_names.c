/* Names of the functions of the C and C++ library, by the symbol indexes of their archives.
 * SPDX-License-Identifier: MIT
 */
#include "suite/library_names.h"

#include <fcntl.h>
#include <glob.h>
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

/* Takes the pattern, which is freed. */
static void read_archives(char *pattern, struct xl_library_names *names)
{
    glob_t files = {0};
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            read_archive(files.gl_pathv[i], names);
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
    /* Of C, libm.a may be a script that names libm-VERSION.a; of tests, what Debian has. */
    static const char *const of_target[] = {"libc.a",    "libm.a",     "libm-*.a",
                                            "libmvec.a", "libgtest.a", "libgmock.a"},
                             *const of_compiler[] = {"libgcc.a", "libgcc_eh.a", "libatomic.a"};
    char *cxx = xl_build_tree_path("sysroots/mk-cxx", arch->name);
    *names = (struct xl_library_names){0};
    read_archives(xl_format("%s/cxx/library/libstdc++.a", cxx ? cxx : ""), names);
    for (size_t i = 0; i < sizeof of_target / sizeof of_target[0]; i++)
        read_archives(xl_format("%s/usr/lib/%s/%s", sysroot, arch->triple, of_target[i]), names);
    for (size_t i = 0; i < sizeof of_compiler / sizeof of_compiler[0]; i++)
        read_archives(xl_format("%s/usr/lib/gcc/%s/*/%s", sysroot, arch->triple, of_compiler[i]),
                      names);
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
