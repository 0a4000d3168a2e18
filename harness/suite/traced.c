/* Files that the programs of a command have mapped, and breakpoints in them.
 * SPDX-License-Identifier: MIT
 *
 * A breakpoint is known by its place in a file, not by what was written to memory. So a process
 * that was forked knows its own, and a second thread at the same place goes on as the first did.
 */
#include "suite/native.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "code/elf.h"
#include "suite/launch.h"
#include "suite/vector_code.h"

enum { XL_RET = 0xc3, XL_INT3 = 0xcc, XL_ENDBR64_BYTES = 4, XL_COMPARED_BYTES = 4096 };

/* ---- Where breakpoints are ---- */

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

/* Reads what the ELF file has of a dynamic linker. */
static void read_loader(const char *path, struct xl_loader *loader)
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

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Sets file->entries to the first instructions of the functions with vector code of the row's ISA,
 * as far as symbols say that they are functions: other labels may be data, which a breakpoint would
 * change. Returns 0, or -1 with err. */
static int read_entries(struct xl_executed_file *file, const char *tools, const struct xl_row *row,
                        struct xl_error *err)
{
    struct functions f = {0};
    struct xl_vector_code code;
    const int failed = xl_vector_code_read(file->file, tools, row, &code, err);
    struct xl_elf elf = xl_elf_open(file->file);
    read_functions(elf.elf, &f);
    xl_elf_close(&elf);
    if (f.count)
        qsort(f.at, f.count, sizeof *f.at, compare_addresses);
    file->is_by_entries = true;
    file->entries = xl_alloc(code.count, sizeof *file->entries);
    for (size_t i = 0; i < code.count; i++) {
        const uint64_t address = code.at[i].address;
        const struct xl_code_segment *s = xl_executed_segment(file, address);
        if (s && s->bytes[address - s->address] != XL_INT3 && f.count &&
            bsearch(&address, f.at, f.count, sizeof *f.at, compare_addresses))
            file->entries[file->entry_count++] = address;
    }
    if (file->entry_count)
        qsort(file->entries, file->entry_count, sizeof *file->entries, compare_addresses);
    free(f.at);
    xl_vector_code_free(&code);
    return failed;
}

/* ---- Processes ---- */

/* A line of /proc/PID/maps. */
struct range {
    uint64_t start, end, offset;
    char *path;
};

struct xl_traced_process *xl_traced_find(struct xl_traced *t, pid_t pid)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->at[i].pid == pid)
            return &t->at[i];
    return NULL;
}

static struct xl_traced_process *add_process(struct xl_traced *t, pid_t pid)
{
    xl_traced_remove(t, pid);
    xl_push(t, (struct xl_traced_process){.pid = pid});
    return &t->at[t->count - 1];
}

void xl_traced_remove(struct xl_traced *t, pid_t pid)
{
    struct xl_traced_process *p = xl_traced_find(t, pid);
    if (!p)
        return;
    free(p->at);
    *p = t->at[--t->count];
}

static void note_incomplete(struct xl_traced *t, struct xl_traced_process *p)
{
    t->executed->incomplete += !p->is_incomplete;
    p->is_incomplete = true;
}

/* ---- Files ---- */

/* Debian's and most others' directories of the system (hier(7)), /usr/local apart. */
static bool is_system(const char *path)
{
    static const char *const directories[] = {
        "/bin/",      "/sbin/",    "/lib/",       "/lib32/",     "/lib64/",      "/usr/bin/",
        "/usr/sbin/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libexec/"};
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++)
        if (strncmp(path, directories[i], strlen(directories[i])) == 0)
            return true;
    return false;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Adds the file to t->executed, with its entries if its functions count. */
static void read_file(struct xl_traced *t, struct xl_traced_file *f)
{
    struct xl_executed_file named = {.path = f->path, .is_system = is_system(f->path)};
    f->executed = -1;
    read_loader(f->path, &f->loader);
    if (!t->native->wants(t->native->data, &named)) {
        named.path = xl_copy_text(f->path);
        named.file = xl_copy_text(f->path);
        xl_push(t->executed, named);
        return;
    }
    f->executed = xl_executed_add(t->executed, f->path, f->path, named.is_system, false);
    if (f->executed >= 0 &&
        read_entries(&t->executed->at[f->executed], t->native->tools, t->native->row, t->err))
        t->has_failed = true;
}

/* The number of the file that had this path; -1: it was not read. */
static long find_file(const struct xl_traced *t, const char *path)
{
    for (size_t i = 0; i < t->files.count; i++)
        if (strcmp(t->files.at[i].path, path) == 0)
            return (long)i;
    return -1;
}

/* The number of the file at this path, which is read the first time. -1: it is not there, or has
 * changed since it was read. */
static long find_or_read_file(struct xl_traced *t, const char *path)
{
    struct stat s;
    const long known = find_file(t, path);
    if (stat(path, &s) || !S_ISREG(s.st_mode))
        return -1;
    if (known >= 0)
        return is_same_file(&s, &t->files.at[known].identity) ? known : -1;
    struct xl_traced_file f = {.path = xl_copy_text(path), .identity = s};
    read_file(t, &f);
    xl_push(&t->files, f);
    return (long)t->files.count - 1;
}

static struct xl_executed_file *executed_of(const struct xl_traced *t, size_t file)
{
    const long number = t->files.at[file].executed;
    return number < 0 ? NULL : &t->executed->at[number];
}

/* ---- Breakpoints ---- */

/* Changes a byte of the process, if it is as expected. One that differs was changed by the program,
 * or has been changed already. */
static void change_byte(pid_t thread, uint64_t address, unsigned char from, unsigned char to)
{
    const uint64_t word = address & ~(uint64_t)7;
    const unsigned shift = 8 * (unsigned)(address - word);
    errno = 0;
    const unsigned long value = (unsigned long)ptrace(PTRACE_PEEKTEXT, thread, (void *)word, NULL);
    if (errno || (unsigned char)(value >> shift) != from)
        return;
    ptrace(PTRACE_POKETEXT, thread, (void *)word,
           (void *)((value & ~(0xfful << shift)) | (unsigned long)to << shift));
}

/* Inserts those that have not been hit in any process, of a range of the file's code. */
static void insert(struct xl_traced *t, pid_t pid, struct xl_traced_mapping m,
                   const struct range *r)
{
    const struct xl_executed_file *f = executed_of(t, m.file);
    const struct xl_loader *loader = &t->files.at[m.file].loader;
    const uint64_t event = loader->event + m.bias;
    if (loader->event && r->start <= event && event < r->end)
        change_byte(pid, event, loader->first_byte, XL_INT3);
    for (size_t i = 0; f && i < f->entry_count; i++) {
        const uint64_t in_file = f->entries[i], address = in_file + m.bias;
        const struct xl_code_segment *s = xl_executed_segment(f, in_file);
        if (r->start <= address && address < r->end && !s->executed[in_file - s->address])
            change_byte(pid, address, s->bytes[in_file - s->address], XL_INT3);
    }
}

/* Whether the range has the file's bytes: another file may have taken its path. */
static bool has_bytes(pid_t pid, const struct range *r, const struct xl_code_segment *s)
{
    unsigned char memory[XL_COMPARED_BYTES];
    const uint64_t first = r->offset > s->offset ? r->offset : s->offset;
    const uint64_t mapped = r->end - r->start - (first - r->offset),
                   left = s->size - (first - s->offset);
    size_t size = sizeof memory;
    size = mapped < size ? mapped : size;
    size = left < size ? left : size;
    const struct iovec to = {memory, size}, from = {(void *)(r->start + (first - r->offset)), size};
    return process_vm_readv(pid, &to, 1, &from, 1, 0) == (ssize_t)size &&
           memcmp(memory, s->bytes + (first - s->offset), size) == 0;
}

/* The address in the file of one of its breakpoints; 0: it has none. */
static uint64_t any_breakpoint(const struct xl_traced *t, size_t file)
{
    const struct xl_executed_file *f = executed_of(t, file);
    return f && f->entry_count ? f->entries[0] : t->files.at[file].loader.event;
}

/* Finds the segment that a range of a file's code is of, and where it lies; *s is NULL if the
 * file's functions do not count. Returns false if it is of none. */
static bool place(const struct xl_traced *t, const struct range *r, size_t file, uint64_t *bias,
                  const struct xl_code_segment **s)
{
    const struct xl_executed_file *f = executed_of(t, file);
    const struct xl_loader *loader = &t->files.at[file].loader;
    *bias = r->start - r->offset + loader->offset - loader->event;
    *s = NULL;
    for (size_t i = 0; f && i < f->segment_count; i++) {
        *s = &f->segments[i];
        *bias = r->start - r->offset + (*s)->offset - (*s)->address;
        if ((*s)->offset < r->offset + (r->end - r->start) && r->offset < (*s)->offset + (*s)->size)
            return true;
    }
    return !f;
}

/* ---- Mappings ---- */

static bool has_mapping(const struct xl_traced_process *p, struct xl_traced_mapping m)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->at[i].file == m.file && p->at[i].bias == m.bias)
            return true;
    return false;
}

/* Code that can be changed without changing its file: private and executable. */
static bool read_range(char *line, struct range *r)
{
    unsigned long long start, end, offset;
    char permissions[5];
    int path = 0;
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%llx-%llx %4s %llx %*s %*s %n", &start, &end, permissions, &offset, &path) <
            4 ||
        !path || line[path] != '/' || permissions[2] != 'x' || permissions[3] != 'p')
        return false;
    *r = (struct range){start, end, offset, line + path};
    return true;
}

/* Keeps the mappings that the process had in this range. Returns whether there are any. */
static bool keep_mappings(const struct xl_traced *t, const struct xl_traced_process *before,
                          const struct range *r, struct xl_traced_process *now)
{
    bool has_any = false;
    for (size_t i = 0; i < before->count; i++) {
        const struct xl_traced_mapping m = before->at[i];
        const uint64_t address = any_breakpoint(t, m.file) + m.bias;
        if (address < r->start || address >= r->end)
            continue;
        has_any = true;
        if (!has_mapping(now, m))
            xl_push(now, m);
    }
    return has_any;
}

/* A range that had no breakpoints when the process was looked at last. */
static void add_range(struct xl_traced *t, const struct range *r, bool is_forked,
                      struct xl_traced_process *now)
{
    struct xl_traced_mapping m;
    const struct xl_code_segment *s;
    const long file = is_forked ? find_file(t, r->path) : find_or_read_file(t, r->path);
    if (file < 0 && !is_forked)
        note_incomplete(t, now);
    if (file < 0 || !any_breakpoint(t, (size_t)file))
        return;
    m.file = (size_t)file;
    if (!place(t, r, m.file, &m.bias, &s) || (!is_forked && s && !has_bytes(now->pid, r, s))) {
        note_incomplete(t, now);
        return;
    }
    if (!is_forked)
        insert(t, now->pid, m, r);
    if (!has_mapping(now, m))
        xl_push(now, m);
}

/* Reads which code the process has mapped now. New mappings get breakpoints; a forked process has
 * those of its parent. */
static void read_mappings(struct xl_traced *t, struct xl_traced_process *p, bool is_forked)
{
    char maps[64], *line = NULL;
    size_t size = 0;
    struct range r;
    struct xl_traced_process now = {.pid = p->pid, .is_incomplete = p->is_incomplete};
    snprintf(maps, sizeof maps, "/proc/%d/maps", (int)p->pid);
    FILE *f = fopen(maps, "re");
    while (f && getline(&line, &size, f) >= 0)
        if (read_range(line, &r) && !keep_mappings(t, p, &r, &now))
            add_range(t, &r, is_forked, &now);
    if (f)
        fclose(f);
    free(line);
    free(p->at);
    *p = now;
}

void xl_traced_add_fork(struct xl_traced *t, pid_t pid, pid_t parent)
{
    struct xl_traced_process *p = add_process(t, pid);
    const struct xl_traced_process *from = xl_traced_find(t, parent);
    for (size_t i = 0; from && i < from->count; i++)
        xl_push(p, from->at[i]);
    read_mappings(t, p, true);
}

void xl_traced_exec(struct xl_traced *t, pid_t pid)
{
    char link[64], *path;
    struct stat s;
    bool has_event = false, needs_other = false;
    struct xl_traced_process *p = add_process(t, pid);
    snprintf(link, sizeof link, "/proc/%d/exe", (int)pid);
    if (!xl_is_program_of(t->native->row->arch, link)) {
        note_incomplete(t, p);
        return;
    }
    t->executed->programs++;
    read_mappings(t, p, false);
    for (size_t i = 0; i < p->count; i++)
        has_event |= t->files.at[p->at[i].file].loader.event != 0;
    path = realpath(link, NULL);
    const long program = path ? find_file(t, path) : -1;
    if (program >= 0) {
        struct xl_executed_file *f = executed_of(t, (size_t)program);
        needs_other = t->files.at[program].loader.needs_other;
        if (f)
            f->is_program = true;
    }
    const bool gets_rights = stat(link, &s) == 0 && (s.st_mode & (S_ISUID | S_ISGID)) && geteuid();
    if ((needs_other && !has_event) || gets_rights)
        note_incomplete(t, p);
    free(path);
}

bool xl_traced_hit(struct xl_traced *t, struct xl_traced_process *p, pid_t thread, uint64_t address,
                   uint64_t *next, bool *is_return)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_traced_mapping m = p->at[i];
        struct xl_executed_file *f = executed_of(t, m.file);
        const struct xl_loader *loader = &t->files.at[m.file].loader;
        const uint64_t in_file = address - m.bias;
        *is_return = false;
        if (loader->event && in_file == loader->event) {
            *is_return = loader->is_return;
            *next = address + XL_ENDBR64_BYTES;
            read_mappings(t, p, false);
            return true;
        }
        if (!f || !xl_executed_is_entry(f, in_file))
            continue;
        struct xl_code_segment *s = xl_executed_segment(f, in_file);
        s->executed[in_file - s->address] |= XL_EXECUTED | XL_EXECUTED_BY_GROUP;
        change_byte(thread, address, XL_INT3, s->bytes[in_file - s->address]);
        *next = address;
        return true;
    }
    return false;
}

void xl_traced_end(struct xl_traced *t)
{
    for (size_t i = t->files.count; i-- > 0;) {
        struct xl_traced_file *f = &t->files.at[i];
        struct stat s;
        if (f->executed >= 0 && (stat(f->path, &s) || !is_same_file(&s, &f->identity))) {
            t->executed->incomplete++;
            xl_executed_remove(t->executed, (size_t)f->executed);
        }
        free(f->path);
    }
    while (t->count)
        xl_traced_remove(t, t->at[0].pid);
    free(t->at);
    free(t->files.at);
}
