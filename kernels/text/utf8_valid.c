/* utf8_valid: how many bytes are well-formed UTF-8 before the first character that is not.
 * SPDX-License-Identifier: MIT
 *
 * Well-formed as in table 3-7 of the Unicode standard: no surrogates, nothing above U+10FFFF, each
 * character in its shortest form.
 *
 * A byte is judged by itself and the three before it, so that all lanes are judged at once: the
 * vector code loads each strip four times, at four offsets. It returns what the lanes say; the
 * reference is the table.
 */
#include "utf8.h"

XL_PREPARE(utf8_valid)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_utf8_fill(elements, count, seed);
}

XL_KERNEL(utf8_valid,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = utf8_valid_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(utf8_valid)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = xl_utf8_valid_bytes(p, n);
}

XL_VECTOR(uint64_t, utf8_valid)(const uint8_t *p, size_t n)
{
    /* The first three bytes have too few bytes before them: they are judged behind three zeros. */
    uint8_t start[6] = {0};
    size_t i = 0, head = n < 3 ? n : 3;
    memcpy(start + 3, p, head);
    for (size_t vl, first; i < head; i += vl) {
        vl = xl_u8_vl(head - i);
        first = xl_utf8_first_wrong(start + 3 + i, vl);
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    size_t first;
    XL_STRIPS(u8, n - head,
              if ((first = xl_utf8_first_wrong(p + head + i, vl)) <
                  vl) return xl_utf8_character_of(p, head + i + first));
    return xl_utf8_character_of(p, n);
}
