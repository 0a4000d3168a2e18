/* The quick comparison of a walk: it decides nothing that the exact comparison would not.
 * SPDX-License-Identifier: MIT
 */
#include "functions_example.h"

#include "oracle/compare.h"

enum { ELEMENTS = 3000 };

struct output {
    float inputs[ELEMENTS], got[ELEMENTS];
    double reference[ELEMENTS];
};

/* Special inputs, and every bit pattern; more of them next to where functions overflow. */
static float input(size_t i)
{
    uint32_t bits = (uint32_t)xl_mix(i, 1);
    float x;
    if (i < XL_SPECIALS)
        bits = (uint32_t)xl_special_bits(XL_f32, i);
    else if (i % 4 == 0)
        bits = 0x42a00000 + bits % 0x00200000 + (bits & 0x80000000);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The rounded result; or one up to two units away; or a special value. */
static float result(double reference, size_t i)
{
    static const float specials[] = {0, -0.0F, INFINITY, -INFINITY, NAN, FLT_MIN, FLT_MAX, 1};
    const float rounded = (float)reference;
    switch (i % 8) {
    case 5:
        return nextafterf(rounded, INFINITY);
    case 6:
        return nextafterf(nextafterf(rounded, -INFINITY), -INFINITY);
    case 7:
        return specials[i / 8 % 8];
    default:
        return rounded;
    }
}

static size_t screen(const struct xl_kernel *kernel, const struct output *out, double worst,
                     uint32_t *undecided)
{
    const struct xl_output_check o = {.kernel = kernel,
                                      .output = 1,
                                      .function = xl_function_of(kernel, 1),
                                      .exact = {out->reference, {(uintptr_t)out->inputs}}};
    const size_t found = xl_screen(&o, out->got, ELEMENTS, worst, undecided);
    size_t next = 0;
    for (size_t i = 0; i < ELEMENTS; i++) {
        if (next < found && undecided[next] == i) {
            next++;
            continue;
        }
        const struct xl_verdict v = xl_compare_element(&o, i, xl_bits_get(XL_f32, out->got, i), 0);
        if (!v.right || v.ulp > fmax(worst, 0.001))
            fail_msg("%s(%a) = %a, worst %g: decided, but it is %s, off by %g ULP",
                     kernel->function, (double)out->inputs[i], (double)out->got[i], worst,
                     v.right ? "right" : "wrong", v.ulp);
    }
    assert_true(next == found);
    return found;
}

XL_TEST(test_functions)
{
    static struct output out;
    static uint32_t undecided[ELEMENTS];
    for (size_t n = 0; n < NAMES; n++) {
        const struct xl_function *f = xl_function_find(names[n]);
        const struct xl_kernel kernel = kernel_of(names[n], XL_f32, 1);
        if (f->arity != 1 || !xl_function_is_libm(f, XL_f32))
            continue;
        for (size_t i = 0; i < ELEMENTS; i++) {
            const double x[XL_MAX_ARITY] = {(double)(out.inputs[i] = input(i))};
            out.reference[i] = f->f64(x);
            out.got[i] = result(out.reference[i], i);
        }
        const size_t most = screen(&kernel, &out, 1, undecided),
                     few = screen(&kernel, &out, 0.25, undecided);
        screen(&kernel, &out, 0, undecided);
        assert_true(most >= ELEMENTS / 8 / 2 && most < ELEMENTS / 2); /* not none, not all */
        assert_true(few > most);
    }
}

/* A power of two: below it the unit is half as large. */
XL_TEST(test_units)
{
    const struct xl_kernel kernel = {.name = "k",
                                     .contract = {.kind = XL_ULP, .ulp = 0.6},
                                     .args = {{.kind = XL_ARG_OUT, .type = XL_f32, .per_n = 1}}};
    /* Exactly one; a little less; the least normal; far too large; zeros. */
    const double reference[] = {1, 1 - 0x1p-53, 1 - 0x1p-50, FLT_MIN, 0x1p300, 0, 0, NAN, NAN};
    const float got[] = {1 + 0x1p-23F, 1 + 0x1p-24F * 2, 1, FLT_MIN, FLT_MAX, 0, -0.0F, NAN, 0};
    const struct xl_output_check o = {.kernel = &kernel, .exact.elements = reference};
    uint32_t undecided[9];
    const size_t found = xl_screen(&o, got, 9, 0.6, undecided);
    static const uint32_t expected[] = {0, 1, 4, 6, 8};
    assert_int_equal(found, 5);
    assert_memory_equal(undecided, expected, sizeof expected);
}

XL_TEST(test_exact)
{
    const struct xl_kernel kernel = {.name = "k",
                                     .contract = {.kind = XL_EXACT},
                                     .args = {{.kind = XL_ARG_OUT, .type = XL_u8, .per_n = 1}}};
    uint8_t reference[200] = {0}, got[200] = {0};
    const struct xl_output_check o = {.kernel = &kernel, .exact.elements = reference};
    uint32_t undecided[200];
    assert_int_equal(xl_screen(&o, got, 200, 0, undecided), 0);
    got[63] = got[199] = 1;
    assert_int_equal(xl_screen(&o, got, 200, 0, undecided), 2);
    assert_int_equal(undecided[0], 63);
    assert_int_equal(undecided[1], 199);
}

int main(void)
{
    return xl_run_tests("screen", NULL, NULL);
}
