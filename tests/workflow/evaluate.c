/* What the expressions of a workflow give and which jobs run, as JSON: tests/clients/github.mjs
 * compares it with what GitHub's own libraries say.
 * SPDX-License-Identifier: MIT
 *
 * Usage: evaluate WORKFLOW SCENES. SCENES is {NAME: {"contexts": {...}, "failed": true or false}},
 * `failed` being whether an earlier step or needed job failed. Prints {NAME: {PLACE: WHAT}}, with
 *   jobs.JOB                     {"runs"}, if no job of the run fails
 *   jobs.JOB.if, ....steps.N.if  {"holds"}, whether there is an `if` or not
 *   any other place              {"text"}, and of a text that is one expression {"value"} too
 * and {"error"} of what cannot be evaluated.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/yaml.h"
#include "workflow/expression.h"

struct walk {
    struct xl_scope scope;
    struct json_object *found; /* {PLACE: WHAT} */
};

enum { XL_MAX_PLACE = 512 };

__attribute__((format(printf, 2, 3))) static const char *place_of(char place[XL_MAX_PLACE],
                                                                  const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(place, XL_MAX_PLACE, fmt, args);
    va_end(args);
    return place;
}

/* Takes over `what`, or says the error. */
static void add(struct walk *w, const char *place, const char *key, struct json_object *what,
                const struct xl_error *err)
{
    struct json_object *found = NULL;
    if (!json_object_object_get_ex(w->found, place, &found)) {
        found = json_object_new_object();
        json_object_object_add(w->found, place, found);
    }
    if (err)
        json_object_object_add(found, "error", json_object_new_string(err->text));
    else
        json_object_object_add(found, key, what);
}

static void add_condition(struct walk *w, const char *place, const struct xl_node *condition)
{
    struct xl_error err;
    bool holds = false;
    int status = xl_scope_holds(&w->scope, condition ? condition->text : NULL, &holds, &err);
    add(w, place, "holds", status ? NULL : json_object_new_boolean(holds), status ? &err : NULL);
}

static bool is_one_expression(const char *text)
{
    size_t length = strlen(text);
    return strncmp(text, "${{", 3) == 0 && !strstr(text + 3, "${{") && length > 5 &&
           strcmp(text + length - 2, "}}") == 0;
}

static void add_text(struct walk *w, const char *place, const struct xl_node *node)
{
    struct xl_error err;
    struct json_object *value;
    const char *text;
    int status = xl_scope_text(&w->scope, node->text, &text, &err);
    add(w, place, "text", status ? NULL : json_object_new_string(text), status ? &err : NULL);
    if (status || !is_one_expression(node->text))
        return;
    status = xl_scope_value(&w->scope, node->text, &value, &err);
    add(w, place, "value", status ? NULL : json_object_get(value), status ? &err : NULL);
}

/* All texts with expressions under a node. */
static void walk_node(struct walk *w, const char *place, const struct xl_node *node)
{
    char inner[XL_MAX_PLACE];
    if (node->type == XL_NODE_STRING && node->expression)
        add_text(w, place, node);
    for (size_t i = 0; node->type == XL_NODE_SEQUENCE && i < node->count; i++)
        walk_node(w, place_of(inner, "%s.%zu", place, i), node->items[i]);
    for (size_t i = 0; node->type == XL_NODE_MAPPING && i < node->count; i++)
        walk_node(w, place_of(inner, "%s.%s", place, node->pairs[i].key->text),
                  node->pairs[i].value);
}

/* A job or a step: its `if` is an expression without `${{`. */
static void walk_conditional(struct walk *w, const char *place, const struct xl_node *mapping)
{
    char inner[XL_MAX_PLACE];
    add_condition(w, place_of(inner, "%s.if", place), xl_node_get(mapping, "if"));
    for (size_t i = 0; i < mapping->count; i++) {
        const char *key = mapping->pairs[i].key->text;
        if (strcmp(key, "if") != 0 && strcmp(key, "steps") != 0)
            walk_node(w, place_of(inner, "%s.%s", place, key), mapping->pairs[i].value);
    }
}

static void walk_workflow(struct walk *w, const struct xl_node *workflow)
{
    const struct xl_node *jobs = xl_node_get(workflow, "jobs");
    for (size_t i = 0; i < workflow->count; i++)
        if (workflow->pairs[i].value != jobs)
            walk_node(w, workflow->pairs[i].key->text, workflow->pairs[i].value);
    for (size_t i = 0; i < jobs->count; i++) {
        const struct xl_node *job = jobs->pairs[i].value, *steps = xl_node_get(job, "steps");
        char place[XL_MAX_PLACE], inner[XL_MAX_PLACE];
        walk_conditional(w, place_of(place, "jobs.%s", jobs->pairs[i].key->text), job);
        for (size_t k = 0; steps && k < steps->count; k++)
            walk_conditional(w, place_of(inner, "%s.steps.%zu", place, k), steps->items[k]);
    }
}

/* Adds what a job of `ran` did to `needs`; whether it succeeded. */
static bool add_need(struct json_object *ran, struct json_object *needs, const char *name)
{
    struct json_object *done = json_object_object_get(ran, name);
    const char *result = json_object_get_string(json_object_object_get(done, "result"));
    json_object_object_add(needs, name, json_object_get(done));
    return result && strcmp(result, "success") == 0;
}

/* The job's own needs, as `needs` has them; *failed unless all succeeded. */
static struct json_object *needs_of(struct json_object *ran, const struct xl_node *job,
                                    bool *failed)
{
    const struct xl_node *names = xl_node_get(job, "needs");
    struct json_object *needs = json_object_new_object();
    *failed = false;
    if (names && names->type == XL_NODE_STRING)
        *failed = !add_need(ran, needs, names->text);
    for (size_t i = 0; names && names->type == XL_NODE_SEQUENCE && i < names->count; i++)
        *failed |= !add_need(ran, needs, names->items[i]->text);
    return needs;
}

/* Runs the jobs as the runner does, in the file's order, but for their steps: all succeed, with the
 * outputs that the scene's `needs` has. */
static void run_jobs(struct walk *w, const struct xl_node *jobs, struct json_object *contexts)
{
    struct json_object *ran = json_object_new_object(),
                       *known = json_object_object_get(contexts, "needs");
    for (size_t i = 0; i < jobs->count; i++) {
        const char *name = jobs->pairs[i].key->text;
        const struct xl_node *job = jobs->pairs[i].value, *condition = xl_node_get(job, "if");
        struct json_object *done = json_object_new_object();
        struct xl_error err;
        char place[XL_MAX_PLACE];
        bool holds = false;
        json_object_object_add(contexts, "needs", needs_of(ran, job, &w->scope.failed));
        int status = xl_scope_holds(&w->scope, condition ? condition->text : NULL, &holds, &err);
        add(w, place_of(place, "jobs.%s", name), "runs",
            status ? NULL : json_object_new_boolean(holds), status ? &err : NULL);
        json_object_object_add(done, "result",
                               json_object_new_string(holds ? "success" : "skipped"));
        if (holds)
            json_object_object_add(done, "outputs",
                                   json_object_get(json_object_object_get(
                                       json_object_object_get(known, name), "outputs")));
        json_object_object_add(ran, name, done);
    }
    json_object_put(ran);
}

static struct json_object *scene(const struct xl_node *workflow, struct json_object *given)
{
    struct json_object *contexts = json_object_object_get(given, "contexts");
    struct walk w = {
        .scope = {.contexts = contexts,
                  .failed = json_object_get_boolean(json_object_object_get(given, "failed"))},
        .found = json_object_new_object(),
    };
    struct json_object *needs = json_object_get(json_object_object_get(contexts, "needs"));
    walk_workflow(&w, workflow);
    run_jobs(&w, xl_node_get(workflow, "jobs"), contexts);
    json_object_put(needs);
    json_object_put(w.scope.made);
    return w.found;
}

static int complain(const char *what)
{
    fprintf(stderr, "evaluate: error: %s\n", what);
    return 2;
}

int main(int argc, char **argv)
{
    struct xl_error err;
    struct xl_yaml *doc = NULL;
    size_t size;
    if (argc != 3)
        return complain("usage: evaluate WORKFLOW SCENES");
    char *text = xl_generated_read(argv[1], &size, &err);
    if (!text || xl_yaml_parse(argv[1], text, size, &doc, &err))
        return complain(err.text);
    free(text);
    struct json_object *scenes = json_object_from_file(argv[2]), *all = json_object_new_object();
    if (!scenes)
        return complain(json_util_get_last_err());
    json_object_object_foreach(scenes, name, given)
    {
        json_object_object_add(all, name, scene(xl_yaml_root(doc), given));
    }
    puts(json_object_to_json_string_ext(all, JSON_C_TO_STRING_PLAIN));
    json_object_put(all);
    json_object_put(scenes);
    xl_yaml_free(doc);
    return 0;
}
