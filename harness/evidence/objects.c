/* What is linked into an agent and is no kernel's: the functions of the toolchain's libraries by
 * the symbol table, and the objects that they are of by the linker's map.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/objects.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The last function found so far that an address may be in. */
struct search {
    uint64_t address, begin, size;
    const char *name;
    size_t section; /* that the address is in */
};

static void take_symbol(struct search *s, Elf *elf, const GElf_Sym *symbol, const char *name)
{
    const int type = GELF_ST_TYPE(symbol->st_info);
    const uint64_t begin = xl_code_address(elf, symbol->st_value);
    /* $t and the like say what is code and what is data: ELF for the Arm Architecture, mapping
     * symbols. */
    if (!name || !name[0] || name[0] == '$' || name[0] == '.' || symbol->st_shndx != s->section ||
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

static void take_table(struct search *s, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && i < INT32_MAX; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol))
            take_symbol(s, elf, &symbol, elf_strptr(elf, header->sh_link, symbol.st_name));
    }
}

bool xl_symbol_at(Elf *elf, uint64_t address, struct xl_symbol *symbol)
{
    struct search s = {.address = address};
    GElf_Shdr header;
    for (Elf_Scn *n = NULL; (n = elf_nextscn(elf, n)) != NULL;)
        if (gelf_getshdr(n, &header) && header.sh_flags & SHF_EXECINSTR &&
            address - header.sh_addr < header.sh_size)
            s.section = elf_ndxscn(n);
    for (Elf_Scn *n = NULL; s.section && (n = elf_nextscn(elf, n)) != NULL;)
        if (gelf_getshdr(n, &header) && header.sh_type == SHT_SYMTAB)
            take_table(&s, elf, n, &header);
    *symbol = (struct xl_symbol){s.name, s.begin};
    return s.name != NULL;
}

/* One line of a map, where it says that a part of .text lies around the address: the object's name,
 * which ends at *end. */
static const char *object_of(const char *line, uint64_t address, bool *is_long, const char **end)
{
    unsigned long long at, size;
    int name = 0;
    const bool was_long = *is_long;
    *end = line + strcspn(line, "\n");
    /* lld: VMA LMA SIZE ALIGN OBJECT:(SECTION) */
    const char *section = strstr(line, ":(.text");
    if (section && sscanf(line, " %llx %*x %llx %*u %n", &at, &size, &name) == 2 && name) {
        *end = section;
        return address - at < size ? line + name : NULL;
    }
    /* GNU ld: SECTION ADDRESS SIZE OBJECT, with the end of the line after a long name of a section.
     */
    const bool is_text = strncmp(line, " .text", 6) == 0;
    *is_long = is_text && line + 1 + strcspn(line + 1, " \n") == *end;
    const char *rest = is_text ? line + 1 + strcspn(line + 1, " \n") : line;
    if ((is_text || was_long) && sscanf(rest, " 0x%llx 0x%llx %n", &at, &size, &name) == 2 &&
        name && address - at < size)
        return rest + name;
    return NULL;
}

bool xl_object_at(const char *program, uint64_t address, char *text, size_t size)
{
    char path[1100], *line = NULL;
    size_t room = 0;
    bool is_long = false, found = false;
    snprintf(path, sizeof path, "%s.map", program);
    FILE *f = fopen(path, "re");
    while (f && !found && getline(&line, &room, f) >= 0) {
        const char *end, *object = object_of(line, address, &is_long, &end);
        if (!object)
            continue;
        for (const char *slash = object; slash < end; slash++)
            object = *slash == '/' ? slash + 1 : object;
        snprintf(text, size, "%.*s", (int)(end - object), object);
        found = end > object;
    }
    free(line);
    if (f)
        fclose(f);
    return found;
}
