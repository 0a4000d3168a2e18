/* The options of every subcommand that writes reports.
 * SPDX-License-Identifier: MIT
 */
#include "cli/reporting.h"

#include <stdio.h>
#include <string.h>

#include "cli/selection.h"
#include "report/difference.h"

bool xl_cli_report_option(struct xl_cli_reporting *r, int option)
{
    switch (option) {
    case 'J':
        r->files[XL_REPORT_JUNIT] = optarg;
        return true;
    case 'F':
        r->files[XL_REPORT_SARIF] = optarg;
        return true;
    case 'M':
        r->files[XL_REPORT_MARKDOWN] = optarg;
        return true;
    case 'W':
        r->files[XL_REPORT_HTML] = optarg;
        return true;
    case 'A':
        r->against = optarg;
        return true;
    default:
        return false;
    }
}

bool xl_cli_report_wanted(const struct xl_cli_reporting *r)
{
    for (int i = 0; i < XL_REPORTS; i++)
        if (r->files[i])
            return true;
    return r->against != NULL;
}

static bool is_stdout(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

bool xl_cli_report_to_stdout(const struct xl_cli_reporting *r, const char *json)
{
    bool any = is_stdout(json);
    for (int i = 0; i < XL_REPORTS; i++)
        any |= is_stdout(r->files[i]);
    return any;
}

int xl_cli_report_check(struct xl_cli_reporting *r, const char *json)
{
    struct xl_error err;
    int to_stdout = is_stdout(json);
    if (xl_cli_writable("json", json))
        return -1;
    for (int i = 0; i < XL_REPORTS; i++) {
        if (xl_cli_writable(xl_report_name((enum xl_report)i), r->files[i]))
            return -1;
        to_stdout += is_stdout(r->files[i]);
    }
    if (to_stdout > 1) {
        fprintf(stderr, "crosslane: error: only one report can go to standard output\n");
        return -1;
    }
    if (!r->against || !xl_merge(&r->against, 1, NULL, &r->old, &err))
        return 0;
    fprintf(stderr, "%s\n", err.text);
    return -1;
}

struct json_object *xl_cli_report_difference(const struct xl_cli_reporting *r,
                                             const struct xl_merged *merged)
{
    return r->against ? xl_difference(r->old.results, merged->results, r->against) : NULL;
}

int xl_cli_report_write(const struct xl_cli_reporting *r, const struct xl_merged *merged,
                        struct json_object *difference, const char *json)
{
    int status = 0;
    for (int i = 0; i < XL_REPORTS; i++) {
        struct xl_error err;
        if (!r->files[i] ||
            !xl_report_write((enum xl_report)i, r->files[i], merged, difference, json, &err))
            continue;
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = -1;
    }
    return status;
}

void xl_cli_report_free(struct xl_cli_reporting *r)
{
    if (r->against)
        xl_merged_free(&r->old);
}
