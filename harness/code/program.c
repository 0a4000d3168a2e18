/* The digest of a program of this host.
 * SPDX-License-Identifier: MIT
 */
#include "code/program.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_of_place(const char *section)
{
    return section &&
           (strcmp(section, "xl_places") == 0 || strcmp(section, ".note.gnu.build-id") == 0);
}

/* Clears the parts of the program that differ between checkouts. */
static void clear_places(char *bytes, size_t size)
{
    size_t names;
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(bytes, size);
    if (elf && elf_getshdrstrndx(elf, &names) == 0)
        for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
            GElf_Shdr h;
            if (gelf_getshdr(s, &h) && is_of_place(elf_strptr(elf, names, h.sh_name)) &&
                h.sh_offset <= size && h.sh_size <= size - h.sh_offset)
                memset(bytes + h.sh_offset, 0, h.sh_size);
        }
    elf_end(elf);
}

int xl_program_digest(const char *path, struct xl_digest *digest)
{
    struct stat s;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    *digest = (struct xl_digest){0, 0};
    if (fd < 0)
        return -1;
    char *bytes = fstat(fd, &s) ? MAP_FAILED
                                : mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_POPULATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return -1;
    clear_places(bytes, (size_t)s.st_size);
    *digest = xl_digest(bytes, (size_t)s.st_size);
    munmap(bytes, (size_t)s.st_size);
    return 0;
}
