/* What OpenBLAS' loops take from its common.h.
 * SPDX-License-Identifier: MIT
 */
typedef long BLASLONG;
