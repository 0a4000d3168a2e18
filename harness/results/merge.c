/* Merges the results of several runs.
 * SPDX-License-Identifier: MIT
 *
 * The files come from other machines, so every type in them is checked before it is used.
 */
#include "results/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/cross_row.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

/* Rows of the shards of an exhaustive run: each shard has all rows, with other inputs. */

static struct json_object *walk_of(struct json_object *kernel)
{
    return xl_key_get(kernel, XL_KEY_kernel_exhaustive, json_type_object);
}

/* The same kernel of another row, or NULL. */
static struct json_object *find_kernel(struct json_object *kernels, struct json_object *kernel)
{
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *other = json_object_array_get_idx(kernels, i);
        if (strcmp(xl_key_text(other, XL_KEY_kernel_kernel),
                   xl_key_text(kernel, XL_KEY_kernel_kernel)) == 0 &&
            strcmp(xl_key_text(other, XL_KEY_kernel_variant),
                   xl_key_text(kernel, XL_KEY_kernel_variant)) == 0)
            return other;
    }
    return NULL;
}

static bool can_add(struct json_object *into, struct json_object *kernel)
{
    struct json_object *a = into ? walk_of(into) : NULL, *b = walk_of(kernel);
    if (!a && !b) /* neither shard could walk it */
        return into && xl_key_outcome(into) == xl_key_outcome(kernel);
    return a && b &&
           xl_key_number(a, XL_KEY_exhaustive_of) == xl_key_number(b, XL_KEY_exhaustive_of) &&
           xl_key_number(a, XL_KEY_exhaustive_inputs) +
                   xl_key_number(b, XL_KEY_exhaustive_inputs) <=
               xl_key_number(a, XL_KEY_exhaustive_of);
}

static void copy(struct json_object *to, struct json_object *from, enum xl_key key)
{
    struct json_object *value = NULL;
    if (json_object_object_get_ex(from, xl_key_name(key), &value))
        xl_key_add(to, key, json_object_get(value));
}

static void add_number(struct json_object *to, struct json_object *from, enum xl_key key)
{
    xl_key_add_number(to, key, xl_key_number(to, key) + xl_key_number(from, key));
}

/* Takes the outcome and reason of the worse. */
static void take_worse(struct json_object *to, struct json_object *from, enum xl_key outcome,
                       enum xl_key reason)
{
    static const int order[XL_OUTCOMES] = {[XL_SKIP] = 0,    [XL_PASS] = 1, [XL_EMU_BUG] = 2,
                                           [XL_NOT_RUN] = 3, [XL_FAIL] = 4, [XL_FLAKY] = 4};
    const int is = xl_key_outcome(to), other = xl_key_outcome(from);
    if (is < 0 || other < 0 || order[other] <= order[is])
        return;
    copy(to, from, outcome);
    copy(to, from, reason);
}

static void add_kernel(struct json_object *to, struct json_object *from)
{
    struct json_object *findings = xl_key_array(from, XL_KEY_kernel_findings);
    if (!walk_of(from))
        return;
    add_number(walk_of(to), walk_of(from), XL_KEY_exhaustive_inputs);
    add_number(to, from, XL_KEY_kernel_checked);
    add_number(to, from, XL_KEY_kernel_calls);
    add_number(to, from, XL_KEY_kernel_differences);
    if (xl_key_measure(from, XL_KEY_kernel_max_ulp) > xl_key_measure(to, XL_KEY_kernel_max_ulp)) {
        copy(to, from, XL_KEY_kernel_max_ulp);
        copy(to, from, XL_KEY_kernel_max_ulp_inputs);
    }
    for (size_t i = 0; i < xl_json_length(findings); i++)
        json_object_array_add(xl_key_array(to, XL_KEY_kernel_findings),
                              json_object_get(json_object_array_get_idx(findings, i)));
    if (xl_json_length(xl_key_array(from, XL_KEY_kernel_checks)))
        copy(to, from, XL_KEY_kernel_checks);
    take_worse(to, from, XL_KEY_kernel_outcome, XL_KEY_kernel_reason);
}

/* Adds the inputs of a row to the same row of another shard: inputs are summed up, and the worst
 * error, the findings and the worst outcome are kept. False: they are not such rows, or have more
 * inputs than there are; nothing is changed then. */
static bool merge_walk(struct json_object *into, struct json_object *row)
{
    struct json_object *kernels = xl_key_array(into, XL_KEY_row_kernels),
                       *more = xl_key_array(row, XL_KEY_row_kernels);
    const size_t count = xl_json_length(more);
    size_t walked = 0;
    if (!kernels || xl_json_length(kernels) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct json_object *kernel = json_object_array_get_idx(more, i);
        if (!can_add(find_kernel(kernels, kernel), kernel))
            return false;
        walked += walk_of(kernel) != NULL;
    }
    if (!walked)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct json_object *kernel = json_object_array_get_idx(more, i);
        add_kernel(find_kernel(kernels, kernel), kernel);
    }
    take_worse(into, row, XL_KEY_row_outcome, XL_KEY_row_reason);
    return true;
}

/* Files. */

/* Larger files are refused. Large ones are read row by row, and most rows stay text: objects take
 * sixteen times as much memory. */
enum { XL_MOST_MIB = 1024, XL_LARGE_MIB = 16 };

static int bad_file(const char *file, const char *why, struct xl_error *err)
{
    return xl_fail(err, "%s: error: not a results file: %s; see run --json FILE", file, why);
}

/* A hundred findings of a kernel are kept; all are counted. */
static void shorten(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    size_t count = xl_json_length(findings);
    if (count <= XL_MERGED_FINDINGS)
        return;
    if (xl_key_number(kernel, XL_KEY_kernel_differences) < count)
        xl_key_add_number(kernel, XL_KEY_kernel_differences, count);
    json_object_array_del_idx(findings, XL_MERGED_FINDINGS, count - XL_MERGED_FINDINGS);
}

/* The kernels of a row that were checked. */
static size_t checked_of(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    size_t checked = xl_key_number(row, XL_KEY_row_left_out);
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        checked +=
            xl_is_checked(xl_key_verdict(kernel), xl_key_number(kernel, XL_KEY_kernel_checked));
    }
    return checked;
}

/* Adds a row that an earlier shard of an exhaustive run has too. */
static bool add_walk(struct xl_merged *m, struct json_object *row)
{
    struct json_object *rows = xl_key_array(m->results, XL_KEY_run_rows), *into = NULL;
    for (size_t i = 0; i < xl_json_length(rows) && !into; i++) {
        struct json_object *other = json_object_array_get_idx(rows, i);
        if (json_object_is_type(other, json_type_object) &&
            strcmp(xl_key_text(other, XL_KEY_row_row), xl_key_text(row, XL_KEY_row_row)) == 0)
            into = other;
    }
    if (!into)
        return false;
    const size_t before = checked_of(into);
    const int outcome = xl_key_outcome(into);
    if (!merge_walk(into, row))
        return false;
    m->counts[outcome]--;
    m->counts[xl_key_outcome(into)]++;
    m->checked += checked_of(into) - before;
    return true;
}

/* kept: the row, or its text, for the merged results. */
static int add_row(struct xl_merged *m, struct json_object *by_name, const char *file,
                   struct json_object *row, struct json_object *kept, struct xl_error *err)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels), *first = NULL;
    const char *name = xl_key_text(row, XL_KEY_row_row);
    int outcome = xl_key_outcome(row);
    if (!*name || !kernels || outcome < 0)
        return bad_file(file, "a row without 'row', 'kernels' or 'outcome'", err);
    if (json_object_object_get_ex(by_name, name, &first)) {
        if (add_walk(m, row))
            return xl_shards_add_row(&m->shards, row, err);
        xl_error_set(err, "%s: error: row %s is in %s too", file, name,
                     json_object_get_string(first));
        return -1;
    }
    json_object_object_add(by_name, name, json_object_new_string(file));
    if (xl_shards_add_row(&m->shards, row, err))
        return -1;
    size_t expected = xl_key_number(row, XL_KEY_row_expected), there = xl_json_length(kernels);
    bool ran = false;
    m->kernels += expected > there ? expected : there;
    for (size_t i = 0; i < there; i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        ran |= xl_key_number(kernel, XL_KEY_kernel_checked) > 0;
        shorten(kernel);
    }
    m->checked += checked_of(row);
    m->counts[outcome]++;
    const bool is_suite = xl_key_has(row, XL_KEY_row_suite);
    m->has_suites |= is_suite;
    m->has_kernels |= !is_suite;
    xl_untested_add(&m->untested, xl_key_text(row, XL_KEY_row_isa), (enum xl_outcome)outcome,
                    xl_key_text(row, XL_KEY_row_reason), ran);
    json_object_array_add(xl_key_array(m->results, XL_KEY_run_rows), json_object_get(kept));
    return 0;
}

/* Adds the `sources` of kernels that have none yet. */
static void add_sources(struct xl_merged *m, struct json_object *results)
{
    struct json_object *more = xl_key_array(results, XL_KEY_run_sources);
    struct json_object *all = xl_key_array(m->results, XL_KEY_run_sources);
    if (more && !all)
        xl_key_add(m->results, XL_KEY_run_sources, all = json_object_new_array());
    for (size_t i = 0; i < xl_json_length(more); i++) {
        struct json_object *source = json_object_array_get_idx(more, i);
        const char *name = xl_key_text(source, XL_KEY_source_kernel);
        if (!*name || json_object_object_get_ex(m->kernel_names, name, NULL))
            continue;
        json_object_object_add(m->kernel_names, name, NULL);
        json_object_array_add(all, json_object_get(source));
    }
}

static int check_head(const char *file, struct json_object *results, struct xl_error *err)
{
    const size_t version = xl_key_number(results, XL_KEY_run_version);
    if (version <= XL_RESULTS_VERSION)
        return xl_key_array(results, XL_KEY_run_rows) ? 0 : bad_file(file, "no array 'rows'", err);
    xl_error_set(
        err,
        "%s: error: results of version %zu, but this Crosslane reads %d: use the Crosslane that "
        "wrote them, or a newer one",
        file, version, XL_RESULTS_VERSION);
    return -1;
}

/* All but the rows. */
static void add_head(struct xl_merged *m, struct json_object *results)
{
    static const enum xl_key head[] = {XL_KEY_run_version, XL_KEY_run_tool, XL_KEY_run_seed,
                                       XL_KEY_run_started};
    struct json_object *earlier = xl_key_array(results, XL_KEY_run_shards),
                       *all = xl_key_array(m->results, XL_KEY_run_shards);
    add_sources(m, results);
    if (earlier && !all)
        xl_key_add(m->results, XL_KEY_run_shards, all = json_object_new_array());
    for (size_t i = 0; i < xl_json_length(earlier); i++)
        json_object_array_add(all, json_object_get(json_object_array_get_idx(earlier, i)));
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) {
        struct json_object *value = NULL;
        if (json_object_object_get_ex(results, xl_key_name(head[i]), &value) &&
            !xl_key_has(m->results, head[i]))
            xl_key_add(m->results, head[i], json_object_get(value));
    }
}

/* Counts a row of one file. */
static void count_row(struct json_object *row, size_t counts[XL_OUTCOMES])
{
    const int outcome = xl_key_outcome(row);
    if (outcome >= 0)
        counts[outcome]++;
}

/* Whether a file has the rows that its summary counts. A file may have lost some on its way.
 * Without a summary, nothing is known. */
static int check_summary(const char *file, struct json_object *head,
                         const size_t counts[XL_OUTCOMES], struct xl_error *err)
{
    struct json_object *said = xl_key_get(head, XL_KEY_run_summary, json_type_object),
                       *found = xl_key_summary(counts);
    int status = 0;
    json_object_object_foreach(found, outcome, value)
    {
        const size_t is = (size_t)json_object_get_int64(value), was = xl_json_number(said, outcome);
        if (said && !status && is != was)
            status = xl_fail(err,
                             "%s: error: its summary counts %zu row%s with outcome %s, but it has "
                             "%zu: use the file that the run wrote",
                             file, was, xl_s(was), outcome, is);
    }
    json_object_put(found);
    return status;
}

static int add_results(struct xl_merged *m, struct json_object *by_name, const char *file,
                       struct json_object *results, struct xl_error *err)
{
    struct json_object *rows = xl_key_array(results, XL_KEY_run_rows);
    size_t counts[XL_OUTCOMES] = {0};
    if (check_head(file, results, err) || xl_shards_add(&m->shards, file, results, err))
        return -1;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        if (add_row(m, by_name, file, row, row, err))
            return -1;
        count_row(row, counts);
    }
    if (check_summary(file, results, counts, err))
        return -1;
    add_head(m, results);
    return 0;
}

/* Why a file cannot be read, or NULL. */
static const char *unreadable(const char *file)
{
    struct stat s;
    if (stat(file, &s) || access(file, R_OK))
        return strerror(errno);
    if (S_ISDIR(s.st_mode))
        return "it is a directory";
    if (S_ISREG(s.st_mode) && s.st_size == 0)
        return "it is empty";
    return s.st_size >> 20 >= XL_MOST_MIB ? "it is larger than 1 GiB" : NULL;
}

struct json_object *xl_results_load(const char *file, struct xl_error *err)
{
    const char *why = unreadable(file);
    struct json_object *results = why ? NULL : json_object_from_file(file);
    if (!results)
        bad_file(file, why ? why : "invalid or truncated JSON", err);
    if (!results || check_head(file, results, err) == 0)
        return results;
    json_object_put(results);
    return NULL;
}

/* From here on, a row that passed is text. */
static int add_packed(struct xl_merged *m, struct json_object *by_name, const char *file,
                      struct json_object *row, const char *text, size_t length,
                      struct xl_error *err)
{
    struct json_object *packed = xl_row_is_plain(row) ? xl_row_pack(text, length) : NULL;
    const int status = add_row(m, by_name, file, row, packed ? packed : row, err);
    json_object_put(packed);
    return status;
}

static int add_large(struct xl_merged *m, struct json_object *by_name, const char *file,
                     struct xl_error *err)
{
    struct xl_row_reader large;
    struct json_object *row;
    const char *text;
    size_t length, counts[XL_OUTCOMES] = {0};
    int next = xl_row_reader_open(file, &large), status = 0;
    if (next == 0)
        status =
            check_head(file, large.head, err) || xl_shards_add(&m->shards, file, large.head, err)
                ? -1
                : 0;
    while (status == 0 && next >= 0) {
        next = xl_row_reader_next(&large, &row, &text, &length);
        if (next <= 0)
            break;
        status = add_packed(m, by_name, file, row, text, length, err);
        count_row(row, counts);
        json_object_put(row);
    }
    if (next < 0)
        status = bad_file(file, "invalid or truncated JSON", err);
    if (!status)
        status = check_summary(file, large.head, counts, err);
    if (!status)
        add_head(m, large.head);
    xl_row_reader_close(&large);
    return status;
}

static int add_file(struct xl_merged *m, struct json_object *by_name, const char *file,
                    struct xl_error *err)
{
    struct stat s;
    if (!unreadable(file) && stat(file, &s) == 0 && s.st_size >> 20 >= XL_LARGE_MIB)
        return add_large(m, by_name, file, err);
    struct json_object *results = xl_results_load(file, err);
    const int status = results ? add_results(m, by_name, file, results, err) : -1;
    json_object_put(results);
    return status;
}

static int add_missing(struct xl_merged *m, struct json_object *by_name, const char *file,
                       struct xl_error *err)
{
    struct json_object *plan = json_object_from_file(file);
    struct json_object *rows = xl_json_array(plan, "rows");
    if (!rows) {
        json_object_put(plan);
        xl_error_set(err, "%s: error: not a plan: no array 'rows'; see plan --json", file);
        return -1;
    }
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *planned = json_object_array_get_idx(rows, i);
        const char *name = xl_json_text(planned, "row");
        if (json_object_object_get_ex(by_name, name, NULL))
            continue;
        struct json_object *row = json_object_new_object();
        xl_key_add_text(row, XL_KEY_row_row, name);
        xl_key_add_text(row, XL_KEY_row_isa, xl_json_text(planned, "isa"));
        xl_key_add_text(row, XL_KEY_row_outcome, "not-run");
        xl_key_add_text(row, XL_KEY_row_reason, "no result: its build or job did not finish");
        xl_key_add_number(row, XL_KEY_row_expected, xl_json_number(planned, "kernels"));
        xl_key_add(row, XL_KEY_row_kernels, json_object_new_array());
        json_object_array_add(xl_key_array(m->results, XL_KEY_run_rows), row);
        m->kernels += xl_json_number(planned, "kernels");
        m->counts[XL_NOT_RUN]++;
        xl_untested_add(&m->untested, xl_json_text(planned, "isa"), XL_NOT_RUN,
                        xl_key_text(row, XL_KEY_row_reason), false);
    }
    json_object_put(plan);
    return 0;
}

static void begin(struct xl_merged *m)
{
    *m = (struct xl_merged){.results = json_object_new_object(),
                            .kernel_names = json_object_new_object()};
    xl_key_add(m->results, XL_KEY_run_rows, json_object_new_array());
}

static void sum_up(struct xl_merged *m)
{
    struct json_object *found = xl_disagreements(xl_key_array(m->results, XL_KEY_run_rows));
    m->disagreements = xl_json_length(found);
    xl_key_add(m->results, XL_KEY_run_disagreements, found);
    if (m->shards.sharded)
        xl_key_add(m->results, XL_KEY_run_shards, xl_shards_json(&m->shards));
    m->improved_baselines = xl_improved_baselines(xl_key_array(m->results, XL_KEY_run_rows), NULL);
    xl_key_add(m->results, XL_KEY_run_summary, xl_key_summary(m->counts));
}

int xl_merge(const char *const *files, size_t count, const char *plan, struct xl_merged *out,
             struct xl_error *err)
{
    struct json_object *by_name = json_object_new_object();
    int status = 0;
    begin(out);
    for (size_t i = 0; !status && i < count; i++)
        status = add_file(out, by_name, files[i], err);
    if (!status && plan)
        status = add_missing(out, by_name, plan, err);
    sum_up(out);
    json_object_put(by_name);
    return status;
}

int xl_merge_one(struct json_object *results, struct xl_merged *out, struct xl_error *err)
{
    struct json_object *by_name = json_object_new_object();
    begin(out);
    int status = add_results(out, by_name, "results", results, err);
    sum_up(out);
    json_object_put(by_name);
    return status;
}

const char *xl_merged_unit(const struct xl_merged *m)
{
    return !m->has_suites ? "kernels" : m->has_kernels ? "kernels and tests" : "tests";
}

void xl_merged_free(struct xl_merged *merged)
{
    json_object_put(merged->results);
    json_object_put(merged->kernel_names);
    xl_untested_free(&merged->untested);
    xl_shards_free(&merged->shards);
    free(merged->improved_baselines);
    *merged = (struct xl_merged){0};
}

/* Reads a large results file row by row.
 *
 * json-c parses whole values only. So the ends of the rows are found here, by brackets and quotes.
 * json-c then parses each row. */

enum { XL_DONE_BYTES = 8 << 20 };

static size_t skip_blanks(const struct xl_row_reader *l, size_t at)
{
    while (at < l->size && l->text[at] && strchr(" \t\r\n", l->text[at]))
        at++;
    return at;
}

/* The position after a string, which begins here. */
static size_t skip_text(const struct xl_row_reader *l, size_t at)
{
    for (at++; at < l->size && l->text[at] != '"'; at++)
        at += l->text[at] == '\\';
    return at < l->size ? at + 1 : l->size;
}

/* The position of the comma or bracket after a value. */
static size_t skip_value(const struct xl_row_reader *l, size_t at)
{
    for (size_t depth = 0; at < l->size;) {
        const char c = l->text[at];
        if (!depth && (c == ',' || c == ']' || c == '}'))
            break;
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        at = c == '"' ? skip_text(l, at) : at + 1;
    }
    return at < l->size ? at : l->size;
}

/* Finds the begin and end of the object's only array of rows. 0, or -1. */
static int find_rows(struct xl_row_reader *l)
{
    static const char key[] = "\"rows\"";
    size_t at = skip_blanks(l, 0), found = 0;
    if (at == l->size || l->text[at] != '{')
        return -1;
    do {
        const size_t name = skip_blanks(l, at + 1);
        if (name == l->size || l->text[name] != '"')
            return -1;
        const size_t behind = skip_text(l, name), colon = skip_blanks(l, behind);
        const size_t value = skip_blanks(l, colon + 1);
        if (value >= l->size || l->text[colon] != ':')
            return -1;
        at = skip_value(l, value);
        if (behind - name != sizeof key - 1 || memcmp(l->text + name, key, sizeof key - 1) != 0)
            continue;
        if (l->text[value] != '[' || found++)
            return -1;
        l->at = value + 1;
        for (l->end = at; l->end > l->at && l->text[l->end] != ']';)
            l->end--;
    } while (at < l->size && l->text[at] == ',');
    return found ? 0 : -1;
}

/* Parses the whole text as one value. NULL: it is not one. */
static struct json_object *parse(struct xl_row_reader *l, const char *text, size_t length)
{
    json_tokener_reset(l->tokener);
    struct json_object *o = json_tokener_parse_ex(l->tokener, text, (int)length);
    size_t end = o ? json_tokener_get_parse_end(l->tokener) : 0;
    while (o && end < length && text[end] && strchr(" \t\r\n", text[end]))
        end++;
    if (o && end == length)
        return o;
    json_object_put(o);
    return NULL;
}

/* Everything but the rows. */
static int read_head(struct xl_row_reader *l)
{
    const size_t rest = l->size - l->end;
    char *text = xl_alloc(l->at + rest + 1, 1);
    memcpy(text, l->text, l->at);
    memcpy(text + l->at, l->text + l->end, rest);
    l->head = parse(l, text, l->at + rest);
    free(text);
    return l->head ? 0 : -1;
}

int xl_row_reader_open(const char *file, struct xl_row_reader *l)
{
    struct stat s;
    *l = (struct xl_row_reader){.tokener = json_tokener_new()};
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    void *text = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &s) == 0)
        text = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    if (text == MAP_FAILED || !l->tokener)
        return -1;
    l->text = text;
    l->size = (size_t)s.st_size;
    if (find_rows(l) || read_head(l))
        return -1;
    l->at = skip_blanks(l, l->at);
    return 0;
}

int xl_row_reader_next(struct xl_row_reader *l, struct json_object **row, const char **text,
                       size_t *length)
{
    if (l->at >= l->end)
        return 0;
    if (l->at - l->done >= XL_DONE_BYTES) { /* free memory of what was read */
        madvise(l->text + l->done, XL_DONE_BYTES, MADV_DONTNEED);
        l->done += XL_DONE_BYTES;
    }
    size_t end = skip_value(l, l->at);
    *text = l->text + l->at;
    *length = end - l->at;
    *row = parse(l, *text, *length);
    if (!*row || end > l->end || (end < l->end && l->text[end] != ',')) {
        json_object_put(*row);
        return -1;
    }
    l->at = end + 1;
    return 1;
}

void xl_row_reader_close(struct xl_row_reader *l)
{
    if (l->text)
        munmap(l->text, l->size);
    if (l->tokener)
        json_tokener_free(l->tokener);
    json_object_put(l->head);
    *l = (struct xl_row_reader){0};
}
