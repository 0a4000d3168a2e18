/* Kernel modules with constructors: none runs in the tool, all run for references, and one that
 * does not return is named.
 * SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes.h"
#include "base/signals.h"
#include "oracle/module.h"
#include "unit.h"

static const char module[] = XL_CONSTRUCTORS;

/* Loads it with this constructor; the message, or "". */
static const char *load(const char *constructor, int limit_ms)
{
    static struct xl_error err;
    struct xl_kernels kernels;
    setenv("XL_CONSTRUCTOR", constructor, 1);
    err.text[0] = '\0';
    if (xl_kernels_load(module, limit_ms, &kernels, &err) == 0)
        xl_kernels_unload(&kernels);
    return err.text;
}

/* What does not return is the only one that the limit may end. */
static void assert_says(const char *constructor, const char *words)
{
    const char *said = load(constructor, strcmp(constructor, "loop") == 0 ? 900 : 20000);
    if (!strstr(said, words))
        fail_msg("%s: \"%s\" does not say \"%s\"", constructor, said, words);
    assert_non_null(strstr(said, module));
}

XL_TEST(test_one_that_does_not_return_is_named)
{
    assert_says("exit", "the constructor early of constructors.c exited with status 0 on the host");
    assert_says("_exit", "the constructor early of constructors.c exited with status 0");
    assert_says("abort", "the constructor early of constructors.c died of signal 6");
    assert_says("loop", "the constructor early of constructors.c did not return within 0 s");
    assert_says("loop", "instead of returning: a constructor speaks");
}

static void on_signal(int number)
{
    (void)number;
}

/* What returns leaves nothing in this process: no handler, no thread, no other directory. */
XL_TEST(test_nothing_of_it_is_here)
{
    static const char *const harmless[] = {"atexit", "close", "chdir", "signal", "thread"};
    char before[4096], after[4096];
    struct sigaction action;
    signal(SIGTERM, on_signal);
    assert_non_null(getcwd(before, sizeof before));
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        assert_string_equal(load(harmless[i], 20000), "");
    usleep(50000); /* a thread would have ended this test by now */
    assert_non_null(getcwd(after, sizeof after));
    assert_string_equal(before, after);
    sigaction(SIGTERM, NULL, &action);
    assert_true(action.sa_handler == on_signal);
    assert_int_equal(write(1, "", 0), 0);
}

XL_TEST(test_interrupted)
{
    xl_stop_on_signals(1); /* whether it loops by then, or is still being started */
    assert_string_equal(load("loop", 20000), "time limit 1 s reached");
    xl_interrupted = 0;
}

/* A reference finds what constructors made, in its own process. */
XL_TEST(test_references_have_them)
{
    struct xl_process p = {.output = -1};
    struct xl_error err;
    char said[100];
    int (*twice)(int), status = 0;
    setenv("XL_CONSTRUCTOR", "", 1);
    void *handle = xl_module_open(module, &err);
    assert_non_null(handle);
    void *symbol = dlsym(handle, "twice_of");
    assert_non_null(symbol);
    memcpy(&twice, &symbol, sizeof symbol);
    assert_int_equal(twice(21), 0);
    if (xl_process_fork(&p, &err) == 1) {
        xl_module_run_all_constructors();
        _exit(twice(21));
    }
    assert_int_equal(xl_process_wait(&p, 20000, &status), 1);
    assert_int_equal(WEXITSTATUS(status), 42);
    xl_process_tail(&p, said, sizeof said);
    assert_string_equal(said, "a constructor speaks");
    assert_int_equal(twice(21), 0);
    xl_process_free(&p);
    xl_module_close(handle);
}

/* Each has its own name for the dynamic loader, or a second would be the first. */
XL_TEST(test_two_modules)
{
    struct xl_error err;
    void *one = xl_module_open(module, &err), *other = xl_module_open(module, &err);
    assert_non_null(one);
    assert_non_null(other);
    assert_true(one != other);
    xl_module_close(one);
    xl_module_close(other);
}

XL_TEST(test_files_that_are_none)
{
    char file[] = "/tmp/moduleXXXXXX";
    struct xl_error err;
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_null(xl_module_open(file, &err));
    assert_int_equal(write(fd, "\177ELF\2\1\1", 7), 7);
    assert_null(xl_module_open(file, &err));
    assert_non_null(strstr(err.text, "not a shared object"));
    assert_int_equal(ftruncate(fd, 64), 0);
    assert_null(xl_module_open(file, &err));
    close(fd);
    unlink(file);
    assert_null(xl_module_open(file, &err));
    assert_non_null(strstr(err.text, "No such file"));
}

int main(void)
{
    return xl_run_tests("dormant", NULL, NULL);
}
