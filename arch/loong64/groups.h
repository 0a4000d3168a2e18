/* The own instructions of LSX and LASX for interleaved memory.
 * SPDX-License-Identifier: MIT
 *
 * They work within each 128 bits. xl_lx_first gives the low halves of two vectors as one, xl_lx_second the high halves;
 * of LSX vectors, which are no longer than that, the first and the second. xl_lx_load_each and xl_lx_store_each have
 * the high half `stride` bytes further on in memory than the low one.
 */
#ifndef XL_ARCH_LOONG64_GROUPS_H
#define XL_ARCH_LOONG64_GROUPS_H

#include "../thirds.h"

/* Two of the three vectors are picked from at once; what is beyond them comes from the third. */
XL_VEC xl_lx xl_lx_third(xl_lx v0, xl_lx v1, xl_lx v2, const uint8_t *order)
{
    xl_lx from = xl_lx_load_each(order, 0);
    xl_lx of_two = XL_LX(shuf_b)(v1, v0, XL_LX(andi_b)(from, 31));
    xl_lx last = XL_LX(shuf_b)(v2, v2, XL_LX(andi_b)(from, 15));
    return XL_LX(bitsel_v)(last, of_two, XL_LX(slei_bu)(from, 31));
}

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_TEMPLATE "loong64/lx_interleave.h"
#include "../each_int.h"

#endif
