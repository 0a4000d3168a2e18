/* The runner's commands are processes of harness/base/process.h.
 * SPDX-License-Identifier: MIT
 */
#include "shell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/process.h"
#include "base/yaml.h"

const char *xl_path(char path[PATH_MAX], const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int length = vsnprintf(path, PATH_MAX, fmt, args);
    va_end(args);
    assert_in_range(length, 1, PATH_MAX - 1);
    return path;
}

int xl_shell(const char *log, int minutes, const char *const *argv)
{
    static const int fds[XL_PROCESS_FDS] = {-1, -1, -1};
    struct xl_process p = {.output = -1};
    struct xl_error err;
    int status = 0;
    if (xl_process_start(&p, argv, fds, &err))
        fail_msg("%s", err.text);
    bool ended = xl_process_wait(&p, minutes * 60000, &status);
    xl_process_kill(&p);
    char *said = xl_process_output(&p);
    FILE *f = fopen(log, "a");
    assert_non_null(f);
    fputs(said, f);
    if (!ended)
        fprintf(f, "killed after %d minutes\n", minutes);
    assert_int_equal(fclose(f), 0);
    free(said);
    xl_process_free(&p);
    if (!ended)
        return 124;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void xl_script(const char *script, const char *one, const char *two)
{
    char log[] = "/tmp/crosslane-script-XXXXXX";
    int fd = mkstemp(log);
    assert_true(fd >= 0);
    close(fd);
    const char *argv[] = {"sh", "-euc", script, "sh", one, one ? two : NULL, NULL};
    int status = xl_shell(log, 10, argv);
    char *said = xl_read(log);
    remove(log);
    if (status)
        fail_msg("exit %d of: %s\n%s", status, script, said);
    free(said);
}

bool xl_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

char *xl_read(const char *path)
{
    struct xl_error err;
    size_t size;
    char *text = xl_generated_read(path, &size, &err);
    if (!text)
        fail_msg("%s", err.text);
    return text;
}

struct xl_yaml *xl_read_yaml(const char *path)
{
    struct xl_error err;
    struct xl_yaml *doc = NULL;
    char *text = xl_read(path);
    if (xl_yaml_parse(path, text, strlen(text), &doc, &err))
        fail_msg("%s", err.text);
    free(text);
    return doc;
}

void xl_assert_in_file(const char *path, const char *words)
{
    char *text = xl_read(path);
    if (!strstr(text, words))
        fail_msg("no '%s' in %s:\n%s", words, path, text);
    free(text);
}
