/* clang 19, RISC-V, -march=rv64gcv_zvbb: the intrinsics of Zvbb need
 * -menable-experimental-extensions, though the extension is ratified and its instructions are
 * selected without it.
 * SPDX-License-Identifier: MIT
 */
#include <riscv_vector.h>

vuint32m1_t leading_zeros(vuint32m1_t a, size_t vl);

vuint32m1_t leading_zeros(vuint32m1_t a, size_t vl)
{
    return __riscv_vclz_v_u32m1(a, vl);
}
