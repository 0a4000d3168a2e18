/* Triples made of three vectors of 128 bits, and taken apart again: which byte comes from where.
 * SPDX-License-Identifier: MIT
 *
 * Either way it is an order of the 48 bytes that the three hold in a row. xl_thirds_loaded<W>[j] has, of triples of W
 * bits each, where the bytes of vector j are, which takes what is j-th in each triple; xl_thirds_stored<W>[j] has, of
 * such vectors, where the bytes are that the triples have in their 16 bytes from 16 * j on.
 */
#ifndef XL_ARCH_THIRDS_H
#define XL_ARCH_THIRDS_H

/* Byte I of vector J: its lane's number times three, and J more; the other way, what byte it is of all 48 is K. */
#define XL_THIRDS_LOADED(W, J, I) ((3 * ((I) / (W / 8)) + (J)) * (W / 8) + (I) % (W / 8))
#define XL_THIRDS_STORED_AT(W, K) ((K) / (W / 8) % 3 * 16 + (K) / (W / 8) / 3 * (W / 8) + (K) % (W / 8))
#define XL_THIRDS_STORED(W, J, I) XL_THIRDS_STORED_AT(W, 16 * (J) + (I))

#define XL_THIRDS_FOUR(OF, W, J, I) OF(W, J, I), OF(W, J, I + 1), OF(W, J, I + 2), OF(W, J, I + 3)
#define XL_THIRDS_VECTOR(OF, W, J)                                                                                     \
    {                                                                                                                  \
        XL_THIRDS_FOUR(OF, W, J, 0), XL_THIRDS_FOUR(OF, W, J, 4), XL_THIRDS_FOUR(OF, W, J, 8),                         \
            XL_THIRDS_FOUR(OF, W, J, 12)                                                                               \
    }
#define XL_THIRDS(NAME, OF, W)                                                                                         \
    static const uint8_t xl_thirds_##NAME##W[3][16] __attribute__((unused)) = {                                        \
        XL_THIRDS_VECTOR(OF, W, 0), XL_THIRDS_VECTOR(OF, W, 1), XL_THIRDS_VECTOR(OF, W, 2)};
XL_THIRDS(loaded, XL_THIRDS_LOADED, 8)
XL_THIRDS(loaded, XL_THIRDS_LOADED, 16)
XL_THIRDS(loaded, XL_THIRDS_LOADED, 32)
XL_THIRDS(stored, XL_THIRDS_STORED, 8)
XL_THIRDS(stored, XL_THIRDS_STORED, 16)
XL_THIRDS(stored, XL_THIRDS_STORED, 32)

#endif
