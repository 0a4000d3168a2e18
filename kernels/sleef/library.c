/* A shared library of a sysroot, read by libelf: its functions, and its memory as the dynamic
 * loader would lay it out.
 * SPDX-License-Identifier: MIT
 */
#include "library.h"

#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XL_MOST_MEMORY = 64 << 20 };

/* Relocations that fill a word with an address: `relative` ones with the library's own, the others
 * with a symbol's. The numbers are those of each psABI. */
static const struct {
    GElf_Half machine;
    unsigned relative, absolute[3];
} machines[] = {
    {EM_X86_64, R_X86_64_RELATIVE, {R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, R_X86_64_64}},
    {EM_AARCH64, R_AARCH64_RELATIVE, {R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT, R_AARCH64_ABS64}},
    {EM_ARM, R_ARM_RELATIVE, {R_ARM_GLOB_DAT, R_ARM_JUMP_SLOT, R_ARM_GLOB_DAT}},
    {EM_PPC64, R_PPC64_RELATIVE, {R_PPC64_GLOB_DAT, R_PPC64_JMP_SLOT, R_PPC64_ADDR64}},
    {EM_S390, R_390_RELATIVE, {R_390_GLOB_DAT, R_390_JMP_SLOT, R_390_64}},
    {EM_RISCV, R_RISCV_RELATIVE, {R_RISCV_64, R_RISCV_JUMP_SLOT, R_RISCV_64}},
};

struct reading {
    struct xl_library *library;
    Elf *elf;
    GElf_Ehdr header;
    size_t machine; /* of machines */
    char *error;
    size_t error_size;
};

static int fail(const struct reading *r, const char *what)
{
    const char *why = elf_errmsg(0);
    snprintf(r->error, r->error_size, "%s%s%s", what, why ? ": " : "", why ? why : "");
    return -1;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    long length = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (length > 0 && length <= XL_MOST_MEMORY && (bytes = malloc((size_t)length)) != NULL) {
        rewind(f);
        *size = fread(bytes, 1, (size_t)length, f);
    }
    if (f)
        fclose(f);
    return bytes;
}

/* Lays out the loadable segments from address 0. */
static int load_segments(const struct reading *r, const char *file, size_t file_size)
{
    struct xl_library *l = r->library;
    size_t count = 0;
    if (elf_getphdrnum(r->elf, &count))
        return fail(r, "it has no program headers");
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            GElf_Phdr p;
            if (!gelf_getphdr(r->elf, (int)i, &p))
                return fail(r, "a program header cannot be read");
            if (p.p_type == PT_TLS)
                return fail(r, "it has thread-local data, which this cannot place");
            if (p.p_type != PT_LOAD)
                continue;
            if (p.p_filesz > p.p_memsz || p.p_offset > file_size ||
                p.p_filesz > file_size - p.p_offset || p.p_vaddr > XL_MOST_MEMORY ||
                p.p_memsz > XL_MOST_MEMORY - p.p_vaddr)
                return fail(r, "a segment is not in the file: it is cut off or damaged");
            if (pass)
                memcpy(l->memory + p.p_vaddr, file + p.p_offset, p.p_filesz);
            else if (p.p_vaddr + p.p_memsz > l->memory_size)
                l->memory_size = p.p_vaddr + p.p_memsz;
        }
        if (!pass && (!l->memory_size || !(l->memory = calloc(1, l->memory_size))))
            return fail(r, l->memory_size ? "out of memory" : "it has nothing to load");
    }
    return 0;
}

static int take_functions(const struct reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    struct xl_library *l = r->library;
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
    l->functions = calloc(count + 1, sizeof *l->functions);
    for (size_t i = 0; i < count && l->functions; i++) {
        GElf_Sym s;
        const char *name =
            gelf_getsym(data, (int)i, &s) ? elf_strptr(r->elf, header->sh_link, s.st_name) : NULL;
        if (!name)
            return fail(r, "a dynamic symbol cannot be read");
        if (GELF_ST_TYPE(s.st_info) != STT_FUNC || s.st_shndx == SHN_UNDEF || !s.st_size)
            continue;
        if (s.st_value >= l->memory_size || s.st_size > l->memory_size - s.st_value)
            return fail(r, "a function lies outside the library");
        l->functions[l->function_count++] =
            (struct xl_library_function){name, s.st_value, s.st_size};
    }
    return l->functions ? 0 : fail(r, "out of memory");
}

static uint64_t word_at(const struct reading *r, uint64_t at)
{
    uint32_t
        word; /* only of ARM, whose relocations have no addend; it and the host are little-endian */
    memcpy(&word, r->library->memory + at, sizeof word);
    return word;
}

static int take_relocation(const struct reading *r, const GElf_Rela *rela, int has_addend,
                           Elf_Data *symbols, size_t strings)
{
    struct xl_library *l = r->library;
    unsigned type = (unsigned)GELF_R_TYPE(rela->r_info);
    struct xl_library_word *word = &l->words[l->word_count];
    if (rela->r_offset > l->memory_size || l->memory_size - rela->r_offset < l->word_bytes)
        return fail(r, "a relocation lies outside the library");
    *word = (struct xl_library_word){.at = rela->r_offset, .addend = (uint64_t)rela->r_addend};
    if (type == machines[r->machine].relative) {
        if (!has_addend)
            word->addend = word_at(r, rela->r_offset);
        l->word_count++;
        return 0;
    }
    GElf_Sym s;
    const unsigned *absolute = machines[r->machine].absolute;
    if ((type != absolute[0] && type != absolute[1] && type != absolute[2]) || !symbols ||
        !gelf_getsym(symbols, (int)GELF_R_SYM(rela->r_info), &s)) {
        snprintf(r->error, r->error_size, "relocation type %u at 0x%llx is not known", type,
                 (unsigned long long)rela->r_offset);
        return -1;
    }
    if (s.st_shndx == SHN_UNDEF)
        word->symbol = elf_strptr(r->elf, strings, s.st_name);
    else
        word->addend += s.st_value;
    word->is_weak = GELF_ST_BIND(s.st_info) == STB_WEAK;
    l->word_count++;
    return 0;
}

static int take_relocations(const struct reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL), *symbols = NULL;
    size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0, strings = 0;
    Elf_Scn *of = elf_getscn(r->elf, header->sh_link);
    GElf_Shdr symbols_header;
    if (of && gelf_getshdr(of, &symbols_header)) {
        symbols = elf_getdata(of, NULL);
        strings = symbols_header.sh_link;
    }
    struct xl_library_word *more =
        realloc(r->library->words, (r->library->word_count + count + 1) * sizeof *more);
    if (!more)
        return fail(r, "out of memory");
    r->library->words = more;
    for (size_t i = 0; i < count; i++) {
        GElf_Rela rela = {0};
        GElf_Rel rel;
        int has_addend = header->sh_type == SHT_RELA;
        if (has_addend ? !gelf_getrela(data, (int)i, &rela) : !gelf_getrel(data, (int)i, &rel))
            return fail(r, "a relocation cannot be read");
        if (!has_addend)
            rela = (GElf_Rela){rel.r_offset, rel.r_info, 0};
        if (take_relocation(r, &rela, has_addend, symbols, strings))
            return -1;
    }
    return 0;
}

static int take_sections(const struct reading *r)
{
    for (Elf_Scn *s = NULL; (s = elf_nextscn(r->elf, s)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(s, &header))
            return fail(r, "a section header cannot be read");
        if ((header.sh_type == SHT_DYNSYM && !r->library->functions &&
             take_functions(r, s, &header)) ||
            ((header.sh_type == SHT_RELA || header.sh_type == SHT_REL) &&
             take_relocations(r, s, &header)))
            return -1;
        if (header.sh_type == SHT_INIT_ARRAY) {
            r->library->init_at = header.sh_addr;
            r->library->init_size = header.sh_size;
        }
        if (header.sh_type == SHT_RELR)
            return fail(r, "it has packed relocations, which this cannot read");
    }
    return r->library->functions
               ? 0
               : fail(r, "it has no dynamic symbols: it is cut off, or no shared library");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct xl_library_function *)a)->name,
                  ((const struct xl_library_function *)b)->name);
}

static int by_place(const void *a, const void *b)
{
    uint64_t x = ((const struct xl_library_word *)a)->at,
             y = ((const struct xl_library_word *)b)->at;
    return (x > y) - (x < y);
}

static int read_elf(struct reading *r, const char *file, size_t size)
{
    if (!r->elf || elf_kind(r->elf) != ELF_K_ELF || !gelf_getehdr(r->elf, &r->header))
        return fail(r, "it is no ELF file");
    while (r->machine < sizeof machines / sizeof machines[0] &&
           machines[r->machine].machine != r->header.e_machine)
        r->machine++;
    if (r->header.e_type != ET_DYN || r->machine == sizeof machines / sizeof machines[0])
        return fail(r, "it is no shared library of a known architecture");
    r->library->machine = r->header.e_machine;
    r->library->word_bytes = r->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    if (load_segments(r, file, size) || take_sections(r))
        return -1;
    qsort(r->library->functions, r->library->function_count, sizeof *r->library->functions,
          by_name);
    if (r->library->word_count)
        qsort(r->library->words, r->library->word_count, sizeof *r->library->words, by_place);
    return 0;
}

int xl_library_read(const char *path, struct xl_library *library, char *error, size_t error_size)
{
    size_t size = 0;
    char why[400];
    *library = (struct xl_library){.file = read_file(path, &size)};
    if (!library->file) {
        snprintf(error, error_size, "cannot read %s: %s", path, strerror(errno));
        return -1;
    }
    elf_version(EV_CURRENT);
    library->elf = elf_memory(library->file, size);
    struct reading r = {
        .library = library, .elf = library->elf, .error = why, .error_size = sizeof why};
    if (!read_elf(&r, library->file, size))
        return 0;
    snprintf(error, error_size, "%s: %s", path, why);
    return -1;
}

void xl_library_free(struct xl_library *library)
{
    if (library->elf)
        elf_end(library->elf);
    free(library->file);
    free(library->memory);
    free(library->functions);
    free(library->words);
    *library = (struct xl_library){0};
}
