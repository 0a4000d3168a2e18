/* Vectors, growing texts and bounded fields.
 * SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/unicode.h"
#include "unit.h"

XL_TEST(test_push_keeps_all_items)
{
    struct {
        size_t *at;
        size_t count, room;
    } vector = {0};
    for (size_t i = 0; i < 1000; i++)
        xl_push(&vector, i * i);
    assert_int_equal(vector.count, 1000);
    assert_true(vector.room >= vector.count);
    for (size_t i = 0; i < vector.count; i++)
        assert_int_equal(vector.at[i], i * i);
    free(vector.at);
}

XL_TEST(test_text_grows)
{
    struct xl_text text = {0};
    assert_null(text.at);
    xl_text_add_bytes(&text, "", 0);
    assert_string_equal(text.at, "");
    for (int i = 0; i < 1000; i++)
        xl_text_add(&text, "%03d,", i);
    assert_int_equal(text.used, 4000);
    assert_int_equal(strlen(text.at), 4000);
    assert_memory_equal(text.at, "000,001,", 8);
    assert_string_equal(text.at + 3992, "998,999,");
    free(text.at);
}

/* A piece that is longer than the room, and one with a NUL. */
XL_TEST(test_text_takes_any_piece)
{
    struct xl_text text = {0};
    char *piece = xl_format("%5000s", "end");
    xl_text_add(&text, "%s", piece);
    assert_string_equal(text.at, piece);
    xl_text_add_bytes(&text, "a\0b", 3);
    assert_int_equal(text.used, 5003);
    assert_memory_equal(text.at + 5000, "a\0b", 4);
    free(piece);
    free(text.at);
}

XL_TEST(test_append_cuts_once)
{
    char field[12] = "";
    xl_append(field, sizeof field, "%s", "abcdef");
    xl_append(field, sizeof field, "%s", "ghijk");
    assert_string_equal(field, "abcdefghijk"); /* it just fits */
    xl_append(field, sizeof field, "%s", "l");
    assert_string_equal(field, "abcdefgh...");
    xl_append(field, sizeof field, "%s", "m");
    assert_string_equal(field, "abcdefgh...");
}

/* A character of UTF-8 is not cut in its middle. */
XL_TEST(test_append_cuts_between_characters)
{
    char field[12] = "";
    xl_append(field, sizeof field, "abcdef\xE2\x82\xAC\xE2\x82\xAC");
    assert_string_equal(field, "abcdef...");
    xl_append(field, sizeof field, "x");
    assert_string_equal(field, "abcdef...");
}

/* Text of the caller that ends in dots is not a cut. */
XL_TEST(test_append_after_dots)
{
    char field[20] = "";
    xl_append(field, sizeof field, "wait...");
    xl_append(field, sizeof field, " %d", 7);
    assert_string_equal(field, "wait... 7");
}

XL_TEST(test_arena_frees_all)
{
    struct xl_arena arena = {0};
    for (int round = 0; round < 2; round++) {
        const int *numbers = xl_arena_alloc(&arena, 100, sizeof *numbers);
        assert_int_equal(numbers[99], 0);
        assert_string_equal(xl_arena_text(&arena, "abcdef", 3), "abc");
        xl_arena_free(&arena);
        assert_int_equal(arena.count, 0);
    }
}

XL_TEST(test_plurals)
{
    assert_string_equal(xl_s(0), "s");
    assert_string_equal(xl_s(1), "");
    assert_string_equal(xl_s(2), "s");
    assert_string_equal(xl_plural(1, "is", "are"), "is");
    assert_string_equal(xl_plural(0, "is", "are"), "are");
}

XL_TEST(test_printable)
{
    static const struct {
        const char *text, *keep, *shown;
    } table[] = {
        {"", "", ""},
        {"plain \xc3\xa9 \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac", "",
         "plain \xc3\xa9 \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac"},
        {"\x1b[31m\r\x7f", "", "\\x1b[31m\\x0d\\x7f"},
        {"a\tb\nc", "\n", "a\\x09b\nc"},
        {"\xc2\x9b", "", "\\u009b"}, /* CSI in one character */
        {"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c", "", "\\u202e\\u2066\\u061c"},
        {"\xf3\xa0\x81\x81", "", "\\U000e0041"},
        {"\xff", "", "\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *shown = xl_printable(table[i].text, table[i].keep);
        assert_string_equal(shown, table[i].shown);
        free(shown);
    }
    struct xl_error err;
    xl_error_set(&err, "a\x1b%s\nc",
                 "\xe2\x80\xae"
                 "b");
    assert_string_equal(err.text, "a  b c");
}

/* A name as a pattern matches the name, and no other that it would match as a pattern. */
XL_TEST(test_globs)
{
    static const char *const table[][3] = {
        {"plain", "plain", NULL},
        {"x [l]", "x \\[l]", "x l"},
        {"a*", "a\\*", "ab"},
        {"a?", "a\\?", "ab"},
        {"a\\b", "a\\\\b", "ab"},
        {"", "", NULL},
        {"\x1b[m", "*\\[m", "m"},
        {"\xe2\x80\xae"
         "a",
         "*a", "b"},
        {"\xc3\xa9", "\xc3\xa9", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *glob = xl_glob_of(table[i][0]);
        assert_string_equal(glob, table[i][1]);
        assert_int_equal(fnmatch(glob, table[i][0], 0), 0);
        if (table[i][2])
            assert_int_not_equal(fnmatch(glob, table[i][2], 0), 0);
        free(glob);
    }
}

static char *wrapped(const char *text, size_t columns)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    assert_non_null(f);
    xl_put_wrapped(f, text, columns);
    fclose(f);
    return out;
}

/* Lines are broken at blanks, and go on below their text. */
XL_TEST(test_lines_are_wrapped)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"short\n", "short\n"},
        {"one two three four five\n", "one two three four\n  five\n"},
        {"  got  a b c d e f g h i j k\n", "  got  a b c d e f g\n       h i j k\n"},
        {"  indented but it has no title\n", "  indented but it\n    has no title\n"},
        {"a_word_that_has_no_room_anywhere\nnext\n", "a_word_that_has_no_room_anywhere\nnext\n"},
        {"\033[31mred\033[0m words up to twenty\n", "\033[31mred\033[0m words up to\n  twenty\n"},
        {"\033[31m12345\033[0m 789 12345 789\n", "\033[31m12345\033[0m 789 12345 789\n"},
        {"without an end, which is left as it is", "without an end, which is left as it is"},
        {"\n\n", "\n\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = wrapped(cases[i].text, 20);
        assert_string_equal(text, cases[i].wanted);
        free(text);
        text = wrapped(cases[i].text, 0);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

XL_TEST(test_similar_names)
{
    static const char *const names[] = {"run", "list", "report"};
    char text[100];
    xl_similar_names("rnu", names, 3, text, sizeof text);
    assert_string_equal(text, "run");
    xl_similar_names("reprot", names, 3, text, sizeof text);
    assert_string_equal(text, "report");
    xl_similar_names("nur", names, 3, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    return xl_run_tests("text", NULL, NULL);
}
