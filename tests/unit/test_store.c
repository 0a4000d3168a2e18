/* Results that are kept: as they were, or not at all; whatever becomes of their files.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/signals.h"
#include "oracle/inputs.h"
#include "results/results_json.h"
#include "results/store.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-cache-XXXXXX";
static const struct xl_digest row_key = {1, 2};

static struct xl_digest key_of(uint64_t number)
{
    return (struct xl_digest){number, ~number};
}

static const struct xl_kernel record = {.name = "add_f32",
                                        .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT}};

/* Of every field that is kept, something. */
static struct xl_kernel_result result_of(const char *kernel, uint64_t number)
{
    struct xl_kernel_result k = {.kernel = kernel,
                                 .record = &record,
                                 .variant = "sve",
                                 .is_function = 1,
                                 .outcome = XL_PASS,
                                 .checked = number,
                                 .calls = 371,
                                 .max_ulp = 0.1,
                                 .has_worst = 1,
                                 .operands = 2,
                                 .worst_inputs = {UINT64_MAX, 7},
                                 .baseline_ulp = INFINITY,
                                 .has_axis = true,
                                 .axis = {0.1F, -1, INFINITY},
                                 .by_precision = {1, 2, 3},
                                 .digest = UINT64_MAX - 1,
                                 .bits_count = 2,
                                 .was_traced = 1,
                                 .proof = "vectors in f",
                                 .unasked = "upper_halves",
                                 .estimates = "rsqrtps",
                                 .dispatched = "raise_avx2",
                                 .lacks = "pclmulqdq",
                                 .traced_n = 10,
                                 .vector_insns = 11,
                                 .insns_covered = 12,
                                 .insns_total = 13,
                                 .work = {14, 15, 16, 17, 18, 19}};
    k.bits[0] = (struct xl_bits){xl_fill_name(XL_FILL_BITS), 10007, UINT64_MAX};
    k.bits[1] = (struct xl_bits){xl_fill_name(XL_FILL_DOMAIN), 1, 0};
    return k;
}

static void keep(const char *kernel, uint64_t number)
{
    struct xl_store *s = xl_store_open(row_key, true);
    const struct xl_kernel_result k = result_of(kernel, number);
    xl_store_put(s, key_of(number), &k);
    xl_store_close(s);
}

static bool is_kept(const char *kernel, uint64_t number)
{
    struct xl_store *s = xl_store_open(row_key, true);
    struct xl_kernel_result is = {.kernel = kernel, .record = &record, .variant = "sve"};
    struct xl_kernel_result was = result_of(kernel, number);
    bool found = xl_store_find(s, key_of(number), &is);
    if (found) {
        assert_int_equal(strlen(is.cached), strlen("2026-01-01T00:00:00Z"));
        memcpy(was.cached, is.cached, sizeof was.cached);
        assert_memory_equal(&is, &was, sizeof is);
    }
    xl_store_close(s);
    return found;
}

static void forget_all(void)
{
    xl_store_prune(0);
}

XL_TEST(test_a_result_comes_back_as_it_was)
{
    forget_all();
    assert_false(is_kept("add_f32", 1));
    keep("add_f32", 1);
    assert_true(is_kept("add_f32", 1));
    assert_false(is_kept("add_f32", 2));
    assert_false(is_kept("sub_f32", 1));
}

/* The XL_VARIANTs of a kernel, and the kernels of a file, have all of their key in common. */
XL_TEST(test_variants_have_their_own)
{
    struct xl_kernel_result k = result_of("add_f32", 1), other = k;
    k.variant = "sve:add_by_1";
    other.variant = "sve:add_by_2";
    forget_all();
    struct xl_store *s = xl_store_open(row_key, true);
    xl_store_put(s, key_of(1), &k);
    xl_store_close(s);
    s = xl_store_open(row_key, true);
    assert_true(xl_store_find(s, key_of(1), &k));
    assert_false(xl_store_find(s, key_of(1), &other));
    other.variant = "sve";
    assert_false(xl_store_find(s, key_of(1), &other));
    xl_store_close(s);
}

XL_TEST(test_another_row_has_its_own)
{
    struct xl_kernel_result k = {.kernel = "add_f32"};
    forget_all();
    keep("add_f32", 1);
    struct xl_store *s = xl_store_open(key_of(9), true);
    assert_false(xl_store_find(s, key_of(1), &k));
    xl_store_close(s);
    s = xl_store_open(row_key, false); /* --no-cache */
    assert_false(xl_store_find(s, key_of(1), &k));
    xl_store_close(s);
}

XL_TEST(test_failures_are_not_kept)
{
    const enum xl_outcome outcomes[] = {XL_FAIL, XL_EMU_BUG, XL_NOT_RUN};
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        keep("add_f32", 1);
        struct xl_store *s = xl_store_open(row_key, true);
        struct xl_kernel_result k = result_of("add_f32", 1);
        k.outcome = outcomes[i];
        xl_store_put(s, key_of(1), &k); /* and what was there goes */
        xl_store_close(s);
        assert_false(is_kept("add_f32", 1));
    }
}

/* A failure with something in each field of its finding. */
static struct xl_kernel_result failure_of(const char *kernel)
{
    struct xl_kernel_result k = result_of(kernel, 1);
    struct xl_finding *f = xl_result_add_finding(&k, XL_CHECK_crash);
    *f = (struct xl_finding){.check = XL_CHECK_crash,
                             .message = "died of signal 11",
                             .has_call = 1,
                             .n = 17,
                             .sizes = "m = 3",
                             .alignment = 16,
                             .c = {.n = 17,
                                   .group = 1,
                                   .rows = 1,
                                   .depth = 1,
                                   .lanes = 4,
                                   .fill = XL_FILL_BITS,
                                   .placement = XL_PLACEMENT_START,
                                   .seed = UINT64_MAX},
                             .has_element = 1,
                             .arg = record.args[1].name,
                             .element = 5,
                             .lane = 1,
                             .inputs = "a=0x1",
                             .got = "1",
                             .expected = "2",
                             .ulp = INFINITY,
                             .lanes = ".x..",
                             .which = "the second",
                             .differs = "by 1",
                             .vector_got = "[1]",
                             .vector_expected = "[2]",
                             .alone = "right",
                             .vector = "a=0x1",
                             .has_bound = true,
                             .error = 2,
                             .bound = 1,
                             .signal = 11,
                             .pc = 0x1234};
    k.group_differences[1] = 1;
    snprintf(k.failing_calls, sizeof k.failing_calls, "n > 16");
    snprintf(k.reason, sizeof k.reason, "%s", f->message);
    return k;
}

/* Each field of results.def that is cached is in the first one, and comes back. */
static void assert_comes_back(const struct xl_kernel_result *was, const struct xl_kernel_result *is)
{
    struct json_object *x = xl_cached_kernel_json(was), *y = xl_cached_kernel_json(is);
    json_object_object_foreach(x, name, value)
    {
        if (!value && strcmp(name, "baseline_ulp") != 0) /* infinite */
            fail_msg("give %s of failure_of a value", name);
    }
    assert_string_equal(json_object_to_json_string(x), json_object_to_json_string(y));
    json_object_put(x);
    json_object_put(y);
}

XL_TEST(test_a_known_bug_comes_back_as_it_was)
{
    struct xl_kernel_result was = failure_of("add_f32"),
                            is = {.kernel = "add_f32", .variant = "sve", .record = &record};
    was.code = strdup("movaps\n");
    forget_all();
    struct xl_store *s = xl_store_open(row_key, true);
    xl_store_put_bug(s, key_of(1), &was);
    xl_store_close(s);
    s = xl_store_open(row_key, true);
    assert_false(xl_store_find_bug(s, key_of(2), &is));
    assert_false(xl_store_find(s, key_of(1), &is)); /* only as what it is */
    assert_true(xl_store_find_bug(s, key_of(1), &is));
    xl_store_close(s);
    assert_int_equal(is.outcome, XL_FAIL);
    assert_comes_back(&was, &is);
    free(is.code);
    free(was.code);
}

XL_TEST(test_a_passed_result_is_no_bug)
{
    struct xl_kernel_result k = {.kernel = "add_f32"};
    forget_all();
    keep("add_f32", 1);
    struct xl_store *s = xl_store_open(row_key, true);
    assert_false(xl_store_find_bug(s, key_of(1), &k));
    xl_store_close(s);
}

/* What the time, or another kernel or row, has decided. */
XL_TEST(test_what_is_worth_as_a_bug)
{
    struct xl_kernel_result k = failure_of("add_f32");
    assert_true(xl_stored_bug_is_worth(&k));
    k.findings[0].after = "sub_f32";
    assert_false(xl_stored_bug_is_worth(&k));
    k = failure_of("add_f32");
    xl_result_add_finding(&k, XL_CHECK_hang);
    assert_false(xl_stored_bug_is_worth(&k));
    k = result_of("add_f32", 1);
    assert_false(xl_stored_bug_is_worth(&k));
}

/* A damaged one, in each of the fields that only failures have. */
XL_TEST(test_a_bug_that_lacks_a_field_is_not_served)
{
    const struct xl_kernel_result k = failure_of("add_f32");
    struct json_object *o = xl_cached_kernel_json(&k);
    struct xl_kernel_result is = {.kernel = "add_f32", .record = &record};
    assert_true(xl_stored_read(o, xl_stored_bug_is_worth, &is));
    const char *const names[] = {"outcome", "reason",   "differences", "groups",
                                 "checks",  "findings", "checked"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct json_object *value = json_object_get(json_object_object_get(o, names[i]));
        json_object_object_del(o, names[i]);
        assert_false(xl_stored_read(o, xl_stored_bug_is_worth, &is));
        json_object_object_add(o, names[i], value);
    }
    json_object_put(o);
}

XL_TEST(test_the_newest_versions_stay)
{
    forget_all();
    keep("abs_f32", 1);
    for (uint64_t i = 0; i < 6; i++) {
        keep("add_f32", i);
        keep("sub_f32", 1);
    }
    assert_false(is_kept("add_f32", 1));
    for (uint64_t i = 2; i < 6; i++)
        assert_true(is_kept("add_f32", i));
    assert_true(is_kept("abs_f32", 1));
    assert_true(is_kept("sub_f32", 1));
}

XL_TEST(test_only_what_failed_is_forgotten)
{
    struct xl_kernel_result failed = result_of("add_f32", 2);
    failed.outcome = XL_FAIL;
    forget_all();
    keep("abs_f32", 1);
    for (uint64_t i = 1; i < 4; i++)
        keep("add_f32", i);
    keep("sub_f32", 2);
    struct xl_store *s = xl_store_open(row_key, true);
    xl_store_put(s, key_of(2), &failed);
    xl_store_close(s);
    for (uint64_t i = 1; i < 4; i++)
        assert_int_equal(is_kept("add_f32", i), i != 2);
    assert_true(is_kept("abs_f32", 1));
    assert_true(is_kept("sub_f32", 2));
}

/* Its digest is good, and it is no file of lines. */
XL_TEST(test_what_is_no_line_is_not_read)
{
    static const char *const values[] = {"{}", "{}\nno tab", "{}\nkey\tno second tab", "{}\n\t\t"};
    char path[sizeof directory + 8];
    snprintf(path, sizeof path, "%s/lines", directory);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct xl_store_file l = {0};
        xl_store_file_put(&l, &(struct xl_store_entry){"key", "name", values[i]});
        assert_int_equal(xl_store_file_write(&l, path), 0);
        xl_store_file_free(&l);
        assert_int_equal(xl_store_file_read(&l, path), i == 0 || i == 3);
        assert_int_equal(xl_store_file_find(&l, "name", "key") != NULL, i == 0 || i == 3);
        assert_null(xl_store_file_find(&l, "name", "other"));
        xl_store_file_free(&l);
    }
    remove(path);
    struct xl_store_file none;
    assert_true(xl_store_file_read(&none, path));
    assert_int_equal(none.count, 0);
}

XL_TEST(test_a_row_is_told_of)
{
    struct xl_row_result row = {.has_vl = 1,
                                .vl_bits = 256,
                                .evidence = "traced",
                                .control = "died"},
                         is = {0};
    struct xl_store *s = xl_store_open(row_key, true);
    xl_store_put_row(s, key_of(5), &row);
    xl_store_close(s);
    s = xl_store_open(row_key, true);
    assert_false(xl_store_find_row(s, key_of(6), &is));
    assert_true(xl_store_find_row(s, key_of(5), &is));
    assert_int_equal(is.vl_bits, 256);
    assert_int_equal(is.has_vl, 1);
    assert_string_equal(is.evidence, "traced");
    assert_string_equal(is.control, "died");
    xl_store_close(s);
}

static void name_file(char path[4096])
{
    char name[XL_DIGEST_TEXT];
    xl_digest_write(row_key, name);
    snprintf(path, 4096, "%s/results/%s", directory, name);
}

static size_t read_file(char *text, size_t room)
{
    char path[4096];
    name_file(path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t size = fread(text, 1, room, f);
    fclose(f);
    return size;
}

static void write_file(const char *text, size_t size)
{
    char path[4096];
    name_file(path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fwrite(text, 1, size, f);
    fclose(f);
}

XL_TEST(test_a_damaged_file_serves_nothing)
{
    static char text[65536];
    forget_all();
    keep("add_f32", 1);
    const size_t size = read_file(text, sizeof text);
    for (size_t cut = 0; cut < size; cut++) {
        write_file(text, cut);
        assert_false(is_kept("add_f32", 1));
    }
    for (size_t at = 0; at < size; at++) {
        text[at] ^= 1;
        write_file(text, size);
        assert_false(is_kept("add_f32", 1));
        text[at] ^= 1;
    }
    write_file(text, size);
    assert_true(is_kept("add_f32", 1));
    write_file(text, size / 2);
    keep("sub_f32", 1); /* in its place */
    assert_true(is_kept("sub_f32", 1));
}

/* What has a good digest and lacks a field is of another version. */
XL_TEST(test_what_lacks_a_field_is_not_served)
{
    const struct xl_kernel_result k = result_of("add_f32", 1);
    struct json_object *o = xl_cached_kernel_json(&k);
    struct xl_kernel_result is = {.kernel = "add_f32"};
    assert_true(xl_stored_read(o, xl_stored_result_is_worth, &is));
    const char *const names[] = {"outcome", "checked", "digest", "max_ulp", "roads", "bits"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct json_object *value = json_object_get(json_object_object_get(o, names[i]));
        json_object_object_del(o, names[i]);
        assert_false(xl_stored_read(o, xl_stored_result_is_worth, &is));
        json_object_object_add(o, names[i], value);
    }
    assert_true(xl_stored_read(o, xl_stored_result_is_worth, &is));
    json_object_put(o);
}

/* Several processes, each with kernels of its own, into one file. */
XL_TEST(test_many_at_once)
{
    enum { PROCESSES = 4, EACH = 20 };
    char name[32];
    forget_all();
    for (int p = 0; p < PROCESSES; p++) {
        if (fork())
            continue;
        for (int i = 0; i < EACH; i++) {
            snprintf(name, sizeof name, "kernel_%d_%d", p, i);
            keep(name, 1);
        }
        _exit(0);
    }
    while (wait(NULL) > 0) {
    }
    for (int p = 0; p < PROCESSES; p++)
        for (int i = 0; i < EACH; i++) {
            snprintf(name, sizeof name, "kernel_%d_%d", p, i);
            assert_true(is_kept(name, 1));
        }
}

XL_TEST(test_killed_while_it_writes)
{
    forget_all();
    keep("add_f32", 1);
    for (int i = 0; i < 40; i++) {
        pid_t child = fork();
        if (!child)
            for (uint64_t n = 0;; n++)
                keep("sub_f32", n);
        nanosleep(&(struct timespec){0, 1000000L + 137000L * i}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        assert_true(is_kept("add_f32", 1));
    }
}

/* As a full disk does. */
XL_TEST(test_no_room)
{
    forget_all();
    keep("add_f32", 1);
    pid_t child = fork();
    if (!child) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, 100});
        keep("sub_f32", 1);
        _exit(!is_kept("add_f32", 1));
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_false(is_kept("sub_f32", 1));
    assert_true(is_kept("add_f32", 1));
}

XL_TEST(test_no_directory)
{
    setenv("CROSSLANE_CACHE", "/proc/nowhere", 1);
    keep("add_f32", 1);
    assert_false(is_kept("add_f32", 1));
    unsetenv("CROSSLANE_CACHE");
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    keep("add_f32", 1);
    assert_false(is_kept("add_f32", 1));
    if (home)
        setenv("HOME", home, 1);
    free(home);
    setenv("CROSSLANE_CACHE", directory, 1);
}

XL_TEST(test_what_was_used_longest_ago_goes)
{
    char path[4096];
    const struct xl_kernel_result k = result_of("add_f32", 1);
    struct xl_kernel_result is = {.kernel = "add_f32"};
    forget_all();
    for (uint64_t i = 0; i < 3; i++) {
        struct xl_store *s = xl_store_open(key_of(i), true);
        xl_store_put(s, key_of(1), &k);
        xl_store_close(s);
        char name[XL_DIGEST_TEXT];
        xl_digest_write(key_of(i), name);
        snprintf(path, sizeof path, "%s/results/%s", directory, name);
        const struct timespec times[] = {{1000 + (time_t)i, 0}, {1000 + (time_t)i, 0}};
        utimensat(AT_FDCWD, path, times, 0);
    }
    xl_store_close(xl_store_open(key_of(0), true)); /* it is used */
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    struct xl_store_use use = xl_store_prune(2 * (uint64_t)file.st_size);
    assert_int_equal(use.files, 2);
    assert_int_equal(use.bytes, 2 * file.st_size);
    for (uint64_t i = 0; i < 3; i++) {
        struct xl_store *s = xl_store_open(key_of(i), true);
        assert_int_equal(xl_store_find(s, key_of(1), &is), i != 1);
        xl_store_close(s);
    }
}

/* Who holds the lock may be stopped: the wait ends with the run, and what was kept stays. */
XL_TEST(test_a_stopped_process_has_the_lock)
{
    char path[sizeof directory + 16];
    int status;
    forget_all();
    keep("add_f32", 1);
    snprintf(path, sizeof path, "%s/results/lock", directory);
    const pid_t holder = fork();
    if (holder == 0) {
        if (flock(open(path, O_RDWR), LOCK_EX) == 0)
            raise(SIGSTOP);
        _exit(1);
    }
    assert_int_equal(waitpid(holder, &status, WUNTRACED), holder);
    xl_stop_on_signals(0);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 100000}}, NULL);
    keep("sub_f32", 1);
    assert_int_equal(xl_interrupted, SIGALRM);
    xl_interrupted = 0;
    kill(holder, SIGKILL);
    waitpid(holder, NULL, 0);
    assert_true(is_kept("add_f32", 1));
    assert_false(is_kept("sub_f32", 1));
}

int main(void)
{
    char command[64];
    if (!mkdtemp(directory))
        return 1;
    setenv("CROSSLANE_CACHE", directory, 1);
    int failed = xl_run_tests("store", NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command) || failed;
}
