/* Files of one line, such as a build's folder has.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_LINE_H
#define XL_HARNESS_BASE_LINE_H

/* The first line of a folder's file, without its end; NULL: there is none. The caller frees it. */
char *xl_first_line(const char *folder, const char *name);

#endif
