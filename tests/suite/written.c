/* Vector code in each way to write it, and a loop that compilers vectorize. INSTRUCTION is one of
 * the architecture's; by_file() has it, too, in a file of assembly.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

#define FUNCTION(name)                                                                             \
    __attribute__((noinline)) void name(int *restrict to, const int *a, const int *b)

/* Nothing but these calls: no variable has a vector type. */
#if defined __ARM_NEON
#include <arm_neon.h>
FUNCTION(by_intrinsics)
{
    vst1q_s32(to, vaddq_s32(vld1q_s32(a), vld1q_s32(b)));
}
#elif defined __SSE2__
#include <emmintrin.h>
FUNCTION(by_intrinsics)
{
    _mm_storeu_ps((float *)to, _mm_add_ps(_mm_loadu_ps((float *)a), _mm_loadu_ps((float *)b)));
}
#elif defined __riscv
#include <riscv_vector.h>
FUNCTION(by_intrinsics)
{
    __riscv_vse32(to, __riscv_vadd(__riscv_vle32_v_i32m1(a, 4), 1, 4), 4);
    (void)b;
}
#elif defined __loongarch__
#include <lsxintrin.h>
FUNCTION(by_intrinsics)
{
    __lsx_vst(__lsx_vadd_w(__lsx_vld(a, 0), __lsx_vld(b, 0)), to, 0);
}
#else
#ifdef __s390x__
#include <vecintrin.h>
#else
#include <altivec.h>
#endif
FUNCTION(by_intrinsics)
{
    vec_xst(vec_max(vec_xl(0, a), vec_xl(0, b)), 0, to);
}
#endif

typedef int four __attribute__((vector_size(16)));
FUNCTION(by_vectors)
{
    const four x = *(const four *)a;
    *(four *)to = x - *(const four *)b; /* equal functions would be one */
}

struct wrapped {
    four v;
};
static inline struct wrapped add(const struct wrapped *a, const struct wrapped *b)
{
    return (struct wrapped){a->v + b->v + b->v};
}
FUNCTION(by_structures)
{
    *(struct wrapped *)to = add((const struct wrapped *)a, (const struct wrapped *)b);
}

FUNCTION(by_asm)
{
    __asm__ volatile(INSTRUCTION ::"r"(to), "r"(a), "r"(b) : "memory");
}

FUNCTION(by_compiler)
{
    for (int i = 0; i < 64; i++)
        to[i] = a[i] + b[i];
}

void by_file(void);
int data[3][64] __attribute__((aligned(16)));

int main(int argc, char **argv)
{
    /* Each writes to a place of its own: compilers drop what the next one overwrites. */
    int(*d)[64] = argc > 9 ? NULL : data; /* a constant would make copies of the functions */
    by_compiler(d[0], d[1], d[2]);
    if (argc > 1 && argv[1])
        return 0;
    by_intrinsics(d[0], d[1], d[2]);
    by_vectors(d[0] + 4, d[1], d[2]);
    by_structures(d[0] + 8, d[1], d[2]);
    by_asm(d[0], d[1], d[2]);
    by_file();
    return 0;
}
