/* What a compiler said of a kernel that does not compile.
 * SPDX-License-Identifier: MIT
 */
#include "build/words.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whether a name is <kernel>.c.<anything>.broken: an object's, whatever its ending. */
static bool is_log(const char *name, const char *kernel)
{
    static const char end[] = ".broken";
    size_t length = strlen(name), begins = strlen(kernel);
    return length > begins + sizeof end && strncmp(name, kernel, begins) == 0 &&
           strncmp(name + begins, ".c.", 3) == 0 &&
           strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Opens the log that is in a folder or, like its source, in one below it. NULL: there is none. */
static FILE *open_log(const char *folder, const char *kernel)
{
    char path[4096];
    FILE *log = NULL;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; !log && dir && (e = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (is_log(e->d_name, kernel))
            log = fopen(path, "re");
        else if ((e->d_type == DT_DIR || e->d_type == DT_UNKNOWN) && e->d_name[0] != '.')
            log = open_log(path, kernel);
    }
    if (dir)
        closedir(dir);
    return log;
}

void xl_build_words(const char *build_folder, const char *objects, const char *kernel,
                    const char *what, char *text, size_t size)
{
    char folder[1024], line[400];
    snprintf(text, size, "%s; see %s", what, build_folder);
    snprintf(folder, sizeof folder, "%s/CMakeFiles/kernels-%s.dir", build_folder, objects);
    FILE *log = open_log(folder, kernel);
    bool found = false;
    while (log && !found && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = strstr(line, "error:");
        if (found)
            snprintf(text, size, "%s: %s", what, line);
    }
    if (log)
        fclose(log);
}
