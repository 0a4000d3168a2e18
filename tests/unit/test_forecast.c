/* The estimate of a run: builds that are made at once share the time in which each uses one core.
 * SPDX-License-Identifier: MIT
 */
#include "run/forecast.h"
#include "unit.h"

#include <unistd.h>

#include "base/file.h"
#include "rows/engine.h"

enum { BUILDS = 7, KERNELS = 6 };

/* Seconds to make the first builds of an architecture that is not slow. */
static double make_seconds(size_t count, double *each)
{
    const struct xl_run_options options = {.jobs = 2};
    const struct xl_selection selection = {.kernel_count = KERNELS, .all_kernels = 270};
    static char directories[BUILDS][2] = {"0", "1", "2", "3", "4", "5", "6"};
    static char agent[] = "/nowhere/agent";
    struct xl_build builds[BUILDS];
    struct xl_forecast f;
    for (size_t i = 0; i < BUILDS; i++)
        builds[i] = (struct xl_build){.name = directories[i],
                                      .isa = "vxe",
                                      .arch = "s390x",
                                      .compiler = "gcc",
                                      .opt = "O2",
                                      .directory = directories[i],
                                      .agent = agent};
    *each = xl_forecast_build(&builds[0], 1, KERNELS);
    xl_forecast(&options, &selection, builds, count, &f);
    assert_int_equal(f.builds_to_make, count);
    const double seconds = f.make_seconds / xl_rate_read();
    xl_forecast_free(&f);
    return seconds;
}

XL_TEST(test_builds_at_once)
{
    double each;
    setenv("CROSSLANE_TOOLS", "host", 1); /* no tree is missing */
    const double one = make_seconds(1, &each), all = make_seconds(BUILDS, &each);
    const double at_once = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
    assert_true(one > 0.99 * each && one < 1.01 * each);
    assert_true(all >= BUILDS * each / at_once);
    assert_true(all < 1.1 * BUILDS * each / at_once); /* few kernels: most of it is serial */
}

/* One row on two cores takes as long as it takes; two take no longer. */
XL_TEST(test_rows_at_once)
{
    static struct xl_arch arch = {.name = "s390x"};
    static struct xl_isa isa = {.name = "vxe"};
    const struct xl_row row = {
        .name = "r", .arch = &arch, .isa = &isa, .compiler = "gcc", .opt = "O2"};
    const struct xl_row *rows[] = {&row, &row};
    const struct xl_run_options options = {.jobs = 2, .count = 1};
    struct xl_selection selection = {.rows = rows, .row_count = 1, .kernel_count = 300};
    const double one = xl_forecast_row(&options, &selection, 0);
    selection.row_count = 2;
    const double of_two = xl_forecast_row(&options, &selection, 0);
    const double at_once = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
    assert_true(one > 0.99 * at_once * of_two && one < 1.01 * at_once * of_two);
}

/* At the beginning, what was expected; in the end, what was measured. */
XL_TEST(test_seconds_left)
{
    assert_true(xl_seconds_left(300, 0, 20) == 300);
    /* The first row of many ends after the trees and its build: the rest takes no hour. */
    assert_in_range((unsigned long)xl_seconds_left(300, 0.04, 60), 270, 400);
    assert_in_range((unsigned long)xl_seconds_left(300, 0.9, 900), 90, 110);
    assert_true(xl_seconds_left(300, 1, 900) == 0);
    assert_true(xl_seconds_left(0, 0.5, 10) == 10); /* unknown: measured alone */
}

/* A rate is kept, and a slow hour does not replace it. */
XL_TEST(test_rate)
{
    char file[4096];
    snprintf(file, sizeof file, "%s/rate", xl_work_directory());
    FILE *f = fopen(file, "re");
    char line[32] = "";
    const bool was = f && fgets(line, sizeof line, f);
    if (f)
        fclose(f);
    remove(file);
    assert_true(xl_rate_read() == 1);
    xl_rate_add(10, 20);
    assert_true(xl_rate_read() == 2);
    xl_rate_add(10, 80);
    assert_true(xl_rate_read() == 4);
    xl_rate_add(0, 80);
    xl_rate_add(10, 0);
    assert_true(xl_rate_read() == 4);
    remove(file);
    f = was ? fopen(file, "we") : NULL;
    if (f) {
        fputs(line, f);
        fclose(f);
    }
}

int main(void)
{
    return xl_run_tests("forecast", NULL, NULL);
}
