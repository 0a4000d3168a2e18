/* Marks the rows and kernels that a changed file can affect.
 * SPDX-License-Identifier: MIT
 */
#include "ci/marks.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

void xl_mark(const struct xl_marks *s, size_t row, size_t kernel)
{
    struct xl_affected *a = s->out;
    if (xl_row_has_kernel(&a->list->rows[row], a->kernels[kernel]))
        a->cells[row * a->kernel_count + kernel] = true;
}

static void mark_row(const struct xl_marks *s, size_t row)
{
    for (size_t k = 0; k < s->out->kernel_count; k++)
        xl_mark(s, row, k);
}

void xl_mark_rows(const struct xl_marks *s, const char *arch, const char *compiler)
{
    const struct xl_row_list *list = s->out->list;
    for (size_t i = 0; i < list->count; i++)
        if ((!arch || strcmp(list->rows[i].arch->name, arch) == 0) &&
            (!compiler || strcmp(list->rows[i].compiler, compiler) == 0))
            mark_row(s, i);
}

static bool runs(const struct xl_program *agent, const struct xl_row *row)
{
    return row->build == agent->build->name && row->isa == agent->isa;
}

void xl_mark_program(const struct xl_marks *s, const struct xl_program *agent)
{
    for (size_t i = 0; i < s->out->list->count; i++)
        if (runs(agent, &s->out->list->rows[i]))
            mark_row(s, i);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct xl_kernel_name *)a)->text,
                  ((const struct xl_kernel_name *)b)->text);
}

long xl_find_kernel(const struct xl_marks *s, const char *text)
{
    const struct xl_kernel_name key = {text, 0};
    const struct xl_kernel_name *found =
        bsearch(&key, s->names, s->out->kernel_count, sizeof *s->names, by_name);
    return found ? (long)found->kernel : -1;
}

void xl_mark_kernel(const struct xl_marks *s, long kernel)
{
    for (size_t i = 0; kernel >= 0 && i < s->out->list->count; i++)
        xl_mark(s, i, (size_t)kernel);
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
static void mark_object(const struct xl_marks *s, const struct xl_dependencies *record,
                        const struct xl_program *agent, const struct xl_object *object)
{
    const struct xl_row_list *list = s->out->list;
    long kernel = object->kernel ? xl_find_kernel(s, object->kernel) : -1;
    if (object->kernel && kernel < 0 && is_gone(record, object))
        return; /* else the file has another name than its kernel, which may be any */
    for (size_t i = 0; i < list->count; i++) {
        if (agent && !runs(agent, &list->rows[i]))
            continue;
        for (size_t k = kernel < 0 ? 0 : (size_t)kernel;
             k < (kernel < 0 ? s->out->kernel_count : (size_t)kernel + 1); k++)
            xl_mark(s, i, k);
    }
}

static bool mark_by_record(const struct xl_marks *s, const struct xl_dependencies *record,
                           const struct xl_program *agent)
{
    long index = record->object_count ? xl_dependencies_find(record, s->file->file) : -1;
    for (size_t i = 0; i < record->object_count; i++)
        if (xl_object_has(record, &record->objects[i], index))
            mark_object(s, record, agent, &record->objects[i]);
    return index >= 0;
}

bool xl_mark_by_host(const struct xl_marks *s)
{
    return mark_by_record(s, &s->host, NULL);
}

bool xl_mark_by_program(const struct xl_marks *s, const struct xl_program *agent)
{
    return mark_by_record(s, &agent->record, agent);
}

void xl_mark_unknown(const struct xl_marks *s)
{
    const struct xl_affected *a = s->out;
    for (size_t i = 0; i < a->list->count; i++)
        for (size_t k = 0; k < a->kernel_count; k++)
            if (s->unknown[i * a->kernel_count + k])
                xl_mark(s, i, k);
}

/* Notes the kernels whose object is missing in a list. agent NULL: the host's list, for all rows.
 */
static void note_unknown(struct xl_marks *s, const struct xl_program *agent,
                         const struct xl_dependencies *record)
{
    const struct xl_affected *a = s->out;
    bool *known = xl_alloc(a->kernel_count, sizeof *known);
    for (size_t o = 0; o < record->object_count; o++) {
        const char *name = record->objects[o].kernel;
        long kernel = name ? xl_find_kernel(s, name) : -1;
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

static void read_records(struct xl_marks *s)
{
    struct xl_dependency_source source = {.dirty = NULL};
    if (!xl_dependencies_read("host", NULL, &source, &s->host))
        note_unknown(s, NULL, &s->host);
    for (size_t i = 0; i < s->agent_count; i++) {
        struct xl_program *agent = &s->agents[i];
        if (!xl_dependencies_read(agent->build->name, agent->isa->name, &source, &agent->record))
            note_unknown(s, agent, &agent->record);
    }
    xl_dependency_source_free(&source);
}

/* Finds the agents that rows run. Those of a build are adjacent. */
static void find_agents(struct xl_marks *s)
{
    const struct xl_row_list *list = s->out->list;
    for (size_t b = 0; b < list->build_count; b++)
        for (size_t isa = 0; isa < xl_isa_count; isa++) {
            const struct xl_program agent = {.build = &list->builds[b], .isa = &xl_isas[isa]};
            size_t row = 0;
            while (row < list->count && !runs(&agent, &list->rows[row]))
                row++;
            if (row < list->count)
                s->agents[s->agent_count++] = agent;
        }
}

void xl_marks_begin(struct xl_marks *s, struct xl_affected *out)
{
    *s = (struct xl_marks){.out = out};
    s->agents = xl_alloc(out->list->count, sizeof *s->agents); /* no more than rows */
    s->names = xl_alloc(out->kernel_count, sizeof *s->names);
    s->unknown = xl_alloc(out->list->count * out->kernel_count, sizeof *s->unknown);
    for (size_t k = 0; k < out->kernel_count; k++)
        s->names[k] = (struct xl_kernel_name){out->kernels[k], k};
    qsort(s->names, out->kernel_count, sizeof *s->names, by_name);
    find_agents(s);
    if (out->changes.count)
        read_records(s);
}

void xl_marks_end(struct xl_marks *s)
{
    xl_dependencies_free(&s->host);
    for (size_t i = 0; i < s->agent_count; i++)
        xl_dependencies_free(&s->agents[i].record);
    free(s->agents);
    free(s->names);
    free(s->unknown);
}
