/* The checks of calls, and which are disabled.
 * SPDX-License-Identifier: MIT
 */
#include "results/checks.h"

#include <string.h>

static const char *const names[XL_CHECKS] = {
#define XL_CHECK(NAME, WITH, TEXT) #NAME,
#include "results/checks.def"
#undef XL_CHECK
};

static const enum xl_check with[XL_CHECKS] = {
#define XL_CHECK(NAME, WITH, TEXT) XL_CHECK_##WITH,
#include "results/checks.def"
#undef XL_CHECK
};

static const char *const texts[XL_CHECKS] = {
#define XL_CHECK(NAME, WITH, TEXT) TEXT,
#include "results/checks.def"
#undef XL_CHECK
};

const char *xl_check_text(enum xl_check check)
{
    return texts[check];
}

const char *xl_check_name(enum xl_check check)
{
    return names[check];
}

int xl_check_find(const char *name)
{
    for (int i = 0; i < XL_CHECKS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

enum xl_check xl_check_group(enum xl_check check)
{
    return with[check];
}

void xl_check_tell(const struct xl_disabled_checks *off, const char **argv)
{
    while (*argv)
        argv++;
    for (int i = 0; i < XL_CHECKS; i++)
        if (xl_check_is_disabled(off, (enum xl_check)i))
            *argv++ = names[i];
    *argv = NULL;
}

bool xl_check_is_disabled(const struct xl_disabled_checks *off, enum xl_check check)
{
    return off->check[check] || off->check[with[check]];
}
