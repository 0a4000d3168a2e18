/* The files that differ between the work tree and a commit, according to git.
 * SPDX-License-Identifier: MIT
 */
#include "ci/affected.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"

enum { XL_GIT_MS = 60000, XL_GIT_WORDS = 12 };

/* Runs git in a directory. Returns its output, which the caller frees, or NULL with err. */
static char *git(const char *directory, const char *const *words, struct xl_error *err)
{
    const char *argv[XL_GIT_WORDS] = {"git", "-C", directory, "-c", "core.quotePath=false"};
    char *text;
    for (size_t i = 0; words[i] && i + 6 < XL_GIT_WORDS; i++)
        argv[5 + i] = words[i];
    const int status = xl_command(argv, XL_GIT_MS, &text, err);
    if (status == 0)
        return text;
    if (status > 0)
        xl_error_set(err, "git %s failed: %s", words[0], text);
    free(text);
    return NULL;
}

/* Copies the first line. */
static void copy_line(char *text, char *line, size_t size)
{
    text[strcspn(text, "\n")] = '\0';
    size_t length = strlen(text);
    memcpy(line, text, length < size ? length + 1 : size);
    line[size - 1] = '\0';
}

int xl_changes_repository(const char *directory, char **repository, char **below,
                          struct xl_error *err)
{
    *below = NULL;
    *repository = git(directory, (const char *const[]){"rev-parse", "--show-toplevel", NULL}, err);
    if (*repository)
        *below = git(directory, (const char *const[]){"rev-parse", "--show-prefix", NULL}, err);
    if (!*below)
        return xl_fail(err, "%s is in no git repository, which says what changed", directory);
    (*repository)[strcspn(*repository, "\n")] = '\0';
    (*below)[strcspn(*below, "\n")] = '\0';
    return 0;
}

bool xl_changes_includes(const char *repository, const char *name)
{
    struct xl_error ignored;
    char *line = xl_format("#.*include.*[\"</]%s[\">]", name),
         *found =
             git(repository, (const char *const[]){"grep", "-l", "--untracked", "-e", line, NULL},
                 &ignored);
    free(line);
    free(found);
    return found != NULL;
}

int xl_changes_base(const char *repository, const char *base, char commit[64], struct xl_error *err)
{
    struct xl_error ignored;
    if (base[0] == '-' || strlen(base) > 200)
        return xl_fail(err, "not a revision: '%s'", base);
    char *revision = xl_format("%s^{commit}", base),
         *text =
             git(repository,
                 (const char *const[]){"rev-parse", "--verify", "--quiet", revision, NULL}, err);
    free(revision);
    if (!text)
        return xl_fail(err,
                       "unknown commit '%s'; in a shallow clone: git fetch --unshallow, or "
                       "fetch-depth: 0 of actions/checkout",
                       base);
    copy_line(text, commit, 64);
    free(text);
    text = git(repository, (const char *const[]){"merge-base", commit, "HEAD", NULL}, &ignored);
    if (text)
        copy_line(text, commit, 64);
    free(text);
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sets changes->files to the sorted lines of changes->text. */
static void split(struct xl_changes *changes)
{
    size_t lines = 1, used = 0;
    for (const char *c = changes->text; *c; c++)
        lines += *c == '\n';
    changes->files = xl_alloc(lines, sizeof *changes->files);
    for (char *line = strtok(changes->text, "\n"); line; line = strtok(NULL, "\n"))
        changes->files[changes->count++] = line;
    qsort(changes->files, changes->count, sizeof *changes->files, compare_names);
    for (size_t i = 0; i < changes->count; i++)
        if (used == 0 || strcmp(changes->files[used - 1], changes->files[i]) != 0)
            changes->files[used++] = changes->files[i];
    changes->count = used;
}

int xl_changes_since(const char *repository, const char *commit, const char *extra,
                     struct xl_changes *out, struct xl_error *err)
{
    *out = (struct xl_changes){0};
    char *edited =
        git(repository,
            (const char *const[]){"diff", "--name-only", "--no-renames", commit, "--", NULL}, err);
    char *unknown =
        edited ? git(repository,
                     (const char *const[]){"ls-files", "--others", "--exclude-standard", NULL}, err)
               : NULL;
    const int status = unknown ? 0 : -1;
    if (unknown) {
        out->text = xl_format("%s%s%s", edited, unknown, extra ? extra : "");
        split(out);
    }
    free(edited);
    free(unknown);
    return status;
}

bool xl_changes_has(const struct xl_changes *changes, const char *file)
{
    return changes->count && bsearch(&file, changes->files, changes->count, sizeof *changes->files,
                                     compare_names) != NULL;
}

char *xl_changes_old_text(const char *repository, const char *commit, const char *file,
                          struct xl_error *err)
{
    char *name = xl_format("%s:%s", commit, file),
         *text = git(repository, (const char *const[]){"show", name, NULL}, err);
    free(name);
    return text;
}

void xl_changes_free(struct xl_changes *changes)
{
    free(changes->files);
    free(changes->text);
    *changes = (struct xl_changes){0};
}
