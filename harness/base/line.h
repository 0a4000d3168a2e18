/* Lines of files: those of a build's folder, which have one, and of C that is generated.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_LINE_H
#define XL_HARNESS_BASE_LINE_H

/* The first line of a folder's file, without its end; NULL: there is none. The caller frees it. */
char *xl_first_line(const char *folder, const char *name);

/* The file that a line of C includes by a name in quotes, in place; NULL: none. */
const char *xl_included_file(char *line);

#endif
