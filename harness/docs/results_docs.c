/* The fields of results, as tables: those of docs/reference/results.md.
 * SPDX-License-Identifier: MIT
 */
#include "docs/results_docs.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static void put_table(const char *section, size_t length, const struct xl_field *fields,
                      size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(fields[i].section) == length && strncmp(fields[i].section, section, length) == 0)
            fprintf(out, "| `%s` | %s | %s | %s |\n", fields[i].name, fields[i].type,
                    fields[i].values, fields[i].text);
}

char *xl_results_docs(const char *page, const struct xl_field *fields, size_t count, size_t *size)
{
    char *text = NULL;
    const char *section = "";
    size_t section_length = 0;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    for (size_t length; *page; page += length) {
        length = strcspn(page, "\n");
        if (begins(page, "## ")) {
            section = page + 3;
            section_length = length - 3;
        }
        length += page[length] == '\n';
        if (!begins(page, "| `"))
            fwrite(page, 1, length, out);
        if (begins(page, "|---"))
            put_table(section, section_length, fields, count, out);
    }
    fclose(out);
    return text;
}
