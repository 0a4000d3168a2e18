/* Interleaved memory of a lane type, in SSE2 to AVX-512: a template file (arch/template.h).
 * SPDX-License-Identifier: MIT
 */
#ifdef __SSSE3__

XL_VEC void XL_X86_OF_W(loaded_thirds)(xl_x86 *a, xl_x86 *b, xl_x86 *c)
{
    xl_x86 v0 = *a, v1 = *b, v2 = *c;
    *a = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_loaded, XL_W, )[0]);
    *b = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_loaded, XL_W, )[1]);
    *c = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_loaded, XL_W, )[2]);
}

XL_VEC void XL_X86_OF_W(stored_thirds)(xl_x86 *a, xl_x86 *b, xl_x86 *c)
{
    xl_x86 v0 = *a, v1 = *b, v2 = *c;
    *a = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_stored, XL_W, )[0]);
    *b = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_stored, XL_W, )[1]);
    *c = xl_x86_third(v0, v1, v2, XL_JOIN(xl_thirds_stored, XL_W, )[2]);
}

#else

/* Interleaving the halves of the 3L lanes of three vectors moves lane i to 2i modulo 3L - 1; so many times over that
 * 2 * 2 * ... is L, to Li, which is j for i = 3j, L + j for 3j + 1 and 2L + j for 3j + 2. Taking out even and odd lanes
 * undoes it. */
XL_VEC void XL_X86_OF_W(loaded_thirds)(xl_x86 *a, xl_x86 *b, xl_x86 *c)
{
    for (int step = 1; step < 128 / XL_W; step *= 2) {
        xl_x86 v0 = *a, v1 = *b, v2 = *c;
        *a = XL_X86_W(unpacklo)(v0, _mm_unpackhi_epi64(v1, v1));
        *b = XL_X86_W(unpacklo)(_mm_unpackhi_epi64(v0, v0), v2);
        *c = XL_X86_W(unpacklo)(v1, _mm_unpackhi_epi64(v2, v2));
    }
}

XL_VEC void XL_X86_OF_W(stored_thirds)(xl_x86 *a, xl_x86 *b, xl_x86 *c)
{
    for (int step = 1; step < 128 / XL_W; step *= 2) {
        xl_x86 v0 = *a, v1 = *b, v2 = *c;
        *a = XL_X86_OF_W(even)(v0, v1);
        *b = _mm_unpacklo_epi64(XL_X86_OF_W(even)(v2, v2), XL_X86_OF_W(odd)(v0, v0));
        *c = XL_X86_OF_W(odd)(v1, v2);
    }
}

#endif

/* Vector K of N: each 128 bits of the N have bytes that follow one another. A partial strip takes its way through a
 * buffer. */
#define XL_FULL(N) (vl == XL_LANES ? (const uint8_t *)p : xl_x86_copy_in(buffer, p, N * vl * sizeof *p, sizeof *p))
#define XL_LOAD(K, N) xl_x86_load_apart(from + 16 * K, 16 * N)
#define XL_STORE(K, N, V) xl_x86_store_apart(to + 16 * K, V, 16 * N)

XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    uint8_t buffer[2 * XL_X86_BYTES] = {0};
    const uint8_t *from = XL_FULL(2);
    xl_x86 v0 = XL_LOAD(0, 2), v1 = XL_LOAD(1, 2);
    *a = (XL_V)XL_X86_OF_W(even)(v0, v1);
    *b = (XL_V)XL_X86_OF_W(odd)(v0, v1);
}

XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    uint8_t buffer[3 * XL_X86_BYTES] = {0};
    const uint8_t *from = XL_FULL(3);
    xl_x86 v0 = XL_LOAD(0, 3), v1 = XL_LOAD(1, 3), v2 = XL_LOAD(2, 3);
    XL_X86_OF_W(loaded_thirds)(&v0, &v1, &v2);
    *a = (XL_V)v0;
    *b = (XL_V)v1;
    *c = (XL_V)v2;
}

#if XL_X86_BITS == 512 && XL_W == 32
/* Whole vectors, which unpack within each 128 bits, and what this moves to another place: lane 4k + l to 4l + k, and back. */
#define XL_TURNED(V) _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), V)
XL_VEC void XL_OP(load4_whole)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d)
{
    xl_x86 v0 = xl_x86_load(p), v1 = xl_x86_load(p + 16), v2 = xl_x86_load(p + 32), v3 = xl_x86_load(p + 48);
    xl_x86 ab0 = _mm512_unpacklo_epi32(v0, v1), ab1 = _mm512_unpacklo_epi32(v2, v3);
    xl_x86 cd0 = _mm512_unpackhi_epi32(v0, v1), cd1 = _mm512_unpackhi_epi32(v2, v3);
    *a = (XL_V)XL_TURNED(_mm512_unpacklo_epi64(ab0, ab1));
    *b = (XL_V)XL_TURNED(_mm512_unpackhi_epi64(ab0, ab1));
    *c = (XL_V)XL_TURNED(_mm512_unpacklo_epi64(cd0, cd1));
    *d = (XL_V)XL_TURNED(_mm512_unpackhi_epi64(cd0, cd1));
}
XL_VEC void XL_OP(store4_whole)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d)
{
    xl_x86 v0 = XL_TURNED((xl_x86)a), v1 = XL_TURNED((xl_x86)b), v2 = XL_TURNED((xl_x86)c), v3 = XL_TURNED((xl_x86)d);
    xl_x86 ab0 = _mm512_unpacklo_epi32(v0, v1), ab1 = _mm512_unpackhi_epi32(v0, v1);
    xl_x86 cd0 = _mm512_unpacklo_epi32(v2, v3), cd1 = _mm512_unpackhi_epi32(v2, v3);
    xl_x86_store(p, _mm512_unpacklo_epi64(ab0, cd0));
    xl_x86_store(p + 16, _mm512_unpackhi_epi64(ab0, cd0));
    xl_x86_store(p + 32, _mm512_unpacklo_epi64(ab1, cd1));
    xl_x86_store(p + 48, _mm512_unpackhi_epi64(ab1, cd1));
}
#undef XL_TURNED
#define XL_HAS_WHOLE_4
#endif

XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
#ifdef XL_HAS_WHOLE_4
    if (vl == XL_LANES) {
        XL_OP(load4_whole)(p, a, b, c, d);
        return;
    }
#endif
    uint8_t buffer[4 * XL_X86_BYTES] = {0};
    const uint8_t *from = XL_FULL(4);
    xl_x86 v0 = XL_LOAD(0, 4), v1 = XL_LOAD(1, 4), v2 = XL_LOAD(2, 4), v3 = XL_LOAD(3, 4);
    xl_x86 ac0 = XL_X86_OF_W(even)(v0, v1), ac1 = XL_X86_OF_W(even)(v2, v3);
    xl_x86 bd0 = XL_X86_OF_W(odd)(v0, v1), bd1 = XL_X86_OF_W(odd)(v2, v3);
    *a = (XL_V)XL_X86_OF_W(even)(ac0, ac1);
    *b = (XL_V)XL_X86_OF_W(even)(bd0, bd1);
    *c = (XL_V)XL_X86_OF_W(odd)(ac0, ac1);
    *d = (XL_V)XL_X86_OF_W(odd)(bd0, bd1);
}

XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    uint8_t buffer[2 * XL_X86_BYTES], *to = vl == XL_LANES ? (uint8_t *)p : buffer;
    XL_STORE(0, 2, XL_X86_W(unpacklo)((xl_x86)a, (xl_x86)b));
    XL_STORE(1, 2, XL_X86_W(unpackhi)((xl_x86)a, (xl_x86)b));
    if (vl < XL_LANES)
        xl_x86_copy_out(p, buffer, 2 * vl * sizeof *p, sizeof *p);
}

XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    uint8_t buffer[3 * XL_X86_BYTES], *to = vl == XL_LANES ? (uint8_t *)p : buffer;
    xl_x86 v0 = (xl_x86)a, v1 = (xl_x86)b, v2 = (xl_x86)c;
    XL_X86_OF_W(stored_thirds)(&v0, &v1, &v2);
    XL_STORE(0, 3, v0);
    XL_STORE(1, 3, v1);
    XL_STORE(2, 3, v2);
    if (vl < XL_LANES)
        xl_x86_copy_out(p, buffer, 3 * vl * sizeof *p, sizeof *p);
}

XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
#ifdef XL_HAS_WHOLE_4
    if (vl == XL_LANES) {
        XL_OP(store4_whole)(p, a, b, c, d);
        return;
    }
#endif
    uint8_t buffer[4 * XL_X86_BYTES], *to = vl == XL_LANES ? (uint8_t *)p : buffer;
    xl_x86 ac0 = XL_X86_W(unpacklo)((xl_x86)a, (xl_x86)c), ac1 = XL_X86_W(unpackhi)((xl_x86)a, (xl_x86)c);
    xl_x86 bd0 = XL_X86_W(unpacklo)((xl_x86)b, (xl_x86)d), bd1 = XL_X86_W(unpackhi)((xl_x86)b, (xl_x86)d);
    XL_STORE(0, 4, XL_X86_W(unpacklo)(ac0, bd0));
    XL_STORE(1, 4, XL_X86_W(unpackhi)(ac0, bd0));
    XL_STORE(2, 4, XL_X86_W(unpacklo)(ac1, bd1));
    XL_STORE(3, 4, XL_X86_W(unpackhi)(ac1, bd1));
    if (vl < XL_LANES)
        xl_x86_copy_out(p, buffer, 4 * vl * sizeof *p, sizeof *p);
}

#undef XL_HAS_WHOLE_4
#undef XL_FULL
#undef XL_LOAD
#undef XL_STORE
#undef XL_T
#undef XL_W
