/* What a kernel's record says of CPUs beyond their ISAs, and of the arguments of its code; and what
 * is said of a wrong one.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/record.h"
#include "oracle/record_check.h"
#include "run/signature.h"
#include "unit.h"

XL_TEST(test_needs_are_of_an_isa)
{
    const struct xl_kernel k = {.name = "k",
                                .needs = {{"sse4", "pclmulqdq aes"}, {"neon", "crc32"}}};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(&k, &err), 0);
    assert_string_equal(xl_kernel_needs(&k, "sse4"), "pclmulqdq aes");
    assert_string_equal(xl_kernel_needs(&k, "avx2"), "");
    assert_false(xl_kernel_is_dispatched(&k));
}

/* What is said of one function holds for it alone, and before what is said of its ISA. */
XL_TEST(test_words_of_a_variant)
{
    const struct xl_kernel whole = {.name = "k",
                                    .needs = {{"rvv:by_aes", "zvkned"}, {"avx2", "aes"}},
                                    .by_lane = {{"sse4 rvv:by_table", "tables"}},
                                    .secret = {"key", "rvv:by_table", "tables"}};
    struct xl_kernel by_aes = whole, by_table = whole;
    struct xl_error err;
    by_aes.variant = "rvv:by_aes";
    by_table.variant = "rvv:by_table";
    assert_int_equal(xl_kernel_check_features(&whole, &err), 0);
    assert_string_equal(xl_kernel_needs(&whole, "rvv"), "");
    assert_string_equal(xl_kernel_needs(&by_aes, "rvv"), "zvkned");
    assert_string_equal(xl_kernel_needs(&by_table, "rvv"), "");
    assert_string_equal(xl_kernel_needs(&by_aes, "avx2"), "aes");
    assert_null(xl_kernel_by_lane(&by_aes, "rvv"));
    assert_string_equal(xl_kernel_by_lane(&by_table, "rvv"), "tables");
    assert_null(xl_kernel_by_lane(&by_table, "rv"));
    assert_string_equal(xl_kernel_by_lane(&by_table, "sse4"), "tables");
    assert_true(xl_kernel_keeps_secrets(&by_aes, "rvv"));
    assert_false(xl_kernel_keeps_secrets(&by_table, "rvv"));
}

/* One that there is not would be a word that counts nowhere. */
XL_TEST(test_words_of_no_variant)
{
    static const struct {
        struct xl_kernel kernel;
        const char *words;
    } table[] = {
        {{.name = "k", .needs = {{"rvv:by_ase", "zvkned"}}}, ".needs: no XL_VARIANT 'rvv:by_ase'"},
        {{.name = "k", .by_lane = {{"sse4 rvv:by_ase", "why"}}},
         ".by_lane: no XL_VARIANT 'rvv:by_ase'"},
        {{.name = "k", .secret = {"key", "sse4 rvv:by_ase", "why"}},
         ".secret: no XL_VARIANT 'rvv:by_ase'"},
    };
    struct xl_kernel by_aes = {.name = "k", .variant = "rvv:by_aes"},
                     other = {.name = "other", .variant = "rvv:by_ase"};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct xl_kernel *const kernels[] = {&table[i].kernel, &by_aes, &other};
        struct xl_error err;
        assert_int_equal(xl_kernel_check_variants(kernels[0], kernels, 3, &err), -1);
        assert_non_null(strstr(err.text, table[i].words));
    }
    const struct xl_kernel isa = {.name = "k", .needs = {{"rvvv:by_aes", "zvkned"}}},
                           feature = {.name = "k", .needs = {{"rvv:by_aes", "zvkne"}}};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(&isa, &err), -1);
    assert_non_null(strstr(err.text, "unknown ISA 'rvvv'"));
    assert_int_equal(xl_kernel_check_features(&feature, &err), -1);
    assert_non_null(strstr(err.text, "unknown feature of riscv64 'zvkne'"));
}

static void no_reference(void)
{
}

static void assert_wrong(const struct xl_kernel *k, const char *words)
{
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(k, &err), -1);
    if (!strstr(err.text, words))
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

/* A word that is misspelt would be a feature that no CPU has, and its kernel be run nowhere. */
XL_TEST(test_words_that_name_nothing)
{
    const struct xl_kernel misspelt = {.name = "k", .needs = {{"sse4", "aes pclmulqd"}}},
                           other_arch = {.name = "k", .needs = {{"sse4", "pmull"}}},
                           isa = {.name = "k", .needs = {{"sse5", "aes"}}},
                           taken = {.name = "k", .dispatch = {{"avx2 aess", "f"}}};
    assert_wrong(&misspelt,
                 "kernel k: .needs: unknown feature of x86_64 'pclmulqd'; similar: pclmulqdq");
    assert_wrong(&other_arch, "unknown feature of x86_64 'pmull'");
    assert_wrong(&isa, "unknown ISA 'sse5'");
    assert_wrong(&taken, ".dispatch: unknown ISA or feature 'aess'; similar: aes");
}

XL_TEST(test_dispatch_has_isas_and_features)
{
    const struct xl_kernel k = {
        .name = "k", .dispatch = {{"avx2 pclmulqdq", "f"}, {"neon crc32", "g"}, {"", "h"}}};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_features(&k, &err), 0);
    assert_true(xl_kernel_is_dispatched(&k));
}

/* A name that is misspelt would be a secret that is not kept. */
XL_TEST(test_wrong_secrets)
{
    static const struct {
        struct xl_secret secret;
        const char *words; /* NULL: it is right */
    } table[] = {
        {{"a key", NULL, NULL}, NULL},
        {{"key", "sse2 sse4", "why"}, NULL},
        {{"a keys", NULL, NULL}, "kernel k: .secret: no input has the name 'keys'"},
        {{"r", NULL, NULL}, "kernel k: .secret: no input has the name 'r'"},
        {{"n", NULL, NULL}, "kernel k: .secret: no input has the name 'n'"},
        {{"a", "sse2", NULL}, "kernel k: .secret: .except needs .args, and a .reason"},
        {{NULL, "sse2", "why"}, "kernel k: .secret: .except needs .args, and a .reason"},
        {{"a", "sse5", "why"}, "kernel k: .secret: unknown ISA 'sse5'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct xl_kernel k = {
            .version = XL_KERNEL_VERSION,
            .name = "k",
            .family = "f",
            .reference = no_reference,
            .summary = "s",
            .args = {XL_IN(u8, a, 1), XL_VALUE(u32, key), XL_OUT(u8, r, 1), XL_COUNT},
            .secret = table[i].secret};
        struct xl_error err = {""};
        assert_int_equal(xl_record_check("f.c", &k, &err), table[i].words ? -1 : 0);
        if (table[i].words && !strstr(err.text, table[i].words))
            fail_msg("\"%s\" does not say \"%s\"", err.text, table[i].words);
    }
}

/* A rule that is misspelt would never be checked. */
XL_TEST(test_rules_beyond_the_abi)
{
    struct xl_kernel k = {.version = XL_KERNEL_VERSION,
                          .name = "k",
                          .family = "f",
                          .reference = no_reference,
                          .summary = "s",
                          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT},
                          .abi = "unwinding  x18"};
    struct xl_error err = {""};
    assert_int_equal(xl_record_check("f.c", &k, &err), 0);
    assert_true(xl_kernel_asks(&k, "x18"));
    assert_false(xl_kernel_asks(&k, "landing_pads"));
    bool is_noted;
    assert_null(xl_unasked_rule(&k, "the platform register x18", &is_noted));
    assert_null(xl_unasked_rule(&k, "x19", &is_noted));
    k.abi = NULL;
    assert_string_equal(xl_unasked_rule(&k, "the platform register x18", &is_noted), "x18");
    assert_false(is_noted);
    assert_string_equal(
        xl_unasked_rule(&k, "the upper halves of vector registers (no vzeroupper)", &is_noted),
        "upper_halves");
    assert_true(is_noted);
    k.abi = "x18 landing_pad";
    assert_int_equal(xl_record_check("f.c", &k, &err), -1);
    assert_string_equal(err.text,
                        "kernel k: .abi: unknown rule 'landing_pad'; similar: landing_pads");
}

static bool is_otherwise(enum xl_arg_extension narrow, enum xl_type type,
                         struct xl_parameter parameter)
{
    const struct xl_kernel k = {.args = {{.kind = XL_ARG_VALUE, .type = type, .name = "x"}}};
    const struct xl_signature s = {.where = "f.c:1", .parameters = {parameter}, .count = 1};
    char text[256];
    return xl_signature_mismatch(&k, narrow, "f", &s, text, sizeof text);
}

/* A wider integer is right where the ABI has the caller extend what it passes; a narrower one never
 * is, nor another class. */
XL_TEST(test_widths_are_the_abis)
{
    const struct xl_parameter byte = {XL_CLASS_INTEGER, 1}, word = {XL_CLASS_INTEGER, 4},
                              wide = {XL_CLASS_INTEGER, 8}, number = {XL_CLASS_FLOAT, 4},
                              structure = {XL_CLASS_OTHER, 8};
    static const bool word_for_byte[] = {true, false, false, false},
                      wide_for_word[] = {true, true, true, false};
    for (enum xl_arg_extension n = XL_EXTEND_UNDEFINED; n <= XL_EXTEND_BY_TYPE; n++) {
        assert_int_equal(is_otherwise(n, XL_u8, word), word_for_byte[n]);
        assert_int_equal(is_otherwise(n, XL_u32, wide), wide_for_word[n]);
        assert_int_equal(is_otherwise(n, XL_i32, wide), n < XL_EXTEND_SIGN_32);
        assert_true(is_otherwise(n, XL_u32, byte));
        assert_true(is_otherwise(n, XL_u32, number));
        assert_true(is_otherwise(n, XL_f64, number));
        assert_true(is_otherwise(n, XL_f32, word));
        assert_false(is_otherwise(n, XL_u32, word));
        assert_false(is_otherwise(n, XL_f32, number));
        assert_false(is_otherwise(n, XL_u32, structure));
    }
}

/* Of sizes the width is free, of pointers what they are to. */
XL_TEST(test_sizes_fit_any_integer)
{
    const struct xl_kernel k = {.args = {XL_IN(f32, a, 1), XL_COUNT, XL_RETURNS(u8)}};
    struct xl_signature s = {.where = "f.c:1",
                             .returns = {XL_CLASS_INTEGER, 4},
                             .parameters = {{XL_CLASS_POINTER, 8}, {XL_CLASS_INTEGER, 2}},
                             .count = 2};
    char text[256];
    assert_false(xl_signature_mismatch(&k, XL_EXTEND_UNDEFINED, "f", &s, text, sizeof text));
    s.parameters[1].class = XL_CLASS_POINTER;
    assert_true(xl_signature_mismatch(&k, XL_EXTEND_UNDEFINED, "f", &s, text, sizeof text));
    assert_string_equal(text, "f.c:1: f takes a pointer for n, the record has an argument of u64");
    s.count = 1;
    assert_true(xl_signature_mismatch(&k, XL_EXTEND_UNDEFINED, "f", &s, text, sizeof text));
    assert_string_equal(text, "f.c:1: f takes 1 argument, the record has 2");
}

/* A size_t is as wide as the guest has it: 4 bytes on ARMv7, 8 elsewhere. */
XL_TEST(test_a_size_is_as_wide_as_the_guests)
{
    const struct xl_kernel k = {.args = {XL_VALUE_SIZE(shift, 0, 31), XL_RETURNS_SIZE}};
    char text[256];
    for (unsigned bytes = 4; bytes <= 8; bytes += 4) {
        const struct xl_signature s = {.where = "f.c:1",
                                       .returns = {XL_CLASS_INTEGER, bytes},
                                       .parameters = {{XL_CLASS_INTEGER, bytes}},
                                       .count = 1};
        for (enum xl_arg_extension n = XL_EXTEND_UNDEFINED; n <= XL_EXTEND_BY_TYPE; n++)
            assert_false(xl_signature_mismatch(&k, n, "f", &s, text, sizeof text));
    }
    const struct xl_signature other = {.where = "f.c:1",
                                       .returns = {XL_CLASS_POINTER, 4},
                                       .parameters = {{XL_CLASS_INTEGER, 4}},
                                       .count = 1};
    assert_true(xl_signature_mismatch(&k, XL_EXTEND_UNDEFINED, "f", &other, text, sizeof text));
    assert_string_equal(text, "f.c:1: f returns a pointer, the record has a result of u64");
}

int main(void)
{
    return xl_run_tests("record", NULL, NULL);
}
