/* Lines of files: those of a build's folder, which have one, and of C that is generated.
 * SPDX-License-Identifier: MIT
 */
#include "base/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

char *xl_first_line(const char *folder, const char *name)
{
    char *path = xl_join_path(folder, "%s", name), *line = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "re");
    if (!f || getline(&line, &room, f) < 0) {
        free(line);
        line = NULL;
    }
    if (f)
        fclose(f);
    if (line)
        line[strcspn(line, "\n")] = '\0';
    free(path);
    return line;
}

const char *xl_included_file(char *line)
{
    static const char include[] = "#include \"";
    char *file = strncmp(line, include, strlen(include)) == 0 ? line + strlen(include) : NULL;
    char *end = file ? strchr(file, '"') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    return file;
}
