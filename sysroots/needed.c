/* What an ELF file asks of the dynamic loader.
 * SPDX-License-Identifier: MIT
 */
#include "needed.h"

#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* An index into a string table, as text that ends inside it; NULL if it does not. */
static const char *text_at(const Elf_Data *strings, GElf_Xword index)
{
    if (!strings || !strings->d_buf || index >= strings->d_size)
        return NULL;
    const char *text = (const char *)strings->d_buf + index;
    return memchr(text, '\0', strings->d_size - index) ? text : NULL;
}

static int add_entry(const Elf_Data *strings, const GElf_Dyn *entry, struct xl_needed *out)
{
    char **to = NULL;
    switch (entry->d_tag) {
    case DT_NEEDED:
        if (out->count == XL_NEEDED_MOST)
            return -1;
        to = &out->libraries[out->count++];
        break;
    case DT_SONAME:
        to = &out->soname;
        break;
    case DT_RPATH:
        to = &out->rpath;
        break;
    case DT_RUNPATH:
        to = &out->runpath;
        break;
    default:
        return 0;
    }
    const char *text = text_at(strings, entry->d_un.d_val);
    free(*to); /* of an entry that is there twice the loader takes the last */
    *to = text ? strdup(text) : NULL;
    return *to ? 0 : -1;
}

static int read_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct xl_needed *out)
{
    Elf_Data *entries = elf_getdata(section, NULL);
    Elf_Scn *names = elf_getscn(elf, header->sh_link);
    const Elf_Data *strings = names ? elf_getdata(names, NULL) : NULL;
    GElf_Dyn entry;
    if (!entries || !entries->d_buf || !strings)
        return -1;
    for (int i = 0; gelf_getdyn(entries, i, &entry) && entry.d_tag != DT_NULL; i++)
        if (add_entry(strings, &entry, out))
            return -1;
    if (out->runpath) {
        free(out->rpath);
        out->rpath = NULL;
    }
    return 0;
}

/* Finds the interpreter, and whether the loader has anything to do. */
static int read_segments(Elf *elf, const char *image, size_t size, struct xl_needed *out,
                         bool *is_dynamic)
{
    size_t count;
    GElf_Phdr segment;
    if (elf_getphdrnum(elf, &count))
        return -1;
    for (size_t i = 0; i < count && gelf_getphdr(elf, (int)i, &segment); i++) {
        *is_dynamic |= segment.p_type == PT_DYNAMIC;
        if (segment.p_type != PT_INTERP)
            continue;
        if (segment.p_offset >= size || segment.p_filesz > size - segment.p_offset ||
            !memchr(image + segment.p_offset, '\0', segment.p_filesz))
            return -1;
        free(out->interpreter);
        out->interpreter = strdup(image + segment.p_offset);
        if (!out->interpreter)
            return -1;
    }
    return 0;
}

static int read_elf(Elf *elf, const char *image, size_t size, struct xl_needed *out)
{
    GElf_Ehdr header;
    bool is_dynamic = false;
    if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) ||
        (header.e_type != ET_EXEC && header.e_type != ET_DYN))
        return 1;
    out->machine = header.e_machine;
    if (read_segments(elf, image, size, out, &is_dynamic))
        return -1;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr s;
        if (gelf_getshdr(section, &s) && s.sh_type == SHT_DYNAMIC)
            return read_dynamic(elf, section, &s, out);
    }
    return is_dynamic ? -1 : 1; /* the sections are cut off */
}

int xl_needed_read(char *image, size_t size, struct xl_needed *out)
{
    *out = (struct xl_needed){0};
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(image, size);
    int status = read_elf(elf, image, size, out);
    elf_end(elf);
    if (status)
        xl_needed_free(out);
    return status;
}

void xl_needed_free(struct xl_needed *needed)
{
    free(needed->interpreter);
    free(needed->soname);
    free(needed->rpath);
    free(needed->runpath);
    for (size_t i = 0; i < needed->count; i++)
        free(needed->libraries[i]);
    *needed = (struct xl_needed){0};
}
