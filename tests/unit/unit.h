/* What unit tests include: cmocka, behind the headers that it needs. Few tests use their state.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_UNIT_UNIT_H
#define XL_TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* XL_TEST(name) { ... } defines a test, which xl_run_tests() runs. `state` is cmocka's. */
struct xl_unit_test {
    const char *name;
    CMUnitTestFunction function;
    int line;
};
#define XL_IN_TESTS __attribute__((section("xl_tests"), used))
#define XL_TEST(NAME)                                                                              \
    static void NAME(void **state);                                                                \
    static const struct xl_unit_test xl_unit_##NAME = {#NAME, NAME, __LINE__};                     \
    XL_IN_TESTS static const struct xl_unit_test *const xl_unit_entry_##NAME = &xl_unit_##NAME;    \
    static void NAME(void **state)

/* The linker makes an array of the section. */
extern const struct xl_unit_test *const __start_xl_tests[] __attribute__((weak));
extern const struct xl_unit_test *const __stop_xl_tests[] __attribute__((weak));

static inline int xl_compare_tests(const void *a, const void *b)
{
    return (*(const struct xl_unit_test *const *)a)->line -
           (*(const struct xl_unit_test *const *)b)->line;
}

/* Runs the tests in the order of the file, between two functions that may be NULL. Returns how many
 * failed. */
static inline int xl_run_tests(const char *group, CMFixtureFunction begin, CMFixtureFunction end)
{
    enum { MOST = 200 };
    const struct xl_unit_test *sorted[MOST];
    struct CMUnitTest tests[MOST];
    const size_t count = (size_t)(__stop_xl_tests - __start_xl_tests);
    if (count > MOST)
        return (int)count;
    memcpy(sorted, __start_xl_tests, count * sizeof sorted[0]);
    qsort(sorted, count, sizeof sorted[0], xl_compare_tests);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){sorted[i]->name, sorted[i]->function, NULL, NULL, NULL};
    return _cmocka_run_group_tests(group, tests, count, begin, end);
}

#endif
