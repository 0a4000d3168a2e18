/* What the tests of the matrix share: a text, and what must come of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MATRIX_EXAMPLE_H
#define XL_TESTS_MATRIX_EXAMPLE_H

#include <unistd.h>

#include "base/unicode.h"
#include "base/yaml_nodes.h"
#include "matrix/expand.h"
#include "unit.h"

struct example {
    const char *yaml;
    const char *result; /* JSON without blanks between rows, or "LINE:COL: message" */
};

#define RUN(examples) run(examples, sizeof(examples) / sizeof((examples)[0]))

enum { github = XL_GITHUB_MAX_ROWS };

/* The rows on one line, or the message without "m.yml:" and "error: ". The caller frees it. */
static char *expand(const char *yaml, size_t size, const char *job, size_t max_rows)
{
    struct xl_matrix_file file;
    struct xl_error err;
    char *text;
    if (xl_matrix_load_text("m.yml", yaml, size, job, max_rows, &file, &err) != 0) {
        assert_int_equal(file.rows.count, 0);
        text = strdup(strncmp(err.text, "m.yml:", 6) == 0 ? err.text + 6 : err.text);
        assert_non_null(text);
        char *word = strstr(text, "error: ");
        assert_non_null(word);
        memmove(word, word + 7, strlen(word + 7) + 1);
    } else {
        text = xl_json_rows(&file.rows);
        assert_non_null(text);
        char *to = text;
        for (const char *from = text; *from != '\0'; from++) {
            if (*from == '\n') {
                from += from[1] == ' ' ? 2 : 0;
                continue;
            }
            *to++ = *from;
        }
        *to = '\0';
    }
    xl_matrix_file_free(&file);
    return text;
}

static void check(const char *yaml, const char *job, size_t max_rows, const char *wanted)
{
    char *got = expand(yaml, strlen(yaml), job, max_rows);
    if (strcmp(got, wanted) != 0)
        fail_msg("\n%s\ngives  %s\nwanted %s", yaml, got, wanted);
    free(got);
}

static inline void run(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check(examples[i].yaml, NULL, github, examples[i].result);
}

#endif
