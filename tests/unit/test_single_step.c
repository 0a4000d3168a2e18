/* Programs that are stepped through some of their functions: what is logged of them, and how they
 * end; what the emulator's log is asked for.
 * SPDX-License-Identifier: MIT
 */
#include "base/processes.h"
#include "unit.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/agent_start.h"

#ifdef __aarch64__
#define XL_TRAP_SIGNAL SIGTRAP /* of __builtin_trap(): it is BRK */
#else
#define XL_TRAP_SIGNAL SIGILL
#endif

enum { TURNS = 5, STATUS = 7, WAIT_MS = 20000 };

static int beside(int x)
{
    return x + 1;
}

static int (*volatile call_beside)(int) = beside;

/* What the program calls, at the address that it has here: it is linked at fixed addresses. */
static int followed(int turns, int is_broken)
{
    int sum = 0;
    for (int i = 0; i < turns; i++)
        sum = call_beside(sum);
    if (is_broken)
        __builtin_trap();
    return sum;
}

static int never_called(int x)
{
    return x - 1;
}

static void breaks(void)
{
#ifdef __x86_64__
    __asm__ volatile("int3");
#elif defined __aarch64__
    __asm__ volatile("brk #0");
#endif
}

static void raises(void)
{
    raise(SIGTRAP);
}

static void (*volatile call_breaks)(void) = breaks;
static void (*volatile call_raises)(void) = raises;

static void die_of(int signal_number)
{
    raise(signal_number);
}

static sigjmp_buf target;

static void jumps(int depth)
{
    volatile char deep[256];
    deep[depth] = 0;
    siglongjmp(target, 1 + deep[depth]);
}

static void (*volatile call_jumps)(int) = jumps;

static int after_jump(int x)
{
    return x + 1;
}

static int (*volatile call_after_jump)(int) = after_jump;

static __attribute__((noinline)) void jump_out(int depth)
{
    if (sigsetjmp(target, 1) == 0) {
        call_jumps(depth);
        call_after_jump(0); /* where the call would return to */
    }
}

/* Twice, and each time something that is not followed. */
static int jump_twice(void)
{
    jump_out(1);
    int sum = call_after_jump(0);
    jump_out(2);
    return call_after_jump(sum) == 2 ? STATUS : 1;
}

static int (*volatile call_followed)(int, int) = followed;

static bool is_any(const void *data, uint64_t address)
{
    (void)data;
    (void)address;
    return true;
}

static bool is_entry(const void *data, uint64_t address)
{
    return address == (uintptr_t)data;
}

static const bool *is_wanted; /* of the next program */

/* The log of this program's end, as `how` says; its wait status. */
static char *log_of_many(const char *how, const uint64_t *entries, size_t count_of_entries,
                         bool (*is_logged)(const void *, uint64_t), const void *data, int *status)
{
    static char text[1 << 16];
    const int log = memfd_create("log", MFD_CLOEXEC);
    const struct xl_single_step steps = {entries, count_of_entries, is_logged, data,
                                         log,     is_wanted,        NULL};
    const char *const argv[] = {"/proc/self/exe", how, NULL};
    struct xl_process p = {.output = -1};
    struct xl_error err;
    if (xl_process_start_stepped(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &steps, &err)) {
        if (!strstr(err.text, "not permitted")) /* as in some containers */
            fail_msg("%s", err.text);
        skip();
    }
    assert_int_equal(xl_process_wait(&p, WAIT_MS, status), 1);
    ssize_t got = pread(log, text, sizeof text - 1, 0);
    assert_true(got >= 0);
    text[got] = '\0';
    close(log);
    xl_process_free(&p);
    return text;
}

static char *log_of(const char *how, bool (*is_logged)(const void *, uint64_t), const void *data,
                    int *status)
{
    const uint64_t entries[] = {(uintptr_t)followed};
    return log_of_many(how, entries, 1, is_logged, data, status);
}

static int count(const char *text, uint64_t address)
{
    char line[64];
    int found = 0;
    snprintf(line, sizeof line, "Trace [/%llx/]\n", (unsigned long long)address);
    for (const char *at = text; (at = strstr(at, line)) != NULL; at += strlen(line))
        found++;
    return found;
}

static void test_functions_are_followed(void **state)
{
    int status;
    const char *text = log_of("twice", is_any, NULL, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
    assert_int_equal(count(text, (uintptr_t)followed), 2);
    assert_int_equal(count(text, (uintptr_t)beside), 2 * TURNS);
}

/* As many as a row has kernels. */
static void test_many_functions_are_followed(void **state)
{
    enum { MOST = 3000 };
    static uint64_t entries[MOST];
    int status;
    for (size_t i = 0; i < MOST; i++)
        entries[i] = i < MOST - 1 ? (uintptr_t)never_called : (uintptr_t)followed;
    const char *text = log_of_many("twice", entries, MOST, is_any, NULL, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
    assert_int_equal(count(text, (uintptr_t)followed), 2);
}

/* A function that has a breakpoint is also called by another. */
static void test_one_calls_another(void **state)
{
    const uint64_t entries[] = {(uintptr_t)beside, (uintptr_t)followed};
    int status;
    const char *text = log_of_many("twice", entries, 2, is_any, NULL, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
    assert_int_equal(count(text, (uintptr_t)followed), 2);
    assert_int_equal(count(text, (uintptr_t)beside), 2 * TURNS);
}

static void test_calls_run_at_full_speed(void **state)
{
    static const bool no = false;
    int status;
    is_wanted = &no;
    const char *text = log_of("twice", is_any, NULL, &status);
    is_wanted = NULL;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
    assert_string_equal(text, "");
}

static void test_what_is_not_wanted_is_left_out(void **state)
{
    int status;
    const void *entry = (const void *)(uintptr_t)followed;
    const char *text = log_of("twice", is_entry, entry, &status);
    assert_int_equal(count(text, (uintptr_t)followed), 2);
    assert_int_equal(count(text, (uintptr_t)beside), 0);
}

/* The log is whole, and the signal is the program's own. */
static void test_death_is_passed_on(void **state)
{
    int status;
    const char *text = log_of("broken", is_any, NULL, &status);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), XL_TRAP_SIGNAL);
    assert_int_equal(count(text, (uintptr_t)beside), TURNS);
}

/* A trap of the program's own, which is no step; handled as the agent does it; and a raised one. */
static void test_a_breakpoint_of_its_own(void **state)
{
    static const char *const how[] = {"breaks", "handles", "raises"};
    const uint64_t entries[] = {(uintptr_t)breaks, (uintptr_t)raises};
    for (size_t i = 0; i < sizeof how / sizeof how[0]; i++) {
        int status;
        const char *text = log_of_many(how[i], entries, 2, is_any, NULL, &status);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGTRAP);
        assert_true(count(text, entries[i == 2]) > 0);
    }
}

/* The sanitizers' siglongjmp has more instructions than the log's text has room for. */
static bool is_of_jump(const void *data, uint64_t address)
{
    (void)data;
    return address == (uintptr_t)jumps || address == (uintptr_t)after_jump;
}

/* A function that a jump leaves ends there: what follows is not of it, and it is followed again. */
static void test_a_jump_out(void **state)
{
    int status;
    const uint64_t entries[] = {(uintptr_t)jumps};
    const char *text = log_of_many("jumps", entries, 1, is_of_jump, NULL, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
    assert_int_equal(count(text, (uintptr_t)jumps), 2);
    assert_int_equal(count(text, (uintptr_t)after_jump), 0);
}

static void test_no_program(void **state)
{
    const struct xl_single_step steps = {.is_logged = is_any, .log = 1};
    const char *const argv[] = {"/nowhere", NULL};
    struct xl_process p = {.output = -1};
    struct xl_error err;
    assert_int_equal(
        xl_process_start_stepped(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &steps, &err),
        -1);
    if (strstr(err.text, "not permitted"))
        skip();
    assert_string_equal(err.text, "cannot start /nowhere: No such file or directory");
    xl_process_free(&p);
}

/* As some containers have it. */
static int forbid_ptrace(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* Of this program: it does not run unfollowed. */
static bool is_refused(void)
{
    const struct xl_single_step steps = {.is_logged = is_any, .log = 1};
    const char *const argv[] = {"/proc/self/exe", "twice", NULL};
    struct xl_process p = {.output = -1};
    struct xl_error err;
    return xl_process_start_stepped(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &steps,
                                    &err) == -1 &&
           strcmp(err.text, "cannot start /proc/self/exe: Operation not permitted") == 0;
}

static void test_refusal_is_told(void **state)
{
    int status;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(forbid_ptrace() ? 2 : !is_refused());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        skip(); /* this machine has no seccomp */
    assert_int_equal(status, 0);
}

/* The emulator's log, too, is of the code that it is asked for alone: of every function, however
 * many there are, and in one argument that Linux takes. */
static void test_every_function_is_asked_for(void **state)
{
    static const size_t counts[] = {1, 100, 1000, 50000};
    enum { MOST = 50000, APART = 1 << 16, MOST_ARGUMENT = 131072 };
    struct xl_disassembled_function *functions = calloc(MOST, sizeof *functions);
    struct xl_instruction *instructions = calloc(MOST, sizeof *instructions);
    assert_true(functions && instructions);
    for (size_t i = 0; i < MOST; i++) {
        const uint64_t address = 0x400000 + i * APART;
        functions[i] = (struct xl_disassembled_function){
            .address = address, .name = "f", .object = "f.o", .first = i, .end = i + 1};
        instructions[i] = (struct xl_instruction){.address = address + 8, .function = i};
    }
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        struct xl_agent_code code = {.disassembly = {.instructions = instructions,
                                                     .count = counts[c],
                                                     .functions = functions,
                                                     .function_count = counts[c]}};
        char *filter = xl_log_filter(&code), *at = filter;
        assert_non_null(filter);
        assert_true(strlen(filter) < MOST_ARGUMENT);
        unsigned long long from = 0, to = 0;
        for (size_t i = 0; i < counts[c]; i++) {
            for (int used; functions[i].address > to || !to; at += used + (at[used] == ','))
                assert_int_equal(sscanf(at, "0x%llx..0x%llx%n", &from, &to, &used), 2);
            assert_in_range(functions[i].address, from, to);
            assert_in_range(instructions[i].address, from, to);
        }
        assert_int_equal(*at, '\0');
        free(filter);
    }
    free(functions);
    free(instructions);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "broken") == 0)
        call_followed(TURNS, 1);
    if (argc > 1 && strcmp(argv[1], "raises") == 0)
        call_raises();
    if (argc > 1 && strcmp(argv[1], "handles") == 0) {
        const struct sigaction action = {.sa_handler = die_of, .sa_flags = (int)SA_RESETHAND};
        sigaction(SIGTRAP, &action, NULL);
        call_breaks();
    }
    if (argc > 1 && strcmp(argv[1], "breaks") == 0)
        call_breaks();
    if (argc > 1 && strcmp(argv[1], "jumps") == 0)
        _exit(jump_twice());
    if (argc > 1)
        _exit(call_followed(TURNS, 0) + call_followed(TURNS, 0) == 2 * TURNS ? STATUS : 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_are_followed),
        cmocka_unit_test(test_many_functions_are_followed),
        cmocka_unit_test(test_one_calls_another),
        cmocka_unit_test(test_calls_run_at_full_speed),
        cmocka_unit_test(test_what_is_not_wanted_is_left_out),
        cmocka_unit_test(test_death_is_passed_on),
        cmocka_unit_test(test_a_breakpoint_of_its_own),
        cmocka_unit_test(test_a_jump_out),
        cmocka_unit_test(test_no_program),
        cmocka_unit_test(test_refusal_is_told),
        cmocka_unit_test(test_every_function_is_asked_for),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
