/* The state of a walk: what a later run finds of it, also after damage and on a full disk.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <unistd.h>

#include "run/exhaustive.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-walk-XXXXXX";
static const struct xl_digest key = {1, 2}, other_key = {1, 3};

static int begin(void **state)
{
    return !mkdtemp(directory) || setenv("CROSSLANE_CACHE", directory, 1);
}

static int end(void **state)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    return system(command); // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

static struct xl_kernel_result result(double ulp, uint64_t input)
{
    return (struct xl_kernel_result){
        .max_ulp = ulp, .has_worst = 1, .operands = 1, .worst_inputs = {input}};
}

/* Opens the state, and counts its parts. */
static size_t open_parts(const char *name, const struct xl_digest *by, struct xl_walk_state *s,
                         struct xl_kernel_result *k)
{
    struct xl_error err;
    size_t parts = 0;
    *k = (struct xl_kernel_result){0};
    assert_int_equal(xl_walk_state_open(s, name, by, k, &err), 0);
    for (size_t i = 0; i < XL_WALK_PARTS; i++)
        parts += s->is_done[i];
    return parts;
}

static void add(struct xl_walk_state *s, size_t part, double ulp, uint64_t input)
{
    const struct xl_kernel_result k = result(ulp, input);
    struct xl_error err;
    assert_int_equal(xl_walk_state_add(s, part, &k, &err), 0);
}

XL_TEST(test_continues)
{
    struct xl_walk_state s;
    struct xl_kernel_result k;
    assert_int_equal(open_parts("row/a", &key, &s, &k), 0);
    add(&s, 0, 0.25, 7);
    add(&s, 1023, 0.5, 0x3f800000);
    add(&s, 4, 0.5, 9);
    xl_walk_state_close(&s);
    assert_int_equal(open_parts("row/a", &key, &s, &k), 3);
    assert_true(k.max_ulp == 0.5 && k.has_worst && k.operands == 1);
    assert_int_equal(k.worst_inputs[0], 0x3f800000);
    assert_true(s.is_done[4] && !s.is_other && !s.damaged);
    xl_walk_state_close(&s);
    assert_int_equal(open_parts("row/a", &other_key, &s, &k), 0);
    assert_true(s.is_other && !k.has_worst);
    xl_walk_state_close(&s);
}

/* Changes the file of a state with two parts, and opens it again. */
static void damage(const char *name, const char *command, size_t parts, size_t damaged)
{
    char text[300];
    struct xl_walk_state s;
    struct xl_kernel_result k;
    open_parts(name, &key, &s, &k);
    add(&s, 10, 0.5, 1);
    add(&s, 11, 0.75, 2);
    snprintf(text, sizeof text, command, s.file);
    xl_walk_state_close(&s);
    assert_int_equal(system(text), 0); // NOLINT(cert-env33-c,concurrency-mt-unsafe)
    assert_int_equal(open_parts(name, &key, &s, &k), parts);
    assert_int_equal(s.damaged, damaged);
    add(&s, 12, 0.25, 3); /* after a torn line, too */
    xl_walk_state_close(&s);
    assert_int_equal(open_parts(name, &key, &s, &k), parts + 1);
    xl_walk_state_close(&s);
}

XL_TEST(test_damaged)
{
    damage("torn", "truncate -s -3 '%s'", 1, 1);
    damage("changed", "sed -i '2s/^10/13/' '%s'", 1, 1);
    damage("error", "sed -i '3s/0x/0x1/' '%s'", 1, 1);
    damage("empty", "truncate -s 0 '%s'", 0, 0);
    damage("head", "sed -i '1s/0/1/' '%s'", 0, 0);
    damage("noise", "head -c 3000 /dev/zero >'%s'", 0, 0);
    damage("cut", "sed -i '2d' '%s'", 1, 0);
}

/* A disk that is full for a while. */
XL_TEST(test_full)
{
    struct xl_walk_state s;
    struct xl_error err;
    struct xl_kernel_result k;
    assert_int_equal(open_parts("full", &key, &s, &k), 0);
    const int file = dup(s.fd), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0 && full >= 0 && dup2(full, s.fd) >= 0);
    k = result(0.5, 1);
    assert_int_equal(xl_walk_state_add(&s, 0, &k, &err), -1);
    assert_non_null(strstr(err.text, "No space left on device"));
    assert_int_equal(xl_walk_state_add(&s, 1, &k, &err), -1);
    assert_true(s.is_done[0] && dup2(file, s.fd) >= 0);
    add(&s, 2, 0.5, 1);
    close(file);
    close(full);
    xl_walk_state_close(&s);
    assert_int_equal(open_parts("full", &key, &s, &k), 3);
    xl_walk_state_close(&s);
}

XL_TEST(test_unknown)
{
    struct xl_walk_state s;
    struct xl_error err;
    struct xl_kernel_result k = {0};
    assert_int_equal(xl_walk_state_open(&s, "none", NULL, &k, &err), -1);
    assert_int_equal(xl_walk_state_add(&s, 0, &k, &err), 0);
    assert_true(s.is_done[0]);
    xl_walk_state_close(&s);
}

int main(void)
{
    return xl_run_tests("walk_state", begin, end);
}
