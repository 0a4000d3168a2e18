/* Unit tests of the vector vocabulary: operations with a scalar operand, held against those with it in every lane.
 * SPDX-License-Identifier: MIT
 */
#include "test_vec.h"

/* Out of line: most of the time that these tests take to compile goes with the number of copies. */
#define XL_COMPARE(T)                                                                                                  \
    __attribute__((noinline)) static void compare_##T(const char *name, xl_##T of_scalar, xl_##T of_lanes, size_t vl,  \
                                                      size_t r)                                                        \
    {                                                                                                                  \
        static xl_e_##T got[XL_MAX_N], want[XL_MAX_N];                                                                 \
        xl_##T##_store(got, of_scalar, vl);                                                                            \
        xl_##T##_store(want, of_lanes, vl);                                                                            \
        for (size_t i = 0; i < vl; i++)                                                                                \
            if (!same_##T(got[i], want[i]))                                                                            \
                fail_lane(name, vl, i, bits_##T(in_##T[0][i]), 0, r, bits_##T(got[i]), bits_##T(want[i]));             \
    }

/* GOT and WANT of v and x: x is an input, or a constant, which can be part of the instruction. */
#define XL_SAME(T, NAME, GOT, WANT) compare_##T(#T "_" #NAME "_s", GOT, WANT, vl, r);
#define XL_TEST_SCALAR(T, NAME, GOT, WANT)                                                                             \
    static void test_##T##_##NAME##_s(void **state)                                                                    \
    {                                                                                                                  \
        size_t lanes = xl_##T##_lanes();                                                                               \
        (void)state;                                                                                                   \
        for (size_t r = 0; r < rounds_##T; r++) {                                                                      \
            size_t vl = xl_##T##_vl(1 + r % lanes);                                                                    \
            fill_##T(lanes, r);                                                                                        \
            xl_##T v = xl_##T##_load(in_##T[0], vl), w = xl_##T##_load(in_##T[2], vl);                                 \
            (void)w;                                                                                                   \
            {                                                                                                          \
                const xl_e_##T x = in_##T[1][0];                                                                       \
                XL_SAME(T, NAME, GOT, WANT)                                                                            \
            }                                                                                                          \
            {                                                                                                          \
                const xl_e_##T x = 26;                                                                                 \
                XL_SAME(T, NAME, GOT, WANT)                                                                            \
            }                                                                                                          \
            {                                                                                                          \
                const xl_e_##T x = (xl_e_##T)-3;                                                                       \
                XL_SAME(T, NAME, GOT, WANT)                                                                            \
            }                                                                                                          \
        }                                                                                                              \
    }

/* An operation that gives a vector, and one that gives a mask. */
#define XL_TEST_VALUE(T, NAME)                                                                                         \
    XL_TEST_SCALAR(T, NAME, xl_##T##_##NAME##_s(v, x, vl), xl_##T##_##NAME(v, xl_##T##_set1(x, vl), vl))
#define XL_TEST_MASK(T, NAME, WANT)                                                                                    \
    XL_TEST_SCALAR(T, NAME, xl_##T##_select(xl_##T##_##NAME##_s(v, x, vl), v, w, vl), xl_##T##_select(WANT, v, w, vl))

#define XL_TEST_EVERY(T)                                                                                               \
    XL_TEST_VALUE(T, add)                                                                                              \
    XL_TEST_VALUE(T, sub)                                                                                              \
    XL_TEST_MASK(T, eq, xl_##T##_eq(v, xl_##T##_set1(x, vl), vl))                                                      \
    XL_TEST_MASK(T, lt, xl_##T##_lt(v, xl_##T##_set1(x, vl), vl))                                                      \
    XL_TEST_MASK(T, le, xl_##T##_le(v, xl_##T##_set1(x, vl), vl))                                                      \
    XL_TEST_MASK(T, gt, xl_##T##_lt(xl_##T##_set1(x, vl), v, vl))                                                      \
    XL_TEST_MASK(T, ge, xl_##T##_le(xl_##T##_set1(x, vl), v, vl))
#define XL_TEST_INT(T)                                                                                                 \
    XL_TEST_EVERY(T)                                                                                                   \
    XL_TEST_VALUE(T, min)                                                                                              \
    XL_TEST_VALUE(T, max)                                                                                              \
    XL_TEST_VALUE(T, and)                                                                                              \
    XL_TEST_VALUE(T, or)                                                                                               \
    XL_TEST_VALUE(T, xor)
#define XL_TEST_SATURATING(T)                                                                                          \
    XL_TEST_VALUE(T, add_sat)                                                                                          \
    XL_TEST_VALUE(T, sub_sat)

#define XL_EACH_INT(M) M(i8) M(i16) M(i32) M(i64) M(u8) M(u16) M(u32) M(u64)
#define XL_EACH_FLOAT(M) M(f32) M(f64)
#define XL_EACH_NARROW(M) M(i8) M(i16) M(u8) M(u16)
#define XL_EACH_PRODUCT(M) M(f32) M(f64) M(i16) M(i32) M(i64) M(u16) M(u32) M(u64)
#define XL_TEST_PRODUCT(T) XL_TEST_VALUE(T, mul)
XL_EACH_FLOAT(XL_COMPARE)
XL_EACH_INT(XL_COMPARE)
XL_EACH_FLOAT(XL_TEST_EVERY)
XL_EACH_INT(XL_TEST_INT)
XL_EACH_NARROW(XL_TEST_SATURATING)
XL_EACH_PRODUCT(XL_TEST_PRODUCT)

#define XL_TEST(NAME) cmocka_unit_test(test_##NAME)
#define XL_LIST_EVERY(T)                                                                                               \
    XL_TEST(T##_add_s), XL_TEST(T##_sub_s), XL_TEST(T##_eq_s), XL_TEST(T##_lt_s), XL_TEST(T##_le_s), XL_TEST(T##_gt_s), \
        XL_TEST(T##_ge_s),
#define XL_LIST_INT(T)                                                                                                 \
    XL_LIST_EVERY(T)                                                                                                   \
    XL_TEST(T##_min_s), XL_TEST(T##_max_s), XL_TEST(T##_and_s), XL_TEST(T##_or_s), XL_TEST(T##_xor_s),
#define XL_LIST_SATURATING(T) XL_TEST(T##_add_sat_s), XL_TEST(T##_sub_sat_s),
#define XL_LIST_PRODUCT(T) XL_TEST(T##_mul_s),

int test_scalar(void)
{
    const struct CMUnitTest tests[] = {XL_EACH_FLOAT(XL_LIST_EVERY) XL_EACH_INT(XL_LIST_INT)
                                           XL_EACH_NARROW(XL_LIST_SATURATING) XL_EACH_PRODUCT(XL_LIST_PRODUCT)};
    return cmocka_run_group_tests_name("scalar operands of " XL_STRING(XL_ISA), tests, NULL, NULL);
}
