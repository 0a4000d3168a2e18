/* libFuzzer: arbitrary bytes as a file of a tree that is to stand alone.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "needed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every text must end where it is. */
static void read_all(const struct xl_needed *needed)
{
    const char *texts[] = {needed->interpreter, needed->soname, needed->rpath, needed->runpath};
    size_t length = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        length += texts[i] ? strlen(texts[i]) : 0;
    for (size_t i = 0; i < needed->count; i++)
        length += strlen(needed->libraries[i]);
    if (needed->count > XL_NEEDED_MOST || (needed->rpath && needed->runpath) || length == SIZE_MAX)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct xl_needed needed;
    char *bytes = malloc(size + 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    const int status = xl_needed_read(bytes, size, &needed);
    free(bytes);
    if (status == 0)
        read_all(&needed);
    xl_needed_free(&needed);
    return 0;
}
