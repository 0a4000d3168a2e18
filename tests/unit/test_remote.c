/* Entries of the remote cache: as they were, or refused with the reason. And the tool's digest,
 * which is the same in every checkout.
 * SPDX-License-Identifier: MIT
 */
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "code/elf.h"
#include "remote/entry.h"
#include "remote/remote.h"
#include "unit.h"

static const struct xl_entry_name name = {"1.0.0", "results", "tool 0123\nhost 4567\n"};
static const char body[] = "some results\nand more of them, and more of them, and more of them\n";

static char *packed;
static size_t packed_size;

static int pack(void **state)
{
    packed = xl_entry_pack(&name, body, sizeof body, &packed_size);
    return packed ? 0 : -1;
}

static int drop(void **state)
{
    free(packed);
    return 0;
}

/* Whether the bytes are the entry. If not, `why` is the reason. */
static bool is_body(const char *bytes, size_t size, const char **why)
{
    size_t found = 0;
    *why = NULL;
    char *is = xl_entry_unpack(&name, bytes, size, &found, why);
    const bool same = is && found == sizeof body && memcmp(is, body, found) == 0;
    assert_true(same == !*why);
    free(is);
    return same;
}

XL_TEST(test_an_entry_comes_back)
{
    const char *why;
    char key[XL_ENTRY_KEY];
    assert_true(is_body(packed, packed_size, &why));
    xl_entry_key(&name, key);
    assert_int_equal(strspn(key, "0123456789abcdef"), XL_ENTRY_KEY - 1);
}

/* bazel-remote adds a field behind or before it. */
XL_TEST(test_other_fields_do_not_matter)
{
    static const char worker[] = "\x4a\x05\x0a\x03you", code[] = "\x20\x00";
    const char *why;
    struct xl_text text = {0};
    xl_text_add_bytes(&text, code, sizeof code - 1);
    xl_text_add_bytes(&text, packed, packed_size);
    xl_text_add_bytes(&text, worker, sizeof worker - 1);
    assert_true(is_body(text.at, text.used, &why));
    free(text.at);
}

XL_TEST(test_each_bit_counts)
{
    const char *why;
    for (size_t i = 0; i < packed_size; i++) {
        packed[i] ^= 1;
        assert_false(is_body(packed, packed_size, &why));
        packed[i] ^= 1;
        assert_false(is_body(packed, i, &why));
    }
}

/* An entry that was packed for another name. */
static const char *refusal_of(struct xl_entry_name other)
{
    size_t size;
    const char *why;
    char *bytes = xl_entry_pack(&other, body, sizeof body, &size);
    assert_false(is_body(bytes, size, &why));
    free(bytes);
    return why;
}

XL_TEST(test_other_names_are_refused)
{
    assert_string_equal(refusal_of((struct xl_entry_name){"1.0.1", "results", name.made_of}),
                        "another version wrote it");
    assert_string_equal(refusal_of((struct xl_entry_name){"1.0.0", "agent", name.made_of}),
                        "it is of another key");
    assert_string_equal(
        refusal_of((struct xl_entry_name){"1.0.0", "results", "tool 0123\nhost 4568\n"}),
        "it is of another key");
}

XL_TEST(test_large_bodies_are_not_packed)
{
    size_t size;
    char *bytes = xl_alloc(XL_ENTRY_MOST + 1, 1);
    assert_null(xl_entry_pack(&name, bytes, XL_ENTRY_MOST + 1, &size));
    free(bytes);
}

/* What is too large is said once, and breaks nothing off. */
XL_TEST(test_large_entries_are_named)
{
    struct xl_error err;
    char text[1000] = "", *bytes = xl_alloc(XL_ENTRY_MOST + 1, 1);
    const int log = memfd_create("log", MFD_CLOEXEC), kept = dup(STDERR_FILENO);
    assert_true(log >= 0 && kept >= 0);
    setenv("CROSSLANE_REMOTE_CACHE", "http://127.0.0.1:9/c", 1); /* never asked */
    assert_int_equal(xl_remote_begin("1.0.0", &err), 0);
    dup2(log, STDERR_FILENO);
    xl_remote_put("agent", "of these\n", bytes, XL_ENTRY_MOST + 1);
    xl_remote_put("agent", "of those\n", bytes, XL_ENTRY_MOST + 1);
    dup2(kept, STDERR_FILENO);
    assert_true(xl_remote_is_writable());
    xl_remote_end();
    assert_true(pread(log, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, "crosslane: remote cache http://127.0.0.1:9/c: an entry is too large "
                              "(of kind 'agent', 512 MiB); such entries are not shared\n");
    free(bytes);
    close(log);
    close(kept);
}

/* The digest of this program with one byte turned round. */
static struct xl_digest digest_with(const char *program, size_t size, size_t at)
{
    char path[] = "/tmp/crosslane-program-XXXXXX";
    struct xl_digest digest;
    const int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    for (size_t i = 0; i < size; i++)
        fputc(i == at ? ~program[i] : program[i], f);
    fclose(f);
    assert_int_equal(xl_program_digest(path, &digest), 0);
    unlink(path);
    return digest;
}

XL_TEST(test_a_checkouts_place_does_not_matter)
{
    size_t size;
    struct xl_error err;
    char *program = xl_file_read("/proc/self/exe", &size, &err);
    assert_non_null(program);
    /* In a field of PATH_MAX bytes; a constant has no room behind it. */
    char root[sizeof XL_ROOT + 64] = XL_ROOT;
    const char *place = memmem(program, size, root, sizeof root),
               *text = memmem(program, size, body, sizeof body);
    assert_true(place && text);
    const struct xl_digest is = digest_with(program, size, size),
                           moved = digest_with(program, size, (size_t)(place - program)),
                           other = digest_with(program, size, (size_t)(text - program));
    assert_memory_equal(&is, &moved, sizeof is);
    assert_memory_not_equal(&is, &other, sizeof is);
    free(program);
}

int main(void)
{
    return xl_run_tests("remote", pack, drop);
}
