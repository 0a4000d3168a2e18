/* Untested ISAs: all their rows were skipped, so nothing failed.
 * SPDX-License-Identifier: MIT
 */
#include "results/untested_isas.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"

enum { XL_NAME_SHOWN = 63, XL_REASON_SHOWN = 160, XL_MOST_REPORTS = 1000000 };

/* Copies a text of another machine: cut between characters, without control characters. */
static void copy_clean(char *to, size_t most, const char *from)
{
    size_t length = strnlen(from, most);
    while (from[length] && length && ((unsigned char)from[length] & 0xc0) == 0x80)
        length--;
    memcpy(to, from, length);
    to[length] = '\0';
    for (char *c = to; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

static void add_to(struct json_object *o, const char *key, uint64_t value)
{
    json_object_object_add(o, key, json_object_new_uint64(xl_json_number(o, key) + value));
}

void xl_untested_add(struct xl_untested *u, const char *isa, enum xl_outcome outcome,
                     const char *reason, bool ran)
{
    char name[XL_NAME_SHOWN + 1], why[XL_REASON_SHOWN + 1];
    struct json_object *o = NULL;
    copy_clean(name, XL_NAME_SHOWN, isa);
    copy_clean(why, XL_REASON_SHOWN, reason);
    if (!u->isas)
        u->isas = json_object_new_object();
    if (!name[0])
        return;
    if (!json_object_object_get_ex(u->isas, name, &o)) {
        o = json_object_new_object();
        json_object_object_add(o, "reason", json_object_new_string(why));
        json_object_object_add(u->isas, name, o);
    }
    add_to(o, "rows", 1);
    add_to(o, "skipped", outcome == XL_SKIP);
    add_to(o, "ran", ran);
}

char *xl_untested_names(const struct xl_untested *u)
{
    struct xl_text text = {0};
    if (u->isas) {
        json_object_object_foreach(u->isas, name, o)
        {
            if (!xl_json_number(o, "ran"))
                xl_text_add(&text, "%s%s", text.used ? ", " : "", name);
        }
    }
    return text.at ? text.at : xl_copy_text("");
}

static void add_why(struct xl_text *text, uint64_t rows, uint64_t skipped, const char *reason)
{
    xl_text_add(text, "%llu row%s %s%s%s", (unsigned long long)rows, rows == 1 ? "" : "s",
                skipped == rows ? "skipped" : "not run", reason[0] ? ": " : "", reason);
}

/* A reason that all ISAs have is written once. */
char *xl_untested_why(const struct xl_untested *u)
{
    struct xl_text text = {0};
    const char *first = NULL;
    size_t count = 0;
    uint64_t rows = 0, skipped = 0;
    bool is_one = true;
    if (!u->isas)
        return xl_copy_text("");
    json_object_object_foreach(u->isas, name, o)
    {
        const char *reason = xl_json_text(o, "reason");
        if (xl_json_number(o, "ran"))
            continue;
        is_one &= !first || strcmp(reason, first) == 0;
        first = first ? first : reason;
        rows += xl_json_number(o, "rows");
        skipped += xl_json_number(o, "skipped");
        count++;
        (void)name;
    }
    if (count && is_one)
        add_why(&text, rows, skipped, first);
    json_object_object_foreach(u->isas, isa, each)
    {
        if (is_one || xl_json_number(each, "ran"))
            continue;
        xl_text_add(&text, "%s%s: ", text.used ? "; " : "", isa);
        add_why(&text, xl_json_number(each, "rows"), xl_json_number(each, "skipped"),
                xl_json_text(each, "reason"));
    }
    return text.at ? text.at : xl_copy_text("");
}

/* Reads the counts; no file is no counts. NULL with err if the file is of another kind. */
static struct json_object *read_counts(const char *file, struct xl_error *err)
{
    struct json_object *counts = NULL;
    if (access(file, F_OK) && errno == ENOENT)
        return json_object_new_object();
    struct json_object *all = json_object_from_file(file);
    const char *why = all ? "no object 'unrun'" : "invalid JSON";
    struct json_object *kept = xl_json_get(all, "unrun", json_type_object);
    if (kept) {
        counts = json_object_get(kept);
        json_object_object_foreach(kept, name, count)
        {
            int64_t n =
                json_object_is_type(count, json_type_int) ? json_object_get_int64(count) : 0;
            if (counts && (n < 1 || n > XL_MOST_REPORTS || !name[0])) {
                why = "an entry that is not a number of reports";
                json_object_put(counts);
                counts = NULL;
            }
        }
    }
    json_object_put(all);
    if (!counts)
        xl_error_set(err, "%s: error: not a file of --untested: %s", file, why);
    return counts;
}

static int write_counts(const char *file, struct json_object *counts, struct xl_error *err)
{
    char *temporary = xl_format("%s.tmp.%d", file, (int)getpid());
    struct json_object *all = json_object_new_object();
    json_object_object_add(all, "unrun", json_object_get(counts));
    int failed = json_object_to_file_ext(temporary, all, JSON_C_TO_STRING_PRETTY) != 0 ||
                 rename(temporary, file) != 0;
    if (failed) {
        xl_error_set(err, "crosslane: error: cannot write %s: %s", file, strerror(errno));
        remove(temporary);
    }
    json_object_put(all);
    free(temporary);
    return failed ? -2 : 0;
}

/* Counts a report for each ISA that had rows; writes what is due. */
static void count_report(const struct xl_untested *u, struct json_object *counts,
                         unsigned long long nights, struct xl_text *due)
{
    json_object_object_foreach(u->isas, name, o)
    {
        if (xl_json_number(o, "ran")) {
            json_object_object_del(counts, name);
            continue;
        }
        if (xl_json_number(counts, name) < XL_MOST_REPORTS)
            add_to(counts, name, 1);
        unsigned long long reports = xl_json_number(counts, name);
        if (nights && reports >= nights)
            xl_text_add(due, "%s%s for %llu reports in a row", due->used ? ", " : "nothing ran on ",
                        name, reports);
    }
}

int xl_untested_count(const struct xl_untested *u, const char *file, unsigned long long nights,
                      char **due, struct xl_error *err)
{
    struct xl_text text = {0};
    *due = NULL;
    struct json_object *counts = read_counts(file, err);
    if (!counts)
        return -1;
    if (u->isas)
        count_report(u, counts, nights, &text);
    *due = text.at ? text.at : xl_copy_text("");
    int status = write_counts(file, counts, err);
    json_object_put(counts);
    return status;
}

void xl_untested_free(struct xl_untested *u)
{
    json_object_put(u->isas);
    u->isas = NULL;
}
