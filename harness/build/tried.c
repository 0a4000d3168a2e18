/* Whether a kernel module's own code lets itself be loaded: tried in a process of its own.
 * SPDX-License-Identifier: MIT
 */
#include "build/tried.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stop.h"
#include "build/dormant.h"
#include "emulator/process.h"

enum { XL_TRY_TICK_MS = 50 };

/* What both processes see. */
struct trial {
    _Atomic uintptr_t at; /* the constructor that runs; 0: none yet */
    atomic_bool is_over;
};

/* What the process does. Its exit status alone would say nothing: a constructor may exit with 0. */
static _Noreturn void attempt(const char *file, struct trial *t)
{
    struct xl_error ignored;
    void *module = xl_dormant_open(file, &ignored);
    if (module)
        xl_dormant_wake(module, &t->at);
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

static void blame(const char *file, const struct trial *t, const struct xl_process *p,
                  const char *what, struct xl_error *err)
{
    char who[240] = "", said[120];
    const uintptr_t at = atomic_load(&t->at);
    if (at)
        name_constructor(file, at, who, sizeof who);
    xl_process_said(p, said, sizeof said);
    xl_error_set(err, "cannot load the kernels of %s: %s%s %s on the host, and should return%s%s",
                 file, at ? "the constructor" : "a library or a resolver", who, what,
                 said[0] ? ": " : "", said);
}

/* Waits for the end. 0, or -1 with err. */
static int judge(const char *file, const struct trial *t, struct xl_process *p, int limit_ms,
                 struct xl_error *err)
{
    char what[80];
    int status = 0, waited = 0;
    while (!xl_process_wait(p, XL_TRY_TICK_MS, &status)) {
        waited += XL_TRY_TICK_MS;
        if (!xl_interrupted && waited < limit_ms)
            continue;
        xl_process_kill(p);
        if (xl_interrupted) {
            xl_error_set(err, "%s", xl_stop_reason());
            return -1;
        }
        snprintf(what, sizeof what, "did not return within %d s", limit_ms / 1000);
        blame(file, t, p, what, err);
        return -1;
    }
    if (atomic_load(&t->is_over) && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "died of signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "exited with status %d", WEXITSTATUS(status));
    blame(file, t, p, what, err);
    return -1;
}

int xl_module_try(const char *file, int limit_ms, struct xl_error *err)
{
    struct xl_process p = {.output = -1, .is_held = true};
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
        status = judge(file, t, &p, limit_ms, err);
    xl_process_free(&p);
    munmap(t, sizeof *t);
    return status;
}
