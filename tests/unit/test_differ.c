/* What differ prints of two rows: what differs, and how many kernels agree.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include <unistd.h>

#include "report/formats.h"

#define ROW(KERNELS)                                                                               \
    "{\"row\":\"r\",\"compiler_version\":\"1\",\"qemu\":\"2\",\"kernels\":[" KERNELS "]}"
#define KERNEL(NAME, OUTCOME, DIGEST, EXACT)                                                       \
    "{\"kernel\":\"" NAME "\",\"outcome\":\"" OUTCOME "\",\"digest\":\"" DIGEST                    \
    "\",\"exact\":" EXACT "}"

static char said[4096];

/* Returns whether they agree; what is printed is in said. */
static bool differ(const char *one, const char *other, bool all)
{
    struct json_object *a = json_tokener_parse(one), *b = json_tokener_parse(other);
    FILE *file = tmpfile();
    const int before = dup(STDOUT_FILENO);
    assert_true(a && b && file && before >= 0);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    const bool agree = xl_differ_print(a, b, all);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    json_object_put(a);
    json_object_put(b);
    return agree;
}

static const char one[] =
    ROW(KERNEL("same", "pass", "1", "true") "," KERNEL("loose", "pass", "2", "false") "," KERNEL(
        "exact", "pass", "3", "true") "," KERNEL("ended", "pass", "4", "true"));
static const char other[] =
    ROW(KERNEL("same", "pass", "1", "true") "," KERNEL("loose", "pass", "20", "false") "," KERNEL(
        "exact", "pass", "30", "true") "," KERNEL("ended", "fail", "4", "true"));

XL_TEST(test_what_differs)
{
    assert_false(differ(one, other, false));
    assert_null(strstr(said, "the same bits\n"));
    assert_non_null(strstr(said, "pass     pass     other bits, within the contract\n"));
    assert_non_null(strstr(said, "pass     pass     DIFFERENT BITS\n"));
    assert_non_null(strstr(said, "pass     fail     DIFFERENT OUTCOMES\n"));
    assert_non_null(strstr(said, "\n2 of 4 kernels agree: 1 with the same bits, 1 within "
                                 "contracts\n"));
}

XL_TEST(test_all)
{
    assert_true(differ(one, one, true));
    assert_non_null(strstr(said, "same                 pass     pass     the same bits\n"));
    assert_true(differ(one, one, false));
    assert_null(strstr(said, "pass     pass"));
    assert_non_null(strstr(said, "\n4 of 4 kernels agree: 4 with the same bits, 0 within"));
}

XL_TEST(test_no_kernels)
{
    assert_false(differ(one, ROW(""), false));
    assert_false(differ(ROW(""), ROW(""), false));
}

int main(void)
{
    return xl_run_tests("differ", NULL, NULL);
}
