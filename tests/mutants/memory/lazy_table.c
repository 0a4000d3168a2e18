/* lazy_table: a table is made at the first call, and its second entry says that it is there:
 * another thread reads what is not yet made.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>

#include "kernel.h"

XL_KERNEL(lazy_table, .summary = "r[i] = a[i] + crc8(i % 256), wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

enum { ENTRIES = 256 };

static uint8_t crc8(size_t i)
{
    unsigned crc = (unsigned)i % ENTRIES;
    for (int k = 0; k < 8; k++)
        crc = crc << 1 ^ (crc & 0x80 ? 0x107 : 0);
    return (uint8_t)crc;
}

XL_REFERENCE(lazy_table)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + crc8(i));
}

/* Twice, so that a vector may begin at any entry. */
static uint8_t table[2 * ENTRIES];

static void make_table(void)
{
    for (size_t i = 0; i < ENTRIES; i++)
        table[i] = table[i + ENTRIES] = crc8(i);
}

#ifdef XL_MUTANT
static void need_table(void)
{
    if (!table[1])
        make_table();
}
#else
static void need_table(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_table);
}
#endif

XL_VECTOR(void, lazy_table)(const uint8_t *a, uint8_t *r, size_t n)
{
    need_table();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 entries = xl_u8_load(table + i % ENTRIES, vl);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), entries, vl), vl);
    }
}
