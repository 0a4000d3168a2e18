/* Loads and stores of a part of 128 bits, in SSE2.
 * SPDX-License-Identifier: MIT
 *
 * They touch no other byte. `size` is the size of an element, which is constant, so that compilers drop the branches
 * for smaller ones. Two moves that overlap serve every length between a power of two and the next.
 */
#ifndef XL_ARCH_X86_64_PARTIAL_H
#define XL_ARCH_X86_64_PARTIAL_H

/* The first `bytes` bytes (1 to 15) from p on, then zeros. */
XL_VEC __m128i xl_x86_load_below16(const void *from, size_t bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)from;
    uint64_t low, high;
    if (size == 8 || bytes >= 8) {
        memcpy(&low, p, 8);
        if (size == 8)
            return _mm_cvtsi64_si128((long long)low);
        memcpy(&high, p + bytes - 8, 8);
        high = high >> 8 >> 8 * (15 - bytes); /* in two steps, since a shift by 64 is undefined */
        return _mm_set_epi64x((long long)high, (long long)low);
    }
    if (size == 4 || bytes >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + bytes - 4, 4);
        low = first | (uint64_t)last << 8 * (bytes - 4);
    } else if (size == 2) {
        uint16_t first;
        memcpy(&first, p, 2);
        low = first;
    } else {
        low = p[0] | (uint64_t)p[bytes / 2] << 8 * (bytes / 2) | (uint64_t)p[bytes - 1] << 8 * (bytes - 1);
    }
    return _mm_cvtsi64_si128((long long)low);
}

XL_VEC void xl_x86_store_below16(void *to, __m128i v, size_t bytes, size_t size)
{
    uint8_t *p = (uint8_t *)to;
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(v);
    if (size == 8 || bytes >= 8) {
        memcpy(p, &low, 8);
        if (size == 8)
            return;
        uint64_t high = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v));
        size_t skipped = 8 * (bytes - 8);
        high = high << 8 << (56 - skipped) | low >> skipped;
        memcpy(p + bytes - 8, &high, 8);
    } else if (size == 4 || bytes >= 4) {
        uint32_t first = (uint32_t)low, last = (uint32_t)(low >> 8 * (bytes - 4));
        memcpy(p, &first, 4);
        memcpy(p + bytes - 4, &last, 4);
    } else if (size == 2) {
        uint16_t first = (uint16_t)low;
        memcpy(p, &first, 2);
    } else {
        p[0] = (uint8_t)low;
        p[bytes / 2] = (uint8_t)(low >> 8 * (bytes / 2));
        p[bytes - 1] = (uint8_t)(low >> 8 * (bytes - 1));
    }
}

/* A vector that is copied. Of a loop that only copies, gcc 16 makes memcpy, and of that a loop of single bytes where it expects few
 * calls (gcc-copy-by-bytes of matrix/known-compiler-bugs.yml): it must not see where the value comes from. */
XL_VEC __m128i xl_x86_copied(const uint8_t *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)p);
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 16
    __asm__("" : "+x"(v));
#endif
    return v;
}

/* Copies `bytes` bytes from p to a buffer that has room for a multiple of 16, and back. */
XL_VEC const uint8_t *xl_x86_copy_in(uint8_t *buffer, const void *from, size_t bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)from;
    size_t i = 0;
    for (; i + 16 <= bytes; i += 16)
        _mm_storeu_si128((__m128i *)(buffer + i), xl_x86_copied(p + i));
    if (i < bytes)
        _mm_storeu_si128((__m128i *)(buffer + i), xl_x86_load_below16(p + i, bytes - i, size));
    return buffer;
}

XL_VEC void xl_x86_copy_out(void *to, const uint8_t *buffer, size_t bytes, size_t size)
{
    uint8_t *p = (uint8_t *)to;
    size_t i = 0;
    for (; i + 16 <= bytes; i += 16)
        _mm_storeu_si128((__m128i *)(p + i), xl_x86_copied(buffer + i));
    if (i < bytes)
        xl_x86_store_below16(p + i, _mm_loadu_si128((const __m128i *)(buffer + i)), bytes - i, size);
}

/* The first `bytes` bytes from p on, then zeros. All: 4, 8 or 16, the bytes of a full strip. */
XL_VEC __m128i xl_x86_load128(const void *p, size_t bytes, size_t all, size_t size)
{
    if (bytes == all && all == 16)
        return _mm_loadu_si128((const __m128i *)p);
    if (bytes == all && all == 8)
        return _mm_loadl_epi64((const __m128i *)p);
    if (bytes == all) {
        int bits;
        memcpy(&bits, p, 4);
        return _mm_cvtsi32_si128(bits);
    }
    if (bytes > all)
        __builtin_unreachable();
    return xl_x86_load_below16(p, bytes, size);
}

XL_VEC void xl_x86_store128(void *p, __m128i v, size_t bytes, size_t all, size_t size)
{
    if (bytes == all && all == 16) {
        _mm_storeu_si128((__m128i *)p, v);
    } else if (bytes == all && all == 8) {
        _mm_storel_epi64((__m128i *)p, v);
    } else if (bytes == all) {
        int bits = _mm_cvtsi128_si32(v);
        memcpy(p, &bits, 4);
    } else {
        if (bytes > all)
            __builtin_unreachable();
        xl_x86_store_below16(p, v, bytes, size);
    }
}

#endif
