/* Groups of ISAs that share intrinsics, for #if around a kernel's own code for them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_NATIVE_H
#define XL_KERNELS_NATIVE_H

#define XL_ON_NEON (XL_ISA_IS_neon || XL_ISA_IS_neon32)
#define XL_ON_SVE (XL_ISA_IS_sve || XL_ON_SVE2)
#define XL_ON_SVE2 (XL_ISA_IS_sve2 || XL_ISA_IS_sve2p1 || XL_ISA_IS_sme2)
#define XL_ON_RVV (XL_ISA_IS_rvv || XL_ISA_IS_rva23)
#define XL_ON_VSX (XL_ISA_IS_vsx || XL_ISA_IS_vsx3 || XL_ISA_IS_vsx31)
#define XL_ON_VX (XL_ISA_IS_vx || XL_ISA_IS_vxe || XL_ISA_IS_vxe2)

#endif
