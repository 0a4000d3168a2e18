/* Which file each kernel of a folder is in: the list that kernels.cmake writes into a build's
 * folder.
 * SPDX-License-Identifier: MIT
 */
#include "build/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

char *xl_names_read(const char *build_folder)
{
    char *path = xl_join_path(build_folder, "kernel-names"), *text = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "re");
    free(path);
    if (!f)
        return NULL;
    if (getdelim(&text, &room, '\0', f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

bool xl_names_has(const char *lines, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strchr(lines, '\n'); at; at = strchr(at + 1, '\n'))
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '\n')
            return true;
    return false;
}

void xl_names_file(const char *names, const char *kernel, char *file, size_t size)
{
    char wanted[256];
    const size_t length = (size_t)snprintf(wanted, sizeof wanted, "\n%s ", kernel);
    snprintf(file, size, "%s", kernel);
    if (!names || length >= sizeof wanted)
        return;
    const char *found = NULL;
    if (strncmp(names, wanted + 1, length - 1) == 0)
        found = names + length - 1;
    else if ((found = strstr(names, wanted)))
        found += length;
    if (found)
        snprintf(file, size, "%.*s", (int)strcspn(found, "\n"), found);
}
