/* What a run says before it begins, and what to try next: on standard error, for a person.
 * SPDX-License-Identifier: MIT
 */
#include "report/preface.h"

#include <stdio.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress.h"
#include "base/root.h"

enum { XL_A_MOMENT = 10 }; /* seconds: not worth a line */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_trees(const struct xl_forecast *f)
{
    char time[32];
    if (!f->tree_count)
        return;
    xl_progress_about(f->tree_seconds, time, sizeof time);
    fprintf(stderr,
            "  %zu tree%s to make in %s, once: %s\n"
            "           about %u MiB on disk, %s and more where the network is slow\n",
            f->tree_count, plural(f->tree_count), f->cache, f->trees, f->tree_mib, time);
}

static void print_builds(const struct xl_forecast *f)
{
    char time[32], *folder = xl_join_path(xl_root(), "build");
    xl_progress_about(f->make_seconds + f->look_seconds, time, sizeof time);
    fprintf(stderr, "  %zu build%s to make in %s, %zu to look over: %s\n", f->builds_to_make,
            plural(f->builds_to_make), xl_path_shown(folder), f->builds_there, time);
    free(folder);
}

static void print_rows(const struct xl_run_options *o, const struct xl_forecast *f)
{
    char time[32];
    xl_progress_about(f->row_seconds, time, sizeof time);
    fprintf(stderr, "  %zu row%s to run: %s; results here%s%s\n", f->rows, plural(f->rows), time,
            o->json ? " and in " : "", o->json ? o->json : "");
}

void xl_preface_print(const struct xl_run_options *o, const struct xl_forecast *f)
{
    char time[32], tier[32];
    double seconds = xl_forecast_seconds(f);
    bool is_tier = !o->quick && !o->row_count;
    if (!f->tree_count && !f->builds_to_make && seconds < XL_A_MOMENT)
        return;
    xl_progress_about(seconds, time, sizeof time);
    snprintf(tier, sizeof tier, "%s: ", xl_tier_name(o->tier));
    fprintf(stderr, "crosslane: %s%s%zu of %zu rows, %zu of %zu kernels: %s on %u core%s\n",
            is_tier ? "tier " : "",
            o->quick  ? "quick: "
            : is_tier ? tier
                      : "",
            f->rows, f->all_rows, f->kernels, f->all_kernels, time, f->cores, plural(f->cores));
    if (!f->tree_count && !f->builds_to_make)
        return;
    print_trees(f);
    print_builds(f);
    print_rows(o, f);
    if (!o->quick && !o->row_count && !o->kernels_dir)
        fprintf(stderr,
                "  for less: --quick (a row of each architecture, a few kernels), --row GLOB, "
                "--kernel GLOB\n");
}

/* What a run that found nothing leaves to be run. */
static void hint_at_more(const struct xl_run_options *o)
{
    static const char own[] = "--kernels DIR tests yours (docs/first-kernel.md)";
    if (o->row_count || o->tier == XL_TIER_FULL)
        return;
    if (o->kernels_dir)
        fprintf(stderr, "next: %s runs these kernels on %s\n",
                o->quick ? "leaving --quick out" : "--tier full",
                o->quick ? "the rows of a pull request" : "all rows");
    else if (o->quick)
        fprintf(stderr, "next: ./crosslane run has all kernels on the rows of a pull request; %s\n",
                own);
    else
        fprintf(stderr, "next: ./crosslane run --tier full has all rows; %s\n", own);
}

void xl_hints_print(const struct xl_run_options *o, const struct xl_results *results)
{
    size_t failed = 0, not_run = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        failed += results->rows[i].outcome == XL_FAIL;
        not_run += results->rows[i].outcome == XL_NOT_RUN;
    }
    if (failed)
        fprintf(stderr,
                "next: `./crosslane repro ID` makes the call of a finding again, and smaller, and "
                "`./crosslane debug ID` shows it in gdb; what else fails is in its row's line\n");
    if (results->cut_short[0])
        fprintf(stderr, "next: the same command again; trees and builds that are made stay%s\n",
                o->quick ? "" : ", and --quick does less");
    else if (not_run)
        fprintf(stderr, "next: why a row was not run is in its line; ./crosslane doctor says what "
                        "is missing here\n");
    else if (!failed)
        hint_at_more(o);
}
