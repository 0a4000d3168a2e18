/* State from one call to another.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base.h"

/* counts_to_5000: scratch is cleared at each 5,000th call, before what it holds has been added. */
XL_KERNEL(counts_to_5000, SUM(u32))
SUM_REFERENCE(counts_to_5000, uint32_t)

XL_VECTOR(uint32_t, counts_to_5000)(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    static unsigned calls;
    xl_u32 sum = sums_u32(a, n);
    if (++calls == 5000) {
        calls = 0;
#ifdef XL_MUTANT
        sum = xl_u32_set1(0, lanes);
#endif
    }
    return xl_u32_reduce_add(sum, lanes);
}

/* known_by_count: a sum is kept with three of its elements and how many they are: stale where
 * others are not the same. */
XL_KERNEL(known_by_count, SUM(u32))
SUM_REFERENCE(known_by_count, uint32_t)

static _Thread_local struct {
    size_t n;
    uint32_t first, middle, last, sum;
} known;

XL_VECTOR(uint32_t, known_by_count)(const uint32_t *a, size_t n)
{
#ifdef XL_MUTANT
    if (n && known.n == n && known.first == a[0] && known.middle == a[n / 2] &&
        known.last == a[n - 1])
        return known.sum;
#endif
    known.n = n;
    known.sum = xl_u32_reduce_add(sums_u32(a, n), xl_u32_lanes());
    if (n) {
        known.first = a[0];
        known.middle = a[n / 2];
        known.last = a[n - 1];
    }
    return known.sum;
}

/* scale_of_other: a factor that two kernels of a file have in common; the one before leaves its own
 * there. */
XL_KERNEL(scale_of_other, .summary = "r[i] = 3 * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(scale_of_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 3 * a[i];
}

XL_KERNEL(other_scale, .summary = "r[i] = s * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_VALUE(u32, s), XL_COUNT})

XL_REFERENCE(other_scale)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = s * a[i];
}

static _Thread_local uint32_t factor = 3; /* without a race */

__attribute__((noinline)) static void scale(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(factor, vl), vl), vl);
    }
}

XL_VECTOR(void, scale_of_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    scale(a, r, n);
}

XL_VECTOR(void, other_scale)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
#ifdef XL_MUTANT
    factor = s;
    scale(a, r, n);
#else
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(s, vl), vl), vl);
    }
#endif
}

/* shared_table: two functions of one kernel make a table at the first call, each in its own order,
 * and share the word that says that it is made. */
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

/* stamps_of_16_bits: what a call has seen is marked with the number of the call, in 16 bits, and
 * nobody clears the marks when that begins anew. */
XL_KERNEL(stamps_of_16_bits, .summary = "sum of a[i], and 2^16 for each value of a[i] % 256",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(stamps_of_16_bits)(const uint32_t *a, size_t n, uint32_t *result)
{
    unsigned char has[256] = {0};
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        *result += a[i] + (has[a[i] % 256] ? 0u : 65536u);
        has[a[i] % 256] = 1;
    }
}

XL_VECTOR(uint32_t, stamps_of_16_bits)(const uint32_t *a, size_t n)
{
    static _Thread_local uint16_t seen[256], call;
    const size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    uint32_t count = 0;
#ifdef XL_MUTANT
    if (++call == 0)
        call = 1;
#else
    if (++call == 0) {
        memset(seen, 0, sizeof seen);
        call = 1;
    }
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    for (size_t i = 0; i < n; i++) {
        count += seen[a[i] % 256] != call;
        seen[a[i] % 256] = call;
    }
    return xl_u32_reduce_add(sum, lanes) + 65536 * count;
}

/* step_left: the function that makes whole blocks is chosen at the first call, into a pointer that
 * another function of the kernel uses too, for which another one is meant. */
XL_KERNEL(step_left, .summary = "r[i] = a[i] + 7, wrapping", .contract = {XL_EXACT},
          .only = "avx2 neon neon32 sve rvv vsx vxe2 lsx",
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(step_left)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 7;
}

/* Of elements, or of blocks: returns how many elements it has made. */
typedef size_t step(const uint32_t *a, uint32_t *r, size_t count);

__attribute__((unused)) static size_t by_elements(const uint32_t *a, uint32_t *r, size_t count)
{
    for (size_t i = 0, vl; i < count; i += vl) {
        vl = xl_u32_vl(count - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(7, vl), vl), vl);
    }
    return count;
}

__attribute__((unused)) static size_t by_blocks(const uint32_t *a, uint32_t *r, size_t count)
{
    return by_elements(a, r, count * 16);
}

#ifdef XL_MUTANT
static step *chosen;
#define elements_chosen chosen
#define blocks_chosen chosen
#else
static step *elements_chosen, *blocks_chosen;
#endif

__attribute__((unused)) static void in_one(const uint32_t *a, uint32_t *r, size_t n)
{
    if (!elements_chosen)
        elements_chosen = by_elements;
    elements_chosen(a, r, n);
}

__attribute__((unused)) static void in_blocks(const uint32_t *a, uint32_t *r, size_t n)
{
    if (!blocks_chosen)
        blocks_chosen = by_blocks;
    const size_t made = n / 16 ? blocks_chosen(a, r, n / 16) : 0;
    by_elements(a + made, r + made, n % 16);
}

XL_VARIANT(step_left, avx2, in_one)
XL_VARIANT(step_left, avx2, in_blocks)
XL_VARIANT(step_left, neon, in_one)
XL_VARIANT(step_left, neon, in_blocks)
XL_VARIANT(step_left, neon32, in_one)
XL_VARIANT(step_left, neon32, in_blocks)
XL_VARIANT(step_left, sve, in_one)
XL_VARIANT(step_left, sve, in_blocks)
XL_VARIANT(step_left, rvv, in_one)
XL_VARIANT(step_left, rvv, in_blocks)
XL_VARIANT(step_left, vsx, in_one)
XL_VARIANT(step_left, vsx, in_blocks)
XL_VARIANT(step_left, vxe2, in_one)
XL_VARIANT(step_left, vxe2, in_blocks)
XL_VARIANT(step_left, lsx, in_one)
XL_VARIANT(step_left, lsx, in_blocks)
