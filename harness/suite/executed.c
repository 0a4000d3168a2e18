/* Reads logs of `qemu -d in_asm,page`: each block of instructions once, when it is translated.
 * Which files were mapped where is in the program's mappings (mappings.h); without these, the log
 * has it, by `-d strace`.
 * SPDX-License-Identifier: MIT
 *
 * A block's instructions are compared with the bytes of the file, so a text that a program made
 * appear in its log is no proof, nor is a mapping that was missed.
 */
#include "suite/executed.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "code/elf.h"
#include "families.h"

enum { XL_MOST_FDS = 1 << 20, XL_PAGE = 4096, XL_LARGEST_PAGE = 65536, XL_MOST_INSN = 32 };

/* Code of a file in a process: its address there is `bias` more than in the file. It is between
 * `from` and `to`. */
struct mapped {
    size_t file;
    uint64_t bias, from, to;
};

/* The log of one program. */
struct log {
    struct xl_executed *all;
    const struct xl_guest_files *files;
    char *cwd;
    size_t program; /* the file */
    char **fds;     /* paths of open files; NULL: unknown */
    size_t fd_room;
    struct mapped *at;
    size_t count, room;
    int pending_fd; /* of an mmap whose result is still to come; or -1 */
    uint64_t pending_offset;
    const char *maps;                      /* the program's mappings; NULL: the log has them */
    uint64_t block, block_end, block_last; /* the last block, and its last instruction */
    bool has_exited, may_have_ended;
    bool has_closed;     /* its last line is a call that closes files, without a result */
    struct xl_trap trap; /* of its last signal, while no code followed */
    bool is_in_main;     /* main() began, or nobody knows where it is */
};

static void take_main(void *file, const GElf_Sym *symbol, const char *name)
{
    struct xl_executed_file *f = file;
    if (!f->main && (strcmp(name, "main") == 0 || strcmp(name, "main.main") == 0) && /* of Go */
        GELF_ST_TYPE(symbol->st_info) == STT_FUNC)
        f->main = symbol->st_value;
}

static bool read_segments(struct xl_executed_file *f)
{
    struct xl_elf file = xl_elf_open(f->file);
    Elf *elf = file.elf;
    size_t count = 0, size = 0;
    const char *bytes = elf ? elf_rawfile(elf, &size) : NULL;
    if (bytes && elf_kind(elf) == ELF_K_ELF && elf_getphdrnum(elf, &count) == 0)
        f->segments = xl_alloc(count ? count : 1, sizeof *f->segments);
    GElf_Ehdr header;
    if (f->segments && gelf_getehdr(elf, &header)) {
        f->entry = header.e_entry;
        f->machine = header.e_machine;
    }
    if (f->segments)
        xl_elf_each_symbol(elf, SHT_SYMTAB, take_main, f);
    f->main = xl_code_address(elf, f->main);
    for (size_t i = 0; f->segments && i < count; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(elf, (int)i, &p) || p.p_offset > size || p.p_filesz > size - p.p_offset)
            continue;
        if (p.p_type == PT_INTERP && !f->interpreter)
            f->interpreter = xl_format("%.*s", (int)p.p_filesz, bytes + p.p_offset);
        if (p.p_type != PT_LOAD || !(p.p_flags & PF_X))
            continue;
        struct xl_code_segment *s = &f->segments[f->segment_count++];
        *s = (struct xl_code_segment){p.p_vaddr, p.p_offset, p.p_filesz, NULL, NULL};
        s->bytes = xl_alloc(s->size ? s->size : 1, 1);
        s->executed = xl_alloc(s->size ? s->size : 1, 1);
        memcpy(s->bytes, bytes + p.p_offset, s->size);
    }
    xl_elf_close(&file);
    return f->segment_count != 0;
}

static void free_file(struct xl_executed_file *f)
{
    for (size_t k = 0; k < f->segment_count; k++) {
        free(f->segments[k].bytes);
        free(f->segments[k].executed);
    }
    free(f->segments);
    free(f->entries);
    free(f->interpreter);
    free(f->path);
    free(f->file);
}

long xl_executed_add(struct xl_executed *all, const char *path, const char *file, bool is_system,
                     bool is_program)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->at[i].path, path) == 0) {
            all->at[i].is_program |= is_program;
            return (long)i;
        }
    struct xl_executed_file f = {.path = xl_copy_text(path),
                                 .file = xl_copy_text(file),
                                 .is_system = is_system,
                                 .is_program = is_program};
    if (!read_segments(&f) || (all->machine && f.machine != all->machine)) {
        free_file(&f);
        return -1;
    }
    xl_push(all, f);
    return (long)all->count - 1;
}

/* Where the file is that the programs knew by this path, which is absolute. NULL: where they did.
 * The caller frees it. */
static char *find_changed(const struct log *l, const char *path)
{
    for (size_t i = 0; i < 2; i++) {
        const char *directory = l->files->copied[i].directory;
        const size_t size = directory ? strlen(directory) : 0;
        if (!size || strncmp(path, directory, size) != 0 || path[size] != '/')
            continue;
        char *file = xl_format("%s%s", l->files->copied[i].changes, path + size);
        if (access(file, F_OK) == 0)
            return file;
        free(file);
    }
    return NULL;
}

/* The path that the guest knows, as an absolute one. The caller frees it. */
static char *whole_path(const struct log *l, int directory, const char *path)
{
    static const char links[] = "/proc/self/fd/";
    const char *base = directory >= 0 && (size_t)directory < l->fd_room && l->fds[directory]
                           ? l->fds[directory]
                           : l->cwd;
    if (strncmp(path, links, strlen(links)) == 0) {
        const unsigned long fd = strtoul(path + strlen(links), NULL, 10);
        if (fd < l->fd_room && l->fds[fd])
            return xl_copy_text(l->fds[fd]);
    }
    return path[0] == '/' ? xl_copy_text(path) : xl_join_path(base, "%s", path);
}

/* Whether the path is below the directory, which may be a link. */
static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX];
    const size_t size = *directory && realpath(directory, real) ? strlen(real) : 0;
    return size && strncmp(path, real, size) == 0 && path[size] == '/';
}

/* Adds the file of this path of the guest, or of the host. It is in the sysroot, if it is there
 * (QEMU_LD_PREFIX). Returns its number; -1: it has no code. */
static long add_file(struct log *l, const char *path, bool is_program)
{
    char real[PATH_MAX], *whole = whole_path(l, -1, path),
                         *in_sysroot = xl_format("%s%s", l->files->sysroot, whole),
                         *changed = find_changed(l, whole);
    const bool is_of_host = is_below(whole, l->files->sysroot),
               is_system =
                   path[0] == '/' && !changed && (is_of_host || access(in_sysroot, F_OK) == 0);
    const char *known = is_system && !is_of_host ? in_sysroot : whole;
    const char *at = changed ? known : realpath(known, real) ? real : known;
    const long number = xl_executed_add(l->all, at, changed ? changed : at, is_system, is_program);
    if (number >= 0)
        l->all->machine = l->all->at[number].machine;
    free(whole);
    free(in_sysroot);
    free(changed);
    return number;
}

static void add_mapping(struct log *l, long file, uint64_t bias)
{
    const struct mapped m = {(size_t)file, bias, 0, UINT64_MAX};
    if (file >= 0)
        xl_push(l, m);
}

/* A part of a file that is mapped, by its path on the host. */
static void note_part(struct log *l, const struct mapped *part, uint64_t offset, const char *path)
{
    const long file = add_file(l, path, false);
    const struct xl_executed_file *f = file < 0 ? NULL : &l->all->at[file];
    for (size_t i = 0; f && i < f->segment_count; i++) {
        const struct xl_code_segment *s = &f->segments[i];
        if (s->offset + s->size <= offset || s->offset >= offset + (part->to - part->from))
            continue;
        const struct mapped m = {(size_t)file, part->from - offset + s->offset - s->address,
                                 part->from, part->to};
        xl_push(l, m);
    }
}

/* The lines FROM TO OFFSET PATH. Addresses are the host's: `base` more than the guest's. */
static void read_maps(struct log *l, uint64_t base)
{
    for (const char *line = l->maps; line && *line; line = strchr(line, '\n') + 1) {
        struct mapped part = {0};
        uint64_t offset;
        int path = 0;
        const char *end = strchr(line, '\n');
        if (!end)
            break;
        if (sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %n", &part.from, &part.to, &offset,
                   &path) == 3 &&
            path && line + path < end && part.from < part.to) {
            part.from -= base;
            part.to -= base;
            char *name = xl_format("%.*s", (int)(end - line - path), line + path);
            note_part(l, &part, offset, name);
            free(name);
        }
    }
    l->maps = NULL; /* the next such line is a forged one */
}

/* An executable mapping of a file. */
static void note_mapping(struct log *l, int fd, uint64_t offset, uint64_t address)
{
    if (fd < 0 || (size_t)fd >= l->fd_room || !l->fds[fd])
        return;
    const long file = add_file(l, l->fds[fd], false);
    const struct xl_executed_file *f = file < 0 ? NULL : &l->all->at[file];
    for (size_t i = 0; f && i < f->segment_count; i++) {
        const struct xl_code_segment *s = &f->segments[i];
        if (offset <= s->offset && s->offset - offset < XL_LARGEST_PAGE) {
            add_mapping(l, file, address + (s->offset - offset) - s->address);
            return;
        }
    }
}

/* The text in front of which the process ID may stand. */
static char *after_process(char *line)
{
    return line + strspn(line, "0123456789 ");
}

/* The path in quotes among a call's arguments, and its result. The path may have quotes of its own.
 * The caller frees it. NULL: the call failed, or is another. */
static char *read_path(const char *call, long *result)
{
    const char *from = strchr(call, '"'), *end = strrchr(call, '='), *to = end;
    if (!from || !end || strncmp(end - 2, ") = ", 4) != 0)
        return NULL;
    *result = strtol(end + 2, NULL, 10);
    do
        to--;
    while (to > from && *to != '"');
    return to > from && *result >= 0 ? xl_format("%.*s", (int)(to - from - 1), from + 1) : NULL;
}

/* openat(DIRECTORY,"PATH",FLAGS) = FD, open("PATH",FLAGS) = FD */
static void read_open(struct log *l, const char *call)
{
    long fd = -1;
    char *path = read_path(call, &fd);
    if (!path || fd >= XL_MOST_FDS) {
        free(path);
        return;
    }
    const size_t before = l->fd_room;
    if ((size_t)fd >= before) {
        l->fd_room = 2 * (size_t)fd + 64;
        l->fds = xl_resize(l->fds, l->fd_room, sizeof *l->fds);
        memset(l->fds + before, 0, (l->fd_room - before) * sizeof *l->fds);
    }
    const int directory =
        strncmp(call, "openat(", 7) == 0 && call[7] >= '0' && call[7] <= '9' ? atoi(call + 7) : -1;
    char *whole = whole_path(l, directory, path);
    free(l->fds[fd]);
    l->fds[fd] = whole;
    free(path);
}

/* chdir("PATH") = 0, fchdir(FD) = 0 */
static void read_chdir(struct log *l, const char *call)
{
    long result = -1;
    const bool by_fd = call[0] == 'f';
    const unsigned long fd = by_fd ? strtoul(call + strlen("fchdir("), NULL, 10) : 0;
    const char *end = by_fd ? strstr(call, ") = 0") : NULL;
    char *path = by_fd ? end && fd < l->fd_room && l->fds[fd] ? xl_copy_text(l->fds[fd]) : NULL
                       : read_path(call, &result),
         *whole = path ? whole_path(l, -1, path) : NULL;
    if (whole) {
        free(l->cwd);
        l->cwd = whole;
    }
    free(path);
}

/* mmap(ADDRESS,SIZE,PROTECTION,FLAGS,FD,OFFSET) = RESULT. The log has other lines before the
 * result. */
static void read_mmap(struct log *l, char *call)
{
    char *field[6], *at = strchr(call, '(');
    const uint64_t unit = strncmp(call, "mmap2", 5) == 0 ? XL_PAGE : 1;
    for (int i = 0; i < 6; i++) {
        field[i] = at ? at + 1 : NULL;
        at = at ? strpbrk(at + 1, ",)") : NULL;
    }
    l->pending_fd = -1;
    if (!field[5] || !at || !memmem(field[2], (size_t)(field[3] - field[2]), "PROT_EXEC", 9))
        return;
    const int fd = (int)strtol(field[4], NULL, 10);
    const uint64_t offset = strtoull(field[5], NULL, 0) * unit;
    if (memmem(field[3], (size_t)(field[4] - field[3]), "MAP_FIXED", 9)) {
        note_mapping(l, fd, offset, strtoull(field[0], NULL, 16));
    } else if (fd >= 0) {
        l->pending_fd = fd;
        l->pending_offset = offset;
    }
}

static void read_result(struct log *l, const char *equals)
{
    if (l->pending_fd >= 0)
        note_mapping(l, l->pending_fd, l->pending_offset, strtoull(equals + 3, NULL, 16));
    l->pending_fd = -1;
}

struct xl_code_segment *xl_executed_segment(const struct xl_executed_file *f, uint64_t address)
{
    for (size_t i = 0; i < f->segment_count; i++)
        if (address - f->segments[i].address < f->segments[i].size)
            return &f->segments[i];
    return NULL;
}

/* Whether the segment has these bytes. The log has words of either order. */
static bool has_bytes(const struct xl_code_segment *s, uint64_t offset, const unsigned char *bytes,
                      size_t count, size_t word)
{
    if (count > s->size - offset)
        return false;
    bool is_same = true, is_swapped = true;
    for (size_t i = 0; i < count; i++) {
        const size_t other = i / word * word + (word - 1 - i % word);
        is_same &= s->bytes[offset + i] == bytes[i];
        is_swapped &= other < count && s->bytes[offset + i] == bytes[other];
    }
    return is_same || is_swapped;
}

/* Marks an instruction; false: no file has it. The last mapping of an address counts. */
static bool mark(struct log *l, uint64_t address, const unsigned char *bytes, size_t count,
                 size_t word, bool executed)
{
    for (size_t i = l->count; i-- > 0;) {
        struct xl_executed_file *f = &l->all->at[l->at[i].file];
        const uint64_t in_file = address - l->at[i].bias;
        struct xl_code_segment *s = xl_executed_segment(f, in_file);
        if (!s || address < l->at[i].from || address >= l->at[i].to ||
            (bytes && !has_bytes(s, in_file - s->address, bytes, count, word)))
            continue;
        l->is_in_main |= f->main && in_file == f->main && l->at[i].file == l->program;
        const unsigned char marks = XL_EXECUTED_BY_LOG | (l->is_in_main ? XL_EXECUTED_BY_MAIN : 0);
        for (size_t k = 0; k < count; k++) {
            unsigned char *to = &s->executed[in_file - s->address + k];
            *to = executed ? *to | marks : *to & ~(XL_EXECUTED_BY_LOG | XL_EXECUTED_BY_MAIN);
        }
        f->blocks += address == l->block;
        return true;
    }
    return false;
}

/* A block has at most 512 instructions (QEMU's TCG_MAX_INSNS). */
enum { XL_LONGEST_BLOCK = 512 * XL_MOST_INSN };

/* 0xADDRESS:  BYTES  INSTRUCTION */
static void read_instruction(struct log *l, const char *line)
{
    char *at;
    unsigned char bytes[XL_MOST_INSN] = {0};
    size_t count = 0, word = 0, digits = 0;
    const uint64_t address = strtoull(line, &at, 16);
    if (strncmp(at, ":  ", 3) != 0)
        return;
    for (at += 3; count < XL_MOST_INSN; at++) {
        unsigned byte;
        if (sscanf(at, "%2x", &byte) == 1 && at[0] != ' ' && at[1] != ' ') {
            bytes[count++] = (unsigned char)byte;
            digits += 2;
            at++;
            continue;
        }
        word = word ? word : digits / 2;
        if (at[0] != ' ' || at[1] == ' ' || !at[1])
            break;
    }
    if (!l->block)
        l->block = address;
    if (address - l->block >= XL_LONGEST_BLOCK) { /* of another block, whose begin is lost */
        l->all->unknown_blocks++;
        return;
    }
    l->block_last = address;
    l->block_end = address + count;
    if (!count || !mark(l, address, bytes, count, word ? word : 1, true))
        l->all->unknown_blocks += address == l->block;
}

static void note_trap(struct log *l, uint64_t address)
{
    for (size_t i = l->count; i-- > 0 && !l->trap.is_known;)
        if (address >= l->at[i].from && address < l->at[i].to &&
            xl_executed_segment(&l->all->at[l->at[i].file], address - l->at[i].bias))
            l->trap = (struct xl_trap){true, l->at[i].file, address - l->at[i].bias};
    if (!l->all->first_trap.is_known)
        l->all->first_trap = l->trap;
    l->all->traps++;
}

/* A block that a fault left was translated and not finished: the faulting instruction and those
 * after it do not count. */
static void unmark_rest(struct log *l, uint64_t address)
{
    if (address < l->block || address >= l->block_end)
        return;
    for (uint64_t byte = address; byte < l->block_end; byte++)
        mark(l, byte, NULL, 1, 1, false);
    l->block_end = address;
}

/* --- SIGILL {si_signo=SIGILL, si_code=CODE, si_addr=ADDRESS} --- */
static void read_fault(struct log *l, const char *line)
{
    const char *at = strstr(line, "si_addr=");
    const uint64_t address = at ? strtoull(at + strlen("si_addr="), NULL, 0) : 0;
    if (strncmp(line, "--- SIGILL", 10) == 0)
        note_trap(l, address);
    unmark_rest(l, address);
}

/* user_queue_signal env=POINTER signal NUMBER: of an instruction, the last of its block: the
 * emulator ends a block where it finds an illegal one, and executes a block that it has translated.
 * On x86_64, the bytes of that instruction may look like several. If an older block traps again,
 * instructions of another one do not count: too few rather than too many. */
static void read_queued(struct log *l, const char *line)
{
    enum { LONGEST = 15 }; /* bytes of an instruction on x86_64 */
    const char *at = strstr(line, " signal ");
    const int number = at ? atoi(at + strlen(" signal ")) : 0;
    uint64_t from = l->block_last;
    l->trap.is_known = false; /* the last signal counts */
    if (number == SIGILL)
        note_trap(l, from);
    if (l->all->at[l->program].machine == EM_X86_64)
        from = l->block_end - l->block > LONGEST ? l->block_end - LONGEST : l->block;
    if (number == SIGILL || number == SIGFPE)
        unmark_rest(l, from);
}

/* The program's own place: start_code is where its first executable segment lies
 * (linux-user/elfload.c). */
static void read_start(struct log *l, const char *line)
{
    const struct xl_executed_file *f = &l->all->at[l->program];
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < f->segment_count; i++)
        first = f->segments[i].address < first ? f->segments[i].address : first;
    add_mapping(l, (long)l->program, strtoull(line + strlen("start_code"), NULL, 16) - first);
}

/* The emulator maps the dynamic linker itself, and enters it first. */
static void read_entry(struct log *l, const char *line)
{
    const char *interpreter = l->all->at[l->program].interpreter;
    const long file = interpreter ? add_file(l, interpreter, false) : -1;
    if (file >= 0)
        add_mapping(l, file, strtoull(line + strlen("entry"), NULL, 16) - l->all->at[file].entry);
}

/* Whether the program ends here. It goes on if it cannot become another program, or handles the
 * signal. */
static void read_end(struct log *l, const char *line, const char *call)
{
    l->has_exited |= strncmp(call, "exit_group(", 11) == 0 || strncmp(call, "exit(", 5) == 0;
    l->may_have_ended |= strncmp(call, "execve", 6) == 0 || strncmp(line, "--- SIG", 7) == 0 ||
                         strncmp(line, "user_dump_core_and_abort ", 25) == 0 ||
                         strncmp(line, "user_force_sig ", 15) == 0;
    if (strncmp(line, "--- SIG", 7) == 0) /* the last one counts */
        l->trap.is_known = false;
    l->has_closed =
        (strncmp(call, "close", 5) == 0 || strncmp(call, "dup", 3) == 0) && !strstr(call, ") = ");
}

static void read_line(struct log *l, char *line)
{
    char *call = after_process(line);
    read_end(l, line, call);
    if (strncmp(line, "0x", 2) == 0)
        read_instruction(l, line);
    else if (strncmp(line, "IN: ", 4) == 0 || strcmp(line, "IN:") == 0)
        l->block = l->block_end = l->block_last = 0, l->may_have_ended = l->trap.is_known = false;
    else if (strncmp(line, "guest_base ", 11) == 0)
        read_maps(l, strtoull(line + strlen("guest_base"), NULL, 0));
    else if (strncmp(line, "start_code ", 11) == 0 && !l->count)
        read_start(l, line);
    else if (strncmp(line, "entry ", 6) == 0 && l->count == 1)
        read_entry(l, line);
    else if (strncmp(line, "user_queue_signal ", 18) == 0)
        read_queued(l, line);
    else if (strncmp(line, "--- SIGILL", 10) == 0 || strncmp(line, "--- SIGFPE", 10) == 0 ||
             strncmp(line, "--- SIGSEGV", 11) == 0)
        read_fault(l, line);
    else if (strncmp(line, " = 0x", 5) == 0)
        read_result(l, line);
    else if (strncmp(call, "openat(", 7) == 0 || strncmp(call, "open(", 5) == 0)
        read_open(l, call);
    else if (strncmp(call, "chdir(", 6) == 0 || strncmp(call, "fchdir(", 7) == 0)
        read_chdir(l, call);
    else if (strncmp(call, "mmap", 4) == 0)
        read_mmap(l, call);
}

/* Whether no mapping before this one is of its file. */
static bool is_first(const struct log *l, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (l->at[i].file == l->at[number].file)
            return false;
    return true;
}

/* Turns marks of the log into marks of its group and of all. */
static void end_log(const struct log *l)
{
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; is_first(l, i) && k < l->all->at[l->at[i].file].segment_count; k++) {
            struct xl_code_segment *s = &l->all->at[l->at[i].file].segments[k];
            for (uint64_t byte = 0; byte < s->size; byte++) {
                const unsigned char marks = s->executed[byte];
                if (marks & XL_EXECUTED_BY_LOG)
                    s->executed[byte] =
                        (unsigned char)((marks & XL_EXECUTED_BY_GROUP) | XL_EXECUTED |
                                        (marks & XL_EXECUTED_BY_MAIN ? XL_EXECUTED_BY_GROUP : 0));
            }
        }
}

void xl_executed_begin_group(struct xl_executed *executed)
{
    for (size_t i = 0; i < executed->count; i++)
        for (size_t k = 0; k < executed->at[i].segment_count; k++) {
            struct xl_code_segment *s = &executed->at[i].segments[k];
            for (uint64_t byte = 0; byte < s->size; byte++)
                s->executed[byte] &= (unsigned char)~XL_EXECUTED_BY_GROUP;
        }
}

/* Whether the program's mappings have this line. */
static bool has_line(const char *maps, const char *line)
{
    const char *at = maps ? strstr(maps, line) : NULL;
    return at && (at == maps || at[-1] == '\n');
}

void xl_executed_add_log(struct xl_executed *all, const struct xl_started *started,
                         const struct xl_guest_files *files, FILE *log, const char *maps)
{
    struct log l = {.all = all,
                    .files = files,
                    .cwd = xl_copy_text(started->cwd),
                    .pending_fd = -1,
                    .maps = maps};
    char *line = NULL;
    size_t size = 0;
    const long file = add_file(&l, started->program, true);
    all->programs++;
    l.program = file < 0 ? 0 : (size_t)file;
    l.is_in_main = file < 0 || !all->at[file].main;
    while (file >= 0 && getline(&line, &size, log) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        read_line(&l, line);
    }
    l.has_exited |= started->becomes_another || has_line(maps, "exit\n");
    l.has_closed |= has_line(maps, "closed\n");
    const bool is_cut = !l.has_exited && !l.may_have_ended;
    all->incomplete += is_cut;
    all->closed += is_cut && l.has_closed;
    all->end_trap = l.has_exited ? (struct xl_trap){0} : l.trap;
    end_log(&l);
    for (size_t i = 0; i < l.fd_room; i++)
        free(l.fds[i]);
    free(l.fds);
    free(l.cwd);
    free(l.at);
    free(line);
}

int xl_executed_read(const struct xl_started *started, const struct xl_guest_files *files,
                     struct xl_executed *executed, struct xl_error *err)
{
    FILE *log = xl_file_open_untrusted(started->log);
    if (!log)
        return xl_fail(err, "%s left no log: %s", started->program, strerror(errno));
    size_t size = 0;
    char *name = xl_format("%.*s.maps", (int)(strlen(started->log) - strlen(".log")), started->log),
         *maps = xl_file_read_untrusted(name, &size);
    xl_executed_add_log(executed, started, files, log, maps);
    free(maps);
    free(name);
    fclose(log);
    return 0;
}

void xl_executed_remove(struct xl_executed *executed, size_t number)
{
    free_file(&executed->at[number]);
    executed->count--;
    memmove(executed->at + number, executed->at + number + 1,
            (executed->count - number) * sizeof *executed->at);
}

bool xl_executed_has(const struct xl_executed_file *file, uint64_t address, unsigned marks)
{
    const struct xl_code_segment *s = xl_executed_segment(file, address);
    return s && (s->executed[address - s->address] & marks);
}

bool xl_executed_is_entry(const struct xl_executed_file *file, uint64_t address)
{
    const size_t begun =
        xl_count_up_to(file->entries, file->entry_count, sizeof *file->entries, address);
    return begun && file->entries[begun - 1] == address;
}

void xl_executed_free(struct xl_executed *executed)
{
    for (size_t i = 0; i < executed->count; i++)
        free_file(&executed->at[i]);
    free(executed->at);
    *executed = (struct xl_executed){0};
}

/* ---- Programs that crosslane-start started with a log ---- */

/* The texts between NULs. */
static void read_words(const char *at, const char *end, struct xl_words *words)
{
    for (; at < end; at += strlen(at) + 1)
        xl_words_add(words, at);
}

/* NUMBER.parents: for the process and each above it, a line with the sizes of its arguments and of
 * its environment, and these. The arguments of the process itself are the emulator's. */
static void read_parents(const char *file, struct xl_started *s)
{
    size_t size = 0;
    char *text = xl_file_read_untrusted(file, &size), *at = text, *end = text ? text + size : NULL;
    for (bool is_first = true; at && at < end; is_first = false) {
        char *from, *rest;
        const unsigned long words = strtoul(at, &from, 10), environment = strtoul(from, &rest, 10);
        if (from == at || rest == from || *rest != '\n' || words >= (size_t)(end - rest) ||
            environment > (size_t)(end - rest) - words - 1)
            break;
        rest++;
        at = rest + words + environment;
        struct xl_started_process *p = &s->self;
        if (!is_first) {
            s->parents = xl_resize(s->parents, s->parent_count + 1, sizeof *s->parents);
            p = &s->parents[s->parent_count++];
            *p = (struct xl_started_process){{NULL, 0}, {NULL, 0}};
            read_words(rest, rest + words, &p->words);
        }
        read_words(rest + words, at, &p->environment);
    }
    free(text);
}

/* NUMBER.start: the path, the working directory, the arguments. */
static int read_started(const char *file, struct xl_started *s)
{
    size_t size = 0;
    char *text = xl_file_read_untrusted(file, &size);
    if (!text)
        return -1;
    const char *end = text + size;
    s->program = xl_copy_text(text);
    const char *cwd = text + strlen(text) + 1;
    s->cwd = xl_copy_text(cwd < end ? cwd : "");
    if (cwd < end)
        read_words(cwd + strlen(cwd) + 1, end, &s->self.words);
    if (s->self.words.count) { /* the first may be any name */
        free(s->self.words.at[0]);
        s->self.words.at[0] = xl_copy_text(s->program);
    }
    free(text);
    return 0;
}

/* Whether the logs are of one process, which became another program: DIRECTORY/PROCESS-TIME.log. */
static bool is_same_process(const char *log, const char *next)
{
    const char *dash = strrchr(log, '-');
    return dash && strncmp(log, next, (size_t)(dash - log) + 1) == 0;
}

int xl_started_read(const char *logs, struct xl_started_list *list, struct xl_error *err)
{
    struct dirent **names;
    const int count = scandir(logs, &names, NULL, alphasort);
    *list = (struct xl_started_list){0};
    if (count < 0)
        return xl_fail(err, "%s: %s", logs, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name = names[i]->d_name, *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ".start") == 0) {
            struct xl_started s = {.log = xl_format("%s/%.*s.log", logs, (int)(dot - name), name)};
            char *start = xl_join_path(logs, "%s", name),
                 *parents = xl_format("%s/%.*s.parents", logs, (int)(dot - name), name);
            if (read_started(start, &s) == 0) { /* or else a test made something of that name */
                read_parents(parents, &s);
                if (list->count) /* they are in order of numbers, and then of time */
                    list->at[list->count - 1].becomes_another =
                        is_same_process(list->at[list->count - 1].log, s.log);
                xl_push(list, s);
            } else {
                free(s.log);
            }
            free(start);
            free(parents);
        }
        free(names[i]);
    }
    free(names);
    return 0;
}

static void free_process(struct xl_started_process *p)
{
    xl_words_free(&p->words);
    xl_words_free(&p->environment);
}

void xl_started_free(struct xl_started_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct xl_started *s = &list->at[i];
        free(s->log);
        free(s->program);
        free(s->cwd);
        free_process(&s->self);
        for (size_t k = 0; k < s->parent_count; k++)
            free_process(&s->parents[k]);
        free(s->parents);
    }
    free(list->at);
    *list = (struct xl_started_list){0};
}
