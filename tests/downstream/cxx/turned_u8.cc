/* turned_u8: a function of several names, one of them mangled, that a dispatcher takes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(turned_u8, .summary = "r[i] = a[i] + 128, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT},
          .dispatch = {{"sve", "turn_by_vectors"}, {"vxe2", "*turn::around<unsigned char>*"}})

XL_REFERENCE(turned_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = static_cast<uint8_t>(a[i] + 128);
}

#ifndef XL_KERNEL_HOST
namespace turn
{
template <typename T> __attribute__((noinline)) void around(const T *a, T *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_xor(xl_u8_load(a + i, vl), xl_u8_set1(128, vl), vl), vl);
    }
}

typedef void function(const uint8_t *a, uint8_t *r, size_t n);
static function *volatile chosen = around<uint8_t>;
}

/* What a linker makes of a function that is like another. */
extern "C" turn::function turn_by_vectors
    __attribute__((alias("_ZN4turn6aroundIhEEvPKT_PS1_m"), used));
#endif

XL_VECTOR(void, turned_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifndef XL_KERNEL_HOST
    turn::chosen(a, r, n);
#endif
}
