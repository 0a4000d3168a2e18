/* ELF files: their symbols, their code, and what differs between checkouts; and those of agents.
 * SPDX-License-Identifier: MIT
 */
#include "code/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/memory.h"
#include "code/source_lines.h"

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

static void take_nearer(void *data, const GElf_Sym *symbol, const char *name)
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
        xl_elf_each_symbol(elf, SHT_SYMTAB, take_nearer, &s);
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

/* ---- The agent's ELF file: checked against the architecture, and which function belongs to which
 * kernel.
 *
 * A local function belongs to the kernel of its object. In the symbol table, the local symbols of
 * an object follow its STT_FILE symbol (System V ABI, "Symbol Table"). One of them is the record
 * xl_variant_<kernel> of kernel.h; its third word is the address of the kernel's code. The same
 * holds for xl_named_<kernel>__<isa>__<function>, the record of an XL_VARIANT. In an object of
 * several kernels, a local function belongs to the kernel with the same source file, by line
 * numbers ---- */

enum { XL_IMAGE_MOST_BYTES = 256 << 20 };

/* The expected ELF header of each architecture. */
static const struct {
    const char *arch;
    unsigned bits, machine, flag_mask, flags;
    const char *flag_meaning;
} headers[] = {
#define XL_ELF(ARCH, BITS, MACHINE, MASK, FLAGS, MEANING)                                          \
    {#ARCH, BITS, MACHINE, MASK, FLAGS, MEANING},
#include "arches.def"
};

/* The number of the architecture's header; the number of headers if it has none. */
static size_t header_of(const struct xl_arch *arch)
{
    size_t i = 0;
    while (i < sizeof headers / sizeof headers[0] && strcmp(headers[i].arch, arch->name) != 0)
        i++;
    return i;
}

unsigned xl_elf_machine(const struct xl_arch *arch)
{
    const size_t i = header_of(arch);
    return i < sizeof headers / sizeof headers[0] ? headers[i].machine : EM_NONE;
}

static int check_header(const GElf_Ehdr *e, const struct xl_arch *arch, struct xl_error *err)
{
    const size_t i = header_of(arch);
    if (i == sizeof headers / sizeof headers[0])
        return xl_fail(err, "arch/%s/arch.def has no XL_ELF", arch->name);
    if (e->e_ident[EI_CLASS] != (headers[i].bits == 64 ? ELFCLASS64 : ELFCLASS32))
        return xl_fail(err, "it is a %s-bit program, but %s is not",
                       e->e_ident[EI_CLASS] == ELFCLASS64 ? "64" : "32", arch->name);
    if (e->e_ident[EI_DATA] != (arch->big_endian ? ELFDATA2MSB : ELFDATA2LSB))
        return xl_fail(err, "it is %s-endian, but %s is not",
                       e->e_ident[EI_DATA] == ELFDATA2MSB ? "big" : "little", arch->name);
    if (e->e_machine != headers[i].machine)
        return xl_fail(err, "it is for ELF machine %u; %s is %u", e->e_machine, arch->name,
                       headers[i].machine);
    if ((e->e_flags & headers[i].flag_mask) != headers[i].flags)
        return xl_fail(err, "its ABI flags 0x%x lack: %s", e->e_flags, headers[i].flag_meaning);
    if (e->e_type != ET_EXEC)
        return xl_fail(err, "it does not run at fixed addresses (ELF type %u)", e->e_type);
    return 0;
}

static int check_segments(Elf *elf, struct xl_error *err)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count))
        return xl_fail(err, "%s", elf_errmsg(-1));
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(elf, (int)i, &p))
            return xl_fail(err, "%s", elf_errmsg(-1));
        if (p.p_type == PT_INTERP || p.p_type == PT_DYNAMIC)
            return xl_fail(err, "it needs shared libraries, which the guest lacks");
    }
    return 0;
}

/* Which kernel each function of an image belongs to. */

static const char library_end[] = ".library";

/* <symbol>.library: the function of a library that the kernel of this symbol tests. */
static bool is_of_library(const char *name)
{
    size_t length = strlen(name), end = strlen(library_end);
    return length > end && strcmp(name + length - end, library_end) == 0;
}

static int by_address(const void *a, const void *b)
{
    const struct xl_image_function *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* The variant whose code begins at this address, or XL_OWNER_NONE. */
static long variant_at(const struct xl_image *image, uint64_t entry)
{
    for (size_t i = 0; i < image->variant_count; i++)
        if (image->variants[i].entry == entry)
            return (long)i;
    return XL_OWNER_NONE;
}

static int by_symbol(const void *a, const void *b)
{
    return strcmp((*(const struct xl_image_variant *const *)a)->symbol,
                  (*(const struct xl_image_variant *const *)b)->symbol);
}

/* <symbol>.library: the variant of that symbol. `sorted` by symbol. */
static long variant_of_library(const struct xl_image *image, struct xl_image_variant **sorted,
                               const char *name)
{
    char symbol[256];
    snprintf(symbol, sizeof symbol, "%.*s", (int)(strlen(name) - strlen(library_end)), name);
    const struct xl_image_variant key = {.symbol = symbol}, *at = &key;
    struct xl_image_variant **found =
        bsearch(&at, sorted, image->variant_count, sizeof(void *), by_symbol);
    return found ? *found - image->variants : XL_OWNER_NONE;
}

/* Finds the variant of each library function. */
static void find_library_owners(struct xl_image *image)
{
    struct xl_image_variant **sorted = xl_alloc(image->variant_count, sizeof(void *));
    for (size_t i = 0; i < image->variant_count; i++)
        sorted[i] = &image->variants[i];
    qsort(sorted, image->variant_count, sizeof(void *), by_symbol);
    for (size_t i = 0; i < image->function_count; i++)
        if (is_of_library(image->functions[i].name))
            image->functions[i].owner = variant_of_library(image, sorted, image->functions[i].name);
    free(sorted);
}

/* Keeps only the first of several library functions at one address. Its variant counts what it
 * executes for the others. */
static void share_libraries(struct xl_image *image)
{
    const struct xl_image_function *last = NULL;
    size_t count = 0;
    for (size_t i = 0; i < image->function_count; i++) {
        struct xl_image_function *f = &image->functions[i];
        if (f->owner >= 0 && is_of_library(f->name)) {
            bool is_same = last && last->address == f->address;
            image->variants[f->owner].code = is_same ? last->owner : f->owner;
            image->variants[f->owner].has_library = true;
            if (is_same)
                continue;
        }
        image->functions[count] = *f;
        last = &image->functions[count++];
    }
    image->function_count = count;
    for (size_t i = 0; i < count; i++) {
        struct xl_image_function *f = &image->functions[i];
        f->is_wrapper =
            f->owner >= 0 && image->variants[f->owner].has_library && !is_of_library(f->name);
    }
}

/* Finds the variant of each local function, and drops functions without one. Sorts by address. */
static void find_local_owners(struct xl_image *image)
{
    size_t count = 0;
    for (size_t i = 0; i < image->function_count; i++) {
        struct xl_image_function *f = &image->functions[i];
        if (f->owner == XL_OWNER_NONE && f->entry)
            f->owner = variant_at(image, f->entry);
        if (f->owner != XL_OWNER_NONE)
            image->functions[count++] = *f;
    }
    image->function_count = count;
    if (count)
        qsort(image->functions, count, sizeof *image->functions, by_address);
}

/* After all symbols are read. */
static void find_owners(struct xl_image *image)
{
    find_library_owners(image);
    find_local_owners(image);
    share_libraries(image);
}

/* The state while the symbols are read. */
struct reading {
    struct xl_image *image;
    const struct xl_arch *arch;
    Elf *elf;
    size_t function_room, variant_room;
    size_t object_from; /* the first function of the object being read */
    uint64_t *entries;  /* of its kernels, by its records */
    size_t entry_count, entry_room;
    struct xl_source *source;
    bool has_asked_source;
};

/* Room for one more item of an array that grows by doubling. */
static void *grown(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    return xl_resize(array, *room, size);
}

static void add_function(struct reading *r, const GElf_Sym *symbol, const char *name, long owner)
{
    struct xl_image *image = r->image;
    image->functions =
        grown(image->functions, image->function_count, &r->function_room, sizeof *image->functions);
    image->functions[image->function_count++] =
        (struct xl_image_function){.address = xl_code_address(r->elf, symbol->st_value),
                                   .size = symbol->st_size,
                                   .name = name,
                                   .owner = owner,
                                   .st_other = symbol->st_other};
}

/* The ISA at the end of <kernel>__<isa>; NULL if it is no such name. */
static const char *isa_of(const struct xl_arch *arch, const char *name)
{
    const char *isa = NULL;
    for (const char *at = strstr(name, "__"); at; at = strstr(at + 1, "__"))
        isa = at + 2;
    return isa && isa - 2 > name && xl_isa_find(arch->name, isa) ? isa : NULL;
}

static long add_variant(struct reading *r, const char *symbol, size_t kernel_length,
                        const char *isa, uint64_t entry)
{
    struct xl_image *image = r->image;
    image->variants =
        grown(image->variants, image->variant_count, &r->variant_room, sizeof *image->variants);
    long number = (long)image->variant_count++;
    image->variants[number] =
        (struct xl_image_variant){symbol, kernel_length, isa, entry, false, number};
    return number;
}

/* A word of the program's data; 0 if the file does not have it. */
static uint64_t data_word(const struct reading *r, const GElf_Sym *symbol, size_t index)
{
    size_t size = gelf_getclass(r->elf) == ELFCLASS64 ? 8 : 4;
    Elf_Scn *section = elf_getscn(r->elf, symbol->st_shndx);
    GElf_Shdr header;
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    if (!data || !data->d_buf || !gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS ||
        symbol->st_value < header.sh_addr)
        return 0;
    uint64_t at = symbol->st_value - header.sh_addr;
    if (at >= data->d_size || data->d_size - at < (index + 1) * size)
        return 0;
    const unsigned char *bytes = (const unsigned char *)data->d_buf + at + index * size;
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++)
        word = word << 8 | bytes[r->arch->big_endian ? i : size - 1 - i];
    return word;
}

/* entry: 0 for a kernel without code. */
static void note_entry(struct reading *r, uint64_t entry)
{
    if (!entry)
        return;
    r->entries = grown(r->entries, r->entry_count, &r->entry_room, sizeof *r->entries);
    r->entries[r->entry_count++] = entry;
}

/* The name of an ISA with "__" on either side, and its position. */
static const char *isa_within(const struct xl_arch *arch, const char *name, size_t *begin)
{
    for (const char *at = strstr(name, "__"); at; at = strstr(at + 1, "__"))
        for (size_t i = 0; i < xl_isa_count; i++) {
            size_t length = strlen(xl_isas[i].name);
            if (strncmp(at + 2, xl_isas[i].name, length) == 0 &&
                strncmp(at + 2 + length, "__", 2) == 0 &&
                xl_isa_find(arch->name, xl_isas[i].name) == &xl_isas[i]) {
                *begin = (size_t)(at - name);
                return xl_isas[i].name;
            }
        }
    return NULL;
}

/* Adds an XL_VARIANT. name: of its record, without the prefix. */
static void add_named(struct reading *r, const GElf_Sym *symbol, const char *name)
{
    size_t kernel_length = 0;
    const char *isa = isa_within(r->arch, name, &kernel_length);
    uint64_t entry = xl_code_address(r->elf, data_word(r, symbol, 2));
    if (!isa || !entry)
        return;
    note_entry(r, entry);
    add_variant(r, name, kernel_length, isa, entry);
}

/* The source file of the function that begins at an address, not of calls inlined there; "":
 * unknown. */
static const char *file_at(struct reading *r, uint64_t address)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error ignored;
    if (!r->has_asked_source)
        r->source = xl_source_read(r->elf, &ignored);
    r->has_asked_source = true;
    const size_t count = xl_source_frames(r->source, address, frames);
    return count ? frames[count - 1].file : "";
}

/* Finds which kernel of its object a local function belongs to: the first of its file. A function
 * of a header has none, unless all kernels are of one file. */
static void find_entry(struct reading *r, struct xl_image_function *f)
{
    const char *file = file_at(r, f->address), *first = file_at(r, r->entries[0]);
    size_t same = 0, like_first = 0;
    for (size_t i = 0; i < r->entry_count; i++) {
        const char *own = file_at(r, r->entries[i]);
        like_first += strcmp(own, first) == 0;
        if (strcmp(own, file) == 0 && !same++)
            f->entry = r->entries[i];
    }
    if (!same && (!*file || like_first == r->entry_count))
        f->entry = r->entries[0];
    f->is_shared = same != 1;
}

/* The symbols of an object have ended: its functions belong to the kernels of its records. */
static void end_object(struct reading *r)
{
    for (size_t i = r->object_from; i < r->image->function_count && r->entry_count; i++)
        if (r->entry_count == 1)
            r->image->functions[i].entry = r->entries[0];
        else
            find_entry(r, &r->image->functions[i]);
    r->object_from = r->image->function_count;
    r->entry_count = 0;
}

/* Takes one symbol, in the order of the table: local symbols by object, then global ones. */
static void take_symbol(void *data, const GElf_Sym *symbol, const char *name)
{
    struct reading *r = data;
    static const char record[] = "xl_variant_", entry_of[] = "xl_variant_entry_",
                      named[] = "xl_named_", named_entry_of[] = "xl_named_entry_";
    int type = GELF_ST_TYPE(symbol->st_info), is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;
    if (!is_local || type == STT_FILE)
        end_object(r);
    if (is_local && type == STT_FILE)
        return;
    if (is_local && type == STT_OBJECT && strncmp(name, record, strlen(record)) == 0 &&
        strncmp(name, entry_of, strlen(entry_of)) != 0) {
        note_entry(r, xl_code_address(r->elf, data_word(r, symbol, 2)));
        return;
    }
    if (is_local && type == STT_OBJECT && strncmp(name, named, strlen(named)) == 0 &&
        strncmp(name, named_entry_of, strlen(named_entry_of)) != 0) {
        add_named(r, symbol, name + strlen(named));
        return;
    }
    if (type != STT_FUNC || symbol->st_shndx == SHN_UNDEF || !symbol->st_size)
        return;
    const uint64_t address = xl_code_address(r->elf, symbol->st_value);
    const char *isa = is_local || is_of_library(name) ? NULL : isa_of(r->arch, name);
    if (is_local || is_of_library(name))
        add_function(r, symbol, name, XL_OWNER_NONE);
    else if (isa)
        add_function(r, symbol, name, add_variant(r, name, (size_t)(isa - 2 - name), isa, address));
    else if (variant_at(r->image, address) != XL_OWNER_NONE) /* of an XL_VARIANT, a local record */
        add_function(r, symbol, name, variant_at(r->image, address));
    else if (strcmp(name, "__wrap_main") == 0 || strncmp(name, "xl_", 3) == 0)
        add_function(r, symbol, name, XL_OWNER_AGENT);
}

static int read_elf(struct reading *r, struct xl_error *err)
{
    GElf_Ehdr header;
    if (!r->elf || elf_kind(r->elf) != ELF_K_ELF || !gelf_getehdr(r->elf, &header))
        return xl_fail(err, "it is no ELF file");
    if (check_header(&header, r->arch, err) || check_segments(r->elf, err))
        return -1;
    if (!xl_elf_each_symbol(r->elf, SHT_SYMTAB, take_symbol, r))
        return xl_fail(err, "it has no symbol table");
    end_object(r);
    find_owners(r->image);
    return 0;
}

int xl_image_parse(char *bytes, size_t size, const struct xl_arch *arch, struct xl_image *image,
                   struct xl_error *err)
{
    *image = (struct xl_image){.file = bytes, .file_size = size, .hash = xl_hash(bytes, size)};
    elf_version(EV_CURRENT);
    struct reading r = {.image = image, .arch = arch, .elf = elf_memory(bytes, size)};
    image->elf = r.elf; /* it owns some names */
    int failed = read_elf(&r, err);
    xl_source_free(r.source);
    free(r.entries);
    if (failed)
        xl_image_free(image);
    return failed;
}

static char *read_file(FILE *f, const char *path, size_t *size, struct xl_error *err)
{
    long length = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (length >= 0 && fseek(f, 0, SEEK_SET))
        length = -1;
    if (length < 0 || length > XL_IMAGE_MOST_BYTES) {
        xl_error_set(err, "cannot read %s: %s", path, length < 0 ? strerror(errno) : "too large");
        return NULL;
    }
    char *bytes = xl_alloc((size_t)length + 1, 1);
    *size = fread(bytes, 1, (size_t)length, f);
    return bytes;
}

int xl_image_read(FILE *f, const char *path, const struct xl_arch *arch, struct xl_image *image,
                  struct xl_error *err)
{
    size_t size = 0;
    struct xl_error why;
    char *bytes = read_file(f, path, &size, err);
    *image = (struct xl_image){0};
    if (!bytes)
        return -1;
    if (!xl_image_parse(bytes, size, arch, image, &why))
        return 0;
    xl_error_set(err, "%s: %s", path, why.text);
    return -1;
}

long xl_image_variant(const struct xl_image *image, const char *kernel, const char *isa,
                      const char *function)
{
    char symbol[512];
    snprintf(symbol, sizeof symbol, "%s__%s%s%s", kernel, isa, function ? "__" : "",
             function ? function : "");
    for (size_t i = 0; i < image->variant_count; i++)
        if (strcmp(image->variants[i].symbol, symbol) == 0)
            return (long)i;
    return XL_OWNER_NONE;
}

const struct xl_image_function *xl_image_function(const struct xl_image *image, uint64_t address)
{
    const size_t begun =
        xl_count_up_to(image->functions, image->function_count, sizeof *image->functions, address);
    const struct xl_image_function *f = begun ? &image->functions[begun - 1] : NULL;
    return f && address - f->address < f->size ? f : NULL;
}

void xl_image_free(struct xl_image *image)
{
    if (image->elf)
        elf_end(image->elf);
    free(image->file);
    free(image->variants);
    free(image->functions);
    *image = (struct xl_image){0};
}
