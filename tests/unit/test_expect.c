/* Expected skips and known bugs: what they excuse, what they do not, and what is said of those that
 * did not come.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include "results/results.h"
#include "run/expect.h"
#include "run/row_run.h"
#include "unit.h"

static const char matrix[] =
    "test:\n  cpu:\n    - {arch: aarch64, name: a, qemu_cpu: max, isa: sve, vl: 256}\n"
    "  compiler: [gcc]\n  opt: [O2]\n"
    "skips:\n  - {row: 'aarch64-*', reason: no sve here}\n"
    "  - {row: 'aarch64-a-*', reason: no such CPU, machine: true}\n"
    "  - {row: 'aarch64-*', kernel: 'gap_*', reason: not written}\n";

#define BUG(MORE)                                                                                  \
    "- {id: b1, emulator: ['10.0*'], archs: [aarch64], kernels: ['add_*'], link: none" MORE        \
    ",\n   test: {file: f, arch: aarch64, compiler: gcc, flags: '', compile: true}}\n"

struct setting {
    struct xl_row_list list;
    struct xl_known_bugs bugs;
    struct xl_expectations expected;
    struct xl_kernel_result kernel;
    struct xl_row_result row;
};

static int read_bugs(const char *text, enum xl_bug_kind of, struct xl_known_bugs *bugs,
                     struct xl_error *err)
{
    char file[] = "/tmp/crosslane-test-XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    int status = xl_known_bugs_read(file, of, bugs, err);
    remove(file);
    return status;
}

/* One row with one kernel; the caller says how it went. */
static void set(struct setting *s, const char *bugs, const char *kernel, enum xl_outcome outcome)
{
    struct xl_error err;
    memset(s, 0, sizeof *s);
    if (xl_row_list_parse("m", matrix, strlen(matrix), &s->list, &err) ||
        (bugs && read_bugs(bugs, XL_BUG_EMULATOR, &s->bugs, &err)))
        fail_msg("%s", err.text);
    s->expected = (struct xl_expectations){&s->list, &s->bugs, true};
    s->kernel = (struct xl_kernel_result){.kernel = kernel, .outcome = outcome};
    s->row = (struct xl_row_result){.row = &s->list.rows[0],
                                    .outcome = outcome == XL_SKIP ? XL_PASS : outcome,
                                    .qemu = "10.0.13",
                                    .kernels = &s->kernel,
                                    .kernel_count = 1};
    if (outcome == XL_FAIL)
        xl_result_add_finding(&s->kernel, XL_CHECK_value);
}

static void end(struct setting *s)
{
    free(s->row.notes);
    xl_known_bugs_free(&s->bugs);
    xl_row_list_free(&s->list);
}

static struct xl_digest bugs_of(const char *bugs, const char *kernel, const char *qemu)
{
    struct setting s;
    set(&s, bugs, kernel, XL_PASS);
    const struct xl_bug_versions versions = {qemu, "GNU 14.2.0", ""};
    const struct xl_digest digest = xl_expected_bugs(&s.expected, s.row.row, kernel, &versions);
    end(&s);
    return digest;
}

/* A failure that a bug explains is cached under what decides that it does. */
XL_TEST(test_the_key_of_a_known_bug)
{
    const struct xl_digest none = {0, 0}, bug = bugs_of(BUG(""), "add_f32", "10.0.13"),
                           moved = bugs_of("# moved\n\n" BUG(""), "add_f32", "10.0.13"),
                           others[] = {bugs_of(BUG(""), "add_f32", "10.0.14"),
                                       bugs_of(BUG(", checks: [crash]"), "add_f32", "10.0.13"),
                                       bugs_of(BUG("") BUG(", rows: ['*']"), "add_f32", "10.0.13")},
                           without[] = {bugs_of(BUG(""), "sub_f32", "10.0.13"),
                                        bugs_of(BUG(""), "add_f32", "11.0.0"),
                                        bugs_of(BUG(", rows: ['x86*']"), "add_f32", "10.0.13"),
                                        bugs_of("[]", "add_f32", "10.0.13")};
    assert_memory_not_equal(&bug, &none, sizeof bug);
    assert_memory_equal(&bug, &moved, sizeof bug);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_memory_not_equal(&others[i], &bug, sizeof bug);
        assert_memory_not_equal(&others[i], &none, sizeof bug);
    }
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
        assert_memory_equal(&without[i], &none, sizeof bug);
}

/* A user's kernel with one crash, at this instruction. */
static enum xl_outcome outcome_at(const char *instruction, const char *qemu, bool is_also_wrong)
{
    struct setting s;
    set(&s, BUG(", instructions: ['ldff1w *']"), "mine", XL_FAIL);
    s.expected.own_kernels = false;
    snprintf(s.row.qemu, sizeof s.row.qemu, "%s", qemu);
    s.kernel.failed_checks[XL_CHECK_value] = is_also_wrong;
    s.kernel.failed_checks[XL_CHECK_crash] = true;
    s.kernel.findings[0].check = XL_CHECK_crash;
    snprintf(s.kernel.findings[0].instruction, sizeof s.kernel.findings[0].instruction, "%s",
             instruction);
    assert_int_equal(xl_is_expected_failure(&s.expected, &s.row, &s.kernel),
                     *instruction == 'l' && !is_also_wrong && qemu[0] == '1' && qemu[1] == '0');
    xl_expect(&s.expected, &s.row);
    assert_string_equal(s.kernel.known_bug, s.kernel.outcome == XL_EMU_BUG ? "b1" : "");
    const enum xl_outcome outcome = s.kernel.outcome;
    end(&s);
    return outcome;
}

XL_TEST(test_a_crash_at_an_instruction)
{
    assert_int_equal(outcome_at("ldff1w {z0.s}, p0/z, [x0]", "10.0.13", false), XL_EMU_BUG);
    assert_int_equal(outcome_at("ldff1w {z0.s}, p0/z, [x0]", "10.0.13", true), XL_FAIL);
    assert_int_equal(outcome_at("ldff1w {z0.s}, p0/z, [x0]", "11.0.0", false), XL_FAIL);
    assert_int_equal(outcome_at("", "10.0.13", false), XL_FAIL);
}

/* A finding that was dropped may be another crash. */
XL_TEST(test_more_crashes_than_findings)
{
    struct setting s;
    set(&s, BUG(", instructions: ['ldff1w *']"), "mine", XL_PASS);
    for (size_t i = 0; i <= XL_MAX_FINDINGS; i++) {
        struct xl_finding *f = xl_result_add_finding(&s.kernel, XL_CHECK_crash);
        if (f)
            snprintf(f->instruction, sizeof f->instruction, "ldff1w {z0.s}, p0/z, [x0]");
    }
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_FAIL);
    end(&s);
}

XL_TEST(test_an_expected_failure)
{
    struct setting s;
    set(&s, BUG(", checks: [value]"), "add_f32", XL_FAIL);
    assert_true(xl_is_expected_failure(&s.expected, &s.row, &s.kernel));
    s.kernel.failed_checks[XL_CHECK_crash] = true;
    assert_false(xl_is_expected_failure(&s.expected, &s.row, &s.kernel));
    end(&s);
    set(&s, BUG(""), "add_f32", XL_PASS);
    assert_false(xl_is_expected_failure(&s.expected, &s.row, &s.kernel));
    end(&s);
    set(&s, NULL, "add_f32", XL_FAIL);
    assert_false(xl_is_expected_failure(&s.expected, &s.row, &s.kernel));
    end(&s);
}

XL_TEST(test_a_listed_skip_of_a_row)
{
    struct setting s;
    set(&s, NULL, "add_f32", XL_PASS);
    s.row.outcome = XL_SKIP;
    s.row.kernel_count = 0;
    snprintf(s.row.reason, sizeof s.row.reason, "there is no sve here");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_SKIP);
    snprintf(s.row.reason, sizeof s.row.reason, "something else");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_FAIL);
    assert_non_null(strstr(s.row.reason, "unexpected skip"));
    end(&s);
}

XL_TEST(test_skips_of_a_kernel)
{
    struct setting s;
    set(&s, NULL, "gap_i8", XL_SKIP);
    snprintf(s.kernel.reason, sizeof s.kernel.reason, "not written yet");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_SKIP);
    end(&s);
    set(&s, NULL, "add_f32", XL_SKIP); /* no skip lists it */
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_FAIL);
    assert_int_equal(s.row.outcome, XL_FAIL);
    assert_int_equal(s.kernel.findings[0].check, XL_CHECK_skip);
    end(&s);
    set(&s, NULL, "add_f32", XL_SKIP); /* others' kernels say themselves what they lack */
    s.expected.own_kernels = false;
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_SKIP);
    end(&s);
}

XL_TEST(test_a_listed_skip_that_ran)
{
    struct setting s;
    set(&s, NULL, "gap_i8", XL_PASS);
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_PASS);
    assert_non_null(strstr(s.row.notes, "m:7: expected skip ran: aarch64-* (no sve here)"));
    assert_non_null(strstr(s.row.notes, "m:9: expected skip ran: aarch64-*, gap_*"));
    assert_null(strstr(s.row.notes, "m:8:")); /* this machine has what another lacks */
    end(&s);
    /* One of its variants ran. */
    struct xl_kernel_result variants[2];
    set(&s, NULL, "gap_i8", XL_PASS);
    variants[0] = variants[1] = s.kernel;
    variants[1].outcome = XL_SKIP;
    snprintf(variants[1].reason, sizeof variants[1].reason, "not written yet");
    s.row.kernels = variants;
    s.row.kernel_count = 2;
    xl_expect(&s.expected, &s.row);
    assert_null(strstr(s.row.notes, "m:9:"));
    end(&s);
}

XL_TEST(test_a_known_bug)
{
    struct setting s;
    set(&s, BUG(""), "add_f32", XL_FAIL);
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_EMU_BUG);
    assert_int_equal(s.row.outcome, XL_EMU_BUG);
    assert_string_equal(s.kernel.known_bug, "b1");
    assert_non_null(strstr(s.kernel.reason, "known bug b1"));
    end(&s);
}

XL_TEST(test_what_a_known_bug_does_not_excuse)
{
    static const struct {
        const char *bugs, *kernel, *qemu;
    } table[] = {{BUG(""), "dot_f32", "10.0.13"},                        /* another kernel */
                 {BUG(""), "add_f32", "10.1.0"},                         /* a newer emulator */
                 {BUG(", checks: [crash]"), "add_f32", "10.0.13"},       /* another check */
                 {BUG(", rows: ['aarch64-b-*']"), "add_f32", "10.0.1"}}; /* another row */
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct setting s;
        set(&s, table[i].bugs, table[i].kernel, XL_FAIL);
        snprintf(s.row.qemu, sizeof s.row.qemu, "%s", table[i].qemu);
        xl_expect(&s.expected, &s.row);
        assert_int_equal(s.kernel.outcome, XL_FAIL);
        assert_int_equal(s.row.outcome, XL_FAIL);
        end(&s);
    }
}

/* One of several checks, also where its finding is not kept; a failed control; others' kernels. */
XL_TEST(test_what_a_known_bug_does_not_hide)
{
    struct setting s;
    set(&s, BUG(", checks: [value]"), "add_f32", XL_FAIL);
    while (xl_result_add_finding(&s.kernel, XL_CHECK_value)) {
    }
    xl_result_add_finding(&s.kernel, XL_CHECK_overwrite);
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_FAIL);
    end(&s);

    set(&s, BUG(""), "add_f32", XL_FAIL);
    s.row.control_failed = 1;
    snprintf(s.row.control, sizeof s.row.control, "it ran to its end");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_EMU_BUG);
    assert_int_equal(s.row.outcome, XL_FAIL);
    assert_non_null(strstr(s.row.reason, "it ran to its end"));
    end(&s);

    /* What was not run is no failure. */
    set(&s, BUG(""), "add_f32", XL_FAIL);
    struct xl_kernel_result both[] = {
        s.kernel, {.kernel = "sub_f32", .outcome = XL_NOT_RUN, .reason = "time limit"}};
    s.row.kernels = both;
    s.row.kernel_count = 2;
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_NOT_RUN);
    assert_string_equal(s.row.reason, "1 of 2 kernels were not run: time limit");
    end(&s);

    set(&s, BUG(""), "add_f32", XL_FAIL);
    s.expected.own_kernels = false;
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_FAIL);
    end(&s);
}

XL_TEST(test_a_row_that_checks_nothing)
{
    struct setting s;
    set(&s, NULL, "gap_i8", XL_SKIP);
    snprintf(s.kernel.reason, sizeof s.kernel.reason, "not written yet");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_SKIP);
    assert_non_null(strstr(s.row.reason, "none of its 1 kernel has code for sve: not written"));
    end(&s);
    set(&s, NULL, "add_f32", XL_SKIP); /* of others' nobody knows that it was meant */
    s.expected.own_kernels = false;
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_NOT_RUN);
    end(&s);
}

XL_TEST(test_a_known_bug_that_did_not_show)
{
    struct setting s;
    set(&s, BUG(""), "add_f32", XL_PASS);
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.kernel.outcome, XL_PASS);
    assert_non_null(strstr(s.row.notes, "b1 did not occur in add_f32"));
    end(&s);
}

XL_TEST(test_wrong_entries)
{
    static const struct {
        const char *text, *message;
    } table[] = {{"a: 1\n", "must be a list"},
                 {"- 1\n", "must be a mapping"},
                 {"- {id: a}\n", "needs 'link'"},
                 {"- {id: a, lnk: b}\n", "unknown key 'lnk'; similar: link"},
                 {"- {id: a, link: b, emulator: [], archs: [], kernels: [],"
                  " test: {file: f, arch: aarch64, compiler: gcc, flags: '', compile: true}}\n",
                  "no versions"},
                 {"- {id: a, link: b, emulator: [x], archs: [arm46], kernels: [],"
                  " test: {file: f, arch: aarch64, compiler: gcc, flags: '', compile: true}}\n",
                  "unknown arch 'arm46'"},
                 {"- {id: a, link: b, emulator: [x], archs: [], kernels: []}\n", "needs 'test'"},
                 {"- {id: a, link: b, emulator: [x], archs: [], kernels: [], test: {file: f}}\n",
                  "one of cpu, asm and compile"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_known_bugs bugs = {0};
        struct xl_error err = {.text = ""};
        int status = read_bugs(table[i].text, XL_BUG_EMULATOR, &bugs, &err);
        if (!status || !strstr(err.text, table[i].message) || !strstr(err.text, ":1:"))
            fail_msg("case %zu: %d \"%s\", wanted \"%s\"", i, status, err.text, table[i].message);
        xl_known_bugs_free(&bugs);
    }
}

/* A library's: of its version, and no larger than it says. */
XL_TEST(test_a_known_bug_of_a_library)
{
    static const char entry[] = "- {id: b1, library: ['3.6.1*'], archs: [aarch64], kernels: "
                                "['sleef_a'], link: none, ulp: 2, example: 'a=1'}\n";
    static const struct {
        const char *version;
        double ulp;
        enum xl_outcome outcome;
    } table[] = {{"3.6.1-3", 1.5, XL_EMU_BUG},
                 {"3.6.1-3", 2.5, XL_FAIL},
                 {"3.7.0-1", 1.5, XL_FAIL},
                 {"", 1.5, XL_FAIL}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct setting s;
        struct xl_error err;
        set(&s, NULL, "sleef_a", XL_FAIL);
        assert_int_equal(read_bugs(entry, XL_BUG_LIBRARY, &s.bugs, &err), 0);
        s.kernel.max_ulp = table[i].ulp;
        snprintf(s.row.library, sizeof s.row.library, "%s", table[i].version);
        xl_expect(&s.expected, &s.row);
        assert_int_equal(s.kernel.outcome, table[i].outcome);
        end(&s);
    }
}

XL_TEST(test_wrong_entries_of_a_library)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        {"- {id: a, library: [x], archs: [], kernels: [], link: b}\n", "needs 'example'"},
        {"- {id: a, library: [x], archs: [], kernels: [], link: b, example: e, ulp: no}\n",
         "'ulp' must be a positive number"},
        {"- {id: a, library: [], archs: [], kernels: [], link: b, example: e}\n", "no versions"},
        {"- {id: a, library: [x], archs: [], kernels: [], link: b, example: e, fault: nobody}\n",
         "unknown fault 'nobody'"},
        {"- {id: a, library: [x], archs: [], kernels: [], link: b, example: e, fault: 1}\n",
         "'fault' is library, compiler, emulator or ours"},
        {"- {id: a, library: [x], archs: [], kernels: [], link: b, test: {}}\n", "test"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_known_bugs bugs = {0};
        struct xl_error err = {.text = ""};
        int status = read_bugs(table[i].text, XL_BUG_LIBRARY, &bugs, &err);
        if (!status || !strstr(err.text, table[i].message))
            fail_msg("case %zu: %d \"%s\", wanted \"%s\"", i, status, err.text, table[i].message);
        xl_known_bugs_free(&bugs);
    }
}

/* A row whose CPU has not what its kernels need is no failure; one that has it, and no code, is. */
XL_TEST(test_a_row_that_lacks_what_kernels_need)
{
    struct setting s;
    set(&s, NULL, "crc", XL_SKIP);
    s.expected.own_kernels = false;
    snprintf(s.kernel.lacks, sizeof s.kernel.lacks, "pclmulqdq aes");
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_SKIP);
    assert_string_equal(s.row.reason, "this CPU lacks what 1 kernel needs: pclmulqdq aes");
    end(&s);
    set(&s, NULL, "crc", XL_SKIP);
    s.expected.own_kernels = false;
    xl_expect(&s.expected, &s.row);
    assert_int_equal(s.row.outcome, XL_NOT_RUN);
    end(&s);
}

/* Of a kernel whose calls take longer than the row may: it was not run to its end, and did nothing
 * wrong. */
XL_TEST(test_time_that_is_used_up_is_no_hang)
{
    const struct xl_row_job job = {.row_limit_s = xl_row_limit(600, false)};
    struct xl_kernel_result k = {.outcome = XL_PASS, .calls = 17, .checked = 5};
    assert_true(job.row_limit_s == 600 * xl_row_limit(1, false));
    assert_true(xl_row_limit(1, true) > xl_row_limit(1, false));
    xl_kernel_conclude(&job, NULL, XL_STATUS_ROW_TIMEOUT, &k);
    assert_int_equal(k.outcome, XL_NOT_RUN);
    assert_int_equal(k.finding_count, 0);
    assert_string_equal(k.reason, "row time limit 540000 s reached after 17 calls");
}

int main(void)
{
    return xl_run_tests("expect", NULL, NULL);
}
