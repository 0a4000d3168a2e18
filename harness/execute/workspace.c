/* What a worker keeps between kernels, for each bank: mapped, and given back.
 * SPDX-License-Identifier: MIT
 */
#include "execute/workspace.h"

#include <sys/mman.h>

#include "oracle/functions.h"

/* What a mapping of the slots of one call has: large, swapped and first; got and was; and what the
 * reference process writes, of which outputs take four times as much. */
enum { XL_SETS = 3, XL_SINGLE = 2, XL_WRITTEN = 9 };

static size_t area_bytes(size_t slot_bytes)
{
    return ((XL_SETS + XL_WRITTEN) * XL_MAX_ARGS + XL_SINGLE) * slot_bytes;
}

static void *map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                0);
}

/* Maps slots of this size in place of those that there are. A reference process has these, and is
 * forked again. */
static bool map_slots(struct xl_workspace *w, size_t slot_bytes)
{
    const size_t set = XL_MAX_ARGS * slot_bytes;
    uint8_t *at = map(area_bytes(slot_bytes));
    if (at == MAP_FAILED)
        return false;
    xl_process_kill(&w->references);
    if (w->large)
        munmap(w->large, area_bytes(w->slot_bytes));
    w->slot_bytes = slot_bytes;
    w->large = at;
    w->swapped = w->large + set;
    w->first = w->swapped + set;
    w->got = w->first + set;
    w->was = w->got + slot_bytes;
    w->expected = w->was + slot_bytes;
    w->flushed_expected = w->expected + 4 * set;
    w->flushed_input = w->flushed_expected + 4 * set;
    return true;
}

static struct xl_workspace *new_bank(void)
{
    struct xl_workspace *w = map(sizeof *w);
    if (w == MAP_FAILED)
        return NULL;
    w->references.output = -1;
    if (map_slots(w, XL_LARGE_BYTES))
        return w;
    munmap(w, sizeof *w);
    return NULL;
}

static void free_bank(struct xl_workspace *w)
{
    if (!w)
        return;
    xl_process_free(&w->references);
    munmap(w->large, area_bytes(w->slot_bytes));
    munmap(w, sizeof *w);
}

struct xl_workspace *xl_workspace_new(void)
{
    struct xl_workspace *w = new_bank();
    if (!w)
        return NULL;
    w->other = new_bank();
    if (!w->other) {
        free_bank(w);
        return NULL;
    }
    w->other->other = w;
    return w;
}

void xl_workspace_free(struct xl_workspace *w)
{
    xl_function_forget(); /* of the worker that the workspace was for */
    if (w)
        free_bank(w->other);
    free_bank(w);
}

void xl_workspace_protect(struct xl_workspace *w, int protection)
{
    mprotect(w, sizeof *w, protection);
    mprotect(w->large, area_bytes(w->slot_bytes), protection);
}

bool xl_workspace_make_room(struct xl_workspace *w, size_t slot_bytes)
{
    return w->slot_bytes >= slot_bytes || map_slots(w, slot_bytes);
}

bool xl_workspace_shrink(struct xl_workspace *w)
{
    if (w->slot_bytes <= XL_LARGE_BYTES)
        return false;
    map_slots(w, XL_LARGE_BYTES);
    return true;
}
