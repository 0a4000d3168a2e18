/* Marks programs of this machine's own architecture that belong to a row.
 * SPDX-License-Identifier: MIT
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <unistd.h>

#include "suite/launch.h"

enum { XL_OPEN_DIRECTORIES = 32 };

/* A program has an entry, and is executable. A library that has both is not started, or may be
 * started as a program. The dynamic linker refuses libraries with a mark. */
static int mark(const char *path, const struct stat *s, int type, struct FTW *at)
{
    Elf64_Ehdr header;
    (void)at;
    if (type != FTW_F || !(s->st_mode & 0111))
        return 0;
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    const bool is_elf = fd >= 0 && pread(fd, &header, sizeof header, 0) == sizeof header &&
                        memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                        header.e_machine == EM_X86_64 && header.e_phentsize == sizeof(Elf64_Phdr);
    bool is_program = is_elf && header.e_type == ET_EXEC;
    for (int i = 0; is_elf && i < header.e_phnum && !is_program; i++) {
        Elf64_Phdr p;
        const off_t offset = (off_t)(header.e_phoff + (size_t)i * sizeof p);
        is_program = pread(fd, &p, sizeof p, offset) == sizeof p && p.p_type == PT_INTERP;
    }
    is_program =
        is_program && memcmp(header.e_ident + EI_PAD, XL_PROGRAM_MARK, EI_NIDENT - EI_PAD) != 0;
    const bool is_written = !is_program || pwrite(fd, XL_PROGRAM_MARK, EI_NIDENT - EI_PAD,
                                                  EI_PAD) == EI_NIDENT - EI_PAD;
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return is_written ? 0 : -1;
}

int xl_mark_programs(const char *directory, struct xl_error *err)
{
    if (nftw(directory, mark, XL_OPEN_DIRECTORIES, FTW_PHYS))
        return xl_fail(err, "%s: cannot mark programs: %s", directory, strerror(errno));
    return 0;
}
