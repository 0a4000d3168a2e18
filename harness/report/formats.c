/* Writes reports to files.
 * SPDX-License-Identifier: MIT
 */
#include "report/formats.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

const char *xl_report_name(enum xl_report report)
{
    static const char *const names[XL_REPORTS] = {"junit", "sarif", "markdown", "html"};
    return names[report];
}

/* Writes the difference, unless extremely long names make it too long. */
static void put_difference(struct json_object *difference, FILE *to)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    xl_difference_markdown(difference, f);
    fclose(f);
    if (size <= XL_SUMMARY_MOST / 2)
        fwrite(text, 1, size, to);
    free(text);
}

/* Writes to memory first, because a pipe has no position. */
static void write_markdown(const struct xl_merged *merged, struct json_object *difference,
                           const char *json, FILE *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    if (difference)
        put_difference(difference, to);
    xl_summary_write(merged, "", json, to);
    fclose(to);
    fwrite(text, 1, size, f);
    free(text);
}

/* Returns how many findings had no room; 0 for Markdown, which has that number itself. */
static size_t write_to(enum xl_report report, const struct xl_merged *merged,
                       struct json_object *difference, const char *json, FILE *f)
{
    switch (report) {
    case XL_REPORT_JUNIT:
        xl_junit_write(merged, f);
        return 0;
    case XL_REPORT_SARIF:
        return xl_sarif_write(merged, f);
    case XL_REPORT_MARKDOWN:
        write_markdown(merged, difference, json, f);
        return 0;
    case XL_REPORT_HTML:
        return xl_html_write(merged, difference, f);
    case XL_REPORTS:
        break;
    }
    return 0;
}

int xl_report_write(enum xl_report report, const char *file, const struct xl_merged *merged,
                    struct json_object *difference, const char *json, struct xl_error *err)
{
    struct xl_atomic_file w;
    xl_atomic_file_begin(&w, file);
    size_t left_out = w.f ? write_to(report, merged, difference, json, w.f) : 0;
    int status = xl_atomic_file_end(&w, err);
    if (!status && left_out)
        fprintf(stderr, "crosslane: %s has no room for %zu result%s\n", file, left_out,
                xl_s(left_out));
    return status;
}
