/* Right results without the vector code that they are meant to come from.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"
#include "integer/popcount.h"

/* aligned_only: vectors where all buffers are aligned, and the scalar loop elsewhere; its twin
 * takes elements one by one until the output is. */
XL_KERNEL(aligned_only, ADD(u32))
ADD_REFERENCE(aligned_only, uint32_t)

static void add_elements(const uint32_t *restrict a, const uint32_t *restrict b,
                         uint32_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

XL_VECTOR(void, aligned_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t apart = ((uintptr_t)a | (uintptr_t)b | (uintptr_t)r) % 16 ? n : 0;
#else
    const size_t apart = -((uintptr_t)r / sizeof *r) % 4;
#endif
    const size_t first = apart < n ? apart : n;
    add_elements(a, b, r, first);
    add_u32(a + first, b + first, r + first, n - first);
}

/* compiled_out: the vector code hangs on a macro that nobody defines: what is left is the scalar
 * loop. */
XL_KERNEL(compiled_out, PLUS_1(i32))
PLUS_1_REFERENCE(compiled_out, int32_t)

static void add_rest(const int32_t *restrict a, int32_t *restrict r, size_t i, size_t n)
{
    for (; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, compiled_out)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    add_rest(a, r, i, n);
#else
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    add_rest(a, r, i, n);
#endif
}

/* eights_only: vectors where n is a multiple of eight of them, and the scalar loop for all elements
 * elsewhere; its twin takes vectors for each eight, and for the rest. */
XL_KERNEL(eights_only, ADD(u32))
ADD_REFERENCE(eights_only, uint32_t)

XL_VECTOR(void, eights_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    const size_t eight = 8 * xl_u32_lanes(), whole = n / eight * eight;
#ifdef XL_MUTANT
    if (whole == n)
        add_u32(a, b, r, n);
    else
        add_elements(a, b, r, n);
#else
    add_u32(a, b, r, whole);
    add_u32(a + whole, b + whole, r + whole, n - whole);
#endif
}

/* first_calls_only: it tries both ways in its first calls, and stays with the scalar loop ever
 * after; its twin with vectors. */
XL_KERNEL(first_calls_only, ADD(u32))
ADD_REFERENCE(first_calls_only, uint32_t)

XL_VECTOR(void, first_calls_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    enum { TRIALS = 4 };
    static unsigned calls;
    const unsigned call = __atomic_load_n(&calls, __ATOMIC_RELAXED);
    if (call < TRIALS)
        __atomic_store_n(&calls, call + 1, __ATOMIC_RELAXED);
#ifdef XL_MUTANT
    const int is_vector = call < TRIALS;
#else
    const int is_vector = call >= TRIALS || call % 2;
#endif
    if (is_vector)
        add_u32(a, b, r, n);
    else
        add_elements(a, b, r, n);
}

/* first_sixteen: vectors for the first sixteen elements, where its tests look, and scalar code for
 * the rest; its twin has it the other way round. */
XL_KERNEL(first_sixteen, ADD(u16))
ADD_REFERENCE(first_sixteen, uint16_t)

static void add_elements_u16(const uint16_t *restrict a, const uint16_t *restrict b,
                             uint16_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] + b[i]);
}

XL_VECTOR(void, first_sixteen)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    const size_t first = n < 16 ? n : 16;
#ifdef XL_MUTANT
    add_u16(a, b, r, first);
    add_elements_u16(a + first, b + first, r + first, n - first);
#else
    add_elements_u16(a, b, r, first);
    add_u16(a + first, b + first, r + first, n - first);
#endif
}

/* half_by_element: a bound that is in pairs where it should be in elements: vectors for one half,
 * and what was meant for the rest does the other. */
XL_KERNEL(half_by_element, ADD(u16))
ADD_REFERENCE(half_by_element, uint16_t)

XL_VECTOR(void, half_by_element)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t done = n / 2;
#else
    const size_t done = n;
#endif
    add_u16(a, b, r, done);
    add_elements_u16(a + done, b + done, r + done, n - done);
}

/* never_long_enough: vectors from a number of elements on that no buffer has: its unit is bits,
 * where bytes were meant. */
XL_KERNEL(never_long_enough, ADD(u32))
ADD_REFERENCE(never_long_enough, uint32_t)

XL_VECTOR(void, never_long_enough)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t least = SIZE_MAX / 8;
#else
    const size_t least = 64 / sizeof *r;
#endif
    if (n >= least)
        add_u32(a, b, r, n);
    else
        add_elements(a, b, r, n);
}

/* one_at_a_time: a step is one lane: right, by vector instructions, and as many of them as there
 * are elements. */
XL_KERNEL(one_at_a_time, PLUS_1(i32), .vector_steps = 1)
PLUS_1_REFERENCE(one_at_a_time, int32_t)

XL_VECTOR(void, one_at_a_time)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
#ifdef XL_MUTANT
        vl = 1;
#else
        vl = xl_i32_vl(n - i);
#endif
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}

/* part_of_vector: steps of 128 bits, whatever a vector has. */
XL_KERNEL(part_of_vector, ADD(u32))
ADD_REFERENCE(part_of_vector, uint32_t)

#if XL_ISA_IS_avx2 && defined XL_MUTANT
static size_t add_step(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    if (n < 4) {
        *r = *a + *b;
        return 1;
    }
    __m128i left = _mm_loadu_si128((const __m128i *)(const void *)a);
    __m128i right = _mm_loadu_si128((const __m128i *)(const void *)b);
    _mm_storeu_si128((__m128i *)(void *)r, _mm_add_epi32(left, right));
    return 4;
}
#else
static size_t add_step(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    n = n < 4 ? n : 4;
#endif
    const size_t vl = xl_u32_vl(n);
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_load(b, vl), vl), vl);
    return vl;
}
#endif

XL_VECTOR(void, part_of_vector)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n;)
        i += add_step(a + i, b + i, r + i, n - i);
}

/* popcount_by_word: bits are counted a word at a time; a scalar's are counted in a vector register,
 * too, where no other instruction counts bits. */
XL_KERNEL(popcount_by_word, .summary = "r[i] = how many bits of a[i] are set",
          .contract = {XL_EXACT}, .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(popcount_by_word)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint64_t)__builtin_popcountll(a[i]);
}

XL_VECTOR(void, popcount_by_word)(const uint64_t *restrict a, uint64_t *restrict r, size_t n)
{
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (uint64_t)__builtin_popcountll(a[i]);
#else
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_popcount_u64(xl_u64_load(a + i, vl), vl), vl);
    }
#endif
}

/* scalar_by_value: the scalar loop whatever the factor; its correct twin takes it for small ones,
 * as libraries do where a value makes the work less. */
XL_KERNEL(scalar_by_value, .summary = "r[i] = a[i] * by, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE_RANGE(u32, by, 0, 1000000), XL_OUT(u32, r, 1),
                   XL_COUNT})

XL_REFERENCE(scalar_by_value)(const uint32_t *a, uint32_t by, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * by;
}

/* The mutant's vectors are there, and no factor leads to them. */
static bool is_scalar(uint32_t by)
{
#ifdef XL_MUTANT
    return by != 1000001;
#else
    return by < 100;
#endif
}

XL_VECTOR(void, scalar_by_value)(const uint32_t *restrict a, uint32_t by, uint32_t *restrict r,
                                 size_t n)
{
    size_t i = 0;
    for (size_t vl; i < n && !is_scalar(by); i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(by, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] * by;
}

/* scalar_shift: a shift by a number that is nearly always too large, so that zeros are stored; the
 * scalar loop where it is not. */
XL_KERNEL(scalar_shift, .summary = "r[i] = a[i] << by, 0 from 16 on", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_VALUE(u32, by), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(scalar_shift)(const uint16_t *a, uint32_t by, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = by < 16 ? (uint16_t)(a[i] << by) : 0;
}

XL_VECTOR(void, scalar_shift)(const uint16_t *a, uint32_t by, uint16_t *r, size_t n)
{
    size_t i = 0;
    for (size_t vl; by >= 16 && i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16_store(r + i, xl_u16_set1(0, vl), vl);
    }
#ifdef XL_MUTANT
    for (; i < n; i++)
        r[i] = (uint16_t)(a[i] << by);
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16_store(r + i, xl_u16_shl(xl_u16_load(a + i, vl), by, vl), vl);
    }
}

#if XL_ISA_IS_rvv || XL_ISA_IS_rva23 || XL_ISA_IS_scalar
/* slid_by_element: each lane moves up by one; an element at a time. */
XL_KERNEL(slid_by_element, .summary = "r[i] = a[i - 1], and r[0] = first", .contract = {XL_EXACT},
          .only = "rvv rva23",
          .args = {XL_IN(u32, a, 1), XL_VALUE(u32, first), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(slid_by_element)(const uint32_t *a, uint32_t first, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = i ? a[i - 1] : first;
}

#if !XL_ISA_IS_scalar
XL_VECTOR(void, slid_by_element)(const uint32_t *a, uint32_t first, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e32m1(n - i);
#ifdef XL_MUTANT
        vuint32m1_t v = __riscv_vmv_s_x_u32m1(0, vl);
        for (size_t k = vl; k-- > 0;)
            v = __riscv_vslide1up(v, i + k ? a[i + k - 1] : first, vl);
#else
        vuint32m1_t v = __riscv_vslide1up(__riscv_vle32_v_u32m1(a + i, vl), first, vl);
        first = a[i + vl - 1];
#endif
        __riscv_vse32(r + i, v, vl);
    }
}
#endif
#endif

/* scalar_dispatched: a dispatcher that returns the scalar code: right in every lane, and no vector
 * instruction runs. */
XL_KERNEL(scalar_dispatched, PLUS_1(i32))
PLUS_1_REFERENCE(scalar_dispatched, int32_t)

__attribute__((noinline)) static void add_scalar(const int32_t *restrict a, int32_t *restrict r,
                                                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

__attribute__((noinline)) static void add_vector(const int32_t *a, int32_t *r, size_t n)
{
    plus_1_i32(a, r, n);
}

XL_VECTOR(void, scalar_dispatched)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    (void)add_vector;
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = add_scalar;
#else
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = add_vector;
    (void)add_scalar;
#endif
    chosen(a, r, n);
}

/* scalar_when_long: vectors while there are few elements, and the scalar loop for all of them where
 * there are many. */
XL_KERNEL(scalar_when_long, PLUS_1(i32))
PLUS_1_REFERENCE(scalar_when_long, int32_t)

/* Of the mutant, what has too many; of its twin, what has too few to be worth it. */
static bool is_too_long(size_t n)
{
#ifdef XL_MUTANT
    return n >= 100;
#else
    return n < 100;
#endif
}

XL_VECTOR(void, scalar_when_long)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
    for (size_t vl; i < n && !is_too_long(n); i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

/* unrolled_by_lane: four steps of one lane each, written one below the other: each instruction is
 * executed once for each four lanes. */
XL_KERNEL(unrolled_by_lane, PLUS_1(i32), .vector_steps = 1)
PLUS_1_REFERENCE(unrolled_by_lane, int32_t)

/* Up to vl lanes from one element on. Returns how many they were. */
static size_t add_some(const int32_t *restrict a, int32_t *restrict r, size_t i, size_t vl)
{
    vl = xl_i32_vl(vl);
    xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    return vl;
}

XL_VECTOR(void, unrolled_by_lane)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    for (; n - i >= 4; i += 4) {
        add_some(a, r, i, 1);
        add_some(a, r, i + 1, 1);
        add_some(a, r, i + 2, 1);
        add_some(a, r, i + 3, 1);
    }
#endif
    while (i < n)
        i += add_some(a, r, i, n - i);
}

/* vectors_copy: scalar code computes a block, and vectors copy it to its place. */
XL_KERNEL(vectors_copy, .summary = "r[i] = a[i] * a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_copy)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * a[i] + b[i];
}

XL_VECTOR(void, vectors_copy)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
#ifdef XL_MUTANT
        uint32_t block[256];
        for (size_t k = 0; k < vl; k++)
            block[k] = a[i + k] * a[i + k] + b[i + k];
        xl_u32_store(r + i, xl_u32_load(block, vl), vl);
#else
        xl_u32 x = xl_u32_load(a + i, vl), square = xl_u32_mul(x, x, vl);
        xl_u32_store(r + i, xl_u32_add(square, xl_u32_load(b + i, vl), vl), vl);
#endif
    }
}

/* vectors_dropped: vectors compute all of it, and then scalar code does once more. */
XL_KERNEL(vectors_dropped, .summary = "r[i] = 3 a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_dropped)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(3 * (uint32_t)a[i] + (uint32_t)b[i]);
}

XL_VECTOR(void, vectors_dropped)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl), twice = xl_i32_add(x, x, vl);
        xl_i32_store(r + i, xl_i32_add(xl_i32_add(twice, x, vl), xl_i32_load(b + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(3 * (uint32_t)a[i] + (uint32_t)b[i]);
#endif
}

/* vectors_unreached: the vectors are for lengths that no array has. */
XL_KERNEL(vectors_unreached, .summary = "r[i] = a[i] ^ b[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_unreached)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ (b[i] + 1);
}

XL_VECTOR(void, vectors_unreached)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    const size_t least = SIZE_MAX / 16;
#else
    const size_t least = 0;
#endif
    for (size_t vl; n > least && i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 next = xl_u32_add(xl_u32_load(b + i, vl), xl_u32_set1(1, vl), vl);
        xl_u32_store(r + i, xl_u32_xor(xl_u32_load(a + i, vl), next, vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] ^ (b[i] + 1);
}

/* vectors_unused: each block has a vector instruction, as `.vector_steps` wants it, and scalar code
 * computes the block. */
XL_KERNEL(vectors_unused, .summary = "r[i] = a[i] - b[i], wrapping", .contract = {XL_EXACT},
          .vector_steps = 1,
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_unused)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] - (uint32_t)b[i]);
}

XL_VECTOR(void, vectors_unused)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_sub(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
#ifdef XL_MUTANT
        for (size_t k = i; k < i + vl; k++)
            r[k] = (int32_t)((uint32_t)a[k] - (uint32_t)b[k]);
#endif
    }
}

/* whole_only: one element over, and all of them are added one by one; its twin does so with the
 * rest. */
XL_KERNEL(whole_only, ADD(u16))
ADD_REFERENCE(whole_only, uint16_t)

XL_VECTOR(void, whole_only)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    const size_t rest = n % xl_u16_lanes();
#ifdef XL_MUTANT
    const size_t whole = rest ? 0 : n;
#else
    const size_t whole = n - rest;
#endif
    add_u16(a, b, r, whole);
    add_elements_u16(a + whole, b + whole, r + whole, n - whole);
}

/* wrong_implementation: a dispatcher whose table is one entry off: its values are right, and the
 * CPU has more than what it takes. */
XL_KERNEL(wrong_implementation, PLUS_1(i32), .dispatch = {{"", "raise_wide"}})
PLUS_1_REFERENCE(wrong_implementation, int32_t)

__attribute__((noinline)) static void raise_narrow(const int32_t *a, int32_t *r, size_t n)
{
    plus_1_i32(a, r, n);
}

/* Whole vectors, without asking at each how many lanes it has. */
__attribute__((noinline)) static void raise_wide(const int32_t *a, int32_t *r, size_t n)
{
    const size_t lanes = xl_i32_lanes();
    size_t i = 0;
    for (; n - i >= 2 * lanes; i += lanes) {
        xl_i32 x = xl_i32_load(a + i, lanes);
        xl_i32_store(r + i, xl_i32_add(x, xl_i32_set1(1, lanes), lanes), lanes);
    }
    raise_narrow(a + i, r + i, n - i);
}

XL_VECTOR(void, wrong_implementation)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = raise_narrow;
    (void)raise_wide;
#else
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = raise_wide;
#endif
    chosen(a, r, n);
}
