/* Fingerprints of the sources: whether a build is up to date, without CMake and Ninja.
 * SPDX-License-Identifier: MIT
 */
#include "build/fingerprint.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* All that can change an agent of this repository's kernels. */
static const char *const sources[] = {"CMakeLists.txt",
                                      "arch",
                                      "harness/agent",
                                      "harness/base/cleared.def",
                                      "harness/base/environment.sh",
                                      "harness/build",
                                      "harness/frames.h",
                                      "harness/protocol.h",
                                      "kernels",
                                      "sysroots",
                                      "tests/vec",
                                      "toolchains"};

/* Of all files; "" if it is unknown. */
static char fingerprint[XL_DIGEST_TEXT];

/* The lines of made-of-ISA below the first one. NULL if some file includes a kernel's file. */
static char *by_file;

/* The state of reading all files. */
struct reading {
    struct xl_digest rest;  /* of all files but the kernels' */
    struct xl_text kernels; /* a line for each of them */
    struct xl_words files;  /* all */
};

static bool add_source(struct reading *r, const char *path);

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool add_directory(struct reading *r, const char *path)
{
    struct dirent **entries;
    bool done = true;
    int count = scandir(path, &entries, is_file, alphasort);
    for (int i = 0; i < count; i++) {
        char *below = xl_join_path(path, "%s", entries[i]->d_name);
        done = done && add_source(r, below);
        free(below);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count >= 0 && done;
}

/* The file name of a kernel's file; NULL if it is another file. */
static const char *kernel_of(const char *path)
{
    static const char directory[] = "/kernels/";
    const size_t root = strlen(xl_root());
    const char *end = strrchr(path, '.');
    return strncmp(path + root, directory, sizeof directory - 1) == 0 && end &&
                   strcmp(end, ".c") == 0
               ? strrchr(path, '/') + 1
               : NULL;
}

/* Whether a line of C includes no kernel's file. A macro may name one only in a kernel; elsewhere
 * it names the header of an ISA. */
static bool is_separate(const char *line, bool is_kernels)
{
    static const char include[] = "include";
    line += strspn(line, " \t");
    if (*line != '#')
        return true;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, include, sizeof include - 1) != 0)
        return true;
    line += sizeof include - 1;
    line += strspn(line, " \t");
    const size_t length = strcspn(line, "\n") ? strcspn(line + 1, "\">\n") : 0;
    if (*line != '"' && *line != '<')
        return !is_kernels;
    return length < 2 || strncmp(line + length - 1, ".c", 2) != 0;
}

/* The same for all lines of a file. */
static bool are_separate(const char *path, bool is_kernels)
{
    char *line = NULL;
    size_t room = 0;
    bool are = true;
    FILE *f = fopen(path, "re");
    while (are && f && getline(&line, &room, f) > 0)
        are = is_separate(line, is_kernels);
    free(line);
    if (f)
        fclose(f);
    return are;
}

static bool add_source(struct reading *r, const char *path)
{
    struct stat s;
    struct xl_digest digest;
    char text[XL_DIGEST_TEXT];
    if (stat(path, &s))
        return false;
    if (S_ISDIR(s.st_mode)) {
        r->rest = xl_digest_combine(r->rest, xl_digest_text(path + strlen(xl_root())));
        return add_directory(r, path);
    }
    if (xl_digest_file(path, &digest))
        return false;
    const char *kernel = kernel_of(path);
    xl_words_add(&r->files, path);
    if (kernel) {
        xl_digest_write(digest, text);
        xl_text_add(&r->kernels, "%s %.*s\n", text, (int)strcspn(kernel, "."), kernel);
    } else {
        r->rest = xl_digest_combine(
            xl_digest_combine(r->rest, xl_digest_text(path + strlen(xl_root()))), digest);
    }
    return true;
}

static bool read_all(struct reading *r)
{
    bool done = true;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0] && done; i++) {
        char *path = xl_join_path(xl_root(), "%s", sources[i]);
        done = add_source(r, path);
        free(path);
    }
    return done;
}

static bool are_all_separate(const struct xl_words *files)
{
    bool are = true;
    for (size_t i = 0; i < files->count && are; i++)
        are = are_separate(files->at[i], kernel_of(files->at[i]));
    return are;
}

/* The same for all files of the fingerprint. What is so of these files stays so: the file
 * `separate` of the work directory has the tool and the fingerprint with which they were looked at.
 */
static bool are_known_separate(const struct xl_words *files)
{
    struct xl_digest tool;
    struct xl_error ignored;
    char of_tool[XL_DIGEST_TEXT], *path = xl_join_path(xl_work_directory(), "separate"),
                                  *known = xl_first_line(xl_work_directory(), "separate");
    xl_digest_file("/proc/self/exe", &tool);
    xl_digest_write(tool, of_tool);
    char *now = xl_format("%s %s\n", of_tool, fingerprint);
    bool are = known && strncmp(known, now, strlen(now) - 1) == 0 && !known[strlen(now) - 1];
    if (!are && are_all_separate(files)) {
        are = true;
        xl_file_update(path, now, strlen(now), &ignored); /* or they are looked at again */
    }
    free(now);
    free(known);
    free(path);
    return are;
}

void xl_source_fingerprint_begin(bool external)
{
    const char *tools = getenv("CROSSLANE_TOOLS"), *define = getenv("CROSSLANE_DEFINE");
    char rest[XL_DIGEST_TEXT];
    struct reading r = {.rest = xl_digest_text(tools ? tools : "")};
    if (define)
        r.rest = xl_digest_combine(r.rest, xl_digest_text(define));
    fingerprint[0] = '\0';
    free(by_file);
    by_file = NULL;
    const bool is_complete = !external && read_all(&r);
    if (is_complete) {
        const char *lines = r.kernels.at ? r.kernels.at : "";
        xl_digest_write(xl_digest_combine(r.rest, xl_digest_text(lines)), fingerprint);
        xl_digest_write(r.rest, rest);
        by_file = are_known_separate(&r.files) ? xl_format("%s\n%s", rest, lines) : NULL;
    }
    free(r.kernels.at);
    xl_words_free(&r.files);
}

const char *xl_source_fingerprint(void)
{
    return fingerprint;
}

const char *xl_source_fingerprint_by_file(void)
{
    return by_file ? by_file : "";
}

const char *xl_source_fingerprint_rest(void)
{
    static char rest[XL_DIGEST_TEXT];
    snprintf(rest, sizeof rest, "%.*s", XL_DIGEST_TEXT - 1, xl_source_fingerprint_by_file());
    return rest;
}

bool xl_source_fingerprint_is_of(const char *made_of, const char *of)
{
    struct xl_digest rest;
    char all[XL_DIGEST_TEXT];
    const size_t length = XL_DIGEST_TEXT - 1;
    if (strncmp(made_of, of, length) != 0 || strncmp(made_of + length, " \n", 2) != 0)
        return false;
    made_of += length + 2;
    if (!*made_of)
        return true;
    if (strspn(made_of, "0123456789abcdef") != length || made_of[length] != '\n' ||
        sscanf(made_of, "%16" SCNx64 "%16" SCNx64, &rest.high, &rest.low) != 2)
        return false;
    xl_digest_write(xl_digest_combine(rest, xl_digest_text(made_of + length + 1)), all);
    return strcmp(all, of) == 0;
}

static bool is_there(const char *directory, const char *name, const char *isa)
{
    char *path = xl_join_path(directory, "%s%s", name, isa);
    const bool is = access(path, R_OK) == 0;
    free(path);
    return is;
}

/* Whether what the agent needs to run is there. */
static bool can_run(const char *directory, const char *isa)
{
    char *emulator = xl_first_line(directory, "emulator"),
         *trees = xl_first_line(directory, "made-from");
    if (trees)
        trees[strcspn(trees, " ")] = '\0'; /* the sysroot is the first */
    const bool can = emulator && trees && is_there(directory, "agent-", isa) &&
                     is_there(directory, "disassembly-", isa) && is_there(trees, "manifest", "") &&
                     access(emulator, X_OK) == 0;
    free(emulator);
    free(trees);
    return can;
}

bool xl_source_fingerprint_matches(const char *directory, const char *isa, const char *only)
{
    char *name = xl_format("made-of-%s", isa), *is = xl_first_line(directory, name),
         *current = xl_format("%s %s", fingerprint, only);
    const bool same = fingerprint[0] && is && strcmp(is, current) == 0 && can_run(directory, isa);
    free(current);
    free(is);
    free(name);
    return same;
}

/* Adds the names of the files whose lines differ. Both lists have the same files in the same order;
 * returns false if not. */
static bool compare(FILE *was, struct xl_text *changed)
{
    char *line = NULL;
    size_t room = 0;
    bool are_same_files = true;
    const char *is = by_file;
    xl_text_add(changed, "\n");
    for (size_t nth = 0; are_same_files && getline(&line, &room, was) > 0; nth++) {
        const size_t length = strcspn(is, "\n") + 1;
        const char *name = strchr(line, ' ');
        if (strncmp(line, is, length) != 0) {
            are_same_files = nth && name && length == strlen(line) &&
                             strncmp(name, is + (name - line), strlen(name)) == 0;
            if (are_same_files)
                xl_text_add(changed, "%s", name + 1);
        }
        is += is[length - 1] ? length : length - 1;
    }
    free(line);
    return are_same_files && !*is;
}

bool xl_source_fingerprint_changed_kernels(const char *directory, const char *isa, char **changed)
{
    char *path = xl_join_path(directory, "made-of-%s", isa), *first = NULL;
    size_t room = 0;
    struct xl_text names = {0};
    FILE *was = by_file && can_run(directory, isa) ? fopen(path, "re") : NULL;
    const bool is =
        was && getline(&first, &room, was) == XL_DIGEST_TEXT + 1 && compare(was, &names);
    *changed = names.at;
    if (was)
        fclose(was);
    free(first);
    free(path);
    return is;
}
