/* A digest of the loaded libraries that can decide a result.
 * SPDX-License-Identifier: MIT
 *
 * Source: System V ABI, "Dynamic Section".
 */
#include "run/cache.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "oracle/module.h"

/* Libraries of the tool that move and parse text, and compute nothing that a result contains. What
 * only they need counts as little: libcurl brings OpenSSL, OpenLDAP and Kerberos. What matrix.yml
 * says is part of a row's key, and an entry of the remote cache has a checksum.
 *
 * All others count. libc, libm, libmpfr, libgmp and libgcc compute references and compare.
 * libxxhash makes the digests of results. libelf and libdw, with their decompressors, say which
 * instructions are whose, which is evidence. */
static const char *const apart[] = {"libcurl.so", "libcurl-gnutls.so", "libexpat.so",
                                    "libjson-c.so", "libyaml-"};

struct library {
    const char *file, *texts; /* texts: its DT_STRTAB; NULL: it has no dynamic section */
    const Elf64_Dyn *dynamic;
    bool is_brought; /* the program needs it, directly or not */
    bool counts;
};

struct libraries {
    struct library *at;
    size_t count, room;
};

/* The loader has made the address absolute, except where the section is read-only. */
static const char *texts_of(const Elf64_Dyn *dynamic, Elf64_Addr base)
{
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_STRTAB) {
            const Elf64_Addr at =
                dynamic->d_un.d_ptr < base ? base + dynamic->d_un.d_ptr : dynamic->d_un.d_ptr;
            return (const char *)at; /* NOLINT(performance-no-int-to-ptr) */
        }
    return NULL;
}

static int add_library(struct dl_phdr_info *info, size_t size, void *data)
{
    struct libraries *all = data;
    struct library l = {.file = info->dlpi_name ? info->dlpi_name : ""};
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            l.dynamic = (const Elf64_Dyn *)(info->dlpi_addr + /* NOLINT */
                                            info->dlpi_phdr[i].p_vaddr);
    l.texts = texts_of(l.dynamic, info->dlpi_addr);
    xl_push(all, l);
    return 0;
}

static bool has_name(const struct library *l, const char *name)
{
    const char *slash = strrchr(l->file, '/');
    if (slash && strcmp(slash + 1, name) == 0)
        return true;
    for (const Elf64_Dyn *d = l->dynamic; l->texts && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_SONAME)
            return strcmp(l->texts + d->d_un.d_val, name) == 0;
    return false;
}

static bool is_apart(const char *name)
{
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (strncmp(name, apart[i], strlen(apart[i])) == 0)
            return true;
    return false;
}

/* Sets the field of a library, and of all that it needs. */
static void mark(struct libraries *all, size_t of, size_t field, bool without_apart)
{
    bool *is_marked = (bool *)((char *)&all->at[of] + field);
    const struct library *l = &all->at[of];
    if (*is_marked)
        return;
    *is_marked = true;
    for (const Elf64_Dyn *d = l->dynamic; l->texts && d->d_tag != DT_NULL; d++) {
        const char *name = l->texts + d->d_un.d_val;
        if (d->d_tag != DT_NEEDED || (without_apart && is_apart(name)))
            continue;
        for (size_t i = 0; i < all->count; i++)
            if (has_name(&all->at[i], name))
                mark(all, i, field, false);
    }
}

static int by_digest(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct xl_digest));
}

/* What comes first depends on libraries that do not count, so the digests are sorted. */
static struct xl_digest combine(const struct libraries *all)
{
    struct xl_digest *digests = xl_alloc(all->count + 1, sizeof *digests);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct library *l = &all->at[i];
        if (l->counts && strchr(l->file, '/') && !xl_module_is_copy(l->file) &&
            xl_digest_file(l->file, &digests[count]) == 0)
            count++;
    }
    qsort(digests, count, sizeof *digests, by_digest);
    const struct xl_digest digest = xl_digest(digests, count * sizeof *digests);
    free(digests);
    return digest;
}

/* The program is the first. Nobody knows what loaded a library that the program does not need, as
 * LD_PRELOAD and modules of kernels do, so it counts, with all that it needs. */
struct xl_digest xl_loaded_libraries_digest(void)
{
    struct libraries all = {0};
    dl_iterate_phdr(add_library, &all);
    if (all.count)
        mark(&all, 0, offsetof(struct library, is_brought), false);
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || !all.at[i].is_brought)
            mark(&all, i, offsetof(struct library, counts), i == 0);
    const struct xl_digest digest = combine(&all);
    free(all.at);
    return digest;
}
