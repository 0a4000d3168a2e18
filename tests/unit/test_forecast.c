/* The estimate of a run: builds that are made at once share the time in which each uses one core.
 * SPDX-License-Identifier: MIT
 */
#include "run/forecast.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { BUILDS = 7, KERNELS = 6 };

/* Seconds to make the first builds of an architecture that is not slow. */
static double make_seconds(size_t count, double *each)
{
    const struct xl_run_options options = {.jobs = 2};
    const struct xl_selection selection = {.kernel_count = KERNELS, .all_kernels = 270};
    static char folders[BUILDS][2] = {"0", "1", "2", "3", "4", "5", "6"};
    static char agent[] = "/nowhere/agent";
    struct xl_build builds[BUILDS];
    struct xl_forecast f;
    for (size_t i = 0; i < BUILDS; i++)
        builds[i] = (struct xl_build){.name = folders[i],
                                      .isa = "vxe",
                                      .arch = "s390x",
                                      .compiler = "gcc",
                                      .opt = "O2",
                                      .folder = folders[i],
                                      .agent = agent};
    *each = xl_forecast_build(&builds[0], 1, KERNELS);
    xl_forecast(&options, &selection, builds, count, &f);
    assert_int_equal(f.builds_to_make, count);
    const double seconds = f.make_seconds;
    xl_forecast_free(&f);
    return seconds;
}

static void test_builds_at_once(void **state)
{
    double each;
    (void)state;
    setenv("CROSSLANE_TOOLS", "host", 1); /* no tree is missing */
    const double one = make_seconds(1, &each), all = make_seconds(BUILDS, &each);
    const double at_once = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
    assert_true(one > 0.99 * each && one < 1.01 * each);
    assert_true(all >= BUILDS * each / at_once);
    assert_true(all < 1.1 * BUILDS * each / at_once); /* few kernels: most of it is serial */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
