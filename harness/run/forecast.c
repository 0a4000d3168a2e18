/* An estimate of what a run will do and how long it takes.
 * SPDX-License-Identifier: MIT
 */
#include "run/forecast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "matrix/compilers.h"
#include "matrix/shard.h"
#include "rows/engine.h"

/* Beside matrix/shard.h. Trees are made all at once and wait for the network. */
enum {
    XL_TOOLS_MIB = 771,
    XL_TOOLS_SECONDS = 50,
    XL_SYSROOT_MIB = 40, /* 28 to 54 */
    XL_SYSROOT_SECONDS = 25,
};
static const double seen_check = 0.6;   /* of an existing build */
static const double seen_configure = 3; /* of a build, before its first kernel */
static const double slow_factor = 3;    /* of gcc's RVV */

/* How much longer than others the compiler takes for the agent's kernels. */
static double compile_factor(const struct xl_build *b)
{
    return strcmp(b->arch, "riscv64") == 0 && xl_compiler_is_gcc(b->compiler) &&
                   strcmp(b->isa, "scalar") != 0
               ? slow_factor
               : 1;
}

static bool has_manifest(const char *tree)
{
    char *manifest = xl_join_path(tree, "manifest");
    const bool has = access(manifest, R_OK) == 0;
    free(manifest);
    return has;
}

/* Adds the tree that this script makes, unless it exists. */
static void add_tree(struct xl_forecast *f, const char *script, const char *arch, const char *name)
{
    char *path = xl_build_tree_path(script, arch);
    if (!path || has_manifest(path)) {
        free(path);
        return;
    }
    xl_append(f->trees, sizeof f->trees, "%s%s", *f->trees ? " " : "", name);
    *strrchr(path, '/') = '\0';
    free(f->cache);
    f->cache = path;
    f->tree_count++;
    f->tree_mib += arch ? XL_SYSROOT_MIB : XL_TOOLS_MIB;
    double seconds = arch ? XL_SYSROOT_SECONDS : XL_TOOLS_SECONDS;
    f->tree_seconds = seconds > f->tree_seconds ? seconds : f->tree_seconds;
}

static void add_trees(struct xl_forecast *f, const struct xl_selection *chosen)
{
    const char *arches[XL_MAX_ARCHES], *tools = getenv("CROSSLANE_TOOLS");
    size_t count = xl_selected_arches(chosen, arches);
    if (!tools || strcmp(tools, "host") != 0)
        add_tree(f, "sysroots/mk-tools", NULL, "tools");
    for (size_t i = 0; i < count; i++)
        add_tree(f, "sysroots/mk-sysroot", arches[i], arches[i]);
}

static unsigned cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* Seconds of one build. serial: those in which it uses one core, so that others go on beside it. */
static double build_seconds(const struct xl_build *agents, size_t count, size_t kernels,
                            double *serial)
{
    const double linking = xl_agent_seconds(0), all = xl_agent_seconds((double)kernels) - linking;
    double compiling = 0;
    *serial = 0;
    for (size_t i = 0; i < count; i++)
        if (access(agents[i].agent, X_OK) != 0) {
            *serial += linking;
            compiling += all * compile_factor(&agents[i]) * XL_MEASURED_CORES / cores();
        }
    *serial += *serial > 0 ? seen_configure : 0;
    return *serial + compiling;
}

double xl_forecast_build(const struct xl_build *agents, size_t count, size_t kernels)
{
    double serial;
    return build_seconds(agents, count, kernels, &serial);
}

/* Returns the seconds of the build in which it uses one core. */
static double add_build(struct xl_forecast *f, const struct xl_build *agents, size_t count,
                        size_t kernels)
{
    double serial;
    const double seconds = build_seconds(agents, count, kernels, &serial);
    f->builds_to_make += seconds > 0;
    f->builds_there += seconds <= 0;
    f->make_seconds += seconds;
    f->check_seconds += seconds > 0 ? 0 : seen_check;
    return serial;
}

/* Builds that are made at once. */
static double builds_at_once(const struct xl_forecast *f)
{
    const size_t most = cores() < XL_ENGINE_MAKERS ? cores() : XL_ENGINE_MAKERS;
    return (double)(f->builds_to_make > most ? most : f->builds_to_make ? f->builds_to_make : 1);
}

double xl_forecast_row(const struct xl_run_options *o, const struct xl_selection *chosen, size_t i)
{
    unsigned at_once = o->jobs < cores() ? o->jobs : cores();
    at_once = chosen->row_count < at_once ? (unsigned)chosen->row_count : at_once;
    return xl_row_seconds(chosen->rows[i], chosen->kernel_count * o->count) / at_once;
}

/* Of a machine that is slower or faster. */
static void scale(struct xl_forecast *f)
{
    const double rate = xl_rate_read();
    f->make_seconds *= rate;
    f->check_seconds *= rate;
    f->row_seconds *= rate;
}

void xl_forecast(const struct xl_run_options *o, const struct xl_selection *chosen,
                 const struct xl_build *builds, size_t build_count, struct xl_forecast *f)
{
    *f = (struct xl_forecast){.rows = chosen->row_count,
                              .kernels = chosen->kernel_count,
                              .all_rows = chosen->all_rows,
                              .all_kernels = chosen->all_kernels,
                              .cores = cores()};
    const size_t built = xl_built_kernels(o, chosen);
    if (!o->no_build && build_count)
        add_trees(f, chosen);
    double serial = 0;
    for (size_t i = 0, count; i < build_count && !o->no_build; i += count) {
        count = xl_build_same_directory(&builds[i], build_count - i);
        serial += add_build(f, &builds[i], count, built);
    }
    f->make_seconds -= serial - serial / builds_at_once(f);
    for (size_t i = 0; i < chosen->row_count; i++)
        f->row_seconds += xl_forecast_row(o, chosen, i);
    f->is_unchanged = !build_count && !o->no_cache;
    scale(f);
}

void xl_forecast_free(struct xl_forecast *f)
{
    free(f->cache);
    f->cache = NULL;
}

double xl_forecast_seconds(const struct xl_forecast *f)
{
    return f->tree_seconds + f->make_seconds + f->check_seconds + f->row_seconds;
}
