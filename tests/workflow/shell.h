/* Commands and files of the runner. What should not fail fails the test.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_WORKFLOW_SHELL_H
#define XL_TESTS_WORKFLOW_SHELL_H

#include <limits.h>
#include <stdbool.h>

/* printf into a path; the result is the buffer. */
__attribute__((format(printf, 2, 3))) const char *xl_path(char path[PATH_MAX], const char *fmt,
                                                          ...);

/* The exit status of argv, which ends in NULL, after at most `minutes`; 124 if that was not enough.
 * What it prints is appended to the file `log`. */
int xl_shell(const char *log, int minutes, const char *const *argv);

/* Runs a script with the arguments $1, $2, which may be NULL, and fails the test if it fails. */
void xl_script(const char *script, const char *one, const char *two);

bool xl_exists(const char *path);

/* A file's content; the caller frees it. Relative paths start in the repository. */
char *xl_read(const char *path);

/* The same as YAML; the caller gives it to xl_yaml_free. */
struct xl_yaml *xl_read_yaml(const char *path);

/* Fails unless the file has these words. */
void xl_assert_in_file(const char *path, const char *words);

#endif
