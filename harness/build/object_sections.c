/* Digests of the sections of each kernel in an object that several kernels share.
 * SPDX-License-Identifier: MIT
 *
 * A section's digest is of its bytes and of its relocations with all that they lead to (System V
 * ABI, "Relocation"). Sections are numbered in the order in which they are reached, because their
 * place in the file depends on other kernels.
 */
#include "build/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "code/elf.h"

struct section {
    Elf_Scn *scn;
    GElf_Shdr header;
    const char *name;
    size_t relocations; /* index of the section with its relocations; 0: none */
    size_t number;      /* in the order in which this kernel reaches them; 0: not yet */
    bool is_reached;    /* by any kernel */
};

struct xl_sections {
    struct xl_elf file;
    Elf *elf;
    struct section *list; /* by index */
    size_t count, reached;
    Elf_Data *symbols;
    size_t strings;
    struct xl_digest digest; /* of the kernel being read */
    xl_symbol_callback *note;
    void *context;
};

static void mix(struct xl_sections *s, struct xl_digest digest)
{
    s->digest = xl_digest_combine(s->digest, digest);
}

static int read_section(struct xl_sections *s, Elf_Scn *scn, size_t names)
{
    const size_t index = elf_ndxscn(scn);
    if (index >= s->count || !gelf_getshdr(scn, &s->list[index].header))
        return -1;
    const GElf_Shdr *h = &s->list[index].header;
    s->list[index].scn = scn;
    s->list[index].name = elf_strptr(s->elf, names, h->sh_name);
    if ((h->sh_type == SHT_REL || h->sh_type == SHT_RELA) && h->sh_info < s->count)
        s->list[h->sh_info].relocations = index;
    if (h->sh_type == SHT_SYMTAB) {
        s->symbols = elf_getdata(scn, NULL);
        s->strings = h->sh_link;
    }
    return s->list[index].name ? 0 : -1;
}

static int read_sections(struct xl_sections *s)
{
    size_t names;
    if (!s->elf || elf_getshdrnum(s->elf, &s->count) || elf_getshdrstrndx(s->elf, &names))
        return -1;
    s->list = xl_alloc(s->count + 1, sizeof *s->list);
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(s->elf, scn));)
        if (read_section(s, scn, names))
            return -1;
    return s->symbols ? 0 : -1;
}

struct xl_sections *xl_sections_read(const char *path)
{
    struct xl_sections *s = xl_alloc(1, sizeof *s);
    s->file = xl_elf_open(path);
    s->elf = s->file.elf;
    if (!read_sections(s))
        return s;
    xl_sections_free(s);
    return NULL;
}

static const char *name_of(const struct xl_sections *s, const GElf_Sym *symbol)
{
    const char *name = elf_strptr(s->elf, s->strings, symbol->st_name);
    return name ? name : "";
}

/* Whether it is in a section, and not undefined, common or absolute. */
static bool is_placed(const struct xl_sections *s, const GElf_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < s->count;
}

static int reach(struct xl_sections *s, size_t index);

static int take_relocation(struct xl_sections *s, const GElf_Rela *r)
{
    GElf_Sym symbol;
    const uint64_t own[] = {r->r_offset, GELF_R_TYPE(r->r_info), (uint64_t)r->r_addend};
    mix(s, xl_digest(own, sizeof own));
    if (!gelf_getsym(s->symbols, (int)GELF_R_SYM(r->r_info), &symbol))
        return -1;
    if (!is_placed(s, &symbol)) {
        const char *name = name_of(s, &symbol);
        mix(s, xl_digest_text(name));
        return *name ? s->note(s->context, name, false) : 0;
    }
    mix(s, xl_digest(&symbol.st_value, sizeof symbol.st_value));
    return reach(s, symbol.st_shndx);
}

static int take_relocations(struct xl_sections *s, const struct section *of)
{
    Elf_Data *data = elf_getdata(of->scn, NULL);
    const bool has_addends = of->header.sh_type == SHT_RELA;
    const size_t count = data && of->header.sh_entsize ? data->d_size / of->header.sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Rela rela = {0};
        GElf_Rel rel;
        if (has_addends ? !gelf_getrela(data, (int)i, &rela) : !gelf_getrel(data, (int)i, &rel))
            return -1;
        if (!has_addends)
            rela = (GElf_Rela){.r_offset = rel.r_offset, .r_info = rel.r_info};
        if (take_relocation(s, &rela))
            return -1;
    }
    return 0;
}

/* Reports the global names of this section, to which other objects may refer. */
static int note_defined(struct xl_sections *s, size_t index)
{
    GElf_Sym symbol;
    for (int i = 1; gelf_getsym(s->symbols, i, &symbol); i++)
        if (symbol.st_shndx == index && GELF_ST_BIND(symbol.st_info) != STB_LOCAL &&
            s->note(s->context, name_of(s, &symbol), true))
            return -1;
    return 0;
}

/* Adds a section to the digest, with all that it leads to. */
static int reach(struct xl_sections *s, size_t index)
{
    struct section *section = &s->list[index];
    const bool is_new = !section->number;
    if (is_new)
        section->number = ++s->reached;
    mix(s, xl_digest(&section->number, sizeof section->number));
    if (!is_new)
        return 0;
    section->is_reached = true;
    const GElf_Shdr *h = &section->header;
    const uint64_t kind[] = {h->sh_type, h->sh_flags, h->sh_size, h->sh_addralign};
    mix(s, xl_digest(kind, sizeof kind));
    Elf_Data *data = h->sh_type == SHT_NOBITS ? NULL : elf_rawdata(section->scn, NULL);
    if (data && data->d_buf)
        mix(s, xl_digest(data->d_buf, data->d_size));
    if (note_defined(s, index))
        return -1;
    struct section *relocations = &s->list[section->relocations];
    return section->relocations ? take_relocations(s, relocations) : 0;
}

/* Whether a symbol is a record of this kernel: see kernel.h. */
static bool is_record_of(const char *symbol, const char *kernel, size_t length)
{
    static const char *const records[] = {"xl_variant_", "xl_init_", "xl_named_"};
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        const size_t begin = strlen(records[i]);
        if (strncmp(symbol, records[i], begin) == 0 &&
            strncmp(symbol + begin, kernel, length) == 0 &&
            strncmp(symbol + begin + length, "__", i == 2 ? 2 : 0) == 0 &&
            (i == 2 || !symbol[begin + length]))
            return true;
    }
    return false;
}

static int reach_kernel(struct xl_sections *s, const char *kernel, size_t length)
{
    GElf_Sym symbol;
    for (int i = 1; gelf_getsym(s->symbols, i, &symbol); i++)
        if (is_placed(s, &symbol) && is_record_of(name_of(s, &symbol), kernel, length) &&
            reach(s, symbol.st_shndx))
            return -1;
    return 0;
}

static void begin(struct xl_sections *s, xl_symbol_callback *note, void *context)
{
    for (size_t i = 0; i < s->count; i++)
        s->list[i].number = 0;
    s->reached = 0;
    s->digest = (struct xl_digest){0, 0};
    s->note = note;
    s->context = context;
}

int xl_sections_of(struct xl_sections *s, const char *names, const char *file,
                   struct xl_digest *digest, xl_symbol_callback *note, void *context)
{
    begin(s, note, context);
    for (const char *line = names; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t kernel = strcspn(line, " "), end = strcspn(line, "\n");
        if (kernel < end && end - kernel - 1 == strlen(file) &&
            strncmp(line + kernel + 1, file, strlen(file)) == 0 && reach_kernel(s, line, kernel))
            return -1;
    }
    *digest = s->digest;
    return 0;
}

/* Sections that lead to all kernels: lists of records, and unwind tables. */
static bool is_list(const struct section *section)
{
    static const char *const lists[] = {"xl_variants", "xl_inits", ".eh_frame", ".ARM.exidx"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strncmp(section->name, lists[i], strlen(lists[i])) == 0)
            return true;
    return false;
}

int xl_sections_rest(struct xl_sections *s, struct xl_digest *digest, xl_symbol_callback *note,
                     void *context)
{
    begin(s, note, context);
    for (size_t i = 1; i < s->count; i++) {
        const GElf_Shdr *h = &s->list[i].header;
        if ((h->sh_flags & SHF_ALLOC) && h->sh_size && !s->list[i].is_reached &&
            !is_list(&s->list[i]) && reach(s, i))
            return -1;
    }
    *digest = s->digest;
    return 0;
}

void xl_sections_free(struct xl_sections *s)
{
    xl_elf_close(&s->file);
    free(s->list);
    free(s);
}
