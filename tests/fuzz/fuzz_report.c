/* libFuzzer: arbitrary bytes as the file of a run, and the reports that are made of it; as a large
 * file of one, too.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json.h"
#include "base/unicode.h"
#include "report/formats.h"
#include "results/merge.h"
#include "results/packed_rows.h"
#include "results/results_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void want(bool holds)
{
    if (!holds)
        abort();
}

/* That it is UTF-8 has been seen; strict json-c 0.18 takes the bytes of what is not ASCII, which
 * are negative, for control characters. */
static void check_json(const char *text, size_t size)
{
    struct json_tokener *t = json_tokener_new();
    char *ascii = strndup(text, size);
    want(t && ascii);
    for (char *at = ascii; *at; at++)
        *at = (unsigned char)*at < 0x80 ? *at : '?';
    json_tokener_set_flags(t, JSON_TOKENER_STRICT);
    struct json_object *o = json_tokener_parse_ex(t, ascii, (int)size);
    want(o != NULL);
    json_object_put(o);
    json_tokener_free(t);
    free(ascii);
}

/* Elements end in the order in which they begin; no < and no " stands where it would end something;
 * every & begins a number. */
static void check_xml(const char *text)
{
    enum { MOST = 8 };
    char open[MOST][32];
    size_t depth = 0;
    text = strstr(text, "?>") + 2;
    for (const char *at = text; *at; at++) {
        want((unsigned char)*at >= ' ' || *at == '\n');
        if (*at == '&')
            want(at[1] == '#' && at[2 + strspn(at + 2, "0123456789")] == ';');
        if (*at != '<')
            continue;
        size_t length = strcspn(at, ">");
        want(at[length] == '>');
        if (at[1] == '/') {
            want(depth > 0 && strncmp(open[--depth], at + 2, length - 2) == 0);
        } else if (at[length - 1] != '/') {
            want(depth < MOST);
            snprintf(open[depth++], sizeof open[0], "%.*s", (int)strcspn(at + 1, " >"), at + 1);
        }
        size_t quotes = 0;
        for (size_t i = 0; i < length; i++)
            quotes += at[i] == '"';
        want(quotes % 2 == 0);
        at += length;
    }
    want(depth == 0);
}

static void check_page(const char *text)
{
    const char *from = strstr(text, "id=\"data\">") + strlen("id=\"data\">");
    const char *to = strstr(from, "</script>");
    want(to != NULL);
    check_json(from, (size_t)(to - from));
    want(strstr(to + 1, "</script>") != NULL);
}

static void check_reports(const struct xl_merged *m)
{
    struct json_object *difference = xl_difference(m->results, m->results, "itself");
    const struct xl_report r = {.merged = m, .difference = difference};
    for (int kind = 0; kind < 4; kind++) {
        char *text = NULL;
        size_t size = 0;
        FILE *f = open_memstream(&text, &size);
        want(f != NULL);
        if (kind == 0)
            xl_report_junit(&r, f);
        else if (kind == 1)
            xl_report_sarif(&r, f);
        else if (kind == 2)
            xl_report_html(&r, f);
        else
            xl_summary_write(m, "", NULL, f);
        fclose(f);
        char *clean = xl_utf8_clean(text);
        want(strlen(text) == size && strcmp(clean, text) == 0);
        if (kind == 0)
            check_xml(text);
        else if (kind == 1)
            check_json(text, size - 1);
        else if (kind == 2)
            check_page(text);
        free(clean);
        free(text);
    }
    json_object_put(difference);
}

/* As text: a NaN equals nothing. */
static bool is_same(struct json_object *a, struct json_object *b)
{
    char *text = strdup(json_object_to_json_string(a));
    want(text != NULL);
    const bool same = strcmp(text, json_object_to_json_string(b)) == 0;
    free(text);
    return same;
}

/* What is read row by row is what json-c reads whole. */
static void check_large(const uint8_t *data, size_t size, struct json_object *whole)
{
    static int fd = -1;
    char path[40];
    struct xl_row_reader l;
    struct json_object *row, *rows = xl_json_array(whole, "rows");
    const char *text;
    size_t length, count = 0;
    int next = 1;
    if (fd < 0)
        fd = memfd_create("results", MFD_CLOEXEC);
    want(fd >= 0 && !ftruncate(fd, 0) && pwrite(fd, data, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (xl_row_reader_open(path, &l) == 0) {
        while ((next = xl_row_reader_next(&l, &row, &text, &length)) > 0) {
            struct json_object *packed = xl_row_pack(text, length);
            want(text >= l.text && text + length <= l.text + l.size);
            if (whole && rows && count < json_object_array_length(rows))
                want(is_same(row, json_object_array_get_idx(rows, count)));
            want(strlen(json_object_to_json_string(packed)) <= length);
            json_object_put(packed);
            json_object_put(row);
            count++;
        }
        want(next < 0 || !whole || (rows && count == json_object_array_length(rows)));
    }
    xl_row_reader_close(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct xl_merged m;
    struct xl_error err;
    struct json_tokener *t = json_tokener_new();
    struct json_object *o = json_tokener_parse_ex(t, (const char *)data, (int)size);
    json_tokener_free(t);
    check_large(data, size, o);
    if (xl_merge_one(o, &m, &err) == 0)
        check_reports(&m);
    xl_merged_free(&m);
    json_object_put(o);
    return 0;
}
