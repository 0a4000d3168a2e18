/* What doctor says of a machine that is short of something, of made-up numbers; what a run says.
 * SPDX-License-Identifier: MIT
 */
#include <sys/resource.h>

#include "base/processes.h"
#include "cli/cmd_doctor.h"
#include "unit.h"

static const uint64_t MIB = 1 << 20;

static struct xl_health *new_health(void **state)
{
    struct xl_health *h = calloc(1, sizeof *h);
    assert_non_null(h);
    return h;
}

XL_TEST(test_disk)
{
    struct xl_health *h = new_health(state);
    xl_health_disk(h, "/cache", 2048 * MIB, 7);
    xl_health_disk(h, "/cache", 2047 * MIB, 7);
    assert_true(!h->things[0].is_lacking && h->things[0].rows == 0);
    assert_true(h->things[1].is_lacking && h->things[1].rows == 7 && *h->things[1].command);
    assert_non_null(strstr(h->things[1].state, "2047 MiB free under /cache"));
    free(h);
}

XL_TEST(test_memory)
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
XL_TEST(test_addresses)
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

XL_TEST(test_no_proc)
{
    struct xl_error err;
    assert_int_equal(xl_environment_check("/proc", 1, 1, &err), 0);
    assert_int_equal(xl_environment_check("/nowhere", 1, 1, &err), -1);
    assert_non_null(strstr(err.text, "no /nowhere, which agents need"));
    assert_non_null(strstr(err.text, "mount -t proc proc /nowhere"));
}

/* What is missing is allowed where it may be, and else said, also by a program that would have
 * begun without its files. */
XL_TEST(test_open_files)
{
    struct rlimit before, limit;
    struct xl_error err;
    struct xl_process p = {.output = -1};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    limit = (struct rlimit){64, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(xl_process_start(&p, (const char *const[]){"true", NULL},
                                      (const int[XL_PROCESS_FDS]){0, -1, -1}, &err),
                     -1);
    assert_non_null(strstr(err.text, "cannot start true: "));
    xl_process_free(&p);
    assert_int_equal(xl_environment_check("/proc", 4, 2, &err), 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(limit.rlim_cur, 156);
    assert_int_equal(xl_environment_check("/proc", SIZE_MAX / 4, 2, &err), -1);
    assert_non_null(strstr(err.text, "ulimit -Hn"));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

/* What doctor prints; the caller frees it. */
static char *print_health(const struct xl_health *h)
{
    char *text = calloc(1, 4096);
    FILE *file = tmpfile();
    const int before = dup(STDOUT_FILENO);
    assert_true(text && file && before >= 0);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    xl_health_print(h, 9);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    assert_true(fread(text, 1, 4095, file) > 0);
    fclose(file);
    return text;
}

static void check_verdict(const struct xl_health *h, const char *wanted)
{
    char *text = print_health(h);
    if (!strstr(text, wanted))
        fail_msg("%s is not in %s", wanted, text);
    free(text);
}

XL_TEST(test_verdict)
{
    struct xl_health *h = new_health(state);
    h->count = 1;
    h->things[0] = (struct xl_requirement){.name = "memory", .state = "enough"};
    check_verdict(h, "\nverdict             ready\n");
    h->things[0] = (struct xl_requirement){.name = "tools", .rows = 9, .command = "make"};
    check_verdict(h, "\nverdict             ready; the first run makes: tools\n");
    h->things[0] = (struct xl_requirement){.name = "this CPU", .rows = 2, .costs = "lacks avx512"};
    check_verdict(h, "\nverdict             ready; 2 of 9 rows cannot run here (this CPU)\n");
    h->count = 2;
    h->things[1] = (struct xl_requirement){.name = "disk", .is_lacking = true};
    check_verdict(h, "\nverdict             not ready: disk; see the fixes above; 2 of 9 rows");
    free(h);
}

int main(void)
{
    return xl_run_tests("health", NULL, NULL);
}
