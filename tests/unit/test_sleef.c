/* What the names of libsleef's functions say, and libraries that are none.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include "library.h"
#include "oracle/reference.h"
#include "symbols.h"
#include "unit.h"

XL_TEST(names_say_what_they_promise)
{
    static const struct {
        const char *arch, *symbol, *kernel, *isa;
        int lanes, exact;
        double ulp, absolute;
    } names[] = {
        {"aarch64", "Sleef_sinf4_u10advsimd", "sleef_sin_u10_f32", "neon", 4, 0, 1, 0},
        {"aarch64", "Sleef_sinfx_u35sve", "sleef_sin_u35_f32", "sve", 0, 0, 3.5, 0},
        {"aarch64", "Sleef_log1pd2_u10advsimd", "sleef_log1p_u10_f64", "neon", 2, 0, 1, 0},
        {"aarch64", "Sleef_exp10f4_u10advsimd", "sleef_exp10_u10_f32", "neon", 4, 0, 1.09, 0},
        {"aarch64", "Sleef_atan2dx_u35sve", "sleef_atan2_u35_f64", "sve", 0, 0, 3.5, 0},
        {"aarch64", "Sleef_log10dx_u10sve", "sleef_log10_u10_f64", "sve", 0, 0, 1, 0},
        {"aarch64", "Sleef_modff4_advsimd", "sleef_modf_f32", "neon", 4, 1, 0, 0},
        {"aarch64", "Sleef_modfd2_advsimd", "sleef_modf_f64", "neon", 2, 1, 0, 0},
        {"aarch64", "Sleef_erff4_u10advsimd", "sleef_erf_u10_f32", "neon", 4, 0, 1, 0},
        {"aarch64", "Sleef_ldexpd2_advsimd", "sleef_ldexp_f64", "neon", 2, 1, 0, 0},
        {"aarch64", "Sleef_ilogbdx_sve", "sleef_ilogb_f64", "sve", 0, 1, 0, 0},
        {"aarch64", "Sleef_sqrtf4_advsimd", "sleef_sqrt_f32", "neon", 4, 1, 0, 0},
        {"aarch64", "Sleef_sqrtf4_u05advsimd", "sleef_sqrt_u05_f32", "neon", 4, 0, 0.5001, 0},
        {"aarch64", "Sleef_fmaxd2_advsimd", "sleef_fmax_f64", "neon", 2, 0, 0, 0},
        {"aarch64", "Sleef_cospif4_u05advsimd", "sleef_cospi_u05_f32", "neon", 4, 0, 0.506,
         0x1p-126},
        {"aarch64", "Sleef_fastpowf4_u3500advsimd", "sleef_fastpow_u3500_f32", "neon", 4, 0, 350,
         0},
        {"aarch64", "Sleef_fastsinf4_u3500advsimd", "sleef_fastsin_u3500_f32", "neon", 4, 0, 350,
         2e-6},
        {"aarch64", "Sleef_finz_sinf4_u10advsimd", "sleef_finz_sin_u10_f32", "neon", 4, 1, 1, 0},
        {"aarch64", "Sleef_cinz_sindx_u10svenofma", "sleef_cinz_sin_u10_f64", "sve", 0, 1, 1, 0},
        {"x86_64", "Sleef_erfcd4_u15avx2", "sleef_erfc_u15_f64", "avx2", 4, 0, 2.5, 0x1p-1022},
        {"x86_64", "Sleef_expf4_u10avx2128", "sleef_exp_u10_f32_128", "avx2", 4, 0, 1, 0},
        {"x86_64", "Sleef_cinz_expf8_u10avx", "sleef_cinz_exp_u10_f32", "avx2", 8, 1, 1, 0},
        {"x86_64", "Sleef_powf16_u10avx512f", "sleef_pow_u10_f32", "avx512", 16, 0, 1, 0},
        {"x86_64", "Sleef_fabsd2_sse4", "sleef_fabs_f64", "sse4", 2, 1, 0, 0},
        {"armhf", "Sleef_tanhf4_u10neonvfpv4", "sleef_tanh_u10_f32", "neon32", 4, 0, 1.0001, 0},
        {"ppc64el", "Sleef_hypotd2_u35vsx3", "sleef_hypot_u35_f64", "vsx3", 2, 0, 3.5, 0},
        {"s390x", "Sleef_cbrtf4_u35vxe2", "sleef_cbrt_u35_f32", "vxe2", 4, 0, 3.5, 0},
        {"riscv64", "Sleef_sincosfx_u10rvvm1", "sleef_sincos_u10_f32", "rvv", 0, 0, 1, 0},
        {"riscv64", "Sleef_lgammadx_u10rvvm2", "sleef_lgamma_u10_f64_m2", "rvv", 0, 0, 1, 1e-15},
        {"riscv64", "Sleef_cinz_fmafx_rvvm2nofma", "sleef_cinz_fma_f32_m2", "rvv", 0, 1, -0.1, 0},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct xl_sleef_symbol s;
        assert_int_equal(xl_sleef_parse(names[i].arch, names[i].symbol, &s), XL_SLEEF_KERNEL);
        assert_string_equal(s.kernel, names[i].kernel);
        assert_string_equal(s.isa->ours, names[i].isa);
        assert_int_equal(s.lanes, names[i].lanes);
        struct xl_sleef_contract c = xl_sleef_contract(&s);
        assert_int_equal(c.exact, names[i].exact);
        for (const char *word = s.function->reference; !c.exact && c.ulp > 0 && word;) {
            char one[XL_SLEEF_NAME];
            assert_int_equal(sscanf(word, "%63s", one), 1);
            assert_non_null(xl_function_find(one));
            word = strchr(word + 1, ' ');
        }
        if (!c.exact) {
            assert_true(c.ulp == names[i].ulp);
            assert_true(c.absolute == names[i].absolute);
        }
    }
}

XL_TEST(other_names_are_left_out)
{
    static const char *const names[] = {
        "Sleef_sinf4_u10",             /* the dispatcher */
        "Sleef_sin_u10",               /* scalar */
        "Sleef_sinf1_u10purec",        /* scalar */
        "Sleef_sinf4_u10advsimdnofma", /* isas.def takes cinz_ of it alone */
        "Sleef_getIntf4_advsimd",      /* computes nothing */
        "Sleef_ldexpf4_advsimd",       /* sleef.h does not declare it */
        "Sleef_sinf8_u10avx2",         /* another architecture's */
        "Sleef_advsimd",
        "Sleef__advsimd",
        "Sleef_4_advsimd",
        "Sleef_f4_u10advsimd_",
        "_ZGVnN4v_Sleef_sinf_u10",
        "Sleef_",
        "",
        "Sleef_sinf4_v10advsimd",
        "Sleef_sinf4_uadvsimd",
        "advsimd",
    };
    struct xl_sleef_symbol s;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (xl_sleef_parse("aarch64", names[i], &s) != XL_SLEEF_OTHER)
            fail_msg("%s is taken for a kernel", names[i]);
}

XL_TEST(a_function_that_is_not_listed_is_said)
{
    struct xl_sleef_symbol s;
    assert_int_equal(xl_sleef_parse("aarch64", "Sleef_besself4_u10advsimd", &s), XL_SLEEF_UNKNOWN);
}

/* The domains that SLEEF documents. */
XL_TEST(domains_are_those_of_the_documentation)
{
    struct xl_sleef_symbol s;
    xl_sleef_parse("aarch64", "Sleef_sinpif4_u05advsimd", &s);
    struct xl_sleef_contract c = xl_sleef_contract(&s);
    assert_true(c.domains[0].lo == -1e7);
    assert_true(c.domains[0].hi == 1e7);
    xl_sleef_parse("aarch64", "Sleef_sinf4_u35advsimd", &s);
    c = xl_sleef_contract(&s);
    assert_true(c.domains[0].lo == c.domains[0].hi);
}

/* Reads a file that holds these bytes; what is wrong is in error. */
static int read_bytes(const char *bytes, size_t size, char *error, size_t error_size)
{
    char path[] = "/tmp/crosslane-sleef-XXXXXX";
    struct xl_library library;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0);
    int failed = xl_library_read(path, &library, error, error_size);
    xl_library_free(&library);
    unlink(path);
    return failed;
}

XL_TEST(what_is_no_library_is_refused)
{
    char error[600];
    struct xl_library library;
    assert_int_equal(read_bytes("", 0, error, sizeof error), -1);
    assert_int_equal(read_bytes("#!/bin/sh\n", 10, error, sizeof error), -1);
    assert_non_null(strstr(error, "no ELF file"));
    assert_int_equal(xl_library_read("/nowhere/libsleef.so.3", &library, error, sizeof error), -1);
    assert_non_null(strstr(error, "/nowhere/libsleef.so.3"));
    xl_library_free(&library);
}

/* This process's own C library, cut off at many places: an error each time, and never a crash. */
XL_TEST(a_library_that_is_cut_off_is_refused)
{
    static const char *const places[] = {"/lib/x86_64-linux-gnu/libz.so.1",
                                         "/usr/lib/x86_64-linux-gnu/libz.so.1"};
    char *bytes = malloc(1 << 20), error[600];
    FILE *f = fopen(places[0], "rb");
    if (!f)
        f = fopen(places[1], "rb");
    assert_non_null(bytes);
    if (!f)
        skip();
    size_t size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    assert_int_equal(read_bytes(bytes, size, error, sizeof error), 0);
    for (size_t cut = 0; cut < size; cut += size / 97 + 1) {
        assert_int_equal(read_bytes(bytes, cut, error, sizeof error), -1);
        assert_true(error[0]);
    }
    free(bytes);
}

int main(void)
{
    return xl_run_tests("sleef", NULL, NULL);
}
