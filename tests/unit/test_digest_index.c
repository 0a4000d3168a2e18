/* Digests of files that are not read again: what an index serves, and each change that it must see.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-index-XXXXXX";
static char file[64], other[64], index_file[64];
static int64_t ahead_s; /* of the system's clock */

enum { LATER_S = 60 };

static int64_t clock_s(void)
{
    return (int64_t)time(NULL) + ahead_s;
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void give_times(const char *path, const struct stat *of)
{
    const struct timespec times[] = {of->st_atim, of->st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Digests the file in one run with the index. Returns whether the index had it. The digest is right
 * in any case. */
static bool is_known(void)
{
    struct xl_digest is, right;
    assert_int_equal(xl_digest_file(file, &right), 0); /* without index */
    xl_digest_index_begin(index_file);
    assert_int_equal(xl_digest_file(file, &is), 0);
    const size_t found = xl_digest_index_end();
    assert_memory_equal(&is, &right, sizeof is);
    return found != 0;
}

/* A file that is old enough, and known. */
static void know(const char *text)
{
    remove(index_file);
    write_file(file, text);
    ahead_s = LATER_S;
    assert_false(is_known());
    assert_true(is_known());
}

static void test_an_unchanged_file_is_known(void **state)
{
    know("one");
    write_file(other, "other");
    assert_true(is_known());
    know(""); /* an empty one, too */
}

static void test_other_content(void **state)
{
    know("one");
    write_file(file, "three");
    assert_false(is_known());
    assert_true(is_known());
    write_file(file, "seven"); /* of the same size */
    assert_false(is_known());
}

/* Only the change time says it. */
static void test_other_content_at_the_same_time(void **state)
{
    struct stat was;
    know("one");
    assert_int_equal(stat(file, &was), 0);
    write_file(file, "two");
    give_times(file, &was);
    assert_false(is_known());
}

static void test_touched_and_restored(void **state)
{
    struct stat was;
    know("one");
    assert_int_equal(stat(file, &was), 0);
    assert_int_equal(utimensat(AT_FDCWD, file, NULL, 0), 0);
    assert_false(is_known());
    give_times(file, &was);
    assert_false(is_known());
    assert_true(is_known());
}

/* As `mv` and `cp -p` do: another inode, with the size and the time of the first. */
static void test_replaced(void **state)
{
    struct stat was;
    know("one");
    assert_int_equal(stat(file, &was), 0);
    write_file(other, "two");
    give_times(other, &was);
    assert_int_equal(rename(other, file), 0);
    assert_false(is_known());
}

/* An old file that was there before the index: its times are old, its inode is another one. */
static void test_replaced_by_an_older_file(void **state)
{
    write_file(other, "two");
    know("one");
    assert_int_equal(rename(other, file), 0);
    assert_false(is_known());
}

/* A second change within the clock's tick would have the same times. */
static void test_a_file_that_has_just_changed(void **state)
{
    remove(index_file);
    ahead_s = 0;
    for (int i = 0; i < 3; i++) {
        write_file(file, i % 2 ? "one" : "two");
        assert_false(is_known());
        assert_false(is_known());
    }
    ahead_s = LATER_S;
    assert_false(is_known());
    assert_true(is_known());
}

static void test_times_in_the_future(void **state)
{
    struct stat s;
    remove(index_file);
    write_file(file, "one");
    ahead_s = -LATER_S; /* the clock was set back after the file was written */
    assert_false(is_known());
    assert_false(is_known());
    ahead_s = LATER_S;
    assert_int_equal(stat(file, &s), 0);
    s.st_mtim.tv_sec += (time_t)10 * LATER_S;
    give_times(file, &s);
    assert_false(is_known());
    assert_false(is_known());
}

static void test_a_clock_that_is_set_back(void **state)
{
    know("one");
    ahead_s = LATER_S - 1; /* before the index was written */
    assert_false(is_known());
    ahead_s = LATER_S;
    assert_true(is_known()); /* it was made anew */
    ahead_s = 100 * LATER_S;
    write_file(other, "other");
    assert_true(is_known());
}

static void test_a_damaged_index_is_empty(void **state)
{
    static char bytes[4096];
    know("one");
    FILE *f = fopen(index_file, "r");
    const size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_in_range(size, 1, sizeof bytes - 1);
    for (size_t at = 0; at < size; at += 3) {
        bytes[at] ^= 1;
        f = fopen(index_file, "w");
        fwrite(bytes, 1, size, f);
        fclose(f);
        bytes[at] ^= 1;
        is_known(); /* its digest is right */
        f = fopen(index_file, "w");
        fwrite(bytes, 1, at, f);
        fclose(f);
        assert_false(is_known());
    }
}

/* Of the file of a key. */
static void test_a_cached_file(void **state)
{
    static const char content[] = "two\nlines\n";
    size_t size;
    assert_int_equal(xl_cached_write(other, "kind 1", "key", content, sizeof content - 1), 0);
    assert_null(xl_cached_read(other, "kind 1", "another", &size));
    assert_null(xl_cached_read(other, "kind 1", "", &size));
    assert_null(xl_cached_read(other, "kind 2", "key", &size));
    char *read = xl_cached_read(other, "kind 1", "key", &size);
    assert_string_equal(read, content);
    assert_int_equal(size, sizeof content - 1);
    free(read);
    FILE *f = fopen(other, "r+");
    fseek(f, -2, SEEK_END);
    fputc('z', f);
    fclose(f);
    assert_null(xl_cached_read(other, "kind 1", "key", &size));
    assert_null(xl_cached_read("/proc/nowhere/file", "kind 1", "key", &size));
    assert_int_equal(xl_cached_write("/proc/nowhere/file", "kind 1", "key", "", 0), -1);
}

static void test_many_files(void **state)
{
    enum { FILES = 5000 };
    char path[96];
    struct xl_digest digest, is;
    remove(index_file);
    ahead_s = LATER_S;
    for (int round = 0; round < 2; round++) {
        xl_digest_index_begin(index_file);
        for (int i = 0; i < FILES; i++) {
            char text[16];
            snprintf(text, sizeof text, "%d", i);
            snprintf(path, sizeof path, "%s/many-%d", directory, i);
            if (!round)
                write_file(path, text);
            digest = xl_digest_text(text);
            assert_int_equal(xl_digest_file(path, &is), 0);
            assert_memory_equal(&is, &digest, sizeof is);
            if (round)
                remove(path);
        }
        assert_int_equal(xl_digest_index_end(), round ? FILES : 0);
    }
}

static void test_what_is_no_file(void **state)
{
    struct xl_digest is;
    xl_digest_index_begin("/proc/nowhere/index");
    assert_int_equal(xl_digest_file(directory, &is), -1);
    assert_int_equal(xl_digest_file("/nowhere", &is), -1);
    assert_int_equal(xl_digest_file(file, &is), 0);
    assert_int_equal(xl_digest_index_end(), 0);
}

static int make_directory(void **state)
{
    xl_digest_index_set_clock(clock_s);
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/file", directory);
    snprintf(other, sizeof other, "%s/other", directory);
    snprintf(index_file, sizeof index_file, "%s/index", directory);
    return 0;
}

static int remove_directory(void **state)
{
    remove(file);
    remove(other);
    remove(index_file);
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_unchanged_file_is_known),
        cmocka_unit_test(test_other_content),
        cmocka_unit_test(test_other_content_at_the_same_time),
        cmocka_unit_test(test_touched_and_restored),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_replaced_by_an_older_file),
        cmocka_unit_test(test_a_file_that_has_just_changed),
        cmocka_unit_test(test_times_in_the_future),
        cmocka_unit_test(test_a_clock_that_is_set_back),
        cmocka_unit_test(test_a_damaged_index_is_empty),
        cmocka_unit_test(test_a_cached_file),
        cmocka_unit_test(test_many_files),
        cmocka_unit_test(test_what_is_no_file),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
