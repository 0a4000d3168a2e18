/* What a kernel's record says of CPUs beyond their ISAs, and what is said of a wrong one.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "build/record.h"

static void test_needs_are_of_an_isa(void **state)
{
    (void)state;
    const struct xl_kernel k = {.name = "k", .needs = {{"sse4", "pclmulqdq aes"}, {"neon", "crc32"}}};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(&k, &err), 0);
    assert_string_equal(xl_kernel_needs(&k, "sse4"), "pclmulqdq aes");
    assert_string_equal(xl_kernel_needs(&k, "avx2"), "");
    assert_false(xl_kernel_is_dispatched(&k));
}

static void assert_wrong(const struct xl_kernel *k, const char *words)
{
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(k, &err), -1);
    if (!strstr(err.text, words))
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

/* A word that is misspelt would be a feature that no CPU has, and its kernel be run nowhere. */
static void test_words_that_name_nothing(void **state)
{
    (void)state;
    const struct xl_kernel misspelt = {.name = "k", .needs = {{"sse4", "aes pclmulqd"}}},
                           other_arch = {.name = "k", .needs = {{"sse4", "pmull"}}},
                           isa = {.name = "k", .needs = {{"sse5", "aes"}}},
                           taken = {.name = "k", .dispatch = {{"avx2 aess", "f"}}};
    assert_wrong(&misspelt, "kernel k: .needs has 'pclmulqd', which is no feature of x86_64's CPUs; "
                            "the nearest: pclmulqdq");
    assert_wrong(&other_arch, "'pmull', which is no feature of x86_64's CPUs");
    assert_wrong(&isa, "'sse5', which is no ISA");
    assert_wrong(&taken, ".dispatch has 'aess', which is no ISA, and no feature of a CPU; the "
                         "nearest: aes");
}

static void test_dispatch_has_isas_and_features(void **state)
{
    (void)state;
    const struct xl_kernel k = {
        .name = "k", .dispatch = {{"avx2 pclmulqdq", "f"}, {"neon crc32", "g"}, {"", "h"}}};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(&k, &err), 0);
    assert_true(xl_kernel_is_dispatched(&k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_needs_are_of_an_isa),
        cmocka_unit_test(test_words_that_name_nothing),
        cmocka_unit_test(test_dispatch_has_isas_and_features),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
