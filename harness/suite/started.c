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

/* NUMBER.parents: for the process and each above it, a line with the sizes of its arguments and of
 * its environment, and these. The arguments of the process itself are the emulator's. */
static void read_parents(const char *file, struct xl_started *s)
{
    size_t size = 0;
    char *text = xl_file_read_untrusted(file, &size), *at = text, *end = text ? text + size : NULL;
    for (bool is_first = true; at && at < end; is_first = false) {
        char *from, *rest;
        const unsigned long words = strtoul(at, &from, 10), environment = strtoul(from, &rest, 10);
        if (from == at || rest == from || *rest != '\n' || words >= (size_t)(end - rest) ||
            environment > (size_t)(end - rest) - words - 1)
            break;
        rest++;
        at = rest + words + environment;
        struct xl_started_process *p = &s->self;
        if (!is_first) {
            s->parents = xl_resize(s->parents, s->parent_count + 1, sizeof *s->parents);
            p = &s->parents[s->parent_count++];
            *p = (struct xl_started_process){{NULL, 0}, {NULL, 0}};
            read_words(rest, rest + words, &p->words);
        }
        read_words(rest + words, at, &p->environment);
    }
    free(text);
}

/* NUMBER.start: the path, the working directory, the arguments. */
static int read_start(const char *file, struct xl_started *s)
{
    size_t size = 0;
    char *text = xl_file_read_untrusted(file, &size);
    if (!text)
        return -1;
    const char *end = text + size;
    s->program = xl_copy_text(text);
    const char *cwd = text + strlen(text) + 1;
    s->cwd = xl_copy_text(cwd < end ? cwd : "");
    if (cwd < end)
        read_words(cwd + strlen(cwd) + 1, end, &s->self.words);
    if (s->self.words.count) { /* the first may be any name */
        free(s->self.words.at[0]);
        s->self.words.at[0] = xl_copy_text(s->program);
    }
    free(text);
    return 0;
}

int xl_started_read(const char *logs, struct xl_started_list *list, struct xl_error *err)
{
    struct dirent **names;
    const int count = scandir(logs, &names, NULL, alphasort);
    *list = (struct xl_started_list){0};
    if (count < 0)
        return xl_fail(err, "%s: %s", logs, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name = names[i]->d_name, *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ".start") == 0) {
            struct xl_started s = {.log = xl_format("%s/%.*s.log", logs, (int)(dot - name), name)};
            char *start = xl_join_path(logs, "%s", name),
                 *parents = xl_format("%s/%.*s.parents", logs, (int)(dot - name), name);
            if (read_start(start, &s) == 0) { /* or else a test made something of that name */
                read_parents(parents, &s);
                xl_push(list, s);
            } else {
                free(s.log);
            }
            free(start);
            free(parents);
        }
        free(names[i]);
    }
    free(names);
    return 0;
}

static void free_process(struct xl_started_process *p)
{
    xl_words_free(&p->words);
    xl_words_free(&p->environment);
}

void xl_started_free(struct xl_started_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct xl_started *s = &list->at[i];
        free(s->log);
        free(s->program);
        free(s->cwd);
        free_process(&s->self);
        for (size_t k = 0; k < s->parent_count; k++)
            free_process(&s->parents[k]);
        free(s->parents);
    }
    free(list->at);
    *list = (struct xl_started_list){0};
}
