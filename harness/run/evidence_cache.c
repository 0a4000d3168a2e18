/* What was measured and is kept: it depends on the agent, the emulator, the CPU string and the
 * sampled calls only, so that it lies in the build's folder `evidence`, under a hash of these, and
 * is not measured again.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/memory.h"
#include "oracle/shape.h"

enum { XL_PROOF_VERSION = 16 }; /* of the files it keeps, and of how steps are found */

/* What few records say. */
static void put_rarer(FILE *f, const struct xl_kernel *k)
{
    if (k->align)
        fprintf(f, "align %zu\n", k->align);
    for (size_t i = 0; i < XL_MAX_ARGS && k->args[i].kind; i++)
        if (k->args[i].rare.divide || k->args[i].rare.rows_divide ||
            xl_arg_is_wide_size(&k->args[i]))
            fprintf(f, "%zu: %zu %d %zu %" PRIx64 " %" PRIx64 "\n", i, k->args[i].rare.divide,
                    k->args[i].rare.ratio, k->args[i].rare.rows_divide, k->args[i].rare.least,
                    k->args[i].rare.most);
    for (size_t i = 0, n; (n = xl_listed_n(k, i)); i++)
        fprintf(f, "n %zu\n", n);
    for (size_t i = 0; i < XL_MAX_LISTED && k->sizes.rows[i]; i++)
        fprintf(f, "rows %zu\n", k->sizes.rows[i]);
    for (size_t i = 0; i < XL_MAX_NEEDS && k->needs[i].isa; i++)
        fprintf(f, "needs %s %s\n", k->needs[i].isa,
                k->needs[i].features ? k->needs[i].features : "");
    for (size_t i = 0; i < XL_MAX_BLOCKS && k->sizes.blocks[i].n; i++)
        fprintf(f, "block %zu %zu\n", k->sizes.blocks[i].n, k->sizes.blocks[i].rows);
}

/* A hash of all that the measures of this CPU string depend on. */
uint64_t xl_key_of(const struct xl_evidence *p, const char *cpu, unsigned vl_bits)
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
        fprintf(f, "%s %d%s %zu %zu\n", k->name, k->vector_steps, k->variant ? k->variant : "",
                k->sizes.least, k->sizes.multiple_of);
        for (size_t d = 0; d < XL_MAX_DISPATCH && k->dispatch[d].function; d++)
            fprintf(f, "%s:%s\n", k->dispatch[d].needs ? k->dispatch[d].needs : "",
                    k->dispatch[d].function);
        for (size_t a = 0; a < XL_MAX_ARGS && k->args[a].kind; a++)
            fprintf(f, "%d %d %zu %zu %a %a %d %d %zu %d %d %d%s\n", k->args[a].kind,
                    k->args[a].type, k->args[a].per_n, k->args[a].fixed, k->args[a].lo,
                    k->args[a].hi, k->args[a].across, k->args[a].down, k->args[a].more_rows,
                    k->args[a].in_elements, k->args[a].either_way, k->args[a].by_pointers,
                    k->args[a].kind == XL_ARG_STRIDE ? k->args[a].name : "");
        for (size_t s = 0; s < XL_MAX_SLACKS && k->slack[s].of; s++)
            fprintf(f, "%s %zu\n", k->slack[s].of, k->slack[s].elements);
        put_rarer(f, k);
    }
    fclose(f);
    uint64_t key = xl_hash(text, size);
    free(text);
    return key;
}

static char *name_kept(const struct xl_evidence *p, const char *name)
{
    return xl_join_path(p->job->build_folder, "evidence/%s", name);
}

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
FILE *xl_open_kept(const struct xl_evidence *p, const char *name, uint64_t key)
{
    char *path = name_kept(p, name);
    unsigned long long kept;
    FILE *f = fopen(path, "re");
    free(path);
    if (f && (fscanf(f, "key %llx\n", &kept) != 1 || kept != key)) {
        fclose(f);
        f = NULL;
    }
    return f;
}

/* Nothing depends on it being kept: where it cannot be written, it is measured again. */
void xl_keep(const struct xl_evidence *p, const char *name, uint64_t key, const char *text)
{
    char *folder = name_kept(p, ""), *path = name_kept(p, name),
         *temporary = xl_format("%s.%d.%p", path, (int)getpid(), (const void *)p);
    mkdir(folder, 0777);
    FILE *f = fopen(temporary, "we");
    int written = f ? fprintf(f, "key %llx\n%s", (unsigned long long)key, text) : -1;
    if (f && (fclose(f) || written < 0 || rename(temporary, path)))
        remove(temporary);
    free(temporary);
    free(path);
    free(folder);
}

/* The numbers of a measure, in the order of the file. */
#define XL_NUMBERS(M)                                                                              \
    &(M)->executed, &(M)->vector, &(M)->long_n, &(M)->long_executed, &(M)->long_vector,            \
        &(M)->covered, &(M)->total, &(M)->chooses, &(M)->took, &(M)->steps, &(M)->most_steps,      \
        &(M)->nopped, &(M)->nop_calls, &(M)->nop_moves, &(M)->nop_stays, &(M)->nop_more,           \
        &(M)->nop_same, &(M)->nop_arg, &(M)->nop_n, &(M)->full_n, &(M)->full_executed,             \
        &(M)->grown, &(M)->often, &(M)->most_often, &(M)->wide, &(M)->beyond

/* A line of text, which may be empty. */
static bool read_line(FILE *f, char *text, size_t size)
{
    if (!fgets(text, (int)size, f))
        return false;
    size_t length = strcspn(text, "\n");
    bool is_whole = text[length] == '\n';
    text[length] = '\0';
    return is_whole;
}

bool xl_read_kernel_traces(struct xl_evidence *p, uint64_t key)
{
    FILE *f = xl_open_kept(p, p->job->row->name, key);
    bool all = f != NULL;
    for (size_t i = 0; i < p->count && all; i++) {
        struct xl_kernel_trace *m = &p->measures[i];
        uint64_t *const numbers[] = {XL_NUMBERS(m)};
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0] && all; n++)
            all = fscanf(f, "%" SCNu64, numbers[n]) == 1;
        all = all && fgetc(f) == '\n' && read_line(f, m->most, sizeof m->most) &&
              read_line(f, m->undecoded, sizeof m->undecoded) &&
              read_line(f, m->estimates, sizeof m->estimates) &&
              read_line(f, m->ran, sizeof m->ran) &&
              read_line(f, m->functions, sizeof m->functions) &&
              read_line(f, m->taken, sizeof m->taken) && read_line(f, m->shared, sizeof m->shared);
    }
    if (f)
        fclose(f);
    return all;
}

void xl_keep_kernel_traces(const struct xl_evidence *p, uint64_t key)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    for (size_t i = 0; i < p->count && f; i++) {
        const struct xl_kernel_trace *m = &p->measures[i];
        const uint64_t *const numbers[] = {XL_NUMBERS(m)};
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
            fprintf(f, "%s%" PRIu64, n ? " " : "", *numbers[n]);
        fprintf(f, "\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n", m->most, m->undecoded, m->estimates, m->ran,
                m->functions, m->taken, m->shared);
    }
    if (!f)
        return;
    fclose(f);
    xl_keep(p, p->job->row->name, key, text);
    free(text);
}
