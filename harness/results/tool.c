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

char *xl_commit_of(const char *dir)
{
    const char *const argv[] = {"git",     "-C",        dir, "describe", "--always",
                                "--dirty", "--exclude", "*", NULL};
    struct xl_error err;
    char *said = NULL;
    const bool is_known = xl_command(argv, XL_GIT_MS, &said, &err) == 0;
    char *commit = xl_format("%.*s", is_known ? (int)strcspn(said, "\n") : 0, is_known ? said : "");
    free(said);
    return commit;
}

/* An installed Crosslane can lie in somebody else's repository. */
char *xl_tool_commit(void)
{
    char *git = xl_join_path(xl_root(), ".git");
    const bool is_checkout = access(git, F_OK) == 0;
    free(git);
    return is_checkout ? xl_commit_of(xl_root()) : xl_copy_text("");
}
