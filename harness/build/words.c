/* What a compiler said of a kernel that does not compile, or a linker of one that does not link.
 * SPDX-License-Identifier: MIT
 */
#include "build/words.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "build/names.h"

/* Whether a name is <file>.c<anything>.broken: an object's, whatever its language and ending. */
static bool is_log(const char *name, const char *file)
{
    static const char end[] = ".broken";
    size_t length = strlen(name), begins = strlen(file);
    return length > begins + sizeof end && strncmp(name, file, begins) == 0 &&
           strncmp(name + begins, ".c", 2) == 0 &&
           strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Opens the log that is in a folder or, like its source, in one below it. NULL: there is none. */
static FILE *open_log(const char *folder, const char *file)
{
    FILE *log = NULL;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; !log && dir && (e = readdir(dir));) {
        char *path = xl_join_path(folder, "%s", e->d_name);
        if (is_log(e->d_name, file))
            log = fopen(path, "re");
        else if ((e->d_type == DT_DIR || e->d_type == DT_UNKNOWN) && e->d_name[0] != '.')
            log = open_log(path, file);
        free(path);
    }
    if (dir)
        closedir(dir);
    return log;
}

/* "   12 |     code": a line of source, or what points into it. */
static bool is_shown(const char *line)
{
    line += strspn(line, " ");
    line += strspn(line, "0123456789");
    line += strspn(line, " ");
    return *line == '|';
}

bool xl_is_error_line(const char *line)
{
    static const char *const others[] = {"warning: ", "note: "};
    const char *error = strstr(line, "rror: ");
    if (is_shown(line))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && error; i++) {
        const char *other = strstr(line, others[i]);
        if (other && other < error)
            error = NULL;
    }
    /* GNU ld does not call these errors. */
    return error || strstr(line, "undefined reference to") ||
           strstr(line, "multiple definition of");
}

/* Takes what a line says of this kernel: of itself alone, as compile-kernel.sh has it of one that
 * does not link, or of its whole file. */
static bool take_words(const char *line, const char *kernel, const char *what, char *text,
                       size_t size)
{
    static const char of[] = "kernel ";
    const size_t length = strlen(kernel);
    if (strncmp(line, of, sizeof of - 1) != 0) {
        if (!xl_is_error_line(line))
            return false;
        snprintf(text, size, "%s: %s", what, line);
        return true;
    }
    line += sizeof of - 1;
    if (strncmp(line, kernel, length) != 0 || strncmp(line + length, ": ", 2) != 0)
        return false;
    snprintf(text, size, "%s", line + length + 2);
    return true;
}

void xl_build_words(const char *build_folder, const char *objects, const char *kernel,
                    const char *what, char *text, size_t size)
{
    char file[256], line[1024],
        *names = xl_names_read(build_folder),
        *folder = xl_join_path(build_folder, "CMakeFiles/kernels-%s.dir", objects);
    snprintf(text, size, "%s; see %s", what, build_folder);
    xl_names_file(names, kernel, file, sizeof file);
    free(names);
    FILE *log = open_log(folder, file);
    free(folder);
    bool found = false;
    while (log && !found && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = take_words(line, kernel, what, text, size);
    }
    if (log)
        fclose(log);
}
