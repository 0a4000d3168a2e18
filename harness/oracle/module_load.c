/* Loads a shared object without running its constructors.
 * SPDX-License-Identifier: MIT
 *
 * Source: System V ABI, "Dynamic Section" and "Initialization and Termination Functions". The
 * dynamic loader ignores tags that it does not know.
 */
#include "oracle/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/signals.h"

enum {
    XL_MOST_MODULES = 16,
    XL_HIDDEN = 0x60786c00 /* added to a tag: the range of the system's own */
};

static const char descriptors[] = "/proc/self/fd/"; /* where the loader finds copies */

static void *loaded[XL_MOST_MODULES];

/* The tags of code that runs when a file is loaded and unloaded. */
static const Elf64_Sxword tags[] = {
    DT_INIT,       DT_INIT_ARRAY,   DT_INIT_ARRAYSZ,  DT_FINI,
    DT_FINI_ARRAY, DT_FINI_ARRAYSZ, DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ,
};

/* Renames these tags in an image of the file. False: not a complete file of a 64-bit machine. */
static bool hide_constructors(char *image, size_t size)
{
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_phentsize != sizeof(Elf64_Phdr) ||
        header->e_phoff % sizeof(void *) || header->e_phoff > size ||
        header->e_phnum > (size - header->e_phoff) / sizeof(Elf64_Phdr))
        return false;
    const Elf64_Phdr *segments = (const Elf64_Phdr *)(image + header->e_phoff);
    for (size_t i = 0; i < header->e_phnum; i++) {
        const Elf64_Phdr *s = &segments[i];
        if (s->p_type != PT_DYNAMIC)
            continue;
        if (s->p_offset % sizeof(void *) || s->p_offset > size || s->p_filesz > size - s->p_offset)
            return false;
        Elf64_Dyn *entries = (Elf64_Dyn *)(image + s->p_offset);
        for (size_t e = 0; e < s->p_filesz / sizeof *entries; e++)
            for (size_t t = 0; t < sizeof tags / sizeof tags[0]; t++)
                if (entries[e].d_tag == tags[t]) {
                    entries[e].d_tag += XL_HIDDEN;
                    break;
                }
    }
    return true;
}

/* A file in memory with these bytes; -1 with errno. */
static int write_copy(const char *image, size_t size)
{
    int copy = memfd_create("kernels", MFD_CLOEXEC);
    for (size_t at = 0; copy >= 0 && at < size;) {
        ssize_t written = write(copy, image + at, size - at);
        if (written < 0 && errno != EINTR) {
            close(copy);
            return -1;
        }
        at += written > 0 ? (size_t)written : 0;
    }
    return copy;
}

/* The copy, open; -1 with err. */
static int copy_of(const char *file, struct xl_error *err)
{
    struct stat s;
    int fd = open(file, O_RDONLY | O_CLOEXEC), copy = -1;
    char *image = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &s) == 0)
        image = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    const bool is_whole = image != MAP_FAILED && hide_constructors(image, (size_t)s.st_size);
    if (is_whole)
        copy = write_copy(image, (size_t)s.st_size);
    if (copy < 0)
        xl_error_set(err, "cannot load the kernel module %s: %s", file,
                     image != MAP_FAILED && !is_whole ? "not a shared object" : strerror(errno));
    if (image != MAP_FAILED)
        munmap(image, (size_t)s.st_size);
    if (fd >= 0)
        close(fd);
    return copy;
}

void *xl_module_open(const char *file, struct xl_error *err)
{
    char path[64];
    size_t i = 0;
    while (i < XL_MOST_MODULES && loaded[i])
        i++;
    if (i == XL_MOST_MODULES) {
        xl_error_set(err, "more than %d kernel modules", XL_MOST_MODULES);
        return NULL;
    }
    const int copy = copy_of(file, err);
    if (copy < 0)
        return NULL;
    /* The descriptor stays open: its number is the name by which the loader knows the module, and a
     * second one of the same name would be the first. */
    snprintf(path, sizeof path, "%s%d", descriptors, copy);
    loaded[i] = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded[i]) {
        xl_error_set(err, "cannot load the kernel module %s: %s", file, dlerror());
        close(copy);
    }
    return loaded[i];
}

bool xl_module_is_copy(const char *name)
{
    return strncmp(name, descriptors, strlen(descriptors)) == 0;
}

void xl_module_close(void *handle)
{
    for (size_t i = 0; i < XL_MOST_MODULES; i++)
        if (loaded[i] == handle)
            loaded[i] = NULL;
    dlclose(handle);
}

/* The value of a renamed tag in the dynamic section, or 0. */
static Elf64_Addr find(const struct link_map *map, Elf64_Sxword tag)
{
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag + XL_HIDDEN)
            return entry->d_un.d_val;
    return 0;
}

static void run_constructor(const struct link_map *map, Elf64_Addr address, _Atomic uintptr_t *at)
{
    static char name[] = "crosslane", *arguments[] = {name, NULL};
    void (*constructor)(int, char **, char **);
    memcpy(&constructor, &address, sizeof constructor);
    atomic_store(at, address - map->l_addr);
    constructor(1, arguments, environ);
}

void xl_module_run_constructors(void *handle, _Atomic uintptr_t *at)
{
    struct link_map *map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map))
        return;
    if (find(map, DT_INIT))
        run_constructor(map, map->l_addr + find(map, DT_INIT), at);
    const size_t count = find(map, DT_INIT_ARRAYSZ) / sizeof(Elf64_Addr);
    Elf64_Addr constructor, array = map->l_addr + find(map, DT_INIT_ARRAY);
    for (size_t i = 0; i < count; i++, array += sizeof constructor) {
        memcpy(&constructor, (const void *)array, sizeof constructor); /* it is relocated */
        run_constructor(map, constructor, at);
    }
}

void xl_module_run_all_constructors(void)
{
    _Atomic uintptr_t ignored;
    for (size_t i = 0; i < XL_MOST_MODULES; i++)
        if (loaded[i])
            xl_module_run_constructors(loaded[i], &ignored);
}

/* A trial in another process: do the constructors of a module return? */

enum { XL_TRY_TICK_MS = 50 };

struct trial {
    _Atomic uintptr_t at; /* the constructor that runs; 0: none yet */
    atomic_bool is_over;
};

/* Runs in the other process. Its exit status is not enough: a constructor may exit with 0. */
static _Noreturn void attempt(const char *file, struct trial *t)
{
    struct xl_error ignored;
    void *module = xl_module_open(file, &ignored);
    if (module)
        xl_module_run_constructors(module, &t->at);
    atomic_store(&t->is_over, true);
    _exit(0);
}

/* " NAME" of the function at this address, and " of FILE" where it is a file's own. */
static void name_symbol(Elf *elf, Elf_Scn *section, uintptr_t at, char *text, size_t size)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    const char *file = NULL;
    Elf_Data *data = gelf_getshdr(section, &header) ? elf_getdata(section, NULL) : NULL;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (GELF_ST_TYPE(symbol.st_info) == STT_FILE)
            file = name;
        if (!name || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || at < symbol.st_value ||
            at - symbol.st_value >= symbol.st_size)
            continue;
        const bool is_own = file && GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        snprintf(text, size, " %.100s%s%.100s", name, is_own ? " of " : "", is_own ? file : "");
        return;
    }
}

static void name_constructor(const char *file, uintptr_t at, char *text, size_t size)
{
    GElf_Shdr header;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            name_symbol(elf, section, at, text, size);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
}

static void set_message(const char *file, const struct trial *t, const struct xl_process *p,
                        const char *what, struct xl_error *err)
{
    char who[240] = "", said[120];
    const uintptr_t at = atomic_load(&t->at);
    if (at)
        name_constructor(file, at, who, sizeof who);
    xl_process_tail(p, said, sizeof said);
    xl_error_set(err, "cannot load the kernels of %s: %s%s %s on the host instead of returning%s%s",
                 file, at ? "the constructor" : "a library or a resolver", who, what,
                 said[0] ? ": " : "", said);
}

/* Waits for the end. 0, or -1 with err. */
static int wait_for(const char *file, const struct trial *t, struct xl_process *p, int limit_ms,
                    struct xl_error *err)
{
    char what[80];
    int status = 0;
    struct xl_limit limit = xl_limit_of(limit_ms / 1e3, p->pid);
    while (!xl_process_wait(p, XL_TRY_TICK_MS, &status)) {
        if (!xl_interrupted && !xl_limit_is_over(&limit))
            continue;
        xl_process_kill(p);
        if (xl_interrupted) {
            xl_error_set(err, "%s", xl_stop_reason());
            return -1;
        }
        snprintf(what, sizeof what, "did not return within %d s", limit_ms / 1000);
        set_message(file, t, p, what, err);
        return -1;
    }
    if (atomic_load(&t->is_over) && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "died of signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "exited with status %d", WEXITSTATUS(status));
    set_message(file, t, p, what, err);
    return -1;
}

int xl_module_try(const char *file, int limit_ms, struct xl_error *err)
{
    struct xl_process p = {.output = -1, .is_confined = true};
    struct trial *t =
        mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED) {
        xl_error_set(err, "cannot load the kernels of %s: %s", file, strerror(errno));
        return -1;
    }
    int status = xl_process_fork(&p, err);
    if (status == 1)
        attempt(file, t);
    if (status == 0)
        status = wait_for(file, t, &p, limit_ms, err);
    xl_process_free(&p);
    munmap(t, sizeof *t);
    return status;
}
