/* Runs on a machine that is short of something: no row is left without a reason.
 * SPDX-License-Identifier: MIT
 */
#include "run/run.h"
#include "unit.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "run/expect.h"

/* More than a run wants beside the buffers of its kernels, and less than these. */
enum { XL_SPARE = 40 << 20, XL_BAD_REASON = 90 };

/* This process gets no more memory than it has, and so many bytes. */
static int limit_memory(rlim_t spare)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    const int read = f ? fscanf(f, "%lu", &pages) : 0;
    if (f)
        fclose(f);
    const rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + spare;
    return read == 1 ? setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) : -1;
}

static void look(void *reasons, const struct xl_results *results)
{
    int *has_reasons = reasons;
    for (size_t i = 0; i < results->row_count; i++)
        *has_reasons += results->rows[i].outcome == XL_NOT_RUN &&
                        strstr(results->rows[i].reason, "no memory for a kernel's buffers: ") &&
                        strstr(results->rows[i].reason, "ulimit -v");
}

static int run_in_little_memory(void)
{
    static const char *const rows[] = {"s390x-z15-gcc-O2", "s390x-z14-gcc-O2"};
    static const char *const kernels[] = {"add_f32"};
    char matrix[4096];
    int reasons = 0;
    xl_repository_path("matrix/matrix.yml", matrix, sizeof matrix);
    const struct xl_run_options options = {.rows = rows,
                                           .row_count = 2,
                                           .kernel_patterns = kernels,
                                           .kernel_count = 1,
                                           .no_build = 1,
                                           .no_cache = 1,
                                           .matrix = matrix,
                                           .seed = 1,
                                           .count = 1,
                                           .jobs = 1,
                                           .call_limit_s = 20};
    const struct xl_run_callbacks watcher = {.data = &reasons, .end = look};
    if (limit_memory(XL_SPARE))
        return 2;
    const int status = xl_run(&options, &watcher);
    return reasons == 2 ? status : XL_BAD_REASON;
}

/* A failure does not hide that the rest was not run. */
XL_TEST(test_a_row_says_what_was_not_run)
{
    struct xl_kernel_result kernels[] = {
        {.outcome = XL_PASS},
        {.outcome = XL_FAIL, .reason = "wrong value"},
        {.outcome = XL_NOT_RUN, .reason = "row time limit 9 s reached"},
        {.outcome = XL_SKIP, .reason = "missing"}};
    struct xl_row_result row = {.kernels = kernels, .kernel_count = 4};
    xl_row_conclude(&row, "");
    assert_int_equal(row.outcome, XL_FAIL);
    assert_string_equal(row.reason, "1 of 4 kernels failed; 1 not run: row time limit 9 s reached");
    xl_row_conclude(&row, "interrupted");
    assert_string_equal(row.reason, "1 of 4 kernels failed; interrupted");
    kernels[1].outcome = XL_PASS;
    xl_row_conclude(&row, "");
    assert_int_equal(row.outcome, XL_NOT_RUN);
    assert_string_equal(row.reason, "1 of 4 kernels were not run: row time limit 9 s reached");
}

XL_TEST(test_no_memory_for_buffers)
{
    int status;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(run_in_little_memory());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

int main(void)
{
    return xl_run_tests("run", NULL, NULL);
}
