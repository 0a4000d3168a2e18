/* For the lane type XL_LANE, with elements of XL_ELEMENT: each shape of function, called over
 * arrays of n elements.
 * SPDX-License-Identifier: MIT
 *
 * Whole vectors have the loop that a user of the function writes: load, call, store. The last
 * vector, if it is not whole, repeats the last element: a filler of another size could hide what a
 * function does where all lanes are small, and would not be in its domain. The call is by a pointer
 * that the compiler cannot see through, so that it stays an indirect one: on ppc64 only such a call
 * gives the library the address from which it finds its own data.
 */
#define XL_S(NAME) XL_PASTE(NAME, XL_LANE)
#define XL_V XL_S(xl_sv_)

/* The vector of a's from i on, which is not whole. */
XL_INLINE const XL_ELEMENT *XL_S(xl_sin_)(const XL_ELEMENT *a, size_t i, size_t n, XL_ELEMENT *pad)
{
    for (size_t k = 0; k < XL_S(xl_slanes_)(); k++)
        pad[k] = a[i + k < n ? i + k : n - 1];
    return pad;
}

XL_INLINE void XL_S(xl_sout_)(XL_ELEMENT *r, size_t i, size_t n, XL_V v)
{
    XL_ELEMENT pad[XL_MOST_LANES];
    XL_S(xl_sstore_)(pad, v);
    for (size_t k = i; k < n; k++)
        r[k] = pad[k - i];
}

#define XL_WHOLE for (; n - i >= lanes; i += lanes)
#define XL_LOAD(A, I) XL_S(xl_sload_)(A + I)
#define XL_LAST(A, PAD) XL_S(xl_sload_)(XL_S(xl_sin_)(A, i, n, PAD))

XL_INLINE void XL_S(xl_sleef_V_V_)(XL_V (*f)(XL_V), const XL_ELEMENT *a, XL_ELEMENT *r, size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_V (*call)(XL_V) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE XL_S(xl_sstore_)(r + i, call(XL_LOAD(a, i)));
    if (i < n)
        XL_S(xl_sout_)(r, i, n, call(XL_LAST(a, x)));
}

XL_INLINE void XL_S(xl_sleef_V2_V_)(XL_V (*f)(XL_V, XL_V), const XL_ELEMENT *a, const XL_ELEMENT *b,
                                    XL_ELEMENT *r, size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_V (*call)(XL_V, XL_V) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES], y[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE XL_S(xl_sstore_)(r + i, call(XL_LOAD(a, i), XL_LOAD(b, i)));
    if (i < n)
        XL_S(xl_sout_)(r, i, n, call(XL_LAST(a, x), XL_LAST(b, y)));
}

XL_INLINE void XL_S(xl_sleef_V3_V_)(XL_V (*f)(XL_V, XL_V, XL_V), const XL_ELEMENT *a,
                                    const XL_ELEMENT *b, const XL_ELEMENT *c, XL_ELEMENT *r,
                                    size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_V (*call)(XL_V, XL_V, XL_V) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES], y[XL_MOST_LANES], z[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE XL_S(xl_sstore_)(r + i, call(XL_LOAD(a, i), XL_LOAD(b, i), XL_LOAD(c, i)));
    if (i < n)
        XL_S(xl_sout_)(r, i, n, call(XL_LAST(a, x), XL_LAST(b, y), XL_LAST(c, z)));
}

XL_INLINE void XL_S(xl_sleef_V_VV_)(XL_S(xl_sp_) (*f)(XL_V), const XL_ELEMENT *a, XL_ELEMENT *r,
                                    XL_ELEMENT *s, size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_S(xl_sp_) (*call)(XL_V) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE
    {
        XL_S(xl_sp_) pair = call(XL_LOAD(a, i));
        XL_S(xl_sstore_)(r + i, XL_S(xl_sfirst_)(pair));
        XL_S(xl_sstore_)(s + i, XL_S(xl_ssecond_)(pair));
    }
    if (i < n) {
        XL_S(xl_sp_) pair = call(XL_LAST(a, x));
        XL_S(xl_sout_)(r, i, n, XL_S(xl_sfirst_)(pair));
        XL_S(xl_sout_)(s, i, n, XL_S(xl_ssecond_)(pair));
    }
}

#ifdef XL_LOOPS_INT /* sleef.h has functions of integer vectors for doubles alone */
/* As xl_sin_. A loop over lanes would be the scalar code of the kernel. */
XL_INLINE const int32_t *XL_S(xl_sin_int_)(const int32_t *b, size_t i, size_t n, int32_t *pad)
{
    for (size_t k = 0; k < XL_S(xl_slanes_)(); k++)
        pad[k] = b[i + k < n ? i + k : n - 1];
    return pad;
}

XL_INLINE void XL_S(xl_sout_int_)(int32_t *r, size_t i, size_t n, XL_S(xl_si_) v)
{
    int32_t pad[XL_MOST_LANES];
    XL_S(xl_sstore_int_)(pad, v);
    for (size_t k = i; k < n; k++)
        r[k] = pad[k - i];
}

XL_INLINE void XL_S(xl_sleef_VI_V_)(XL_V (*f)(XL_V, XL_S(xl_si_)), const XL_ELEMENT *a,
                                    const int32_t *b, XL_ELEMENT *r, size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_V (*call)(XL_V, XL_S(xl_si_)) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES];
    int32_t y[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE XL_S(xl_sstore_)(r + i, call(XL_LOAD(a, i), XL_S(xl_sload_int_)(b + i)));
    if (i < n)
        XL_S(xl_sout_)
    (r, i, n, call(XL_LAST(a, x), XL_S(xl_sload_int_)(XL_S(xl_sin_int_)(b, i, n, y))));
}

XL_INLINE void XL_S(xl_sleef_V_I_)(XL_S(xl_si_) (*f)(XL_V), const XL_ELEMENT *a, int32_t *r,
                                   size_t n)
{
    const size_t lanes = XL_S(xl_slanes_)();
    XL_S(xl_si_) (*call)(XL_V) = XL_S_UNSEEN(f);
    XL_ELEMENT x[XL_MOST_LANES];
    size_t i = 0;
    XL_WHOLE XL_S(xl_sstore_int_)(r + i, call(XL_LOAD(a, i)));
    if (i < n)
        XL_S(xl_sout_int_)(r, i, n, call(XL_LAST(a, x)));
}
#endif

#undef XL_WHOLE
#undef XL_LOAD
#undef XL_LAST
#undef XL_S
#undef XL_V
