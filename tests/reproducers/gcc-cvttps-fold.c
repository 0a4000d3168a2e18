/* gcc 14.2, x86-64, -O2 -mavx2: folds a conversion of a constant out of range to another value than
 * the CPU gives.
 * SPDX-License-Identifier: MIT
 * Must print -2147483648 twice.
 * https://gcc.gnu.org/bugzilla/show_bug.cgi?id=115115
 */
#include <immintrin.h>
#include <stdio.h>

int main(void)
{
    int o[8];
    _mm256_storeu_si256((__m256i *)o, _mm256_cvttps_epi32(_mm256_set1_ps(3e9f)));
    printf("%d ", o[0]);
    _mm256_storeu_si256((__m256i *)o, _mm256_cvtps_epi32(_mm256_set1_ps(3e9f)));
    printf("%d\n", o[0]);
    return 0;
}
