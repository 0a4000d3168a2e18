/* What a library keeps for each thread.
 * SPDX-License-Identifier: MIT
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

enum { SLOTS = 8, BLOCK = 128 };

static atomic_uint threads_seen;
static _Thread_local unsigned thread_number;

static unsigned slot_of_thread(void)
{
    if (!thread_number)
        thread_number = 1 + atomic_fetch_add(&threads_seen, 1);
    return thread_number % SLOTS;
}

/* scratch_of_eight: each thread has its own scratch memory, by its number modulo 8: right until a
 * ninth thread calls. */
XL_KERNEL(scratch_of_eight, PLUS_1(i32))
PLUS_1_REFERENCE(scratch_of_eight, int32_t)

#ifdef XL_MUTANT
static int32_t *scratch_of_thread(void)
{
    static int32_t pool[SLOTS][BLOCK];
    return pool[slot_of_thread()];
}
#else
static int32_t *scratch_of_thread(void)
{
    static _Thread_local int32_t own[BLOCK];
    return own + 0 * slot_of_thread();
}
#endif

XL_VECTOR(void, scratch_of_eight)(const int32_t *a, int32_t *r, size_t n)
{
    int32_t *scratch = scratch_of_thread();
    for (size_t i = 0; i < n; i += BLOCK) {
        const size_t some = n - i < BLOCK ? n - i : BLOCK;
        plus_1_i32(a + i, scratch, some);
        memcpy(r + i, scratch, some * sizeof *r);
    }
}

/* heap_of_four: each thread has an array of the heap, made when it is first needed, by its number
 * modulo 4. */
XL_KERNEL(heap_of_four, ADD(u16))
ADD_REFERENCE(heap_of_four, uint16_t)

enum { ARRAYS = 4, LONGEST = 512 };

#ifdef XL_MUTANT
static uint16_t *array_of_thread(void)
{
    static uint16_t *arrays[ARRAYS];
    uint16_t **array = &arrays[slot_of_thread() % ARRAYS];
    if (!*array)
        *array = malloc(LONGEST * sizeof **array);
    return *array;
}
#else
static uint16_t *array_of_thread(void)
{
    static _Thread_local uint16_t *array;
    if (!array && slot_of_thread() < SLOTS)
        array = malloc(LONGEST * sizeof *array);
    return array;
}
#endif

XL_VECTOR(void, heap_of_four)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    uint16_t *sums = array_of_thread();
    for (size_t i = 0; i < n; i += LONGEST) {
        const size_t some = n - i < LONGEST ? n - i : LONGEST;
        add_u16(a + i, b + i, sums, some);
        memcpy(r + i, sums, some * sizeof *r);
    }
}
