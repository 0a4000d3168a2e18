/* The loop of the matrix products whose tile is 4 x 4, where no ISA has a better one.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_LINEAR_TILE_H
#define XL_KERNELS_LINEAR_TILE_H

#include "kernel.h"

/* E is the type of the panels' elements, T that of the tile's lanes. The kernel defines
 *   xl_tile_left, XL_TILE_LEFT(P)        what holds the four elements of a at P
 *   xl_tile_right, XL_TILE_RIGHT(P, VL)  what holds a lane for each of the elements of b from P on
 *   XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL)  SUM plus the products of LEFT's element ROW
 * A row of the tile may be shorter than a vector. All steps have the same vl, so that no lane past
 * it is looked at, and none need be merged. */
#define XL_TILE_LOOP(NAME, E, T)                                                                   \
    XL_VECTOR(void, NAME)(const xl_e_##E *a, const xl_e_##E *b, xl_e_##T *c, size_t n)             \
    {                                                                                              \
        for (size_t j = 0, vl; j < 4; j += vl) {                                                   \
            vl = xl_##T##_vl(4 - j);                                                               \
            xl_##T c0 = xl_##T##_load(c + j, vl), c1 = xl_##T##_load(c + 4 + j, vl);               \
            xl_##T c2 = xl_##T##_load(c + 8 + j, vl), c3 = xl_##T##_load(c + 12 + j, vl);          \
            for (size_t k = 0; k < 4 * n; k += 4) {                                                \
                xl_tile_left left = XL_TILE_LEFT(a + k);                                           \
                xl_tile_right right = XL_TILE_RIGHT(b + k + j, vl);                                \
                c0 = XL_TILE_STEP(c0, left, 0, right, vl);                                         \
                c1 = XL_TILE_STEP(c1, left, 1, right, vl);                                         \
                c2 = XL_TILE_STEP(c2, left, 2, right, vl);                                         \
                c3 = XL_TILE_STEP(c3, left, 3, right, vl);                                         \
            }                                                                                      \
            xl_##T##_store(c + j, c0, vl);                                                         \
            xl_##T##_store(c + 4 + j, c1, vl);                                                     \
            xl_##T##_store(c + 8 + j, c2, vl);                                                     \
            xl_##T##_store(c + 12 + j, c3, vl);                                                    \
        }                                                                                          \
    }

#endif
