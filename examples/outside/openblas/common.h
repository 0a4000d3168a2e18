/* What OpenBLAS' loops take from its common.h and common_power.h.
 * SPDX-License-Identifier: MIT
 */
typedef long BLASLONG;
#define XXSWAPD_S(T, A) "xxswapd\t" #T ", " #A "\n\t"
#define XXSPLTD_S(T, A, Z) "xxspltd\t" #T ", " #A ", " #Z "\n\t"
