/* What was measured and is kept: it depends on the agent, the emulator, the CPU string and the
 * sampled calls only, so that it lies in the build's folder `evidence`, under a hash of these, and
 * is not measured again.
 * SPDX-License-Identifier: MIT
 */
#include "prove/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum { XL_PROOF_VERSION = 2 }; /* of the files it keeps, and of how steps are found */

/* A hash of all that the measures of this CPU string depend on. */
uint64_t xl_key_of(const struct xl_proving *p, const char *cpu, unsigned vl_bits)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return 0;
    fprintf(f, "%d %llx %llx %s %s %s %u %llu\n", XL_PROOF_VERSION,
            (unsigned long long)p->code->image.hash, (unsigned long long)p->code->families,
            p->job->qemu, cpu, p->job->row->isa->name, vl_bits, (unsigned long long)p->job->seed);
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel *k = p->measures[i].kernel;
        fprintf(f, "%s %d\n", k->name, k->vector_steps);
        for (size_t a = 0; a < XL_MAX_ARGS && k->args[a].kind; a++)
            fprintf(f, "%d %d %zu %zu %a %a\n", k->args[a].kind, k->args[a].type, k->args[a].per_n,
                    k->args[a].fixed, k->args[a].lo, k->args[a].hi);
    }
    fclose(f);
    uint64_t key = xl_hash(text, size);
    free(text);
    return key;
}

static void name_kept(const struct xl_proving *p, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/evidence/%s", p->job->build_folder, name);
}

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
FILE *xl_open_kept(const struct xl_proving *p, const char *name, uint64_t key)
{
    char path[1024];
    unsigned long long kept;
    name_kept(p, name, path, sizeof path);
    FILE *f = fopen(path, "re");
    if (f && (fscanf(f, "key %llx\n", &kept) != 1 || kept != key)) {
        fclose(f);
        f = NULL;
    }
    return f;
}

/* Nothing depends on it being kept: where it cannot be written, it is measured again. */
void xl_keep(const struct xl_proving *p, const char *name, uint64_t key, const char *text)
{
    char path[1024], temporary[1100];
    name_kept(p, "", path, sizeof path);
    mkdir(path, 0777);
    name_kept(p, name, path, sizeof path);
    snprintf(temporary, sizeof temporary, "%s.%d.%p", path, (int)getpid(), (const void *)p);
    FILE *f = fopen(temporary, "we");
    if (!f)
        return;
    int written = fprintf(f, "key %llx\n%s", (unsigned long long)key, text);
    if (fclose(f) || written < 0 || rename(temporary, path))
        remove(temporary);
}

bool xl_read_measures(struct xl_proving *p, uint64_t key)
{
    FILE *f = xl_open_kept(p, p->job->row->name, key);
    bool all = f != NULL;
    for (size_t i = 0; i < p->count && all; i++) {
        struct xl_measure *m = &p->measures[i];
        unsigned long long n[6] = {0};
        all = fscanf(f, "%llu %llu %llu %llu %llu %llu %31s\n", &n[0], &n[1], &n[2], &n[3], &n[4],
                     &n[5], m->most) == 7;
        m->executed = n[0];
        m->vector = n[1];
        m->covered = n[2];
        m->total = n[3];
        m->steps = n[4];
        m->most_steps = n[5];
    }
    if (f)
        fclose(f);
    return all;
}

void xl_keep_measures(const struct xl_proving *p, uint64_t key)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    for (size_t i = 0; i < p->count && f; i++) {
        const struct xl_measure *m = &p->measures[i];
        fprintf(f, "%llu %llu %llu %llu %llu %llu %s\n", (unsigned long long)m->executed,
                (unsigned long long)m->vector, (unsigned long long)m->covered,
                (unsigned long long)m->total, (unsigned long long)m->steps,
                (unsigned long long)m->most_steps, m->most[0] ? m->most : "-");
    }
    if (!f)
        return;
    fclose(f);
    xl_keep(p, p->job->row->name, key, text);
    free(text);
}
