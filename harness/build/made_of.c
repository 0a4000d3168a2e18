/* Whether a build is of the sources that are there now, without asking CMake and Ninja.
 * SPDX-License-Identifier: MIT
 */
#include "build/made_of.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/root.h"

/* What an agent of this repository's kernels is made of, and by. */
static const char *const sources[] = {"CMakeLists.txt",
                                      "arch",
                                      "harness/agent",
                                      "harness/base/cleared.def",
                                      "harness/base/environment.sh",
                                      "harness/build",
                                      "harness/protocol.h",
                                      "kernels",
                                      "sysroots",
                                      "tests/vec",
                                      "toolchains"};

static char made_of[XL_DIGEST_TEXT]; /* "": nobody knows */

static bool add(struct xl_digest *all, const char *path);

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool add_folder(struct xl_digest *all, const char *path)
{
    struct dirent **entries;
    char below[4096];
    bool done = true;
    int count = scandir(path, &entries, is_file, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name);
        done = done && add(all, below);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count >= 0 && done;
}

static bool add(struct xl_digest *all, const char *path)
{
    struct stat s;
    struct xl_digest digest;
    if (stat(path, &s))
        return false;
    *all = xl_digest_with(*all, xl_digest_text(path));
    if (S_ISDIR(s.st_mode))
        return add_folder(all, path);
    if (xl_digest_file(path, &digest))
        return false;
    *all = xl_digest_with(*all, digest);
    return true;
}

void xl_made_of_begin(const struct xl_build_kernels *kernels)
{
    const char *tools = getenv("CROSSLANE_TOOLS"), *define = getenv("CROSSLANE_DEFINE");
    struct xl_digest all = xl_digest_text(tools ? tools : "");
    if (define)
        all = xl_digest_with(all, xl_digest_text(define));
    bool done = !kernels->external;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0] && done; i++) {
        char path[4096];
        xl_root_path(sources[i], path, sizeof path);
        done = add(&all, path);
    }
    made_of[0] = '\0';
    if (done)
        xl_digest_write(all, made_of);
    setenv("CROSSLANE_MADE_OF", made_of, 1);
}

/* Reads the one line of a file of the build's folder. */
static bool has_line(const struct xl_build *b, const char *name, char *line, size_t size)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", b->folder, name);
    FILE *f = fopen(path, "re");
    bool read = f && fgets(line, (int)size, f);
    if (f)
        fclose(f);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read;
}

static bool is_there(const char *folder, const char *name, const char *isa)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, isa);
    return access(path, R_OK) == 0;
}

bool xl_made_of_is(const struct xl_build *b, const struct xl_build_kernels *kernels)
{
    char name[64], wanted[1024], is[1024], emulator[1024], trees[1024];
    snprintf(name, sizeof name, "made-of-%s", b->isa);
    snprintf(wanted, sizeof wanted, "%s %s", made_of, kernels->only);
    if (!made_of[0] || !has_line(b, name, is, sizeof is) || strcmp(is, wanted) != 0 ||
        !has_line(b, "emulator", emulator, sizeof emulator) ||
        !has_line(b, "made-from", trees, sizeof trees))
        return false;
    trees[strcspn(trees, " ")] = '\0'; /* the sysroot is the first */
    return is_there(b->folder, "agent-", b->isa) && is_there(b->folder, "disassembly-", b->isa) &&
           is_there(trees, "manifest", "") && access(emulator, X_OK) == 0;
}
