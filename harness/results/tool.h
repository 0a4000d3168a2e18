/* Which Crosslane this is.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_TOOL_H
#define XL_HARNESS_RESULTS_TOOL_H

/* "1.0.0", of project() in CMakeLists.txt. */
extern const char xl_tool_version[];

/* "3b858fb5", or "3b858fb5-dirty" after an edit. "": not a checkout, no git, or another user's
 * checkout. The caller frees it. */
char *xl_tool_commit(void);

/* The same of the repository of a directory. */
char *xl_commit_of(const char *dir);

#endif
