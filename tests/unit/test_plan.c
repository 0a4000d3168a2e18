/* How a plan shares rows out to jobs: as few as their seconds allow, each row in one of them.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "ci/plan.h"

enum { KERNELS = 40 };

static struct xl_row_list list;
static const char *names[KERNELS];
static struct xl_affected affected;
static struct xl_plan plan;

static int set_up(void **state)
{
    (void)state;
    char file[4096];
    struct xl_error err;
    xl_repository_path("matrix/matrix.yml", file, sizeof file);
    if (xl_row_list_read(file, &list, &err))
        fail_msg("%s", err.text);
    for (size_t k = 0; k < KERNELS; k++)
        names[k] = "kernel";
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    xl_row_list_free(&list);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    struct xl_error err;
    return xl_affected_find(NULL, &list, names, KERNELS, &affected, &err);
}

static int end(void **state)
{
    (void)state;
    xl_plan_free(&plan);
    xl_affected_free(&affected);
    return 0;
}

/* costs: the seconds of every row; NULL: not measured. */
static double same(const void *costs, const struct xl_row *row)
{
    static const struct xl_costs none;
    return costs ? *(const double *)costs : xl_costs_of(&none, row);
}

static void make(enum xl_tier tier, const double *seconds, size_t most)
{
    struct xl_error err;
    const struct xl_plan_request request = {
        .tier = tier, .max_jobs = most, .job_seconds = 150, .cost = same, .costs = seconds};
    xl_plan_free(&plan);
    if (xl_plan_make(&affected, &request, &plan, &err))
        fail_msg("%s", err.text);
}

/* Kernel k of row r must run. */
static bool is_wanted(enum xl_tier tier, size_t r, size_t k)
{
    return list.rows[r].tier <= tier || xl_affected_has(&affected, r, k);
}

/* Every row of which something must run is in one job, which runs that. */
static void assert_whole(enum xl_tier tier)
{
    for (size_t r = 0; r < list.count; r++) {
        size_t found = 0, wanted = 0;
        for (size_t k = 0; k < KERNELS; k++)
            wanted += is_wanted(tier, r, k);
        for (size_t j = 0; j < plan.job_count; j++)
            for (size_t i = 0; i < plan.jobs[j].row_count; i++) {
                const struct xl_job *job = &plan.jobs[j];
                if (job->rows[i] != &list.rows[r])
                    continue;
                found++;
                assert_ptr_equal(job->build, list.rows[r].build);
                for (size_t k = 0; k < KERNELS; k++)
                    assert_true(!is_wanted(tier, r, k) || !job->kernels || job->kernels[k]);
            }
        assert_int_equal(found, wanted > 0);
    }
}

static size_t rows_of(size_t build)
{
    size_t rows = 0;
    for (size_t r = 0; r < list.count; r++)
        rows += list.rows[r].build == list.builds[build].name;
    return rows;
}

/* As many jobs as a build's seconds want. */
static size_t jobs_for(double row_seconds)
{
    size_t jobs = 0;
    for (size_t b = 0; b < list.build_count; b++) {
        size_t rows = rows_of(b), wanted = (size_t)((double)rows * row_seconds / 150);
        wanted += (double)wanted * 150 < (double)rows * row_seconds;
        jobs += wanted < rows ? wanted : rows;
    }
    return jobs;
}

static void test_seconds(void **state)
{
    (void)state;
    static const double table[] = {2, 15, 40, 75, 400};
    make(XL_TIER_FULL, NULL, 256);
    assert_whole(XL_TIER_FULL);
    assert_int_equal(plan.job_count, jobs_for(15));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        make(XL_TIER_FULL, &table[i], 1000);
        assert_whole(XL_TIER_FULL);
        assert_int_equal(plan.job_count, jobs_for(table[i]));
    }
    assert_int_equal(plan.job_count, list.count);
}

static void test_most_jobs(void **state)
{
    (void)state;
    const double seconds = 400;
    make(XL_TIER_FULL, &seconds, list.build_count + 3);
    assert_whole(XL_TIER_FULL);
    assert_int_equal(plan.job_count, list.build_count + 3);
}

/* A new kernel: hardly more jobs than builds. */
static void test_one_kernel(void **state)
{
    (void)state;
    size_t with_all = 0;
    for (size_t r = 0; r < list.count; r++)
        affected.cells[r * KERNELS + 7] = true;
    make(XL_TIER_PR, NULL, 256);
    assert_whole(XL_TIER_PR);
    assert_int_equal(plan.row_count, list.count);
    for (size_t j = 0; j < plan.job_count; j++)
        with_all += !plan.jobs[j].kernels;
    assert_true(with_all > 0);
    assert_in_range(plan.job_count, list.build_count, list.build_count + with_all);
}

/* Different kernels on the rows of one build: one job runs those of all of them. */
static void test_joined(void **state)
{
    (void)state;
    const char *build = xl_build_find(&list, "aarch64-llvm-O0")->name; /* no row of pr */
    size_t jobs = 0, rows = 0;
    for (size_t r = 0; r < list.count; r++)
        if (list.rows[r].build == build)
            affected.cells[r * KERNELS + rows++ % 5] = true;
    make(XL_TIER_PR, NULL, 256);
    assert_whole(XL_TIER_PR);
    for (size_t j = 0; j < plan.job_count; j++)
        if (plan.jobs[j].build == build) {
            jobs++;
            assert_non_null(plan.jobs[j].kernels);
        }
    assert_true(rows > 3);
    assert_int_equal(jobs, 1);
}

/* Where a job more is quicker, rows with other kernels stay apart. */
static void test_apart(void **state)
{
    (void)state;
    const double seconds = 400;
    for (size_t r = 0; r < list.count; r++)
        affected.cells[r * KERNELS + 7] = true;
    make(XL_TIER_PR, &seconds, 1000);
    assert_whole(XL_TIER_PR);
    for (size_t j = 0; j < plan.job_count; j++)
        for (size_t i = 0; i < plan.jobs[j].row_count; i++)
            assert_true(plan.jobs[j].kernels || plan.jobs[j].rows[i]->tier == XL_TIER_PR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_seconds, begin, end),
        cmocka_unit_test_setup_teardown(test_most_jobs, begin, end),
        cmocka_unit_test_setup_teardown(test_one_kernel, begin, end),
        cmocka_unit_test_setup_teardown(test_joined, begin, end),
        cmocka_unit_test_setup_teardown(test_apart, begin, end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
