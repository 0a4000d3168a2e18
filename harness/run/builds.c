/* The builds of a run.
 * SPDX-License-Identifier: MIT
 */
#include "run/builds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/fingerprint.h"
#include "build/shared_build.h"
#include "oracle/module.h"
#include "protocol.h"
#include "remote/remote.h"

struct xl_build *xl_builds_of(const struct xl_builds *b, const struct xl_row *row)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->builds[i].name, row->build) == 0 &&
            strcmp(b->builds[i].isa, row->isa->name) == 0 && b->builds[i].is_next == row->is_next)
            return &b->builds[i];
    return NULL;
}

size_t xl_builds_group(const struct xl_builds *b, const struct xl_row *row)
{
    const struct xl_build *build = xl_builds_of(b, row);
    const size_t at = build ? (size_t)(build - b->builds) : b->count;
    size_t i = 0;
    while (i < b->group_count &&
           (at >= b->groups[i].first + b->groups[i].count || at < b->groups[i].first))
        i++;
    return i;
}

const struct xl_cache_build *xl_builds_whole(const struct xl_builds *b, const struct xl_row *row)
{
    const size_t group = xl_builds_group(b, row);
    return group < b->group_count && b->groups[group].is_partial
               ? &b->whole[xl_builds_of(b, row) - b->builds]
               : NULL;
}

/* Names the kernels of the builds: all of the directory, and the few that are selected. */
static void name_kernels(struct xl_builds *b, const struct xl_kernels *kernels)
{
    const struct xl_run_options *o = b->options;
    b->dir = o->kernels_dir ? xl_copy_text(o->kernels_dir) : xl_join_path(xl_root(), "kernels");
    for (size_t i = 0; i < kernels->count && xl_is_of_few_kernels(o, b->selection); i++)
        if (b->selection->kernels[i])
            xl_append(b->only, sizeof b->only, "%s%s", *b->only ? ";" : "",
                      kernels->kernels[i]->name);
    b->all = (struct xl_build_kernels){b->dir, o->kernels_dir != NULL, ""};
    b->few = (struct xl_build_kernels){b->dir, false, b->only};
}

/* Names the agents of a group. Returns whether they exist and are up to date. */
static bool name_agents(struct xl_builds *b, struct xl_build_group *group,
                        const struct xl_build_kernels *kernels)
{
    bool is_up_to_date = true;
    group->kernels = kernels;
    for (size_t i = group->first; i < group->first + group->count; i++) {
        xl_build_set_paths(&b->builds[i], kernels);
        is_up_to_date =
            is_up_to_date &&
            xl_source_fingerprint_matches(b->builds[i].directory, b->builds[i].isa, kernels->only);
    }
    return is_up_to_date;
}

/* Adds the group of a row's build: the agents that this row and later ones need. */
static void name_group(struct xl_builds *b, size_t first)
{
    const char *build = b->selection->rows[first]->build;
    struct xl_build_group *group = &b->groups[b->group_count++];
    group->first = b->count;
    for (size_t i = first; i < b->selection->row_count; i++) {
        const struct xl_row *row = b->selection->rows[i];
        if (strcmp(row->build, build) != 0 || xl_builds_of(b, row))
            continue;
        struct xl_build *agent = &b->builds[b->count++];
        *agent = (struct xl_build){.name = row->build,
                                   .isa = row->isa->name,
                                   .arch = row->arch->name,
                                   .compiler = row->compiler,
                                   .opt = row->opt,
                                   .is_next = row->is_next,
                                   .program = -1};
    }
    group->count = b->count - group->first;
    group->is_up_to_date = name_agents(b, group, &b->all);
    if (!group->is_up_to_date && b->few.only[0])
        group->is_up_to_date = name_agents(b, group, &b->few);
    b->is_up_to_date &= group->is_up_to_date;
    group->seconds = xl_forecast_build(&b->builds[group->first], group->count,
                                       xl_built_kernels(b->options, b->selection));
}

static int by_seconds(const void *a, const void *b)
{
    const struct xl_build_group *x = a, *y = b;
    int order = (y->seconds > x->seconds) - (y->seconds < x->seconds);
    return order ? order : (x->first > y->first) - (x->first < y->first);
}

void xl_builds_name(struct xl_builds *b, const struct xl_run_options *options,
                    const struct xl_kernels *kernels, const struct xl_selection *selection)
{
    *b = (struct xl_builds){.options = options,
                            .selection = selection,
                            .kernels = kernels,
                            .builds = xl_alloc(selection->row_count + 1, sizeof *b->builds),
                            .whole = xl_alloc(selection->row_count + 1, sizeof *b->whole),
                            .caches = xl_alloc(selection->row_count + 1, sizeof *b->caches),
                            .groups = xl_alloc(selection->row_count + 1, sizeof *b->groups),
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .trees_lock = PTHREAD_MUTEX_INITIALIZER};
    name_kernels(b, kernels);
    xl_source_fingerprint_begin(b->all.external);
    b->is_up_to_date = true;
    for (size_t i = 0; i < selection->row_count; i++)
        if (!xl_builds_of(b, selection->rows[i]))
            name_group(b, i);
    qsort(b->groups, b->group_count, sizeof *b->groups, by_seconds);
    b->codes = options->no_evidence ? NULL : xl_alloc(b->count + 1, sizeof *b->codes);
}

/* Opens an agent that is made. */
static void finish_agent(struct xl_builds *b, struct xl_build *agent)
{
    const struct xl_arch *arch = xl_arch_find(agent->arch);
    if (!agent->error[0])
        xl_build_open(agent);
    if (agent->is_next && !agent->error[0])
        xl_build_use_other_emulator(agent, arch, true);
    if (b->options->host_emulator && !agent->error[0])
        xl_build_use_host_emulator(agent, arch->qemu);
    if (b->options->other_emulator && !agent->error[0])
        xl_build_use_other_emulator(agent, arch, !agent->is_next);
    if (!agent->error[0] && !b->caches[agent - b->builds].is_known)
        xl_cache_build_read(agent, NULL, &b->caches[agent - b->builds]);
    if (b->codes && !agent->error[0])
        xl_agent_code_open(agent->directory, agent->isa, arch, &b->codes[agent - b->builds]);
    if (!agent->error[0])
        b->callbacks.on_open(b->callbacks.data, agent);
}

/* Whether the remote cache may have the agents: all of Crosslane's kernels, by its tools. */
static bool is_shared(const struct xl_builds *b)
{
    return !b->all.external && !b->options->no_build && xl_remote_is_on() &&
           !getenv("CROSSLANE_TOOLS") && !getenv("CROSSLANE_DEFINE");
}

/* Whether partial builds are allowed: the run needs nothing from agents but results. */
static bool may_be_partial(const struct xl_builds *b)
{
    const struct xl_run_options *o = b->options;
    return !o->kernels_dir && !o->no_build && !o->no_cache && !o->host_emulator &&
           !o->other_emulator && !o->exhaustive && o->mode.kind == XL_MODE_TEST &&
           !b->few.only[0] && !getenv("CROSSLANE_TOOLS");
}

/* Gets the agents of a group from the remote cache, in place of a build of all kernels or of few.
 * If only kernels have changed since an agent there was built, the build becomes partial. */
static void fetch_group(struct xl_builds *b, struct xl_build_group *group, const char *label)
{
    const struct xl_build_kernels *kernels = group->kernels;
    const struct xl_build *first = &b->builds[group->first];
    if (kernels != &b->all)
        name_agents(b, group, &b->all);
    const int lock = xl_build_lock(first->directory, false, label);
    char *changed = NULL;
    if (lock >= 0 && !xl_shared_build_fetch(first, group->count, b->trees) && kernels == &b->all &&
        may_be_partial(b) &&
        !xl_source_fingerprint_changed_kernels(first->directory, first->isa, &changed))
        xl_shared_build_fetch_earlier(first, group->count, b->trees);
    free(changed);
    xl_build_unlock(lock);
    group->is_up_to_date = name_agents(b, group, &b->all);
    if (!group->is_up_to_date && kernels != &b->all)
        group->is_up_to_date = name_agents(b, group, kernels);
}

static void print_errors(const struct xl_build *agents, size_t count)
{
    const char *tools = getenv("CROSSLANE_TOOLS");
    xl_progress_pause();
    if (tools && strcmp(tools, "host") == 0 && !agents->error[0])
        fprintf(stderr, "build %s: host tools: %s, qemu %s\n", agents->name,
                agents->compiler_version, agents->qemu);
    for (size_t i = 0; i < count && !xl_interrupted; i++)
        if (agents[i].error[0] && (i == 0 || strcmp(agents[i].error, agents[i - 1].error) != 0))
            fprintf(stderr, "crosslane: error: %s\n", agents[i].error);
    xl_progress_resume();
}

/* ---- Partial builds: only of the kernels without cached results ---- */

/* Marks the kernels of one file. False: it has none. */
static bool mark_file(const struct xl_builds *b, const char *names, const char *file, size_t length,
                      bool *is_uncached)
{
    bool has = false;
    char of[XL_NAME_MAX];
    for (size_t i = 0; i < b->kernels->count; i++) {
        xl_names_file(names, b->kernels->kernels[i]->name, of, sizeof of);
        if (strlen(of) != length || strncmp(of, file, length) != 0)
            continue;
        has = is_uncached[i] = true;
    }
    return has;
}

/* Marks the kernels whose files have changed. False: another file has changed. */
static bool mark_changed(const struct xl_builds *b, const char *names, const char *changed,
                         bool *is_uncached)
{
    bool are_kernels = true;
    for (const char *line = changed + 1; *line && are_kernels;) {
        const size_t length = strcspn(line, "\n");
        are_kernels = mark_file(b, names, line, length, is_uncached);
        line += length + 1;
    }
    return are_kernels;
}

/* Marks the kernels that the rows of an agent must run, by the keys of the build of all kernels.
 * False: that build is needed. */
static bool find_uncached(struct xl_builds *b, size_t i, bool *is_uncached)
{
    struct xl_build agent = b->builds[i];
    char *changed;
    agent.emulator = xl_copy_text(""); /* not needed here */
    agent.sysroot = xl_copy_text("");
    bool can = xl_source_fingerprint_changed_kernels(agent.directory, agent.isa, &changed);
    if (can) {
        xl_build_use_existing(&agent);
        if (agent.is_next)
            xl_build_use_other_emulator(&agent, xl_arch_find(agent.arch), true);
        xl_cache_build_read(&agent, changed, &b->whole[i]);
        can =
            b->whole[i].is_known &&
            mark_changed(b, b->whole[i].linked.files, changed, is_uncached) &&
            b->callbacks.mark_uncached(b->callbacks.data, &b->builds[i], &b->whole[i], is_uncached);
    }
    free(changed);
    free(agent.emulator);
    free(agent.sysroot);
    return can;
}

/* Whether the kernel has vector instructions on every ISA. */
static bool has_vectors(const struct xl_kernel *k)
{
    return !k->bitwise && !k->only && !k->variant && !k->varied && !k->missing[0].isa &&
           !xl_kernel_is_dispatched(k);
}

/* Names the marked kernels, each once. The control run needs a kernel with vector instructions: if
 * none of them has, adds another. False: they are too many, or none. */
static bool name_uncached(const struct xl_builds *b, const bool *is_uncached, char *only,
                          size_t size)
{
    const char *last = "", *other = NULL;
    bool shows = false;
    size_t count = 0;
    only[0] = '\0';
    for (size_t i = 0; i < b->kernels->count; i++) {
        const struct xl_kernel *k = b->kernels->kernels[i];
        const bool can_show = b->selection->kernels[i] && has_vectors(k);
        if (!is_uncached[i]) {
            other = !other && can_show ? k->name : other;
            continue;
        }
        shows |= can_show;
        if (strcmp(k->name, last) == 0)
            continue;
        last = k->name;
        if (++count > XL_FEW_KERNELS - 1)
            return false;
        xl_append(only, size, "%s%s", *only ? ";" : "", last);
    }
    if (count && !shows && other)
        xl_append(only, size, ";%s", other);
    return count && (shows || other);
}

/* Names the kernels, with ';' between them, that a partial build of the group needs. False: they
 * are more than XL_FEW_KERNELS, or other files than kernels have changed. */
static bool choose_kernels(struct xl_builds *b, struct xl_build_group *group)
{
    bool *is_uncached = xl_alloc(b->kernels->count, sizeof *is_uncached);
    bool can = true;
    for (size_t i = group->first; can && i < group->first + group->count; i++)
        can = find_uncached(b, i, is_uncached);
    can = can && name_uncached(b, is_uncached, group->only, sizeof group->only);
    free(is_uncached);
    return can;
}

/* Renames the agents of a group that is not up to date: they get only the kernels that must run, if
 * these are few. It is possible if only files of kernels have changed since the build of all
 * kernels was made: the cached results of the other kernels hold. */
static void make_partial(struct xl_builds *b, struct xl_build_group *group, const char *label)
{
    const int lock = xl_build_lock(b->builds[group->first].directory, true, label);
    group->is_partial = lock >= 0 && choose_kernels(b, group);
    xl_build_unlock(lock);
    if (!group->is_partial)
        return;
    group->uncached = (struct xl_build_kernels){b->dir, false, group->only};
    group->is_up_to_date = name_agents(b, group, &group->uncached);
}

/* Whether a partial agent gives the same results as a whole one: it links, and its kernels refer to
 * no names of other kernels that they did not refer to before. */
static bool suffices(struct xl_builds *b, size_t i)
{
    if (!b->builds[i].error[0])
        xl_cache_build_read(&b->builds[i], NULL, &b->caches[i]);
    return !b->builds[i].error[0] && b->caches[i].is_known &&
           xl_link_fingerprint_same_names(&b->caches[i].linked, &b->whole[i].linked);
}

/* Whether a partial group must have all kernels after all; if so, renames it. */
static bool must_be_whole(struct xl_builds *b, struct xl_build_group *group)
{
    const size_t end = group->first + group->count;
    bool suffice = true;
    for (size_t i = group->first; i < end && suffice && group->is_partial; i++)
        suffice = suffices(b, i);
    if (suffice || xl_interrupted)
        return false;
    for (size_t i = group->first; i < end; i++) {
        xl_cache_build_free(&b->caches[i]);
        b->caches[i].is_known = false;
        b->builds[i].error[0] = '\0';
    }
    group->is_partial = false;
    group->is_up_to_date = name_agents(b, group, &b->all);
    return true;
}

/* ---- Making ---- */

/* Makes the trees that builds need, once. */
static void need_trees(struct xl_builds *b)
{
    const char *arches[XL_MAX_ARCHES] = {0};
    pthread_mutex_lock(&b->trees_lock);
    if (!b->trees &&
        xl_build_trees(&b->all, arches, xl_selected_arches(b->selection, arches), &b->trees) &&
        !xl_interrupted) {
        pthread_mutex_lock(&b->lock);
        b->environment_lacks = true;
        pthread_mutex_unlock(&b->lock);
    }
    pthread_mutex_unlock(&b->trees_lock);
}

/* Makes the agents of one directory, or uses existing ones. The directory is locked until they are
 * open.
 */
static void make_directory(struct xl_builds *b, struct xl_build_group *group, const char *label)
{
    struct xl_build *first = &b->builds[group->first];
    int lock = xl_build_lock(first->directory, b->options->no_build, label);
    for (size_t i = 0; i < group->count && xl_interrupted; i++)
        snprintf(first[i].error, XL_TEXT, "%s", xl_stop_reason());
    group->is_made_here = !b->options->no_build && !group->is_up_to_date;
    if (!xl_interrupted && group->is_made_here)
        xl_build_agents(first, group->count, group->kernels, b->trees, lock, label);
    for (size_t i = 0; i < group->count && !xl_interrupted; i++)
        if (b->options->no_build || group->is_up_to_date)
            xl_build_use_existing(&first[i]);
    if (must_be_whole(b, group)) {
        xl_build_unlock(lock);
        need_trees(b);
        make_directory(b, group, label);
        return;
    }
    for (size_t i = 0; i < group->count && !xl_interrupted; i++) {
        finish_agent(b, &first[i]);
        if (group->is_made_here && group->kernels == &b->all && is_shared(b) && !first[i].error[0])
            xl_shared_build_store(&first[i]);
    }
    xl_build_unlock(lock);
    print_errors(first, group->count);
}

void xl_builds_make(struct xl_builds *b, size_t i, size_t nth)
{
    char label[128];
    struct xl_build_group *group = &b->groups[i];
    snprintf(label, sizeof label, "build %s (%zu of %zu)", b->builds[group->first].name, nth,
             b->group_count);
    if (!group->is_up_to_date && is_shared(b)) {
        need_trees(b);
        fetch_group(b, group, label);
    }
    if (!group->is_up_to_date && may_be_partial(b))
        make_partial(b, group, label);
    if (!group->is_up_to_date && !b->options->no_build)
        need_trees(b);
    make_directory(b, group, label);
    pthread_mutex_lock(&b->lock);
    b->environment_lacks |= b->builds[group->first].lacks;
    pthread_mutex_unlock(&b->lock);
}

void xl_builds_free(struct xl_builds *b)
{
    for (size_t i = 0; i < b->count; i++) {
        xl_build_free(&b->builds[i]);
        xl_cache_build_free(&b->caches[i]);
        xl_cache_build_free(&b->whole[i]);
        if (b->codes)
            xl_agent_code_free(&b->codes[i]);
    }
    free(b->trees);
    free(b->codes);
    free(b->caches);
    free(b->whole);
    free(b->groups);
    free(b->builds);
    free(b->dir);
}
