/* What a finding says: of where the guest was, by the notes of an agent that is made up; and where
 * it has no room.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <unistd.h>

#include <fcntl.h>

#include "base/text.h"
#include "code/classify.h"
#include "code/disassembly.h"
#include "code/elf.h"
#include "execute/context.h"
#include "unit.h"

static const struct xl_kernel some_kernel = {.name = "k", .args = {XL_IN(u8, a, 1), XL_COUNT}};

/* An agent that has noted something, and what is known of its code. */
struct made_up {
    _Alignas(XL_PAGE) uint8_t memory[XL_PAGE];
    struct xl_agent agent;
    struct xl_agent_code code;
    struct xl_disabled_checks off;
    struct xl_context run;
    struct xl_prepared_call p;
    struct xl_kernel_result result;
};

static struct made_up *make_up(const char *arch, const char *lines)
{
    struct made_up *m = aligned_alloc(XL_PAGE, (sizeof *m + XL_PAGE - 1) / XL_PAGE * XL_PAGE);
    char *text = NULL;
    struct xl_error err;
    assert_non_null(m);
    memset(m, 0, sizeof *m);
    m->agent.memory = m->memory;
    m->agent.process.output = -1;
    assert_true(asprintf(&text,
                         "crosslane-disassembly 4\n10 a.o\n2000 toolchain libc.a(x.o)\n.code\n%s",
                         lines) > 0);
    assert_int_equal(xl_disassembly_parse(text, strlen(text), arch, &m->code.disassembly, &err), 0);
    m->run = (struct xl_context){.agent = &m->agent,
                                 .kernel = &some_kernel,
                                 .code = &m->code,
                                 .disabled_checks = &m->off,
                                 .call_limit_ms = 3000};
    m->p.c.n = 5;
    return m;
}

static void put_away(struct made_up *m)
{
    xl_disassembly_free(&m->code.disassembly);
    free(m);
}

static struct xl_memory_head *head_of(struct made_up *m)
{
    return (struct xl_memory_head *)(void *)m->memory;
}

/* The whole of a message ends with these words. */
static void assert_ends(const char *message, const char *words)
{
    const size_t length = strlen(message), ending = strlen(words);
    if (length < ending || strcmp(message + length - ending, words) != 0)
        fail_msg("\"%s\" does not end in \"%s\"", message, words);
}

/* An instruction that the CPU refuses is said to be of an extension where that is what it lacks. */
XL_TEST(test_extensions)
{
    static const struct {
        const char *arch, *line, *features, *words;
        int signal;
    } table[] = {
        {"riscv64", "ctz\ta0, a0", " v zba ",
         ": it executes `ctz` (Zbb), which the row's CPU lacks", SIGILL},
        {"riscv64", "ctz\ta0, a0", " v zbb ", ": ctz a0, a0)", SIGILL},
        {"riscv64", "ctz\ta0, a0", " v zba ", ": ctz a0, a0)", SIGFPE},
        {"riscv64", "add\ta0, a0, a0", "", ": add a0, a0, a0)", SIGILL},
        {"riscv64", "sh1add\ta0, a1, a2", "", "(Zba), which the row's CPU lacks", SIGILL},
        {"riscv64", "clmulh\ta0, a1, a2", "", "(Zbc), which the row's CPU lacks", SIGILL},
        {"x86_64", "mulxq\t%rax, %rcx, %rdx", " bmi1 ", "(BMI2), which the row's CPU lacks",
         SIGILL},
        {"x86_64", "andnps\t%xmm1, %xmm0", "", "andnps %xmm1, %xmm0)", SIGILL},
        {"x86_64", "pextrq\t$0x1, %xmm0, %rax", "", "(SSE4.1), which the row's CPU lacks", SIGILL},
        {"x86_64", "paddb\t%xmm1, %xmm0", "", ": sse instruction; this CPU lacks sse2, sse4",
         SIGILL},
        {"x86_64", "pclmulqdq\t$0x0, %xmm0, %xmm0", " aes ",
         "(PCLMULQDQ), which the row's CPU lacks", SIGILL},
        {"aarch64", "crc32x\tw0, w1, x2", "", "(CRC32), which the row's CPU lacks", SIGILL},
        {"aarch64", "ldaddal\tx0, x1, [x2]", " crc32 ", "(LSE), which the row's CPU lacks", SIGILL},
        {"ppc64el", "modsw\t3, 4, 5", " arch_2_07 ", "(Power ISA 3.0), which the row's CPU lacks",
         SIGILL},
        {"ppc64el", "cnttzdm\t3, 4, 5", " arch_3_00 ", "(Power ISA 3.1), which the row's CPU lacks",
         SIGILL},
        {"s390x", "selgre\t%r1, %r2, %r3", " vxe ",
         "(the miscellaneous-instruction-extensions facility 3), which the row's CPU lacks",
         SIGILL},
        {"loong64", "crc.w.b.w\t$a0, $a1, $a2", "", "(CRC), which the row's CPU lacks", SIGILL},
        {"armhf", "sdiv\tr0, r1, r2", "", "(the division instructions), which the row's CPU lacks",
         SIGILL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char lines[200], message[XL_TEXT] = "died";
        snprintf(lines, sizeof lines, "1000 <f>:\n1000: %s\n", table[i].line);
        struct made_up *m = make_up(table[i].arch, lines);
        head_of(m)->fault_kind = XL_FAULT_SIGNAL;
        head_of(m)->fault_pc = 0x1000;
        snprintf(m->agent.features, sizeof m->agent.features, "%s", table[i].features);
        xl_fault_describe(&m->run, &m->p, table[i].signal, message, sizeof message);
        assert_ends(message, table[i].words);
        put_away(m);
    }
}

/* What code for an ISA may not have, by the extension's name, unless its kernel asks for it. */
XL_TEST(test_beyond_an_isa)
{
    static const struct {
        const char *arch, *isa, *needs, *mnemonic, *operands, *name;
    } table[] = {
        {"x86_64", "avx512", "", "vpermb", "%zmm0, %zmm1, %zmm2", "AVX512_VBMI"},
        {"x86_64", "avx512", "gfni avx512vbmi", "vpermb", "%zmm0, %zmm1, %zmm2", NULL},
        {"x86_64", "avx512", "avx512vbmi2", "vpermb", "%zmm0, %zmm1, %zmm2", "AVX512_VBMI"},
        {"x86_64", "avx512", "", "vpermw", "%zmm0, %zmm1, %zmm2", NULL},
        {"x86_64", "avx512", "", "vaddph", "%zmm0, %zmm1, %zmm2", "AVX512_FP16"},
        {"x86_64", "avx512", "", "vaddps", "%zmm0, %zmm1, %zmm2", NULL},
        {"x86_64", "avx512", "", "vcvtph2ps", "%xmm0, %ymm1", NULL},
        {"x86_64", "avx2", "", "vcvtps2ph", "$0x0, %ymm0, %xmm1", NULL},
        {"x86_64", "sse4", "", "vcvtps2ph", "$0x0, %xmm0, %xmm1", "F16C"},
        {"x86_64", "avx2", "vaes", "vaesenc", "%ymm0, %ymm1, %ymm2", NULL},
        {"x86_64", "avx2", "abm", "lzcntl", "%eax, %eax", NULL},
        {"x86_64", "avx2", "", "lzcntl", "%eax, %eax", "LZCNT"},
        {"x86_64", "avx2", "", "tzcntl", "%eax, %eax", NULL},
        {"x86_64", "sse4", "", "popcntq", "%rax, %rax", NULL},
        {"x86_64", "sse2", "", "pshufb", "%xmm0, %xmm1", "SSSE3"},
        {"x86_64", "scalar", "", "popcntq", "%rax, %rax", NULL},
        {"aarch64", "sve", "", "sdot", "v0.4s, v1.16b, v1.16b", "DotProd"},
        {"aarch64", "sve", "", "sdot", "z0.s, z1.b, z1.b", NULL},
        {"aarch64", "sve2", "", "bdep", "z0.b, z1.b, z2.b", "SVE_BitPerm"},
        {"aarch64", "sve2", "", "bfcvtnt", "z0.h, p0/m, z1.s", "SVE's BF16"},
        {"aarch64", "sve2", "", "sqcvtn", "z0.h, { z2.s, z3.s }", "SVE2.1 or SME2"},
        {"aarch64", "sve2", "", "whilelo", "pn8.s, x8, x2, vlx2", "SVE2.1 or SME2"},
        {"aarch64", "sve2", "", "whilelo", "p0.h, x8, x2", NULL},
        {"aarch64", "sve2", "sme2", "whilelo", "pn8.s, x8, x2, vlx2", NULL},
        {"aarch64", "sve2p1", "", "sclamp", "z0.s, z1.s, z2.s", NULL},
        {"aarch64", "sve2p1", "", "fmopa", "za0.s, p0/m, p1/m, z0.s, z16.s", "SME"},
        {"aarch64", "sme2", "", "fmopa", "za0.s, p0/m, p1/m, z0.s, z16.s", NULL},
        {"aarch64", "sme2", "", "sclamp", "z0.s, z1.s, z2.s", NULL},
        {"aarch64", "sme2", "", "addqv", "v0.4s, p0, z1.s", "SVE2.1"},
        {"aarch64", "neon", "", "fadd", "v0.8h, v1.8h, v2.8h", "FP16"},
        {"aarch64", "neon", "", "fmla", "v0.4h, v1.4h, v2.h[3]", "FP16"},
        {"aarch64", "neon", "", "fadd", "v0.4s, v1.4s, v2.4s", NULL},
        {"aarch64", "neon", "", "fcvtn", "v0.4h, v1.4s", NULL},
        {"aarch64", "neon", "asimdhp", "fadd", "v0.8h, v1.8h, v2.8h", NULL},
        {"aarch64", "sve", "", "fadd", "v0.8h, v1.8h, v2.8h", NULL},
        {"aarch64", "sve2", "", "pmullb", "z0.q, z1.d, z2.d", "SVE_PMULL128"},
        {"aarch64", "sve2", "", "pmullb", "z0.h, z1.b, z2.b", NULL},
        {"armhf", "neon32", "", "vadd.f16", "d0, d1, d2", "FP16"},
        {"armhf", "neon32", "", "vcvt.f16.f32", "d0, q0", NULL},
        {"riscv64", "rvv", "", "andn", "a0, a0, a1", "Zbb"},
        {"riscv64", "rvv", "", "vandn.vv", "v8, v9, v10", "Zvbb"},
        {"riscv64", "rvv", "zvkb", "vandn.vv", "v8, v9, v10", NULL},
        {"riscv64", "rva23", "", "vandn.vv", "v8, v9, v10", NULL},
        {"ppc64el", "vsx3", "", "xvf32gerpp", "0, 34, 35", "MMA"},
        {"ppc64el", "vsx31", "", "xvf32gerpp", "0, 34, 35", NULL},
        {"ppc64el", "vsx", "", "modsw", "3, 4, 5", "Power ISA 3.0"},
        {"ppc64el", "vsx3", "", "modsw", "3, 4, 5", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct xl_extension *e = xl_extension_beyond(
            table[i].arch, table[i].isa, table[i].needs, table[i].mnemonic, table[i].operands);
        if ((e != NULL) != (table[i].name != NULL) || (e && strcmp(e->name, table[i].name) != 0))
            fail_msg("%s for %s: %s", table[i].mnemonic, table[i].isa, e ? e->name : "none");
    }
}

/* What a record's features must show: vectors that are of no other feature that the ISA has. */
XL_TEST(test_needed_instructions)
{
    static const struct {
        const char *arch, *isa, *needs, *mnemonic, *operands;
        bool has_vectors, is_needed;
    } table[] = {
        {"x86_64", "avx512", "avx512_fp16", "vaddph", "%zmm0, %zmm1, %zmm2", true, true},
        /* "v*ph" has it too, and AVX-512's flags promise it. */
        {"x86_64", "avx512", "avx512_fp16", "vcvtps2ph", "$0x0, %zmm0, %ymm1", true, false},
        {"x86_64", "avx512", "aes vaes", "vaesenc", "%zmm0, %zmm1, %zmm2", true, true},
        {"x86_64", "avx512", "bmi2", "mulxq", "%rax, %rbx, %rcx", false, false},
        {"x86_64", "avx512", "bmi2 vaes", "mulxq", "%rax, %rbx, %rcx", true, false},
        {"x86_64", "sse4", "popcnt", "popcntq", "%rax, %rax", false, false},
        {"x86_64", "sse2", "sse4_2", "crc32b", "%al, %eax", true, true},
        {"x86_64", "sse4", "pclmulqdq", "pclmulqdq", "$0x0, %xmm0, %xmm0", true, true},
        {"aarch64", "neon", "pmull crc32", "crc32x", "w0, w1, x2", true, false},
        {"aarch64", "neon", "aes pmull", "pmull", "v0.1q, v1.1d, v2.1d", true, true},
        {"aarch64", "sve2", "asimddp", "sdot", "v0.4s, v1.16b, v2.16b", true, true},
        {"aarch64", "sve2", "i8mm", "sdot", "v0.4s, v1.16b, v2.16b", true, false},
        {"ppc64el", "vsx31", "mma", "xvf32gerpp", "0, 34, 35", true, true},
        {"riscv64", "rvv", "zba zbb zbs", "andn", "a0, a0, a1", false, false},
        {"riscv64", "rvv", "zvkb", "vandn.vv", "v8, v9, v10", true, true},
        {"riscv64", "rva23", "zvbb", "vandn.vv", "v8, v9, v10", true, true},
        {"s390x", "vxe2", "dfp", "vaf", "%v0, %v1, %v2", false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const bool has_vectors = xl_extension_has_vectors(table[i].arch, table[i].needs);
        const bool is_needed = xl_extension_is_needed(table[i].arch, table[i].isa, table[i].needs,
                                                      table[i].mnemonic, table[i].operands);
        if (has_vectors != table[i].has_vectors || is_needed != table[i].is_needed)
            fail_msg("%s for %s with %s: %s vectors, %s", table[i].mnemonic, table[i].isa,
                     table[i].needs, has_vectors ? "has" : "no", is_needed ? "needed" : "not");
    }
}

/* Each line of the table names a feature that some CPU of its architecture tells. */
XL_TEST(test_extensions_are_features)
{
    static const struct {
        const char *arch, *feature;
    } table[] = {
#define XL_EXTENSION(ARCH, FEATURE, ...) {#ARCH, FEATURE},
#include "code/extensions.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bool is_known = !table[i].feature[0];
        for (size_t f = 0; f < xl_feature_name_count && !is_known; f++)
            is_known = strcmp(xl_feature_names[f].arch, table[i].arch) == 0 &&
                       strcmp(xl_feature_names[f].name, table[i].feature) == 0;
        if (!is_known)
            fail_msg("%s has no feature %s", table[i].arch, table[i].feature);
    }
}

static void assert_untouched(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], '#');
}

/* The longest name, mnemonic and operands that there may be: more than a message has room for. */
XL_TEST(test_long_names)
{
    char lines[600], message[200];
    struct {
        char text[160], behind[400];
    } room;
    snprintf(lines, sizeof lines, "1000 <%0128d>:\n1000: %024d\t%060d\n", 1, 2, 3);
    struct made_up *m = make_up("x86_64", lines);
    enum xl_check check;
    head_of(m)->fault_kind = XL_FAULT_SIGNAL;
    head_of(m)->fault_pc = 0x1000;
    head_of(m)->fault_offset = XL_SLOTS_AT;
    m->p.read_only = 1;
    m->p.buffers[0] =
        (struct xl_buffer){.slot_at = XL_SLOTS_AT, .slot_bytes = XL_PAGE, .bytes = 5, .rows = 1};
    memset(&room, '#', sizeof room);
    assert_true(xl_fault_is_write(&m->run, &m->p, &check, room.text, sizeof room.text));
    assert_string_equal(room.text + sizeof room.text - 4, "...");
    assert_untouched(room.behind, sizeof room.behind);
    strcpy(message, "died");
    xl_fault_describe(&m->run, &m->p, SIGFPE, message, sizeof message);
    assert_ends(message, "...");
    put_away(m);
}

/* A call that does not return says where it was, or that nobody knows. */
XL_TEST(test_hang)
{
    struct made_up *m = make_up("x86_64", "1000 <k__sse4>:\n1000: nop\n1001: jmp\t0x1000\n");
    head_of(m)->fault_pc = 0x1001;
    for (uint64_t noted = XL_FAULT_NONE; noted <= XL_FAULT_TIMEOUT + 1; noted++) {
        head_of(m)->fault_kind = noted;
        m->result = (struct xl_kernel_result){.kernel = "k"};
        xl_add_status_finding(&m->run, &m->p, XL_STATUS_TIMEOUT, 0, &m->result);
        const struct xl_finding *f = &m->result.findings[0];
        assert_int_equal(f->check, XL_CHECK_hang);
        if (noted == XL_FAULT_TIMEOUT) {
            assert_string_equal(f->message, "the call did not return within 3 s, pc 0x1001 "
                                            "(k__sse4+0x1: jmp 0x1000)");
            assert_int_equal(f->pc, 0x1001);
        } else {
            assert_ends(f->message, ", position unknown: it blocks signals");
            assert_int_equal(f->pc, 0);
        }
    }
    put_away(m);
}

/* An x86 return that faults has nowhere to go. */
XL_TEST(test_return_that_faults)
{
    struct made_up *m = make_up("x86_64", "1000 <k__sse4>:\n1000: retq\n");
    char message[XL_TEXT] = "died";
    head_of(m)->fault_kind = XL_FAULT_SIGNAL;
    head_of(m)->fault_pc = 0x1000;
    xl_fault_describe(&m->run, &m->p, SIGSEGV, message, sizeof message);
    assert_ends(message, ", pc 0x1000 (k__sse4+0x0: retq; its stack was smashed)");
    put_away(m);
}

/* The linker's: where this program begins. */
extern const char __executable_start[];

/* This program's own file, and where it has its function put_away. */
static Elf *open_self(int *fd, uint64_t *address)
{
    GElf_Ehdr header;
    *fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(*fd, ELF_C_READ, NULL);
    assert_non_null(gelf_getehdr(elf, &header));
    *address = (uintptr_t)put_away -
               (header.e_type == ET_DYN ? (uintptr_t)__executable_start : (uintptr_t)0);
    return elf;
}

XL_TEST(test_symbols)
{
    int fd;
    uint64_t at;
    struct xl_symbol symbol;
    Elf *elf = open_self(&fd, &at);
    assert_true(xl_has_code_at(elf, at));
    assert_false(xl_has_code_at(elf, UINT64_C(0x4141414141414141)));
    assert_int_equal(xl_code_address(elf, 0x1001), 0x1001);
    assert_true(xl_symbol_at(elf, at + 1, &symbol));
    assert_string_equal(symbol.name, "put_away");
    assert_int_equal(symbol.begin, at);
    assert_false(xl_symbol_at(elf, 1, &symbol));
    elf_end(elf);
    close(fd);
}

/* What is said of a fault at an address that is in no kernel, and of how the guest got there. */
static void assert_place(struct made_up *m, uint64_t pc, const char *words)
{
    char message[XL_TEXT] = "died";
    head_of(m)->fault_kind = XL_FAULT_SIGNAL;
    head_of(m)->fault_pc = pc;
    xl_fault_describe(&m->run, &m->p, SIGSEGV, message, sizeof message);
    assert_ends(message, words);
}

XL_TEST(test_places_elsewhere)
{
    static const uint64_t nowhere = UINT64_C(0x4141414141414141);
    int fd;
    uint64_t at;
    Elf *elf = open_self(&fd, &at);
    struct made_up *m = make_up("x86_64", "10 <k__sse4>:\n10: nop\n11: callq\t*%rax\n13: nop\n");
    struct xl_memory_head *head = head_of(m);
    m->code.image.elf = elf;
    assert_place(m, nowhere, "pc 0x4141414141414141 (no code)");
    head->fault_entry = 0x10;
    assert_place(m, nowhere, " (no code, in a call of k__sse4)");
    head->fault_stack[0] = nowhere;
    assert_place(m, nowhere,
                 " (no code: k__sse4, or a function that it called, returned there: "
                 "its stack was smashed)");
    head->fault_stack[0] = 0x13;  /* below the stack pointer: it has returned from there */
    head->fault_stack[1] = 0x11;  /* no call is in front of it */
    head->fault_stack[2] = 0x500; /* nothing is there */
    assert_place(m, nowhere, " (no code, in a call of k__sse4)");
    head->fault_stack[XL_FAULT_WORDS - 1] = 0x13;
    assert_place(m, nowhere, " (no code, called by k__sse4+0x3)");
    assert_place(m, at + 1, " (put_away+0x1 of libc.a(x.o), called by k__sse4+0x3)");
    head->fault_stack[XL_FAULT_WORDS - 1] = 0;
    head->fault_link = 0x13;
    assert_place(m, at + 1, " (put_away+0x1 of libc.a(x.o), called by k__sse4+0x3)");
    m->code.image.elf = NULL;
    elf_end(elf);
    close(fd);
    put_away(m);
}

/* What has no room ends in "...", between two characters, and stays so. */
XL_TEST(test_appended)
{
    static const struct {
        const char *first, *second, *wanted;
    } table[] = {
        {"", "", ""},
        {"abc", "defg", "abcdefg"},
        {"abcdefghi", "", "abcdefghi"},
        {"abcdefghi", "j", "abcdef..."},
        {"abcde", "fghij", "abcdef..."},
        {"abcdefghijk", "l", "abcdef..."},
        {"abcde\u00e9\u00e9\u00e9", "f", "abcde..."},
        {"", "abcdefghijklmnopqrstuvwxyz", "abcdef..."},
        {"and so on...", "", "and so..."},
        {"ab...", "def", "ab...def"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char field[11] = "";
        field[10] = '#';
        xl_append(field, 10, "%s", table[i].first);
        xl_append(field, 10, "%s", table[i].second);
        xl_append(field, 10, "%s", "");
        assert_string_equal(field, table[i].wanted);
        assert_int_equal(field[10], '#');
    }
    char small[3] = {0, 0, '#'}, none = '#';
    xl_append(small, 2, "%s", "ab");
    assert_string_equal(small, ".");
    assert_int_equal(small[2], '#');
    xl_append(&none, 0, "%s", "ab");
    assert_int_equal(none, '#');
}

/* Twelve values of 64 bits with long names, in fewer bytes than they take. */
XL_TEST(test_inputs_without_room)
{
    static const struct xl_kernel many = {
        .name = "many",
        .args = {XL_VALUE(u64, the_first_of_many), XL_VALUE(u64, the_second_of_many),
                 XL_VALUE(u64, the_third_of_many), XL_VALUE(u64, the_fourth_of_many),
                 XL_VALUE(u64, the_fifth_of_many), XL_VALUE(u64, the_sixth_of_many),
                 XL_VALUE(u64, the_seventh_of_many), XL_VALUE(u64, the_eighth_of_many),
                 XL_VALUE(u64, the_ninth_of_many), XL_VALUE(u64, the_tenth_of_many),
                 XL_VALUE(u64, the_eleventh_of_many), XL_VALUE(u64, the_twelfth_of_many)}};
    struct xl_prepared_call p = {.c = {.n = 1}};
    struct {
        char text[300], behind[400];
    } room;
    memset(&room, '#', sizeof room);
    xl_describe_inputs(&many, &p, XL_NO_ELEMENT, room.text, sizeof room.text);
    assert_int_equal(strlen(room.text), sizeof room.text - 1);
    assert_string_equal(room.text + sizeof room.text - 4, "...");
    assert_untouched(room.behind, sizeof room.behind);
    assert_int_equal(strncmp(room.text, "the_first_of_many=0x0000000000000000 the_second_", 48), 0);
}

/* A run that is made up of its kernel. */
static struct xl_context run_of(const struct xl_kernel *kernel)
{
    static const struct xl_disabled_checks none;
    return (struct xl_context){.kernel = kernel, .vl_bits = 128, .disabled_checks = &none};
}

/* A finding is of the argument by its whole name. */
XL_TEST(test_long_name)
{
    static const struct xl_kernel kernel = {
        .name = "k",
        .args = {XL_OUT(
            u8, an_output_with_a_name_of_sixty_four_letters_or_more_which_C_allows_to_be, 1)}};
    const struct xl_context run = run_of(&kernel);
    struct xl_finding f = {.check = XL_CHECK_value};
    xl_describe_element(&run, &kernel.args[0], 3, 1, 2, &f);
    assert_string_equal(f.arg, kernel.args[0].name);
}

/* Each output that is in place is named. */
XL_TEST(test_all_shared_inputs)
{
    static const struct xl_kernel kernel = {.name = "k",
                                            .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1),
                                                     XL_IN(u8, c, 1), XL_OUT(u8, x, 1),
                                                     XL_OUT(u8, y, 1), XL_OUT(u8, z, 1)}};
    const struct xl_context run = run_of(&kernel);
    static struct xl_kernel_result result;
    struct xl_prepared_call p = {.c = {.n = 1, .placement = XL_PLACEMENT_IN_PLACE}};
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        p.buffers[k].shared = k >= 3 && k < 6 ? (long)k - 3 : -1;
    const struct xl_finding *f = xl_add_value_finding(&run, &p, 3, 0, 1, 0, 2, &result);
    assert_non_null(f);
    if (!strstr(f->message, "x[0] when x is a and y is b and z is c"))
        fail_msg("%s", f->message);
}

int main(void)
{
    return xl_run_tests("fault", NULL, NULL);
}
