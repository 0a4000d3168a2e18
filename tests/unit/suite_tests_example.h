/* Outputs of test runners, and what is read of them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_UNIT_SUITE_TESTS_EXAMPLE_H
#define XL_TESTS_UNIT_SUITE_TESTS_EXAMPLE_H

#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "suite/runner_output.h"
#include "unit.h"

#define CORPUS XL_ROOT "/tests/corpus/tests/"

static inline char *content(const char *name, size_t *size)
{
    struct xl_error err;
    char *path = xl_join_path(CORPUS, "%s", name), *text = xl_file_read(path, size, &err);
    assert_non_null(text);
    free(path);
    return text;
}

struct expected {
    const char *name;
    enum xl_outcome outcome;
    const char *reason;
};

static const struct xl_test *find(const struct xl_tests *tests, const char *name)
{
    for (size_t i = 0; i < tests->count; i++)
        if (strcmp(tests->at[i].name, name) == 0)
            return &tests->at[i];
    fail_msg("there is no test '%s'", name);
    return NULL;
}

static inline void check(struct xl_tests *tests, const struct expected *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct xl_test *t = find(tests, expected[i].name);
        if (t->outcome != expected[i].outcome || strcmp(t->reason, expected[i].reason) != 0)
            fail_msg("%s: outcome %d, reason '%s'", t->name, (int)t->outcome, t->reason);
    }
    assert_int_equal(tests->count, count);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A folder for files of runners. */
struct folder {
    char path[64];
    char *file;
};

static inline struct folder make_folder(const char *name, const char *text, size_t size)
{
    struct folder f = {.path = "/tmp/test_suite_tests.XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    f.file = xl_join_path(f.path, "%s", name);
    FILE *file = fopen(f.file, "we");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return f;
}

static inline void remove_folder(struct folder *f)
{
    assert_int_equal(unlink(f->file), 0);
    assert_int_equal(rmdir(f->path), 0);
    free(f->file);
}

/* The result of reading this JUnit file, or this log of Meson. */
static inline int read_file_of(enum xl_runner runner, const char *text, size_t size,
                               const char *console, struct xl_tests *tests, struct xl_error *err)
{
    struct folder f = make_folder("log.json", text, size);
    char *junit = runner == XL_MESON ? xl_join_path(f.path, "log.junit.xml") : xl_copy_text(f.file);
    const int status = xl_tests_read(runner, f.path, junit, 0, console, tests, err);
    free(junit);
    remove_folder(&f);
    return status;
}

#endif
