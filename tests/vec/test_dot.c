/* Unit tests of the vocabulary's dot products of bytes and of its first-fault load.
 * SPDX-License-Identifier: MIT
 */
#include "test_vec.h"

/* Out of line, as rng() is. */
__attribute__((noinline)) static uint32_t product(int a, int b) { return (uint32_t)(a * b); }

/* The sum of all lanes, in which each product is once. Lanes from vl on of a and b hold something, and do not count. */
#define XL_TEST_DOT(NAME, A)                                                                                           \
    static void test_##NAME(void **state)                                                                              \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##A a[XL_MAX_N];                                                                                   \
        static int8_t b[XL_MAX_N];                                                                                     \
        static int32_t sums[XL_MAX_N];                                                                                 \
        size_t lanes = xl_i8_lanes(), sum_lanes = xl_i32_lanes();                                                      \
        for (size_t r = 0; r < 2 * lanes + 40; r++) {                                                                  \
            size_t vl = xl_i8_vl(1 + r % lanes);                                                                       \
            uint32_t want = 0;                                                                                         \
            /* In some rounds all factors are extreme, so that a sum of two products in 16 bits wraps. */              \
            for (size_t i = 0; i < lanes; i++) {                                                                       \
                a[i] = (xl_e_##A)(r % 4 == 0 ? 0x80 : r % 4 == 1 ? 0xff : rng());                                      \
                b[i] = (int8_t)(r % 8 < 2 ? 0x80 : r % 8 < 4 ? 0x7f : rng());                                          \
            }                                                                                                          \
            for (size_t i = 0; i < sum_lanes; i++)                                                                     \
                want += (uint32_t)(sums[i] = (int32_t)rng());                                                          \
            for (size_t i = 0; i < vl; i++)                                                                            \
                want += product(a[i], b[i]);                                                                               \
            xl_i32 v = xl_i32_load(sums, sum_lanes);                                                                   \
            v = xl_i32_##NAME(v, xl_##A##_load(a, lanes), xl_i8_load(b, lanes), vl);                                   \
            uint32_t got = (uint32_t)xl_i32_reduce_add(v, sum_lanes);                                                  \
            if (got != want)                                                                                           \
                fail_lane("i32_" #NAME, vl, r, 0, 0, 0, got, want);                                                    \
        }                                                                                                              \
    }
XL_TEST_DOT(dot_i8, i8)
XL_TEST_DOT(dot_u8i8, u8)

/* `readable` bytes before an inaccessible page; vl lanes are asked for. At least the bytes of the first page come, up to vl. */
static void check_first_fault(size_t readable, size_t vl)
{
    static uint8_t got[XL_MAX_N];
    uint8_t *p = guarded(readable);
    size_t loaded = 0;
    for (size_t i = 0; i < readable; i++)
        p[i] = (uint8_t)rng();
    xl_u8 v = xl_u8_load_first_fault(p, &loaded, vl);
    assert_true(loaded >= 1 && loaded <= vl);
    assert_true(loaded <= readable);
    xl_u8_store(got, v, loaded);
    assert_memory_equal(got, p, loaded);
    guarded_free(p, readable);
}

static void test_u8_load_first_fault(void **state)
{
    (void)state;
    size_t lanes = xl_u8_lanes();
    for (size_t vl = 1; vl <= lanes; vl++)
        for (size_t readable = 1; readable <= 2 * lanes && readable <= 300; readable += readable < 40 ? 1 : 13)
            check_first_fault(readable, xl_u8_vl(vl));
    /* Without a page nearby, all of them. */
    static uint8_t p[3 * 4096], got[XL_MAX_N];
    uint8_t *first = p + 4096 - (uintptr_t)p % 4096;
    size_t loaded = 0;
    for (size_t i = 0; i < lanes; i++)
        first[i] = (uint8_t)rng();
    for (size_t vl = 1; vl <= lanes; vl++) {
        xl_u8 v = xl_u8_load_first_fault(first, &loaded, vl);
        assert_int_equal(loaded, vl);
        xl_u8_store(got, v, vl);
        assert_memory_equal(got, first, vl);
    }
}

int test_dot(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dot_i8),
        cmocka_unit_test(test_dot_u8i8),
        cmocka_unit_test(test_u8_load_first_fault),
    };
    return cmocka_run_group_tests_name("dot products and first-fault load " XL_STRING(XL_ISA), tests, NULL, NULL);
}
