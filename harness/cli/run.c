/* crosslane run: the main job.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checks.h"
#include "cli/cli.h"
#include "nearest.h"
#include "report/console.h"
#include "root.h"
#include "run/build.h"
#include "run/run.h"

enum { XL_MAX_PATTERNS = 1024 };

static const struct option options[] = {
    {"row", required_argument, NULL, 'r'},
    {"kernel", required_argument, NULL, 'k'},
    {"tier", required_argument, NULL, 't'},
    {"kernels", required_argument, NULL, 'K'},
    {"sleef", no_argument, NULL, 'S'},
    {"matrix", required_argument, NULL, 'm'},
    {"seed", required_argument, NULL, 's'},
    {"count", required_argument, NULL, 'c'},
    {"jobs", required_argument, NULL, 'j'},
    {"json", required_argument, NULL, 'o'},
    {"call-limit", required_argument, NULL, 'l'},
    {"no-build", no_argument, NULL, 'n'},
    {"host-emulator", no_argument, NULL, 'H'},
    {"no-evidence", no_argument, NULL, 'e'},
    {"without", required_argument, NULL, 'w'}, /* not in the help: for tests of the harness */
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "Usage: crosslane run [OPTION]...\n"
    "Builds the kernels for every selected row, runs them, and compares every lane with the "
    "reference.\n"
    "  --row GLOB       rows to run, whatever their tier; may be repeated\n"
    "  --kernel GLOB    kernels to run; may be repeated\n"
    "  --tier TIER      pr (the default), trunk or full\n"
    "  --kernels DIR    test the kernels of this folder instead of Crosslane's own\n"
    "  --sleef          test the functions of each sysroot's libsleef instead; so does --kernel "
    "with "
    "sleef_*.\n"
    "                   If no rows are given: every CPU once, as gcc-O2\n"
    "  --matrix FILE    rows of another matrix file\n"
    "  --seed N         of the random input; 1 if not given, so that runs compare\n"
    "  --count N        how many times the random input is drawn anew; 1\n"
    "  --jobs N         rows at once; as many as there are cores\n"
    "  --json FILE      write all results there\n"
    "  --host-emulator  run under the qemu of PATH instead of the tools tree's\n"
    "  --no-build       take the builds as they are: no compiler or sysroot is needed\n"
    "  --no-evidence    no traced run and no control run\n"
    "  --call-limit N   seconds after which one call counts as hung; 20\n"
    "Exit status: 0 all rows pass or skip as expected; 1 a finding, or a row not run; 2 bad usage "
    "or input;\n"
    "3 the environment lacks something.\n";

struct parsed {
    struct xl_run_options run;
    const char *rows[XL_MAX_PATTERNS], *kernels[XL_MAX_PATTERNS];
    char kernels_path[4096];
    bool is_sleef;
};

static int add_pattern(const char **patterns, size_t *count, const char *pattern)
{
    if (*count == XL_MAX_PATTERNS) {
        fprintf(stderr, "crosslane: error: more than %d patterns\n", XL_MAX_PATTERNS);
        return -1;
    }
    patterns[(*count)++] = pattern;
    return 0;
}

static int set_tier(struct xl_run_options *run, const char *name)
{
    run->has_tier = 1;
    return xl_cli_tier(name, &run->tier);
}

static int set_kernels(struct parsed *p, const char *dir)
{
    struct stat s;
    p->run.kernels_dir_given = dir;
    if (!realpath(dir, p->kernels_path) || stat(p->kernels_path, &s) || !S_ISDIR(s.st_mode)) {
        fprintf(stderr, "crosslane: error: --kernels: there is no folder '%s'\n", dir);
        return -1;
    }
    p->run.kernels_dir = p->kernels_path;
    return 0;
}

static int set_sleef(struct parsed *p)
{
    xl_build_sleef(p->kernels_path, sizeof p->kernels_path);
    p->run.kernels_dir = p->kernels_path;
    p->is_sleef = true;
    return 0;
}

/* What every build of a row gives is the same: its library is. */
static void choose_sleef(struct parsed *p)
{
    size_t named = 0;
    for (size_t i = 0; i < p->run.kernel_count; i++)
        named += strncmp(p->kernels[i], "sleef_", strlen("sleef_")) == 0;
    if (!p->run.kernels_dir && named && named == p->run.kernel_count)
        set_sleef(p);
    if (p->is_sleef && !p->run.row_count && !p->run.has_tier)
        add_pattern(p->rows, &p->run.row_count, "*-gcc-O2");
}

static int switch_off(const char *name)
{
    const char *names[XL_CHECKS];
    char nearest[200];
    int check = xl_check_find(name);
    if (check >= 0) {
        xl_check_switch_off((enum xl_check)check);
        return 0;
    }
    for (int i = 0; i < XL_CHECKS; i++)
        names[i] = xl_check_name((enum xl_check)i);
    xl_nearest(name, names, XL_CHECKS, nearest, sizeof nearest);
    fprintf(stderr, "crosslane: error: no check is named '%s'; the nearest: %s\n", name, nearest);
    return -1;
}

static int set_option(struct parsed *p, int option)
{
    struct xl_run_options *run = &p->run;
    unsigned long long number = 0;
    switch (option) {
    case 'r':
        return add_pattern(p->rows, &run->row_count, optarg);
    case 'k':
        return add_pattern(p->kernels, &run->kernel_count, optarg);
    case 't':
        return set_tier(run, optarg);
    case 'K':
        return set_kernels(p, optarg);
    case 'S':
        return set_sleef(p);
    case 'm':
        run->matrix = run->matrix_given = optarg;
        return 0;
    case 's':
        if (xl_cli_number("seed", optarg, 0, UINT64_MAX, &number))
            return -1;
        run->seed = number;
        return 0;
    case 'c':
        if (xl_cli_number("count", optarg, 1, 1000000, &number))
            return -1;
        run->count = (unsigned)number;
        return 0;
    case 'j':
        if (xl_cli_number("jobs", optarg, 1, 256, &number))
            return -1;
        run->jobs = (unsigned)number;
        return 0;
    case 'l':
        if (xl_cli_number("call-limit", optarg, 1, 3600, &number))
            return -1;
        run->call_limit_s = (unsigned)number;
        return 0;
    case 'n':
        run->no_build = 1;
        return 0;
    case 'e':
        run->no_evidence = 1;
        return 0;
    case 'H':
        run->host_emulator = 1;
        return 0;
    case 'w':
        return switch_off(optarg);
    case 'o':
        run->json = optarg;
        return 0;
    default:
        return -1;
    }
}

/* A run of minutes must not end in a file that cannot be written. */
static int check_json(const char *file)
{
    if (!file)
        return 0;
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", file);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    if (access(slash ? folder : ".", W_OK) == 0)
        return 0;
    fprintf(stderr, "crosslane: error: --json: cannot write into the folder of '%s'\n", file);
    return -1;
}

int xl_cli_run(int argc, char **argv)
{
    static const struct xl_run_watcher console = {xl_console_head, xl_console_row, xl_console_tail};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct parsed p = {.run = {
                           .tier = XL_TIER_PR,
                           .seed = 1,
                           .count = 1,
                           .call_limit_s = 20,
                           .jobs = cores > 0 ? (unsigned)cores : 1,
                       }};
    char matrix[4096];
    xl_root_path("matrix/matrix.yml", matrix, sizeof matrix);
    p.run.matrix = matrix;
    p.run.rows = p.rows;
    p.run.kernel_patterns = p.kernels;
    int option;
    while ((option = xl_cli_option(argc, argv, options)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return XL_EXIT_OK;
        }
        if (set_option(&p, option))
            return XL_EXIT_USAGE;
    }
    if (optind < argc)
        return xl_cli_unwanted(argv[optind]);
    choose_sleef(&p);
    if (check_json(p.run.json))
        return XL_EXIT_USAGE;
    return xl_run(&p.run, &console);
}
