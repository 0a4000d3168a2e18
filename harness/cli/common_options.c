/* The options of every subcommand that runs rows: which rows and kernels, and how.
 * SPDX-License-Identifier: MIT
 */
#include "cli/common_options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/build.h"
#include "cli/cli.h"
#include "report/formats.h"

void xl_cli_select_begin(struct xl_cli_selection *s)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *s = (struct xl_cli_selection){.run = {
                                       .tier = XL_TIER_PR,
                                       .seed = XL_USUAL_SEED,
                                       .count = XL_USUAL_COUNT,
                                       .call_limit_s = XL_USUAL_CALL_LIMIT,
                                       .jobs = cores > 0 ? (unsigned)cores : 1,
                                   }};
    xl_repository_path("matrix/matrix.yml", s->matrix_path, sizeof s->matrix_path);
    s->run.matrix = s->matrix_path;
    s->run.rows = s->rows;
    s->run.kernel_patterns = s->kernels;
}

/* Below this checkout, by the path that the tool goes by (harness/base/file.c). */
static void go_by_root(char path[XL_PATH_BYTES])
{
    char real[XL_PATH_BYTES];
    const size_t length = realpath(xl_root(), real) ? strlen(real) : 0;
    const size_t root_length = strlen(xl_root()), rest = strlen(path) - length;
    if (!length || strncmp(path, real, length) != 0 || (path[length] && path[length] != '/') ||
        root_length + rest >= XL_PATH_BYTES)
        return;
    memmove(path + root_length, path + length, rest + 1);
    memcpy(path, xl_root(), root_length);
}

/* CMake takes some characters for a part of a list, a pattern or an escape; Ninja cannot write
 * others. */
static int check_buildable(const char *path)
{
    struct xl_error err;
    for (const char *at = path; *at; at++) {
        const bool is_control = (unsigned char)*at < ' ' || *at == 0x7F;
        if (!is_control && !strchr("\"$*;?[\\]|", *at))
            continue;
        xl_error_set(&err,
                     "--kernels: the path '%s' has %s%.*s, which CMake or Ninja takes for its own: "
                     "rename or copy the directory",
                     path, is_control ? "a control character" : "the sign ", is_control ? 0 : 1,
                     at);
        xl_error_print(&err);
        return -1;
    }
    return 0;
}

static int find_kernels(const char *dir, char path[XL_PATH_BYTES])
{
    struct stat is;
    const int why = realpath(dir, path) ? 0 : errno;
    if (!why && stat(path, &is) == 0 && S_ISDIR(is.st_mode)) {
        go_by_root(path);
        return check_buildable(path);
    }
    if (why == ENAMETOOLONG)
        fprintf(stderr, "crosslane: error: --kernels: path too long for Linux: '%s'\n", dir);
    else
        fprintf(stderr, "crosslane: error: --kernels: no such directory: '%s'\n", dir);
    return -1;
}

int xl_cli_take_kernels(void *selection, const char *dir)
{
    struct xl_cli_selection *s = selection;
    if (s->run.kernels_dir_arg) {
        fprintf(stderr,
                "crosslane: error: --kernels is given twice: '%s' and '%s'\n"
                "  help: run each directory by itself, since each has rows of its own; `crosslane "
                "merge` joins the results\n",
                s->run.kernels_dir_arg, dir);
        return -1;
    }
    s->run.kernels_dir_arg = dir;
    s->run.kernels_dir = s->kernels_path;
    return find_kernels(dir, s->kernels_path);
}

int xl_cli_take_sleef(void *selection, const char *unused)
{
    struct xl_cli_selection *s = selection;
    char *directory = xl_build_sleef();
    (void)unused;
    snprintf(s->kernels_path, sizeof s->kernels_path, "%s",
             directory); /* it is there: it has room */
    free(directory);
    s->run.kernels_dir = s->kernels_path;
    s->is_sleef = true;
    return 0;
}

int xl_cli_add_row(struct xl_cli_selection *s, const char *pattern)
{
    return xl_cli_add_word(s->rows, &s->run.row_count, XL_MAX_PATTERNS, pattern);
}

int xl_cli_add_kernel(struct xl_cli_selection *s, const char *pattern)
{
    return xl_cli_add_word(s->kernels, &s->run.kernel_count, XL_MAX_PATTERNS, pattern);
}

void xl_cli_select_sleef(struct xl_cli_selection *s)
{
    size_t named = 0;
    for (size_t i = 0; i < s->run.kernel_count; i++)
        named += strncmp(s->kernels[i], "sleef_", strlen("sleef_")) == 0;
    if (!s->run.kernels_dir && named && named == s->run.kernel_count)
        xl_cli_take_sleef(s, NULL);
    if (s->is_sleef && !s->run.row_count && !s->run.has_tier)
        xl_cli_add_row(s, "*-gcc-O2");
}

int xl_cli_take_tier(void *selection, const char *name)
{
    struct xl_run_options *run = &((struct xl_cli_selection *)selection)->run;
    const char *names[XL_TIERS];
    const int found = xl_tier_find(name);
    if (found >= 0) {
        run->tier = (enum xl_tier)found;
        run->has_tier = true;
        return 0;
    }
    for (int i = 0; i < XL_TIERS; i++)
        names[i] = xl_tier_name((enum xl_tier)i);
    xl_cli_unknown("tier", name, names, XL_TIERS, "tiers: pr, trunk, full");
    return -1;
}

int xl_cli_take_matrix(void *selection, const char *file)
{
    struct xl_run_options *run = &((struct xl_cli_selection *)selection)->run;
    run->matrix = run->matrix_arg = file;
    return 0;
}

int xl_cli_take_shard(void *selection, const char *text)
{
    if (!xl_shard_parse(text, &((struct xl_cli_selection *)selection)->run.shard))
        return 0;
    fprintf(stderr, "crosslane: error: --shard: '%s' is not I/N with 1 <= I <= N <= %d\n", text,
            XL_MOST_SHARDS);
    return -1;
}

static bool can_write(const char *file)
{
    char *directory = xl_copy_text(file), *slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = '\0';
    const bool can = access(xl_is_special_file(file) ? file : slash ? directory : ".", W_OK) == 0;
    free(directory);
    return can;
}

int xl_cli_writable(const char *option, const char *file)
{
    if (!file || strcmp(file, "-") == 0)
        return 0;
    struct stat is;
    if (stat(file, &is) == 0 && S_ISDIR(is.st_mode)) {
        fprintf(stderr, "crosslane: error: --%s: '%s' is a directory\n", option, file);
        return -1;
    }
    if (!xl_file_name_fits(file)) {
        fprintf(
            stderr,
            "crosslane: error: --%s: path or name too long: Linux allows %d and %d bytes, and a "
            "temporary file needs %d more: '%s'\n",
            option, PATH_MAX - 1, NAME_MAX, XL_TEMPORARY_SUFFIX, file);
        return -1;
    }
    /* A device is written to itself; anything else is made anew beside what is there. */
    if (can_write(file))
        return 0;
    fprintf(stderr, "crosslane: error: --%s: cannot write '%s': directory missing or read-only\n",
            option, file);
    return -1;
}

/* ---- Reports ---- */

static const struct {
    const char *name; /* its option */
    size_t (*write)(const struct xl_report *r, FILE *f);
} formats[XL_REPORTS] = {
#define XL_FORMAT(name, text) {#name, xl_report_##name},
    XL_REPORT_FORMATS(XL_FORMAT)
#undef XL_FORMAT
};

bool xl_cli_report_wanted(const struct xl_cli_reporting *r)
{
    for (int i = 0; i < XL_REPORTS; i++)
        if (r->files[i])
            return true;
    return r->against != NULL;
}

static bool is_stdout(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

bool xl_cli_report_to_stdout(const struct xl_cli_reporting *r, const char *json)
{
    bool any = is_stdout(json);
    for (int i = 0; i < XL_REPORTS; i++)
        any |= is_stdout(r->files[i]);
    return any;
}

int xl_cli_report_check(struct xl_cli_reporting *r, const char *json)
{
    struct xl_error err;
    int to_stdout = is_stdout(json);
    if (xl_cli_writable("json", json))
        return -1;
    for (int i = 0; i < XL_REPORTS; i++) {
        if (xl_cli_writable(formats[i].name, r->files[i]))
            return -1;
        to_stdout += is_stdout(r->files[i]);
    }
    if (to_stdout > 1) {
        fprintf(stderr, "crosslane: error: only one report can be written to standard output\n");
        return -1;
    }
    if (!r->against || !xl_merge(&r->against, 1, NULL, &r->old, &err))
        return 0;
    fprintf(stderr, "%s\n", err.text);
    return -1;
}

struct json_object *xl_cli_report_difference(const struct xl_cli_reporting *r,
                                             const struct xl_merged *merged)
{
    return r->against ? xl_difference(r->old.results, merged->results, r->against) : NULL;
}

/* Writes one, whole or not at all. Says how many results had no room. */
static int write_report(const struct xl_report *r, int format, const char *file)
{
    struct xl_atomic_file w;
    struct xl_error err;
    xl_atomic_file_begin(&w, file);
    const size_t left_out = w.f ? formats[format].write(r, w.f) : 0;
    if (xl_atomic_file_end(&w, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        return -1;
    }
    if (left_out)
        fprintf(stderr, "crosslane: %s has no room for %zu result%s\n", file, left_out,
                xl_s(left_out));
    return 0;
}

int xl_cli_report_write(const struct xl_cli_reporting *r, const struct xl_merged *merged,
                        struct json_object *difference, const char *json)
{
    const struct xl_report report = {merged, difference, json};
    int status = 0;
    for (int i = 0; i < XL_REPORTS; i++)
        if (r->files[i] && write_report(&report, i, r->files[i]))
            status = -1;
    return status;
}

void xl_cli_report_free(struct xl_cli_reporting *r)
{
    if (r->against)
        xl_merged_free(&r->old);
}
