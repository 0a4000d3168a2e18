/* ELF files: their symbols, their code, and what differs between checkouts.
 * SPDX-License-Identifier: MIT
 */
#include "code/elf.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct xl_elf xl_elf_open(const char *path)
{
    struct xl_elf file = {.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    elf_version(EV_CURRENT);
    file.elf = file.fd < 0 ? NULL : elf_begin(file.fd, ELF_C_READ_MMAP, NULL);
    return file;
}

void xl_elf_close(struct xl_elf *file)
{
    if (file->elf)
        elf_end(file->elf);
    if (file->fd >= 0)
        close(file->fd);
}

bool xl_elf_each_symbol(Elf *elf, unsigned type, xl_elf_take_symbol *take, void *data)
{
    GElf_Shdr header;
    Elf_Scn *section = NULL;
    while (elf && (section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) && header.sh_type == type)
            break;
    Elf_Data *symbols = section ? elf_getdata(section, NULL) : NULL;
    GElf_Sym symbol;
    for (int i = 0; symbols && gelf_getsym(symbols, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
        take(data, &symbol, name ? name : "");
    }
    return section != NULL;
}

bool xl_has_code_at(Elf *elf, uint64_t address)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr p;
        if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD && p.p_flags & PF_X &&
            address - p.p_vaddr < p.p_memsz)
            return true;
    }
    return false;
}

uint64_t xl_code_address(Elf *elf, uint64_t address)
{
    GElf_Ehdr header;
    const bool is_arm = elf && gelf_getehdr(elf, &header) && header.e_machine == EM_ARM;
    return is_arm ? address & ~UINT64_C(1) : address;
}

/* The function found so far that an address may be in. */
struct search {
    Elf *elf;
    uint64_t address, begin, size;
    const char *name;
    size_t section; /* of the address */
};

static void take_symbol(void *data, const GElf_Sym *symbol, const char *name)
{
    struct search *s = data;
    const int type = GELF_ST_TYPE(symbol->st_info);
    const uint64_t begin = xl_code_address(s->elf, symbol->st_value);
    /* $t and the like say what is code and what is data: ELF for the Arm Architecture, mapping
     * symbols. */
    if (!name[0] || name[0] == '$' || name[0] == '.' || symbol->st_shndx != s->section ||
        (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) || begin > s->address)
        return;
    const bool is_in = s->address - begin < symbol->st_size,
               was_in = s->name && s->address - s->begin < s->size;
    if ((was_in && !is_in) || (s->name && was_in == is_in && begin <= s->begin))
        return;
    s->name = name;
    s->begin = begin;
    s->size = symbol->st_size;
}

bool xl_symbol_at(Elf *elf, uint64_t address, struct xl_symbol *symbol)
{
    struct search s = {.elf = elf, .address = address};
    GElf_Shdr header;
    for (Elf_Scn *n = NULL; (n = elf_nextscn(elf, n)) != NULL;)
        if (gelf_getshdr(n, &header) && header.sh_flags & SHF_EXECINSTR &&
            address - header.sh_addr < header.sh_size)
            s.section = elf_ndxscn(n);
    if (s.section)
        xl_elf_each_symbol(elf, SHT_SYMTAB, take_symbol, &s);
    *symbol = (struct xl_symbol){s.name, s.begin};
    return s.name != NULL;
}

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
