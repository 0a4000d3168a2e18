/* Lists the programs that crosslane-start started with a log.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "suite/executed.h"

/* The texts between NULs. */
static void read_words(const char *at, const char *end, struct xl_words *words)
{
    for (; at < end; at += strlen(at) + 1)
        xl_words_add(words, at);
}

/* NUMBER.parents: for each process a line with the size of its arguments, and these. */
static void read_parents(const char *file, struct xl_started *s)
{
    struct xl_error ignored;
    size_t size = 0;
    char *text = xl_file_read(file, &size, &ignored), *at = text, *end = text ? text + size : NULL;
    while (at && at < end) {
        char *from;
        const unsigned long length = strtoul(at, &from, 10);
        if (from == at || *from != '\n' || length > (size_t)(end - from - 1))
            break;
        s->parents = xl_resize(s->parents, s->parent_count + 1, sizeof *s->parents);
        s->parents[s->parent_count] = (struct xl_words){NULL, 0};
        read_words(from + 1, from + 1 + length, &s->parents[s->parent_count++]);
        at = from + 1 + length;
    }
    free(text);
}

/* NUMBER.start: the path, the working directory, the arguments. */
static int read_start(const char *file, struct xl_started *s, struct xl_error *err)
{
    size_t size = 0;
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    const char *end = text + size;
    s->program = xl_copy_text(text);
    const char *cwd = text + strlen(text) + 1;
    s->cwd = xl_copy_text(cwd < end ? cwd : "");
    if (cwd < end)
        read_words(cwd + strlen(cwd) + 1, end, &s->words);
    if (s->words.count) { /* the first may be any name */
        free(s->words.at[0]);
        s->words.at[0] = xl_copy_text(s->program);
    }
    free(text);
    return 0;
}

int xl_started_read(const char *logs, struct xl_started_list *list, struct xl_error *err)
{
    struct dirent **names;
    const int count = scandir(logs, &names, NULL, alphasort);
    int failed = 0;
    *list = (struct xl_started_list){0};
    if (count < 0)
        return xl_fail(err, "%s: %s", logs, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name = names[i]->d_name, *dot = strrchr(name, '.');
        if (!failed && dot && strcmp(dot, ".start") == 0) {
            struct xl_started s = {.log = xl_format("%s/%.*s.log", logs, (int)(dot - name), name)};
            char *start = xl_join_path(logs, "%s", name),
                 *parents = xl_format("%s/%.*s.parents", logs, (int)(dot - name), name);
            failed = read_start(start, &s, err);
            if (!failed)
                read_parents(parents, &s);
            xl_push(list, s);
            free(start);
            free(parents);
        }
        free(names[i]);
    }
    free(names);
    return failed;
}

void xl_started_free(struct xl_started_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct xl_started *s = &list->at[i];
        free(s->log);
        free(s->program);
        free(s->cwd);
        xl_words_free(&s->words);
        for (size_t k = 0; k < s->parent_count; k++)
            xl_words_free(&s->parents[k]);
        free(s->parents);
    }
    free(list->at);
    *list = (struct xl_started_list){0};
}
