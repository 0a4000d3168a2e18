/* Marks of objects in .note.gnu.property.
 * SPDX-License-Identifier: MIT
 * Sources: System V ABI, Linux extensions to the gABI, "Program property"; AAELF64, "GNU program
 * property"; x86-64 psABI, "Program property".
 */
#include "suite/properties.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "code/elf.h"

/* The property of a machine that the linker combines by "and", and its bits. */
static const struct xl_property_of {
    unsigned machine;
    uint32_t type;
    const char *names[3];
} properties[] = {
    {EM_AARCH64, 0xc0000000, {"BTI", "PAC", "GCS"}},
    {EM_X86_64, 0xc0000002, {"IBT", "SHSTK", NULL}},
};

struct object {
    char *name;
    unsigned bits;
};

/* What nftw() walks for. It has no argument. */
static _Thread_local struct {
    const struct xl_property_of *of;
    size_t directory_length;
    struct object *at;
    size_t count, room;
} found;

static uint32_t word_at(const unsigned char *at)
{
    return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The bits of the property among those of one note. Both architectures are little-endian. */
static unsigned bits_among(const unsigned char *at, size_t size, uint32_t type)
{
    enum { HEAD = 8, ALIGN = 8 };
    while (size >= HEAD) {
        const size_t length = word_at(at + 4);
        if (length > size - HEAD)
            return 0;
        if (word_at(at) == type && length >= sizeof(uint32_t))
            return word_at(at + HEAD);
        const size_t all = (HEAD + length + ALIGN - 1) / ALIGN * ALIGN;
        if (all > size)
            return 0;
        at += all;
        size -= all;
    }
    return 0;
}

static unsigned bits_of_note(Elf_Data *data, uint32_t type)
{
    GElf_Nhdr note;
    size_t at = 0, next, name, desc;
    for (; (next = gelf_getnote(data, at, &note, &name, &desc)) > 0; at = next)
        if (note.n_type == NT_GNU_PROPERTY_TYPE_0 && note.n_namesz == sizeof ELF_NOTE_GNU &&
            memcmp((char *)data->d_buf + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0)
            return bits_among((unsigned char *)data->d_buf + desc, note.n_descsz, type);
    return 0;
}

/* Adds an object that has code. */
static void add_object(const char *path, Elf *elf)
{
    bool has_code = false;
    unsigned bits = 0;
    GElf_Shdr header;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &header))
            continue;
        has_code |= (header.sh_flags & SHF_EXECINSTR) && header.sh_size;
        Elf_Data *data = header.sh_type == SHT_NOTE ? elf_getdata(s, NULL) : NULL;
        if (data)
            bits |= bits_of_note(data, found.of->type);
    }
    if (has_code)
        xl_push(&found, ((struct object){xl_copy_text(path + found.directory_length + 1), bits}));
}

static int visit(const char *path, const struct stat *s __attribute__((unused)), int kind,
                 struct FTW *of __attribute__((unused)))
{
    const size_t length = strlen(path);
    /* What CMake compiles to learn about the compiler has no options of the project. */
    if (kind != FTW_F || length < 2 || strcmp(path + length - 2, ".o") != 0 ||
        strstr(path + found.directory_length, "/CompilerId"))
        return 0;
    struct xl_elf file = xl_elf_open(path);
    GElf_Ehdr header;
    if (file.elf && gelf_getehdr(file.elf, &header) && header.e_type == ET_REL &&
        header.e_machine == found.of->machine)
        add_object(path, file.elf);
    xl_elf_close(&file);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct object *)a)->name, ((const struct object *)b)->name);
}

/* "2 of 40 objects lack BTI, PAC, which others have: a.S.o, b.S.o" */
static void tell(struct xl_text *notes)
{
    enum { SHOWN = 4 };
    unsigned all = 0, lost = 0;
    size_t lacking = 0, shown = 0;
    for (size_t i = 0; i < found.count; i++)
        all |= found.at[i].bits;
    for (size_t i = 0; i < found.count; i++) {
        lacking += (all & ~found.at[i].bits) != 0;
        lost |= all & ~found.at[i].bits;
    }
    const char *between = "";
    if (!lacking)
        return;
    xl_text_add(notes, "%zu of %zu objects %s ", lacking, found.count,
                lacking == 1 ? "lacks" : "lack");
    for (size_t i = 0; i < sizeof found.of->names / sizeof found.of->names[0]; i++)
        if (found.of->names[i] && (lost >> i & 1)) {
            xl_text_add(notes, "%s%s", between, found.of->names[i]);
            between = ", ";
        }
    xl_text_add(notes, " in .note.gnu.property, which others have, and the linker drops it:");
    for (size_t i = 0; i < found.count && shown < SHOWN; i++)
        if (all & ~found.at[i].bits)
            xl_text_add(notes, "%s %s", shown++ ? "," : "", found.at[i].name);
    xl_text_add(notes, "%s\n", lacking > shown ? ", ..." : "");
}

void xl_properties_note(const char *directory, const struct xl_arch *arch, struct xl_text *notes)
{
    enum { DESCRIPTORS = 16 };
    size_t i = 0;
    while (i < sizeof properties / sizeof properties[0] &&
           properties[i].machine != xl_elf_machine(arch))
        i++;
    if (i == sizeof properties / sizeof properties[0])
        return;
    found.of = &properties[i];
    found.directory_length = strlen(directory);
    nftw(directory, visit, DESCRIPTORS, FTW_PHYS);
    if (found.count) {
        qsort(found.at, found.count, sizeof *found.at, by_name);
        tell(notes);
    }
    for (size_t k = 0; k < found.count; k++)
        free(found.at[k].name);
    free(found.at);
    memset(&found, 0, sizeof found);
}
