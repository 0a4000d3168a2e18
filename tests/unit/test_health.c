/* What doctor says of a machine that is short of something: of made-up numbers.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/health.h"

static const uint64_t MIB = 1 << 20;

static struct xl_health *new_health(void **state)
{
    (void)state;
    struct xl_health *h = calloc(1, sizeof *h);
    assert_non_null(h);
    return h;
}

static void test_disk(void **state)
{
    struct xl_health *h = new_health(state);
    xl_health_disk(h, "/cache", 2048 * MIB, 7);
    xl_health_disk(h, "/cache", 2047 * MIB, 7);
    assert_true(!h->things[0].is_lacking && h->things[0].rows == 0);
    assert_true(h->things[1].is_lacking && h->things[1].rows == 7 && *h->things[1].command);
    assert_non_null(strstr(h->things[1].state, "2047 MiB free under /cache"));
    free(h);
}

static void test_memory(void **state)
{
    struct xl_health *h = new_health(state);
    xl_health_memory(h, UINT64_MAX);
    xl_health_memory(h, 511 * MIB);
    assert_true(!h->things[0].is_lacking && !*h->things[0].command);
    assert_true(h->things[1].is_lacking);
    assert_string_equal(h->things[1].command, "./crosslane run --jobs 1");
    free(h);
}

/* QEMU's guests of 32 bits alone want so many addresses. */
static void test_addresses(void **state)
{
    struct xl_row all[3] = {{.arch = xl_arch_find("armhf"), .compiler = "gcc"},
                            {.arch = xl_arch_find("armhf"), .compiler = "llvm"},
                            {.arch = xl_arch_find("s390x"), .compiler = "gcc"}};
    const struct xl_row_list rows = {.rows = all, .count = 3};
    struct xl_health *h = new_health(state);
    xl_health_addresses(h, UINT64_MAX, &rows);
    xl_health_addresses(h, 8192 * MIB, &rows);
    xl_health_addresses(h, 4096 * MIB, &rows);
    assert_true(!h->things[0].is_lacking && !h->things[1].is_lacking);
    assert_true(h->things[2].is_lacking && h->things[2].rows == 2);
    assert_string_equal(h->things[2].command, "ulimit -v unlimited");
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_disk), cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_addresses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
