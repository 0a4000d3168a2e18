/* The environment that compilers, emulators and guests are started with.
 * SPDX-License-Identifier: MIT
 */
#include "base/environment.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_cleared(const char *name)
{
    static const char *const patterns[] = {
#define XL_CLEARED(pattern) pattern,
#include "base/cleared.def"
#undef XL_CLEARED
    };
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

void xl_environment_clear(void)
{
    for (size_t i = 0; environ[i];) {
        char *name = strndup(environ[i], strcspn(environ[i], "="));
        bool cleared = name && is_cleared(name) && unsetenv(name) == 0;
        free(name);
        i += !cleared; /* the next one has moved here */
    }
    setenv("LC_ALL", "C", 1);
    signal(SIGCHLD, SIG_DFL); /* a caller that ignores it hands that on: no child had a status */
}
