/* Maps and unmaps the workspaces of a worker, one for each batch buffer.
 * SPDX-License-Identifier: MIT
 */
#include "execute/execute.h"

#include <sys/mman.h>

#include "oracle/reference.h"

/* A mapping has sets of slots for all arguments: large, swapped, saved_outputs; and 4 + 4 + 1 that
 * the reference process writes: expected, flushed_expected, flushed_input. And two single slots. */
enum { XL_SETS = 3, XL_WRITTEN_SETS = 9, XL_SINGLE_SLOTS = 2 };

static size_t mapping_bytes(size_t slot_bytes)
{
    return ((XL_SETS + XL_WRITTEN_SETS) * XL_MAX_ARGS + XL_SINGLE_SLOTS) * slot_bytes;
}

static void *map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                0);
}

/* Replaces the slots by slots of this size. Ends the reference process, which has the old ones. */
static bool map_slots(struct xl_workspace *w, size_t slot_bytes)
{
    const size_t set = XL_MAX_ARGS * slot_bytes;
    uint8_t *at = map(mapping_bytes(slot_bytes));
    if (at == MAP_FAILED)
        return false;
    xl_process_kill(&w->references);
    if (w->large)
        munmap(w->large, mapping_bytes(w->slot_bytes));
    w->slot_bytes = slot_bytes;
    w->large = at;
    w->swapped = w->large + set;
    w->saved_outputs = w->swapped + set;
    w->output = w->saved_outputs + set;
    w->expected_slot = w->output + slot_bytes;
    w->expected = w->expected_slot + slot_bytes;
    w->flushed_expected = w->expected + 4 * set;
    w->flushed_input = w->flushed_expected + 4 * set;
    return true;
}

static struct xl_workspace *new_workspace(void)
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

static void free_workspace(struct xl_workspace *w)
{
    if (!w)
        return;
    xl_process_free(&w->references);
    munmap(w->large, mapping_bytes(w->slot_bytes));
    munmap(w, sizeof *w);
}

struct xl_workspace *xl_workspace_new(void)
{
    struct xl_workspace *w = new_workspace();
    if (!w)
        return NULL;
    w->other = new_workspace();
    if (!w->other) {
        free_workspace(w);
        return NULL;
    }
    w->other->other = w;
    return w;
}

void xl_workspace_free(struct xl_workspace *w)
{
    xl_function_forget(); /* of this worker */
    if (w)
        free_workspace(w->other);
    free_workspace(w);
}

void xl_workspace_protect(struct xl_workspace *w, int protection)
{
    mprotect(w, sizeof *w, protection);
    mprotect(w->large, mapping_bytes(w->slot_bytes), protection);
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
