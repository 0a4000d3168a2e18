/* Detectors: what kernels and references leave behind in their processes, or do to others.
 * SPDX-License-Identifier: MIT
 */
#include "detect.h"

static struct json_object *find_anywhere(const char *row, const char *kernel)
{
    return find_kernel_in(strcmp(row, NATIVE) == 0 ? xl_detected.native : xl_detected.all, row,
                          kernel);
}

/* The first finding is of this check, and has these words. */
static void assert_left(const char *row, const char *kernel, enum xl_check check, const char *words)
{
    struct json_object *k = find_anywhere(row, kernel);
    assert_outcome(k, "fail");
    struct json_object *f = json_object_array_get_idx(get(k, "findings"), 0);
    if (strcmp(text(f, "check"), xl_check_name(check)) != 0 || !strstr(text(f, "message"), words))
        fail_msg("%s on %s was caught by the check '%s', not '%s': %s", kernel, row,
                 text(f, "check"), xl_check_name(check), text(f, "message"));
}

static const char *const all[] = {ROW, WIDE, "s390x-z15-gcc-O2", NATIVE};
enum { ALL = sizeof all / sizeof all[0] };

XL_TEST(test_what_is_left_is_the_kernels)
{
    static const struct {
        const char *kernel;
        enum xl_check check;
        const char *words;
    } table[] = {
        {"leaves_blocked", XL_CHECK_state, "the kernel blocked SIGSEGV, SIGUSR2,"},
        {"leaves_ignored", XL_CHECK_state, "the kernel changed the action of SIGUSR2,"},
        {"leaves_handler", XL_CHECK_state, "the kernel changed the action of SIGILL,"},
        {"leaves_stack", XL_CHECK_state, "the stack of signal handlers"},
        {"leaves_alarm", XL_CHECK_state, "an alarm or another interval timer"},
        {"leaves_limit", XL_CHECK_state, "the kernel changed the limit RLIMIT_CPU,"},
        {"leaves_timer", XL_CHECK_state, "a timer of timer_create"},
        {"leaves_thread", XL_CHECK_state, "the kernel left a thread running,"},
        {"leaves_file", XL_CHECK_state, "the kernel left a file open, or closed one,"},
        {"leaves_memory", XL_CHECK_state, " bytes of the heap allocated in "},
        {"leaves_processes", XL_CHECK_exit, "the kernel started another process"},
        {"takes_signals", XL_CHECK_signals, "never reached its handler"},
        {"reference_leaves_alarm", XL_CHECK_reference, "its reference left an alarm"},
        {"reference_leaves_process", XL_CHECK_reference, "its reference left a process"},
        {"reference_leaves_thread", XL_CHECK_reference, "its reference left a thread"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (size_t r = 0; r < ALL; r++)
            assert_left(all[r], table[i].kernel, table[i].check, table[i].words);
    assert_left(WIDE, "leaves_length", XL_CHECK_state, "the kernel changed the vector length,");
}

/* One comes after kernels that leave something, and does the same but for leaving it. */
XL_TEST(test_what_is_undone_is_not_left)
{
    for (size_t r = 0; r < ALL; r++) {
        assert_outcome(find_anywhere(all[r], "leaves_nothing"), "pass");
        assert_outcome(find_anywhere(all[r], "reference_leaves_nothing"), "pass");
    }
}

/* These runs have not ended by a signal to their parent, or to all processes. */
XL_TEST(test_no_other_process_is_reached)
{
    static const char words[] = "because it sent a signal to another process";
    for (size_t r = 0; r < ALL; r++) {
        assert_left(all[r], "kills_parent", XL_CHECK_crash, words);
        assert_left(all[r], "kills_all", XL_CHECK_crash, words);
        assert_left(all[r], "kills_itself", XL_CHECK_crash, "crashed with signal 15");
        assert_left(all[r], "reference_kills", XL_CHECK_reference, words);
    }
}

XL_TEST(test_unnoted_fault_says_so)
{
    for (size_t r = 0; r + 1 < ALL; r++)
        assert_left(all[r], "blocked_crash", XL_CHECK_crash, "position unknown: the kernel blocks");
}

int xl_detect_left(void)
{
    return xl_run_tests("left", NULL, NULL);
}
