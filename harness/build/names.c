/* Which file each kernel of a folder is in: the list that kernels.cmake writes into a build's
 * folder.
 * SPDX-License-Identifier: MIT
 */
#include "build/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *xl_names_read(const char *build_folder)
{
    char path[4200], *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/kernel-names", build_folder);
    FILE *f = fopen(path, "re");
    if (!f)
        return NULL;
    if (getdelim(&text, &room, '\0', f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

void xl_names_file(const char *names, const char *kernel, char *file, size_t size)
{
    const size_t length = strlen(kernel);
    snprintf(file, size, "%s", kernel);
    for (const char *line = names; line && *line; line += *line == '\n') {
        const size_t end = strcspn(line, "\n");
        if (end > length && strncmp(line, kernel, length) == 0 && line[length] == ' ')
            snprintf(file, size, "%.*s", (int)(end - length - 1), line + length + 1);
        line += end;
    }
}
