/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 */
#include "ci/affected.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* ---- Marks of rows and kernels ---- */

/* A kernel, to be found by its name. */
struct kernel_name {
    const char *text;
    size_t kernel;
};

/* The agent of a build for an ISA. */
struct program {
    const struct xl_build_spec *build;
    const struct xl_isa *isa;
    struct xl_dependencies record; /* no object: it does not exist */
};

/* What is read once for all files. */
struct marks {
    struct xl_affected *out;
    const struct xl_affected_kernels *kernels;
    char *repository, *below;    /* the changed files', and a library's directory in it */
    bool is_shared;              /* all rows share the file being classified */
    struct xl_dependencies host; /* of the host's module; no object: it does not exist */
    struct program *agents;      /* of the list's rows */
    size_t agent_count;
    bool *unknown;             /* cells that are missing in a list of their agent or of the host */
    struct kernel_name *names; /* of kernels, sorted */
    struct xl_changed_file *file; /* being classified */
};

static void mark(const struct marks *s, size_t row, size_t kernel)
{
    struct xl_affected *a = s->out;
    if (xl_row_has_kernel(&a->list->rows[row], a->kernels[kernel]))
        a->cells[row * a->kernel_count + kernel] = true;
}

static void mark_row(const struct marks *s, size_t row)
{
    for (size_t k = 0; k < s->out->kernel_count; k++)
        mark(s, row, k);
}

/* Marks all kernels of the rows of this architecture and compiler; NULL: of any. */
static void mark_rows(const struct marks *s, const char *arch, const char *compiler)
{
    const struct xl_row_list *list = s->out->list;
    for (size_t i = 0; i < list->count; i++)
        if ((!arch || strcmp(list->rows[i].arch->name, arch) == 0) &&
            (!compiler || strcmp(list->rows[i].compiler, compiler) == 0))
            mark_row(s, i);
}

static bool runs(const struct program *agent, const struct xl_row *row)
{
    return row->build == agent->build->name && row->isa == agent->isa;
}

/* Marks all kernels of the rows that an agent runs. */
static void mark_program(const struct marks *s, const struct program *agent)
{
    for (size_t i = 0; i < s->out->list->count; i++)
        if (runs(agent, &s->out->list->rows[i]))
            mark_row(s, i);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct kernel_name *)a)->text, ((const struct kernel_name *)b)->text);
}

/* The kernel of this name, or -1. */
static long find_kernel(const struct marks *s, const char *text)
{
    const struct kernel_name key = {text, 0};
    const struct kernel_name *found =
        bsearch(&key, s->names, s->out->kernel_count, sizeof *s->names, compare_names);
    return found ? (long)found->kernel : -1;
}

/* Marks a kernel on all rows; -1: nothing. */
static void mark_kernel(const struct marks *s, long kernel)
{
    for (size_t i = 0; kernel >= 0 && i < s->out->list->count; i++)
        mark(s, i, (size_t)kernel);
}

/* Whether the kernel's own file is one of the object's files and does not exist any more. */
static bool is_gone(const struct xl_dependencies *record, const struct xl_object *object)
{
    char *name = xl_format("*/%s.c", object->kernel);
    bool is = false;
    for (size_t i = 0; i < object->count && !is; i++) {
        const char *file = record->files[object->files[i]];
        char *path = xl_join_path(xl_root(), "%s", file);
        is = fnmatch(name, file, 0) == 0 && access(path, F_OK) != 0;
        free(path);
    }
    free(name);
    return is;
}

/* Marks the rows and kernels of an object. agent NULL: an object of the host, whose references are
 * for all rows. */
static void mark_object(const struct marks *s, const struct xl_dependencies *record,
                        const struct program *agent, const struct xl_object *object)
{
    const struct xl_row_list *list = s->out->list;
    long kernel = object->kernel ? find_kernel(s, object->kernel) : -1;
    if (object->kernel && kernel < 0 && is_gone(record, object))
        return; /* else the file has another name than its kernel, which may be any */
    for (size_t i = 0; i < list->count; i++) {
        if (agent && !runs(agent, &list->rows[i]))
            continue;
        for (size_t k = kernel < 0 ? 0 : (size_t)kernel;
             k < (kernel < 0 ? s->out->kernel_count : (size_t)kernel + 1); k++)
            mark(s, i, k);
    }
}

/* Marks the objects of a list that are made from the file, and those that may be, because their
 * files are unknown or stale. agent NULL: the host's list. Returns whether the list has the file.
 */
static bool mark_by_record(const struct marks *s, const struct xl_dependencies *record,
                           const struct program *agent)
{
    long index = record->object_count ? xl_dependencies_find(record, s->file->file) : -1;
    for (size_t i = 0; i < record->object_count; i++)
        if (xl_object_has(record, &record->objects[i], index))
            mark_object(s, record, agent, &record->objects[i]);
    return index >= 0;
}

/* Marks what is newer than the lists: its files are unknown. */
static void mark_unknown(const struct marks *s)
{
    const struct xl_affected *a = s->out;
    for (size_t i = 0; i < a->list->count; i++)
        for (size_t k = 0; k < a->kernel_count; k++)
            if (s->unknown[i * a->kernel_count + k])
                mark(s, i, k);
}

/* Notes the kernels whose object is missing in a list. agent NULL: the host's list, for all rows.
 */
static void note_unknown(struct marks *s, const struct program *agent,
                         const struct xl_dependencies *record)
{
    const struct xl_affected *a = s->out;
    bool *known = xl_alloc(a->kernel_count, sizeof *known);
    for (size_t o = 0; o < record->object_count; o++) {
        const char *name = record->objects[o].kernel;
        long kernel = name ? find_kernel(s, name) : -1;
        if (kernel >= 0)
            known[kernel] = true;
    }
    for (size_t i = 0; i < a->list->count; i++) {
        if (agent && !runs(agent, &a->list->rows[i]))
            continue;
        for (size_t k = 0; k < a->kernel_count; k++)
            s->unknown[i * a->kernel_count + k] |= !known[k];
    }
    free(known);
}

static void read_records(struct marks *s)
{
    struct xl_dependency_source source = {.dirty = NULL};
    if (!xl_dependencies_read("host", NULL, &source, &s->host))
        note_unknown(s, NULL, &s->host);
    for (size_t i = 0; i < s->agent_count; i++) {
        struct program *agent = &s->agents[i];
        if (!xl_dependencies_read(agent->build->name, agent->isa->name, &source, &agent->record))
            note_unknown(s, agent, &agent->record);
    }
    xl_dependency_source_free(&source);
}

/* Finds the agents that rows run. Those of a build are adjacent. */
static void find_agents(struct marks *s)
{
    const struct xl_row_list *list = s->out->list;
    for (size_t b = 0; b < list->build_count; b++)
        for (size_t isa = 0; isa < xl_isa_count; isa++) {
            const struct program agent = {.build = &list->builds[b], .isa = &xl_isas[isa]};
            size_t row = 0;
            while (row < list->count && !runs(&agent, &list->rows[row]))
                row++;
            if (row < list->count)
                s->agents[s->agent_count++] = agent;
        }
}

/* Reads all dependency lists for s->out. The caller gives *s to end_marks. */
static void begin_marks(struct marks *s)
{
    struct xl_affected *out = s->out;
    s->agents = xl_alloc(out->list->count, sizeof *s->agents); /* no more than rows */
    s->names = xl_alloc(out->kernel_count, sizeof *s->names);
    s->unknown = xl_alloc(out->list->count * out->kernel_count, sizeof *s->unknown);
    for (size_t k = 0; k < out->kernel_count; k++)
        s->names[k] = (struct kernel_name){out->kernels[k], k};
    qsort(s->names, out->kernel_count, sizeof *s->names, compare_names);
    find_agents(s);
    if (out->changes.count && !s->kernels->dir) /* a library's has none */
        read_records(s);
}

static void end_marks(struct marks *s)
{
    xl_dependencies_free(&s->host);
    for (size_t i = 0; i < s->agent_count; i++)
        xl_dependencies_free(&s->agents[i].record);
    free(s->agents);
    free(s->names);
    free(s->unknown);
}

/* ---- Which rows and kernels a changed file can affect ---- */

enum file_class { NO_ROW, EVERYTHING, TOOLCHAIN, ISAS, KERNEL, COMPILED, MATRIX, TESTS };

/* The first matching pattern decides. * matches slashes, too.
 *
 * NO_ROW of harness/: what prints, plans or runs suites. `run`, which decides results, and all that
 * it uses includes none of it; of harness/cli it has what cmd_run.c includes. The test
 * affected-classes checks both. */

static const struct file_pattern {
    const char *pattern;
    enum file_class class;
} classes[] = {
    {"*.md", NO_ROW},
    {"docs/*", NO_ROW},
    {"examples/*", NO_ROW},
    {"tests/tests.cmake", TESTS},
    {"tests/*.cmake", EVERYTHING}, /* in the CMake project of the kernels */
    {"tests/vec/*", EVERYTHING},   /* run with the rows of each build */
    {"tests/*", NO_ROW},
    {".github/*", NO_ROW},
    {".gitlab-ci.yml", NO_ROW},
    {".ci/*", NO_ROW},
    {".gitignore", NO_ROW},
    {".clang-format", NO_ROW},
    {".clang-tidy", NO_ROW},
    {".editorconfig", NO_ROW},
    {"LICENSE", NO_ROW},
    {"action.yml", NO_ROW},
    {"templates/*", NO_ROW},
    {"cmake/*", NO_ROW}, /* of other projects, and what is installed */
    {"meson.build", NO_ROW},
    {"meson_options.txt", NO_ROW},
    {"Containerfile", NO_ROW},
    {".markdownlint.yaml", NO_ROW},
    {"matrix/matrix.yml", MATRIX},
    {"matrix/*.in", NO_ROW},
    {"matrix/gitlab-cross.yml", NO_ROW},
    {"harness/report/*", NO_ROW},
    {"harness/ci/*", NO_ROW},
    {"harness/suite/*", NO_ROW},
    {"harness/cli/cmd_run.c", EVERYTHING},
    {"harness/cli/main.c", EVERYTHING},
    {"harness/cli/cli.[ch]", EVERYTHING},
    {"harness/cli/commands.def", EVERYTHING},
    {"harness/cli/options.[ch]", EVERYTHING},
    {"harness/cli/common_options.[ch]", EVERYTHING},
    {"harness/cli/ci.sh", EVERYTHING}, /* runs the rows of a job */
    {"harness/cli/*", NO_ROW},
    {"toolchains/*-*.cmake", TOOLCHAIN},
    {"arch/*/isas.def", ISAS},
    {"arch/*/arch.def", ISAS},
    {"arch/*/features.def", ISAS},
    {"arch/*/classify.c", ISAS},
    {"arch/*.def", EVERYTHING},
    {"arch/*.[chS]", COMPILED},
    {"kernels/contract.h", EVERYTHING}, /* the host includes it, too */
    {"kernels/*.c", KERNEL},
    {"kernels/*.h", COMPILED},
};

/* In the repository of a library. Its build may read any other file. */
static const struct file_pattern library_classes[] = {
    {"*.md", NO_ROW},          {"LICENSE*", NO_ROW},       {"COPYING*", NO_ROW},
    {".github/*", NO_ROW},     {".gitlab-ci.yml", NO_ROW}, {".gitignore", NO_ROW},
    {"*/.gitignore", NO_ROW},  {".clang-format", NO_ROW},  {".clang-tidy", NO_ROW},
    {".editorconfig", NO_ROW},
};

__attribute__((format(printf, 2, 3))) static void explain(struct marks *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->file->reason, sizeof s->file->reason, format, args);
    va_end(args);
}

static void mark_everything(struct marks *s, const char *reason)
{
    mark_rows(s, NULL, NULL);
    s->is_shared = true;
    explain(s, "%s: all rows", reason);
}

/* "arch/ARCH/..." gives ARCH; NULL for other files. */
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

/* What is known of a file without the builds' lists. */
struct compiled {
    const char *arch; /* in whose directory it is; NULL: in none */
    bool in_host;     /* the host's list has it */
};

/* Marks what the lists of a build's agents say. Marks all rows of agents without a list, and of
 * agents whose list may miss the file. Returns how many lists have it. */
static size_t mark_in_build(struct marks *s, const struct program *first, size_t count,
                            const struct compiled *c, size_t *unknown)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        known += mark_by_record(s, &first[i].record, &first[i]);
    if (c->arch && strcmp(first->build->arch->name, c->arch) != 0)
        return known;
    /* Without a list it is unknown which kernels include it under conditions that are false on the
     * host. */
    for (size_t i = 0; i < count; i++) {
        if (first[i].record.object_count && (known || (!c->arch && c->in_host)))
            continue;
        ++*unknown;
        mark_program(s, &first[i]);
    }
    return known;
}

/* A file that is compiled into kernels. */
static void mark_compiled(struct marks *s)
{
    const struct compiled c = {arch_of(s->file->file), mark_by_record(s, &s->host, NULL)};
    size_t known = c.in_host, unknown = 0;
    mark_unknown(s);
    for (size_t i = 0, count; i < s->agent_count; i += count) {
        for (count = 1; i + count < s->agent_count; count++)
            if (s->agents[i + count].build != s->agents[i].build)
                break;
        known += mark_in_build(s, &s->agents[i], count, &c, &unknown);
    }
    if (!known && !c.arch)
        mark_everything(s, "in no dependency list");
    else if (!known)
        explain(s, "all rows of %s", c.arch);
    else
        explain(s, "objects of %zu dependency list%s%s", known, xl_s(known),
                unknown ? ", and rows of agents without a list" : "");
}

/* Whether the file was a kernel and does not exist any more. */
static bool was_kernel(const struct marks *s)
{
    struct xl_error ignored;
    char *path = xl_join_path(xl_root(), "%s", s->file->file);
    const bool is_there = access(path, F_OK) == 0;
    free(path);
    if (is_there)
        return false;
    char *text = xl_changes_old_text(s->repository, s->out->commit, s->file->file, &ignored);
    bool was = text && strstr(text, "\nXL_KERNEL(");
    free(text);
    return was;
}

/* A kernel, or a file that kernels include. */
static void mark_kernel_file(struct marks *s)
{
    const char *slash = strrchr(s->file->file, '/');
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
    long kernel = find_kernel(s, name);
    if (kernel < 0 && !was_kernel(s)) {
        mark_compiled(s);
        return;
    }
    mark_by_record(s, &s->host, NULL);
    for (size_t i = 0; i < s->agent_count; i++)
        mark_by_record(s, &s->agents[i].record, &s->agents[i]);
    mark_unknown(s);
    mark_kernel(s, kernel);
    if (kernel >= 0)
        explain(s, "kernel %s", name);
    else
        explain(s, "a removed kernel");
}

static void mark_toolchain(struct marks *s)
{
    char arch[64], compiler[64];
    if (sscanf(s->file->file, "toolchains/%63[^-/]-%63[^-/.].cmake", arch, compiler) == 2)
        mark_rows(s, arch, compiler);
    else
        mark_rows(s, NULL, NULL);
    explain(s, "builds of this toolchain");
}

static bool same_row(const struct xl_row *a, const struct xl_row *b)
{
    bool same = strcmp(a->build, b->build) == 0 && a->isa == b->isa && a->vl_bits == b->vl_bits &&
                strcmp(a->qemu_cpu, b->qemu_cpu) == 0 && a->kernel_count == b->kernel_count;
    for (size_t i = 0; same && i < XL_MAX_ABSENT_ISAS; i++)
        same = a->absent_isas[i] == b->absent_isas[i];
    for (size_t i = 0; same && i < a->kernel_count; i++)
        same = strcmp(a->kernels[i], b->kernels[i]) == 0;
    return same;
}

/* Marks rows that are new or changed. */
static void mark_matrix(struct marks *s)
{
    const struct xl_row_list *list = s->out->list;
    struct xl_row_list old;
    struct xl_error ignored;
    char *text = xl_changes_old_text(s->repository, s->out->commit, s->file->file, &ignored);
    if (!text || xl_row_list_parse(s->file->file, text, strlen(text), &old, &ignored)) {
        free(text);
        mark_everything(s, "the old version cannot be read");
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *was = xl_row_find(&old, list->rows[i].name);
        if (was && same_row(was, &list->rows[i]))
            continue;
        for (size_t k = 0; k < s->out->kernel_count; k++)
            mark(s, i, k);
    }
    explain(s, "rows that it adds or changes");
    xl_row_list_free(&old);
    free(text);
}

static enum file_class class_of(const struct file_pattern *patterns, size_t count, const char *file)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i].pattern, file, 0) == 0)
            return patterns[i].class;
    return EVERYTHING;
}

/* Marks the kernels of a library's file. Returns how many there are; 0: it has none, or other files
 * include it. */
static size_t mark_library_kernels(struct marks *s)
{
    const char *file = s->file->file, *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    size_t found = 0, below = strlen(s->below);
    if (!dot || strncmp(file, s->below, below) != 0 ||
        (strcmp(dot, ".c") != 0 && strcmp(dot, ".cc") != 0 && strcmp(dot, ".cpp") != 0 &&
         strcmp(dot, ".cxx") != 0) ||
        xl_changes_includes(s->repository, name))
        return 0;
    char *stem = xl_format("%.*s", (int)(dot - name), name);
    for (size_t k = 0; k < s->kernels->count; k++)
        if (strcmp(s->kernels->files[k], stem) == 0) {
            mark_kernel(s, (long)k);
            found++;
        }
    free(stem);
    return found;
}

static void mark_library_file(struct marks *s)
{
    size_t kernels;
    if (class_of(library_classes, sizeof library_classes / sizeof library_classes[0],
                 s->file->file) == NO_ROW)
        explain(s, "no row depends on it");
    else if ((kernels = mark_library_kernels(s)))
        explain(s, "its %zu kernel%s", kernels, xl_s(kernels));
    else
        mark_everything(s, "the library's");
}

/* Marks what s->file can affect, and sets its reason. */
static void mark_file(struct marks *s)
{
    const char *arch = arch_of(s->file->file);
    if (s->kernels->dir) {
        mark_library_file(s);
        return;
    }
    switch (class_of(classes, sizeof classes / sizeof classes[0], s->file->file)) {
    case NO_ROW:
        explain(s, "no row depends on it");
        break;
    case TESTS:
        if (xl_only_tests_declared(s->out->commit))
            explain(s, "declares tests: no row depends on it");
        else
            mark_everything(s, "more than declared tests");
        break;
    case TOOLCHAIN:
        mark_toolchain(s);
        break;
    case KERNEL:
        mark_kernel_file(s);
        break;
    case COMPILED:
        mark_compiled(s);
        break;
    case MATRIX:
        mark_matrix(s);
        break;
    case ISAS: /* scalar's is every arch's */
        mark_rows(s, arch, NULL);
        explain(s, "all rows%s%s", arch ? " of " : "", arch ? arch : "");
        break;
    default:
        mark_everything(s, "unclassified file");
    }
}

/* ---- What the changes since a commit can affect ---- */

static size_t rows_affected(const struct xl_affected *a)
{
    size_t rows = 0;
    for (size_t i = 0; i < a->list->count; i++)
        rows += xl_affected_count(a, i) > 0;
    return rows;
}

/* Whether every row runs as good as all kernels. */
static bool is_everywhere(const struct xl_affected *a)
{
    for (size_t i = 0; i < a->list->count; i++)
        if (xl_affected_count(a, i) <= XL_ALL_KERNELS_FROM)
            return false;
    return true;
}

/* Marks each file separately, so that the reader sees what it alone affects. */
static void mark_files(struct marks *s)
{
    struct xl_affected *a = s->out;
    size_t cells = a->list->count * a->kernel_count;
    bool *all = xl_alloc(cells, sizeof *all), is_shared = false;
    for (size_t i = 0; i < a->changes.count; i++) {
        s->file = &a->files[i];
        s->file->file = a->changes.files[i];
        s->is_shared = false;
        mark_file(s);
        s->file->rows = rows_affected(a);
        s->is_shared |= is_everywhere(a);
        is_shared |= s->is_shared;
        for (size_t c = 0; !s->is_shared && c < cells; c++)
            all[c] |= a->cells[c];
        memset(a->cells, 0, cells * sizeof *a->cells);
    }
    memcpy(a->cells, all, cells * sizeof *all);
    a->is_shared = is_shared;
    free(all);
}

int xl_affected_find(const char *base, const struct xl_row_list *list,
                     const struct xl_affected_kernels *kernels, struct xl_affected *out,
                     struct xl_error *err)
{
    struct marks s = {.out = out, .kernels = kernels};
    *out = (struct xl_affected){.list = list,
                                .kernels = kernels->names,
                                .kernel_count = kernels->count,
                                .has_base = base != NULL};
    out->cells = xl_alloc(list->count * kernels->count, sizeof *out->cells);
    if (!base)
        return 0;
    if (kernels->dir && xl_changes_repository(kernels->dir, &s.repository, &s.below, err))
        return -1;
    if (!kernels->dir)
        s.repository = xl_copy_text(xl_root());
    int status = xl_changes_base(s.repository, base, out->commit, err);
    if (!status)
        status = xl_changes_since(s.repository, out->commit, NULL, &out->changes, err);
    if (!status) {
        out->files = xl_alloc(out->changes.count, sizeof *out->files);
        begin_marks(&s);
        mark_files(&s);
        end_marks(&s);
    }
    free(s.repository);
    free(s.below);
    return status;
}

int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err)
{
    static const char prefix[] = "ciflow/";
    const char *names[XL_MAX_ARCHES + XL_TIERS];
    struct marks s = {.out = affected};
    char similar[200];
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
        mark_rows(&s, label, NULL);
        return 0;
    }
    for (size_t i = 0; i < xl_arch_count; i++)
        names[count++] = xl_arches[i].name;
    for (int i = 0; i < XL_TIERS; i++)
        names[count++] = xl_tier_name((enum xl_tier)i);
    xl_similar_names(label, names, count, similar, sizeof similar);
    return xl_fail(err, "unknown label '%s%s'%s%s%s%s", prefix, label,
                   *similar ? "; similar after " : "", *similar ? prefix : "", *similar ? ": " : "",
                   similar);
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
    return affected->cells[row * affected->kernel_count + kernel] ||
           (affected->is_shared &&
            xl_row_has_kernel(&affected->list->rows[row], affected->kernels[kernel]));
}

static bool has_changed(const struct xl_affected *affected, const char *const *patterns,
                        size_t count)
{
    for (size_t i = 0; i < affected->changes.count; i++)
        for (size_t p = 0; p < count; p++)
            if (fnmatch(patterns[p], affected->changes.files[i], 0) == 0)
                return true;
    return false;
}

/* What the README's commands need where nothing is installed. */
bool xl_affected_fresh(const struct xl_affected *affected)
{
    static const char *const tried[] = {
        "crosslane",         "sysroots/*",         "toolchains/*",
        "arch/*/arch.def",   "CMakeLists.txt",     "harness/*.cmake",
        "harness/base/*.sh", "harness/build/*.sh", "tests/fresh.sh"};
    return has_changed(affected, tried, sizeof tried / sizeof tried[0]);
}

bool xl_affected_vocabulary(const struct xl_affected *affected)
{
    static const char *const tested[] = {"arch/*",
                                         "tests/vec/*",
                                         "toolchains/*",
                                         "sysroots/*",
                                         "matrix/matrix.yml",
                                         "CMakeLists.txt",
                                         "harness/*.cmake",
                                         "harness/base/*.sh",
                                         "harness/build/*",
                                         "kernels/contract.h"};
    return !affected->has_base || has_changed(affected, tested, sizeof tested / sizeof tested[0]);
}

void xl_affected_free(struct xl_affected *affected)
{
    free(affected->cells);
    free(affected->files);
    xl_changes_free(&affected->changes);
    *affected = (struct xl_affected){0};
}
