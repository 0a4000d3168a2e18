/* The engine of rows: builds and rows run, rows are streamed, a failure ends the run.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "rows/engine.h"
#include "unit.h"

enum { ROWS = 3, BUILDS = 2 };

struct rows {
    struct xl_engine engine;
    enum xl_outcome outcomes[ROWS];
    bool has_run[ROWS], is_printed[ROWS];
    size_t made;
};

static void make(void *data, size_t build, size_t nth)
{
    struct rows *r = data;
    assert_int_equal(nth, ++r->made);
    assert_int_equal(build, nth - 1);
}

static void run(void *data, size_t row, void *worker)
{
    struct rows *r = data;
    assert_null(worker);
    r->has_run[row] = !xl_interrupted;
    xl_engine_report(&r->engine, row, xl_interrupted ? XL_NOT_RUN : r->outcomes[row]);
}

static void print(void *data, size_t row)
{
    ((struct rows *)data)->is_printed[row] = true;
}

static struct json_object *json(void *data, size_t row)
{
    (void)data;
    return json_object_new_int((int)row);
}

static const struct xl_engine_calls calls = {make, NULL, NULL, run, print, json};

/* Runs the rows, one at a time; row I of build I, the last of none. */
static void run_all(struct rows *r, const char *file)
{
    r->engine = (struct xl_engine){.row_count = ROWS,
                                   .build_count = BUILDS,
                                   .build_of = xl_alloc(ROWS, sizeof *r->engine.build_of),
                                   .jobs = 1,
                                   .makers = 1,
                                   .fail_fast = true,
                                   .json = file,
                                   .calls = &calls,
                                   .data = r};
    for (size_t i = 0; i < ROWS; i++)
        r->engine.build_of[i] = i;
    xl_engine_make(&r->engine);
    xl_engine_begin_rows(&r->engine);
    xl_engine_run(&r->engine);
    xl_engine_await_builds(&r->engine);
    xl_engine_end_rows(&r->engine);
}

static void test_rows_are_streamed(void **state)
{
    char directory[PATH_MAX];
    const int held = xl_scratch_begin(xl_temporary_directory(), "test-engine", directory);
    char *file = xl_join_path(directory, "json"), *lines = xl_format("%s.lines", file);
    struct rows r = {.outcomes = {XL_PASS, XL_SKIP, XL_PASS}};
    struct json_object *results = json_object_new_array();
    assert_true(held >= 0);
    run_all(&r, file);
    for (size_t i = 0; i < ROWS; i++)
        assert_true(r.has_run[i] && r.is_printed[i]);
    assert_int_equal(access(lines, R_OK), 0);
    assert_int_equal(mkdir(file, 0777), 0); /* nobody can write there */
    assert_int_equal(xl_engine_write(&r.engine, results), 3);
    assert_int_equal(access(lines, R_OK), 0);
    assert_int_equal(rmdir(file), 0);
    assert_int_equal(xl_engine_write(&r.engine, results), 0);
    assert_int_equal(access(file, R_OK), 0);
    assert_int_not_equal(access(lines, R_OK), 0);
    xl_engine_free(&r.engine);
    json_object_put(results);
    xl_scratch_end(held, directory);
    free(lines);
    free(file);
}

static void test_failure_ends_the_run(void **state)
{
    struct rows r = {.outcomes = {XL_FAIL, XL_FAIL, XL_FAIL}};
    size_t ran = 0;
    run_all(&r, NULL);
    for (size_t i = 0; i < ROWS; i++) {
        ran += r.has_run[i];
        assert_true(r.is_printed[i]);
    }
    assert_int_equal(ran, 1);
    assert_string_equal(xl_stop_reason(), "--fail-fast: a row failed");
    assert_int_equal(xl_stop_status(), 1);
    xl_engine_free(&r.engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_streamed),
        cmocka_unit_test(test_failure_ends_the_run), /* the last: the process stays interrupted */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
