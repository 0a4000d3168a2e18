/* Reads the .trs and .log files of Automake's tests.
 * SPDX-License-Identifier: MIT
 *
 * Their form: GNU Automake's manual, "Custom Test Drivers" and "Log files generation and test
 * results recording".
 */
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "suite/runner_output.h"

/* The last one of those that a file has is the test's. */
static const struct {
    const char *word;
    enum xl_outcome outcome;
} results[] = {{"", XL_NOT_RUN},   {"SKIP", XL_SKIP}, {"XFAIL", XL_PASS}, {"PASS", XL_PASS},
               {"XPASS", XL_FAIL}, {"FAIL", XL_FAIL}, {"ERROR", XL_FAIL}};

enum { RESULTS = sizeof results / sizeof results[0], UNKNOWN = RESULTS - 1 };

/* The number of the result in a line that begins with the key; 0: there is none. An unknown result
 * is an error. */
static size_t result_in(const char *line, const char *key)
{
    if (strncmp(line, key, strlen(key)) != 0)
        return 0;
    const char *word = line + strlen(key);
    word += strspn(word, " \t");
    const size_t length = strcspn(word, " \t\r\n");
    for (size_t k = 1; k < RESULTS; k++)
        if (strlen(results[k].word) == length && strncmp(results[k].word, word, length) == 0)
            return k;
    return UNKNOWN;
}

/* The last line of a log that begins with the result, as drivers write it: "FAIL x.sh (exit
 * status: 3)", "FAIL: x.tap 2 - two". Else the result. */
static char *reason_of(const char *result, const char *log, size_t size)
{
    const size_t length = strlen(result);
    for (size_t end = size; end > 0;) {
        const char *line = memrchr(log, '\n', end - 1);
        line = line ? line + 1 : log;
        const size_t line_size = (size_t)(log + end - line) - (log[end - 1] == '\n');
        if (line_size > length && strncmp(line, result, length) == 0 &&
            (line[length] == ' ' || line[length] == ':'))
            return xl_format("%.*s", (int)line_size, line);
        end = (size_t)(line - log);
    }
    return xl_copy_text(result);
}

void xl_read_trs(const char *label, FILE *trs, const char *log, size_t log_size,
                 struct xl_tests *tests)
{
    char *line = NULL;
    size_t room = 0, worst = 0, global = 0;
    while (getline(&line, &room, trs) >= 0) {
        const size_t result = result_in(line, ":test-result:");
        worst = result > worst ? result : worst;
        global = global ? global : result_in(line, ":global-test-result:");
    }
    free(line);
    if (results[global].outcome == XL_FAIL && results[worst].outcome != XL_FAIL)
        worst = global;
    const enum xl_outcome outcome = results[worst].outcome;
    char *reason = outcome == XL_PASS ? xl_copy_text("")
                   : !worst           ? xl_copy_text("its .trs file has no result")
                                      : reason_of(results[worst].word, log, log_size);
    xl_tests_set(tests, &(struct xl_test_result){.label = label,
                                                 .outcome = outcome,
                                                 .reason = reason,
                                                 .output = log,
                                                 .output_size = log_size});
    free(reason);
}

/* The end of a file; "" if there is none. */
static char *file_end(const char *path, size_t *size)
{
    enum { MOST = 16 * XL_TEST_OUTPUT };
    char *text = xl_alloc(MOST + 1, 1);
    struct stat s;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t from = file >= 0 && fstat(file, &s) == 0 && s.st_size > MOST ? s.st_size - MOST : 0;
    const ssize_t got = file >= 0 ? pread(file, text, MOST, from) : 0;
    if (file >= 0)
        close(file);
    *size = got > 0 ? (size_t)got : 0;
    return text;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool read_file(const char *build, const char *path, time_t since, struct xl_tests *tests)
{
    size_t size;
    const int stem = (int)(strlen(path) - strlen(".trs"));
    FILE *trs = xl_open_since(path, since);
    if (!trs)
        return false;
    char *log = xl_format("%.*s.log", stem, path), *end = file_end(log, &size);
    const char *from = path + strlen(build);
    from += strspn(from, "/");
    char *label = xl_format("%.*s", (int)(path + stem - from), from);
    xl_read_trs(label, trs, end, size, tests);
    fclose(trs);
    free(label);
    free(end);
    free(log);
    return true;
}

bool xl_read_trs_files(const char *build, time_t since, struct xl_tests *tests)
{
    char *const roots[] = {(char *)build, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    bool is_any = false;
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        const size_t length = e->fts_namelen;
        if (e->fts_info == FTS_F && length > 4 && strcmp(e->fts_name + length - 4, ".trs") == 0)
            is_any |= read_file(build, e->fts_path, since, tests);
    }
    if (tree)
        fts_close(tree);
    return is_any;
}
