/* What of a row need not be run, because it has been, with all that decides it unchanged.
 * SPDX-License-Identifier: MIT
 */
#include "run/cache.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "oracle/module_load.h"

/* A kernel that passed and should have been traced, and was not, is not proven. */
static bool is_proven(const struct xl_row_job *row, const struct xl_kernel_result *k)
{
    return k->outcome != XL_PASS || k->was_traced || !row->code ||
           (!xl_kernel_is_dispatched(k->record) &&
            (row->row->native || xl_family_find(row->row->isa->family) == XL_FAMILY_none));
}

static void take(struct xl_row_cache *c, const struct xl_row_job *row, size_t i,
                 struct xl_kernel_result *k)
{
    struct xl_kernel_result before;
    xl_result_copy(&before, k);
    if (!c->has_key[i] || !xl_store_find(c->is_other[i] ? c->others : c->store, c->keys[i], k))
        return;
    if (!is_proven(row, k))
        xl_result_copy(k, &before);
    if (row->code)
        return;
    k->was_traced = 0; /* no evidence is wanted */
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
    if (c->has_key[at] || !c->others)
        return;
    c->is_other[at] = true;
    c->has_key[at] = xl_cache_kernel_key(job->whole, job->module, kernel->name, baseline, key);
}

static struct xl_store *open_store(const struct xl_cache_job *job, const struct xl_row_job *row,
                                   const struct xl_cache_build *build)
{
    const struct xl_cache_how how = {row->seed, row->count, row->shortened, row->all_streamed,
                                     row->disabled_checks};
    return xl_store_open(xl_cache_row_key(build, job->module, row->row, &how), job->is_read);
}

void xl_row_cache_begin(struct xl_row_cache *c, const struct xl_cache_job *job,
                        const struct xl_row_job *row, struct xl_row_result *result)
{
    *c = (struct xl_row_cache){0};
    if (!job->build || !job->build->is_known || row->log || row->plot || row->throughputs)
        return;
    /* No trace tells of a native row's kernel whether its code was looked at. */
    if (row->row->native && (!row->code || row->code->unavailable[0]))
        return;
    c->keys = calloc(result->kernel_count + 1, sizeof *c->keys);
    c->has_key = calloc(result->kernel_count + 1, sizeof *c->has_key);
    c->is_other = calloc(result->kernel_count + 1, sizeof *c->is_other);
    if (c->keys && c->has_key && c->is_other)
        c->store = open_store(job, row, job->build);
    if (c->store && job->whole)
        c->others = open_store(job, row, job->whole);
    c->all = xl_digest_text(row->code ? "evidence" : "no evidence");
    for (size_t i = 0; c->store && i < result->kernel_count; i++) {
        struct xl_kernel_result *k = &result->kernels[i];
        find_key(c, job, row, k->record, i);
        c->all = xl_digest_with(c->all, c->keys[i]);
        take(c, row, i, k);
    }
}

bool xl_row_cache_serves(struct xl_row_cache *c, struct xl_row_result *result)
{
    for (size_t i = 0; i < result->kernel_count; i++)
        if (!result->kernels[i].cached[0])
            return false;
    c->is_served = c->store && (xl_store_find_row(c->store, c->all, result) ||
                                (c->others && xl_store_find_row(c->others, c->all, result)));
    return c->is_served;
}

size_t xl_row_cache_lost(const struct xl_row_cache *c, const struct xl_row_result *result)
{
    size_t count = 0;
    for (size_t i = 0; c->is_other && i < result->kernel_count; i++)
        count += c->is_other[i] && !result->kernels[i].cached[0];
    return count;
}

void xl_row_cache_end(struct xl_row_cache *c, const struct xl_row_result *result)
{
    bool is_whole = result->outcome == XL_PASS && !result->lacks_evidence;
    for (size_t i = 0; c->store && i < result->kernel_count; i++) {
        const struct xl_kernel_result *k = &result->kernels[i];
        is_whole &= c->has_key[i] && xl_stored_result_is_worth(k);
        if (c->has_key[i] && !k->cached[0] && k->outcome != XL_NOT_RUN)
            xl_store_put(c->store, c->keys[i], k);
    }
    if (c->store && is_whole && !c->is_served)
        xl_store_put_row(c->store, c->all, result);
    xl_store_close(c->store);
    xl_store_close(c->others);
    free(c->keys);
    free(c->has_key);
    free(c->is_other);
}

/* The keys under which results are kept: digests of all that decides them. */

enum ingredient {
#define XL_CACHE_INPUT(NAME, WHAT) INGREDIENT_##NAME,
#include "run/cache_key.def"
#undef XL_CACHE_INPUT
    INGREDIENTS
};

static const char *const names[INGREDIENTS] = {
#define XL_CACHE_INPUT(NAME, WHAT) #NAME,
#include "run/cache_key.def"
#undef XL_CACHE_INPUT
};

/* A build of the tool for a test alone leaves an ingredient out that the environment names: what
 * shows that a stale result is served then is shown to notice one. */
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

static void mix(struct xl_digest *key, enum ingredient what, struct xl_digest value)
{
    if (!is_forgotten(names[what]))
        *key = xl_digest_with(xl_digest_with(*key, xl_digest_text(names[what])), value);
}

static int add_library(struct dl_phdr_info *info, size_t size, void *digest)
{
    struct xl_digest of_file, *all = digest;
    (void)size;
    if (info->dlpi_name && strchr(info->dlpi_name, '/') && !xl_module_is_copy(info->dlpi_name) &&
        xl_digest_file(info->dlpi_name, &of_file) == 0)
        *all = xl_digest_with(*all, of_file);
    return 0;
}

/* What the first processor is, without what changes from one second to the next. */
static struct xl_digest digest_cpu(void)
{
    char line[4096];
    struct xl_digest digest = {0, 0};
    FILE *f = fopen("/proc/cpuinfo", "re");
    while (f && fgets(line, sizeof line, f) && line[0] != '\n')
        if (strncmp(line, "cpu MHz", 7) != 0 && strncmp(line, "bogomips", 8) != 0)
            digest = xl_digest_with(digest, xl_digest_text(line));
    if (f)
        fclose(f);
    return digest;
}

static struct xl_digest tool, host;

/* Before the module of kernels that is loaded, whose parts are keys of their own, and after it, the
 * same. */
static void read_host(void)
{
    xl_digest_file("/proc/self/exe", &tool);
    host = digest_cpu();
    dl_iterate_phdr(add_library, &host);
}

/* The ISA's objects are kernels-ISA's, as harness/agent/agent.cmake has them. */
void xl_cache_build_read(const struct xl_build *b, const char *changed, struct xl_cache_build *out)
{
    char target[64], objects[64], *manifest = xl_join_path(b->sysroot, "manifest");
    struct xl_error err;
    *out = (struct xl_cache_build){.is_known = true};
    snprintf(target, sizeof target, "agent-%s", b->isa);
    snprintf(objects, sizeof objects, "kernels-%s", b->isa);
    if (xl_link_fingerprint_read(b->folder, target, objects, changed, &out->linked, &err) ||
        xl_digest_file(manifest, &out->tree) || xl_digest_file(b->emulator, &out->emulator))
        out->is_known = false;
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
    struct xl_digest digest = xl_digest_with(xl_digest_text(text), xl_digest_text(row->qemu_cpu));
    for (size_t i = 0; i < XL_MAX_LACKS && row->lacks[i]; i++)
        digest = xl_digest_with(digest, xl_digest_text(row->lacks[i]->name));
    return digest;
}

struct xl_digest xl_cache_row_key(const struct xl_cache_build *build,
                                  const struct xl_link_fingerprint *module,
                                  const struct xl_row *row, const struct xl_cache_how *how)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    /* Where few kernels get their longest calls, the row's name decides which. */
    const uint64_t streamed = how->all_streamed ? 1 : xl_digest_text(row->name).low;
    const uint64_t inputs[] = {how->seed, how->count, how->brief, streamed};
    struct xl_digest key = {0, 0};
    pthread_once(&once, read_host);
    mix(&key, INGREDIENT_tool, tool);
    mix(&key, INGREDIENT_host, host);
    if (!row->native)
        mix(&key, INGREDIENT_emulator, build->emulator);
    mix(&key, INGREDIENT_row, digest_row(row));
    mix(&key, INGREDIENT_agent, xl_digest_with(build->linked.rest, build->tree));
    mix(&key, INGREDIENT_module, module->rest);
    mix(&key, INGREDIENT_inputs, xl_digest(inputs, sizeof inputs));
    mix(&key, INGREDIENT_checks, xl_digest(how->off, sizeof *how->off));
    return key;
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
    mix(key, INGREDIENT_code, *code);
    mix(key, INGREDIENT_reference, *reference);
    mix(key, INGREDIENT_baseline, baseline);
    return true;
}
