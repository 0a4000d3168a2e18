/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/module.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <json-c/json.h>
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
#include "base/memory.h"
#include "base/processes.h"
#include "base/signals.h"
#include "base/text.h"
#include "oracle/record_check.h"
#include "protocol.h"

/* ---- Loads a shared object without running its constructors.
 *
 * Source: System V ABI, "Dynamic Section" and "Initialization and Termination Functions". The
 * dynamic loader ignores tags that it does not know ---- */

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
static Elf64_Addr find_tag(const struct link_map *map, Elf64_Sxword tag)
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

/* Runs its constructors, in a process that was forked for that. Before each one, *at becomes its
 * address in the file. */
static void run_constructors(void *handle, _Atomic uintptr_t *at)
{
    struct link_map *map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map))
        return;
    if (find_tag(map, DT_INIT))
        run_constructor(map, map->l_addr + find_tag(map, DT_INIT), at);
    const size_t count = find_tag(map, DT_INIT_ARRAYSZ) / sizeof(Elf64_Addr);
    Elf64_Addr constructor, array = map->l_addr + find_tag(map, DT_INIT_ARRAY);
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
            run_constructors(loaded[i], &ignored);
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
        run_constructors(module, &t->at);
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

/* Runs its constructors, in another process and within this time. Returns 0 if they all return, or
 * if the file cannot be loaded (xl_module_open will report that); else -1 with err, which names the
 * one that did not return. */
static int try_constructors(const char *file, int limit_ms, struct xl_error *err)
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

/* ---- The file of each kernel: the list that kernels.cmake writes into a build directory ---- */

char *xl_names_read(const char *build_directory)
{
    char *path = xl_join_path(build_directory, "kernel-names"), *text = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "re");
    free(path);
    if (!f)
        return NULL;
    if (getdelim(&text, &room, '\0', f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

bool xl_names_has(const char *lines, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strchr(lines, '\n'); at; at = strchr(at + 1, '\n'))
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '\n')
            return true;
    return false;
}

void xl_names_file(const char *names, const char *kernel, char *file, size_t size)
{
    char wanted[256];
    const size_t length = (size_t)snprintf(wanted, sizeof wanted, "\n%s ", kernel);
    snprintf(file, size, "%s", kernel);
    if (!names || length >= sizeof wanted)
        return;
    const char *found = NULL;
    if (strncmp(names, wanted + 1, length - 1) == 0)
        found = names + length - 1;
    else if ((found = strstr(names, wanted)))
        found += length;
    if (found)
        snprintf(file, size, "%.*s", (int)strcspn(found, "\n"), found);
}

/* ---- The place of a kernel's record ---- */

struct place {
    size_t line, column; /* from 1 on; 0: not found */
};

/* Whether the kernel's record begins here. */
static bool begins_record(const char *at, const char *kernel)
{
    static const char macro[] = "XL_KERNEL";
    const size_t length = strlen(kernel);
    if (strncmp(at, macro, strlen(macro)) != 0)
        return false;
    at += strlen(macro);
    at += strspn(at, " \t");
    if (*at != '(')
        return false;
    at += 1 + strspn(at + 1, " \t");
    return strncmp(at, kernel, length) == 0 && !isalnum((unsigned char)at[length]) &&
           at[length] != '_';
}

static struct place find_record(const char *path, const char *kernel)
{
    char *line = NULL;
    size_t room = 0, lines = 0;
    struct place found = {0};
    FILE *f = fopen(path, "re");
    while (f && !found.line && getline(&line, &room, f) >= 0) {
        const size_t blanks = strspn(line, " \t");
        lines++;
        if (begins_record(line + blanks, kernel))
            found = (struct place){lines, blanks + 1};
    }
    if (f)
        fclose(f);
    free(line);
    return found;
}

/* Whether a path's last part is this name with any extension. */
static bool is_file_of(const char *path, const char *stem)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(stem);
    return strncmp(name, stem, length) == 0 && name[length] == '.';
}

/* Puts "FILE:LINE:COLUMN: error: " of the kernel's XL_KERNEL before the message, if it is found.
 * module: the kernel's, in its CMake build directory. */
static void add_location(const char *module, const char *kernel, struct xl_error *err)
{
    char stem[256];
    char *directory = xl_format("%.*s", (int)(strrchr(module, '/') - module), module);
    char *names = xl_names_read(directory),
         *path = xl_join_path(directory, "compile_commands.json");
    const struct xl_error said = *err;
    xl_names_file(names, kernel, stem, sizeof stem);
    struct json_object *all = json_object_from_file(path), *file;
    free(directory);
    free(names);
    free(path);
    const size_t count =
        json_object_is_type(all, json_type_array) ? json_object_array_length(all) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!json_object_object_get_ex(json_object_array_get_idx(all, i), "file", &file))
            continue;
        const char *source = json_object_get_string(file);
        const struct place place =
            is_file_of(source, stem) ? find_record(source, kernel) : (struct place){0};
        if (!place.line)
            continue;
        xl_error_set(err, "%s:%zu:%zu: error: %s", source, place.line, place.column, said.text);
        break;
    }
    json_object_put(all);
}

/* ---- What crosslane.yml asks of all ---- */

/* The words of both, each once. The caller frees them. */
static char *merged_rules(const char *of_all, const char *own)
{
    struct xl_text words = {0};
    xl_text_add(&words, "%s", own ? own : "");
    for (size_t i = 0; xl_abi_rules[i]; i++)
        if (xl_has_word(of_all, xl_abi_rules[i]) && !xl_has_word(words.at, xl_abi_rules[i]))
            xl_text_add(&words, "%s%s", words.used ? " " : "", xl_abi_rules[i]);
    return words.at;
}

static void add_rules(struct xl_kernels *k, const char *of_all)
{
    if (!*of_all)
        return;
    k->ruled.records = xl_alloc(k->count, sizeof *k->ruled.records);
    for (; k->ruled.count < k->count; k->ruled.count++) {
        struct xl_kernel *c = &k->ruled.records[k->ruled.count];
        *c = *k->kernels[k->ruled.count];
        c->abi = merged_rules(of_all, c->abi);
        k->kernels[k->ruled.count] = c;
    }
}

static void free_ruled(struct xl_ruled *r)
{
    for (size_t i = 0; i < r->count; i++)
        free((char *)r->records[i].abi);
    free(r->records);
}

/* ---- XL_VARIANTs: a copy of the kernel's record for each function ---- */

/* What is wrong with an XL_VARIANT of this kernel: 0, or -1 with err. */
static int check_variant(const struct xl_variant_entry *n, const struct xl_kernel *kernel,
                         struct xl_error *err)
{
    const char *wrong = NULL;
    if (!kernel)
        wrong = "there is no kernel of this name";
    else if (xl_kernel_check_isa(kernel, "XL_VARIANT", n->isa, err))
        return -1;
    else if (!xl_kernel_has_isa(kernel, n->isa))
        wrong = ".only excludes the ISA";
    else if (xl_kernel_missing(kernel, n->isa))
        wrong = ".missing has the ISA";
    else if (xl_kernel_is_dispatched(kernel))
        wrong = "the kernel has .dispatch: the functions that it takes are for another kernel";
    else if (strlen(n->function) >= XL_FUNCTION_MAX)
        wrong = "the function's name is longer than 127 characters";
    if (wrong)
        xl_error_set(err, "XL_VARIANT(%s, %s, %s): %s", n->kernel, n->isa, n->function, wrong);
    return wrong ? -1 : 0;
}

static const struct xl_kernel *find_variant(const struct xl_kernel **kernels, size_t count,
                                            const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(kernels[i]->name, name) == 0)
            return kernels[i];
    return NULL;
}

static struct xl_kernel *copy(struct xl_variants *v, const struct xl_kernel *kernel)
{
    struct xl_kernel *c = &v->records[v->count++];
    *c = *kernel;
    c->variant = c->varied = NULL;
    return c;
}

/* The kernel of an XL_VARIANT; NULL with err. */
static const struct xl_kernel *make(struct xl_variants *v, const struct xl_variant_entry *n,
                                    const struct xl_kernel *kernel, struct xl_error *err)
{
    if (check_variant(n, kernel, err))
        return NULL;
    struct xl_kernel *c = copy(v, kernel);
    c->variant = xl_format("%s:%s", n->isa, n->function);
    return c;
}

/* The ISAs of a kernel's XL_VARIANTs, each followed by a blank; NULL: none. The caller frees it. */
static char *isas_of(const char *kernel, const struct xl_variant_entry *const *named, size_t count)
{
    struct xl_text isas = {0};
    for (size_t i = 0; i < count; i++)
        if (strcmp(named[i]->kernel, kernel) == 0)
            xl_text_add(&isas, "%s ", named[i]->isa);
    return isas.at;
}

/* Adds records for XL_VARIANTs to the kernels, which have room for them. Returns 0, or -1 with err.
 * The caller always calls free_variants. */
static int take_variants(struct xl_variants *v, const struct xl_variant_entry *const *named,
                         size_t named_count, const struct xl_kernel **kernels, size_t *count,
                         struct xl_error *err)
{
    const size_t own = *count;
    if (!named_count)
        return 0;
    v->records = xl_alloc(2 * named_count, sizeof *v->records);
    for (size_t i = 0; i < named_count; i++) {
        kernels[*count] = make(v, named[i], find_variant(kernels, own, named[i]->kernel), err);
        if (!kernels[*count])
            return -1;
        ++*count;
    }
    for (size_t i = 0; i < own; i++) {
        char *isas = isas_of(kernels[i]->name, named, named_count);
        if (!isas)
            continue;
        struct xl_kernel *c = copy(v, kernels[i]);
        c->varied = isas;
        kernels[i] = c;
    }
    return 0;
}

static void free_variants(struct xl_variants *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free((char *)v->records[i].variant);
        free((char *)v->records[i].varied);
    }
    free(v->records);
}

/* ---- The kernels of a module ---- */

static int by_family_then_name(const void *a, const void *b)
{
    const struct xl_kernel *x = *(const struct xl_kernel *const *)a,
                           *y = *(const struct xl_kernel *const *)b;
    int family = strcmp(x->family, y->family), name = family ? family : strcmp(x->name, y->name);
    return name ? name : strcmp(x->variant ? x->variant : "", y->variant ? y->variant : "");
}

static bool has_record(const struct xl_kernels *k, const char *name)
{
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->kernels[i]->name, name) == 0)
            return true;
    return false;
}

/* Every XL_KERNEL that kernels.cmake found must have a record in the module. */
static int check_complete(const char *file, const struct xl_kernels *k, struct xl_error *err)
{
    char *directory = xl_format("%.*s", (int)(strrchr(file, '/') - file), file), in[256],
         *rest = NULL;
    int status = 0;
    char *names = xl_names_read(directory);
    free(directory);
    for (char *line = names ? strtok_r(names, "\n", &rest) : NULL; line && !status;
         line = strtok_r(NULL, "\n", &rest)) {
        size_t length = strcspn(line, " ");
        snprintf(in, sizeof in, "%s", line[length] ? line + length + 1 : line);
        line[length] = '\0';
        if (has_record(k, line))
            continue;
        xl_error_set(err, "%s.c: XL_KERNEL(%s) is compiled out on the host", in, line);
        status = -1;
    }
    free(names);
    return status;
}

static int check_all(const char *file, const struct xl_kernels *k, struct xl_error *err)
{
    for (size_t i = 0; i < k->count; i++)
        if (xl_record_check(file, k->kernels[i], err)) {
            if (k->kernels[i]->name) /* NULL if a constructor sets it */
                add_location(file, k->kernels[i]->name, err);
            return -1;
        }
    return check_complete(file, k, err);
}

static int check_variants(const char *file, const struct xl_kernels *k, struct xl_error *err)
{
    for (size_t i = 0; i < k->count; i++)
        if (xl_kernel_check_variants(k->kernels[i], k->kernels, k->count, err)) {
            add_location(file, k->kernels[i]->name, err);
            return -1;
        }
    return 0;
}

/* A function of the module, or NULL. C has no cast from an object pointer to a function's. */
static void find_function(const struct xl_kernels *k, const char *name, void *function)
{
    void *symbol = dlsym(k->module, name);
    memcpy(function, &symbol, sizeof symbol);
}

int xl_kernels_load(const char *file, int limit_ms, struct xl_kernels *k, struct xl_error *err)
{
    const struct xl_kernel *const *(*list)(size_t *);
    const struct xl_variant_entry *const *(*list_named)(size_t *);
    const char *(*abi_of_all)(void);
    size_t named_count = 0;
    *k = (struct xl_kernels){0};
    if (try_constructors(file, limit_ms, err))
        return -1;
    k->module = xl_module_open(file, err);
    if (!k->module)
        return -1;
    find_function(k, "xl_kernels", &list);
    find_function(k, "xl_named", &list_named);
    find_function(k, "xl_abi", &abi_of_all);
    if (!list || !list_named || !abi_of_all) {
        xl_error_set(err, "%s is not a kernel module", file);
        xl_kernels_unload(k);
        return -1;
    }
    const struct xl_kernel *const *table = list(&k->count);
    const struct xl_variant_entry *const *named = list_named(&named_count);
    k->kernels = xl_alloc(k->count + named_count + 1, sizeof(void *));
    for (size_t i = 0; i < k->count; i++)
        k->kernels[i] = table[i];
    const bool is_wrong = check_all(file, k, err) != 0;
    if (!is_wrong)
        add_rules(k, abi_of_all());
    if (is_wrong || take_variants(&k->variants, named, named_count, k->kernels, &k->count, err) ||
        check_variants(file, k, err)) {
        xl_kernels_unload(k);
        return -1;
    }
    xl_resolve(&k->resolutions, k->kernels, k->count);
    qsort(k->kernels, k->count, sizeof k->kernels[0], by_family_then_name);
    return 0;
}

void xl_kernels_unload(struct xl_kernels *k)
{
    free(k->kernels);
    free_variants(&k->variants);
    free_ruled(&k->ruled);
    xl_resolutions_free(&k->resolutions);
    if (k->module)
        xl_module_close(k->module);
    *k = (struct xl_kernels){0};
}
