/* The implementation for one ISA, XL_ISA: compiled once for each.
 * SPDX-License-Identifier: MIT
 */
#include "raise.h"

#include <string.h>

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_(A, B)
#define RAISE PASTE(raise_, XL_ISA)

raise_function RAISE;

#if XL_ISA_IS_sve
#include <arm_sve.h>

void RAISE(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += svcntb()) {
        svbool_t p = svwhilelt_b8((uint64_t)i, (uint64_t)n);
        svst1(p, r + i, svadd_x(p, svld1(p, a + i), 1));
    }
}
#elif XL_ISA_IS_scalar
void RAISE(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
#else
/* Vectors as gcc and clang have them, as long as the ISA's. */
#if XL_ISA_IS_avx2 || XL_ISA_IS_lasx
enum { LANES = 32 };
#else
enum { LANES = 16 };
#endif
typedef uint8_t bytes __attribute__((vector_size(LANES)));

void RAISE(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        bytes x;
        memcpy(&x, a + i, sizeof x);
        x += 1;
        memcpy(r + i, &x, sizeof x);
    }
    for (; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
#endif
