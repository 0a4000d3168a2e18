/* Source lines that tests executed, by the line tables of the executed files.
 * SPDX-License-Identifier: MIT
 */
#include "suite/lines.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "code/elf.h"
#include "code/source_lines.h"

struct writing {
    FILE *to;
    const struct xl_executed_file *file;
    const char *dir;
    char *last; /* the source file of the last line */
};

static void write_line(void *data, const struct xl_frame *line, uint64_t from, uint64_t to)
{
    struct writing *w = data;
    const size_t length = strlen(w->dir);
    bool executed = false;
    if (strncmp(line->file, w->dir, length) != 0 || line->file[length] != '/')
        return;
    if (!w->last || strcmp(w->last, line->file) != 0) {
        free(w->last);
        w->last = xl_copy_text(line->file);
        fprintf(w->to, "F %s\n", line->file);
    }
    for (uint64_t at = from; at < to && !executed; at++)
        executed = xl_executed_has(w->file, at, XL_EXECUTED);
    fprintf(w->to, "%u %d\n", line->line, executed);
}

static void write_file(struct writing *w)
{
    struct xl_error ignored; /* it has no debug information */
    struct xl_elf file = xl_elf_open(w->file->file);
    struct xl_source *source = file.elf ? xl_source_read(file.elf, &ignored) : NULL;
    if (source) {
        xl_source_each(source, write_line, w);
        xl_source_free(source);
    }
    xl_elf_close(&file);
}

int xl_suite_lines_write(const struct xl_evidence *e, const char *dir, const char *file,
                         struct xl_error *err)
{
    struct xl_atomic_file a;
    xl_atomic_file_begin(&a, file);
    for (size_t i = 0; a.f && i < e->count; i++) {
        struct writing w = {a.f, &e->code.at[e->at[i].file], dir, NULL};
        write_file(&w);
        free(w.last);
    }
    return xl_atomic_file_end(&a, err);
}
