/* Classes of instructions: families of ISAs, moves of whole vectors, estimates.
 * SPDX-License-Identifier: MIT
 */
#include "code/classify.h"
#include "unit.h"

XL_TEST(test_instructions_have_families)
{
    static const struct {
        const char *arch, *mnemonic, *operands;
        enum xl_family family;
    } table[] = {
        {"x86_64", "addps", "%xmm0, %xmm1", XL_FAMILY_sse},
        {"x86_64", "addss", "%xmm0, %xmm1", XL_FAMILY_none},
        {"x86_64", "pabsd", "%xmm0, %xmm1", XL_FAMILY_sse},
        {"x86_64", "pxor", "%xmm0, %xmm0", XL_FAMILY_none},
        {"x86_64", "pxor", "%xmm1, %xmm0", XL_FAMILY_sse},
        {"x86_64", "cvtsi2sdl", "%eax, %xmm0", XL_FAMILY_none},
        {"x86_64", "cvtdq2ps", "%xmm0, %xmm0", XL_FAMILY_sse},
        {"x86_64", "movups", "%xmm0, (%rax)", XL_FAMILY_none},
        {"x86_64", "vaddps", "%ymm0, %ymm1, %ymm2", XL_FAMILY_avx},
        {"x86_64", "vfmadd231ss", "%xmm0, %xmm1, %xmm2", XL_FAMILY_none},
        {"x86_64", "vbroadcastss", "%xmm0, %ymm0", XL_FAMILY_avx},
        {"x86_64", "vpxor", "%xmm4, %xmm4, %xmm4", XL_FAMILY_none},
        {"x86_64", "vaddps", "%zmm0, %zmm1, %zmm2", XL_FAMILY_avx512},
        {"x86_64", "vpaddd", "%ymm0, %ymm1, %ymm2 {%k1}", XL_FAMILY_avx512},
        {"x86_64", "movhps", "%xmm0, (%rdi)", XL_FAMILY_none},
        {"x86_64", "movhlps", "%xmm1, %xmm2", XL_FAMILY_sse},
        {"x86_64", "addq", "%rax, %rbx", XL_FAMILY_none},
        {"x86_64", "nopw", "(%rax,%rax)", XL_FAMILY_pad},
        {"x86_64", "<unknown>", "", XL_FAMILY_unknown},
        {"aarch64", "fadd", "v0.4s, v1.4s, v2.4s", XL_FAMILY_neon},
        {"aarch64", "fadd", "d0, d1, d2", XL_FAMILY_none},
        {"aarch64", "ld1", "{ v0.s }[1], [x15]", XL_FAMILY_neon},
        {"aarch64", "ld1", "{ v0.s }[0], [x15]", XL_FAMILY_none},
        {"aarch64", "st1", "{ v0.d }[1], [x15]", XL_FAMILY_none},
        {"aarch64", "ld1", "{ v0.16b }, [x15]", XL_FAMILY_neon},
        {"aarch64", "movi", "v0.2d, #0000000000000000", XL_FAMILY_none},
        {"aarch64", "fadd", "z30.s, z31.s, z30.s", XL_FAMILY_sve},
        {"aarch64", "ld1w", "{ z31.s }, p7/z, [x0, x4, lsl #2]", XL_FAMILY_sve},
        {"aarch64", "whilelo", "p7.s, xzr, x5", XL_FAMILY_none},
        {"aarch64", "cntw", "x6", XL_FAMILY_none},
        {"armhf", "vadd.f32", "q8, q8, q9", XL_FAMILY_neon32},
        {"armhf", "vadd.f32", "s0, s0, s1", XL_FAMILY_none},
        {"armhf", "vadd.f64", "d0, d0, d1", XL_FAMILY_none},
        {"armhf", "vshl.u64", "d17, d17, d20", XL_FAMILY_neon32},
        {"armhf", "vmov.i32", "d21, #0x0", XL_FAMILY_none},
        {"armhf", "vmovl.s16", "q8, d16", XL_FAMILY_neon32},
        {"ppc64el", "xvaddsp", "0, 0, 12", XL_FAMILY_vsx},
        {"ppc64el", "xsaddsp", "0, 0, 12", XL_FAMILY_none},
        {"ppc64el", "vaddfp", "0, 0, 12", XL_FAMILY_vsx},
        {"ppc64el", "xxlor", "0, 1, 1", XL_FAMILY_none},
        {"ppc64el", "stxvb16x", "0, 8, 9", XL_FAMILY_vsx},
        {"ppc64el", "lxvx", "0, 3, 6", XL_FAMILY_none},
        {"s390x", "vfasb", "%v22, %v18, %v20", XL_FAMILY_vx},
        {"s390x", "wfadb", "%v22, %v18, %v20", XL_FAMILY_none},
        {"s390x", "vlgvf", "%r9, %v2, 0", XL_FAMILY_none},
        {"s390x", "vlgvf", "%r9, %v2, 1", XL_FAMILY_vx},
        {"riscv64", "vfadd.vv", "v1, v1, v2", XL_FAMILY_rvv},
        {"riscv64", "vcpop.v", "v8, v8", XL_FAMILY_rvv},
        {"riscv64", "vfwcvt.f.f.v", "v8, v9", XL_FAMILY_rvv},
        {"riscv64", "vsetvli", "a5, a5, e32, m1, ta, ma", XL_FAMILY_none},
        {"riscv64", "fadd.s", "fa0, fa0, fa1", XL_FAMILY_none},
        {"loong64", "vfadd.s", "$vr0, $vr1, $vr0", XL_FAMILY_lsx},
        {"loong64", "xvfadd.s", "$xr0, $xr1, $xr0", XL_FAMILY_lasx},
        {"loong64", "vext2xv.w.b", "$xr0, $xr0", XL_FAMILY_lasx},
        {"loong64", "fadd.s", "$fa0, $fa1, $fa0", XL_FAMILY_none},
        {"loong64", "xvld", "$xr0, $a0, 0", XL_FAMILY_none},
        {"loong64", "vinsgr2vr.w", "$vr0, $t0, 3", XL_FAMILY_lsx},
        {"loong64", "vpickve2gr.d", "$t0, $vr0, 0", XL_FAMILY_none},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (xl_classify(xl_classifier(table[i].arch), table[i].mnemonic, table[i].operands) !=
            table[i].family)
            fail_msg("%s: %s %s", table[i].arch, table[i].mnemonic, table[i].operands);
    assert_true(xl_family_counts(XL_FAMILY_avx512, XL_FAMILY_avx));
    assert_false(xl_family_counts(XL_FAMILY_avx, XL_FAMILY_sse));
    assert_false(xl_family_counts(XL_FAMILY_none, XL_FAMILY_none));
    assert_false(xl_family_counts(XL_FAMILY_unknown, XL_FAMILY_unknown));
}

/* What vectors or parts of them are moved by, how wide lanes are, and what computes one by one. The
 * kernels' widest elements have four bytes. */
XL_TEST(test_parts_are_told)
{
    static const struct {
        const char *arch, *mnemonic, *operands;
        enum xl_access access;
        size_t lanes;
        bool is_scalar;
    } table[] = {
        {"x86_64", "movq", "(%rdi), %xmm1", XL_LOAD, 0, false},
        {"x86_64", "movups", "%xmm0, (%rcx)", XL_STORE, 4, false},
        {"x86_64", "vpaddd", "(%rdi), %ymm0, %ymm1", XL_LOAD, 4, false},
        {"x86_64", "movaps", "%xmm0, -0x18(%rsp)", XL_NO_ACCESS, 4, false},
        {"x86_64", "mulps", "0x10(%rip), %xmm0", XL_NO_ACCESS, 4, false},
        {"x86_64", "movss", "(%rdi), %xmm0", XL_NO_ACCESS, 0, false},
        {"x86_64", "vpgatherdd", "%ymm2, (%rdi,%ymm1,4), %ymm0", XL_NO_ACCESS, 4, false},
        {"x86_64", "vpmovzxbw", "%xmm0, %ymm0", XL_NO_ACCESS, 2, false},
        {"x86_64", "vpermq", "$0x4e, %ymm1, %ymm0", XL_NO_ACCESS, 0, false},
        {"x86_64", "punpcklqdq", "%xmm1, %xmm0", XL_NO_ACCESS, 0, false},
        {"x86_64", "vdivss", "%xmm1, %xmm0, %xmm0", XL_NO_ACCESS, 0, true},
        {"x86_64", "vdivps", "%xmm1, %xmm0, %xmm0", XL_NO_ACCESS, 4, false},
        {"x86_64", "idivl", "%ecx", XL_NO_ACCESS, 0, true},
        {"aarch64", "ld1", "{ v0.8b }, [x1]", XL_LOAD, 1, false},
        {"aarch64", "ldr", "d0, [x1]", XL_LOAD, 0, false},
        {"aarch64", "ld1", "{ v0.s }[1], [x1]", XL_NO_ACCESS, 4, false},
        {"aarch64", "ld1rw", "{ z0.s }, p0/z, [x1]", XL_NO_ACCESS, 4, false},
        {"aarch64", "st2w", "{ z0.s, z1.s }, p0, [x1]", XL_STORE, 4, false},
        {"aarch64", "uaddl", "v0.8h, v1.8b, v2.8b", XL_NO_ACCESS, 2, false},
        {"aarch64", "udiv", "w0, w1, w2", XL_NO_ACCESS, 0, true},
        {"aarch64", "udiv", "z0.s, p0/m, z0.s, z1.s", XL_NO_ACCESS, 4, false},
        {"aarch64", "fadd", "s0, s1, s2", XL_NO_ACCESS, 0, true},
        {"armhf", "vst1.32", "{d16, d17}, [r0]", XL_STORE, 4, false},
        {"armhf", "vld1.32", "{d16[0]}, [r0]", XL_NO_ACCESS, 4, false},
        {"armhf", "vmull.u8", "q0, d0, d1", XL_NO_ACCESS, 16, false},
        {"armhf", "vadd.f32", "s0, s1, s2", XL_NO_ACCESS, 4, true},
        {"ppc64el", "lxvl", "34, 3, 5", XL_LOAD, 0, false},
        {"ppc64el", "stxv", "34, -16(1)", XL_NO_ACCESS, 0, false},
        {"ppc64el", "vadduwm", "2, 3, 4", XL_NO_ACCESS, 4, false},
        {"ppc64el", "xsadddp", "0, 1, 2", XL_NO_ACCESS, 8, true},
        {"s390x", "vll", "%v0, %r1, 0(%r2)", XL_LOAD, 0, false},
        {"s390x", "vlr", "%v0, %v1", XL_NO_ACCESS, 0, false},
        {"s390x", "vaf", "%v0, %v1, %v2", XL_NO_ACCESS, 4, false},
        {"s390x", "debr", "%f0, %f1", XL_NO_ACCESS, 0, true},
        {"riscv64", "vle32.v", "v8, (a0)", XL_LOAD, 1, false},
        {"riscv64", "vs1r.v", "v8, (sp)", XL_NO_ACCESS, 1, false},
        {"riscv64", "vwadd.vv", "v8, v9, v10", XL_NO_ACCESS, 16, false},
        {"riscv64", "fdiv.s", "fa0, fa0, fa1", XL_NO_ACCESS, 1, true},
        {"loong64", "vst", "$vr0, $a0, 0", XL_STORE, 0, false},
        {"loong64", "vaddwev.h.b", "$vr0, $vr1, $vr2", XL_NO_ACCESS, 2, false},
        {"loong64", "xvpermi.q", "$xr0, $xr2, 32", XL_NO_ACCESS, 0, false},
        {"loong64", "xvreplve0.d", "$xr0, $xr1", XL_NO_ACCESS, 0, false},
        {"loong64", "div.w", "$a0, $a1, $a2", XL_NO_ACCESS, 4, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *arch = table[i].arch, *name = table[i].mnemonic, *operands = table[i].operands;
        const enum xl_access access = xl_vector_access(arch, name, operands, 4);
        const size_t lanes = xl_lane_bytes(arch, name, operands);
        const bool is_scalar = xl_is_scalar_arithmetic(arch, name, operands);
        if (access != table[i].access || is_scalar != table[i].is_scalar ||
            (access == XL_NO_ACCESS && lanes != table[i].lanes))
            fail_msg("%s: %s %s: %d %zu %d", arch, name, operands, (int)access, lanes, is_scalar);
    }
    assert_int_equal(xl_vector_access("aarch64", "ldr", "d0, [x1]", 8), XL_NO_ACCESS);
}

/* What whole vectors are loaded and stored by, and what moves single elements. */
XL_TEST(test_steps_are_told)
{
    static const struct {
        const char *arch, *mnemonic, *operands;
        bool is_whole;
    } table[] = {
        {"x86_64", "vmovdqu", "(%rdi), %ymm0", true},
        {"x86_64", "movups", "%xmm0, (%rcx)", true},
        {"x86_64", "movdqa", "%xmm0, %xmm1", false},
        {"x86_64", "movaps", "%xmm0, -0x18(%rsp)", false},
        {"x86_64", "movss", "(%rdi), %xmm0", false},
        {"aarch64", "ldr", "q0, [x1], #0x10", true},
        {"aarch64", "ldr", "d0, [x1]", false},
        {"aarch64", "str", "q0, [sp, #0x10]", false},
        {"aarch64", "st1w", "{ z0.s }, p0, [x1]", true},
        {"aarch64", "ld1", "{ v0.s }[1], [x1]", false},
        {"aarch64", "ldr", "x0, [x1]", false},
        {"s390x", "vst", "%v0, 0(%r1,%r2)", true},
        {"s390x", "vst", "%v0, 160(%r15)", false},
        {"riscv64", "vse32.v", "v8, (a0)", true},
        {"riscv64", "vsetvli", "a0, a0, e32, m1, ta, ma", false},
        {"ppc64el", "stxvx", "0, 5, 9", true},
        {"loong64", "xvst", "$xr0, $a0, 0", true},
        {"armhf", "vst1.32", "{d16, d17}, [r0]", true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (xl_is_whole_access(table[i].arch, table[i].mnemonic, table[i].operands) !=
            table[i].is_whole)
            fail_msg("%s: %s %s", table[i].arch, table[i].mnemonic, table[i].operands);
    assert_true(xl_is_contiguous_access("aarch64", "st1w", "{ z0.s }, p0, [sp]"));
    assert_false(xl_is_contiguous_access("aarch64", "ld1w", "{ z0.s }, p0/z, [x0, z1.s, uxtw #2]"));
    assert_true(xl_is_converting_access("ld1b", "{ z0.s }, p0/z, [x1]"));
    assert_true(xl_is_converting_access("ld1sw", "{ z0.d }, p0/z, [x1]"));
    assert_false(xl_is_converting_access("st1d", "{ z0.d }, p0, [x1]"));
    assert_true(xl_is_whole_logic("x86_64", "xorps", "%xmm1, %xmm0"));
    assert_false(xl_is_whole_logic("x86_64", "vxorps", "%xmm0, %xmm0, %xmm0"));
    assert_true(xl_is_whole_logic("ppc64el", "mtvsrws", "34, 5"));
    assert_true(xl_is_element_move("x86_64", "vpinsrq"));
    assert_true(xl_is_element_move("riscv64", "vfslide1down.vf"));
    assert_false(xl_is_element_move("s390x", "vaf"));
    assert_true(xl_is_store("x86_64", "%xmm0, (%rcx)"));
    assert_false(xl_is_store("x86_64", "(%rcx), %xmm0"));
}

XL_TEST(test_estimates_are_told)
{
    assert_true(xl_is_estimate("x86_64", "rsqrtps"));
    assert_true(xl_is_estimate("x86_64", "vrcpps"));
    assert_false(xl_is_estimate("x86_64", "vrcp14ps"));
    assert_false(xl_is_estimate("x86_64", "sqrtps"));
    assert_true(xl_is_estimate("ppc64el", "xvrsqrtesp"));
    assert_true(xl_is_estimate("loong64", "xvfrecipe.s"));
    assert_false(xl_is_estimate("loong64", "xvfrecip.s"));
    /* To the bit by their manuals. */
    assert_false(xl_is_estimate("aarch64", "frsqrte"));
    assert_false(xl_is_estimate("riscv64", "vfrec7.v"));
}

int main(void)
{
    return xl_run_tests("instructions", NULL, NULL);
}
