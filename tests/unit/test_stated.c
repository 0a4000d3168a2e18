/* What findings of mutants must state: a text that is missing, and one that must not be there.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "mutants/stated.h"

static const char results[] =
    "{\"rows\":[{\"row\":\"a\",\"kernels\":[{\"kernel\":\"k\",\"variant\":\"sse4\",\"outcome\":"
    "\"fail\",\"findings\":[{\"check\":\"value\",\"message\":\"wrong value in r[3]\",\"arg\":\"r\","
    "\"element\":3,\"lane\":3,\"got\":\"0x1\",\"expected\":\"0x2\",\"lanes\":\"...x\"},{\"check\":"
    "\"value\",\"message\":\"wrong value in r[5]\",\"alone\":\"wrong with equal lanes\"}]},"
    "{\"kernel\":\"fine\",\"outcome\":\"pass\",\"findings\":[]}]}]}";

static void assert_wrong(const char *kernel, const char *wrong, const struct xl_stated *line)
{
    struct json_object *all = json_tokener_parse(results);
    assert_non_null(all);
    const char *got = xl_stated_wrong(line, all, "a", kernel);
    if (wrong)
        assert_string_equal(got, wrong);
    else
        assert_null(got);
    json_object_put(all);
}

static void test_texts(void **state)
{
    (void)state;
    assert_wrong("k", NULL,
                 &(struct xl_stated){"k", "sse4", {"wrong value in r[3]", "lanes      ...x"}});
    assert_wrong("k", NULL, &(struct xl_stated){"k", "sse4", {"got        0x1", "!input "}});
    assert_wrong("k", "got        0x2",
                 &(struct xl_stated){"k", "sse4", {"expected   0x2", "got        0x2"}});
}

/* The first finding is what is read; no other may state what is wrong. */
static void test_which_findings(void **state)
{
    (void)state;
    assert_wrong("k", "wrong value in r[5]",
                 &(struct xl_stated){"k", "sse4", {"wrong value in r[5]"}});
    assert_wrong("k", "!equal lanes", &(struct xl_stated){"k", "sse4", {"!equal lanes"}});
    assert_wrong("k", "!r[3]", &(struct xl_stated){"k", "sse4", {"!r[3]"}});
    assert_wrong("fine", "value", &(struct xl_stated){"fine", "sse4", {"value"}});
    assert_wrong("none", "!value", &(struct xl_stated){"none", "sse4", {"!value"}});
}

/* Each line has a text that must be there. */
static void test_table(void **state)
{
    (void)state;
    assert_true(xl_stated_count >= 30);
    for (size_t i = 0; i < xl_stated_count; i++) {
        assert_non_null(xl_stated[i].texts[0]);
        assert_true(xl_stated[i].texts[0][0] != '!');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_which_findings),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests_name("stated", tests, NULL, NULL);
}
