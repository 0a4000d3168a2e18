/* What git says has changed: files of the work tree against a commit.
 * SPDX-License-Identifier: MIT
 */
#include "ci/git_changes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"

enum { XL_GIT_MS = 60000, XL_GIT_WORDS = 12 };

/* Runs git in the repository. Returns what it printed, for the caller to free, or NULL with err. */
static char *git(const char *const *words, struct xl_error *err)
{
    struct xl_process p = {.output = -1};
    const char *argv[XL_GIT_WORDS] = {"git", "-C", xl_root(), "-c", "core.quotePath=false"};
    char *text = NULL, said[300];
    int status = -1;
    for (size_t i = 0; words[i] && i + 6 < XL_GIT_WORDS; i++)
        argv[5 + i] = words[i];
    if (xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, err))
        return NULL;
    if (xl_process_wait(&p, XL_GIT_MS, &status) && status == 0) {
        text = xl_process_output(&p);
        if (!text)
            xl_error_set(err, "out of memory");
    } else {
        xl_process_tail(&p, said, sizeof said);
        xl_error_set(err, "git %s failed: %s", words[0], said);
    }
    xl_process_free(&p);
    return text;
}

static void take_line(char *text, char *line, size_t size)
{
    text[strcspn(text, "\n")] = '\0';
    size_t length = strlen(text);
    memcpy(line, text, length < size ? length + 1 : size);
    line[size - 1] = '\0';
}

int xl_changes_base(const char *base, char commit[64], struct xl_error *err)
{
    char wanted[300];
    struct xl_error ignored;
    if (base[0] == '-' || strlen(base) > 200) {
        xl_error_set(err, "'%s' is no revision", base);
        return -1;
    }
    int length = snprintf(wanted, sizeof wanted, "%s^{commit}", base);
    (void)length;
    char *text = git((const char *const[]){"rev-parse", "--verify", "--quiet", wanted, NULL}, err);
    if (!text) {
        xl_error_set(err, "git knows no commit '%s'; in a shallow clone, fetch it first", base);
        return -1;
    }
    take_line(text, commit, 64);
    free(text);
    text = git((const char *const[]){"merge-base", commit, "HEAD", NULL}, &ignored);
    if (text)
        take_line(text, commit, 64);
    free(text);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Makes sorted words of the lines in changes->text. */
static int split(struct xl_changes *changes)
{
    size_t lines = 1, used = 0;
    for (const char *c = changes->text; *c; c++)
        lines += *c == '\n';
    changes->files = calloc(lines, sizeof *changes->files);
    if (!changes->files)
        return -1;
    for (char *line = strtok(changes->text, "\n"); line; line = strtok(NULL, "\n"))
        changes->files[changes->count++] = line;
    qsort(changes->files, changes->count, sizeof *changes->files, by_name);
    for (size_t i = 0; i < changes->count; i++)
        if (used == 0 || strcmp(changes->files[used - 1], changes->files[i]) != 0)
            changes->files[used++] = changes->files[i];
    changes->count = used;
    return 0;
}

int xl_changes_since(const char *commit, const char *extra, struct xl_changes *out,
                     struct xl_error *err)
{
    *out = (struct xl_changes){0};
    char *edited =
        git((const char *const[]){"diff", "--name-only", "--no-renames", commit, "--", NULL}, err);
    char *unknown =
        edited ? git((const char *const[]){"ls-files", "--others", "--exclude-standard", NULL}, err)
               : NULL;
    int status = unknown ? 0 : -1;
    if (!status &&
        (asprintf(&out->text, "%s%s%s", edited, unknown, extra ? extra : "") < 0 || split(out))) {
        xl_error_set(err, "out of memory");
        status = -1;
    }
    free(edited);
    free(unknown);
    if (status)
        xl_changes_free(out);
    return status;
}

bool xl_changes_has(const struct xl_changes *changes, const char *file)
{
    return changes->count &&
           bsearch(&file, changes->files, changes->count, sizeof *changes->files, by_name) != NULL;
}

char *xl_changes_old_text(const char *commit, const char *file, struct xl_error *err)
{
    char *name = xl_format("%s:%s", commit, file),
         *text = git((const char *const[]){"show", name, NULL}, err);
    free(name);
    return text;
}

void xl_changes_free(struct xl_changes *changes)
{
    free(changes->files);
    free(changes->text);
    *changes = (struct xl_changes){0};
}
