/* One call made many times.
 * SPDX-License-Identifier: MIT
 */
#include "times.h"

#include <string.h>

#include "shared_memory.h"

enum { XL_COMPARED_BYTES = 64 };

/* What a call has left behind one of its pointers. */
struct left_there {
    const unsigned char *at;
    size_t bytes;
    unsigned char first[XL_COMPARED_BYTES];
};

static void keep(const struct xl_call *c, size_t k, struct left_there *l)
{
    size_t bytes;
    if (!(c->pointers >> k & 1) || c->tables >> k & 1)
        return;
    const unsigned char *slot = xl_memory_slot(c->args[k], &bytes);
    l->at = (const unsigned char *)xl_memory_address(c->args[k]);
    const size_t room = (size_t)(slot + bytes - l->at);
    l->bytes = room < XL_COMPARED_BYTES ? room : XL_COMPARED_BYTES;
    memcpy(l->first, l->at, l->bytes);
}

uint64_t xl_times_make(struct xl_call *c, uint64_t times, void (*make)(struct xl_call *))
{
    struct left_there left[XL_CALL_ARGS] = {{0}};
    const uint64_t result = c->result;
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        keep(c, k, &left[k]);
    for (uint64_t time = 2; time <= times; time++) {
        make(c);
        int is_same = c->result == result;
        for (size_t k = 0; k < XL_CALL_ARGS && is_same; k++)
            is_same =
                memcmp(left[k].first, left[k].at ? left[k].at : left[k].first, left[k].bytes) == 0;
        if (!is_same)
            return time;
    }
    return 0;
}
