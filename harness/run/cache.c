/* Cached results: a kernel need not run again on a row if nothing that decides its result has
 * changed.
 * SPDX-License-Identifier: MIT
 */
#include "run/cache.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "code/elf.h"
#include "matrix/compilers.h"
#include "oracle/module.h"

/* Whether the evidence of a kernel that passed is complete. */
static bool is_proven(const struct xl_row_job *row, const struct xl_kernel_result *k)
{
    return k->outcome != XL_PASS || k->was_traced || !row->code ||
           (!xl_kernel_is_dispatched(k->record) &&
            ((row->row->native && !xl_row_is_stepped(row->row)) ||
             xl_family_find(row->row->isa->family) == XL_FAMILY_none));
}

static bool can_meet_bug(const struct xl_row_cache *c, size_t i)
{
    return c->bugs[i].high || c->bugs[i].low;
}

/* The key of a failure that a known bug explains. If the entry or a version changes, so does it. */
static struct xl_digest bug_key(const struct xl_row_cache *c, size_t i)
{
    return xl_digest_combine(c->keys[i], c->bugs[i]);
}

static bool find_result(struct xl_row_cache *c, size_t i, struct xl_kernel_result *k)
{
    struct xl_store *store = c->is_of_whole[i] ? c->whole_store : c->store;
    return xl_store_find(store, c->keys[i], k) ||
           (can_meet_bug(c, i) && xl_store_find_bug(store, bug_key(c, i), k));
}

static void read_result(struct xl_row_cache *c, const struct xl_row_job *row, size_t i,
                        struct xl_kernel_result *k)
{
    struct xl_kernel_result before;
    xl_result_copy(&before, k);
    if (!c->has_key[i] || !find_result(c, i, k))
        return;
    if (!is_proven(row, k))
        xl_result_copy(k, &before);
    if (row->code)
        return;
    k->was_traced = 0; /* a run without evidence */
    k->proof[0] = k->estimates[0] = k->dispatched[0] = '\0';
}

static void find_key(struct xl_row_cache *c, const struct xl_cache_job *job,
                     const struct xl_row_job *row, const struct xl_kernel *kernel, size_t at)
{
    struct xl_digest baseline = {0, 0}, *key = &c->keys[at];
    for (size_t i = 0; row->baselines && i < row->kernels->count; i++)
        if (row->kernels->kernels[i] == kernel)
            baseline = row->baselines[i].file;
    c->has_key[at] = xl_cache_kernel_key(job->build, job->module, kernel->name, baseline, key);
    if (c->has_key[at] || !c->whole_store)
        return;
    c->is_of_whole[at] = true;
    c->has_key[at] = xl_cache_kernel_key(job->whole, job->module, kernel->name, baseline, key);
}

/* An emulator's bug is no bug of a native row. */
static void find_bugs(struct xl_row_cache *c, const struct xl_cache_job *job,
                      const struct xl_row *row, const char *kernel, size_t at)
{
    const struct xl_cache_build *b = job->build;
    const struct xl_bug_versions versions = {row->native ? "" : b->qemu, b->compiler, b->library};
    if (job->expected)
        c->bugs[at] = xl_expected_bugs(job->expected, row, kernel, &versions);
}

static struct xl_cache_how how_of(const struct xl_row_job *row)
{
    return (struct xl_cache_how){row->seed, row->count, row->shortened, row->all_streamed,
                                 row->disabled_checks};
}

static struct xl_store *open_store(const struct xl_cache_job *job, const struct xl_row_job *row,
                                   const struct xl_cache_build *build)
{
    const struct xl_cache_how how = how_of(row);
    char *made_of = xl_cache_row_key(build, job->module, row->row, &how);
    struct xl_store *store = xl_store_open(xl_digest_text(made_of), job->is_read);
    xl_store_share(store, made_of);
    free(made_of);
    return store;
}

void xl_row_cache_want(const struct xl_cache_job *job, const struct xl_row_job *row)
{
    const struct xl_cache_how how = how_of(row);
    if (!job->build || !job->build->is_known || !job->is_read)
        return;
    char *made_of = xl_cache_row_key(job->build, job->module, row->row, &how);
    xl_store_want(made_of);
    free(made_of);
}

void xl_row_cache_begin(struct xl_row_cache *c, const struct xl_cache_job *job,
                        const struct xl_row_job *row, struct xl_row_result *result)
{
    *c = (struct xl_row_cache){0};
    if (!job->build || !job->build->is_known || row->log || row->mode.kind == XL_MODE_PLOT ||
        row->mode.kind == XL_MODE_THROUGHPUT)
        return;
    /* Nobody knows what a runner's CPU is before it runs. */
    if (row->row->runner)
        return;
    /* Nothing says whether the code of a native row's kernel was inspected. */
    if (row->row->native && (!row->code || row->code->unavailable[0]))
        return;
    c->keys = xl_alloc(result->kernel_count, sizeof *c->keys);
    c->has_key = xl_alloc(result->kernel_count, sizeof *c->has_key);
    c->is_of_whole = xl_alloc(result->kernel_count, sizeof *c->is_of_whole);
    c->bugs = xl_alloc(result->kernel_count, sizeof *c->bugs);
    c->expected = job->expected;
    c->store = open_store(job, row, job->build);
    if (c->store && job->whole)
        c->whole_store = open_store(job, row, job->whole);
    c->all = xl_digest_text(row->code ? "evidence" : "no evidence");
    for (size_t i = 0; c->store && i < result->kernel_count; i++) {
        struct xl_kernel_result *k = &result->kernels[i];
        find_key(c, job, row, k->record, i);
        find_bugs(c, job, row->row, k->kernel, i);
        c->all = xl_digest_combine(c->all, can_meet_bug(c, i) ? bug_key(c, i) : c->keys[i]);
        read_result(c, row, i, k);
    }
}

bool xl_row_cache_serves(struct xl_row_cache *c, struct xl_row_result *result)
{
    for (size_t i = 0; i < result->kernel_count; i++)
        if (!result->kernels[i].cached[0])
            return false;
    c->is_served =
        c->store && (xl_store_find_row(c->store, c->all, result) ||
                     (c->whole_store && xl_store_find_row(c->whole_store, c->all, result)));
    return c->is_served;
}

size_t xl_row_cache_lost(const struct xl_row_cache *c, const struct xl_row_result *result)
{
    size_t count = 0;
    for (size_t i = 0; c->is_of_whole && i < result->kernel_count; i++)
        count += c->is_of_whole[i] && !result->kernels[i].cached[0];
    return count;
}

/* Failures that no known bug explains are never cached. */
static bool is_cacheable_bug(const struct xl_row_cache *c, const struct xl_row_result *result,
                             size_t i)
{
    const struct xl_kernel_result *k = &result->kernels[i];
    return can_meet_bug(c, i) && xl_stored_bug_is_worth(k) &&
           xl_is_expected_failure(c->expected, result, k);
}

/* Stores a result, in place of what its key had. Returns whether it is cached. */
static bool put_result(struct xl_row_cache *c, const struct xl_row_result *result, size_t i)
{
    const struct xl_kernel_result *k = &result->kernels[i];
    const bool is_bug = is_cacheable_bug(c, result, i);
    if (k->cached[0] || k->outcome == XL_NOT_RUN || !c->has_key[i])
        return k->cached[0];
    xl_store_put(c->store, c->keys[i], k);
    if (is_bug)
        xl_store_put_bug(c->store, bug_key(c, i), k);
    return is_bug || xl_stored_result_is_worth(k);
}

void xl_row_cache_end(struct xl_row_cache *c, const struct xl_row_result *result)
{
    /* A row with failures that are all cached has its evidence, unless it was stopped before. */
    bool is_whole = (result->outcome == XL_PASS ||
                     (result->outcome == XL_FAIL && !result->control_failed && !xl_interrupted)) &&
                    !result->lacks_evidence;
    for (size_t i = 0; c->store && i < result->kernel_count; i++)
        is_whole &= put_result(c, result, i) &&
                    (!xl_row_is_stepped(result->row) || result->kernels[i].was_traced);
    if (c->store && is_whole && !c->is_served)
        xl_store_put_row(c->store, c->all, result);
    xl_store_close(c->store);
    xl_store_close(c->whole_store);
    free(c->keys);
    free(c->has_key);
    free(c->is_of_whole);
    free(c->bugs);
}

/* ---- The keys of results: digests of all that decides them (run/cache_key.def) ---- */

enum cache_input {
#define XL_CACHE_INPUT(NAME, WHAT) CACHE_INPUT_##NAME,
#include "run/cache_key.def"
#undef XL_CACHE_INPUT
    CACHE_INPUTS
};

static const char *const names[CACHE_INPUTS] = {
#define XL_CACHE_INPUT(NAME, WHAT) #NAME,
#include "run/cache_key.def"
#undef XL_CACHE_INPUT
};

/* A build for tests only leaves out the input that CROSSLANE_FORGET names, so that a test sees
 * stale results. */
static bool is_forgotten(const char *name)
{
#ifdef XL_CACHE_FORGETS
    const char *forgotten = getenv("CROSSLANE_FORGET");
    return forgotten && strcmp(forgotten, name) == 0;
#else
    (void)name;
    return false;
#endif
}

static void add_input(struct xl_digest *key, enum cache_input what, struct xl_digest value)
{
    if (!is_forgotten(names[what]))
        *key = xl_digest_combine(xl_digest_combine(*key, xl_digest_text(names[what])), value);
}

static void add_text(struct xl_text *key, enum cache_input what, struct xl_digest value)
{
    char digest[XL_DIGEST_TEXT];
    xl_digest_write(value, digest);
    if (!is_forgotten(names[what]))
        xl_text_add(key, "%s %s\n", names[what], digest);
}

/* A digest of the loaded libraries that can decide a result.
 *
 * Source: System V ABI, "Dynamic Section". */

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
static struct xl_digest digest_libraries(void)
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

/* The first processor, without what changes all the time. */
static struct xl_digest digest_cpu(void)
{
    char line[4096];
    struct xl_digest digest = {0, 0};
    FILE *f = fopen("/proc/cpuinfo", "re");
    while (f && fgets(line, sizeof line, f) && line[0] != '\n')
        if (strncmp(line, "cpu MHz", 7) != 0 && strncmp(line, "bogomips", 8) != 0)
            digest = xl_digest_combine(digest, xl_digest_text(line));
    if (f)
        fclose(f);
    return digest;
}

static struct xl_digest tool, host;

/* The same before and after the module of kernels is loaded, which has keys of its own. */
static void read_host(void)
{
    xl_program_digest("/proc/self/exe", &tool);
    host = xl_digest_combine(digest_cpu(), digest_libraries());
}

/* An emulator has 14 MiB, and runs the agents of many builds: it is read once. */
static int digest_emulator(const char *file, struct xl_digest *digest)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        char *file;
        struct xl_digest digest;
    } known[XL_MAX_ARCHES];
    int failed = 0;
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < XL_MAX_ARCHES && known[i].file && strcmp(known[i].file, file) != 0)
        i++;
    if (i < XL_MAX_ARCHES && known[i].file)
        *digest = known[i].digest;
    else
        failed = xl_digest_file(file, digest);
    if (!failed && i < XL_MAX_ARCHES && !known[i].file) {
        known[i].file = xl_copy_text(file);
        known[i].digest = *digest;
    }
    pthread_mutex_unlock(&lock);
    return failed;
}

/* harness/agent/agent.cmake names the targets of an ISA. */
void xl_cache_build_read(const struct xl_build *b, const char *changed, struct xl_cache_build *out)
{
    char target[64], objects[64], *manifest = xl_join_path(b->sysroot, "manifest");
    struct xl_error err;
    *out = (struct xl_cache_build){.is_known = true};
    snprintf(target, sizeof target, "agent-%s", b->isa);
    snprintf(objects, sizeof objects, "kernels-%s", b->isa);
    if (xl_link_fingerprint_read(b->directory, target, objects, changed, &out->linked, &err) ||
        xl_digest_file(manifest, &out->tree) || digest_emulator(b->emulator, &out->emulator) ||
        xl_level_is_lto(b->opt)) /* the linker makes the code: no section is a kernel's */
        out->is_known = false;
    snprintf(out->qemu, sizeof out->qemu, "%s", b->qemu);
    snprintf(out->compiler, sizeof out->compiler, "%s", b->compiler_version);
    snprintf(out->library, sizeof out->library, "%s", b->library);
    free(manifest);
}

void xl_cache_build_free(struct xl_cache_build *b)
{
    xl_link_fingerprint_free(&b->linked);
}

static struct xl_digest digest_row(const struct xl_row *row)
{
    char text[64];
    snprintf(text, sizeof text, "%s %u %d", row->isa->name, row->vl_bits, row->native);
    if (row->kernels_bits)
        xl_append(text, sizeof text, " %u", row->kernels_bits);
    struct xl_digest digest =
        xl_digest_combine(xl_digest_text(text), xl_digest_text(row->qemu_cpu));
    for (size_t i = 0; i < XL_MAX_ABSENT_ISAS && row->absent_isas[i]; i++)
        digest = xl_digest_combine(digest, xl_digest_text(row->absent_isas[i]->name));
    return digest;
}

char *xl_cache_row_key(const struct xl_cache_build *build, const struct xl_link_fingerprint *module,
                       const struct xl_row *row, const struct xl_cache_how *how)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    /* The row's name decides how long the longest calls are, and which kernels get them. */
    const uint64_t streamed = xl_digest_text(row->name).low + how->all_streamed;
    const uint64_t inputs[] = {how->seed, how->count, how->shortened, streamed};
    struct xl_text key = {0};
    pthread_once(&once, read_host);
    xl_text_add(&key, "row of results 1\n");
    add_text(&key, CACHE_INPUT_tool, tool);
    add_text(&key, CACHE_INPUT_host, host);
    if (!row->native)
        add_text(&key, CACHE_INPUT_emulator, build->emulator);
    add_text(&key, CACHE_INPUT_row, digest_row(row));
    add_text(&key, CACHE_INPUT_agent, xl_digest_combine(build->linked.rest, build->tree));
    add_text(&key, CACHE_INPUT_module, module->rest);
    add_text(&key, CACHE_INPUT_inputs, xl_digest(inputs, sizeof inputs));
    add_text(&key, CACHE_INPUT_checks,
             xl_digest(how->disabled_checks, sizeof *how->disabled_checks));
    return key.at;
}

bool xl_cache_kernel_key(const struct xl_cache_build *build,
                         const struct xl_link_fingerprint *module, const char *kernel,
                         struct xl_digest baseline, struct xl_digest *key)
{
    const struct xl_digest *code = xl_link_fingerprint_kernel(&build->linked, kernel),
                           *reference = xl_link_fingerprint_kernel(module, kernel);
    if (!build->is_known || !code || !reference)
        return false;
    *key = (struct xl_digest){0, 0};
    add_input(key, CACHE_INPUT_code, *code);
    add_input(key, CACHE_INPUT_reference, *reference);
    add_input(key, CACHE_INPUT_baseline, baseline);
    return true;
}
