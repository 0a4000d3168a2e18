/* The host's end of an agent, against agents that lie, garble, die or stay silent: shell scripts
 * play them.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "execute/agent_client.h"
#include "oracle/types.h"
#include "unit.h"

#define TEXT_(X) #X
#define TEXT(X) TEXT_(X)
#define AGENT "crosslane-agent " TEXT(XL_PROTOCOL_VERSION)
#define HELLO                                                                                      \
    "printf '" AGENT "\\npage 4096\\nisa neon 128\\nisa sve 256\\nvariant add_f32 neon "           \
    "ok\\nready\\n' >&5; "

static enum xl_start start(struct xl_agent *a, const char *script, struct xl_error *err)
{
    const char *argv[] = {"sh", "-c", script, NULL};
    assert_int_equal(xl_agent_init(a, false, err), 0);
    return xl_agent_start(a, argv, err);
}

XL_TEST(test_introduction)
{
    struct xl_agent a;
    struct xl_error err;
    assert_int_equal(start(&a, HELLO "read line <&4", &err), XL_START_OK);
    assert_int_equal(a.page, 4096);
    assert_int_equal(xl_agent_isa(&a, "sve")->vl_bits, 256);
    assert_null(xl_agent_isa(&a, "sve2"));
    assert_int_equal(a.variant_count, 1);
    assert_string_equal(a.variants[0].kernel, "add_f32");
    xl_agent_free(&a);
}

/* By its ISAs and features; a name that is an ISA's and a feature's is the ISA's. */
XL_TEST(test_what_the_cpu_has)
{
    static const struct xl_kernel kernel = {
        .dispatch = {{"sve2", "a"}, {"sve i8mm", "b"}, {"sve crc32", "c"}, {"", "d"}}};
    static const struct xl_kernel none = {.dispatch = {{"sve2", "a"}}};
    struct xl_agent a;
    struct xl_error err;
    char text[64];
    assert_int_equal(start(&a,
                           "printf '" AGENT "\\npage 4096\\nisa neon 128\\nisa sve 256\\nfeature "
                           "crc32\\nfeature sve2\\nfeature asimddp\\nready\\n' >&5; read line <&4",
                           &err),
                     XL_START_OK);
    xl_missing_features(&a, "crc32 asimddp sve2", text, sizeof text);
    assert_string_equal(text, "");
    xl_missing_features(&a, " crc3 sve  crc32 imddp", text, sizeof text);
    assert_string_equal(text, "crc3 sve imddp");
    xl_missing_features(&a, "crc3 sve", text, 4);
    assert_string_equal(text, "...");
    assert_string_equal(xl_implementation_for(&a, &kernel)->function, "c");
    assert_null(xl_implementation_for(&a, &none));
    xl_agent_free(&a);
}

XL_TEST(test_starts_that_fail)
{
    static const struct {
        const char *script;
        enum xl_start start;
        const char *message;
    } table[] = {
        {"echo 'unknown CPU' >&2; exit 1", XL_START_REFUSED, "unknown CPU"},
        {"kill -SEGV $$", XL_START_FAILED, "signal 11"},
        {"echo 'crosslane-agent 99' >&5; sleep 1", XL_START_FAILED,
         "protocol 99, not " TEXT(XL_PROTOCOL_VERSION)},
        {"echo '" AGENT "x' >&5; sleep 1", XL_START_FAILED, AGENT "x"},
        {"echo nonsense >&5; sleep 1", XL_START_FAILED, "nonsense"},
        {"printf '" AGENT "\\npage 4096\\nisa neon\\n' >&5; sleep 1", XL_START_FAILED, "isa neon"},
        {"printf '" AGENT "\\npage 4096\\n' >&5; exit 3", XL_START_FAILED, "status 3"},
        {"printf '" AGENT "\\n' >&5; while :; do echo isa a 1 >&5; done", XL_START_FAILED,
         "isa a 1"},
        {"while :; do printf aaaaaaaaaaaaaaaa >&5; done", XL_START_FAILED, ""},
        {"printf '" AGENT "\nvariant a neon maybe\n' >&5; sleep 1", XL_START_FAILED,
         "a neon maybe"},
        {"printf '" AGENT "\nisa a\\000b 1\n' >&5; sleep 1", XL_START_FAILED, "isa a"},
        {"printf '" AGENT "\nfeature a b\n' >&5; sleep 1", XL_START_FAILED, "feature a b"},
        {"printf '" AGENT "\n' >&5; while :; do echo feature abcdefgh >&5; done", XL_START_FAILED,
         "feature abcdefgh"},
        {"sleep 1000 & exit 3", XL_START_REFUSED, "status 3"},
        {"printf '" AGENT "\n' >&5; sleep 1000 & exit 3", XL_START_FAILED, "status 3"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_agent a;
        struct xl_error err;
        enum xl_start got = start(&a, table[i].script, &err);
        if (got != table[i].start || !strstr(err.text, table[i].message))
            fail_msg("%s: got %d, \"%s\"", table[i].script, got, err.text);
        assert_int_equal(a.process.pid, 0);
        xl_agent_free(&a);
    }
}

XL_TEST(test_missing_program)
{
    struct xl_agent a;
    struct xl_error err;
    const char *argv[] = {"/nonexistent/qemu", "agent", NULL};
    assert_int_equal(xl_agent_init(&a, false, &err), 0);
    assert_int_equal(xl_agent_start(&a, argv, &err), XL_START_FAILED);
    assert_non_null(strstr(err.text, "/nonexistent/qemu"));
    xl_agent_free(&a);
}

XL_TEST(test_turns)
{
    static const struct {
        const char *script;
        enum xl_call_status turn;
        int detail;
    } table[] = {
        {HELLO "read line <&4; echo done >&5; read line <&4", XL_STATUS_OK, 0},
        {HELLO "read line <&4; kill -ILL $$", XL_STATUS_SIGNAL, 4},
        {HELLO "read line <&4; exit 7", XL_STATUS_EXIT, 7},
        {HELLO "read line <&4; echo don >&5; read line <&4", XL_STATUS_PROTOCOL_ERROR, 0},
        {HELLO "read line <&4; read line <&4", XL_STATUS_TIMEOUT, 0},
        {HELLO "kill -KILL $$", XL_STATUS_SIGNAL, 9},
        /* A child holds the pipe open; another goes on without it. */
        {HELLO "read line <&4; sleep 1000 & exit 7", XL_STATUS_EXIT, 7},
        {HELLO "read line <&4; sleep 1000 3<&- 4<&- 5>&- & exit 7", XL_STATUS_EXIT, 7},
        {HELLO "read line <&4; exec 5>&-; sleep 1000", XL_STATUS_PROTOCOL_ERROR, 0},
        {HELLO "kill -STOP $$", XL_STATUS_TIMEOUT, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_agent a;
        struct xl_error err;
        int detail;
        assert_int_equal(start(&a, table[i].script, &err), XL_START_OK);
        const int limit_ms = table[i].turn == XL_STATUS_TIMEOUT ? 300 : 20000;
        enum xl_call_status turn = xl_agent_run(&a, 1, 1, limit_ms, &detail);
        if (turn != table[i].turn || (table[i].detail && detail != table[i].detail))
            fail_msg("%s: got %d, %d", table[i].script, turn, detail);
        assert_int_equal(a.process.pid != 0, turn == XL_STATUS_OK);
        xl_agent_free(&a);
    }
}

/* The guest's words are its own business: a progress past the end must not lead the host astray. */
XL_TEST(test_wild_progress)
{
    struct xl_agent a;
    struct xl_error err;
    assert_int_equal(start(&a, HELLO "read line <&4", &err), XL_START_OK);
    memset(a.memory, 0xff, 64);
    assert_true(xl_agent_progress(&a) < XL_BATCH_CALLS);
    xl_agent_free(&a);
}

/* A progress that goes to and fro is no progress. */
XL_TEST(test_endless_progress)
{
    static const char script[] =
        HELLO "read line <&4; while :; do for i in 1 2 3; do printf \"\\00$i\" | dd of=/dev/fd/3 "
              "bs=1 seek=16 conv=notrunc 2>/dev/null; done; done";
    struct xl_agent a;
    struct xl_error err;
    int detail;
    assert_int_equal(start(&a, script, &err), XL_START_OK);
    assert_int_equal(xl_agent_run(&a, 4, 1, 500, &detail), XL_STATUS_TIMEOUT);
    assert_true(xl_agent_progress(&a) > 0);
    xl_agent_free(&a);
}

/* Before an agent that hangs is ended, it is asked where it is. One that takes no signal is ended
 * all the same. */
XL_TEST(test_hang_is_asked)
{
    static const struct {
        const char *script;
        uint64_t noted;
    } table[] = {
        {HELLO "trap \"printf '\\\\002' | dd of=/dev/fd/3 bs=1 seek=24 conv=notrunc "
               "2>/dev/null\" QUIT; read line <&4; while :; do :; done",
         XL_FAULT_TIMEOUT},
        {HELLO "trap '' QUIT; read line <&4; while :; do :; done", XL_FAULT_NONE},
    };
    assert_int_equal(offsetof(struct xl_memory_head, fault_kind), 24);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_agent a;
        struct xl_error err;
        int detail;
        assert_int_equal(start(&a, table[i].script, &err), XL_START_OK);
        assert_int_equal(xl_agent_run(&a, 1, 1, 300, &detail), XL_STATUS_TIMEOUT);
        const struct xl_memory_head *head = (const void *)a.memory;
        assert_int_equal(xl_agent_word(&a, head->fault_kind), table[i].noted);
        assert_int_equal(a.process.pid, 0);
        xl_agent_free(&a);
    }
}

/* No process of an agent's group is left, whoever ended first. */
XL_TEST(test_nothing_is_left)
{
    struct xl_agent a;
    struct xl_error err;
    int detail;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); /* orphans become this test's */
    assert_int_equal(start(&a, HELLO "read line <&4; sleep 1000 3<&- 4<&- 5>&- & exit 7", &err),
                     XL_START_OK);
    pid_t group = a.process.pid;
    assert_int_equal(xl_agent_run(&a, 1, 1, 300, &detail), XL_STATUS_EXIT);
    int status = 0;
    while (waitpid(-group, &status, 0) > 0)
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(WIFSIGNALED(status)); /* there was one */
    xl_agent_free(&a);
}

/* While the guest has one bank, the other is the host's. */
XL_TEST(test_banks)
{
    static const char script[] =
        HELLO "read line <&4; [ \"$line\" = 'run 1' ] || exit 7; echo done >&5; read line <&4";
    struct xl_agent a;
    struct xl_error err;
    int detail;
    assert_int_equal(start(&a, script, &err), XL_START_OK);
    uint8_t *first = a.memory;
    xl_agent_select_batch(&a, 1);
    assert_ptr_equal(a.memory, first + XL_BATCH_BUFFER_STRIDE);
    xl_agent_call(&a, 0)->done = 1;
    xl_agent_submit(&a, 1, 1);
    xl_agent_select_batch(&a, 0);
    assert_int_equal(xl_agent_call(&a, 0)->done, 0);
    memset(first + XL_CALLS_AT, 0xff, XL_MEMORY_BYTES - XL_CALLS_AT);
    xl_agent_select_batch(&a, 1);
    assert_int_equal(xl_agent_wait(&a, 300, &detail), XL_STATUS_OK);
    assert_int_equal(xl_agent_call(&a, 0)->done, 1);
    const char *const argv[] = {"sh", "-c", script, NULL};
    assert_int_equal(xl_agent_start(&a, argv, &err), XL_START_OK);
    assert_int_equal(a.batch, 0); /* anew it begins with the first */
    xl_agent_free(&a);
}

/* Words of a guest of the other byte order are swapped. */
XL_TEST(test_byte_order)
{
    struct xl_agent a;
    struct xl_error err;
    for (int is_other = 0; is_other < 2; is_other++) {
        assert_int_equal(xl_agent_init(&a, XL_IS_BIG_ENDIAN ^ is_other, &err), 0);
        assert_int_equal(xl_agent_word(&a, 1), is_other ? UINT64_C(1) << 56 : 1);
        xl_agent_free(&a);
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* as agent.h asks: an agent may die while it is written to */
    return xl_run_tests("agent", NULL, NULL);
}
