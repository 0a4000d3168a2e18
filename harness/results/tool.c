/* Which Crosslane this is: its version, and the commit of its checkout.
 * SPDX-License-Identifier: MIT
 */
#include "results/tool.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"

enum { XL_GIT_MS = 5000 };

const char xl_tool_version[] = XL_VERSION;

/* An installed Crosslane can lie in somebody else's repository. */
char *xl_tool_commit(void)
{
    const char *const argv[] = {"git",     "-C",        xl_root(), "describe", "--always",
                                "--dirty", "--exclude", "*",       NULL};
    struct xl_error err;
    char *git = xl_join_path(xl_root(), ".git"), *said = NULL;
    const bool is_known = access(git, F_OK) == 0 && xl_command(argv, XL_GIT_MS, &said, &err) == 0;
    char *commit = xl_format("%.*s", is_known ? (int)strcspn(said, "\n") : 0, is_known ? said : "");
    free(git);
    free(said);
    return commit;
}
