/* What the actions of the workflow do, with folders.
 * SPDX-License-Identifier: MIT
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workflow/runner.h"
#include "workflow/shell.h"

/* A step's `with`. */
static const char *with(struct xl_job_run *run, const struct xl_node *step, const char *key)
{
    const struct xl_node *inputs = xl_node_get(step, "with");
    return inputs ? xl_run_text(run, xl_node_get(inputs, key)) : NULL;
}

/* Relative paths start in the clone. */
static void in_clone(const struct xl_job_run *run, const char *path, char full[PATH_MAX])
{
    if (!path)
        fail_msg("%s: an action without its path", run->name);
    if (path[0] == '/')
        xl_path(full, "%s", path);
    else
        xl_path(full, "%s/%s", run->clone, path);
}

/* Always at the same path, as on GitHub's machines: the host tool's tests know where they stand. */
static int checkout(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    (void)outputs;
    const char *depth = with(run, step, "fetch-depth");
    if (depth && strcmp(depth, "0") == 0)
        xl_script("rm -rf \"$2\"; git clone -q \"file://$1/origin\" \"$2\"", run->runner->folder,
                  run->clone);
    else
        xl_script("rm -rf \"$2\"; git clone -q --depth 1 \"file://$1/origin\" \"$2\"",
                  run->runner->folder, run->clone);
    return 0;
}

/* GitHub only warns of a file that is not there, unless asked otherwise; here it is an error. */
static int upload(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    (void)outputs;
    char from[PATH_MAX], to[PATH_MAX];
    const char *missing = with(run, step, "if-no-files-found");
    in_clone(run, with(run, step, "path"), from);
    xl_path(to, "%s/artifacts/%s", run->runner->folder, with(run, step, "name"));
    if (xl_exists(to)) {
        xl_run_log(run, "an artifact of the name %s is there already", to);
        return -1;
    }
    glob_t found;
    const int none = glob(from, 0, NULL, &found);
    for (size_t i = 0; !none && i < found.gl_pathc; i++)
        xl_script("mkdir -p \"$2\"; cp -R \"$1\" \"$2\"", found.gl_pathv[i], to);
    globfree(&found);
    if (none)
        xl_run_log(run, "no %s to upload", from);
    return none && !(missing && strcmp(missing, "ignore") == 0) ? -1 : 0;
}

/* One artifact by name, or all that match a pattern, which may be none. */
static int download(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    (void)outputs;
    char to[PATH_MAX], from[PATH_MAX];
    const char *name = with(run, step, "name"), *pattern = with(run, step, "pattern"),
               *merge = with(run, step, "merge-multiple");
    glob_t found;
    in_clone(run, with(run, step, "path"), to);
    assert_true(!name != !pattern);
    if (pattern && (!merge || strcmp(merge, "true") != 0))
        fail_msg("%s: a pattern without merge-multiple is not known here", run->name);
    xl_path(from, "%s/artifacts/%s", run->runner->folder, name ? name : pattern);
    xl_script("mkdir -p \"$1\"", to, NULL);
    int none = glob(from, 0, NULL, &found);
    for (size_t i = 0; !none && i < found.gl_pathc; i++)
        xl_script("cp -R \"$1/.\" \"$2\"", found.gl_pathv[i], to);
    globfree(&found);
    if (none)
        xl_run_log(run, "no artifact %s", from);
    return none && name ? -1 : 0;
}

static void matched(struct json_object *outputs, const char *key, const char *wanted)
{
    json_object_object_add(outputs, "cache-matched-key", json_object_new_string(key));
    json_object_object_add(outputs, "cache-hit",
                           json_object_new_string(strcmp(key, wanted) == 0 ? "true" : "false"));
}

/* The newest cache whose key starts so; ours are named in the order of their making. */
static bool find_cache(const char *folder, const char *start, char found[PATH_MAX])
{
    char pattern[PATH_MAX];
    glob_t all;
    bool some = glob(xl_path(pattern, "%s/caches/%s*", folder, start), 0, NULL, &all) == 0;
    if (some)
        xl_path(found, "%s", all.gl_pathv[all.gl_pathc - 1]);
    globfree(&all);
    return some;
}

/* Trees of this machine: a hit if all are there, and nothing is copied. */
static bool have_trees(const char *paths)
{
    bool all = true;
    char *text = strdup(paths), *rest;
    for (char *path = strtok_r(text, "\n", &rest); path; path = strtok_r(NULL, "\n", &rest)) {
        assert_int_equal(path[0], '/');
        all &= xl_exists(path);
    }
    free(text);
    return all;
}

static int restore(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    char path[PATH_MAX], from[PATH_MAX];
    const char *given = with(run, step, "path"), *key = with(run, step, "key"),
               *start = with(run, step, "restore-keys"), *lookup = with(run, step, "lookup-only");
    if (!given || !key || !*given || !*key)
        fail_msg("%s: a cache wants a path and a key", run->name);
    if (given[0] == '/') {
        if (have_trees(given))
            matched(outputs, key, key);
        return 0;
    }
    in_clone(run, given, path);
    if (!xl_exists(xl_path(from, "%s/caches/%s", run->runner->folder, key)) &&
        !(start && find_cache(run->runner->folder, start, from)))
        return 0;
    if (!lookup || strcmp(lookup, "true") != 0)
        xl_script("mkdir -p \"$2\"; cp -R \"$1/.\" \"$2\"", from, path);
    matched(outputs, strrchr(from, '/') + 1, key);
    return 0;
}

/* A cache never changes: GitHub warns and keeps the old one. */
static int save(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    (void)outputs;
    char path[PATH_MAX], to[PATH_MAX];
    const char *given = with(run, step, "path"), *key = with(run, step, "key");
    if (given && given[0] == '/')
        return have_trees(given) ? 0 : -1;
    in_clone(run, given, path);
    if (!xl_exists(path)) {
        xl_run_log(run, "no %s to save", path);
        return -1;
    }
    if (!xl_exists(xl_path(to, "%s/caches/%s", run->runner->folder, key)))
        xl_script("mkdir -p \"$2\"; cp -R \"$1/.\" \"$2\"", path, to);
    return 0;
}

static const struct {
    const char *name, *keys;
    int (*run)(struct xl_job_run *, const struct xl_node *, struct json_object *);
} actions[] = {
    {"actions/checkout", "persist-credentials fetch-depth", checkout},
    {"actions/upload-artifact", "name path retention-days if-no-files-found", upload},
    {"actions/download-artifact", "name path pattern merge-multiple", download},
    {"actions/cache/restore", "path key restore-keys lookup-only", restore},
    {"actions/cache/save", "path key", save},
};

int xl_action(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs)
{
    const char *uses = xl_node_get(step, "uses")->text, *at = strchr(uses, '@');
    size_t length = at ? (size_t)(at - uses) : 0;
    if (length == 0 || strspn(at + 1, "0123456789abcdef") != 40 || at[41])
        fail_msg("%s: '%s' is not pinned to a commit", run->name, uses);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strlen(actions[i].name) != length || strncmp(actions[i].name, uses, length) != 0)
            continue;
        const struct xl_node *keys = xl_node_get(step, "with");
        if (keys)
            xl_only_keys(keys, actions[i].keys);
        return actions[i].run(run, step, outputs);
    }
    fail_msg("%s: unknown action '%s'", run->name, uses);
    return -1;
}
