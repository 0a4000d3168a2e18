/* Documents: the message for a stale file, and the description of every field of a kernel's record.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-docs-XXXXXX", file[64], said[64], warned[64];

static int make_directory(void **state)
{
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/file", directory);
    snprintf(said, sizeof said, "%s/said", directory);
    snprintf(warned, sizeof warned, "%s/warned", directory);
    return 0;
}

static int remove_directory(void **state)
{
    remove(file);
    remove(said);
    remove(warned);
    return rmdir(directory);
}

static char *read_file(const char *name)
{
    struct xl_error err;
    size_t size;
    char *text = xl_generated_read(name, &size, &err);
    assert_non_null(text);
    return text;
}

static void assert_in(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("no '%s' in:\n%s", words, text);
}

static void assert_in_file(const char *name, const char *words)
{
    char *text = read_file(name);
    assert_in(text, words);
    free(text);
}

/* Sends what is printed to a file; gives what it takes to undo that. */
static int redirect(int fd, const char *to)
{
    fflush(NULL);
    int old = dup(fd);
    FILE *f = fopen(to, "w");
    assert_non_null(f);
    dup2(fileno(f), fd);
    fclose(f);
    return old;
}

static void restore(int fd, int old)
{
    fflush(NULL);
    dup2(old, fd);
    close(old);
}

static int check(const char *text)
{
    int out = redirect(STDOUT_FILENO, said), err = redirect(STDERR_FILENO, warned);
    int status = xl_generated_check(file, text, strlen(text), "./crosslane matrix docs");
    restore(STDERR_FILENO, err);
    restore(STDOUT_FILENO, out);
    return status;
}

XL_TEST(test_a_missing_file_is_stale)
{
    remove(file);
    assert_int_equal(check("one\n"), 1);
    assert_in_file(said, "@@ -0,0 +1 @@\n+one\n");
    assert_in_file(warned, "file is stale; regenerate it with: ./crosslane matrix docs\n");
}

XL_TEST(test_a_stale_file_is_shown)
{
    struct xl_error err;
    assert_int_equal(xl_file_update(file, "one\ntwo\n", 8, &err), 0);
    assert_int_equal(check("one\ntwo\n"), 0);
    assert_int_equal(check("one\nthree\n"), 1);
    assert_in_file(said, "/file\n+++ generated\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n");
    assert_int_equal(check("one\ntwo"), 1);
    assert_in_file(said, "\\ No newline");
}

/* make and editors mind the time of a file that did not change. */
XL_TEST(test_writing)
{
    struct xl_error err;
    struct stat before, after;
    assert_int_equal(xl_file_update(file, "one\n", 4, &err), 0);
    assert_int_equal(stat(file, &before), 0);
    assert_int_equal(before.st_mode & 0777, 0644);
    assert_int_equal(xl_file_update(file, "one\n", 4, &err), 0);
    assert_int_equal(stat(file, &after), 0);
    assert_true(before.st_ino == after.st_ino);
    assert_int_equal(xl_file_update("/nowhere/file", "one\n", 4, &err), -1);
    assert_in(err.text, "cannot write /nowhere/file: No such file");
}

/* The vectors of its authors' test suite. */
XL_TEST(test_the_hash)
{
    assert_true(xl_hash("", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(xl_hash("a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(xl_hash("foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static char *read_own(const char *name)
{
    char path[4096];
    xl_repository_path(name, path, sizeof path);
    return read_file(path);
}

/* Puts blanks in the place of comments. */
static void remove_comments(char *text)
{
    for (char *begin = text; (begin = strstr(begin, "/*"));) {
        char *end = strstr(begin, "*/");
        assert_non_null(end);
        memset(begin, ' ', (size_t)(end + 2 - begin));
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether the document has this, and no longer word. */
static bool has_word(const char *docs, const char *word)
{
    size_t length = strlen(word);
    for (; (docs = strstr(docs, word)); docs += length)
        if (!is_word(docs[length]))
            return true;
    return false;
}

/* The name that a declaration ends with, or that a function pointer has; in the declaration. */
static const char *declared(char *declaration)
{
    char *pointer = strstr(declaration, "(*");
    char *name = pointer ? pointer + 2 : declaration + strcspn(declaration, "[");
    if (pointer) {
        name[strcspn(name, ")")] = '\0';
        return name;
    }
    *name = '\0';
    while (name > declaration && is_word(name[-1]))
        name--;
    return name;
}

/* What the macros of kernel.h fill in, and what is written in another way. */
static bool is_no_field(const char *name)
{
    static const char *const none[] = {"version", "name",    "family", "reference",
                                       "kind",    "variant", "varied"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (strcmp(name, none[i]) == 0)
            return true;
    return false;
}

/* Each member is named as `.member`. Returns how many there are. */
static int check_struct(char *header, const char *begin, const char *docs)
{
    char *at = strstr(header, begin), word[80];
    int count = 0;
    assert_non_null(at);
    at += strlen(begin);
    for (size_t length; at[strspn(at, " \n")] != '}'; at += length + 1, count++) {
        length = strcspn(at, ";");
        char *line = strndup(at, length);
        snprintf(word, sizeof word, ".%s", declared(line));
        if (!is_no_field(word + 1) && !has_word(docs, word))
            fail_msg("docs/reference/contract.md does not describe %s, of %s of kernels/contract.h",
                     word, begin);
        free(line);
    }
    return count;
}

/* Each name that follows these words in the header. Returns how many there are. */
static int check_names(const char *header, const char *before, const char *docs)
{
    char word[80];
    int count = 0;
    for (const char *at = header; (at = strstr(at, before)); count++) {
        at += strlen(before) - strlen("XL_");
        snprintf(word, sizeof word, "%.*s", (int)strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"), at);
        if (!has_word(docs, word) && strcmp(word, "XL_KERNELS_CONTRACT_H") != 0)
            fail_msg("docs/reference/contract.md does not describe %s of kernels/contract.h", word);
    }
    return count;
}

/* Every field of a kernel's record, of its contract, and every kind of argument. */
XL_TEST(test_the_record_is_described)
{
    char *header = read_own("kernels/contract.h"), *docs = read_own("docs/reference/contract.md");
    remove_comments(header);
    assert_in_range(check_struct(header, "struct xl_kernel {", docs), 17, 100);
    assert_in_range(check_struct(header, "struct xl_contract {", docs), 6, 100);
    assert_in_range(check_names(header, "\n#define XL_", docs), 14, 100);
    char *kinds = strstr(header, "enum xl_contract_kind {");
    *strchr(kinds, '}') = '\0';
    assert_in_range(check_names(kinds, "\n    XL_", docs), 3, 100);
    free(docs);
    free(header);
}

int main(void)
{
    return xl_run_tests("docs", make_directory, remove_directory);
}
