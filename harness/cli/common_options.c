/* The options of every subcommand that runs rows: which rows and kernels, and how.
 * SPDX-License-Identifier: MIT
 */
#include "cli/common_options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "build/build.h"
#include "cli/cli.h"
#include "report/formats.h"

void xl_cli_select_begin(struct xl_cli_selection *s)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *s = (struct xl_cli_selection){.run = {
                                       .tier = XL_TIER_PR,
                                       .seed = 1,
                                       .count = 1,
                                       .call_limit_s = 20,
                                       .jobs = cores > 0 ? (unsigned)cores : 1,
                                   }};
    xl_repository_path("matrix/matrix.yml", s->matrix_path, sizeof s->matrix_path);
    s->run.matrix = s->matrix_path;
    s->run.rows = s->rows;
    s->run.kernel_patterns = s->kernels;
}

int xl_cli_add_pattern(const char **patterns, size_t *count, const char *pattern)
{
    if (*count == XL_MAX_PATTERNS) {
        fprintf(stderr, "crosslane: error: more than %d patterns\n", XL_MAX_PATTERNS);
        return -1;
    }
    patterns[(*count)++] = pattern;
    return 0;
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

int xl_cli_kernels_dir(const char *dir, char path[XL_PATH_BYTES])
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

int xl_cli_refuse_kernels_dir(const char *first, const char *second)
{
    fprintf(stderr,
            "crosslane: error: --kernels is given twice: '%s' and '%s'\n"
            "  help: run each directory by itself, since each has rows of its own; `crosslane "
            "merge` joins the results\n",
            first, second);
    return -1;
}

static int set_kernels(struct xl_cli_selection *s, const char *dir)
{
    if (s->run.kernels_dir_arg)
        return xl_cli_refuse_kernels_dir(s->run.kernels_dir_arg, dir);
    s->run.kernels_dir_arg = dir;
    s->run.kernels_dir = s->kernels_path;
    return xl_cli_kernels_dir(dir, s->kernels_path);
}

static int set_sleef(struct xl_cli_selection *s)
{
    char *folder = xl_build_sleef();
    snprintf(s->kernels_path, sizeof s->kernels_path, "%s", folder); /* it is there: it has room */
    free(folder);
    s->run.kernels_dir = s->kernels_path;
    s->is_sleef = true;
    return 0;
}

void xl_cli_select_sleef(struct xl_cli_selection *s)
{
    size_t named = 0;
    for (size_t i = 0; i < s->run.kernel_count; i++)
        named += strncmp(s->kernels[i], "sleef_", strlen("sleef_")) == 0;
    if (!s->run.kernels_dir && named && named == s->run.kernel_count)
        set_sleef(s);
    if (s->is_sleef && !s->run.row_count && !s->run.has_tier)
        xl_cli_add_pattern(s->rows, &s->run.row_count, "*-gcc-O2");
}

static int set_number(const char *option, unsigned most, unsigned *to)
{
    unsigned long long number;
    if (xl_cli_number(option, optarg, 1, most, &number))
        return -1;
    *to = (unsigned)number;
    return 0;
}

static int set_shard(struct xl_shard *shard)
{
    if (!xl_shard_parse(optarg, shard))
        return 0;
    fprintf(stderr, "crosslane: error: --shard: '%s' is not I/N with 1 <= I <= N <= %d\n", optarg,
            XL_MOST_SHARDS);
    return -1;
}

/* "FIRST-LAST", decimal or with 0x. */
static int set_inputs(struct xl_run_options *run)
{
    char *end = NULL;
    errno = 0;
    run->first_input = strtoull(optarg, &end, 0);
    const bool has_last =
        isdigit((unsigned char)optarg[0]) && *end == '-' && isdigit((unsigned char)end[1]);
    if (has_last)
        run->last_input = strtoull(end + 1, &end, 0);
    run->has_inputs = has_last && !*end && !errno && run->first_input <= run->last_input &&
                      run->last_input <= UINT32_MAX;
    if (run->has_inputs)
        return 0;
    fprintf(stderr,
            "crosslane: error: --inputs: '%s' is not FIRST-LAST, numbers from 0 to 0xffffffff\n",
            optarg);
    return -1;
}

int xl_cli_select(struct xl_cli_selection *s, int option)
{
    struct xl_run_options *run = &s->run;
    unsigned long long number = 0;
    switch (option) {
    case 'r':
        return xl_cli_add_pattern(s->rows, &run->row_count, optarg);
    case 'k':
        return xl_cli_add_pattern(s->kernels, &run->kernel_count, optarg);
    case 't':
        run->has_tier = 1;
        return xl_cli_tier(optarg, &run->tier);
    case 'K':
        return set_kernels(s, optarg);
    case 'S':
        return set_sleef(s);
    case 'm':
        run->matrix = run->matrix_arg = optarg;
        return 0;
    case 'E':
        run->exhaustive = true;
        run->no_evidence = 1; /* a usual run has it */
        return 0;
    case 'I':
        return set_inputs(run);
    case 'i':
        return set_shard(&run->shard);
    case 'p':
        run->costs = optarg;
        return 0;
    case 's':
        if (xl_cli_number("seed", optarg, 0, UINT64_MAX, &number))
            return -1;
        run->seed = number;
        return 0;
    case 'c':
        return set_number("count", 1000000, &run->count);
    case 'j':
        return set_number("jobs", 256, &run->jobs);
    case 'l':
        return set_number("call-limit", 3600, &run->call_limit_s);
    case 'n':
        run->no_build = 1;
        return 0;
    case 'o':
        run->json = optarg;
        return 0;
    default:
        return -1;
    }
}

static bool can_write(const char *file)
{
    char *folder = xl_copy_text(file), *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    const bool can = access(xl_is_special_file(file) ? file : slash ? folder : ".", W_OK) == 0;
    free(folder);
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

/* The options of every subcommand that writes reports. */

bool xl_cli_report_option(struct xl_cli_reporting *r, int option)
{
    switch (option) {
    case 'J':
        r->files[XL_REPORT_JUNIT] = optarg;
        return true;
    case 'F':
        r->files[XL_REPORT_SARIF] = optarg;
        return true;
    case 'M':
        r->files[XL_REPORT_MARKDOWN] = optarg;
        return true;
    case 'W':
        r->files[XL_REPORT_HTML] = optarg;
        return true;
    case 'A':
        r->against = optarg;
        return true;
    default:
        return false;
    }
}

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
        if (xl_cli_writable(xl_report_name((enum xl_report)i), r->files[i]))
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

int xl_cli_report_write(const struct xl_cli_reporting *r, const struct xl_merged *merged,
                        struct json_object *difference, const char *json)
{
    int status = 0;
    for (int i = 0; i < XL_REPORTS; i++) {
        struct xl_error err;
        if (!r->files[i] ||
            !xl_report_write((enum xl_report)i, r->files[i], merged, difference, json, &err))
            continue;
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = -1;
    }
    return status;
}

void xl_cli_report_free(struct xl_cli_reporting *r)
{
    if (r->against)
        xl_merged_free(&r->old);
}
