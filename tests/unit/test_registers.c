/* The registers of addresses and divisions, and their values in logs.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "code/registers.h"
#include "unit.h"

/* The names with blanks between them; " vector" if a vector has some. */
static const char *words_of(const struct xl_registers *r)
{
    static char text[64];
    *text = '\0';
    for (size_t i = 0; i < r->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 r->names[i]);
    if (r->has_vector)
        snprintf(text + strlen(text), sizeof text - strlen(text), " vector");
    return text;
}

XL_TEST(test_addresses)
{
    static const struct {
        const char *arch, *mnemonic, *operands, *words;
    } table[] = {
        {"x86_64", "movzbl", "(%rdi,%r8), %r8d", "%rdi %r8"},
        {"x86_64", "leaq", "(%rdi,%r8), %r8", ""},
        {"x86_64", "vpgatherdd", "%ymm2, (%rdi,%ymm1,4), %ymm0", "%rdi vector"},
        {"x86_64", "addl", "$1, %eax", ""},
        {"aarch64", "ldrb", "w5, [x0, w5, uxtw]", "x0 w5"},
        {"aarch64", "ldr", "q0, [sp, #0x10]", "sp"},
        {"aarch64", "ld1w", "{ z0.s }, p0/z, [x0, z1.s, uxtw #2]", "x0 vector"},
        {"aarch64", "add", "x0, x1, x2", ""},
        {"armhf", "vld1.8", "{d16, d17}, [r0:64]!", "r0"},
        {"armhf", "ldr", "r3, [r0, r3, lsl #2]", "r0 r3"},
        {"ppc64el", "lbzx", "10, 3, 10", "3 10"},
        {"ppc64el", "lwz", "3, 8(4)", "4"},
        {"ppc64el", "stvx", "2, 0, 3", "3"},
        {"ppc64el", "add", "3, 4, 5", ""},
        {"ppc64el", "lis", "3, 4", ""},
        {"s390x", "llgc", "%r1, 0(%r2,%r3)", "%r2 %r3"},
        {"s390x", "sllg", "%r1, %r2, 3(%r4)", ""},
        {"s390x", "vgef", "%v0, 0(%v1,%r2), 1", "%r2 vector"},
        {"riscv64", "lbu", "a4, 0x0(a4)", "a4"},
        {"riscv64", "vluxei32.v", "v8, (a0), v9", "a0 vector"},
        {"riscv64", "vle32.v", "v8, (s1)", "s1"},
        {"loong64", "ldx.bu", "$t1, $a0, $t1", "$a0 $t1"},
        {"loong64", "vldi", "$vr0, 1", ""},
        {"loong64", "xvst", "$xr0, $fp, -32", "$fp"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct xl_registers r =
            xl_address_registers(table[i].arch, table[i].mnemonic, table[i].operands);
        assert_string_equal(words_of(&r), table[i].words);
    }
}

XL_TEST(test_divisions)
{
    static const struct {
        const char *arch, *mnemonic, *operands, *words; /* NULL: it does not divide */
    } table[] = {
        {"x86_64", "divl", "%r8d", "%r8d %rax %rdx"},
        {"x86_64", "vdivps", "%ymm0, %ymm1, %ymm2", " vector"},
        {"x86_64", "imull", "%eax, %edx", NULL},
        {"x86_64", "callq", "0x1234 <__udivti3>", "%rdi %rsi %rdx %rcx"},
        {"aarch64", "udiv", "w3, w5, w4", "w5 w4"},
        {"aarch64", "sdiv", "z0.s, p0/m, z0.s, z1.s", " vector"},
        {"aarch64", "fsqrt", "d0, d1", " vector"},
        {"armhf", "bl", "0x20048 <__udivsi3>", "r0 r1"},
        {"armhf", "bl", "0x20048 <__aeabi_uldivmod>", "r0 r1 r2 r3"},
        {"ppc64el", "divwu", "2, 6, 3", "6 3"},
        {"ppc64el", "xvdivdp", "0, 1, 2", " vector"},
        {"s390x", "dlgr", "%r4, %r9", "%r4 %r9 %r5"},
        {"riscv64", "divuw", "a4, a3, a5", "a3 a5"},
        {"riscv64", "fdiv.s", "fa0, fa1, fa2", " vector"},
        {"loong64", "mod.w", "$t0, $t2, $t1", "$t2 $t1"},
        {"loong64", "mul.w", "$t0, $t2, $t1", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_registers r;
        const bool divides = xl_divides(table[i].arch, table[i].mnemonic, table[i].operands, &r);
        assert_int_equal(divides, table[i].words != NULL);
        if (divides)
            assert_string_equal(words_of(&r), table[i].words);
    }
}

/* Lines of QEMU 10.0. */
XL_TEST(test_values)
{
    static const struct {
        const char *arch, *name, *lines, *value; /* NULL: the lines do not have it */
    } table[] = {
        {"x86_64", "%eax", "RAX=0000000000000012 RBX=0000000000000003\n", "0000000000000012"},
        {"x86_64", "%r8d", "R8 =00000000000000a1 R9 =0\n", "00000000000000a1"},
        {"x86_64", "%r10", "R10=00000000000000b1", "00000000000000b1"},
        {"aarch64", "w5", "X04=01 X05=0000000000000007\n", "0000000000000007"},
        {"aarch64", "sp", "X30=01  SP=00007f6f8e3fe700\n", "00007f6f8e3fe700"},
        {"armhf", "lr", "R12=00000000 R13=40800850 R14=00000009\n", "00000009"},
        {"ppc64el", "6", "GPR04 0000000000000001 0000000000000002 0000000000000003 04\n",
         "0000000000000003"},
        {"s390x", "%r9", "R08=01 R09=00000000000000cd\n", "00000000000000cd"},
        {"riscv64", "a0", " x9/s1    0000000000000001 x10/a0   00000000000000ef\n",
         "00000000000000ef"},
        {"loong64", "$a1", " GPR04: r4 0000000000000001 r5 0000000000000005\n", "0000000000000005"},
        {"loong64", "$fp", " GPR20: r20 01 r21 02 r22 00000000000000fe\n", "00000000000000fe"},
        {"x86_64", "%rax", "RBX=0000000000000003\n", NULL},
        {"x86_64", "%xmm0", "RAX=0000000000000003\n", NULL},
        {"ppc64el", "6", "GPR04 0000000000000001", NULL},
        {"mips", "$4", "R04=01", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        size_t length = 0;
        const char *value = xl_register_value(table[i].arch, table[i].name, table[i].lines,
                                              strlen(table[i].lines), &length);
        if (!table[i].value) {
            assert_null(value);
            continue;
        }
        assert_non_null(value);
        assert_int_equal(length, strlen(table[i].value));
        assert_memory_equal(value, table[i].value, length);
    }
}

int main(void)
{
    return xl_run_tests("registers", NULL, NULL);
}
