/* Right in every value, and by vectors for a part of its elements or of its calls alone.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#include <stdatomic.h>

XL_KERNEL(some_first, PLUS_1(u16))
XL_KERNEL(some_half, PLUS_1(u16))
XL_KERNEL(some_eights, PLUS_1(u16))
XL_KERNEL(some_whole, PLUS_1(u16))
XL_KERNEL(some_aligned, PLUS_1(u16))
XL_KERNEL(some_calls, PLUS_1(u16))
XL_KERNEL(some_lanes, PLUS_1(u16))
XL_KERNEL(some_never, PLUS_1(u16))
XL_KERNEL(some_threads, PLUS_1(u16))
XL_KERNEL(some_conflicts, PLUS_1(u16))
XL_KERNEL(some_stacks, PLUS_1(u16))
XL_KERNEL(some_large, PLUS_1(u16))
XL_KERNEL(some_part, PLUS_1(u16))
XL_KERNEL(some_divided, .summary = "r[i] = 65521 / (a[i] | 1)", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})
/* Correct, and its record says why it does what some_lanes does. */
XL_KERNEL(some_narrow, PLUS_1(u16), .narrow = "this test wants it so")
/* Correct: up to the first aligned element one by one, and then vectors. */
XL_KERNEL(some_peeled, PLUS_1(u16))
/* Correct: several loops, of which the number of vectors chooses one, as in code that a compiler
 * unrolled. */
XL_KERNEL(some_loops, PLUS_1(u16))

PLUS_1_REFERENCE(some_first, uint16_t)
PLUS_1_REFERENCE(some_half, uint16_t)
PLUS_1_REFERENCE(some_eights, uint16_t)
PLUS_1_REFERENCE(some_whole, uint16_t)
PLUS_1_REFERENCE(some_aligned, uint16_t)
PLUS_1_REFERENCE(some_calls, uint16_t)
PLUS_1_REFERENCE(some_lanes, uint16_t)
PLUS_1_REFERENCE(some_never, uint16_t)
PLUS_1_REFERENCE(some_threads, uint16_t)
PLUS_1_REFERENCE(some_conflicts, uint16_t)
PLUS_1_REFERENCE(some_stacks, uint16_t)
PLUS_1_REFERENCE(some_large, uint16_t)
PLUS_1_REFERENCE(some_part, uint16_t)
PLUS_1_REFERENCE(some_narrow, uint16_t)
PLUS_1_REFERENCE(some_peeled, uint16_t)
PLUS_1_REFERENCE(some_loops, uint16_t)

/* In steps of at most so many lanes. */
__attribute__((unused)) static inline void by_lanes(const uint16_t *a, uint16_t *r, size_t n,
                                                    size_t most)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i < most ? n - i : most);
        xl_u16_store(r + i, xl_u16_add(xl_u16_load(a + i, vl), xl_u16_set1(1, vl), vl), vl);
    }
}

__attribute__((unused)) static inline void by_vector(const uint16_t *a, uint16_t *r, size_t n)
{
    by_lanes(a, r, n, n);
}

__attribute__((unused)) static inline void by_element(const uint16_t *restrict a,
                                                      uint16_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] + 1);
}

__attribute__((unused)) static inline void choose(const uint16_t *a, uint16_t *r, size_t n,
                                                  int is_vector)
{
    if (is_vector)
        by_vector(a, r, n);
    else
        by_element(a, r, n);
}

XL_VECTOR(void, some_first)(const uint16_t *a, uint16_t *r, size_t n)
{
    const size_t first = n < 16 ? n : 16;
    by_vector(a, r, first);
    by_element(a + first, r + first, n - first);
}

XL_VECTOR(void, some_half)(const uint16_t *a, uint16_t *r, size_t n)
{
    by_vector(a, r, n / 2);
    by_element(a + n / 2, r + n / 2, n - n / 2);
}

XL_VECTOR(void, some_eights)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, n % (8 * xl_u16_lanes()) == 0);
}

XL_VECTOR(void, some_whole)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, n % xl_u16_lanes() == 0);
}

XL_VECTOR(void, some_aligned)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, ((uintptr_t)a | (uintptr_t)r) % 16 == 0);
}

XL_VECTOR(void, some_calls)(const uint16_t *a, uint16_t *r, size_t n)
{
    static unsigned calls;
    if (calls < 4)
        calls++;
    choose(a, r, n, calls < 4);
}

/* A row of 128 bits cannot know better. */
XL_VECTOR(void, some_lanes)(const uint16_t *a, uint16_t *r, size_t n)
{
    by_lanes(a, r, n, 8);
}

XL_VECTOR(void, some_narrow)(const uint16_t *a, uint16_t *r, size_t n)
{
    by_lanes(a, r, n, 8);
}

XL_VECTOR(void, some_never)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, n > SIZE_MAX / 2);
}

/* The way of the thread that came first. */
XL_VECTOR(void, some_threads)(const uint16_t *a, uint16_t *r, size_t n)
{
    static atomic_int threads;
    static _Thread_local int number;
    if (!number)
        number = atomic_fetch_add(&threads, 1) + 1;
    choose(a, r, n, number == 1);
}

/* Where loads and stores have the same place in their pages, or nearly. */
XL_VECTOR(void, some_conflicts)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, ((uintptr_t)r - (uintptr_t)a + 64) % 4096 < 128);
}

XL_VECTOR(void, some_stacks)(const uint16_t *a, uint16_t *r, size_t n)
{
    static uintptr_t first;
    const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    first = first ? first : frame;
    choose(a, r, n, frame == first);
}

XL_VECTOR(void, some_large)(const uint16_t *a, uint16_t *r, size_t n)
{
    choose(a, r, n, n >= 4096);
}

XL_VECTOR(void, some_part)(const uint16_t *a, uint16_t *r, size_t n)
{
    by_lanes(a, r, n, xl_u16_lanes() / 2);
}

XL_REFERENCE(some_divided)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 65521 / (a[i] | 1);
}

/* The compiler takes the vector apart. */
XL_VECTOR(void, some_divided)(const uint32_t *a, uint32_t *r, size_t n)
{
    typedef uint32_t four __attribute__((vector_size(16)));
    size_t i = 0;
    for (four v; i + 4 <= n; i += 4) {
        memcpy(&v, a + i, sizeof v);
        v = 65521 / (v | 1);
        memcpy(r + i, &v, sizeof v);
    }
    for (; i < n; i++)
        r[i] = 65521 / (a[i] | 1);
}

XL_VECTOR(void, some_peeled)(const uint16_t *restrict a, uint16_t *restrict r, size_t n)
{
    size_t before = -((uintptr_t)a / 2) % 8;
    before = before < n ? before : n;
    by_element(a, r, before);
    by_vector(a + before, r + before, n - before);
}

/* The loop for this number of vectors, modulo sixteen. */
#define LOOP(NUMBER)                                                                               \
    case NUMBER:                                                                                   \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_u16_vl(n - i);                                                                 \
            xl_u16_store(r + i, xl_u16_add(xl_u16_load(a + i, vl), xl_u16_set1(1, vl), vl), vl);   \
        }                                                                                          \
        break;

XL_VECTOR(void, some_loops)(const uint16_t *a, uint16_t *r, size_t n)
{
    switch (n / xl_u16_lanes() % 16) {
        LOOP(0)
        LOOP(1)
        LOOP(2)
        LOOP(3)
        LOOP(4)
        LOOP(5)
        LOOP(6)
        LOOP(7)
        LOOP(8)
        LOOP(9)
        LOOP(10)
        LOOP(11)
        LOOP(12)
        LOOP(13)
        LOOP(14)
        LOOP(15)
    }
}
