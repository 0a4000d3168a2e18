/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 */
#include "plan/affected.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nearest.h"
#include "plan/records.h"
#include "root.h"

/* What a file is, by its path; the first pattern that matches. * crosses folders. */
enum place { NO_ROW, EVERYTHING, TOOLCHAIN, ISAS, KERNEL, COMPILED, MATRIX };

static const struct {
    const char *pattern;
    enum place place;
} places[] = {
    {"*.md", NO_ROW},
    {"docs/*", NO_ROW},
    {"tests/*", NO_ROW},
    {".github/*", NO_ROW},
    {".gitlab-ci.yml", NO_ROW},
    {".ci/*", NO_ROW},
    {".gitignore", NO_ROW},
    {".clang-format", NO_ROW},
    {".clang-tidy", NO_ROW},
    {"LICENSE", NO_ROW},
    {"CMakePresets.json", NO_ROW},
    {"matrix/matrix.yml", MATRIX},
    {"matrix/*.in", NO_ROW},
    {"toolchains/*-*.cmake", TOOLCHAIN},
    {"arch/*/isas.def", ISAS},
    {"arch/*.def", EVERYTHING},
    {"arch/*.[chS]", COMPILED},
    {"kernels/contract.h", EVERYTHING}, /* the host's too */
    {"kernels/broken.c", EVERYTHING},
    {"kernels/module.c", EVERYTHING},
    {"kernels/*.c", KERNEL},
    {"kernels/*.h", COMPILED},
};

/* What is read once for all files. */
struct search {
    struct xl_affected *out;
    struct xl_record host;     /* the host's module of references; no object: there is none */
    struct xl_record *records; /* of each build of the list; no object: there is none */
    const char **names;        /* of kernels, sorted */
    struct xl_affecting *file; /* that is being placed */
};

static void mark(const struct search *s, size_t row, size_t kernel)
{
    struct xl_affected *a = s->out;
    if (xl_row_has_kernel(&a->list->rows[row], a->kernels[kernel]))
        a->cells[row * a->kernel_count + kernel] = true;
}

/* Marks all kernels of the rows that agree with what is not NULL. */
static void mark_rows(const struct search *s, const char *arch, const char *compiler,
                      const char *build)
{
    const struct xl_row_list *list = s->out->list;
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if ((!arch || strcmp(row->arch->name, arch) == 0) &&
            (!compiler || strcmp(row->compiler, compiler) == 0) && (!build || row->build == build))
            for (size_t k = 0; k < s->out->kernel_count; k++)
                mark(s, i, k);
    }
}

__attribute__((format(printf, 2, 3))) static void say(struct search *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->file->why, sizeof s->file->why, format, args);
    va_end(args);
}

static void place_everywhere(struct search *s, const char *why)
{
    mark_rows(s, NULL, NULL, NULL);
    say(s, "%s: everything", why);
}

/* "arch/<arch>/..." gives the arch; NULL for what all have. */
static const char *arch_of(const char *file)
{
    for (size_t i = 0; i < xl_arch_count; i++) {
        size_t length = strlen(xl_arches[i].name);
        if (strncmp(file, "arch/", 5) == 0 && strncmp(file + 5, xl_arches[i].name, length) == 0 &&
            file[5 + length] == '/')
            return xl_arches[i].name;
    }
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The kernel of this name, or -1. names points into kernels' texts, which tell the number. */
static long find_kernel(const struct search *s, const char *name)
{
    size_t count = s->out->kernel_count;
    const char **found = count ? bsearch(&name, s->names, count, sizeof *s->names, by_name) : NULL;
    for (size_t k = 0; found && k < count; k++)
        if (s->out->kernels[k] == *found)
            return (long)k;
    return -1;
}

static void mark_kernel(const struct search *s, long kernel)
{
    for (size_t i = 0; kernel >= 0 && i < s->out->list->count; i++)
        mark(s, i, (size_t)kernel);
}

/* Marks what a record's object is part of. build NULL: the host's, whose references judge all rows.
 */
static void mark_object(const struct search *s, const char *build, const struct xl_object *object)
{
    const struct xl_row_list *list = s->out->list;
    long kernel = object->kernel ? find_kernel(s, object->kernel) : -1;
    if (object->kernel && kernel < 0)
        return; /* it is there no more */
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (build &&
            (row->build != build || (object->isa && strcmp(row->isa->name, object->isa) != 0)))
            continue;
        for (size_t k = kernel < 0 ? 0 : (size_t)kernel;
             k < (kernel < 0 ? s->out->kernel_count : (size_t)kernel + 1); k++)
            mark(s, i, k);
    }
}

/* Marks what one record says is made from the file, and objects of unknown or stale files, which
 * may be. Whether the record knows the file. */
static bool place_by_record(const struct search *s, const struct xl_record *record,
                            const char *build)
{
    long index = record->object_count ? xl_record_find(record, s->file->file) : -1;
    for (size_t i = 0; i < record->object_count; i++)
        if (xl_object_has(record, &record->objects[i], index))
            mark_object(s, build, &record->objects[i]);
    return index >= 0;
}

/* A file that is compiled into kernels: what the records say, and all the rows that it stands above
 * where a build has no record or does not know it. */
static void place_compiled(struct search *s)
{
    const struct xl_row_list *list = s->out->list;
    const char *arch = arch_of(s->file->file);
    size_t known = place_by_record(s, &s->host, NULL), unknown = 0;
    const bool by_host = known;
    for (size_t b = 0; b < list->build_count; b++) {
        const struct xl_build_spec *build = &list->builds[b];
        if (arch && strcmp(build->arch->name, arch) != 0)
            continue;
        bool by_build = place_by_record(s, &s->records[b], build->name);
        known += by_build;
        if (by_build || (!arch && by_host))
            continue;
        unknown++;
        mark_rows(s, NULL, NULL, build->name);
    }
    if (!known && !arch)
        place_everywhere(s, "no record of a build knows it");
    else if (!known)
        say(s, "below it is all of %s", arch);
    else
        say(s, "what the records of %zu builds say is made from it%s", known,
            unknown ? ", and the rows of builds that have no record" : "");
}

/* A kernel, or a file that kernels include. */
static void place_kernel(struct search *s)
{
    const char *slash = strrchr(s->file->file, '/');
    char path[4096], name[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
    long kernel = find_kernel(s, name);
    bool known = place_by_record(s, &s->host, NULL);
    for (size_t b = 0; b < s->out->list->build_count; b++)
        known |= place_by_record(s, &s->records[b], s->out->list->builds[b].name);
    xl_root_path(s->file->file, path, sizeof path);
    mark_kernel(s, kernel);
    if (kernel >= 0)
        say(s, "kernel %s", name);
    else if (known)
        say(s, "what the records of builds say is made from it");
    else if (access(path, F_OK) != 0)
        say(s, "a kernel that is there no more");
    else
        place_everywhere(s, "it is no kernel, and no record of a build knows it");
}

static void place_toolchain(struct search *s)
{
    char arch[64], compiler[64];
    if (sscanf(s->file->file, "toolchains/%63[^-/]-%63[^-/.].cmake", arch, compiler) == 2)
        mark_rows(s, arch, compiler, NULL);
    else
        mark_rows(s, NULL, NULL, NULL);
    say(s, "the builds below it");
}

static bool same_row(const struct xl_row *a, const struct xl_row *b)
{
    bool same = strcmp(a->build, b->build) == 0 && a->isa == b->isa && a->vl_bits == b->vl_bits &&
                strcmp(a->qemu_cpu, b->qemu_cpu) == 0 && a->kernel_count == b->kernel_count;
    for (size_t i = 0; same && i < XL_MAX_LACKS; i++)
        same = a->lacks[i] == b->lacks[i];
    for (size_t i = 0; same && i < a->kernel_count; i++)
        same = strcmp(a->kernels[i], b->kernels[i]) == 0;
    return same;
}

static const struct xl_row *find_row(const struct xl_row_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->rows[i].name, name) == 0)
            return &list->rows[i];
    return NULL;
}

/* Rows that are new, or differ from what they were. */
static void place_matrix(struct search *s)
{
    const struct xl_row_list *list = s->out->list;
    struct xl_row_list old;
    struct xl_error ignored;
    char *text = xl_changes_old_text(s->out->commit, s->file->file, &ignored);
    if (!text || xl_row_list_parse(s->file->file, text, strlen(text), &old, &ignored)) {
        free(text);
        place_everywhere(s, "what it was cannot be read");
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *was = find_row(&old, list->rows[i].name);
        if (was && same_row(was, &list->rows[i]))
            continue;
        for (size_t k = 0; k < s->out->kernel_count; k++)
            mark(s, i, k);
    }
    say(s, "the rows that it adds or changes");
    xl_row_list_free(&old);
    free(text);
}

static enum place place_of(const char *file)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (fnmatch(places[i].pattern, file, 0) == 0)
            return places[i].place;
    return EVERYTHING;
}

static void place(struct search *s)
{
    const char *arch = arch_of(s->file->file);
    switch (place_of(s->file->file)) {
    case NO_ROW:
        say(s, "no row depends on it");
        break;
    case TOOLCHAIN:
        place_toolchain(s);
        break;
    case KERNEL:
        place_kernel(s);
        break;
    case COMPILED:
        place_compiled(s);
        break;
    case MATRIX:
        place_matrix(s);
        break;
    case ISAS: /* scalar's is every arch's */
        mark_rows(s, arch, NULL, NULL);
        say(s, "below it is all of %s", arch ? arch : "them");
        break;
    default:
        place_everywhere(s, "below it, or not to be placed");
    }
}

static size_t rows_affected(const struct xl_affected *a)
{
    size_t rows = 0;
    for (size_t i = 0; i < a->list->count; i++)
        rows += xl_affected_count(a, i) > 0;
    return rows;
}

/* Each file by itself, so that its reader sees what it alone affects. */
static int place_files(struct search *s)
{
    struct xl_affected *a = s->out;
    size_t cells = a->list->count * a->kernel_count;
    bool *all = calloc(cells + 1, sizeof *all);
    if (!all)
        return -1;
    for (size_t i = 0; i < a->changes.count; i++) {
        s->file = &a->files[i];
        s->file->file = a->changes.files[i];
        place(s);
        if (place_of(s->file->file) == NO_ROW)
            continue;
        s->file->rows = rows_affected(a);
        for (size_t c = 0; c < cells; c++)
            all[c] |= a->cells[c];
        memset(a->cells, 0, cells * sizeof *a->cells);
    }
    memcpy(a->cells, all, cells * sizeof *all);
    free(all);
    return 0;
}

static void read_records(struct search *s)
{
    const struct xl_row_list *list = s->out->list;
    struct xl_record_source source = {.dirty = NULL};
    xl_record_read("host", &source, &s->host);
    for (size_t b = 0; b < list->build_count; b++)
        xl_record_read(list->builds[b].name, &source, &s->records[b]);
    xl_record_source_free(&source);
}

static void free_records(struct search *s)
{
    xl_record_free(&s->host);
    for (size_t b = 0; s->records && b < s->out->list->build_count; b++)
        xl_record_free(&s->records[b]);
    free(s->records);
    free(s->names);
}

static int read_and_place(struct xl_affected *out)
{
    struct search s = {.out = out};
    s.records = calloc(out->list->build_count + 1, sizeof *s.records);
    s.names = calloc(out->kernel_count + 1, sizeof *s.names);
    out->files = calloc(out->changes.count + 1, sizeof *out->files);
    int status = s.records && s.names && out->files ? 0 : -1;
    if (!status) {
        memcpy(s.names, out->kernels, out->kernel_count * sizeof *s.names);
        qsort(s.names, out->kernel_count, sizeof *s.names, by_name);
        if (out->changes.count)
            read_records(&s);
        status = place_files(&s);
    }
    free_records(&s);
    return status;
}

int xl_affected_find(const char *base, const struct xl_row_list *list, const char *const *kernels,
                     size_t kernel_count, struct xl_affected *out, struct xl_error *err)
{
    *out = (struct xl_affected){.list = list, .kernels = kernels, .kernel_count = kernel_count};
    out->cells = calloc(list->count * kernel_count + 1, sizeof *out->cells);
    if (out->cells && !base)
        return 0;
    if (out->cells && (xl_changes_base(base, out->commit, err) ||
                       xl_changes_since(out->commit, NULL, &out->changes, err)))
        return -1;
    if (out->cells && !read_and_place(out))
        return 0;
    xl_error_set(err, "out of memory");
    return -1;
}

int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err)
{
    static const char prefix[] = "ciflow/";
    const char *names[XL_MAX_ARCHES + XL_TIERS];
    struct search s = {.out = affected};
    char nearest[200];
    size_t count = 0;
    if (strncmp(label, prefix, sizeof prefix - 1) != 0)
        return 0;
    label += sizeof prefix - 1;
    int tier = xl_tier_find(label);
    for (size_t i = 0; tier >= 0 && i < affected->list->count; i++)
        for (size_t k = 0;
             affected->list->rows[i].tier <= (enum xl_tier)tier && k < affected->kernel_count; k++)
            mark(&s, i, k);
    if (tier >= 0)
        return 0;
    if (xl_arch_find(label)) {
        mark_rows(&s, label, NULL, NULL);
        return 0;
    }
    for (size_t i = 0; i < xl_arch_count; i++)
        names[count++] = xl_arches[i].name;
    for (int i = 0; i < XL_TIERS; i++)
        names[count++] = xl_tier_name((enum xl_tier)i);
    xl_nearest(label, names, count, nearest, sizeof nearest);
    xl_error_set(err, "unknown label '%s%s'; the nearest after %s: %s", prefix, label, prefix,
                 nearest);
    return -1;
}

size_t xl_affected_count(const struct xl_affected *affected, size_t row)
{
    size_t count = 0;
    for (size_t k = 0; k < affected->kernel_count; k++)
        count += xl_affected_has(affected, row, k);
    return count;
}

bool xl_affected_has(const struct xl_affected *affected, size_t row, size_t kernel)
{
    return affected->cells[row * affected->kernel_count + kernel];
}

void xl_affected_free(struct xl_affected *affected)
{
    free(affected->cells);
    free(affected->files);
    xl_changes_free(&affected->changes);
    *affected = (struct xl_affected){0};
}
