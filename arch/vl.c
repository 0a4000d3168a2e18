/* Measures the vector length of the ISA this file is compiled for, by counting the bytes of one
 * full-width store, or as the ISA's header says.
 * SPDX-License-Identifier: MIT
 */
#include "probe.h"
#include "vec.h"

#define XL_PASTE_(A, B) A##B
#define XL_PASTE(A, B) XL_PASTE_(A, B)
#define XL_STRING_(X) #X
#define XL_STRING(X) XL_STRING_(X)

/* The widest there is: RVV's 65536 bits. */
enum { XL_MAX_VL_BYTES = 8192 };

static size_t vl_bits(void)
{
#ifdef XL_VECTOR_BYTES /* of another mode than the vocabulary's */
    return 8 * XL_VECTOR_BYTES();
#else
    static uint8_t buffer[XL_MAX_VL_BYTES];
    size_t lanes = xl_u8_lanes();
    if (lanes == 1) /* scalar has lanes and no vector */
        return 0;
    xl_u8_store(buffer, xl_u8_set1(0xff, lanes), lanes);
    size_t bytes = 0;
    while (bytes < XL_MAX_VL_BYTES && buffer[bytes] == 0xff)
        bytes++;
    return bytes * 8;
#endif
}

bool XL_PASTE(xl_has_, XL_ISA)(void);
xl_poison XL_PASTE(xl_poison_, XL_ISA);

static const struct xl_isa_probe probe = {XL_STRING(XL_ISA), XL_PASTE(xl_has_, XL_ISA), vl_bits,
                                          XL_PASTE(xl_poison_, XL_ISA)};
__attribute__((section("xl_isas"), used)) static const struct xl_isa_probe *const probe_entry =
    &probe;
