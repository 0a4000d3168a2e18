/* What a finding says: where it has no room, and of what is long.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "call/findings.h"

/* What has no room ends in "...", between two characters, and stays so. */
static void test_appended(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *wanted;
    } table[] = {
        {"", "", ""},
        {"abc", "defg", "abcdefg"},
        {"abcdefghi", "", "abcdefghi"},
        {"abcdefghi", "j", "abcdef..."},
        {"abcde", "fghij", "abcdef..."},
        {"abcdefghijk", "l", "abcdef..."},
        {"abcde\u00e9\u00e9\u00e9", "f", "abcde..."},
        {"", "abcdefghijklmnopqrstuvwxyz", "abcdef..."},
        {"and so on...", "", "and so..."},
        {"ab...", "def", "ab...def"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char field[11] = "";
        field[10] = '#';
        xl_append(field, 10, "%s", table[i].first);
        xl_append(field, 10, "%s", table[i].second);
        xl_append(field, 10, "%s", "");
        assert_string_equal(field, table[i].wanted);
        assert_int_equal(field[10], '#');
    }
    char small[3] = {0, 0, '#'}, none = '#';
    xl_append(small, 2, "%s", "ab");
    assert_string_equal(small, ".");
    assert_int_equal(small[2], '#');
    xl_append(&none, 0, "%s", "ab");
    assert_int_equal(none, '#');
}

/* Twelve values of 64 bits with long names, in fewer bytes than they take. */
static void test_inputs_without_room(void **state)
{
    (void)state;
    static const struct xl_kernel many = {
        .name = "many",
        .args = {XL_VALUE(u64, the_first_of_many), XL_VALUE(u64, the_second_of_many),
                 XL_VALUE(u64, the_third_of_many), XL_VALUE(u64, the_fourth_of_many),
                 XL_VALUE(u64, the_fifth_of_many), XL_VALUE(u64, the_sixth_of_many),
                 XL_VALUE(u64, the_seventh_of_many), XL_VALUE(u64, the_eighth_of_many),
                 XL_VALUE(u64, the_ninth_of_many), XL_VALUE(u64, the_tenth_of_many),
                 XL_VALUE(u64, the_eleventh_of_many), XL_VALUE(u64, the_twelfth_of_many)}};
    struct xl_planned p = {.c = {.n = 1}};
    struct {
        char text[300], behind[400];
    } room;
    memset(&room, '#', sizeof room);
    xl_describe_inputs(&many, &p, XL_NO_ELEMENT, room.text, sizeof room.text);
    assert_int_equal(strlen(room.text), sizeof room.text - 1);
    assert_string_equal(room.text + sizeof room.text - 4, "...");
    assert_int_equal(strspn(room.behind, "#"), sizeof room.behind);
    assert_int_equal(strncmp(room.text, "the_first_of_many=0x0000000000000000 the_second_", 48), 0);
}

/* A run that is made up of its kernel. */
static struct xl_calls run_of(const struct xl_kernel *kernel)
{
    static const struct xl_checks_off none;
    return (struct xl_calls){.kernel = kernel, .vl_bits = 128, .off = &none};
}

/* A finding is of the argument by its whole name. */
static void test_long_name(void **state)
{
    (void)state;
    static const struct xl_kernel kernel = {
        .name = "k",
        .args = {XL_OUT(
            u8, an_output_with_a_name_of_sixty_four_letters_or_more_which_C_allows_to_be, 1)}};
    const struct xl_calls run = run_of(&kernel);
    struct xl_finding f = {.check = XL_CHECK_value};
    xl_tell_element(&run, &kernel.args[0], 3, 1, 2, &f);
    assert_string_equal(f.arg, kernel.args[0].name);
}

/* Each output that is in place is named. */
static void test_all_shared_inputs(void **state)
{
    (void)state;
    static const struct xl_kernel kernel = {.name = "k",
                                            .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1),
                                                     XL_IN(u8, c, 1), XL_OUT(u8, x, 1),
                                                     XL_OUT(u8, y, 1), XL_OUT(u8, z, 1)}};
    const struct xl_calls run = run_of(&kernel);
    static struct xl_kernel_result result;
    struct xl_planned p = {.c = {.n = 1, .place = XL_PLACE_IN_PLACE}};
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        p.spots[k].shared = k >= 3 && k < 6 ? (long)k - 3 : -1;
    const struct xl_finding *f = xl_add_value_finding(&run, &p, 3, 0, 1, 0, 2, &result);
    assert_non_null(f);
    if (!strstr(f->message, "says when x is a and y is b and z is c"))
        fail_msg("%s", f->message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_appended), cmocka_unit_test(test_inputs_without_room),
        cmocka_unit_test(test_long_name), cmocka_unit_test(test_all_shared_inputs)};
    return cmocka_run_group_tests_name("fault", tests, NULL, NULL);
}
