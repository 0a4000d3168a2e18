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

/* XL_TEST(name) { ... } defines a test. xl_run_tests() of its file runs it. `state` is cmocka's. */
#define XL_TEST(NAME)                                                                              \
    static void NAME(void **state);                                                                \
    __attribute__((constructor)) static void xl_register_##NAME(void)                              \
    {                                                                                              \
        static struct xl_unit_test test = {#NAME, NAME, __LINE__, NULL};                           \
        xl_add_test(&test);                                                                        \
    }                                                                                              \
    static void NAME(void **state)

struct xl_unit_test {
    const char *name;
    CMUnitTestFunction function;
    int line;
    struct xl_unit_test *next;
};
static struct xl_unit_test *xl_unit_tests; /* of this file, in its order */

static inline void xl_add_test(struct xl_unit_test *test)
{
    struct xl_unit_test **at = &xl_unit_tests;
    while (*at && (*at)->line < test->line)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

/* Runs the file's tests between two functions, which may be NULL. Returns how many failed. */
static inline int xl_run_tests(const char *group, CMFixtureFunction begin, CMFixtureFunction end)
{
    enum { MOST = 100 };
    struct CMUnitTest tests[MOST];
    size_t count = 0;
    for (const struct xl_unit_test *t = xl_unit_tests; t && count < MOST; t = t->next)
        tests[count++] = (struct CMUnitTest){t->name, t->function, NULL, NULL, NULL};
    return count && count < MOST ? _cmocka_run_group_tests(group, tests, count, begin, end) : 1;
}

#endif
