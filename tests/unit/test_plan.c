/* How a plan shares rows out to jobs: as few as their seconds allow, each row in one of them; and
 * what a change makes a plan run.
 * SPDX-License-Identifier: MIT
 */
#include "base/file.h"
#include "ci/plan.h"
#include "matrix/shard.h"
#include "unit.h"

enum { KERNELS = 40 };

static struct xl_row_list list;
static const char *names[KERNELS];
static struct xl_affected affected;
static struct xl_plan plan;

static int set_up(void **state)
{
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
    xl_row_list_free(&list);
    return 0;
}

static int begin(void **state)
{
    struct xl_error err;
    const struct xl_affected_kernels kernels = {.names = names, .count = KERNELS};
    return xl_affected_find(NULL, &list, &kernels, &affected, &err);
}

static int end(void **state)
{
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
    const struct xl_plan_request request = {
        .tier = tier, .max_jobs = most, .job_seconds = 150, .cost = same, .costs = seconds};
    xl_plan_free(&plan);
    xl_plan_make(&affected, &request, &plan);
}

/* Kernel k of row r must run. */
static bool is_wanted(enum xl_tier tier, size_t r, size_t k)
{
    return affected.cells[r * KERNELS + k] ||
           ((!affected.has_base || affected.is_shared) && list.rows[r].tier <= tier);
}

/* Every row of which something must run is in one job, which runs that. The rows of a build are
 * side by side. */
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
                for (size_t k = 0; k < KERNELS; k++)
                    assert_true(!is_wanted(tier, r, k) || !job->kernels || job->kernels[k]);
            }
        assert_int_equal(found, wanted > 0);
    }
    for (size_t j = 0; j < plan.job_count; j++) {
        const struct xl_job *job = &plan.jobs[j];
        size_t builds = 0;
        for (size_t i = 0; i < job->row_count; i++) {
            size_t first = 0;
            while (job->rows[first]->build != job->rows[i]->build)
                first++;
            builds += first == i;
        }
        assert_int_equal(xl_plan_builds(job->rows, job->row_count), builds);
    }
}

/* Rows that the check `lengths` compares are in one job. */
static void test_lengths_stay_together(void **state)
{
    const double seconds = 40;
    make(XL_TIER_FULL, &seconds, 256);
    for (size_t j = 0; j < plan.job_count; j++)
        for (size_t r = 0; r < plan.jobs[j].row_count; r++) {
            const struct xl_row *row = plan.jobs[j].rows[r];
            size_t here = 0, all = 0;
            for (size_t k = 0; k < plan.jobs[j].row_count; k++)
                here += plan.jobs[j].rows[k]->isa == row->isa &&
                        plan.jobs[j].rows[k]->build == row->build &&
                        plan.jobs[j].rows[k]->vl_bits != row->vl_bits;
            for (size_t k = 0; k < list.count; k++)
                all += list.rows[k].isa == row->isa && list.rows[k].build == row->build &&
                       list.rows[k].vl_bits != row->vl_bits;
            assert_int_equal(here, all);
        }
}

static double all_seconds(void)
{
    double sum = 0;
    for (size_t j = 0; j < plan.job_count; j++)
        sum += plan.jobs[j].seconds;
    return sum;
}

/* Whether all rows are of one build and ISA: they may have to stay together. */
static bool is_one_part(const struct xl_job *job)
{
    for (size_t i = 1; i < job->row_count; i++)
        if (job->rows[i]->isa != job->rows[0]->isa || job->rows[i]->build != job->rows[0]->build)
            return false;
    return true;
}

/* No job is too long, unless its rows stay together or others do; one job less would be too few. */
static void test_seconds(void **state)
{
    static const double table[] = {2, 8, 40, 150, 400};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double longest = 150;
        make(XL_TIER_FULL, &table[i], 1000);
        assert_whole(XL_TIER_FULL);
        assert_int_equal(plan.row_count, list.count);
        for (size_t j = 0; j < plan.job_count; j++)
            if (is_one_part(&plan.jobs[j]) && plan.jobs[j].seconds > longest)
                longest = plan.jobs[j].seconds;
        for (size_t j = 0; j < plan.job_count; j++)
            assert_true(plan.jobs[j].seconds < longest + 1);
        assert_true(all_seconds() / longest > (double)plan.job_count * 0.75);
    }
}

/* Several builds are in a job: a pull request takes few. */
static void test_few_jobs(void **state)
{
    const double seconds = 8;
    make(XL_TIER_PR, &seconds, 256);
    assert_whole(XL_TIER_PR);
    assert_in_range(plan.job_count, 1, 4);
    make(XL_TIER_FULL, &seconds, 256);
    assert_whole(XL_TIER_FULL);
    assert_in_range(plan.job_count, 4, list.build_count / 2);
}

static void test_most_jobs(void **state)
{
    const double seconds = 400;
    for (size_t most = 1; most <= list.build_count + 3; most += 7) {
        make(XL_TIER_FULL, &seconds, most);
        assert_whole(XL_TIER_FULL);
        assert_in_range(plan.job_count, 1, most);
        assert_true(plan.job_count * 10 >= most * 7);
    }
}

static void affect(size_t kernel)
{
    affected.has_base = true;
    for (size_t r = 0; r < list.count; r++)
        affected.cells[r * KERNELS + kernel] = true;
}

/* A change of a kernel runs it on all rows, and no other kernel, in one or two jobs. */
static void test_one_kernel(void **state)
{
    affect(7);
    make(XL_TIER_PR, NULL, 256);
    assert_whole(XL_TIER_PR);
    assert_int_equal(plan.row_count, list.count);
    assert_in_range(plan.job_count, 1, 2);
    for (size_t j = 0; j < plan.job_count; j++)
        for (size_t k = 0; k < KERNELS; k++)
            assert_int_equal(plan.jobs[j].kernels[k], k == 7);
}

/* A change that can affect nothing runs nothing, also on the rows of the tier. */
static void test_no_row(void **state)
{
    affected.has_base = true;
    make(XL_TIER_PR, NULL, 256);
    assert_int_equal(plan.job_count, 0);
    assert_int_equal(plan.row_count, 0);
}

/* A change of shared code runs the rows of the tier, with all kernels. */
static void test_shared(void **state)
{
    size_t rows = 0;
    affected.has_base = affected.is_shared = true;
    for (size_t r = 0; r < list.count; r++)
        rows += list.rows[r].tier == XL_TIER_PR;
    make(XL_TIER_PR, NULL, 256);
    assert_whole(XL_TIER_PR);
    assert_int_equal(plan.row_count, rows);
    for (size_t j = 0; j < plan.job_count; j++)
        assert_null(plan.jobs[j].kernels);
    for (size_t r = 0; r < list.count; r++)
        assert_true(xl_affected_has(&affected, r, 0) || list.rows[r].kernel_count);
}

/* Different kernels on rows: one job runs those of all of them. */
static void test_joined(void **state)
{
    const char *build = xl_build_find(&list, "aarch64-llvm-O0")->name;
    size_t rows = 0;
    affected.has_base = true;
    for (size_t r = 0; r < list.count; r++)
        if (list.rows[r].build == build)
            affected.cells[r * KERNELS + rows++ % 5] = true;
    make(XL_TIER_PR, NULL, 256);
    assert_whole(XL_TIER_PR);
    assert_true(rows > 3);
    assert_int_equal(plan.job_count, 1);
    assert_non_null(plan.jobs[0].kernels);
}

/* If one more job is faster, rows with other kernels stay apart. */
static void test_apart(void **state)
{
    const double seconds = 400;
    affect(7);
    affected.is_shared = true;
    make(XL_TIER_PR, &seconds, 1000);
    assert_whole(XL_TIER_PR);
    for (size_t j = 0; j < plan.job_count; j++)
        for (size_t i = 0; i < plan.jobs[j].row_count; i++)
            assert_true(plan.jobs[j].kernels || plan.jobs[j].rows[i]->tier == XL_TIER_PR);
}

/* Each row, and one agent for each build and ISA. */
static uint64_t cost_of_all(const struct xl_part_cost *costs)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < plan.row_count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = plan.rows[k]->isa != plan.rows[i]->isa ||
                     strcmp(plan.rows[k]->build, plan.rows[i]->build) != 0;
        sum += costs[i].row_ms + (is_new ? costs[i].agent_ms : 0);
    }
    return sum;
}

/* Long vectors, and those of code without optimization, take an emulator longer. */
static void test_slow_rows(void **state)
{
    const struct xl_isa sve = {.name = "sve"}, sse2 = {.name = "sse2"};
    const struct xl_row fast = {.isa = &sve, .opt = "O2", .vl_bits = 256},
                        slow = {.isa = &sve, .opt = "O0", .vl_bits = 256},
                        longest = {.isa = &sve, .opt = "O2", .vl_bits = 2048},
                        other = {.isa = &sse2, .opt = "O0", .vl_bits = 128};
    const uint64_t usual = xl_part_cost(&fast, KERNELS, false, 0).row_ms;
    assert_true(xl_part_cost(&slow, KERNELS, false, 0).row_ms > 3 * usual / 2);
    assert_true(xl_part_cost(&longest, KERNELS, false, 0).row_ms > 2 * usual);
    assert_true(xl_part_cost(&other, KERNELS, false, 0).row_ms > usual);
    assert_true(xl_part_cost(&other, KERNELS, false, 0).row_ms <
                xl_part_cost(&slow, KERNELS, false, 0).row_ms);
    assert_int_equal(xl_part_cost(&longest, KERNELS, false, 2).row_ms, 1001); /* measured */
}

/* --runners: more runners are never much slower, and never faster than equal parts. */
static void test_times_runners(void **state)
{
    const struct xl_plan_request request = {.tier = XL_TIER_FULL,
                                            .max_jobs = list.count,
                                            .job_seconds = 1e9,
                                            .cost = xl_costs_of,
                                            .costs = &(struct xl_costs){NULL, 0}};
    xl_plan_make(&affected, &request, &plan);
    struct xl_part_cost *costs = calloc(plan.row_count, sizeof *costs);
    unsigned *shard_of = calloc(plan.row_count, sizeof *shard_of);
    for (size_t i = 0; i < plan.row_count; i++)
        costs[i] = xl_part_cost(plan.rows[i], KERNELS, false, 0);
    const struct xl_sharded all = {plan.rows, plan.row_count, costs};
    const uint64_t alone = xl_sharded_divide(&all, 1, shard_of);
    assert_int_equal(alone, cost_of_all(costs));
    uint64_t before = alone;
    for (unsigned n = 2; n < 40; n++) {
        const uint64_t longest = xl_sharded_divide(&all, n, shard_of);
        assert_true(longest >= alone / n && longest <= before + before / 20);
        before = longest;
    }
    free(costs);
    free(shard_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_seconds, begin, end),
        cmocka_unit_test_setup_teardown(test_lengths_stay_together, begin, end),
        cmocka_unit_test_setup_teardown(test_few_jobs, begin, end),
        cmocka_unit_test_setup_teardown(test_most_jobs, begin, end),
        cmocka_unit_test_setup_teardown(test_one_kernel, begin, end),
        cmocka_unit_test_setup_teardown(test_no_row, begin, end),
        cmocka_unit_test_setup_teardown(test_shared, begin, end),
        cmocka_unit_test_setup_teardown(test_joined, begin, end),
        cmocka_unit_test_setup_teardown(test_apart, begin, end),
        cmocka_unit_test(test_slow_rows),
        cmocka_unit_test_setup_teardown(test_times_runners, begin, end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
