/* Results of shards: what they state of their run, and whether they belong together.
 * SPDX-License-Identifier: MIT
 *
 * The files come from other machines: fields of a wrong type count as absent.
 */
#include "results/shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/results_json.h"

/* "AMD EPYC 9B45"; the names of the line are those of x86, POWER and RISC-V. Other processors have
 * a number instead. */
static char *cpu_name(void)
{
    static const char *const names[] = {"model name", "cpu\t", "uarch", "Model Name", "CPU part"};
    char line[512], *found = NULL;
    FILE *f = fopen("/proc/cpuinfo", "re");
    while (f && !found && fgets(line, sizeof line, f)) {
        char *value = strchr(line, ':');
        for (size_t i = 0; value && !found && i < sizeof names / sizeof names[0]; i++)
            if (strncmp(line, names[i], strlen(names[i])) == 0) {
                value += 1 + strspn(value + 1, " \t");
                found = xl_format("%.*s", (int)strcspn(value, "\n"), value);
            }
    }
    if (f)
        fclose(f);
    return found ? found : xl_copy_text("");
}

static void add_digest(struct json_object *o, enum xl_key key, struct xl_digest digest)
{
    char text[XL_DIGEST_TEXT];
    xl_digest_write(digest, text);
    xl_key_add_text(o, key, text);
}

/* Several daemons of Slurm can serve one machine, each as a node of its own. */
struct json_object *xl_shard_json(const struct xl_shard *shard, const struct xl_shard_inputs *in)
{
    struct json_object *o = json_object_new_object();
    const char *node = getenv("SLURMD_NODENAME");
    char *cpu = cpu_name();
    struct utsname is = {.nodename = ""};
    uname(&is);
    xl_key_add_number(o, XL_KEY_shard_index, shard->index);
    xl_key_add_number(o, XL_KEY_shard_count, shard->count);
    add_digest(o, XL_KEY_shard_matrix, in->matrix);
    add_digest(o, XL_KEY_shard_kernels, in->kernels);
    add_digest(o, XL_KEY_shard_selection, in->selection);
    xl_key_add_text(o, XL_KEY_shard_machine, node && *node ? node : is.nodename);
    xl_key_add_text(o, XL_KEY_shard_cpu, cpu);
    xl_key_add_text(o, XL_KEY_shard_linux, is.release);
    free(cpu);
    return o;
}

static struct json_object *shard_of(struct json_object *head)
{
    return xl_key_get(head, XL_KEY_run_shard, json_type_object);
}

/* What must be the same in all shards of a run. */
static int compare(const struct xl_shards *s, size_t a, size_t b, struct xl_error *err)
{
    static const struct {
        enum xl_key key;
        const char *differs;
    } fields[] = {{XL_KEY_shard_matrix, "another matrix"},
                  {XL_KEY_shard_kernels, "other kernels or tests"},
                  {XL_KEY_shard_selection, "other rows, kernels, seed, count or costs"}};
    struct json_object *x = s->at[a].shard, *y = s->at[b].shard;
    const char *differs = NULL;
    const size_t index = xl_key_number(x, XL_KEY_shard_index),
                 count = xl_key_number(x, XL_KEY_shard_count);
    if (strcmp(s->at[a].commit, s->at[b].commit) != 0)
        return xl_fail(err, "%s: error: shard %zu/%zu is of commit %.60s, but %s of commit %.60s",
                       s->at[a].file, index, count, s->at[a].commit, s->at[b].file,
                       s->at[b].commit);
    if (count != xl_key_number(y, XL_KEY_shard_count))
        return xl_fail(err, "%s: error: shard %zu/%zu, but %s is one of %zu shards", s->at[a].file,
                       index, count, s->at[b].file, xl_key_number(y, XL_KEY_shard_count));
    for (size_t i = 0; !differs && i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(xl_key_text(x, fields[i].key), xl_key_text(y, fields[i].key)) != 0)
            differs = fields[i].differs;
    if (differs)
        return xl_fail(err, "%s: error: shard %zu/%zu has %s than %s", s->at[a].file, index, count,
                       differs, s->at[b].file);
    return 0;
}

int xl_shards_add(struct xl_shards *s, const char *file, struct json_object *head,
                  struct xl_error *err)
{
    struct json_object *tool = xl_key_get(head, XL_KEY_run_tool, json_type_object),
                       *shard = shard_of(head);
    const size_t count = xl_key_number(shard, XL_KEY_shard_count),
                 index = xl_key_number(shard, XL_KEY_shard_index), at = s->count;
    if (xl_key_has(head, XL_KEY_run_shard) && (!index || index > count || count > XL_MOST_SHARDS))
        return xl_fail(err, "%s: error: not a results file: 'shard' has no index up to its count",
                       file);
    const char *commit = xl_key_text(tool, XL_KEY_tool_commit);
    const struct xl_shard_file added = {
        xl_copy_text(file), xl_copy_text(*commit ? commit : xl_key_text(tool, XL_KEY_tool_version)),
        shard ? json_object_get(shard) : NULL};
    xl_push(s, added);
    s->sharded += shard != NULL;
    if (s->sharded && s->sharded < s->count)
        for (size_t i = 0; i <= at; i++)
            if (!s->at[i].shard)
                return xl_fail(err,
                               "%s: error: no shard, but %s is one: merge all shards of a run "
                               "first, then the result with others",
                               s->at[i].file, s->at[i ? 0 : at].file);
    for (size_t i = 0; shard && i < at; i++)
        if (xl_key_number(s->at[i].shard, XL_KEY_shard_index) == index && !compare(s, at, i, err))
            return xl_fail(err, "%s: error: shard %zu/%zu is in %s too", file, index, count,
                           s->at[i].file);
    return shard && at ? compare(s, at, 0, err) : 0;
}

/* Notes a program. 0, or -1 with err: a shard before has another one. */
static int add_program(struct xl_shards *s, const char *what, const char *version,
                       struct xl_error *err)
{
    struct json_object *is = NULL;
    const char *file = s->at[s->count - 1].file;
    if (!*version)
        return 0;
    if (!s->programs)
        s->programs = json_object_new_object();
    if (!json_object_object_get_ex(s->programs, what, &is)) {
        is = json_object_new_array();
        json_object_array_add(is, json_object_new_string(version));
        json_object_array_add(is, json_object_new_string(file));
        json_object_object_add(s->programs, what, is);
        return 0;
    }
    const char *first = json_object_get_string(json_object_array_get_idx(is, 0));
    if (strcmp(first, version) == 0)
        return 0;
    return xl_fail(err, "%s: error: %.40s is %.60s, but %.60s in %s: run all shards with the same",
                   file, what, version, first,
                   json_object_get_string(json_object_array_get_idx(is, 1)));
}

int xl_shards_add_row(struct xl_shards *s, struct json_object *row, struct xl_error *err)
{
    if (!s->sharded)
        return 0;
    const char *arch = xl_key_text(row, XL_KEY_row_arch);
    char *compiler = xl_format("%s of %s", xl_key_text(row, XL_KEY_row_compiler), arch),
         *emulator = xl_format("QEMU of %s", arch);
    int status = add_program(s, compiler, xl_key_text(row, XL_KEY_row_compiler_version), err);
    if (!status)
        status = add_program(s, emulator, xl_key_text(row, XL_KEY_row_qemu), err);
    free(compiler);
    free(emulator);
    return status;
}

int xl_shards_check(const struct xl_shards *s, struct xl_error *err)
{
    if (!s->sharded)
        return 0;
    const size_t count = xl_key_number(s->at[0].shard, XL_KEY_shard_count);
    bool *has = xl_alloc(count + 1, sizeof *has);
    char missing[200] = "";
    for (size_t i = 0; i < s->count; i++)
        has[xl_key_number(s->at[i].shard, XL_KEY_shard_index)] = true;
    size_t lacks = 0;
    for (size_t i = 1; i <= count; i++)
        if (!has[i] && ++lacks)
            xl_append(missing, sizeof missing, "%s%zu/%zu", lacks > 1 ? ", " : "", i, count);
    free(has);
    return lacks
               ? xl_fail(err,
                         "merge: error: missing shard%s %s: run %s with --shard, then merge again",
                         xl_s(lacks), missing, lacks > 1 ? "them" : "it")
               : 0;
}

static void add_difference(const struct xl_shards *s, enum xl_key key, const char *what,
                           struct xl_text *text)
{
    const char *first = xl_key_text(s->at[0].shard, key);
    for (size_t i = 1; i < s->count; i++) {
        const char *other = xl_key_text(s->at[i].shard, key);
        if (strcmp(first, other) == 0)
            continue;
        xl_text_add(text, "%s%s %.60s (%.40s), %.60s (%.40s)", text->used ? "; " : "", what, first,
                    xl_key_text(s->at[0].shard, XL_KEY_shard_machine), other,
                    xl_key_text(s->at[i].shard, XL_KEY_shard_machine));
        return;
    }
}

char *xl_shards_note(const struct xl_shards *s)
{
    struct xl_text text = {0};
    if (s->sharded && s->sharded == s->count) {
        add_difference(s, XL_KEY_shard_cpu, "CPU", &text);
        add_difference(s, XL_KEY_shard_linux, "Linux", &text);
    }
    char *note = xl_format("%s%s", text.used ? "machines differ: " : "", text.used ? text.at : "");
    free(text.at);
    return note;
}

struct json_object *xl_shards_json(const struct xl_shards *s)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].shard)
            json_object_array_add(list, json_object_get(s->at[i].shard));
    return list;
}

void xl_shards_free(struct xl_shards *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->at[i].file);
        free(s->at[i].commit);
        json_object_put(s->at[i].shard);
    }
    free(s->at);
    json_object_put(s->programs);
    *s = (struct xl_shards){0};
}
