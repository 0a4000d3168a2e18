/* Where breakpoints show that a file's vector functions execute: at the entries that its symbols
 * name, and where the dynamic linker says that it has mapped a library.
 * SPDX-License-Identifier: MIT
 */
#include "suite/entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "code/elf.h"
#include "suite/vector_code.h"

enum { XL_RET = 0xc3, XL_INT3 = 0xcc };

static const char loader_event[] = "_dl_debug_state"; /* glibc's and musl's name */

/* The symbols of functions. */
struct functions {
    uint64_t *at;
    size_t count, room;
    uint64_t event; /* of the dynamic linker; 0: none */
};

/* A function's second part, which is entered at more than one place. */
static bool is_cold_part(const char *name)
{
    const char *at = strstr(name, ".cold");
    return at && (at[5] == '\0' || at[5] == '.');
}

static void take_function(void *data, const GElf_Sym *symbol, const char *name)
{
    struct functions *f = data;
    const unsigned type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC) ||
        is_cold_part(name))
        return;
    xl_push(f, symbol->st_value);
    if (strcmp(name, loader_event) == 0)
        f->event = symbol->st_value;
}

static void read_functions(Elf *elf, struct functions *f)
{
    xl_elf_each_symbol(elf, SHT_SYMTAB, take_function, f);
    xl_elf_each_symbol(elf, SHT_DYNSYM, take_function, f);
}

void xl_loader_read(const char *path, struct xl_loader *loader)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    struct functions f = {0};
    struct xl_elf file = xl_elf_open(path);
    Elf *elf = file.elf;
    size_t count = 0, size = 0;
    const char *bytes = elf ? elf_rawfile(elf, &size) : NULL;
    *loader = (struct xl_loader){0};
    read_functions(elf, &f);
    for (size_t i = 0; bytes && elf_getphdrnum(elf, &count) == 0 && i < count; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(elf, (int)i, &p))
            continue;
        const uint64_t at = f.event - p.p_vaddr + p.p_offset;
        loader->needs_other |= p.p_type == PT_INTERP;
        if (p.p_type != PT_LOAD || !f.event || f.event - p.p_vaddr >= p.p_filesz || at >= size ||
            size - at < sizeof endbr64)
            continue;
        loader->is_return = (unsigned char)bytes[at] == XL_RET;
        if (loader->is_return || memcmp(bytes + at, endbr64, sizeof endbr64) == 0)
            loader->event = f.event, loader->offset = at;
        loader->first_byte = (unsigned char)bytes[at];
    }
    free(f.at);
    xl_elf_close(&file);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

int xl_entries_read(struct xl_executed_file *file, const char *tools, const struct xl_row *row,
                    struct xl_error *err)
{
    struct functions f = {0};
    struct xl_vector_code code;
    const int failed = xl_vector_code_read(file->file, tools, row, &code, err);
    struct xl_elf elf = xl_elf_open(file->file);
    read_functions(elf.elf, &f);
    xl_elf_close(&elf);
    if (f.count)
        qsort(f.at, f.count, sizeof *f.at, compare);
    file->is_by_entries = true;
    file->entries = xl_alloc(code.count, sizeof *file->entries);
    for (size_t i = 0; i < code.count; i++) {
        const uint64_t address = code.at[i].address;
        const struct xl_code_segment *s = xl_executed_segment(file, address);
        if (s && s->bytes[address - s->address] != XL_INT3 && f.count &&
            bsearch(&address, f.at, f.count, sizeof *f.at, compare))
            file->entries[file->entry_count++] = address;
    }
    if (file->entry_count)
        qsort(file->entries, file->entry_count, sizeof *file->entries, compare);
    free(f.at);
    xl_vector_code_free(&code);
    return failed;
}
