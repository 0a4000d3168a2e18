/* shared_table: two functions of one kernel make a table at the first call, each in its own order,
 * and share the word that says that it is made.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(shared_table, .summary = "r[i] = a[i] + the one of eight constants that i % 8 says",
          .contract = {XL_EXACT}, .only = "avx2 neon neon32 sve rvv vsx vxe2 lsx",
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

static uint32_t constant(size_t i)
{
    return 0x9e3779b9u * (uint32_t)(i % 8 + 1);
}

XL_REFERENCE(shared_table)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + constant(i);
}

enum { TABLE = 128 }; /* a vector, and a period */

struct table {
    uint32_t at[TABLE];
    int is_made;
};
static struct table forward;
#ifdef XL_MUTANT
#define turned forward
#else
static struct table turned;
#endif

__attribute__((unused)) static void add_forward(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; !forward.is_made && i < TABLE; i++)
        forward.at[i] = constant(i);
    forward.is_made = 1;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(
            r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(forward.at + i % 8, vl), vl), vl);
    }
}

/* The table begins in the middle of a period. */
__attribute__((unused)) static void add_turned(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; !turned.is_made && i < TABLE; i++)
        turned.at[i] = constant(i + 4);
    turned.is_made = 1;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i,
                     xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(turned.at + 4 + i % 8, vl), vl),
                     vl);
    }
}

XL_VARIANT(shared_table, avx2, add_forward)
XL_VARIANT(shared_table, avx2, add_turned)
XL_VARIANT(shared_table, neon, add_forward)
XL_VARIANT(shared_table, neon, add_turned)
XL_VARIANT(shared_table, neon32, add_forward)
XL_VARIANT(shared_table, neon32, add_turned)
XL_VARIANT(shared_table, sve, add_forward)
XL_VARIANT(shared_table, sve, add_turned)
XL_VARIANT(shared_table, rvv, add_forward)
XL_VARIANT(shared_table, rvv, add_turned)
XL_VARIANT(shared_table, vsx, add_forward)
XL_VARIANT(shared_table, vsx, add_turned)
XL_VARIANT(shared_table, vxe2, add_forward)
XL_VARIANT(shared_table, vxe2, add_turned)
XL_VARIANT(shared_table, lsx, add_forward)
XL_VARIANT(shared_table, lsx, add_turned)
