/* Programs that end with all that they have started: what is left behind, in a session of its own
 * too, and what is there when who started them is killed.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/processes.h"
#include "unit.h"

enum { TICK_MS = 10, LONG_MS = 120000 };

static const int no_fds[XL_PROCESS_FDS] = {-1, -1, -1};

static void start(struct xl_process *p, const char *script)
{
    struct xl_error err;
    const char *argv[] = {"sh", "-c", script, NULL};
    *p = (struct xl_process){.output = -1, .kills_descendants = true};
    assert_int_equal(xl_process_start(p, argv, no_fds, &err), 0);
}

/* The number that a script has printed; waits for it. */
static pid_t printed(const struct xl_process *p)
{
    char said[100];
    for (int waited = 0; waited < LONG_MS; waited += TICK_MS) {
        xl_process_tail(p, said, sizeof said);
        if (said[0])
            return (pid_t)strtol(said, NULL, 10);
        usleep(TICK_MS * 1000);
    }
    fail_msg("the script printed nothing");
    return 0;
}

static void assert_gone(pid_t pid)
{
    for (int waited = 0; waited < LONG_MS; waited += TICK_MS) {
        if (waitpid(pid, NULL, WNOHANG) == pid || (kill(pid, 0) && errno == ESRCH))
            return;
        usleep(TICK_MS * 1000);
    }
    kill(pid, SIGKILL);
    fail_msg("process %d is still there", (int)pid);
}

static int status_of(const char *script)
{
    struct xl_process p;
    int status = -1;
    start(&p, script);
    assert_int_equal(xl_process_wait(&p, LONG_MS, &status), 1);
    xl_process_free(&p);
    return status;
}

XL_TEST(test_ends_as_the_program)
{
    assert_int_equal(status_of("exit 0"), 0);
    assert_int_equal(WEXITSTATUS(status_of("exit 7")), 7);
    assert_int_equal(WTERMSIG(status_of("kill -SEGV $$")), SIGSEGV);
    assert_int_equal(WTERMSIG(status_of("kill -TERM $$")), SIGTERM);
}

XL_TEST(test_no_such_program)
{
    struct xl_process p = {.output = -1, .kills_descendants = true};
    struct xl_error err;
    const char *argv[] = {"/nowhere/program", NULL};
    assert_int_equal(xl_process_start(&p, argv, no_fds, &err), -1);
    assert_non_null(strstr(err.text, "No such file"));
    xl_process_free(&p);
}

#define DEAF "setsid sh -c 'trap \"\" TERM HUP INT; sleep 1000 & echo $!; wait'"

XL_TEST(test_what_is_left_behind)
{
    struct xl_process p;
    int status = -1;
    start(&p, "(" DEAF " &); until [ -s /proc/self/fd/1 ]; do sleep 0.05; done; exit 3");
    const pid_t left = printed(&p);
    assert_int_equal(xl_process_wait(&p, LONG_MS, &status), 1);
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_gone(left);
    xl_process_free(&p);
}

XL_TEST(test_asked_to_end)
{
    struct xl_process p;
    start(&p, DEAF " & wait");
    const pid_t deaf = printed(&p);
    xl_process_end(&p, LONG_MS);
    assert_int_equal(p.pid, 0);
    assert_gone(deaf);
    xl_process_free(&p);
}

/* What a script removes at its end, it has the time to. */
XL_TEST(test_cleans_up)
{
    char file[] = "/tmp/wholeXXXXXX", script[100];
    struct xl_process p;
    int fd = mkstemp(file);
    close(fd);
    snprintf(script, sizeof script,
             "trap 'sleep 0.6; rm %s; exit 130' TERM; echo $$; sleep 1000 & wait", file);
    start(&p, script);
    printed(&p);
    xl_process_end(&p, LONG_MS);
    assert_int_equal(access(file, F_OK), -1);
    xl_process_free(&p);
}

/* As kill -9 of the tool does. */
XL_TEST(test_who_started_it_is_killed)
{
    int numbers[2];
    assert_int_equal(pipe(numbers), 0);
    const pid_t tool = fork();
    if (tool == 0) {
        struct xl_process p;
        start(&p, DEAF " & wait");
        const pid_t pid[2] = {printed(&p), p.pid};
        (void)!write(numbers[1], pid, sizeof pid);
        pause();
    }
    pid_t pid[2];
    assert_int_equal(read(numbers[0], pid, sizeof pid), sizeof pid);
    kill(tool, SIGKILL);
    waitpid(tool, NULL, 0);
    assert_gone(pid[0]);
    assert_gone(pid[1]);
    close(numbers[0]);
    close(numbers[1]);
}

int main(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* whoever else has the orphans may not reap them */
    return xl_run_tests("process_tree", NULL, NULL);
}
