/* clang 19.1.7, AArch64, -O2: two stores whose distance is 4 modulo 2^32 bytes are
 * merged into one.
 * SPDX-License-Identifier: MIT
 * Right with -fno-slp-vectorize. Looks like
 * https://github.com/llvm/llvm-project/issues/139202
 */
void stores(unsigned *t);

void stores(unsigned *t)
{
    t[0xffffffffu] = 1;
    t[0xc0000000u] = 2;
}
