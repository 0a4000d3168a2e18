/* Errors in the output of a build: printed, or shortened to the line that says why.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/build.h"
#include "oracle/module.h"

enum { XL_MAX_ERRORS = 20 }; /* printed */

/* "   12 |     code": a line of source, or a mark below it. */
static bool is_source_line(const char *line)
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
    if (is_source_line(line))
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

/* "CMake Error at FILE:LINE (message):". The error is in the lines that follow. */
static bool is_cmake_place(const char *line)
{
    static const char begins[] = "CMake Error";
    const size_t length = strlen(line);
    return strncmp(line, begins, sizeof begins - 1) == 0 && line[length - 1] == ':';
}

bool xl_find_error_line(char *all, char *text, size_t size)
{
    char *rest, *line = strtok_r(all, "\n", &rest);
    while (line && !xl_is_error_line(line) && !is_cmake_place(line))
        line = strtok_r(NULL, "\n", &rest);
    const bool is_found = line != NULL;
    bool goes_on = line && is_cmake_place(line);
    if (line)
        snprintf(text, size, "%s", line + strspn(line, " "));
    while (goes_on && (line = strtok_r(NULL, "\n", &rest))) {
        line += strspn(line, " ");
        xl_append(text, size, " %s", line);
        goes_on = !*line || line[strlen(line) - 1] == ':';
    }
    return is_found;
}

void xl_build_first_error(const struct xl_process *p, char *text, size_t size)
{
    char *all = p->output >= 0 ? xl_process_output(p) : NULL;
    if (all && !xl_find_error_line(all, text, size))
        xl_process_tail(p, text, size);
    free(all);
}

/* Whether the line was printed before. Remembers it if not. */
static bool was_printed(uint64_t *printed, size_t *count, const char *line)
{
    const uint64_t hash = xl_hash(line, strlen(line));
    for (size_t i = 0; i < *count; i++)
        if (printed[i] == hash)
            return true;
    if (*count < XL_MAX_ERRORS)
        printed[(*count)++] = hash;
    return false;
}

/* Whether a line is not the compiler's, or only leads to an error in another line. */
static bool is_noise(const char *line)
{
    return line[0] == '[' || strncmp(line, "-- ", 3) == 0 || /* Ninja's and CMake's own */
           strncmp(line, "FAILED: ", 8) == 0 || strncmp(line, ": && ", 5) == 0 ||
           strncmp(line, "In file included from", 21) == 0 || strstr(line, "compile-kernel.sh ");
}

void xl_build_print_errors(const struct xl_process *p)
{
    char *text = xl_process_output(p), *rest;
    uint64_t printed[XL_MAX_ERRORS];
    size_t count = 0, repeated = 0;
    bool is_printing = true;
    xl_progress_pause();
    if (strstr(text, "error:")) {
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            if (strstr(line, "error:")) {
                is_printing = !was_printed(printed, &count, line) && count < XL_MAX_ERRORS;
                repeated += !is_printing;
            }
            if (is_printing && !is_noise(line))
                fprintf(stderr, "%s\n", line);
        }
    }
    if (repeated)
        fprintf(stderr, "%zu more error%s with the same causes\n", repeated, xl_s(repeated));
    xl_progress_resume();
    free(text);
}

/* Whether a name is FILE.c*.broken: the log of an object, in any language. */
static bool is_log(const char *name, const char *file)
{
    static const char end[] = ".broken";
    size_t length = strlen(name), begins = strlen(file);
    return length > begins + sizeof end && strncmp(name, file, begins) == 0 &&
           strncmp(name + begins, ".c", 2) == 0 &&
           strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Opens the log in a folder or below it. NULL if there is none. */
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

/* Copies a line about this kernel: "kernel NAME: ...", which compile-kernel.sh writes if one does
 * not link, or an error of its file. Returns false if the line is neither. */
static bool take_error(const char *line, const char *kernel, const char *what, char *text,
                       size_t size)
{
    static const char prefix[] = "kernel ";
    const size_t length = strlen(kernel);
    if (strncmp(line, prefix, sizeof prefix - 1) != 0) {
        if (!xl_is_error_line(line))
            return false;
        snprintf(text, size, "%s: %s", what, line);
        return true;
    }
    line += sizeof prefix - 1;
    if (strncmp(line, kernel, length) != 0 || strncmp(line + length, ": ", 2) != 0)
        return false;
    snprintf(text, size, "%s", line + length + 2);
    return true;
}

void xl_build_error_of(const char *build_folder, const char *objects, const char *kernel,
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
        found = take_error(line, kernel, what, text, size);
    }
    if (log)
        fclose(log);
}
