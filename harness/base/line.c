/* Files of one line, such as a build's folder has.
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
