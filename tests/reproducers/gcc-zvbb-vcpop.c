/* gcc 14.2, RISC-V, -march=rv64gcv_zvbb: it has the intrinsics of Zvbb but that of vcpop.v.
 * SPDX-License-Identifier: MIT
 */
#include <riscv_vector.h>

vuint32m1_t count(vuint32m1_t a, size_t vl);

vuint32m1_t count(vuint32m1_t a, size_t vl)
{
    return __riscv_vcpop_v_u32m1(a, vl);
}
