/* Dispatchers: each must take what its record has for the CPU that it is on.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#define RECORD(...) PLUS_1(u8), .dispatch = {__VA_ARGS__}

XL_KERNEL(dispatch_right, RECORD({"sse4 popcnt", "step_by_vector"}, {"", "step_by_element"}))
/* No CPU has both. */
XL_KERNEL(dispatch_lesser, RECORD({"avx512 vx", "step_by_vector"}, {"", "step_by_element"}))
XL_KERNEL(dispatch_wrong, RECORD({"sse4", "step_by_vector"}, {"vxe2", "step_by_vector"},
                                 {"sve", "step_by_vector"}, {"", "step_by_element"}))
XL_KERNEL(dispatch_untold, RECORD({"avx512 vx", "step_by_vector"}))
/* Takes what it must, and that has no vectors. */
XL_KERNEL(dispatch_scalar, RECORD({"sse4", "step_by_element"}, {"vxe2", "step_by_element"},
                                  {"sve", "step_by_element"}))

PLUS_1_REFERENCE(dispatch_right, uint8_t)
PLUS_1_REFERENCE(dispatch_lesser, uint8_t)
PLUS_1_REFERENCE(dispatch_wrong, uint8_t)
PLUS_1_REFERENCE(dispatch_untold, uint8_t)
PLUS_1_REFERENCE(dispatch_scalar, uint8_t)

typedef void step(const uint8_t *a, uint8_t *r, size_t n);

__attribute__((noinline, unused)) static void step_by_vector(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

__attribute__((noinline, unused)) static void step_by_element(const uint8_t *restrict a,
                                                              uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* Which is known when the program runs, and not before. */
__attribute__((unused)) static step *volatile const steps[] = {step_by_element, step_by_vector};
#if XL_ISA_IS_sse4
#define IS_SSE4 1
#else
#define IS_SSE4 0
#endif

XL_VECTOR(void, dispatch_right)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[IS_SSE4](a, r, n);
}

XL_VECTOR(void, dispatch_lesser)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}

XL_VECTOR(void, dispatch_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}

XL_VECTOR(void, dispatch_untold)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[1](a, r, n);
}

XL_VECTOR(void, dispatch_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}
