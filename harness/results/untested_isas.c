/* ISAs that had rows and on which nothing ran: their rows are green, and nobody has tested them.
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

enum { XL_NAME_SHOWN = 63, XL_REASON_SHOWN = 160, XL_MOST_REPORTS = 1000000 };

/* The words of another machine: no control characters, not too long, no half of a character. */
static void take(char *to, size_t most, const char *from)
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
    take(name, XL_NAME_SHOWN, isa);
    take(why, XL_REASON_SHOWN, reason);
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
    char *text = NULL;
    size_t size = 0, count = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    if (u->isas) {
        json_object_object_foreach(u->isas, name, o)
        {
            if (!xl_json_number(o, "ran"))
                fprintf(f, "%s%s", count++ ? ", " : "", name);
        }
    }
    fclose(f);
    return text;
}

static void print_why(FILE *f, uint64_t rows, uint64_t skipped, const char *reason)
{
    fprintf(f, "%llu row%s %s%s%s", (unsigned long long)rows, rows == 1 ? "" : "s",
            skipped == rows ? "skipped" : "not run", reason[0] ? ": " : "", reason);
}

/* Where all of them have the same reason, it is said once: a run that was ended has many. */
char *xl_untested_why(const struct xl_untested *u)
{
    char *text = NULL;
    const char *first = NULL;
    size_t size = 0, count = 0, shown = 0;
    uint64_t rows = 0, skipped = 0;
    bool is_one = true;
    FILE *f = u->isas ? open_memstream(&text, &size) : NULL;
    if (!f)
        return u->isas ? NULL : strdup("");
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
        print_why(f, rows, skipped, first);
    json_object_object_foreach(u->isas, isa, each)
    {
        if (is_one || xl_json_number(each, "ran"))
            continue;
        fprintf(f, "%s%s: ", shown++ ? "; " : "", isa);
        print_why(f, xl_json_number(each, "rows"), xl_json_number(each, "skipped"),
                  xl_json_text(each, "reason"));
    }
    fclose(f);
    return text;
}

/* The counts of a file; none if it is not there. NULL with err if it is something else. */
static struct json_object *read_counts(const char *file, struct xl_error *err)
{
    struct json_object *counts = NULL;
    if (access(file, F_OK) && errno == ENOENT)
        return json_object_new_object();
    struct json_object *all = json_object_from_file(file);
    const char *why = all ? "it wants an object with 'unrun'" : "it cannot be read as JSON";
    struct json_object *kept = xl_json_get(all, "unrun", json_type_object);
    if (kept) {
        counts = json_object_get(kept);
        json_object_object_foreach(kept, name, count)
        {
            int64_t n =
                json_object_is_type(count, json_type_int) ? json_object_get_int64(count) : 0;
            if (counts && (n < 1 || n > XL_MOST_REPORTS || !name[0])) {
                why = "what it has of an ISA is no number of reports";
                json_object_put(counts);
                counts = NULL;
            }
        }
    }
    json_object_put(all);
    if (!counts)
        xl_error_set(err, "%s: error: no counts of --untested: %s", file, why);
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

/* One more report for each ISA that had rows; what is due goes to f. */
static void count_report(const struct xl_untested *u, struct json_object *counts,
                         unsigned long long nights, FILE *f)
{
    size_t shown = 0;
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
            fprintf(f, "%s%s for %llu reports in a row", shown++ ? ", " : "nothing ran on ", name,
                    reports);
    }
}

int xl_untested_count(const struct xl_untested *u, const char *file, unsigned long long nights,
                      char **due, struct xl_error *err)
{
    size_t size = 0;
    *due = NULL;
    struct json_object *counts = read_counts(file, err);
    if (!counts)
        return -1;
    FILE *f = open_memstream(due, &size);
    if (f && u->isas)
        count_report(u, counts, nights, f);
    if (f)
        fclose(f);
    int status = write_counts(file, counts, err);
    json_object_put(counts);
    return status;
}

void xl_untested_free(struct xl_untested *u)
{
    json_object_put(u->isas);
    u->isas = NULL;
}
